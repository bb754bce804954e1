"""The clock: the only place in this package that reads the time of day; and one that tests move by hand."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Protocol

from memory_mcp.temporal.instants import MICROSECOND, Instant


class Clock(Protocol):
    """Where "now" comes from."""

    def now(self) -> Instant:
        """Return the present instant; two calls may return the same, and a later call an earlier one."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> Instant:
        """Return the machine's time."""
        return time.time_ns() // 1000


class ManualClock:
    """A clock moved by hand, also backwards; it stands still otherwise."""

    def __init__(self, start: Instant = 0) -> None:
        self.instant = start

    def now(self) -> Instant:
        """Return the instant it was set to."""
        return self.instant

    def set(self, instant: Instant) -> None:
        """Move to the instant, in either direction."""
        self.instant = instant

    def advance(self, *, days: float = 0, hours: float = 0, seconds: float = 0, microseconds: int = 0) -> Instant:
        """Move by a stretch of time (negative: backwards) and return the new instant."""
        self.instant += timedelta(days=days, hours=hours, seconds=seconds, microseconds=microseconds) // MICROSECOND
        return self.instant
