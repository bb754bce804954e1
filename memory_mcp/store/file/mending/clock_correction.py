"""Transaction times that rise whatever the clock does, and the clock's own errors taken out of them again.

A transaction time is a hybrid logical clock in one integer: the machine's time, or one microsecond after the newest
transaction where that is later (Kulkarni, Demirbas, Madappa, Avva and Leone 2014, "Logical Physical Clocks and
Consistent Snapshots in Globally Distributed Databases", algorithm and section on bounded drift). What the clock said
is kept beside it. A clock that was days ahead and went back would pull all later times along: as that paper lets a
node drop a time that is out of bounds, the jump is taken out of the times behind it, in their order.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import apsw

from memory_mcp.temporal import DAY_US, HOUR_US, Instant

_SLACK: Final = HOUR_US
# A clock before this program was written is wrong itself, and says nothing of others: 2026-01-01.
_NO_CLOCK_BEFORE: Final = 1_767_225_600_000_000
# Without being asked, only where the jump is many times as long as what was written behind it: the times between two
# pauses in a year of use are right, and it is the clock now that is behind.
_EVIDENT: Final = 10

_LAST: Final = """
    SELECT max(at)
    FROM txn
"""
_JUMPS: Final = """
    SELECT at, earlier
    FROM (
        SELECT at, lag(at) OVER (ORDER BY at) AS earlier
        FROM txn
        WHERE at >= coalesce((SELECT max(at) FROM txn WHERE at <= :bound), 0)
    )
    WHERE at > :bound AND (earlier IS NULL OR at - earlier > :day)
    ORDER BY at DESC
"""
_BEHIND: Final = """
    SELECT count(*), max(at)
    FROM txn
    WHERE at >= :at
"""
_TAKE_OUT: Final = """
    -- The trigger clock_shift_apply moves the times.
    INSERT INTO clock_shift (jump_at, length, since, at)
    VALUES (:at, :length, :since, :now)
"""


class Jump(NamedTuple):
    """A step of the clock that it took back later: the first time behind it, its length, and the transactions."""

    at: Instant
    length: int
    transactions: int
    last: Instant


def last_time(connection: apsw.Connection) -> Instant:
    """Return the newest transaction time, 0 in a new file."""
    last: Instant | None = connection.execute(_LAST).get
    return last or 0


def jumps_ahead(connection: apsw.Connection, reading: Instant, *, is_asked: bool = False) -> list[Jump]:
    """Return what to take out of the times, latest first, so that none is ahead of the clock's ``reading``.

    Empty where nothing is, or where the clock is as likely to be wrong: no jump explains the distance, or more was
    written behind it than one would under a wrong clock. ``is_asked``: somebody says that the clock is right.
    """
    newest, found = last_time(connection), list[Jump]()
    written_until = newest
    if newest <= reading + DAY_US or reading < _NO_CLOCK_BEFORE:
        return []
    jumps: list[Any] = connection.execute(_JUMPS, {"bound": reading + DAY_US, "day": DAY_US}).fetchall()
    for at, earlier in jumps:
        length = newest - reading + 1 if earlier is None else at - earlier - 1
        if length <= (1 if is_asked else _EVIDENT) * (written_until - at):
            return []
        behind: list[Any] = connection.execute(_BEHIND, {"at": at}).fetchall()
        found.append(Jump(at, length, *behind[0]))
        newest -= length
        if newest <= reading + DAY_US:
            return found
    return []


def take_out(connection: apsw.Connection, jumps: list[Jump], now: Instant) -> None:
    """Move the times behind each jump back by its length, inside a write; what the clock said stays in ``txn``."""
    for jump in jumps:
        connection.execute(_TAKE_OUT, {"at": jump.at, "length": jump.length, "since": jump.at - _SLACK, "now": now})
