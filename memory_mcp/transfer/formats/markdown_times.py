"""Read the times of a markdown page: since when and until when something held, and when it was archived or pinned."""

from __future__ import annotations

import re
from typing import Final

from memory_mcp.store.facts.lifecycle import State
from memory_mcp.temporal import DAY_US, Instant, Period
from memory_mcp.transfer.formats.front_matter import Fields
from memory_mcp.transfer.model.values import Reader, instant

_DATES: Final = ("date", "created", "createdAt")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


def date(reader: Reader, head: Fields, where: str) -> Instant:
    """Return since when a page says what it says, now where it does not tell; the report hears of what is no time."""
    for key in _DATES:
        if text := head.text(key):
            at = instant(text)
            if at is not None:
                return min(at, reader.now)
            reader.report.note(where, f"{key} is no time: {text[:60]!r}")
    return reader.now


def since(reader: Reader, head: Fields) -> Instant:
    """Return since when a page says what it says, now where it does not tell."""
    given = (instant(text) for key in _DATES if (text := head.text(key)))
    return next((min(at, reader.now) for at in given if at is not None), reader.now)


def period(reader: Reader, head: Fields, at: Instant) -> Period:
    """Return from when to when a page says that something held: to the end of the day that it names, or until now."""
    end = _told_time(head, "until")
    if end is None:
        return Period(at)
    if _DAY.fullmatch(head.text("until")):
        last = end + DAY_US - 1
        end = reader.now if end <= reader.now < last else last
    return Period(min(at, end - 1), end)


def state(reader: Reader, head: Fields) -> State | None:
    """Return the state of what a page says was archived or pinned, from the beginning of a day on, else None."""
    told = (_told_time(head, "archived"), _told_time(head, "pinned"))
    archived, pinned = (None if at is None else min(at, reader.now) for at in told)
    if archived is None and pinned is None:
        return None
    times = (archived or 0, pinned or 0)
    return State(
        archived_at=archived, pinned=pinned is not None, changed_at=max(times), archive_changed_at=times[0],
        pin_changed_at=times[1],
    )  # fmt: skip


def _told_time(head: Fields, key: str) -> Instant | None:
    """Return a time that a page says; what is none counts as not taken."""
    if (at := instant(head.text(key))) is None:
        head.leave(key)
    return at
