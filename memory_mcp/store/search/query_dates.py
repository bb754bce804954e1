"""The days a query names, as people write them, and how well the day of a row agrees with them.

What happened on a day is told on it, or in the days after; so those count too, the less the later they are.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from typing import Final

from memory_mcp.store.text_index.index_letters import index_letters
from memory_mcp.temporal import Instant, month_names, relative_days, utc_day

# Also verbs, planets and short forms: these name a month only beside a preposition or a number.
_AMBIGUOUS: Final = frozenset({"may", "march", "mars", "august", "mar", "mai", "set", "out", "dec", "jan", "ago"})
_PREPOSITIONS: Final = (
    "in|on|during|of|since|until|before|after|by|im|am|seit|vom|bis|en|de|el|a|le|du|nel|il|di|no|na|em|op|van|sinds"
)
# Early, mid and late: thirds of a month, and a little over.
_PARTS: Final = {
    "early": "early|beginning of|start of|anfang|a principios de|principios de|debut|inizio|inicio de|begin",
    "mid": "mid|middle of|mitte|a mediados de|mediados de|mi|meta|meados de|half|midden",
    "late": "late|end of|ende|a finales de|finales de|fin|fine|fins de|final de|eind",
}
_PART_DAYS: Final = {"early": (1, 11), "mid": (10, 21), "late": (20, 31)}
_SEASONS: Final = {
    "spring": (3, "spring fruhling fruhjahr primavera printemps lente voorjaar"),
    "summer": (6, "summer sommer verano ete estate verao zomer"),
    "autumn": (9, "autumn herbst otono automne autunno outono herfst"),
    "winter": (12, "winter invierno hiver inverno"),
}
# "Spring" is a season only where something says so: it also jumps, and comes from the ground.
_SEASON: Final = re.compile(
    r"\b(?:in|last|this|im|letzten|diesen|en|el|l|cet|nell|no|de|afgelopen|d)['\u2019]?\s*(?:the\s+|der\s+|la\s+|o\s+)?"
    rf"(?P<season>{'|'.join(names.replace(' ', '|') for _, names in _SEASONS.values())})\b"
    r"(?:\s+(?:of\s+)?(?P<year>\d{4}))?"
)
_NUMERIC: Final = re.compile(
    r"(?<![\w./-])(?:(?P<iso>(?:19|20)\d\d-\d\d(?:-\d\d)?)"
    r"|(?P<a>\d{1,2})(?P<sign>[./])(?P<b>\d{1,2})(?:(?P=sign)(?P<year>(?:19|20)\d\d))?)(?![\w/-]|\.\d)"
)
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_MONTHS_OF_SEASON: Final = 3
_MONTHS: Final = 12
# A leap year, so that every day of any year is one of it.
_ANY_YEAR: Final = 2_000
_EPOCH_DAY: Final = date(1970, 1, 1)
MICROSECOND: Final = timedelta(microseconds=1)
_SHORT: Final = 7
LONG_AGREEMENT: Final = 0.5
"""Of what lies in a month named alone: there are many such rows."""
AFTER: Final = timedelta(days=14)
"""How long after a named day it is still told."""
_HALF_AFTER: Final = 4.0
YEARS_BACK: Final = 4


@dataclass(frozen=True, slots=True)
class NamedDays:
    """The days from ``first`` to ``last``, both included, as a query names them; of any year where it names none."""

    first: date
    last: date
    is_of_any_year: bool = False

    def within(self, year: int) -> NamedDays:
        """Return the days of a year, from their first day on."""
        length = self.last - self.first
        first = date(year, self.first.month, min(self.first.day, calendar.monthrange(year, self.first.month)[1]))
        return NamedDays(first, first + length)

    def agreement(self, day: date) -> float:
        """Return how well a day agrees: 1 on a named day, less in a long stretch, less and less after its end."""
        if self.is_of_any_year:
            return max(self.within(year).agreement(day) for year in (day.year - 1, day.year) if year >= 1)
        if not self.first <= day <= self.last + AFTER:
            return 0.0
        value = 1.0 if (self.last - self.first).days < _SHORT else LONG_AGREEMENT
        late = (day - self.last).days
        return value if late <= 0 else value * 0.5 ** (late / _HALF_AFTER) / 2


def named_days(query: str, now: Instant) -> tuple[NamedDays, ...]:
    """Return the days, months and seasons that ``query`` names, in seven languages; ``now`` is when it is asked."""
    text = index_letters(query)
    years = {int(year) for year in _YEAR.findall(text)}
    year = years.pop() if len(years) == 1 else None
    found = [
        *(_numeric(match, year) for match in _NUMERIC.finditer(text)),
        *(_of_month(match, year) for match in _month_pattern().finditer(text)),
        *(_of_season(match, year) for match in _SEASON.finditer(text)),
        *(NamedDays(first, last) for first, last in relative_days(text, now)),
    ]
    return tuple(dict.fromkeys(days for days in found if days is not None))


def recent(named: NamedDays, now: Instant) -> list[NamedDays]:
    """Return the days of the years they may be of, newest first: where no year is named, of the last few."""
    if not named.is_of_any_year:
        return [named]
    today = date.fromisoformat(utc_day(now))
    years = range(today.year, max(0, today.year - YEARS_BACK), -1)
    return [days for days in map(named.within, years) if days.first <= today]


def date_agreement(dates: tuple[NamedDays, ...], day: date) -> float:
    """Return how well ``day`` agrees with the one of the named days it agrees with best, 0 to 1."""
    return max((named.agreement(day) for named in dates), default=0.0)


def instant_of(day: date) -> Instant:
    """Return the instant at which a day begins, in UTC."""
    return (day - _EPOCH_DAY) // MICROSECOND


def _days(year: int | None, month: int, first: int, last: int) -> NamedDays | None:
    """Return days of a month, of any year where it is None; None where the month has no such day."""
    of = year or _ANY_YEAR
    if not 1 <= month <= _MONTHS or not 1 <= first <= (length := calendar.monthrange(of, month)[1]):
        return None
    return NamedDays(date(of, month, first), date(of, month, min(last, length)), is_of_any_year=year is None)


def _numeric(found: re.Match[str], year: int | None) -> NamedDays | None:
    """Read 2024-03-15, 2024-03, 15.03.2024, 15.3., 3/15/2024 and, where only that can be, 15/3/2024."""
    if found["iso"]:
        parts = [int(part) for part in found["iso"].split("-")]
        return _days(parts[0], parts[1], *((parts[2], parts[2]) if len(parts) > 2 else (1, 31)))  # noqa: PLR2004 - a day
    if not found["year"]:
        # 15.3 is a number too, and 3/4 a share.
        return None
    a, b = int(found["a"]), int(found["b"])
    day, month = (a, b) if found["sign"] == "." or a > _MONTHS else (b, a)
    return _days(int(found["year"]) or year, month, day, day)


@cache
def _month_pattern() -> re.Pattern[str]:
    parts = "|".join(f"(?P<{name}>{words})" for name, words in _PARTS.items())
    names = "|".join(sorted(map(re.escape, month_names()), key=len, reverse=True))
    return re.compile(
        rf"(?:\b(?:{parts})[\s-]+)?"
        r"(?:\b(?P<before>\d{1,2})(?:st|nd|rd|th|er|\.|o)?\s*(?:of\s+|de\s+|di\s+)?)?"
        rf"(?P<preposition>\b(?:{_PREPOSITIONS})\s+)?"
        rf"\b(?P<month>{names})\b\.?"
        r"(?:\s*(?P<after>\d{1,2})(?:st|nd|rd|th)?(?![\d:]))?(?:\s*(?:,|of|de|di|del)?\s*(?P<year>(?:19|20)\d\d)\b)?"
    )


def _of_month(found: re.Match[str], year: int | None) -> NamedDays | None:
    part = next((name for name in _PARTS if found[name]), None)
    beside = found["before"] or found["after"] or found["preposition"] or found["year"] or part
    if found["month"] in _AMBIGUOUS and beside is None:
        return None
    of = int(found["year"]) if found["year"] else year
    month = month_names()[found["month"]]
    day = found["before"] or found["after"]
    if day:
        return _days(of, month, int(day), int(day))
    return _days(of, month, *(_PART_DAYS[part] if part else (1, 31)))


def _of_season(found: re.Match[str], year: int | None) -> NamedDays | None:
    start = next(month for month, names in _SEASONS.values() if found["season"] in names.split())
    of = int(found["year"]) if found["year"] else year
    days = _days(of, start, 1, 1)
    return None if days is None else replace(days, last=days.first + timedelta(days=31 * _MONTHS_OF_SEASON))
