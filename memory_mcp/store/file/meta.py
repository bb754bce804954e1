"""Read and write facts about the file itself, by name: its origin, its model, and the watermarks of derived tables."""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.store.file.database import Snapshot, Transaction

_GET: Final = """
    SELECT value
    FROM meta
    WHERE key = :key
"""
_PUT: Final = """
    INSERT INTO meta (key, value)
    VALUES (:key, :value)
    ON CONFLICT (key) DO UPDATE
    SET value = :value
"""
_REMOVE: Final = """
    DELETE FROM meta
    WHERE key = :key
"""


def get(snapshot: Snapshot, key: str) -> Any:
    """Return the value of a key; None where there is none."""
    return snapshot.value(_GET, {"key": key})


def watermark(snapshot: Snapshot, key: str) -> int:
    """Return how far a watermark has come; 0 before it moved."""
    return int(get(snapshot, key) or 0)


def put(tx: Transaction, key: str, value: str | int | bytes) -> None:
    """Set the value of a key."""
    tx.execute(_PUT, {"key": key, "value": value})


def remove(tx: Transaction, key: str) -> None:
    """Remove a key; one that is not there is no failure."""
    tx.execute(_REMOVE, {"key": key})


def advance(tx: Transaction, key: str, to: int, *, since: int) -> bool:
    """Move a watermark from ``since`` to ``to``; False, and nothing changes, where another process moved it."""
    if watermark(tx, key) != since:
        return False
    put(tx, key, to)
    return True
