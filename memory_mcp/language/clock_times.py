"""Times of day as they are said, written as on a digital clock: half past two, halb drei, las dos y media are 2:30."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Final

from memory_mcp.language.data_files import Language, sections_of
from memory_mcp.language.quantities import NUMBER_WORDS
from memory_mcp.language.traits import BARE_HOURS, HOURS_WITH_H

_HOUR: Final = r"(?P<hour>[01]?\d|2[0-3]|{words})"
_FULL_HOUR: Final = r"0 (?<=[ou]m ){hour} (?:uur|uhr)"
_LATER: Final = (
    r"(?: (?:in the|at|de la|por la|del|di|da|de|'s|s))? ?"
    r"(?:afternoon|evening|night|tarde|noche|noite|pomeriggio|sera|apres-midi|soir|nachmittags?|abends?|middags|avonds)"
)
_AFTERNOON: Final = re.compile(
    rf"\b(?P<hour>1[01]|[1-9])(?:[:.h](?P<minutes>[0-5]\d))?(?: ?(?:uhr|uur|heures|horas|h))?{_LATER}\b"
)
# 20 Uhr, om 20 uur, 18 h 30: the hour and its minutes, of any language that writes them so.
_WRITTEN: Final = re.compile(
    r"\b(?P<hour>[01]?\d|2[0-3])(?:[.:](?P<minutes>[0-5]\d))? ?uhr\b|"
    r"(?:(?<=\ba )|(?<=\bas )|\b(?=[6-9]|1\d|2[0-3]))(?P<french>[01]?\d|2[0-3]) ?h ?(?P<past>[0-5]\d)\b|"
    r"(?<=\bom )(?P<dutch>[01]?\d|2[0-3])(?:[.:](?P<later>[0-5]\d))? ?(?:uur|u)\b",
    re.IGNORECASE,
)
# A las 10, alle 15, ore 11, Monday at 9: a full hour.
_FULL: Final = re.compile(
    r"(?P<before>\b(?:a las|a la|alle|dalle|ore|[a-z]+day at) )(?P<hour>[01]?\d|2[0-3])\b(?![:.,h]\d| ?[%\w])",
    re.IGNORECASE,
)
# Behind a word that leads to a time of day, French and Portuguese write 18h.
_HOURS: Final = re.compile(
    r"(?P<before>\b(?:as|a|les|das) |: )(?P<hour>[01]?\d|2[0-3]) ?h(?:eures|oras)?\b(?! ?\d)", re.IGNORECASE
)
# Without one of these no time of day is said.
_SIGN: Final = re.compile(
    r"half|quarter|halb|viertel|kwart|media|cuarto|demie|quart|mezz|meia|uur|uhr|quinze|las \d|alle \d|ore \d|at \d|"
    r"\d ?(?:h|u|in|at|de|del|di|da|'?s|por|nachm|abend|midd|avond)\b|\d\d? ?h|: \d"
)
_TWELVE: Final = 12
_DAY: Final = 24 * 60


@cache
def _patterns(language: Language) -> tuple[tuple[re.Pattern[str], int], ...]:
    """Return how times are said in a language, each with the minutes that count from the hour it names."""
    sections = sections_of(language, "clock_times")
    hours = (word for word, hour in NUMBER_WORDS[language].items() if hour <= _TWELVE)
    hour = _HOUR.format(words="|".join((*sections["one"], *hours)))
    return tuple(
        (re.compile(rf"\b{said.format(hour=hour)}\b", re.IGNORECASE), int(minutes))
        for minutes, said in (line.split(" ", 1) for line in (*sections["said"], _FULL_HOUR))
    )


def digital(text: str, language: Language) -> str:
    """Return the text, accents folded, with times of day in digits; those of the afternoon as of 24 hours."""
    if _SIGN.search(text.lower()) is None:
        return text
    for pattern, minutes in _patterns(language):
        text = pattern.sub(partial(_written, language, minutes), text)
    text = _WRITTEN.sub(_in_digits, text)
    if language in BARE_HOURS:
        text = _FULL.sub(r"\g<before>\g<hour>:00", text)
    if language in HOURS_WITH_H:
        text = _HOURS.sub(lambda found: f"{found['before']}{found['hour']}:00", text)
    return _AFTERNOON.sub(lambda found: f"{int(found['hour']) + _TWELVE}:{found['minutes'] or '00'}", text)


def _written(language: Language, minutes: int, found: re.Match[str]) -> str:
    said = found["hour"].lower()
    hour = int(said) if said.isdigit() else NUMBER_WORDS[language].get(said, 1)
    whole = (hour * 60 + minutes) % _DAY
    return f"{whole // 60}:{whole % 60:02}"


def _in_digits(found: re.Match[str]) -> str:
    hour, minutes = (
        found["hour"] or found["french"] or found["dutch"],
        found["minutes"] or found["past"] or found["later"],
    )
    return f"{int(hour)}:{minutes or '00'}"
