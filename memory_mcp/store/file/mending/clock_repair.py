"""Find the times that a wrong clock left in a file, and correct them once somebody says that the clock is right now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.file.mending.clock_correction import Jump, jumps_ahead, take_out
from memory_mcp.temporal import DAY_US, Instant

_STATE: Final = """
    SELECT coalesce(max(at), 0),
           (SELECT count(*) FROM txn WHERE abs(clock_at - at) > :day),
           (SELECT max(abs(clock_at - at)) FROM txn)
    FROM txn
"""
# A weekend, a holiday or months without a client are no sign of a wrong clock.
_SUSPICIOUS: Final = 365 * DAY_US
_LAST_JUMP: Final = """
    -- Long ago is over: the newest thousand transactions.
    SELECT at, at - earlier
    FROM (
        SELECT at, lag(at) OVER (ORDER BY at) AS earlier
        FROM (SELECT at FROM txn ORDER BY at DESC LIMIT 1000)
    )
    WHERE at - earlier > :least
    ORDER BY at DESC
    LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class ClockState:
    """How the times of a file stand to the clock; lengths in microseconds.

    ``ahead``: how far the newest time is ahead of the clock, 0 within a day. ``told_wrong`` transactions keep a time of
    the clock that is more than a day from their own, at most ``furthest``. ``jump``: the last step of more than a year
    between two transactions, at ``jump_at``, as long as not more than a tenth as much was written since; else 0.
    """

    newest: Instant
    ahead: int
    told_wrong: int
    furthest: int
    jump: int = 0
    jump_at: Instant = 0


def clock_state(snapshot: Snapshot, reading: Instant) -> ClockState:
    """Say how the times stand to what the clock says, ``reading``."""
    newest, told_wrong, furthest = snapshot.rows(_STATE, {"day": DAY_US})[0]
    ahead = newest - reading
    jump_at, jump = snapshot.row(_LAST_JUMP, {"least": _SUSPICIOUS}) or (0, 0)
    is_new = jump > 10 * (newest - jump_at)
    return ClockState(
        newest,
        ahead if ahead > DAY_US else 0,
        told_wrong,
        furthest or 0,
        jump if is_new else 0,
        jump_at if is_new else 0,
    )


def planned(db: Database) -> list[Jump]:
    """Return what ``repair`` would take out, latest first; empty where no jump explains times ahead of the clock."""
    with db.connection() as connection:
        return jumps_ahead(connection, db.clock.now(), is_asked=True)


def repair(db: Database) -> list[Jump]:
    """Take out all times ahead of the clock, which somebody says is right, and return the jumps, latest first."""
    jumps = planned(db)
    with db.writing("repair") as tx, db.connection() as connection:
        # What is evident went when the write began.
        take_out(connection, jumps_ahead(connection, db.clock.now(), is_asked=True), tx.now)
    return jumps
