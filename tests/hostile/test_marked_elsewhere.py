"""What a marker file keeps out holds for a session that began elsewhere: in a folder above, or in another project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from claude_session import Claude, repository, result, use

from memory_mcp.capture.clients import codex
from memory_mcp.capture.clients.incremental import read_on
from memory_mcp.capture.events.ignoring import ignoring
from memory_mcp.capture.events.marked_folders import MarkedFolders
from memory_mcp.capture.events.payload import Heard
from memory_mcp.capture.events.spooled import put_off
from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.project import survey
from memory_mcp.store.capture_state import spool
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock


@pytest.fixture
def mono(tmp_path: Path) -> Path:
    """A repository with a folder that ignores another, one of which nothing is stored, and one nobody can read."""
    folder = repository(tmp_path / "mono")
    for name, content in {
        "sub": 'ignore = ["private/"]', "off": "enabled = false", "broken": "ignore = 3", "open": "",
    }.items():  # fmt: skip
        (folder / name / "private").mkdir(parents=True)
        (folder / name / "private" / "x").write_text("plan")
        if content:
            (folder / name / ".memory-mcp.toml").write_text(f"[capture]\n{content}\n")
    (folder / "link").symlink_to(folder / "off")
    (folder / "tree of off").mkdir()
    (folder / "tree of off" / "in").symlink_to(folder / "sub" / "private")
    return folder


@pytest.fixture
def claude(db: Database, clock: ManualClock, mono: Path) -> Claude:
    return Claude(db, clock, mono)


def call(claude: Claude, cwd: Path, name: str, given: dict[str, Any], output: str = "what came back") -> str:
    """Have a session call a tool in a folder; return all that is stored of it."""
    claude.write(
        claude.line("assistant", use("toolu_1a2b3c", name, **given), cwd=str(cwd)),
        claude.line("user", result("toolu_1a2b3c", output), cwd=str(cwd)),
    )
    claude.fire("Stop")
    return "\n".join(claude.said())


def test_lines_said_where_nothing_is_stored_are_not_read_on_from_elsewhere(claude: Claude, mono: Path) -> None:
    for count, folder in enumerate(
        (mono, mono / "off", mono / "off" / "gone", mono / "link", mono / "sub" / "private")
    ):
        claude.write(
            claude.line("user", f"asked {count}", cwd=str(folder)),
            claude.line("assistant", f"answered {count}", cwd=str(folder)),
        )
    claude.fire("Stop")

    assert claude.said() == ["asked 0", "answered 0"]


def test_an_import_takes_over_no_line_said_where_nothing_is_stored(claude: Claude, mono: Path) -> None:
    claude.write(
        claude.line("user", "asked here", cwd=str(mono)), claude.line("user", "asked there", cwd=str(mono / "off"))
    )
    import_transcripts(claude.db, claude.path, claude.settings)

    assert claude.said() == ["asked here"]


def test_an_import_leaves_out_a_session_of_a_folder_that_is_gone_and_was_kept_out(claude: Claude, mono: Path) -> None:
    claude.write(claude.line("user", "asked there", cwd=str(mono / "off" / "gone")))
    other = Claude(claude.db, claude.clock, mono, "s2")
    other.write(other.line("user", "asked here", cwd=str(mono / "gone")))
    for path in (claude.path, other.path):
        path.rename(mono / "open" / path.name)
    import_transcripts(claude.db, mono / "open", claude.settings)

    assert claude.said() == ["asked here"]


@pytest.mark.parametrize("place", ["sub/private/x", "off/private/x", "off", "link/private/x", "broken/private/x"])
def test_a_call_that_names_a_file_is_judged_by_the_marker_files_above_it(
    claude: Claude, mono: Path, place: str
) -> None:
    assert call(claude, mono, "Read", {"file_path": str(mono / place)}) == ""


@pytest.mark.parametrize(
    "command",
    [
        "cat sub/private/x", "cd sub && cat private/x", "cat 'tree of off/in/x'", 'cat "tree of off"/in/x',
        "cat {sub,open}/private/x", "cat tree\\ of\\ off/in/x", "git -C sub show HEAD:private/x", "ls off",
        "cat ./link/a",
        "cat open/../sub/private/x", "cd open && cat ../off/x", "cat sub/private/../private/x",
    ],
)  # fmt: skip
def test_a_command_that_names_what_is_kept_out_below_is_not_stored(claude: Claude, mono: Path, command: str) -> None:
    assert call(claude, mono, "Bash", {"command": command}) == ""


def test_a_call_is_judged_by_the_folder_it_ran_in(claude: Claude, mono: Path) -> None:
    assert call(claude, mono / "sub", "Bash", {"command": "cat private/x"}) == ""


def test_a_call_without_outcome_in_a_folder_of_which_nothing_is_stored_does_not_wait(
    claude: Claude, mono: Path
) -> None:
    claude.write(claude.line("assistant", use("t1", command="make secret"), cwd=str(mono / "off")))
    claude.fire("PreCompact")
    claude.db.checkpoint()
    assert b"make secret" not in claude.db.path.read_bytes()
    claude.fire("Stop")

    assert claude.said() == []


def test_another_project_is_kept_out_of_as_well(db: Database, clock: ManualClock, mono: Path, tmp_path: Path) -> None:
    other = Claude(db, clock, repository(tmp_path / "other"))

    assert call(other, other.folder, "Bash", {"command": "cd ../mono/sub && cat private/x"}) == ""


def test_lines_that_a_search_prints_of_what_is_kept_out_below_are_left_out(claude: Claude, mono: Path) -> None:
    found = "open/private/x:1:plain\nsub/private/x:1:hidden\noff/private/x:1:hidden\nsub/a:1:shown"
    kept = call(claude, mono, "Grep", {"pattern": "x"}, found)

    assert "hidden" not in kept
    assert "open/private/x:1:plain" in kept
    assert "sub/a:1:shown" in kept
    assert "lines of ignored files left out: 2" in kept


def test_a_call_that_names_what_is_kept_out_does_not_wait_beside_the_file(claude: Claude, mono: Path) -> None:
    payload = {
        "cwd": str(mono), "tool_name": "Read", "tool_input": {"file_path": "off/private/x"}, "tool_output": "hidden",
    }  # fmt: skip
    rules = ignoring(survey(mono).capture, mono)
    put_off(claude.settings, Heard("postToolUse", "cursor", payload, {}, 1), rules)

    assert spool.waiting(claude.settings.spool_dir) == []


def test_what_no_marker_file_keeps_out_is_stored_as_it_is(claude: Claude, mono: Path) -> None:
    kept = call(claude, mono, "Bash", {"command": "cat open/private/x sub/a"}, "open/private/x:1:plain")

    assert kept == "$ cat open/private/x sub/a\nopen/private/x:1:plain"


def test_a_folder_is_asked_for_a_marker_file_once_however_often_a_command_changes_its_folder(
    claude: Claude, mono: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    output = "\n".join(f"open/p{number}/a:1:plain" for number in range(500))
    command = "; ".join(f"cd one{number}" for number in range(6)) + "; grep -rn plain open"
    monkeypatch.setattr(MarkedFolders, "around", _counting(asked))

    assert call(claude, mono, "Bash", {"command": command}, output).endswith("open/p499/a:1:plain")
    assert len(asked) < 5_000


def _counting(asked: list[str]) -> Any:
    around = MarkedFolders.around

    def counted(self: MarkedFolders, path: str, folders: Any) -> Any:
        asked.extend(folders)
        return around(self, path, folders)

    return counted


def test_words_of_a_folder_whose_marker_file_cannot_be_read_are_kept_and_calls_are_not(
    claude: Claude, mono: Path
) -> None:
    claude.write(claude.line("user", "asked there", cwd=str(mono / "broken")))

    assert call(claude, mono / "broken", "Bash", {"command": "date"}) == "asked there"


def test_a_turn_of_codex_is_of_the_folder_it_went_to(tmp_path: Path) -> None:
    rollout = tmp_path / "rollout.jsonl"
    rollout.write_text(
        '{"type": "session_meta", "payload": {"id": "s", "cwd": "/a"}}\n'
        '{"type": "event_msg", "payload": {"type": "user_message", "message": "first"}}\n'
        '{"type": "turn_context", "payload": {"cwd": "/b"}}\n'
        '{"type": "event_msg", "payload": {"type": "user_message", "message": "second"}}\n'
    )
    batch = read_on(rollout, None, codex.read, "s")

    assert batch is not None
    assert [(one.text, one.folder) for one in batch.said] == [("first", "/a"), ("second", "/b")]
