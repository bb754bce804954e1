"""Half-open periods of time, and points in both times."""

from __future__ import annotations

from dataclasses import dataclass

from memory_mcp.errors import InvalidInputError
from memory_mcp.temporal.instants import BEGINNING, FOREVER, LATEST, Instant, format_instant


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of time ``[start, end)``; an open end is FOREVER. An empty one raises InvalidInputError."""

    start: Instant
    end: Instant = FOREVER

    def __post_init__(self) -> None:
        if not BEGINNING <= self.start <= LATEST or (self.end > LATEST and self.end != FOREVER):
            raise InvalidInputError(
                f"a period outside the years 1 to 9999: [{self.start}, {self.end})", hint="an open end is null"
            )
        if self.start >= self.end:
            raise InvalidInputError(
                f"an empty period: it starts {format_instant(self.start)} and ends {format_instant(self.end)}",
                hint="the end is exclusive and has to lie after the start",
            )

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


@dataclass(frozen=True, slots=True)
class AsOf:
    """A point in both times: what was true at ``valid_at``, as this memory believed it at ``known_at``."""

    valid_at: Instant
    known_at: Instant
