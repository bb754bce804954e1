"""Read times that count from now, in one language: ieri, 3 days ago, letzte Woche, el lunes pasado."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Final

from memory_mcp.temporal.instants import Instant, moment_of
from memory_mcp.temporal.spans import Span, begin, shift
from memory_mcp.temporal.words import TimeWords, languages, split

# "so", "do" and "ma" are weekdays only where more is said.
_SHORTEST_ALONE: Final = 3
_LONGEST_PHRASE: Final = 5
_MOST_WORDS: Final = 100
_BELOW_A_DAY: Final = frozenset({"second", "minute", "hour"})


def read_relative(said: list[str], words: TimeWords, now: datetime) -> Span | None:
    """Read words that count from the present; None for what does not.

    Yesterday is a whole day, 3 days ago and last week are 72 hours and 7 days before now, this week is the week from
    its Monday on. Raises OverflowError or ValueError outside the years 1 to 9999.
    """
    phrase = " ".join(said)
    if phrase in words.now:
        return Span(now)
    if phrase in words.days:
        return Span(shift(begin(now, "day"), words.days[phrase], "day"), "day")
    return _read_distance(said, words, now) or _read_near(said, words, now)


def relative_days(text: str, now: Instant) -> list[tuple[date, date]]:
    """Return the first and last day of each stretch of the past that a folded text names from the present.

    The longest words that say so count: the day before yesterday is not yesterday, and last week is the whole week.
    """
    moment, text = moment_of(now), re.sub(r"[?!,;:.]", " ", text)
    found: dict[tuple[date, date], None] = {}
    for words in languages():
        said = split(text, words.fillers)[:_MOST_WORDS]
        tells = [word in words.days or word in words.directions or word in words.units for word in said]
        start = 0 if any(tells) else len(said)
        while start < len(said):
            for end in range(min(len(said), start + _LONGEST_PHRASE), start, -1):
                days = _past_days(said[start:end], words, moment) if any(tells[start:end]) else None
                if days is not None:
                    found[days] = None
                    start = end - 1
                    break
            start += 1
    return list(found)


def _past_days(said: list[str], words: TimeWords, now: datetime) -> tuple[date, date] | None:
    """Return the days of the calendar that words denote, None for none, and for the present and the future.

    One of the words is a day's, a unit's or a direction's: a number alone is no time.
    """
    if len(said) == 1 and words.days.get(said[0], 0) >= 0:
        # A weekday alone is as often a habit; yesterday is none.
        return None
    try:
        span = read_relative(said, words, now)
    except (OverflowError, ValueError):
        return None
    if span is None:
        return None
    unit = span.unit or next((words.units[word] for word in said if word in words.units), "day")
    first = begin(span.start, unit) if unit not in _BELOW_A_DAY else begin(span.start, "day")
    last = shift(first, 1, unit if unit not in _BELOW_A_DAY else "day") - timedelta(days=1)
    return None if first.date() > now.date() else (first.date(), min(last.date(), now.date()))


def _read_distance(said: list[str], words: TimeWords, now: datetime) -> Span | None:
    """Read a count of units before or after the present: vor drei Tagen, past 3 days, gli ultimi 3 giorni."""
    for before, after, direction in words.frames:
        within = len(said) - len(after)
        match said[len(before) : within]:
            case [count, unit] if said == [*before, count, unit, *after]:
                return _count(count, unit, direction, words, now)
    match said:
        case [word, count, unit] if words.directions.get(word):
            return _count(count, unit, words.directions[word], words, now)
        case [count, word, unit] if words.directions.get(word):
            return _count(count, unit, words.directions[word], words, now)
    return None


def _count(count: str, unit: str, direction: int, words: TimeWords, now: datetime) -> Span | None:
    number = int(count) if re.fullmatch(r"[0-9]{1,12}", count) else words.numbers.get(count)
    return (
        None if number is None or unit not in words.units else Span(shift(now, direction * number, words.units[unit]))
    )


def _read_near(said: list[str], words: TimeWords, now: datetime) -> Span | None:
    """Read the last, this or the next week or Friday, and a weekday alone, which is its latest."""
    if len(said) == 1 and said[0] in words.weekdays and len(said[0]) >= _SHORTEST_ALONE:
        return Span(_back_to(begin(now, "day"), words.weekdays[said[0]]), "day")
    for cut in range(1, len(said)):
        left, right = " ".join(said[:cut]), " ".join(said[cut:])
        for word, name in ((left, right), (right, left)):
            if word in words.directions:
                return _near(name, words.directions[word], words, now)
    return None


def _near(name: str, direction: int, words: TimeWords, now: datetime) -> Span | None:
    # "mar" is Tuesday and March.
    if name in words.weekdays and name not in words.months:
        return Span(_weekday(begin(now, "day"), words.weekdays[name], direction), "day")
    unit = words.units.get(name)
    if unit is None or (direction == 0 and unit in ("second", "minute", "hour")):
        return None
    return Span(shift(now, direction, unit)) if direction else Span(begin(now, unit), unit)


def _weekday(midnight: datetime, weekday: int, direction: int) -> datetime:
    """Find the nearest such day strictly before or after today; this one is that of the week from Monday on."""
    if direction == 0:
        return begin(midnight, "week") + timedelta(days=weekday)
    if direction > 0:
        return _back_to(midnight, weekday) + timedelta(days=7)
    return _back_to(midnight - timedelta(days=1), weekday)


def _back_to(midnight: datetime, weekday: int) -> datetime:
    """Find the latest such day, today included."""
    return midnight - timedelta(days=(midnight.weekday() - weekday) % 7)
