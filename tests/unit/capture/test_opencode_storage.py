"""OpenCode's own database says what its plugin hands over, by the same keys: nothing comes in twice."""

from __future__ import annotations

import io
import json
import os
import shutil
import sqlite3
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import foreign_files
import pytest
from capture_corpus import Writer, conversation

from memory_mcp.capture.clients import opencode
from memory_mcp.capture.events.passing_over import pass_over
from memory_mcp.capture.events.payload import event_of
from memory_mcp.capture.events.recording import record, source_of
from memory_mcp.capture.transcripts.coverage import coverage
from memory_mcp.capture.transcripts.opencode_storage import AMONG_AGENTS, UNREADABLE, import_sessions
from memory_mcp.cli.main import cli
from memory_mcp.config import Settings
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import BEGINNING


def database(path: Path, sessions: dict[str, list[dict[str, Any]]], side: str = "") -> Path:
    with sqlite3.connect(path) as db:
        db.executescript("""
            CREATE TABLE session (id TEXT, directory TEXT, parent_id TEXT, time_created INTEGER);
            CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
            CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);
        """)
        for session, messages in sessions.items():
            parent = "ses_1" if session == side else None
            db.execute("INSERT INTO session VALUES (?, ?, ?, 1)", (session, str(path.parent), parent))
            for number, message in enumerate(messages):
                info = dict(message["info"])
                name = info.pop("id")
                db.execute("INSERT INTO message VALUES (?, ?, ?, ?)", (name, session, number, json.dumps(info)))
                for place, part in enumerate(message["parts"]):
                    kept = dict(part)
                    key = kept.pop("id", f"prt_{number:03d}_{place}")
                    row = (f"{name}_{place:02d}_{key}", name, session, json.dumps(kept))
                    db.execute("INSERT INTO part VALUES (?, ?, ?, ?)", row)
    db.close()
    return path


def said(home: Path, *arguments: str) -> dict[str, Any]:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        cli.main(["--db", str(home / "memory.db"), "--no-embed", *arguments, "--json"], standalone_mode=False)
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


def messages(session: str, folder: Path) -> list[dict[str, Any]]:
    writer, told = Writer("opencode", session, str(folder)), conversation(session, 3)
    return [message for turn in told.turns for message in writer.turn(turn)]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(db_path=tmp_path / "memory.db")


