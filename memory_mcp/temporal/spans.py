"""Calendar spans: what a text about time denotes, and the distance from one span to the next."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from memory_mcp.temporal.instants import EPOCH, FOREVER, MICROSECOND, Instant

_MONTHS: Final = {"month": 1, "quarter": 3, "year": 12}


class Span(NamedTuple):
    """What a text denotes: an instant (no unit), or a whole day, week, month, quarter or year."""

    start: datetime
    unit: str = ""

    def first(self) -> Instant:
        """Return where it begins."""
        return (self.start - EPOCH) // MICROSECOND

    def last(self) -> Instant:
        """Return the first instant after it, which for an instant is itself; FOREVER after the year 9999."""
        if not self.unit:
            return self.first()
        try:
            return Span(shift(self.start, 1, self.unit)).first()
        except (OverflowError, ValueError):
            return FOREVER


def shift(moment: datetime, count: int, unit: str) -> datetime:
    """Move by a count of units, back where it is negative; months keep their day where they have it.

    Raises OverflowError or ValueError outside the years 1 to 9999.
    """
    if unit in _MONTHS:
        return _add_months(moment, _MONTHS[unit] * count)
    return moment + timedelta(**{f"{unit}s": count})


def begin(moment: datetime, unit: str) -> datetime:
    """Return the midnight at which the day, week, month, quarter or year around a moment begins; weeks on Monday."""
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if unit in _MONTHS:
        months = _MONTHS[unit]
        return midnight.replace(month=(moment.month - 1) // months * months + 1, day=1)
    return midnight - timedelta(days=midnight.weekday() if unit == "week" else 0)


def _add_months(moment: datetime, months: int) -> datetime:
    """Move by calendar months; the 31st becomes the last day of a shorter month."""
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    first = moment.replace(year=year, month=month + 1, day=1)
    last_day = 31 if month == 11 else (first.replace(month=month + 2) - timedelta(days=1)).day  # noqa: PLR2004 - December
    return first.replace(day=min(moment.day, last_day))
