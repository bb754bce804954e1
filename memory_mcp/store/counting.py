"""How often the words of a query stand in many texts: each word is looked for once, in all the texts as one.

Some hundred texts a question are counted, and most of them lack most of the words. So no text is cut into words: the
few places where a word of the query may begin are found, and only what stands there is stemmed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from memory_mcp.store.occurrences import Term

Floats = npt.NDArray[np.float64]

# A stem and the words it comes from share their beginning but for its last letter (happi, happy; stabl, stability).
_LONGEST_WHOLE: Final = 3
_WORD_REST: Final = re.compile(r"[^\W_]*")
# Below four letters a word stands inside too many others ("art" in "start").
_INSIDE_MIN_LETTERS: Final = 4
_INSIDE_CREDIT: Final = 0.5


def count_terms(texts: Sequence[str], terms: Sequence[Term], stem: Callable[[str], str]) -> Floats:
    """Return how often each term occurs in each text (n, t).

    The texts are in ``plain`` form; ``stem`` is what the word index makes of a word. A word that stands only inside
    longer words (compounds, names joined without a sign) counts half an occurrence.
    """
    counts = np.zeros((len(texts), len(terms)))
    if not len(texts) or not terms:
        return counts
    # No word goes over the end of a line, so nothing is found that stands in two texts.
    joined = "\n".join(texts)
    starts = np.cumsum([0, *(len(text) + 1 for text in texts[:-1])])

    def texts_of(places: list[int]) -> npt.NDArray[np.int64]:
        return np.searchsorted(starts, places, side="right") - 1

    words = _words(joined, terms, stem)
    for column, term in enumerate(terms):
        is_word = term.kind == "word"
        np.add.at(counts[:, column], texts_of(words[column] if is_word else list(_places(joined, term.text))), 1.0)
        if not is_word:
            continue
        inside = term.stem if len(term.stem) >= _INSIDE_MIN_LETTERS else term.text
        if len(inside) >= _INSIDE_MIN_LETTERS:
            held = counts[:, column]
            near = texts_of(list(_places(joined, inside)))
            held[near] = np.maximum(held[near], _INSIDE_CREDIT)
    return counts


def _words(text: str, terms: Sequence[Term], stem: Callable[[str], str]) -> list[list[int]]:
    """Return for each term where a word of the text has its stem."""
    columns = {term.stem: column for column, term in enumerate(terms) if term.kind == "word"}
    found: list[list[int]] = [[] for _ in terms]
    for beginning in _distinct(_beginning(wanted) for wanted in columns):
        for start in _places(text, beginning):
            if start and text[start - 1].isalnum():
                continue
            end = _WORD_REST.match(text, start + len(beginning)).end()  # type: ignore[union-attr]  # it may be empty
            column = columns.get(stem(text[start:end]))
            if column is not None:
                found[column].append(start)
    return found


def _places(text: str, part: str) -> Iterator[int]:
    """Yield where a part stands, no place twice."""
    find, width = text.find, len(part)
    place = find(part)
    while place >= 0:
        yield place
        place = find(part, place + width)


def _beginning(stem: str) -> str:
    return stem if len(stem) <= _LONGEST_WHOLE and stem[-1] not in "ie" else stem[: max(1, len(stem) - 1)]


def _distinct(beginnings: Iterator[str]) -> list[str]:
    """Leave out what begins as another does: its words are found with the other's."""
    distinct: list[str] = []
    for beginning in sorted(beginnings):
        if not distinct or not beginning.startswith(distinct[-1]):
            distinct.append(beginning)
    return distinct
