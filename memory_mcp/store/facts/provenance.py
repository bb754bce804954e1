"""Tell where a row comes from: who wrote each version of a fact, and what it replaced."""

from __future__ import annotations

from typing import Final, NamedTuple

from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import DAY_US, Instant

_LONGEST_CHAIN: Final = 50
_WRITERS: Final = """
    SELECT txn.id, txn.actor, txn.origin, txn.session_uid,
           iif(abs(txn.clock_at - txn.at) > :day, txn.clock_at, NULL)
    FROM txn
    WHERE txn.id IN (SELECT txn_id FROM item WHERE uid = :uid)
"""
_CHAIN: Final = """
    -- Circles are refused when they are made; a merge may bring one, so the way is bounded.
    WITH RECURSIVE earlier (uid, step) AS (
        VALUES (:uid, 0)
        UNION
        SELECT change.uid, earlier.step - 1
        FROM earlier
        JOIN change ON change.superseded_by = earlier.uid AND change.verb = 'supersede'
        JOIN txn ON txn.id = change.txn_id
        WHERE earlier.step > -:most AND txn.at <= :known_at
    ), later (uid, step) AS (
        VALUES (:uid, 0)
        UNION
        SELECT change.superseded_by, later.step + 1
        FROM later
        JOIN change ON change.uid = later.uid AND change.verb = 'supersede' AND change.superseded_by IS NOT NULL
        JOIN txn ON txn.id = change.txn_id
        WHERE later.step < :most AND txn.at <= :known_at
    )
    SELECT uid
    FROM (
        SELECT uid, step
        FROM earlier
        UNION
        SELECT uid, step
        FROM later
    )
    GROUP BY uid
    ORDER BY min(step), uid
    LIMIT :most
"""


class Writer(NamedTuple):
    """Who wrote a version: the tool, hook or import, in which memory, in which session.

    ``clock_at``: what the clock said then, where that is more than a day from when it was; else None.
    """

    actor: str
    origin: str
    session_uid: str | None
    clock_at: Instant | None


def writers(snapshot: Snapshot, uid: str) -> dict[int, Writer]:
    """Return who wrote the versions of a fact, by the number of the transaction."""
    return {row[0]: Writer(*row[1:]) for row in snapshot.rows(_WRITERS, {"uid": uid, "day": DAY_US})}


def chain(snapshot: Snapshot, uid: str, *, known_at: Instant) -> list[str]:
    """Return what a fact replaced, the fact, and what replaced it, as known at ``known_at``: oldest first."""
    return [one for (one,) in snapshot.rows(_CHAIN, {"uid": uid, "known_at": known_at, "most": _LONGEST_CHAIN})]
