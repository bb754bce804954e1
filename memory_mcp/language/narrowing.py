"""Words that narrow a claim, one class a line: two claims with two words of one class speak of two things.

Winter and summer, the elder and the younger, staging and production.
"""

from __future__ import annotations

from functools import cache

from memory_mcp.language.data_files import Language, lines_of
from memory_mcp.language.lexicon import Classes, classes_of
from memory_mcp.language.stemming import stem


@cache
def members_of(language: Language) -> Classes:
    """Return for each word which member of which classes it is; stems count as their words."""
    lines = (*lines_of(language, "narrowing"), *lines_of("all", "narrowing"))
    return classes_of(lines, lambda form: (form, stem(form, language)))


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
