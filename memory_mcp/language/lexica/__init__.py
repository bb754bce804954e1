"""The words that give notes away, a module for each language: what asks, plans, reports, excepts, narrows, excludes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Final

from memory_mcp.language.function_words import Language
from memory_mcp.language.lexica import de, en, es, fr, it, nl, pt
from memory_mcp.language.stemming import stem

_NEVER: Final = r"(?!)"


WORDS: Final[dict[Language, ModuleType]] = {"en": en, "de": de, "es": es, "fr": fr, "it": it, "pt": pt, "nl": nl}


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


def _pattern(text: str) -> re.Pattern[str]:
    """Return one pattern of whole words of lines and |; spaces within count, those at a line's ends do not."""
    parts = [part for line in text.strip().splitlines() if (part := line.strip().strip("|"))]
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)" if parts else _NEVER, re.IGNORECASE)


def _members(language: Language, *groups: str) -> dict[str, frozenset[tuple[int, int]]]:
    found: dict[str, set[tuple[int, int]]] = {}
    lines = [line for group in groups for line in group.strip().splitlines() if line.strip()]
    for number, line in enumerate(lines):
        for member, forms in enumerate(line.split()):
            for form in forms.split("|"):
                for key in {form, stem(form, language)}:
                    found.setdefault(key, set()).add((number, member))
    return {word: frozenset(places) for word, places in found.items()}


def _apart(language: Language, *groups: str) -> frozenset[str]:
    found: set[str] = set()
    for line in (line for group in groups for line in group.strip().splitlines()):
        stems: dict[str, str] = {}
        for member in line.split():
            for form in member.split("|"):
                if stems.setdefault(stem(form, language), member) != member:
                    found |= {form, *stems[stem(form, language)].split("|")}
    return frozenset(found)


@cache
def cues_of(language: Language) -> Cues:
    """Return what a language gives away; made when it is first asked for."""
    words = WORDS[language]
    values = (words.STATES, words.MANNERS, words.VALUES)
    return Cues(
        asks=_pattern(words.ASKS),
        plans=_pattern(words.PLANS),
        reports=_pattern(words.REPORTS),
        past=_pattern(words.PAST),
        adds=_pattern(words.ADDS),
        covers=_pattern(words.COVERS),
        excepts=_pattern(words.EXCEPTS),
        harmless=_pattern(words.HARMLESS),
        lacking=frozenset(words.LACKING.split()),
        roles=frozenset(form for word in words.ROLES.split() for form in (word, stem(word, language))),
        members=_members(language, *values, words.NARROWING),
        apart=_apart(language, *values, words.NARROWING),
        first_narrowing=sum(1 for group in values for line in group.splitlines() if line.strip()),
    )
