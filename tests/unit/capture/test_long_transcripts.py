"""A transcript that is too long for the time an event has: its rest waits, and a process of its own reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from capture_corpus import Turn, Writer, lines_of
from replaying import captured

from memory_mcp import hooks
from memory_mcp.capture.events import lease, read_on_apart, reading_on, spooled, transcript_batches
from memory_mcp.capture.events.lease import Lease
from memory_mcp.capture.events.recording import record
from memory_mcp.capture.events.spooled import import_spool
from memory_mcp.capture.events.storing import Source
from memory_mcp.config import Settings
from memory_mcp.store.capture_state import private_marks, transcript_cursors
from memory_mcp.store.capture_state.transcript_cursors import Cursor
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import sessions
from memory_mcp.temporal import ManualClock, SystemClock

TURNS = 300


@pytest.fixture(autouse=True)
def _as_urgent_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    # What a process apart does here is done in this one.
    monkeypatch.setattr(reading_on.os, "nice", lambda _: 0, raising=False)


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
    monkeypatch.setattr(hooks, "payload_of", lambda _note: payload)
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


def other(folder: Path, event: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Handle an event of another session, which has a short transcript."""
    return fire(folder, event, monkeypatch, session_id="s2", transcript_path=str(folder / "s2.jsonl"), source="startup")


@pytest.mark.parametrize("event", ["SessionStart", "Stop", "SessionEnd"])
def test_another_session_waits_for_no_rest_that_a_process_apart_can_read(
    folder: Path, started: list[Settings], monkeypatch: pytest.MonkeyPatch, event: str
) -> None:
    first = fire(folder, "Stop", monkeypatch)

    def begin(settings: Settings) -> object:
        started.append(settings)
        return object()

    monkeypatch.setattr(hooks, "read_on_apart", begin)
    assert other(folder, event, monkeypatch) == first
    assert len(started) >= 2
    assert len(waiting(folder)) == 1
    # Where none can be started, whoever comes by reads on.
    monkeypatch.setattr(hooks, "read_on_apart", lambda _settings: None)
    assert other(folder, event, monkeypatch) > first


