"""The days and months a query names, and how well the day of a row agrees with them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from datetime import date

_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january januar jänner enero janvier",
            "february februar febrero février",
            "march märz marzo mars",
            "april abril avril",
            "may mai mayo",
            "june juni junio juin",
            "july juli julio juillet",
            "august agosto août",
            "september septiembre septembre",
            "october oktober octubre octobre",
            "november noviembre novembre",
            "december dezember diciembre décembre",
        ),
        start=1,
    )
    for name in names.split()
}
# Also verbs or planets: these name a month only next to a preposition or a number.
_AMBIGUOUS: Final = frozenset({"may", "march", "mars", "august"})
_MONTH: Final = re.compile(
    r"(?:(?P<before>\d{1,2})(?:st|nd|rd|th|\.)?\s*(?:of\s+|de\s+)?)?"
    r"(?P<preposition>\b(?:in|on|during|of|since|until|before|after|im|am|seit|en|de)\s+)?"
    rf"\b(?P<month>{'|'.join(_MONTHS)})\b"
    r"(?:\s*(?P<after>\d{1,2})(?:st|nd|rd|th)?(?!\d))?(?P<year>\s*(?:,|of|de)?\s*\d{4})?"
)
_ISO_DAY: Final = re.compile(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)(?:-(?P<day>\d\d))?\b")
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
MONTH_AGREEMENT: Final = 0.5


@dataclass(frozen=True, slots=True)
class NamedDate:
    """A month, perhaps with its day and year, as a query names it."""

    month: int
    day: int | None
    year: int | None


def named_dates(query: str) -> tuple[NamedDate, ...]:
    """Return the days and months that ``query`` names (English, German, Spanish, French, and ISO 8601)."""
    text = query.casefold()
    years = [int(year) for year in _YEAR.findall(text)]
    year = years[0] if len(years) == 1 else None
    iso = [
        NamedDate(int(found["month"]), int(found["day"]) if found["day"] else None, int(found["year"]))
        for found in _ISO_DAY.finditer(text)
    ]
    words = [_named(found, year) for found in _MONTH.finditer(text) if _is_month(found)]
    return tuple(dict.fromkeys((*iso, *words)))


def _is_month(found: re.Match[str]) -> bool:
    beside = found["before"] or found["after"] or found["preposition"] or found["year"]
    return found["month"] not in _AMBIGUOUS or beside is not None


def _named(found: re.Match[str], year: int | None) -> NamedDate:
    day = found["before"] or found["after"]
    own_year = found["year"]
    written = int(own_year.strip(" ,ofde")) if own_year else None
    return NamedDate(_MONTHS[found["month"]], int(day) if day else None, written or year)


def date_agreement(dates: tuple[NamedDate, ...], day: date) -> float:
    """Return 1.0 when ``day`` is a named day, ``MONTH_AGREEMENT`` when it lies in a month named alone, else 0.0."""
    return max((_agreement(named, day) for named in dates), default=0.0)


def _agreement(named: NamedDate, day: date) -> float:
    if named.month != day.month or named.year not in (None, day.year):
        return 0.0
    if named.day is None:
        return MONTH_AGREEMENT
    return 1.0 if named.day == day.day else 0.0
