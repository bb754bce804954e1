"""Time as integers: instants, half-open periods, the clock, and the ways people write a time.

An instant is a number of microseconds since 1970-01-01T00:00:00Z. An open end is FOREVER, never None. Nothing
else in this package reads the clock.
"""

from memory_mcp.temporal.clock import Clock, ManualClock, SystemClock
from memory_mcp.temporal.instants import (
    BEGINNING,
    DAY_US,
    EPOCH,
    FOREVER,
    HOUR_US,
    LATEST,
    MICROSECOND,
    WEEK_US,
    Instant,
    describe_gap,
    format_instant,
    utc_day,
)
from memory_mcp.temporal.parsing import parse_time
from memory_mcp.temporal.periods import AsOf, Period
from memory_mcp.temporal.relative import relative_days
from memory_mcp.temporal.words import month_names

__all__ = [
    "BEGINNING",
    "DAY_US",
    "EPOCH",
    "FOREVER",
    "HOUR_US",
    "LATEST",
    "MICROSECOND",
    "WEEK_US",
    "AsOf",
    "Clock",
    "Instant",
    "ManualClock",
    "Period",
    "SystemClock",
    "describe_gap",
    "format_instant",
    "month_names",
    "parse_time",
    "relative_days",
    "utc_day",
]
