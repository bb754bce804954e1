"""Old transcripts brought in: whose they are is seen, nothing comes twice, and hooks go on where the import ended."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from capture_corpus import Conversation, Writer, conversation, lines_of
from claude_session import repository
from replaying import Client, captured, environment, fire

from memory_mcp.capture.events.kept_text import SAID_CAP
from memory_mcp.capture.transcripts.folder_names import chat_held_in, held_in
from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.capture.transcripts.origins import is_transcript, look_at
from memory_mcp.config import Settings
from memory_mcp.errors import InvalidInputError, NotFoundError
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import SystemClock

TRANSCRIBED = ("claude", "codex", "gemini", "cursor")
NAMES = {"claude": "claude-code", "codex": "codex", "gemini": "gemini-cli", "cursor": "cursor"}


def write(client: str, folder: Path, session: str, turns: int = 8) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    writer = Writer(client, session, str(folder))
    talk = conversation(session, turns, seed=7)
    path = folder / f"{session}.jsonl"
    path.write_bytes(lines_of([*writer.head(), *(line for turn in talk.turns for line in writer.turn(turn))]))
    return path


@pytest.mark.parametrize("client", TRANSCRIBED)
def test_whose_transcript_a_file_is_is_seen_from_its_lines(client: str, tmp_path: Path) -> None:
    assert look_at(write(client, tmp_path, "s1"))[0] == NAMES[client]


def in_transcript(client: str, talk: Conversation) -> Iterator[tuple[str, str]]:
    """Yield what a transcript alone tells: Gemini CLI's and Cursor's no compaction, Cursor's no outcome of a tool."""
    for role, text in talk.said():
        if client == "cursor" and text.startswith("$ "):
            yield role, text.partition("\n")[0]
        elif client in {"claude", "codex"} or "compacted" not in text:
            yield role, text


@pytest.mark.external
def test_a_folder_of_all_clients_comes_in_whole_and_twice_changes_nothing(tmp_path: Path) -> None:
    for client in TRANSCRIBED:
        write(client, tmp_path / "old" / client, f"s-{client}")
    (tmp_path / "old" / "notes.json").write_text('{"not": "a transcript"}')
    command = [
        sys.executable,
        "-m",
        "memory_mcp",
        "--db",
        str(tmp_path / "memory.db"),
        "import",
        str(tmp_path / "old"),
        "--json",
    ]
    reports = [
        json.loads(subprocess.run(command, capture_output=True, text=True, check=True, env=environment()).stdout)
        for _ in range(2)
    ]
    said: Counter[tuple[str, str]] = Counter()
    for client in TRANSCRIBED:
        said.update(in_transcript(client, conversation(f"s-{client}", 8, seed=7)))
    assert captured(tmp_path / "memory.db") == said
    assert [report["addedTurns"] for report in reports] == [said.total(), 0]
    assert [report["unchangedFiles"] for report in reports] == [0, 4]
    assert reports[0]["skippedFiles"] == {"no transcript of a known client": 1}


def test_an_interrupted_import_goes_on_where_it_was(db: Database, tmp_path: Path) -> None:
    path = write("claude", tmp_path, "s1", turns=350)
    # What reads behind an import is not what is interrupted.
    settings = Settings(db_path=db.path, embed_disabled=True)

    def stop(_done: int, _total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_transcripts(db, path, settings, progress=stop)
    first = captured(db.path).total()
    account = import_transcripts(db, path, settings)
    assert first > 0
    assert account.added > 0
    assert first + account.added == conversation_size("s1", 350)
    assert 0 < account.lines < path.read_bytes().count(b"\n")


@pytest.mark.external
def test_an_import_killed_at_any_moment_and_begun_again_brings_each_turn_once(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    sessions = [f"s{number}" for number in range(12)]
    for session in sessions:
        write("claude", tmp_path / "old", session, turns=60)
    db = tmp_path / "memory.db"
    command = [sys.executable, "-m", "memory_mcp", "--db", str(db), "import", str(tmp_path / "old")]
    rounds = 40 if request.config.getoption("--slow") else 4
    for number in range(rounds):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment())
        # Killed after a little more work each time, from the start of the process to its end.
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.2 + 1.2 * number / rounds)
        process.kill()
        process.wait()
    subprocess.run(command, capture_output=True, check=True, env=environment())
    assert captured(db) == Counter(one for session in sessions for one in conversation(session, 60, seed=7).said())


