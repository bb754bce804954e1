"""Captured is what was said: conversations of every client, turn by turn through the real hook command."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import apsw
import pytest
from capture_corpus import CLIENTS, NOT_SAID, Conversation, conversation
from replaying import Client, captured


def assert_nothing_else(db: Path) -> None:
    everything = (
        db.read_bytes() + db.with_name(f"{db.name}-wal").read_bytes()
        if db.with_name(f"{db.name}-wal").exists()
        else db.read_bytes()
    )
    for text in NOT_SAID:
        assert text.encode() not in everything


def play(client: str, talk: Conversation, folder: Path, *, turns_a_sitting: int) -> Path:
    """Play a whole conversation: a turn that was interrupted, resumes in place and in new files, a sub-agent."""
    db = folder / "memory.db"
    played = Client(client, talk, folder, db)
    played.start()
    # Two turns before the first reading, as when a turn is interrupted and its hook never runs.
    played.turns_begun += 1
    played.write(played.writer.turn(talk.turns[0]))
    played.use_tools(talk.turns[0])
    for number, turn in enumerate(talk.turns[1:], 1):
        played.play(turn)
        if number % turns_a_sitting == 0:
            played.side()
            # The client is closed and the session resumed.
            played.end()
            if client in {"claude", "codex"} and number % (2 * turns_a_sitting) == 0:
                played.go_on_in_a_new_file()
            played.fire(0, source="resume")
    played.end()
    return db


@pytest.mark.parametrize("client", CLIENTS)
def test_captured_is_what_was_said_and_nothing_else(client: str, tmp_path: Path) -> None:
    talk = conversation("s1", 7, seed=3, huge=100_000)
    db = play(client, talk, tmp_path, turns_a_sitting=3)
    assert captured(db) == Counter(talk.said())
    assert_nothing_else(db)
    with apsw.Connection(str(db)) as connection:
        assert connection.execute("SELECT count(DISTINCT session_uid) FROM item WHERE kind = 'turn'").get == 1


@pytest.mark.slow
@pytest.mark.parametrize("client", CLIENTS)
def test_captured_is_what_was_said_over_a_long_time(client: str, tmp_path: Path) -> None:
    talk = conversation("s1", 220, seed=11, huge=10_000_000)
    assert len(list(talk.said())) > 1_000
    db = play(client, talk, tmp_path, turns_a_sitting=20)
    assert captured(db) == Counter(talk.said())
    assert_nothing_else(db)
