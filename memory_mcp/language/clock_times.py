"""Write times of day as on a digital clock: half past two, halb drei, las dos y media are 2:30."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Final, NamedTuple

from memory_mcp.language.data_files import Language, any_of_each, lines_of_each, sections_of
from memory_mcp.language.quantities import NUMBER_WORDS
from memory_mcp.language.traits import BARE_HOURS, HOURS_WITH_H

_FILE: Final = "clock_times"
_HOUR: Final = r"(?P<hour>[01]?\d|2[0-3]|{words})"
_OF_A_DAY: Final = r"[01]?\d|2[0-3]"
_MINUTES: Final = r"[0-5]\d"
_TWELVE: Final = 12
_DAY: Final = 24 * 60


class _Clock(NamedTuple):
    """The patterns of all languages: ``signs``, without one of which no time of day is said, and what is told by hours.

    ``in_digits`` has the hour and its minutes in groups: 20 Uhr, om 20 uur, 18 h 30. ``full`` is a full hour behind the
    word that leads to it (a las 10, alle 15, Monday at 9), ``by_h`` one with an h there (as French and Portuguese write
    18h), and ``afternoon`` one of twelve hours with its part of the day.
    """

    signs: re.Pattern[str]
    in_digits: re.Pattern[str]
    full: re.Pattern[str]
    by_h: re.Pattern[str]
    afternoon: re.Pattern[str]


@cache
def _clock() -> _Clock:
    said = {name: any_of_each(_FILE, name) for name in ("signs", "signs_behind", "hours", "afternoon")}
    bare, with_h = any_of_each(_FILE, "before_hours", BARE_HOURS), any_of_each(_FILE, "before_hours", HOURS_WITH_H)
    written = (
        line.format(hour=f"({_OF_A_DAY})", minutes=f"({_MINUTES})") for line in lines_of_each(_FILE, "in_digits")
    )
    # Two spaces stand where an 's was: 8 uur 's avonds.
    return _Clock(
        signs=re.compile(rf"{said['signs']}|\d {{0,2}}(?:{said['signs_behind']})\b|\d\d? ?h|: \d"),
        in_digits=re.compile("|".join(written), re.IGNORECASE),
        full=re.compile(rf"(?P<before>\b(?:{bare}) )(?P<hour>{_OF_A_DAY})\b(?![:.,h]\d| ?[%\w])", re.IGNORECASE),
        by_h=re.compile(
            rf"(?P<before>\b(?:{with_h}) |: )(?P<hour>{_OF_A_DAY}) ?"
            rf"(?:{any_of_each(_FILE, 'hours', HOURS_WITH_H)})\b(?! ?\d)",
            re.IGNORECASE,
        ),
        afternoon=re.compile(
            rf"\b(?P<hour>1[01]|[1-9])(?:[:.h](?P<minutes>{_MINUTES}))?(?: ?(?:{said['hours']}))?"
            rf"(?: (?:{any_of_each(_FILE, 'before_afternoon')}))? {{0,2}}(?:{said['afternoon']})\b"
        ),
    )


@cache
def _patterns(language: Language) -> tuple[tuple[re.Pattern[str], int], ...]:
    """Return how times are said in a language, each with the minutes that count from the hour it names."""
    sections = sections_of(language, _FILE)
    hours = (word for word, hour in NUMBER_WORDS[language].items() if hour <= _TWELVE)
    hour = _HOUR.format(words="|".join((*sections["one"], *hours)))
    full = (f"0 {said}" for said in lines_of_each(_FILE, "full_hours"))
    return tuple(
        (re.compile(rf"\b{said.format(hour=hour)}\b", re.IGNORECASE), int(minutes))
        for minutes, said in (line.split(" ", 1) for line in (*sections["said"], *full))
    )


def digital(text: str, language: Language) -> str:
    """Return the text, accents folded, with times of day in digits; those of the afternoon as of 24 hours."""
    clock = _clock()
    if clock.signs.search(text.lower()) is None:
        return text
    for pattern, minutes in _patterns(language):
        text = pattern.sub(partial(_written, language, minutes), text)
    text = clock.in_digits.sub(_in_digits, text)
    if language in BARE_HOURS:
        text = clock.full.sub(r"\g<before>\g<hour>:00", text)
    if language in HOURS_WITH_H:
        text = clock.by_h.sub(lambda found: f"{found['before']}{found['hour']}:00", text)
    return clock.afternoon.sub(lambda found: f"{int(found['hour']) + _TWELVE}:{found['minutes'] or '00'}", text)


def _written(language: Language, minutes: int, found: re.Match[str]) -> str:
    said = found["hour"].lower()
    hour = int(said) if said.isdigit() else NUMBER_WORDS[language].get(said, 1)
    whole = (hour * 60 + minutes) % _DAY
    return f"{whole // 60}:{whole % 60:02}"


def _in_digits(found: re.Match[str]) -> str:
    hour, *minutes = (digits for digits in found.groups() if digits)
    return f"{int(hour)}:{minutes[0] if minutes else '00'}"
