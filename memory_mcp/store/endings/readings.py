"""Run the network's readings in their order: check the ends that words found, read new turns, find what they end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from memory_mcp.store.endings import by_reading, by_words, taken_back
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import turn_reading
from memory_mcp.store.sessions.turn_reading import ReadsStatements

_AT_ONCE: Final = 2
"""Turns that are read before somebody who waits is asked again whether there is time."""


def is_waiting(db: Database) -> bool:
    """Whether a turn that rules have looked through, or an end that they made, was not read yet. Raises BusyError."""
    return taken_back.is_waiting(db) or turn_reading.is_waiting(db) or by_reading.is_waiting(db)


def is_work_left(db: Database) -> bool:
    """Whether there is anything to be read: what is only passed over needs no network. Raises BusyError."""
    with db.reading() as snapshot:
        if taken_back.is_any(snapshot):
            return True
    return turn_reading.are_waiting(db, 1) or by_reading.is_any_left(db)


def step(db: Database, reader: ReadsStatements, most: int = _AT_ONCE) -> bool:
    """Read the next ends, or up to ``most`` turns one way or the other; whether there may be more. Raises BusyError."""
    if taken_back.is_waiting(db):
        taken_back.catch_up(db, reader)
        # What holds again is weighed here against what was said since, and not while the next session starts.
        while by_words.step(db):
            pass
        return True
    if turn_reading.is_waiting(db):
        turn_reading.catch_up(db, reader, most)
        return True
    return by_reading.catch_up(db, reader, most)


def read_all(db: Database, reader: ReadsStatements, is_late: Callable[[], bool] = lambda: False) -> None:
    """Read what waits until there is nothing left, or it ``is_late``. Raises BusyError."""
    while not is_late() and step(db, reader):
        pass
