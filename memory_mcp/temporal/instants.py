"""Instants: integers of microseconds since 1970-01-01T00:00:00Z, and how they are written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final, TypeAlias

from memory_mcp.errors import InvalidInputError

Instant: TypeAlias = int
"""Microseconds since 1970-01-01T00:00:00Z."""

FOREVER: Final[Instant] = 2**63 - 1
"""The end of what has no end."""

BEGINNING: Final[Instant] = -62_135_596_800_000_000
"""0001-01-01T00:00:00Z, the first instant that can be written as a date."""

LATEST: Final[Instant] = 253_402_300_799_999_999
"""9999-12-31T23:59:59.999999Z, the last instant that can be written as a date."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)
HOUR_US: Final = 3_600_000_000
DAY_US: Final = 24 * HOUR_US
WEEK_US: Final = 7 * DAY_US
"""Microseconds of an hour, a day and a week without a change of clocks."""


@lru_cache(1_024)  # rows that were written together have their times in common
def format_instant(instant: Instant | None) -> str | None:
    """Write an instant as ISO 8601 in UTC with microseconds, ``2026-03-01T09:30:00.000000Z``; FOREVER is None.

    None, a time that is missing, stays None. Raises InvalidInputError for an instant outside the years 1 to 9999.
    """
    if instant is None or instant == FOREVER:
        return None
    if not BEGINNING <= instant <= LATEST:
        raise InvalidInputError(f"an instant outside the years 1 to 9999: {instant}", hint="an open end is null")
    return moment_of(instant).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def utc_day(instant: Instant) -> str:
    """Return the instant's date in UTC, ``2026-03-01``; instants beyond year 9999 raise InvalidInputError."""
    return (format_instant(min(instant, LATEST)) or "")[:10]


_GAP_UNITS: Final = (
    (365 * 86_400, "year"), (30 * 86_400, "month"), (86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"),
)  # fmt: skip


def describe_gap(microseconds: int) -> str:
    """Describe a length of time by its largest whole unit, in either direction: '3 days', '1 hour'."""
    seconds = abs(microseconds) // 1_000_000
    for length, unit in _GAP_UNITS:
        if seconds >= length:
            count = seconds // length
            return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
    return "less than a second"


def moment_of(instant: Instant) -> datetime:
    """Return the instant as a datetime in UTC."""
    return EPOCH + timedelta(microseconds=instant)
