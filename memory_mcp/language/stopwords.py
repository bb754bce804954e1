"""Words that every text has, in seven languages: they tell nothing about what is asked.

A small word of one language is a telling word of another (son, man, war, die, hat), so a question loses only those of
its own language. They stand in each language's ``stopwords.txt``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from memory_mcp.language.data_files import LANGUAGES, lines_of

# Half a word for English, in which most of what is stored is written.
_PRIOR: Final = 0.5
# Sums of thirds and sixths are not exact.
_CLOSE: Final = 1e-9
_LISTS: Final = tuple(frozenset(" ".join(lines_of(language, "stopwords")).split()) for language in LANGUAGES)
STOPWORDS: Final = frozenset().union(*_LISTS)
_LISTS_WITH: Final = {word: sum(word in words for words in _LISTS) for word in STOPWORDS}


def stopwords_among(words: Iterable[str]) -> frozenset[str]:
    """Return those of the words of one text, in lower case, that are small words of the language it is written in.

    That is the language of most of them, a word counting the less the more languages have it, and English where as many
    speak for it; of several alike, only the words that all of these share. A single word of another language is none.
    """
    said = frozenset(words) & STOPWORDS
    weights = [sum(1 / _LISTS_WITH[word] for word in said & small) for small in _LISTS]
    weights[0] += _PRIOR
    likely = [small for small, weight in zip(_LISTS, weights, strict=True) if weight > max(weights) - _CLOSE]
    small = said.intersection(*likely)
    return small if len(small) > 1 or small <= _LISTS[0] else frozenset()
