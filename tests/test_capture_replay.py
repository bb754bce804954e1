"""Captured is what was said: conversations of every client, turn by turn through the real hook command."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import apsw
import pytest
from capture_corpus import CLIENTS, NOT_SAID, Conversation, conversation
from replaying import Client, captured


def expected(client: str, talk: Conversation) -> Counter[tuple[str, str]]:
    """Return what has to be there; Gemini CLI and Cursor leave no mark of a compaction in their transcripts."""
    said = Counter(talk.said())
    if client in {"gemini", "cursor"}:
        del said["tool", "[the conversation was compacted]"]
    return said


def assert_nothing_else(db: Path) -> None:
    everything = (
        db.read_bytes() + db.with_name(f"{db.name}-wal").read_bytes()
        if db.with_name(f"{db.name}-wal").exists()
        else db.read_bytes()
    )
    for text in NOT_SAID:
        assert text.encode() not in everything


@pytest.mark.parametrize("client", CLIENTS)
def test_captured_is_what_was_said_and_nothing_else(client: str, tmp_path: Path) -> None:
    talk = conversation("s1", 9, seed=3)
    db = tmp_path / "memory.db"
    played = Client(client, talk, tmp_path, db)
    played.start()
    # Several turns between two readings, as when a turn is interrupted and its hook never runs.
    for turn in talk.turns[:6]:
        played.turns_begun += 1
        played.write(played.writer.turn(turn))
    played.end_turn(talk.turns[5])
    for turn in talk.turns[6:]:
        played.play(turn)
    played.end()
    assert captured(db) == expected(client, talk)
    assert_nothing_else(db)
    with apsw.Connection(str(db)) as connection:
        assert connection.execute("SELECT count(*), count(ended_at) FROM session").get == (1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("client", CLIENTS)
def test_captured_is_what_was_said_over_a_long_time(client: str, tmp_path: Path) -> None:
    talk = conversation("s1", 220, seed=11)
    db = tmp_path / "memory.db"
    played = Client(client, talk, tmp_path, db)
    played.start()
    for number, turn in enumerate(talk.turns):
        played.play(turn)
        if number % 20 == 19:
            # The client is closed and the session resumed.
            played.end()
            played.fire(0, source="resume")
    played.end()
    assert sum(expected(client, talk).values()) > 1_000
    assert captured(db) == expected(client, talk)
    assert_nothing_else(db)
