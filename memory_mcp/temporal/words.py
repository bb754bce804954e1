"""The words of dates in seven languages: what CLDR lists, and what people say besides.

The latter is in each language's ``dates.txt``, in the sections of date_words.json, beside what leads to a time of day.

date_words.json is written by ``.ci/date_words.py`` from Unicode's CLDR. It is read when the first text comes that
is no ISO 8601: most processes import this module and read no words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from memory_mcp.language.folding import one_spaced, without_accents

_CLDR: Final = Path(__file__).with_name("date_words.json")


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
    """Return the words of each language; the first call reads files."""
    from memory_mcp.language.data_files import sections_of  # noqa: PLC0415 - most processes read no words

    cldr = json.loads(_CLDR.read_text(encoding="utf-8"))["languages"]
    return tuple(_words(listed, sections_of(language, "dates")) for language, listed in cldr.items())


@cache
def month_names() -> Mapping[str, int]:
    """Return the months, from 1, by their names and short names in any of the languages, folded."""
    return {name: number for words in languages() for name, number in words.months.items()}


@cache
def before_time() -> str:
    """Return, as alternatives of a pattern, the words that lead from a day to a time of it: at, a las; folded."""
    from memory_mcp.language.data_files import any_of_each  # noqa: PLC0415

    return any_of_each("dates", "at")


def date_key(text: str) -> str:
    """Fold for "the same words of a date": "Nächste  Woche" and "nachste woche" are one."""
    straight = text.replace("\N{MINUS SIGN}", "-").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return one_spaced(without_accents(straight).casefold())


def split(folded: str, fillers: frozenset[str]) -> list[str]:
    """Return the words of a folded text but the fillers."""
    words = (word.rstrip(".") for word in re.split(r"[\s,']+", folded))
    return [word for word in words if word and word not in fillers]


def fillers_of(sections: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """Return the words that say nothing in a date: articles, and what joins a day to its month."""
    return frozenset(" ".join(sections["fillers"]).split())


def _words(cldr: Mapping[str, Any], sections: Mapping[str, Sequence[str]]) -> TimeWords:
    fillers = fillers_of(sections)

    def table(kind: str) -> dict[str, str]:
        more = (line.split(" ", 1) for line in sections.get(kind, ()))
        named = [*cldr[kind].items(), *((key, names.split("|")) for key, names in more)]
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
