"""A transcript that is too long for the time an event has: its rest waits, and a process of its own reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from capture_corpus import Turn, Writer, lines_of
from replaying import captured

from memory_mcp import hooks
from memory_mcp.capture.events import read_on_apart, reading_on
from memory_mcp.capture.events.spooled import import_spool
from memory_mcp.config import Settings
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import sessions
from memory_mcp.temporal import SystemClock

TURNS = 300


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """No time at all to read in, and what would have been started apart."""
    given: list[Settings] = []
    monkeypatch.setattr(hooks, "READING_S", 0.0)
    monkeypatch.setattr(hooks, "read_on_apart", given.append)
    return given


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    writer = Writer("claude", "s1", str(tmp_path))
    said = [writer.turn(Turn(f"why {number}?", (f"because of {number}",))) for number in range(TURNS)]
    (tmp_path / "s1.jsonl").write_bytes(lines_of([line for lines in said for line in lines]))
    return tmp_path


def fire(folder: Path, event: str, monkeypatch: pytest.MonkeyPatch, **more: Any) -> int:
    """Handle an event in this process, and return how many turns there are then."""
    payload = {"session_id": "s1", "cwd": str(folder), "transcript_path": str(folder / "s1.jsonl"), **more}
    monkeypatch.setattr(hooks, "_payload", lambda: payload)
    assert hooks.run([event, "--client", "claude", "--db", str(folder / "memory.db")]) == 0
    return sum(captured(folder / "memory.db").values())


def waiting(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted((folder / "memory.db-spool").glob("*.json"))]


def test_the_rest_waits_and_is_read_apart(
    folder: Path, started: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = fire(folder, "Stop", monkeypatch)
    assert 0 < first < 2 * TURNS
    assert [(entry["event"], entry["is_rest"]) for entry in waiting(folder)] == [("Stop", True)]
    assert [settings.db_path for settings in started] == [folder / "memory.db"]
    assert fire(folder, read_on_apart.READ_ON, monkeypatch) == 2 * TURNS
    assert waiting(folder) == []


def test_a_prompt_leaves_it_and_the_end_of_a_turn_reads_on(
    folder: Path, started: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = fire(folder, "Stop", monkeypatch)
    assert fire(folder, "UserPromptSubmit", monkeypatch, prompt="and now?") == first + 1
    assert fire(folder, "Stop", monkeypatch) > first + 1
    assert len(started) == 2


def test_a_session_is_closed_once_all_of_it_is_read(
    folder: Path, started: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fire(folder, "SessionEnd", monkeypatch) < 2 * TURNS
    assert started
    db = Database(folder / "memory.db", SystemClock())
    with db.reading() as snapshot:
        open_one = sessions.by_client(snapshot, "claude-code", "s1")
    assert open_one is not None
    assert open_one.ended_at is None
    settings = Settings(db_path=db.path)
    while import_spool(db, settings):
        pass
    with db.reading() as snapshot:
        closed = sessions.by_client(snapshot, "claude-code", "s1")
    db.close()
    assert closed is not None
    assert closed.ended_at is not None
    assert sum(captured(folder / "memory.db").values()) == 2 * TURNS


@pytest.mark.external
def test_the_process_apart_reads_all_of_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    monkeypatch.setattr(hooks, "READING_S", 0.0)
    monkeypatch.setattr(hooks, "read_on_apart", lambda one: begun.append(read_on_apart.read_on_apart(one)))
    fire(folder, "Stop", monkeypatch)
    [process] = begun
    assert process is not None
    assert process.wait(120) == 0
    assert sum(captured(folder / "memory.db").values()) == 2 * TURNS
    assert waiting(folder) == []


def test_one_process_is_at_it_and_one_that_was_killed_is_no_hindrance(
    folder: Path, started: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = fire(folder, "Stop", monkeypatch)
    db = Database(folder / "memory.db", SystemClock())
    for ago, read in ((1, first), (3_600, 2 * TURNS)):
        with db.writing("test") as tx:
            meta.put(tx, reading_on._SINCE, tx.now - ago * 1_000_000)
        assert fire(folder, read_on_apart.READ_ON, monkeypatch) == read
    with db.reading() as snapshot:
        assert meta.get(snapshot, reading_on._SINCE) is None
    db.close()
    assert started


def test_a_memory_that_went_away_is_not_made_anew(tmp_path: Path) -> None:
    assert hooks.run([read_on_apart.READ_ON, "--db", str(tmp_path / "gone.db")]) == 0
    assert list(tmp_path.iterdir()) == []


def test_the_end_of_a_session_leaves_reading_to_a_process_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart: list[Settings] = []
    here: list[Path] = []
    monkeypatch.setattr(hooks, "read_on_apart", apart.append)
    monkeypatch.setattr(reading_on, "read_at_an_end", lambda db, _settings, _begun: here.append(db.path))
    fire(tmp_path, "SessionEnd", monkeypatch)
    assert (apart, here) == ([], [])
    for number in range(4):
        fire(
            tmp_path, "UserPromptSubmit", monkeypatch, prompt=f"the port of the service number {number} is 80{number}0"
        )
    fire(tmp_path, "SessionEnd", monkeypatch)
    # None was started, so this one has to.
    assert ([one.db_path for one in apart], here) == ([tmp_path / "memory.db"], [tmp_path / "memory.db"])
