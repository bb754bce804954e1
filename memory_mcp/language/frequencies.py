"""Write frequencies in one form: every two weeks, fortnightly and alle zwei Wochen are every 1209600 seconds.

A frequency in words or in an adverb becomes one chunk, which is read as an amount of its own dimension.
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Final

from memory_mcp.language.data_files import Language, lines_of, sections_of
from memory_mcp.language.quantities import NUMBER_WORDS, TENS, UNITS

MARK: Final = "every="
# Between the words that say it, so that they stay one chunk.
JOINT: Final = "\u2063"
_MONTH: Final = 2_629_746.0
_NEVER: Final = "(?!)"


@cache
def _adverbs() -> tuple[dict[str, float], re.Pattern[str]]:
    """Return the adverbs of all languages in seconds, none of which is another word elsewhere, and their pattern."""
    lines = (line.split() for line in lines_of("all", "frequencies"))
    adverbs = {form: float(seconds) for seconds, *forms in lines for form in forms}
    return adverbs, re.compile(rf"\b(?:{'|'.join(adverbs)})\b", re.IGNORECASE)


@cache
def _patterns(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of "every" and of "times a" in a language."""
    units = "|".join(sorted((unit for unit in UNITS if _seconds(unit) and unit.isalpha()), key=len, reverse=True))
    # Any word: a pattern of all that are numbers takes longer to compile than to look up.
    number = r"(?P<number>\w+)"
    said = {name: "|".join(lines) for name, lines in sections_of(language, "frequencies").items()}
    # Each other one is every second one.
    every = rf"(?:{said['every']})(?P<other> (?:{said.get('other', _NEVER)}))?"
    times = rf"(?:(?P<once>{said['once']})|(?P<twice>{said['twice']})|{said['times'].format(number=number)})"
    return (
        re.compile(rf"\b{every} (?:{number} )?(?P<unit>{units})\b", re.IGNORECASE),
        re.compile(rf"\b{times} (?:{said['per']}) (?P<unit>{units})\b", re.IGNORECASE),
    )


def periodic(text: str, language: Language) -> str:
    """Return a text, accents folded, with each frequency as one chunk: ``every=86400=daily``."""
    (adverbs, adverb), (every, times) = _adverbs(), _patterns(language)
    text = times.sub(partial(_of_times, language), text)
    text = every.sub(partial(_of_every, language), text)
    return adverb.sub(lambda found: _chunk(adverbs[found[0].lower()], found), text)


def _chunk(seconds: float, found: re.Match[str]) -> str:
    return f"{MARK}{seconds:.0f}={JOINT.join(found[0].split())}"


def _of_every(language: Language, found: re.Match[str]) -> str:
    count = 2.0 if found["other"] else _count(found["number"], language)
    return _chunk(count * _seconds(found["unit"].lower()), found) if count else found[0]


def _of_times(language: Language, found: re.Match[str]) -> str:
    count = 1.0 if found["once"] else 2.0 if found["twice"] else _count(found["number"], language)
    return _chunk(_seconds(found["unit"].lower()) / count, found) if count else found[0]


def _count(said: str | None, language: Language) -> float:
    """Return a number of digits or in words; one where none is said, zero where it is no number."""
    if said is None:
        return 1.0
    lower = said.lower()
    return float(lower) if lower.isdecimal() else float(NUMBER_WORDS[language].get(lower) or TENS.get(lower, 0))


def _seconds(unit: str) -> float:
    dimension, factor = UNITS.get(unit, ("", 0.0))
    return factor if dimension == "time" else factor * _MONTH if dimension == "months" else 0.0