def test_a_rest_is_told_of_only_once_nobody_seems_to_read_it(
    folder: Path, started: list[Settings], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fire(folder, "Stop", monkeypatch)
    assert started
    monkeypatch.setattr(hooks, "read_on_apart", lambda _settings: object())
    other(folder, "SessionStart", monkeypatch)
    assert "not in memory" not in capsys.readouterr().out
    [rest] = (folder / "memory.db-spool").glob("*.json")
    an_hour_ago = SystemClock().now() - 3_601_000_000
    rest.rename(rest.with_name(f"{an_hour_ago:020d}{rest.name[20:]}"))
    other(folder, "SessionStart", monkeypatch)
    assert "Memory: 1 captured event not in memory yet." in capsys.readouterr().out


def test_a_rest_counts_like_the_others_where_nothing_can_be_brought_in(
    folder: Path, started: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    fire(folder, "Stop", monkeypatch)
    assert started
    settings, now = Settings(db_path=folder / "memory.db"), SystemClock().now()
    assert spooled.still_waiting(settings, "", now) == ""
    assert "1 captured event not in memory yet (it is full)" in spooled.still_waiting(settings, "it is full", now)


def test_none_is_started_beside_one_that_is_at_it(
    folder: Path, started: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = fire(folder, "Stop", monkeypatch)
    db = Database(folder / "memory.db", SystemClock())
    assert Lease(db).take()
    db.close()
    assert other(folder, "Stop", monkeypatch) == first
    assert len(started) == 1


def test_who_loses_each_batch_to_another_process_leaves_the_rest_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []

    def overtaken(path: Any, at: Any, source: Any, **more: Any) -> Any:
        # What another process does between the look at the transcript and the write lock.
        batch = next_batch(path, at, source, **more)
        batches.append(len(batch.said))
        with db.writing("other") as tx:
            transcript_cursors.advance(
                tx, str((folder / "s1.jsonl").resolve()), Cursor({}, offset=len(batches), size=9)
            )
        return batch

    def is_time_up() -> bool:
        # The lease of a process apart is renewed here.
        with db.writing("lease") as tx:
            meta.put(tx, "renewed", tx.now)
        return len(batches) > 1

    db = Database(folder / "memory.db", SystemClock())
    next_batch = transcript_batches.next_batch
    monkeypatch.setattr(transcript_batches, "next_batch", overtaken)
    source = Source("claude-code", "s1")
    is_read = transcript_batches.read_transcript(
        db, source, folder / "s1.jsonl", actor="hook", ends_turn=True, is_time_up=is_time_up
    )
    db.close()
    assert (is_read, len(batches)) == (False, 2)


@pytest.mark.external
def test_the_process_apart_loads_nothing_of_the_folder_it_is_started_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "memory_mcp"
    theirs.mkdir()
    (theirs / "__init__.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()")
    (tmp_path / "json.py").write_text((theirs / "__init__.py").read_text())
    monkeypatch.chdir(tmp_path)
    process = read_on_apart.read_on_apart(Settings(db_path=tmp_path / "gone.db"))
    assert process is not None
    assert process.wait(60) == 0
    assert not (tmp_path / "ran").exists()


def test_a_session_that_was_resumed_meanwhile_is_not_ended_by_its_end_from_before(
    folder: Path, started: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    fire(folder, "SessionEnd", monkeypatch)
    assert started
    said = "the port is 8080 and <private>the code word is zebrafink</private>"
    fire(folder, "UserPromptSubmit", monkeypatch, prompt=said)
    assert fire(folder, read_on_apart.READ_ON, monkeypatch) == 2 * TURNS + 1
    db = Database(folder / "memory.db", SystemClock())
    with db.reading() as snapshot:
        [session] = snapshot.rows("SELECT ended_at FROM session")
        marks = private_marks.in_force(snapshot, "claude-code", "s1")
        waits = snapshot.rows("SELECT waits_until FROM pending_turn")
    db.close()
    assert session == (None,)
    assert len(marks) == 1
    # Its prompt still waits for its line.
    assert [until is not None for (until,) in waits] == [True]


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
    for ago, read in ((1, first), (61, 2 * TURNS)):
        with db.writing("test") as tx:
            meta.put(tx, "read_on_apart_owner", "another")
            meta.put(tx, "read_on_apart_since", tx.now - ago * 1_000_000)
        assert fire(folder, read_on_apart.READ_ON, monkeypatch) == read
    with db.reading() as snapshot:
        assert not lease.is_taken(snapshot)
        assert meta.get(snapshot, "read_on_apart_owner") is None
    db.close()
    assert started


def test_who_works_for_long_keeps_others_away(tmp_path: Path) -> None:
    clock = ManualClock(1_800_000_000_000_000)
    db = Database(tmp_path / "memory.db", clock)
    long_one, other_one = Lease(db), Lease(db)
    assert long_one.take()
    for _ in range(30):
        clock.advance(seconds=50)
        assert not long_one.is_lost()
        assert not other_one.take()
    long_one.give_back()
    assert other_one.take()
    db.close()


def test_who_was_taken_over_stops_and_leaves_the_other_at_work(
    folder: Path, started: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = fire(folder, "Stop", monkeypatch)
    assert started
    clock = ManualClock(SystemClock().now())
    db, other_db = Database(folder / "memory.db", clock), Database(folder / "memory.db", clock)
    mine, successor = record, Lease(other_db)

    def record_late(*arguments: Any, **more: Any) -> bool:
        # What a machine that sleeps does to a process.
        clock.advance(seconds=61)
        assert successor.take()
        return mine(*arguments, **more)

    monkeypatch.setattr(spooled, "record", record_late)
    reading_on.read_all_that_waits(db, Settings(db_path=db.path, embed_disabled=True))
    assert first < sum(captured(folder / "memory.db").values()) < 2 * TURNS
    assert len(waiting(folder)) == 1
    assert reading_on.is_at_work(db)
    assert not successor.is_lost()
    db.close()
    other_db.close()


def test_the_process_apart_loads_no_model_where_an_option_says_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[dict[str, str]] = []
    monkeypatch.setattr("subprocess.Popen", lambda _command, *, env, **_more: given.append(env))
    monkeypatch.delenv("MEMORY_EMBED_DISABLED", raising=False)
    for is_disabled in (True, False):
        read_on_apart.read_on_apart(Settings(db_path=tmp_path / "memory.db", embed_disabled=is_disabled))
    assert [env.get("MEMORY_EMBED_DISABLED") for env in given] == ["1", None]


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
