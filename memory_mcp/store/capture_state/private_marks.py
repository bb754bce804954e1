"""Keep keyed hashes of a session's private parts, never a word of them, for as long as the session goes on."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final

from memory_mcp.store.file.database import Snapshot, Transaction

MARK_BYTES: Final = 8
_KEY_BYTES: Final = 16

_FIND: Final = """
    SELECT key, marks, is_open
    FROM session_private
    WHERE client = :client AND client_session = :session
"""
_FIND_ALL: Final = """
    SELECT client_session
    FROM session_private
    WHERE client = :client AND length(marks) > 0 AND :session IN ('', client_session)
    ORDER BY client_session
"""
_KEEP: Final = """
    INSERT INTO session_private (client, client_session, key, marks, is_open, changed_at)
    VALUES (:client, :session, :key, :marks, :is_open, :now)
    ON CONFLICT (client, client_session) DO UPDATE
    SET marks = :marks, is_open = :is_open, changed_at = :now
"""
# A session that was never ended is forgotten with the first that keeps something a week later.
_FORGET_OLD: Final = "DELETE FROM session_private WHERE changed_at < :now - 7 * 24 * 3600 * 1000000"
_FORGET: Final = """
    DELETE FROM session_private
    WHERE (client, client_session) IN (SELECT client, client_session FROM session WHERE uid = :uid)
"""


class Marks:
    """The key of a session, the hashes under it, and whether its last prompt left a private part open."""

    def __init__(self, key: bytes = b"", marks: Iterable[bytes] = (), *, is_open: bool = False) -> None:
        self.key = key or os.urandom(_KEY_BYTES)
        self.marks = set(marks)
        self.is_open = is_open


def load(snapshot: Snapshot, client: str, session: str) -> Marks:
    """Return what is remembered of a client's session; new marks where nothing is."""
    for row in snapshot.rows(_FIND, {"client": client, "session": session}):
        key, whole, is_open = row
        marks = {whole[start : start + MARK_BYTES] for start in range(0, len(whole), MARK_BYTES)}
        return Marks(key, marks, is_open=bool(is_open))
    return Marks()


def in_force(snapshot: Snapshot, client: str, session: str) -> list[Marks]:
    """Return the marks of a client's session; where it is not known (empty), those of all its sessions going on."""
    found = snapshot.rows(_FIND_ALL, {"client": client, "session": session})
    return [load(snapshot, client, name) for (name,) in found]


def keep(tx: Transaction, client: str, session: str, marks: Marks) -> None:
    """Remember the marks of a client's session, and forget those of sessions that went quiet a week ago."""
    tx.execute(
        _KEEP,
        {
            "client": client, "session": session, "key": marks.key, "marks": b"".join(sorted(marks.marks)),
            "is_open": int(marks.is_open), "now": tx.now,
        },
    )  # fmt: skip
    tx.execute(_FORGET_OLD, {"now": tx.now})


def forget(tx: Transaction, session_uid: str) -> None:
    """Forget the marks of a session that ended."""
    tx.execute(_FORGET, {"uid": session_uid})
