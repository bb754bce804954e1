"""Read the times that a caller gives, as people write them: instants, valid periods, and points in both times."""

from __future__ import annotations

from typing import TypeVar

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import FOREVER, AsOf, Instant, Period, parse_time

_Default = TypeVar("_Default", Instant, None)


def instant_given(
    snapshot: Snapshot, text: str | None, field: str, default: _Default, *, is_end: bool = False
) -> Instant | _Default:
    """Return the instant that the parameter ``field`` names, else the default; ``is_end``: a bare date means its end.

    Raises InvalidInputError for what is no time.
    """
    if text is None:
        return default
    return parse_time(text, now=snapshot.now, field=field, end_of_day=is_end)


def as_of_given(snapshot: Snapshot, as_of: str | None, known_at: str | None) -> AsOf:
    """Return the point in both times a read asks about; now where nothing is given.

    Raises InvalidInputError for what is no time.
    """
    return AsOf(
        valid_at=instant_given(snapshot, as_of, "asOf", snapshot.now),
        known_at=instant_given(snapshot, known_at, "knownAt", snapshot.now),
    )


def period_given(snapshot: Snapshot, valid_from: str | None, valid_to: str | None = None) -> Period:
    """Return the valid period of a new fact: from now and for ever where nothing is given.

    Raises InvalidInputError for what is no time, and for an end that does not lie after the start.
    """
    start = instant_given(snapshot, valid_from, "validFrom", snapshot.now)
    end = instant_given(snapshot, valid_to, "validTo", FOREVER, is_end=True)
    if end <= start:
        raise InvalidInputError(
            "validTo must lie after validFrom",
            hint="The end is exclusive; leave it out for an open end.",
            field="validTo",
        )
    return Period(start, end)
