"""The network's readings in their order: what words took for ends, what turns say about how to work, what they end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from memory_mcp.store.contradictions import endings_read, stated, words_ends_read
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import statements_read
from memory_mcp.store.sessions.statements_read import ReadsStatements

_AT_ONCE: Final = 2
"""Turns that are read before somebody who waits is asked again whether there is time."""


def is_waiting(db: Database) -> bool:
    """Whether a turn that rules have looked through, or an end that they made, was not read yet. Raises BusyError."""
    return words_ends_read.is_waiting(db) or statements_read.is_waiting(db) or endings_read.is_waiting(db)


def step(db: Database, reader: ReadsStatements, most: int = _AT_ONCE) -> bool:
    """Read the next ends, or up to ``most`` turns one way or the other; whether there may be more. Raises BusyError."""
    if words_ends_read.is_waiting(db):
        words_ends_read.catch_up(db, reader)
        # What holds again is weighed here against what was said since, and not while the next session starts.
        while stated.step(db):
            pass
        return True
    if statements_read.is_waiting(db):
        statements_read.catch_up(db, reader, most)
        return True
    return endings_read.catch_up(db, reader, most)


def read_all(db: Database, reader: ReadsStatements, is_late: Callable[[], bool] = lambda: False) -> None:
    """Read what waits until there is nothing left, or it ``is_late``. Raises BusyError."""
    while not is_late() and step(db, reader):
        pass
