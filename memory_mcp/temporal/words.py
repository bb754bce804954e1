"""The words of dates in seven languages: what CLDR lists, and what people say besides.

date_words.json is written by ``.ci/date_words.py`` from Unicode's CLDR. It is read when the first text comes that
is no ISO 8601: most processes import this module and read no words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from memory_mcp.language.folding import one_spaced, without_accents

_CLDR: Final = Path(__file__).with_name("date_words.json")

FILLERS: Final[Mapping[str, frozenset[str]]] = {
    "en": frozenset(("the", "on", "of")),
    "de": frozenset(("am", "den", "der", "dem", "die", "das")),
    "es": frozenset(("el", "la", "los", "las", "de", "del")),
    "fr": frozenset(("le", "la", "les", "l", "de", "du", "d")),
    "it": frozenset(("il", "lo", "la", "l", "i", "gli", "le", "di", "del")),
    "nl": frozenset(("de", "het", "op")),
    "pt": frozenset(("o", "a", "os", "as", "de", "do", "da")),
}
"""Words that say nothing in a date: articles, and what joins a day to its month."""

# What is said and CLDR does not list, in the shape of date_words.json.
_MORE: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    "en": {
        "days": {"-2": "day before yesterday", "2": "day after tomorrow"},
        "months": {"9": "Sept"},
        "numbers": {"1": "a|an"},
        "units": {"second": "secs", "minute": "mins", "hour": "hrs", "week": "wks", "month": "mos", "year": "yrs"},
        "frames": {"1": "{0} from now"},
        "directions": {"-1": "past"},
    },
    "de": {
        "weekdays": {"5": "Sonnabend"},
        "months": {"1": "Jänner", "3": "Mrz"},
        "units": {"day": "Tage", "month": "Monate", "quarter": "Quartale", "year": "Jahre"},
        "directions": {
            "-1": "letzter|vergangene|vergangenen|vergangenes|vorige|vorigen|voriges",
            "1": "nächster|kommende|kommenden|kommendes",
        },
    },
    "es": {
        "days": {"-2": "antes de ayer|antier"},
        "months": {"9": "sep"},
        "frames": {"-1": "{0} atrás", "1": "en {0}"},
        "directions": {"-1": "último|última|últimos|últimas", "1": "que viene|próximos|próximas"},
    },
    "fr": {
        "days": {"-2": "avant hier", "2": "après demain"},
        "units": {"week": "semaine-ci", "month": "mois-ci", "year": "années|année-ci"},
        "directions": {"-1": "passé|passée|derniers|dernières", "1": "prochains|prochaines"},
    },
    "it": {
        "now": {"0": "adesso"},
        "days": {"-2": "avantieri"},
        "frames": {"1": "fra {0}"},
        "directions": {"-1": "passato|passata|ultimo|ultima|ultimi|ultime", "1": "prossimi|prossime"},
    },
    "nl": {
        "units": {"hour": "uren", "year": "jaren"},
        "directions": {"-1": "laatste", "1": "komende|komend|aanstaande"},
    },
    "pt": {
        "weekdays": {"0": "segunda", "1": "terça", "2": "quarta", "3": "quinta", "4": "sexta"},
        "frames": {"-1": "{0} atrás|há {0} atrás|faz {0}", "1": "daqui a {0}|dentro de {0}"},
        "directions": {"-1": "última|últimos|últimas", "0": "neste|nesta", "1": "que vem|próximos|próximas"},
    },
}


class Frame(NamedTuple):
    """What stands before and after a count and its unit, and whether that says ago (-1) or ahead (1)."""

    before: list[str]
    after: list[str]
    direction: int


class TimeWords(NamedTuple):
    """The words of one language, folded and without fillers.

    Weekdays count from Monday as 0; directions are -1 for last, 0 for this and 1 for next.
    """

    fillers: frozenset[str]
    now: Mapping[str, int]
    days: Mapping[str, int]
    weekdays: Mapping[str, int]
    months: Mapping[str, int]
    numbers: Mapping[str, int]
    units: Mapping[str, str]
    frames: tuple[Frame, ...]
    directions: Mapping[str, int]


@cache
def languages() -> tuple[TimeWords, ...]:
    """Return the words of each language; the first call reads a file."""
    cldr = json.loads(_CLDR.read_text(encoding="utf-8"))["languages"]
    return tuple(_words(cldr[language], _MORE[language], FILLERS[language]) for language in cldr)


@cache
def month_names() -> Mapping[str, int]:
    """Return the months, from 1, by their names and short names in any of the languages, folded."""
    return {name: number for words in languages() for name, number in words.months.items()}


def date_key(text: str) -> str:
    """Fold for "the same words of a date": "Nächste  Woche" and "nachste woche" are one."""
    straight = text.replace("\N{MINUS SIGN}", "-").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return one_spaced(without_accents(straight).casefold())


def split(folded: str, fillers: frozenset[str]) -> list[str]:
    """Return the words of a folded text but the fillers."""
    words = (word.rstrip(".") for word in re.split(r"[\s,']+", folded))
    return [word for word in words if word and word not in fillers]


def _words(cldr: Mapping[str, Any], more: Mapping[str, Mapping[str, str]], fillers: frozenset[str]) -> TimeWords:
    def table(kind: str) -> dict[str, str]:
        named = [*cldr[kind].items(), *((key, names.split("|")) for key, names in more.get(kind, {}).items())]
        return {" ".join(split(said, fillers)): key for key, names in named for name in names for said in _said(name)}

    def counted(kind: str) -> dict[str, int]:
        return {name: int(number) for name, number in table(kind).items()}

    return TimeWords(
        fillers=fillers,
        now=counted("now"),
        days=counted("days"),
        weekdays=counted("weekdays"),
        months=counted("months"),
        numbers=counted("numbers"),
        units=table("units"),
        frames=tuple(_frame(text, direction) for text, direction in counted("frames").items()),
        directions=counted("directions"),
    )


def _said(name: str) -> set[str]:
    """Return a name folded, and folded as it is typed where there are no umlauts: "naechste"."""
    return {date_key(name), date_key(name.translate(_UMLAUTS))}


def _frame(text: str, direction: int) -> Frame:
    before, _, after = text.partition("{0}")
    return Frame(before.split(), after.split(), direction)


_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
