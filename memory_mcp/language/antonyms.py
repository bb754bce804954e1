"""Pairs of words that exclude each other, in seven languages: of one thing only one of the two can be said."""

from __future__ import annotations

from functools import cache

from memory_mcp.language.data_files import Language, lines_of
from memory_mcp.language.lexicon import words_of
from memory_mcp.language.stemming import stem


@cache
def opposites_of(language: Language) -> dict[str, frozenset[str]]:
    """Return each word of a language and the words that exclude it; made when it is first asked for."""
    opposites: dict[str, set[str]] = {}
    for line in lines_of(language, "opposites"):
        left, right = (side.split() for side in line.split("/"))
        for here, there in ((left, right), (right, left)):
            for word in here:
                # Small words have no forms, and their stems are other words.
                forms = {word} if word in words_of(language).small else {word, stem(word, language)}
                for form in forms:
                    opposites.setdefault(form, set()).update(there, (stem(other, language) for other in there))
    return {word: frozenset(others) for word, others in opposites.items()}
