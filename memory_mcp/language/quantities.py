"""Read values in one form for seven languages: numbers with units, versions, dates, months, weekdays."""

from __future__ import annotations

import re
from typing import Final

from memory_mcp.language.data_files import LANGUAGES, Language, lines_of, sections_of, words
from memory_mcp.language.traits import ELIDED_TENS, MONTH_FIRST

_NONE: Final = "-"
_VOWELS: Final = "aeiou"


def _placed(section: list[str], factor: int = 1) -> dict[str, int]:
    """Return {word: place} of a section, from 1; words of one place are joined by |, - stands where there is none."""
    places = enumerate(" ".join(section).split(), 1)
    return {form: factor * place for place, forms in places if forms != _NONE for form in forms.split("|")}


def _by_number(section: list[str]) -> dict[str, int]:
    """Return {word: number} of a section that has a number and its words a line."""
    return {form: int(number) for number, *forms in map(str.split, section) for form in forms}


def _weekdays(sections: dict[str, list[str]]) -> dict[str, int]:
    """Return the weekdays; in Dutch the time of day makes one word with them."""
    days = _placed(sections["weekdays"])
    parts = " ".join(sections.get("parts_of_day", [])).split()
    return days | {f"{day}{part}": place for day, place in days.items() for part in parts}


def _number_words(language: Language, sections: dict[str, list[str]]) -> dict[str, int]:
    found = _placed(sections["numbers"]) | _placed(sections.get("hundreds", []), 100)
    return found | (_in_one_word(language, sections) if "ones" in sections else {})


def _in_one_word(language: Language, sections: dict[str, list[str]]) -> dict[str, int]:
    """Return the numbers from 21 to 99 a language says in one word: fünfundzwanzig, vijfendertig, trentotto.

    ``joint`` stands between the ones and the tens, the tens come first where there is none.
    """
    ones, joint, twenty = (" ".join(sections.get(name, [])) for name in ("ones", "joint", "twenty"))
    found = {}
    for ten, tens in (TENS | {twenty: 20}).items():
        for place, one in enumerate(ones.split(), 1):
            before = ten[:-1] if language in ELIDED_TENS and one[0] in _VOWELS else ten
            found[f"{one}{joint}{ten}" if joint else f"{before}{one}"] = tens + place
    return found


_ALL: Final = sections_of("all", "numbers")
TENS: Final = {form: 10 * place for place, line in enumerate(_ALL["tens"], 3) for form in line.split("|")}
"""Full tens, in all languages; what is said in two words is added up or multiplied: treinta y cinco, two hundred."""
MULTIPLIERS: Final = _by_number(_ALL["multipliers"])
TIMES: Final = _by_number(_ALL["times"])
HALF: Final = words(" ".join(_ALL["half"]))
AFTERNOON: Final = words(" ".join(_ALL["afternoon"]))
FORENOON: Final = words(" ".join(_ALL["forenoon"]))
ONE: Final = words(" ".join(_ALL["one"]))
ORDINALS: Final = words(" ".join(_ALL["ordinals"]))
_SECTIONS: Final[dict[Language, dict[str, list[str]]]] = {
    language: sections_of(language, "numbers") for language in LANGUAGES
}
MONTHS: Final = {language: _placed(sections["months"]) for language, sections in _SECTIONS.items()}
WEEKDAYS: Final = {language: _weekdays(sections) for language, sections in _SECTIONS.items()}
NUMBER_WORDS: Final = {language: _number_words(language, sections) for language, sections in _SECTIONS.items()}
"""From two on: "one" is an article in most languages, and counts before a unit only."""
UNITS: Final = {
    form: (dimension, float(factor))
    for dimension, factor, *forms in (line.split() for line in lines_of("all", "units"))
    for form in forms
}
"""Of each unit, in whatever language, its dimension and how many of the dimension's base unit it is."""

NUMBER: Final = re.compile(r"v?\d+(?:[.,:h]\d+)*")
_WITH_UNIT: Final = re.compile(r"(?P<number>[\u20ac$]?\d+(?:[.,]\d+)?)(?P<unit>[a-z%\u20ac$]{1,6})")
_DATE: Final = re.compile(r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})")
_OTHER_DATE: Final = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2((?:19|20)\d\d)|((?:19|20)\d\d)/(\d{1,2})/(\d{1,2})")
_PRICE: Final = re.compile(r"(r\$|[\u20ac$\u00a3])(\d[\d.,]*)")
_CLOCK: Final = re.compile(r"(\d{1,2}(?:[:.]\d\d)?)([ap]m)")
ORDINAL: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|ro|o)")
_MONTHS_IN_YEAR: Final = 12
_NOON: Final = 12
_FULL_HOUR: Final = ":00"
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:[.,]\d{3})+")


def canonical_number(text: str) -> str:
    """Return a number or version in one form: thousands together, a comma as a point, no leading v."""
    text = text.lstrip("v\u20ac$")
    if _THOUSANDS.fullmatch(text) and not text.startswith("0"):
        return text.replace(".", "").replace(",", "")
    return text.replace(",", ".").replace("h", ":").removesuffix(_FULL_HOUR).removesuffix(":")


def in_afternoon(number: str) -> str:
    """Return a time of day after noon as one of 24 hours: 6, 6:30 are 18, 18:30."""
    hour, colon, minutes = number.partition(":")
    if not hour.isdigit() or int(hour) >= _NOON:
        return number
    return f"{int(hour) + _NOON}{colon}{minutes}"


def split_unit(text: str) -> tuple[str, str] | None:
    """Return (number, unit) of a word like 25MB or 90%, or None."""
    if found := _PRICE.fullmatch(text):
        return found[2], found[1]
    if found := _CLOCK.fullmatch(text):
        return found[1].replace(".", ":"), found[2]
    found = _WITH_UNIT.fullmatch(text)
    return (found["number"], found["unit"]) if found and found["unit"] in UNITS else None


def iso_date(text: str, language: Language) -> str | None:
    """Return the date a word is, as year-month-day without leading zeros, or None.

    Of 3/4/2026 the month comes first in English alone.
    """
    if found := _DATE.fullmatch(text):
        return f"{found['year']}-{int(found['month'])}-{int(found['day'])}"
    found = _OTHER_DATE.fullmatch(text)
    if found is None:
        return None
    if found[5]:
        return f"{found[5]}-{int(found[6])}-{int(found[7])}"
    day, month = int(found[1]), int(found[3])
    if (language in MONTH_FIRST and found[2] == "/" and day <= _MONTHS_IN_YEAR) or month > _MONTHS_IN_YEAR:
        day, month = month, day
    return f"{found[4]}-{month}-{day}"


def measured(number: str, unit: str) -> tuple[str, str] | None:
    """Return (dimension, amount in the dimension's base unit), or None where the number is none (a version)."""
    dimension, factor = UNITS[unit]
    try:
        return dimension, f"{float(number) * factor:g}"
    except ValueError:
        return None
