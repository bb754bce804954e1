"""Older versions of Codex copy into a fork all that was said before it, with the time of the fork in each line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_mcp.capture.transcripts.coverage import coverage
from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.config import Settings
from memory_mcp.store.file.database import Database

FIRST = "019c0000-0000-7000-8000-000000000001"
SECOND = "019c0000-0000-7000-8000-000000000002"
THIRD = "019c0000-0000-7000-8000-000000000003"

Line = tuple[str, dict[str, Any]]


def head(session: str, folder: Path) -> Line:
    return "session_meta", {"id": session, "timestamp": "2026-02-01T22:30:00.000Z", "cwd": str(folder)}


def user(text: str) -> list[Line]:
    content = [{"type": "input_text", "text": text}]
    return [
        ("response_item", {"type": "message", "role": "user", "content": content}),
        ("event_msg", {"type": "user_message", "message": text}),
    ]


def agent(text: str) -> list[Line]:
    return [("event_msg", {"type": "agent_message", "message": text})]


def ran(call_id: str, command: str, output: str) -> list[Line]:
    arguments = json.dumps({"cmd": command})
    return [
        ("response_item", {"type": "function_call", "name": "shell", "arguments": arguments, "call_id": call_id}),
        ("event_msg", {"type": "token_count"}),
        ("response_item", {"type": "function_call_output", "call_id": call_id, "output": output}),
    ]


def write(sessions: Path, day: str, session: str, lines: list[Line], minute: int) -> Path:
    """Write a rollout; every line has the second at which it was written, as a copy has."""
    path = sessions / f"2026/{day}/rollout-2026-{day.replace('/', '-')}T10-{minute:02d}-00-{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = (
        {"timestamp": f"2026-02-02T10:{minute:02d}:{second:02d}.000Z", "type": kind, "payload": payload}
        for second, (kind, payload) in enumerate(lines)
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def sessions(tmp_path: Path) -> Path:
    return tmp_path / "sessions"


def said(db: Database) -> list[str]:
    with db.reading() as snapshot:
        return [body for (body,) in snapshot.rows("SELECT body FROM item WHERE kind = 'turn' ORDER BY body")]


def test_what_a_fork_copied_comes_in_once(db: Database, sessions: Path, tmp_path: Path) -> None:
    talk = [*user("why?"), *ran("c1", "ls", "a.py"), *agent("because")]
    first = [head(FIRST, tmp_path), *talk]
    second = [head(SECOND, tmp_path), *first, *user("in a fork"), *agent("yes")]
    third = [head(THIRD, tmp_path), *second[:-3], *user("in a fork of it"), *agent("again")]
    write(sessions, "02/02", FIRST, first, 1)
    write(sessions, "02/03", SECOND, second, 2)
    write(sessions, "02/03", THIRD, third, 3)
    settings = Settings(db_path=tmp_path / "memory.db")
    import_transcripts(db, sessions, settings)
    assert said(db) == ["$ ls\na.py", "again", "because", "in a fork", "in a fork of it", "why?", "yes"]
    found = coverage(db, sessions.rglob("*.jsonl"), settings, 0)
    assert (found.turns, found.missing) == (7, 0)


def test_what_a_fork_says_differently_is_its_own(db: Database, sessions: Path, tmp_path: Path) -> None:
    first = [head(FIRST, tmp_path), *user("why?"), *agent("because"), *user("go on"), *agent("done")]
    # It was forked before the second prompt.
    second = [head(SECOND, tmp_path), *first[:4], *user("stop"), *agent("done")]
    write(sessions, "02/02", FIRST, first, 1)
    write(sessions, "02/03", SECOND, second, 2)
    import_transcripts(db, sessions, Settings(db_path=tmp_path / "memory.db"))
    assert said(db) == ["because", "done", "done", "go on", "stop", "why?"]


def test_what_is_asked_again_in_a_fork_is_its_own(db: Database, sessions: Path, tmp_path: Path) -> None:
    first = [head(FIRST, tmp_path), *user("why?"), *agent("because"), *user("try again"), *agent("no")]
    write(sessions, "02/02", FIRST, first, 1)
    # It was forked before the second prompt, which is then given once more.
    fork = write(sessions, "02/03", SECOND, [head(SECOND, tmp_path), *first[:4]], 2)
    own = write(sessions, "02/03", THIRD, [*user("try again"), *agent("no")], 3)
    fork.write_bytes(fork.read_bytes() + own.read_bytes())
    own.unlink()
    import_transcripts(db, sessions, Settings(db_path=tmp_path / "memory.db"))
    assert said(db) == ["because", "no", "no", "try again", "try again", "why?"]


def test_a_copy_of_a_rollout_that_is_gone_is_brought_in(db: Database, sessions: Path, tmp_path: Path) -> None:
    second = [head(SECOND, tmp_path), head(FIRST, tmp_path), *user("why?"), *agent("because"), *user("in a fork")]
    write(sessions, "02/03", SECOND, second, 2)
    import_transcripts(db, sessions, Settings(db_path=tmp_path / "memory.db"))
    assert said(db) == ["because", "in a fork", "why?"]
