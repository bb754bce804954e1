"""Read the days a query names, as people write them, and score how well the day of a row agrees with them.

What happened on a day is told on it or in the days after. So those days count too, the less the later they are.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from typing import Final

from memory_mcp.language.data_files import any_of_each, any_word_of_each, words_of_each
from memory_mcp.store.text_index.index_letters import index_letters
from memory_mcp.temporal import MICROSECOND, Instant, month_names, relative_days, utc_day

_FILE: Final = "query_dates"
# Early, mid and late: thirds of a month, and a little over.
_PART_DAYS: Final = {"early": (1, 11), "mid": (10, 21), "late": (20, 31)}
_SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
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
        *(_of_season(match, year) for match in _season_pattern().finditer(text)),
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
def _season_pattern() -> re.Pattern[str]:
    """Return a season where something says it is one: "spring" also jumps, and comes from the ground."""
    seasons = "|".join(f"(?P<{name}>{_any(name)})" for name in _SEASONS)
    return re.compile(
        rf"\b(?:{_any('before_season')})['\u2019]?\s*(?:(?:{_any('articles')})\s+)?(?:{seasons})\b"
        rf"(?:\s+(?:(?:{_any('of')})\s+)?(?P<year>\d{{4}}))?"
    )


@cache
def _month_pattern() -> re.Pattern[str]:
    parts = "|".join(f"(?P<{name}>{any_of_each(_FILE, name)})" for name in _PART_DAYS)
    names = "|".join(sorted(map(re.escape, month_names()), key=len, reverse=True))
    ordinals, of, before_year = _any("ordinals"), _any("of"), _any("before_year")
    return re.compile(
        rf"(?:\b(?:{parts})[\s-]+)?"
        rf"(?:\b(?P<before>\d{{1,2}})(?:{ordinals}|\.)?\s*(?:(?:{of})\s+)?)?"
        rf"(?P<preposition>\b(?:{_any('prepositions')})\s+)?"
        rf"\b(?P<month>{names})\b\.?"
        rf"(?:\s*(?P<after>\d{{1,2}})(?:{ordinals})?(?![\d:]))?"
        rf"(?:\s*(?:,|{of}|{before_year})?\s*(?P<year>(?:19|20)\d\d)\b)?"
    )


def _any(section: str) -> str:
    return any_word_of_each(_FILE, section)


def _of_month(found: re.Match[str], year: int | None) -> NamedDays | None:
    part = next((name for name in _PART_DAYS if found[name]), None)
    beside = found["before"] or found["after"] or found["preposition"] or found["year"] or part
    if beside is None and found["month"] in words_of_each(_FILE, "ambiguous"):
        # Also a verb, a planet or a short form: it names a month only beside a preposition or a number.
        return None
    of = int(found["year"]) if found["year"] else year
    month = month_names()[found["month"]]
    day = found["before"] or found["after"]
    if day:
        return _days(of, month, int(day), int(day))
    return _days(of, month, *(_PART_DAYS[part] if part else (1, 31)))


def _of_season(found: re.Match[str], year: int | None) -> NamedDays | None:
    start = next(month for name, month in _SEASONS.items() if found[name])
    of = int(found["year"]) if found["year"] else year
    days = _days(of, start, 1, 1)
    return None if days is None else replace(days, last=days.first + timedelta(days=31 * _MONTHS_OF_SEASON))