def test_what_the_plugin_told_is_not_brought_in_again_and_the_rest_is(
    db: Database, settings: Settings, tmp_path: Path
) -> None:
    every = messages("ses_1", tmp_path)
    path = database(tmp_path / "opencode.db", {"ses_1": every})
    payload = {"sessionID": "ses_1", "cwd": str(tmp_path), "messages": every[: len(every) // 2]}
    event = event_of("session.idle", "opencode", payload, {}, db.clock.now())
    source = source_of(event, settings)
    assert source is not None
    record(db, event, source)
    before = coverage(db, [path], settings, BEGINNING)
    assert 0 < before.missing < before.turns
    assert import_sessions(db, path, settings)["addedTurns"] == before.missing
    assert coverage(db, [path], settings, BEGINNING).percent == 100
    assert import_sessions(db, path, settings)["addedTurns"] == 0


def test_what_agents_say_among_themselves_stays_out(db: Database, settings: Settings, tmp_path: Path) -> None:
    sessions = {"ses_1": messages("ses_1", tmp_path), "ses_2": messages("ses_2", tmp_path)}
    path = database(tmp_path / "opencode.db", sessions, side="ses_2")
    assert import_sessions(db, path, settings)["skippedSessions"] == {AMONG_AGENTS: 1}
    with db.reading() as snapshot:
        assert snapshot.value("SELECT group_concat(client_session) FROM session") == "ses_1"


def test_the_database_says_the_same_as_the_older_folder(db: Database, settings: Settings, tmp_path: Path) -> None:
    folder = foreign_files.opencode(tmp_path / "storage")
    account = {"sessions": 1, "turns": 3, "addedTurns": 3, "skippedSessions": {}}
    assert import_sessions(db, folder, settings) == account
    newer = foreign_files.opencode_database(tmp_path / "opencode.db", folder)
    assert import_sessions(db, newer, settings) == account | {"addedTurns": 0}


def test_the_command_line_brings_in_both_once_and_says_before_what_it_would(tmp_path: Path) -> None:
    folder = foreign_files.opencode(tmp_path / "storage")
    newer = foreign_files.opencode_database(tmp_path / "opencode.db", folder)
    assert said(tmp_path, "import", str(folder), "--dry-run")["wouldAddTurns"] == 3
    assert said(tmp_path, "import", str(newer))["addedTurns"] == 3
    assert said(tmp_path, "import", str(folder), "--dry-run")["wouldAddTurns"] == 0
    assert said(tmp_path, "import", str(folder), "--format", "opencode")["addedTurns"] == 0


def test_what_is_said_while_capture_is_off_stays_out_when_it_is_on_again(db: Database, tmp_path: Path) -> None:
    settings, every = Settings(db_path=db.path), messages("ses_1", tmp_path)
    middle = len(every) // 2

    def idle(told: list[dict[str, Any]], *, is_on: bool) -> None:
        (tmp_path / ".memory-mcp.toml").write_text(f"[capture]\nenabled = {str(is_on).lower()}\n")
        payload = {"sessionID": "ses_1", "cwd": str(tmp_path), "messages": told}
        event = event_of("session.idle", "opencode", payload, {}, db.clock.now())
        source = source_of(event, settings)
        if source is None:
            pass_over(db, event, lambda: False)
        else:
            record(db, event, source)

    idle(every[:middle], is_on=False)
    idle(every, is_on=True)
    with db.reading() as snapshot:
        stored = [body for (body,) in snapshot.rows("SELECT body FROM item WHERE kind = 'turn' ORDER BY position")]
    assert stored
    passed = {one.text for message in every[:middle] for one in opencode.read(message)}
    assert passed
    assert passed.isdisjoint(stored)
    path = database(tmp_path / "opencode.db", {"ses_1": every})
    assert coverage(db, [path], settings, BEGINNING).missing == 0
    assert import_sessions(db, path, settings)["addedTurns"] == 0


def test_an_answer_that_comes_when_capture_is_on_again_belongs_to_its_prompt(db: Database, tmp_path: Path) -> None:
    settings = Settings(db_path=db.path)
    told = [
        {"info": {"id": "m1", "role": "user"}, "parts": [{"id": "p1", "type": "text", "text": "one"}]},
        {"info": {"id": "m2", "role": "assistant", "parentID": "m1"}, "parts": [
            {"id": "p2", "type": "text", "text": "re one"},
            {"id": "p3", "type": "tool", "tool": "bash", "callID": "c1", "state": {
                "status": "completed", "input": {"command": "ls"}, "output": "left out"}},
        ]},
    ]  # fmt: skip

    def hear(name: str, *, is_on: bool, **more: Any) -> None:
        (tmp_path / ".memory-mcp.toml").write_text(f"[capture]\nenabled = {str(is_on).lower()}\n")
        event = event_of(name, "opencode", {"sessionID": "ses_1", "cwd": str(tmp_path), **more}, {}, db.clock.now())
        source = source_of(event, settings)
        if source is None:
            pass_over(db, event, lambda: False)
        else:
            record(db, event, source)

    hear("chat.message", is_on=False, messageID="m1", prompt="one")
    hear("session.idle", is_on=True, messages=told)
    hear("chat.message", is_on=True, messageID="m3", prompt="two")
    told.append({"info": {"id": "m3", "role": "user"}, "parts": [{"id": "p4", "type": "text", "text": "two"}]})
    hear("session.idle", is_on=True, messages=told)
    with db.reading() as snapshot:
        stored = [body for (body,) in snapshot.rows("SELECT body FROM item WHERE kind = 'turn' ORDER BY position")]
    assert stored == ["two"]


def name_made(at_ms: int, rest: str) -> str:
    """Return an id as OpenCode makes it at a time."""
    return f"msg_{(at_ms << 12 | 1) & (1 << 48) - 1:012x}{rest:0>14}"


def conversed(session: str, made_ms: int | None = None) -> list[dict[str, Any]]:
    """Return a conversation of two messages; copied, its messages have ids that were made then."""
    told = []
    for number, (role, text) in enumerate((("user", "why?"), ("assistant", "because"))):
        at = 1_770_000_000_000 + 5_000 * number
        name = name_made((made_ms or at) + number, f"{session}{number}")
        info = {"id": name, "role": role, "time": {"created": at}}
        told.append({"info": info, "parts": [{"id": f"prt_{session}{number}", "type": "text", "text": text}]})
    return told


def stored(db: Database) -> list[str]:
    with db.reading() as snapshot:
        return [body for (body,) in snapshot.rows("SELECT body FROM item WHERE kind = 'turn' ORDER BY body")]


def forked(session: str) -> list[dict[str, Any]]:
    forked_ms = 1_770_000_500_000
    own = {"id": name_made(forked_ms + 900, session), "role": "user", "time": {"created": forked_ms + 901}}
    asked = {"info": own, "parts": [{"id": f"prt_{session}9", "type": "text", "text": f"in {session}"}]}
    return [*conversed(session, forked_ms), asked]


def test_what_a_fork_copied_is_told_by_its_plugin_once(db: Database, settings: Settings, tmp_path: Path) -> None:
    for session, told in (("a", conversed("a")), ("b", forked("b"))):
        payload = {"sessionID": f"ses_{session}", "cwd": str(tmp_path), "messages": told}
        event = event_of("session.idle", "opencode", payload, {}, db.clock.now())
        source = source_of(event, settings)
        assert source is not None
        record(db, event, source)
    assert stored(db) == ["because", "in b", "why?"]


def test_what_a_fork_copied_comes_in_once_and_nothing_of_it_is_missing(
    db: Database, settings: Settings, tmp_path: Path
) -> None:
    path = database(tmp_path / "opencode.db", {"ses_a": conversed("a"), "ses_b": forked("b"), "ses_c": forked("c")})
    assert import_sessions(db, path, settings)["addedTurns"] == 4
    assert stored(db) == ["because", "in b", "in c", "why?"]
    assert coverage(db, [path], settings, BEGINNING).turns == 4


def test_what_a_fork_copied_of_a_session_that_is_gone_comes_in(
    db: Database, settings: Settings, tmp_path: Path
) -> None:
    path = database(tmp_path / "opencode.db", {"ses_b": forked("b"), "ses_c": forked("c")})
    import_sessions(db, path, settings)
    assert stored(db) == ["because", "in b", "in c", "why?"]


def test_what_was_said_while_capture_was_off_stays_out_of_a_fork(db: Database, tmp_path: Path) -> None:
    settings = Settings(db_path=db.path)
    for session, told in (("a", conversed("a")), ("b", forked("b"))):
        (tmp_path / ".memory-mcp.toml").write_text(f"[capture]\nenabled = {str(session == 'b').lower()}\n")
        payload = {"sessionID": f"ses_{session}", "cwd": str(tmp_path), "messages": told}
        event = event_of("session.idle", "opencode", payload, {}, db.clock.now())
        source = source_of(event, settings)
        if source is None:
            pass_over(db, event, lambda: False)
        else:
            record(db, event, source)
    assert stored(db) == ["in b"]


def test_a_session_of_which_a_file_cannot_be_read_is_left_out_alone_and_comes_in_later(
    db: Database, settings: Settings, tmp_path: Path
) -> None:
    folder = foreign_files.opencode(tmp_path / "storage")
    (folder / "session" / "p1" / "ses_0.json").mkdir()
    part = folder / "part" / "msg_1" / "prt_1.json"
    said = part.read_bytes()
    part.unlink()
    part.mkdir()
    assert import_sessions(db, folder, settings) == {
        "sessions": 0, "turns": 0, "addedTurns": 0, "skippedSessions": {UNREADABLE: 2},
    }  # fmt: skip
    part.rmdir()
    part.write_bytes(said)
    told = import_sessions(db, folder, settings)
    assert (told["sessions"], told["addedTurns"], told["skippedSessions"]) == (1, 3, {UNREADABLE: 1})


@pytest.mark.skipif(os.name == "nt", reason="not everybody may make links there")
@pytest.mark.parametrize("closed", ["session/p1", "message/ses_1", "part/msg_1"])
def test_a_session_of_which_a_folder_cannot_be_read_is_left_out_and_counted(
    db: Database, settings: Settings, tmp_path: Path, closed: str
) -> None:
    folder = foreign_files.opencode(tmp_path / "storage")
    shutil.rmtree(folder / closed)
    # Nobody can list a circle of links, whoever he is.
    (folder / closed).symlink_to(folder / closed)
    told = import_sessions(db, folder, settings)
    assert (told["turns"], told["skippedSessions"]) == (0, {UNREADABLE: 1})
