"""How often something is done, in one form: every two weeks, fortnightly, alle zwei Wochen are every 1209600 seconds.

What is said in words or by an adverb becomes one chunk, which is read as an amount of its own dimension.
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Final

from memory_mcp.language.data_files import Language, lines_of
from memory_mcp.language.quantities import NUMBER_WORDS, TENS, UNITS

MARK: Final = "every="
# Between the words that say it, so that they stay one chunk.
JOINT: Final = "\u2063"
_MONTH: Final = 2_629_746.0
# Each other one is every second one.
_EVERY: Final[dict[Language, str]] = {
    "en": r"(?:every|each)(?P<other> (?:other|second))?",
    "de": r"(?:jede[nrs]?|alle)(?P<other> zweite[nrs]?)?",
    "es": r"(?:cada|todos los|todas las)(?P<other>(?!))?",
    "fr": r"(?:chaque|tous les|toutes les)(?P<other>(?!))?",
    "it": r"(?:ogni|tutti i|tutte le)(?P<other>(?!))?",
    "pt": r"(?:a cada|cada|todos os|todas as)(?P<other>(?!))?",
    "nl": r"(?:elke?|iedere?|om de)(?P<other> twee)?",
}
_TIMES: Final[dict[Language, tuple[str, str]]] = {
    "en": (r"(?:(?P<once>once)|(?P<twice>twice)|{number} times)", "an?|per|each|every"),
    "de": (r"(?:(?P<once>einmal)|(?P<twice>zweimal)|{number}[ -]?mal)", "pro|am|im|in der|die"),
    "es": (r"(?:(?P<once>una vez)|(?P<twice>dos veces)|{number} veces)", "al|a la|por"),
    "fr": (r"(?:(?P<once>une fois)|(?P<twice>deux fois)|{number} fois)", "par"),
    "it": (r"(?:(?P<once>una volta)|(?P<twice>due volte)|{number} volte)", "al|alla|all|a|ogni|per"),
    "pt": (r"(?:(?P<once>uma vez)|(?P<twice>duas vezes)|{number} vezes)", "por|ao|a"),
    "nl": (r"(?:(?P<once>een keer|eenmaal)|(?P<twice>tweemaal)|{number} (?:keer|maal))", "per"),
}


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
    times, per = _TIMES[language]
    return (
        re.compile(rf"\b{_EVERY[language]} (?:{number} )?(?P<unit>{units})\b", re.IGNORECASE),
        re.compile(rf"\b{times.format(number=number)} (?:{per}) (?P<unit>{units})\b", re.IGNORECASE),
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