def peak_memory(folder: Path, files: int, line: bytes = b"") -> int:
    """Return the most memory Python held while that many transcripts were imported, in bytes."""
    once = write("claude", folder / "once", "s-0-s", turns=60).read_bytes()
    old = folder / f"old{files}"
    old.mkdir()
    for number in range(files):
        (old / f"{number}.jsonl").write_bytes(line + once.replace(b"s-0-s", f"s-{number}-s".encode()))
    database = Database(folder / f"memory{files}.db", SystemClock())
    tracemalloc.start()
    try:
        account = import_transcripts(database, old, Settings(db_path=database.path))
        assert account.added >= files * conversation_size("s-0-s", 60)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        database.close()


def test_an_import_holds_no_more_of_much_than_of_little(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    little, much = (100, 1_000) if request.config.getoption("--slow") else (4, 8)
    # What the first import loads stays.
    peak_memory(tmp_path, 1)
    assert peak_memory(tmp_path, much) < 1.2 * peak_memory(tmp_path, little)


def test_a_line_of_ten_megabytes_comes_in_cut_and_costs_a_few_times_its_size(tmp_path: Path) -> None:
    prompt = {"role": "user", "content": "long words " * 1_000_000}
    line = {"type": "user", "uuid": "long", "sessionId": "s-0-s", "message": prompt}
    assert peak_memory(tmp_path, 1, lines_of([line])) < 8 * len(lines_of([line]))
    assert max(len(text) for _role, text in captured(tmp_path / "memory1.db")) == pytest.approx(SAID_CAP, rel=0.01)


def test_small_files_share_a_transaction(db: Database, tmp_path: Path) -> None:
    for number in range(20):
        write("claude", tmp_path / "old", f"s{number}", turns=2)
    account = import_transcripts(db, tmp_path / "old", Settings(db_path=db.path))
    with db.reading() as snapshot:
        made = snapshot.value("SELECT count(DISTINCT txn_id) FROM item WHERE kind = 'turn'")
    assert account.files == 20
    assert made == 1


@pytest.mark.external
def test_a_file_a_hook_reads_on_during_the_import_comes_in_once(db: Database, tmp_path: Path) -> None:
    for session in ("a", "b"):
        write("claude", tmp_path / "old", session)
    settings = Settings(db_path=db.path)

    def meanwhile(_done: int, _total: int | None) -> None:
        # Both were read, and wait to be stored together.
        payload = {"session_id": "a", "cwd": str(tmp_path), "transcript_path": str(tmp_path / "old" / "a.jsonl")}
        fire(db.path, "Stop", "claude", payload)

    account = import_transcripts(db, tmp_path / "old", settings, progress=meanwhile)
    said = Counter([*conversation("a", 8, seed=7).said(), *conversation("b", 8, seed=7).said()])
    assert captured(db.path) == said
    assert account.added == conversation_size("b", 8)


def test_lines_that_cannot_be_read_are_accounted_for(db: Database, tmp_path: Path) -> None:
    path = write("claude", tmp_path, "s1")
    path.write_bytes(b'{"half": \n[]\n\n' + path.read_bytes() + b"\xff\xfe\n")
    account = import_transcripts(db, path, Settings(db_path=db.path))
    assert account.unreadable_lines == 3
    assert captured(db.path).total() == conversation_size("s1", 8)


def test_an_old_chat_of_gemini_in_one_long_json_comes_in(db: Database, tmp_path: Path) -> None:
    message = {"id": "m1", "timestamp": "2026-02-01T10:00:00Z", "type": "user", "content": "why? " * 1_000_000}
    chat = {"sessionId": "s1", "projectHash": "f00", "startTime": "2026-02-01T10:00:00Z", "messages": [message]}
    (tmp_path / "session-1.json").write_text(json.dumps(chat, indent=2))
    assert import_transcripts(db, tmp_path, Settings(db_path=db.path)).added == 1


def conversation_size(session: str, turns: int) -> int:
    return len(list(conversation(session, turns, seed=7).said()))


@pytest.mark.external
def test_a_hook_goes_on_where_an_import_ended(tmp_path: Path) -> None:
    talk = conversation("s1", 4, seed=9)
    played = Client("claude", talk, tmp_path, tmp_path / "memory.db")
    played.write(played.writer.head())
    for turn in talk.turns[:3]:
        played.write(played.writer.turn(turn))
    database = Database(tmp_path / "memory.db", SystemClock())
    import_transcripts(database, played.transcript, Settings(db_path=tmp_path / "memory.db"))
    database.close()
    played.play(talk.turns[3])
    assert captured(played.db) == Counter(talk.said())


@pytest.mark.external
def test_what_hooks_captured_is_not_imported_again(tmp_path: Path) -> None:
    talk = conversation("s1", 2, seed=9)
    played = Client("claude", talk, tmp_path, tmp_path / "memory.db")
    for turn in talk.turns:
        played.play(turn)
    moved = tmp_path / "archive" / "s1.jsonl"
    moved.parent.mkdir()
    played.transcript.rename(moved)
    database = Database(tmp_path / "memory.db", SystemClock())
    account = import_transcripts(database, moved, Settings(db_path=tmp_path / "memory.db"), format="claude-transcripts")
    database.close()
    assert account.added == 0
    assert captured(played.db) == Counter(talk.said())


def test_imported_sessions_have_their_own_times_and_are_over(db: Database, tmp_path: Path) -> None:
    import_transcripts(db, write("claude", tmp_path, "s1"), Settings(db_path=db.path))
    with db.reading() as snapshot:
        ((started, ended, first, last),) = snapshot.rows(
            "SELECT started_at, ended_at, min(valid_from), max(valid_from) "
            "FROM session JOIN item ON session_uid = session.uid"
        )
    assert (started, ended) == (first, last)


def test_what_a_marker_file_keeps_out_is_not_imported(db: Database, tmp_path: Path) -> None:
    path = write("claude", tmp_path, "s1")
    (tmp_path / ".memory-mcp.toml").write_text('[capture]\nignore = ["tests/"]\n')
    import_transcripts(db, path, Settings(db_path=db.path))
    assert {role for role, text in captured(db.path) if "compacted" not in text} == {"user", "assistant"}


def test_a_project_whose_patterns_cannot_be_followed_is_passed_over_until_they_are_mended(
    db: Database, tmp_path: Path
) -> None:
    path, settings = write("claude", tmp_path, "s1"), Settings(db_path=db.path)
    marker = tmp_path / ".memory-mcp.toml"
    marker.write_text('[capture]\nignore = ["./tests"]\n')
    with pytest.raises(InvalidInputError):
        import_transcripts(db, path, settings)
    assert captured(db.path) == {}
    marker.write_text('[capture]\nignore = ["/tests"]\n')
    assert import_transcripts(db, path, settings).added > 0


def test_what_is_no_transcript_is_named(db: Database, tmp_path: Path) -> None:
    settings = Settings(db_path=db.path)
    (tmp_path / "a.jsonl").write_text('{"id": 1}\n')
    with pytest.raises(InvalidInputError):
        import_transcripts(db, tmp_path / "a.jsonl", settings)
    with pytest.raises(NotFoundError):
        import_transcripts(db, tmp_path / "none", settings)


def test_a_folder_that_cannot_be_read_is_counted_and_the_others_come_in(
    tmp_path: Path, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("claude", tmp_path / "old" / "open", "s1")
    closed, scan = write("claude", tmp_path / "old" / "closed", "s2").parent, os.scandir

    def refuse(folder: str) -> Iterator[os.DirEntry[str]]:
        if Path(folder) == closed:
            raise PermissionError(13, "Permission denied", folder)
        return scan(folder)

    # Its permissions would not keep root out.
    monkeypatch.setattr(os, "scandir", refuse)
    account = import_transcripts(db, tmp_path / "old", Settings(db_path=db.path))

    assert (account.files, account.added) == (1, conversation_size("s1", 8))
    assert account.skipped == {"cannot be read": 1}
    assert is_transcript(tmp_path / "old")
    assert not is_transcript(closed)


def test_what_is_dated_in_days_to_come_was_said_by_now(tmp_path: Path, db: Database) -> None:
    path = write("claude", tmp_path / "old", "s1", turns=2)
    path.write_bytes(path.read_bytes().replace(b'"timestamp": "20', b'"timestamp": "29'))
    assert b'"29' in path.read_bytes()
    import_transcripts(db, path, Settings(db_path=db.path))
    with db.reading() as snapshot:
        (latest,) = snapshot.row("SELECT max(valid_from) FROM item WHERE kind = 'turn'") or (0,)
        (ended,) = snapshot.row("SELECT max(ended_at) FROM session") or (0,)
        assert 0 < latest <= snapshot.now
        assert 0 < ended <= snapshot.now


def cursor_transcript(home: Path, project: Path) -> Path:
    name = re.sub("[^A-Za-z0-9]+", "-", str(project)).strip("-")
    return write("cursor", home / "projects" / name / "agent-transcripts" / "s1", "s1", turns=2)


def test_a_conversation_of_cursor_goes_to_the_folder_its_place_names(tmp_path: Path, db: Database) -> None:
    for folder in ("pay.roll_of", "pay.roll"):
        repository(tmp_path / "my work" / folder)
    path = cursor_transcript(tmp_path / ".cursor", tmp_path / "my work" / "pay.roll")
    import_transcripts(db, path, Settings(db_path=db.path))
    with db.reading() as snapshot:
        named = "SELECT DISTINCT project.name FROM item JOIN project ON project.id = item.project_id"
        assert list(snapshot.rows(f"{named} WHERE item.kind = 'turn'")) == [("pay.roll",)]


def test_a_place_that_names_several_folders_names_none(tmp_path: Path) -> None:
    for folder in ("pay/roll", "pay-roll"):
        (tmp_path / folder).mkdir(parents=True)
    assert held_in(cursor_transcript(tmp_path / ".cursor", tmp_path / "pay-roll")) == ""
    (tmp_path / "pay" / "roll").rmdir()
    assert held_in(cursor_transcript(tmp_path / ".cursor", tmp_path / "pay-roll")) == str(tmp_path / "pay-roll")


def test_a_folder_that_may_not_be_looked_at_is_none_a_place_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("pay/roll", "pay-roll"):
        (tmp_path / folder).mkdir(parents=True)
    place, is_dir = cursor_transcript(tmp_path / ".cursor", tmp_path / "pay-roll"), Path.is_dir

    def refused(path: Path, **how: bool) -> bool:
        if path == tmp_path / "pay" / "roll":
            raise PermissionError
        return is_dir(path, **how)

    monkeypatch.setattr(Path, "is_dir", refused)
    assert held_in(place) == str(tmp_path / "pay-roll")


def test_a_chat_of_gemini_goes_to_the_folder_written_above_it(tmp_path: Path, db: Database) -> None:
    repository(tmp_path / "payroll")
    path = write("gemini", tmp_path / "tmp" / "payroll-1" / "chats", "s1", turns=2)
    head, _, rest = path.read_text().partition("\n")
    path.write_text(
        json.dumps({"projectHash": "f00", "sessionId": "s1", "startTime": json.loads(head).get("startTime")})
    )
    path.write_text(f"{path.read_text()}\n{rest}")
    (tmp_path / "tmp" / "payroll-1" / ".project_root").write_text(str(tmp_path / "payroll"))
    import_transcripts(db, path, Settings(db_path=db.path))
    with db.reading() as snapshot:
        named = "SELECT DISTINCT project.name FROM item JOIN project ON project.id = item.project_id"
        assert list(snapshot.rows(f"{named} WHERE item.kind = 'turn'")) == [("payroll",)]


def test_the_folder_of_a_chat_is_known_by_its_hash_among_those_the_chat_names(tmp_path: Path) -> None:
    head = {"sessionId": "s1", "projectHash": hashlib.sha256(str(tmp_path / "pay").encode()).hexdigest()}
    read = {"type": "gemini", "toolCalls": [{"args": {"absolute_path": str(tmp_path / "pay" / "src" / "a.py")}}]}
    assert chat_held_in(tmp_path / "chat.json", [head, read]) == str(tmp_path / "pay")
    assert chat_held_in(tmp_path / "chat.json", [head]) == ""


def test_the_folder_of_a_chat_is_found_before_what_is_nested_too_deep(tmp_path: Path) -> None:
    head = {"sessionId": "s1", "projectHash": hashlib.sha256(str(tmp_path / "pay").encode()).hexdigest()}
    deep: list[object] = []
    for _ in range(5_000):
        deep = [deep]
    lines = [head, {"path": str(tmp_path / "pay" / "a.py")}, {"args": deep}]
    assert chat_held_in(tmp_path / "chat.json", lines) == str(tmp_path / "pay")
    assert chat_held_in(tmp_path / "chat.json", [head, {"args": deep}]) == ""


def test_what_has_no_time_was_said_by_when_its_file_was_written(tmp_path: Path, db: Database) -> None:
    path = cursor_transcript(tmp_path / ".cursor", tmp_path)
    os.utime(path, (1_700_000_000, 1_700_000_000))
    import_transcripts(db, path, Settings(db_path=db.path))
    with db.reading() as snapshot:
        assert list(snapshot.rows("SELECT DISTINCT valid_from FROM item WHERE kind = 'turn'")) == [
            (1_700_000_000_000_000,)
        ]
