"""Half-open periods of time, and points in both times."""

from __future__ import annotations

from typing import NamedTuple

from memory_mcp.errors import InvalidInputError
from memory_mcp.temporal.instants import BEGINNING, FOREVER, LATEST, Instant, format_instant


class _Bounds(NamedTuple):
    start: Instant
    end: Instant


class Period(_Bounds):
    """A stretch of time ``[start, end)``; an open end is FOREVER. An empty one raises InvalidInputError."""

    __slots__ = ()

    def __new__(cls, start: Instant, end: Instant = FOREVER) -> Period:  # noqa: PYI034 - no class is made of it
        """Check the bounds: the years 1 to 9999, the end after the start."""
        if not BEGINNING <= start <= LATEST or (end > LATEST and end != FOREVER):
            raise InvalidInputError(
                f"a period outside the years 1 to 9999: [{start}, {end})", hint="an open end is null"
            )
        if start >= end:
            raise InvalidInputError(
                f"an empty period: it starts {format_instant(start)} and ends {format_instant(end)}",
                hint="the end is exclusive and has to lie after the start",
            )
        return super().__new__(cls, start, end)

    def contains(self, instant: Instant) -> bool:
        """Say whether the instant lies inside; the end does not."""
        return self.start <= instant < self.end

    def overlaps(self, other: Period) -> bool:
        """Say whether the two share an instant; periods that only meet do not."""
        return self.start < other.end and other.start < self.end

    def minus(self, other: Period) -> tuple[Period, ...]:
        """Return what is left of this period without the other: none, one or two pieces in order."""
        if not self.overlaps(other):
            return (self,)
        before = (Period(self.start, other.start),) if self.start < other.start else ()
        after = (Period(other.end, self.end),) if other.end < self.end else ()
        return before + after


class AsOf(NamedTuple):
    """A point in both times: what was true at ``valid_at``, as this memory believed it at ``known_at``."""

    valid_at: Instant
    known_at: Instant
