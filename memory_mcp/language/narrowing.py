"""Words that narrow what is claimed, a class a line: of two words of one class, each is of something else.

Winter and summer, the elder and the younger, staging and production.
"""

from __future__ import annotations

from functools import cache

from memory_mcp.language.lexicon import Language, lines_of
from memory_mcp.language.stemming import stem

Members = dict[str, frozenset[tuple[int, int]]]


@cache
def members_of(language: Language) -> Members:
    """Return of each word of which classes it is which member; stems count as their words."""
    found: dict[str, set[tuple[int, int]]] = {}
    for number, line in enumerate((*lines_of(language, "narrowing"), *lines_of("all", "narrowing"))):
        for member, forms in enumerate(line.split()):
            for form in forms.split("|"):
                for key in {form, stem(form, language)}:
                    found.setdefault(key, set()).add((number, member))
    return {word: frozenset(places) for word, places in found.items()}


@cache
def apart_of(language: Language) -> frozenset[str]:
    """Return the words that have the stem of another member of their class: nonno, nonna."""
    found: set[str] = set()
    for line in lines_of(language, "narrowing"):
        stems: dict[str, str] = {}
        for member in line.split():
            for form in member.split("|"):
                if stems.setdefault(stem(form, language), member) != member:
                    found |= {form, *stems[stem(form, language)].split("|")}
    return frozenset(found)
