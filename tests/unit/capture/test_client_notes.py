"""What clients noted for themselves: read as lessons with their source, again when it changes, and never written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from claude_session import Claude

from memory_mcp.capture.bootstrap import importing
from memory_mcp.capture.context.block import SessionStart
from memory_mcp.capture.events.client_notes import claude_notes, codex_notes, lessons_in, notes_of_folder, read_notes
from memory_mcp.capture.events.payload import event_of
from memory_mcp.capture.events.recording import record, source_of
from memory_mcp.capture.events.storing import Source
from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.project import ProjectRef
from memory_mcp.store.facts import erasure, facts
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock

_LESSONS = """
    SELECT body, project_id
    FROM item
    WHERE kind = 'learning' AND superseded_at > :now AND valid_to > :now
    ORDER BY body
"""
_UID = "SELECT uid FROM item WHERE kind = 'learning' AND body = :body"
WORK = ProjectRef("work", None, "argument")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "memory").mkdir()
    transcript(tmp_path, tmp_path)
    return tmp_path


@pytest.fixture
def claude(db: Database, clock: ManualClock, tmp_path: Path) -> Claude:
    return Claude(db, clock, tmp_path)


def transcript(beside: Path, cwd: Path | str, name: str = "before") -> None:
    beside.mkdir(parents=True, exist_ok=True)
    lines = ({"type": "summary", "leafUuid": name}, {"type": "user", "uuid": name, "sessionId": name, "cwd": str(cwd)})
    (beside / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def note(folder: Path, *lines: str, name: str = "MEMORY.md") -> None:
    path = folder / "memory" / name
    path.write_text("# Notes\n\n" + "".join(f"- {line}\n" for line in lines))
    # Whatever the resolution of times on this system.
    changed = path.stat().st_mtime_ns + len(lines)
    os.utime(path, ns=(changed, changed))


def read(db: Database, folder: Path) -> int:
    return read_notes(db, claude_notes(folder, folder, WORK), Source("claude-code", "", WORK))


def lessons(db: Database) -> list[str]:
    with db.reading() as snapshot:
        return [body for body, _ in snapshot.rows(_LESSONS, {"now": snapshot.now})]


def uid_of(db: Database, body: str) -> str:
    with db.reading() as snapshot:
        return str(snapshot.value(_UID, {"body": body}))


def test_entries_and_paragraphs_are_lessons_and_headings_code_and_an_index_are_none() -> None:
    text = (
        "---\nname: tests\ntype: project\n---\n# Heading\n\nTests run with\npnpm.\n\n- build with make\n"
        "  before a release\n1. tag the release\n- [Debugging](debugging.md) - how to\n```\ncode here, no lesson\n```\n"
        "- ok\n"
    )
    assert lessons_in(text) == ["Tests run with pnpm.", "build with make before a release", "tag the release"]


def test_code_within_an_entry_of_a_list_is_left_out_too() -> None:
    text = (
        "- build it like this:\n  ```sh\n  make clean all\n  ```\n- tag the release\n  ~~~\n  git tag v1 && git push\n"
    )
    assert lessons_in(text) == ["build it like this:", "tag the release"]


def test_notes_are_lessons_of_the_project_with_their_source(db: Database, folder: Path) -> None:
    note(folder, "tests run with pnpm", "the queue is in Postgres")
    assert read(db, folder) == 2
    assert lessons(db) == ["tests run with pnpm", "the queue is in Postgres"]
    with db.reading() as snapshot:
        told = SessionStart(WORK, "codex").read(snapshot)
        own = SessionStart(WORK, "claude-code").read(snapshot)
    assert "learning (MEMORY.md of Claude Code): tests run with pnpm [" in told
    assert own == ""


def test_notes_that_did_not_change_are_not_read_again(db: Database, folder: Path) -> None:
    note(folder, "tests run with pnpm")
    assert [read(db, folder), read(db, folder)] == [1, 0]


def test_a_line_that_went_is_ended_and_one_that_came_is_added(db: Database, folder: Path, clock: ManualClock) -> None:
    note(folder, "tests run with npm", "the queue is in Postgres")
    read(db, folder)
    clock.advance(days=10_000)
    note(folder, "tests run with pnpm", "the queue is in Postgres", "deploy by hand")
    assert read(db, folder) == 3
    assert lessons(db) == ["deploy by hand", "tests run with pnpm", "the queue is in Postgres"]


def test_a_line_that_comes_back_holds_again(db: Database, folder: Path, clock: ManualClock) -> None:
    for lines in (
        ["build with make"],
        ["build with just", "and nothing else"],
        ["build with make", "always", "really"],
    ):
        note(folder, *lines)
        read(db, folder)
        clock.advance(days=10_000)
    assert "build with make" in lessons(db)


def test_notes_whose_files_are_gone_hold_no_more(db: Database, folder: Path, clock: ManualClock) -> None:
    note(folder, "tests run with pnpm")
    read(db, folder)
    clock.advance(days=10_000)
    (folder / "memory" / "MEMORY.md").unlink()
    read(db, folder)
    assert lessons(db) == []


@pytest.mark.parametrize("how", ["retracted", "erased"])
def test_a_lesson_somebody_forgot_does_not_come_back(db: Database, folder: Path, how: str) -> None:
    note(folder, "tests run with pnpm")
    read(db, folder)
    with db.writing("test") as tx:
        uid = uid_of(db, "tests run with pnpm")
        facts.retract(tx, uid) if how == "retracted" else erasure.erase(tx, uid)
    note(folder, "tests run with pnpm", "deploy by hand")
    read(db, folder)
    note(folder, "tests run with pnpm", "deploy by hand", "tag the release")
    read(db, folder)
    assert lessons(db) == ["deploy by hand", "tag the release"]


def test_secrets_in_notes_are_masked_and_links_are_not_followed(db: Database, folder: Path) -> None:
    note(folder, "the token is ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8")
    (folder / "elsewhere.md").write_text("- somebody's diary entry\n")
    (folder / "memory" / "link.md").symlink_to(folder / "elsewhere.md")
    read(db, folder)
    (said,) = lessons(db)
    assert "ghp_" not in said


def test_what_codex_noted_is_of_no_project(db: Database, folder: Path) -> None:
    (folder / "memories").mkdir()
    (folder / "memories" / "MEMORY.md").write_text("- prefers short answers\n")
    (folder / "memories" / "raw_memories.md").write_text("- gathered on the way\n")
    read_notes(db, codex_notes(folder), Source("codex", ""))
    with db.reading() as snapshot:
        assert snapshot.rows(_LESSONS, {"now": snapshot.now}) == [("prefers short answers", 0)]


def test_notes_beside_transcripts_come_in_with_them(claude: Claude, folder: Path) -> None:
    claude.write(claude.line("user", "go", cwd=str(folder)), claude.line("assistant", "done"))
    note(folder, "tests run with pnpm")
    import_transcripts(claude.db, folder, claude.settings)
    assert lessons(claude.db) == ["tests run with pnpm"]


def test_notes_are_read_when_a_session_starts(claude: Claude, folder: Path) -> None:
    note(folder, "tests run with pnpm")
    claude.fire("SessionStart", source="startup")
    assert lessons(claude.db) == ["tests run with pnpm"]


def test_another_client_reads_the_notes_of_its_folder_and_of_all(claude: Claude, tmp_path: Path) -> None:
    homes = {"CLAUDE_CONFIG_DIR": str(tmp_path / "c"), "CODEX_HOME": str(tmp_path / "x")}
    notes = notes_of_folder(claude.folder, tmp_path / "c", WORK).folder
    assert "/" not in notes.parent.name
    transcript(notes.parent, claude.folder)
    for place, line in ((notes, "tests run with pnpm"), (tmp_path / "x" / "memories", "prefers short answers")):
        place.mkdir(parents=True)
        (place / "MEMORY.md").write_text(f"- {line}\n")
    payload = {"session_id": "s", "cwd": str(claude.folder), "source": "startup"}
    event = event_of("SessionStart", "codex", payload, homes, claude.clock.now())
    source = source_of(event, claude.settings)
    assert source is not None
    record(claude.db, event, source)
    assert lessons(claude.db) == ["prefers short answers", "tests run with pnpm"]


def test_bootstrap_reads_the_notes_of_the_folder(db: Database, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    made = importing.plan(db, work)
    notes = notes_of_folder(Path(os.path.realpath(work)), tmp_path / "c", made.project).folder
    notes.mkdir(parents=True)
    transcript(notes.parent, work)
    (notes / "MEMORY.md").write_text("- tests run with pnpm\n")
    assert importing.read_notes(db, work, made, tmp_path / "c", "mask") == 1


@pytest.mark.parametrize(
    ("named", "is_told"),
    [
        ([], False),
        (["pay/roll"], False),
        (["pay-roll"], True),
        (["pay-roll", "pay-roll/below"], True),
        (["pay-roll/below"], False),
        (["pay-roll", "pay/roll"], False),
        (["pay-roll", "pay-roll-too"], False),
    ],
)
def test_notes_are_read_where_all_transcripts_beside_them_name_this_folder(
    db: Database, tmp_path: Path, named: list[str], is_told: bool
) -> None:
    clone, owner = tmp_path / "pay-roll", tmp_path / "pay" / "roll"
    notes = notes_of_folder(clone, tmp_path / "c", WORK)
    assert notes.folder == notes_of_folder(owner, tmp_path / "c", WORK).folder
    notes.folder.mkdir(parents=True)
    (notes.folder / "MEMORY.md").write_text("- the salary of Ada is 99000\n")
    for name in named:
        transcript(notes.folder.parent, tmp_path / name, name.replace("/", "_"))
    assert read_notes(db, notes, Source("claude-code", "", WORK)) == is_told


def test_notes_beside_a_transcript_that_goes_on_without_a_folder_are_not_read(db: Database, folder: Path) -> None:
    (folder / "long.jsonl").write_text('{"type": "user"}\n' * 60)
    note(folder, "tests run with pnpm")
    assert read(db, folder) == 0


def test_lessons_stay_when_another_folder_of_the_same_name_appears(db: Database, folder: Path) -> None:
    note(folder, "tests run with pnpm")
    read(db, folder)
    transcript(folder, "/elsewhere", "other")
    note(folder, "tests run with pnpm", "deploy by hand")
    assert (read(db, folder), lessons(db)) == (0, ["tests run with pnpm"])


def test_an_import_reads_no_notes_beside_transcripts_of_two_folders(claude: Claude, folder: Path) -> None:
    transcript(folder, "/elsewhere", "other")
    note(folder, "tests run with pnpm")
    import_transcripts(claude.db, folder, claude.settings)
    assert lessons(claude.db) == []
