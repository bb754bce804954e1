"""Read a time as people and programs write it: ISO 8601, a date, or plain words."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from memory_mcp.errors import InvalidInputError
from memory_mcp.temporal.instants import Instant, moment_of
from memory_mcp.temporal.relative import read_relative
from memory_mcp.temporal.spans import Span
from memory_mcp.temporal.words import TimeWords, before_time, date_key, languages, split

_EXAMPLES: Final = (
    "for example 2026-03-01, 2026-03-01T09:30:00Z, 'yesterday', '3 days ago', 'last week' or '8 May 2026'; "
    "words in English, German, Spanish, French, Italian, Dutch or Portuguese"
)
_LONGEST_TIME_TEXT: Final = 100


def parse_time(text: str, *, now: Instant, field: str, end_of_day: bool = False) -> Instant:
    """Read a time as people and programs write it: ISO 8601, a date, or plain words.

    Words may be English, German, Spanish, French, Italian, Dutch or Portuguese. Without a zone it is UTC. A day,
    month or year, and this week, means its first instant, or with ``end_of_day`` (what an exclusive upper bound
    wants) the first instant after it; after year 9999 that is FOREVER. 3 days ago and last week are instants.
    ``field`` is the parameter the text came in. Raises InvalidInputError for whatever cannot be read, never guesses:
    05/08/2026 is one day to some and another to others.
    """
    folded = date_key(text) if len(text) <= _LONGEST_TIME_TEXT else ""
    try:
        span = _read_instant(folded, moment_of(now)) or _read_day(folded, moment_of(now))
        if span is not None:
            return span.last() if end_of_day else span.first()
        reason = "not a time"
    except OverflowError:
        reason = "outside the years 1 to 9999"
    except ValueError as exc:
        reason = f"no such time ({exc})"
    shown = text if len(text) <= _LONGEST_TIME_TEXT else text[:_LONGEST_TIME_TEXT] + "..."
    raise InvalidInputError(f"{field}: {reason}: {shown!r}", hint=_EXAMPLES, field=field)


# Patterns are compiled when first used (re keeps them): most processes import this module and parse nothing.
_ZONE: Final = r"(?P<zone>\s*(?:z|(?:utc|gmt)?[+-][0-9]{2}(?::?[0-9]{2})?|utc|gmt))?"
_TIME: Final = (
    r"(?P<hour>[0-9]{1,2})(?::(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]+))?)?)?"
    r"(?:\s*(?P<half>[ap])\.?m\.?)?"
)
_DATE_THEN_TIME: Final = r"(?P<day>.+?)(?:(?<=[0-9])t|\s*,\s*|(?P<space>\s+))" + _TIME + _ZONE
_TIME_THEN_DATE: Final = _TIME + r"(?:\s*,\s*|\s+on\s+|\s+)(?P<day>[^:]+?)" + _ZONE
_COMPACT: Final = (
    r"(?P<day>[0-9]{8})t(?P<hour>[0-9]{2})(?P<minute>[0-9]{2})(?P<second>[0-9]{2})?"
    r"(?:[.,](?P<fraction>[0-9]+))?(?P<half>)?" + _ZONE
)
_DAY_OF_MONTH: Final = r"([0-9]{1,2})(?:st|nd|rd|th|er|e|o|a|\N{DEGREE SIGN})?"
_NUMERIC_DAYS: Final = (
    r"(?P<y>[0-9]{4})-(?P<m>[0-9]{1,2})-(?P<d>[0-9]{1,2})",
    r"(?P<y>[0-9]{4})/(?P<m>[0-9]{1,2})/(?P<d>[0-9]{1,2})(?: \((?:mon|tue|wed|thu|fri|sat|sun)\))?",
    r"(?P<y>[0-9]{4})(?P<m>[0-9]{2})(?P<d>[0-9]{2})",
    r"(?P<d>[0-9]{1,2})\.(?P<m>[0-9]{1,2})\.(?P<y>[0-9]{4})",
)


def _read_instant(text: str, now: datetime) -> Span | None:
    """Read a day with a time of that day, in either order, with or without a zone."""
    for pattern in (_COMPACT, _DATE_THEN_TIME, _TIME_THEN_DATE):
        match = re.fullmatch(pattern, text)
        if match is None or (match["minute"] is None and match["half"] is None):
            continue
        day = _read_day(_day_of(match), now)
        if day is not None and day.unit == "day":
            return Span(_at_time(day.start, match))
    return None


def _day_of(match: re.Match[str]) -> str:
    """Return the words of the day without what leads to its time; a day that ends in a digit needs no words read."""
    day = match["day"]
    if not match.groupdict().get("space") or not day[-1].isalpha():
        return day
    led = re.fullmatch(rf"(.+?)\s+(?:{before_time()})", day)
    return led[1] if led else day


def _at_time(day: datetime, match: re.Match[str]) -> datetime:
    hour = int(match["hour"])
    if match["half"]:
        if not 1 <= hour <= 12:  # noqa: PLR2004 - a twelve-hour clock
            raise ValueError(f"hour {hour} on a twelve-hour clock")
        hour = hour % 12 + (12 if match["half"] == "p" else 0)
    # Digits finer than a microsecond are dropped, not rounded: rounding could move a time into the next year.
    fraction = int((match["fraction"] or "0")[:6].ljust(6, "0"))
    local = day.replace(
        hour=hour, minute=int(match["minute"] or 0), second=int(match["second"] or 0), microsecond=fraction
    )
    return local - _offset((match["zone"] or "").strip())


def _offset(zone: str) -> timedelta:
    sign = re.search("[+-]", zone)
    if sign is None:
        return timedelta()
    digits = zone[sign.end() :].replace(":", "").ljust(4, "0")
    hours, minutes = int(digits[:2]), int(digits[2:])
    if hours > 23 or minutes > 59:  # noqa: PLR2004 - hours of a day, minutes of an hour
        raise ValueError(f"zone offset {zone}")
    offset = timedelta(hours=hours, minutes=minutes)
    return -offset if sign[0] == "-" else offset


def _read_day(text: str, now: datetime) -> Span | None:
    """Read a date, a month, a year, or words that say when."""
    for pattern in _NUMERIC_DAYS:
        if match := re.fullmatch(pattern, text):
            return Span(datetime(int(match["y"]), int(match["m"]), int(match["d"]), tzinfo=UTC), "day")
    if match := re.fullmatch(r"([0-9]{4})-([0-9]{2})", text):
        return Span(datetime(int(match[1]), int(match[2]), 1, tzinfo=UTC), "month")
    if re.fullmatch(r"[0-9]{4}", text):
        return Span(datetime(int(text), 1, 1, tzinfo=UTC), "year")
    if any(text.rstrip(".") in words.months for words in languages()):
        return None  # A month of which year? And "mar" would be Tuesday elsewhere.
    for words in languages():
        said = split(text, words.fillers)
        span = _read_named_day(said, words) or read_relative(said, words, now)
        if span is not None:
            return span
    return None


def _read_named_day(said: list[str], words: TimeWords) -> Span | None:
    """Read "8 May 2023", "May 8 2023", "8. Mai 2023", "8 de mayo de 2023", "May 2023", with or without a weekday."""
    if said and said[0] in words.weekdays and any(word in words.months for word in said[1:]):
        # "mar" is Tuesday and March.
        said = said[1:]
    parts = [word for word in said if word in words.months or word not in words.weekdays]
    months = [words.months[part] for part in parts if part in words.months]
    years = [int(part) for part in parts if re.fullmatch(r"[0-9]{4}", part)]
    days = [int(found[1]) for part in parts if (found := re.fullmatch(_DAY_OF_MONTH, part))]
    if len(months) != 1 or len(years) != 1 or len(days) != len(parts) - 2 or len(days) > 1:
        return None
    return Span(datetime(years[0], months[0], days[0] if days else 1, tzinfo=UTC), "day" if days else "month")
