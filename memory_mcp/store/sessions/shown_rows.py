"""Keep which rows a session has been shown, so that it is not shown the same row twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import DAY_US, Instant

_KEPT_US: Final = 30 * DAY_US

_SHOWN: Final = """
    SELECT uid, version
    FROM session_shown
    WHERE session_uid = :session_uid AND shown_at >= :since
"""
_OWN: Final = """
    -- What stands in the row of the lowest id. A statement may be read long after it was said.
    SELECT uid, min(id), iif(kind = 'statement', body, NULL), iif(kind = 'statement', valid_from, recorded_at)
    FROM item
    WHERE session_uid = :session_uid AND kind IN ('statement', 'learning', 'decision')
    GROUP BY uid
"""
_COMPACTED: Final = """
    SELECT coalesce(max(at), -1)
    FROM (
        SELECT valid_from AS at
        FROM item
        WHERE session_uid = :session_uid AND kind = 'turn' AND title = 'compaction'
        UNION ALL
        -- Nobody can tell whether a turn that was erased said so.
        SELECT txn.at
        FROM erasure
        JOIN txn ON txn.id = erasure.txn_id
        WHERE erasure.session_uid = :session_uid AND erasure.kind = 'turn'
    )
"""
_NOTE: Final = """
    INSERT INTO session_shown (session_uid, uid, version, shown_at)
    VALUES (:session_uid, :uid, :version, :now)
    ON CONFLICT (session_uid, uid) DO UPDATE
    SET version = :version, shown_at = :now
"""
_FORGET: Final = """
    DELETE FROM session_shown
    WHERE session_uid = :session_uid
"""
_AGE: Final = """
    DELETE FROM session_shown
    WHERE shown_at < :before
"""


def shown(snapshot: Snapshot, session_uid: str, *, since: Instant = 0) -> dict[str, int]:
    """Return the rows a session was shown from ``since`` on, id to version, at most those of the last month."""
    return dict(snapshot.rows(_SHOWN, {"session_uid": session_uid, "since": since}))


def own(snapshot: Snapshot, session_uid: str) -> list[tuple[str, int, str | None]]:
    """Return what was said or noted in a session itself since it was last compacted, which its context still has.

    It is the id, the first version, and of a statement that version's words. What came before a turn was erased is left
    out too: that turn may have said that the session was compacted.
    """
    asked = {"session_uid": session_uid}
    since = snapshot.value(_COMPACTED, asked)
    return [(uid, version, words) for uid, version, words, at in snapshot.rows(_OWN, asked) if at > since]


def note(tx: Transaction, session_uid: str, versions: Mapping[str, int]) -> None:
    """Record that a session was shown rows, id to version.

    Deletes what any session was shown more than a month ago.
    """
    if versions:
        tx.many(
            _NOTE,
            [
                {"session_uid": session_uid, "uid": uid, "version": version, "now": tx.now}
                for uid, version in versions.items()
            ],
        )
        tx.execute(_AGE, {"before": tx.now - _KEPT_US})


def forget(tx: Transaction, session_uid: str) -> None:
    """Delete what a session was shown: its context was emptied, or the session is gone."""
    tx.execute(_FORGET, {"session_uid": session_uid})
