"""A throttle: do something at most once in a while."""

from __future__ import annotations

from memory_mcp.temporal import Clock, Instant


class Every:
    """A stretch of time between two looks at something, in microseconds. The first look is due at once."""

    def __init__(self, clock: Clock, us: int) -> None:
        self._clock = clock
        self._us = us
        self._noted_at: Instant | None = None

    def is_due(self) -> bool:
        """Whether so much time went by since the last look, or the clock was set back behind it."""
        return self._noted_at is None or not 0 <= self._clock.now() - self._noted_at < self._us

    def note(self) -> None:
        """Note that somebody looked just now."""
        self._noted_at = self._clock.now()
