"""Times of day as they are said, written as on a digital clock: half past two, halb drei, las dos y media are 2:30."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Final

from memory_mcp.language.data_files import Language
from memory_mcp.language.quantities import NUMBER_WORDS

_HOUR: Final = r"(?P<hour>[01]?\d|2[0-3]|{words})"
# Of each language: how half an hour, a quarter past and a quarter to are said; minutes count from the hour named.
_SAID: Final[dict[Language, tuple[tuple[str, int], ...]]] = {
    "en": (("half past {hour}", 30), ("(?:a )?quarter past {hour}", 15), ("(?:a )?quarter to {hour}", -15)),
    "de": (("halb {hour}", -30), ("viertel nach {hour}", 15), ("(?:viertel vor|dreiviertel) {hour}", -15)),
    "nl": (("half {hour}", -30), ("kwart over {hour}", 15), ("kwart voor {hour}", -15)),
    "es": (("{hour} y media", 30), ("{hour} y cuarto", 15), ("{hour} menos cuarto", -15)),
    "fr": (
        (r"(?<=\ba ){hour} heures? et demie", 30),
        (r"(?<=\ba ){hour} heures? et quart", 15),
        (r"(?<=\ba ){hour} heures? moins le quart", -15),
    ),
    "it": (("{hour} e mezz[ao]", 30), ("{hour} e un quarto", 15), ("{hour} meno un quarto", -15)),
    "pt": (("{hour} e meia", 30), ("{hour} e quinze", 15), ("quinze para as {hour}", -15)),
}
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
_ONE: Final = {"en": "one", "de": "eins", "nl": "een", "es": "una", "fr": "une", "it": "una", "pt": "uma"}
_TWELVE: Final = 12
_DAY: Final = 24 * 60


@cache
def _patterns(language: Language) -> tuple[tuple[re.Pattern[str], int], ...]:
    words = "|".join((_ONE[language], *(word for word, hour in NUMBER_WORDS[language].items() if hour <= _TWELVE)))
    hour = _HOUR.format(words=words)
    return tuple(
        (re.compile(rf"\b{said.format(hour=hour)}\b", re.IGNORECASE), minutes)
        for said, minutes in (*_SAID[language], (r"(?<=[ou]m ){hour} (?:uur|uhr)", 0))
    )


def digital(text: str, language: Language) -> str:
    """Return the text, accents folded, with times of day in digits; those of the afternoon as of 24 hours."""
    if _SIGN.search(text.lower()) is None:
        return text
    for pattern, minutes in _patterns(language):
        text = pattern.sub(partial(_written, language, minutes), text)
    text = _WRITTEN.sub(_in_digits, text)
    if language in {"en", "es", "it"}:
        text = _FULL.sub(r"\g<before>\g<hour>:00", text)
    if language in {"fr", "pt"}:
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
