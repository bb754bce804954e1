"""Words and cues of one language, read from its folder in ``data`` when the language is first met.

``words.txt`` holds words, ``cues.txt`` patterns of whole words (a line or | an alternative), ``classes.txt`` a class a
line, all in ``[sections]``; ``opposites.txt`` a pair a line. All is in lower case without accents.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from memory_mcp.language.function_words import Language
from memory_mcp.language.stemming import stem

_NEVER: Final = r"(?!)"
_DATA: Final = Path(__file__).with_name("data")
_SECTION: Final = re.compile(r"\[([a-z_]+)\]")


def lines_of(language: Language, name: str) -> list[str]:
    """Return the lines of a file of a language's folder."""
    return (_DATA / language / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def sections_of(language: Language, name: str) -> dict[str, list[str]]:
    """Return the lines of each section of a file of a language's folder."""
    found: dict[str, list[str]] = {}
    section: list[str] = []
    for line in lines_of(language, name):
        if head := _SECTION.fullmatch(line):
            section = found.setdefault(head[1], [])
        else:
            section.append(line)
    return found


@dataclass(frozen=True, slots=True)
class Cues:
    """What one language gives away; ``members`` says of each word of which classes it is which member.

    Classes below ``first_narrowing`` exclude each other's members as values do; the others narrow what is claimed.
    ``apart`` are words that have the stem of another member: nonno, nonna.
    """

    asks: re.Pattern[str]
    plans: re.Pattern[str]
    reports: re.Pattern[str]
    past: re.Pattern[str]
    adds: re.Pattern[str]
    covers: re.Pattern[str]
    excepts: re.Pattern[str]
    harmless: re.Pattern[str]
    lacking: frozenset[str]
    roles: frozenset[str]
    members: dict[str, frozenset[tuple[int, int]]]
    first_narrowing: int
    apart: frozenset[str]


def _pattern(lines: list[str]) -> re.Pattern[str]:
    """Return one pattern of whole words of lines and |."""
    parts = [part for line in lines if (part := line.strip("|"))]
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)" if parts else _NEVER, re.IGNORECASE)


def _members(language: Language, lines: list[str]) -> dict[str, frozenset[tuple[int, int]]]:
    found: dict[str, set[tuple[int, int]]] = {}
    for number, line in enumerate(lines):
        for member, forms in enumerate(line.split()):
            for form in forms.split("|"):
                for key in {form, stem(form, language)}:
                    found.setdefault(key, set()).add((number, member))
    return {word: frozenset(places) for word, places in found.items()}


def _apart(language: Language, lines: list[str]) -> frozenset[str]:
    found: set[str] = set()
    for line in lines:
        stems: dict[str, str] = {}
        for member in line.split():
            for form in member.split("|"):
                if stems.setdefault(stem(form, language), member) != member:
                    found |= {form, *stems[stem(form, language)].split("|")}
    return frozenset(found)


@cache
def cues_of(language: Language) -> Cues:
    """Return what a language gives away; made when it is first asked for."""
    cues, words, classes = (sections_of(language, name) for name in ("cues", "words", "classes"))
    values = [*classes["states"], *classes["manners"], *classes["values"]]
    return Cues(
        **{name: _pattern(lines) for name, lines in cues.items()},
        lacking=frozenset(" ".join(words["lacking"]).split()),
        roles=frozenset(form for word in " ".join(words["roles"]).split() for form in (word, stem(word, language))),
        members=_members(language, values + classes["narrowing"]),
        apart=_apart(language, values + classes["narrowing"]),
        first_narrowing=len(values),
    )
