"""How often the words of a query stand in many texts: each word is looked for once, in all the texts as one.

Some hundred texts a question are counted, and most of them lack most of the words. So no text is cut into words: the
few places where a word of the query may begin are found, and only what stands there is stemmed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from ahocorasick_rs import AhoCorasick, BytesAhoCorasick, MatchKind

from memory_mcp.store.search.query_terms import Term, plain

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

# A stem and the words it comes from share their beginning but for its last letter (happi, happy; stabl, stability).
_LONGEST_WHOLE: Final = 3
_WORD_REST: Final = re.compile(r"[^\W_]*")
# Below four letters a word stands inside too many others ("art" in "start").
_INSIDE_MIN_LETTERS: Final = 4
_INSIDE_CREDIT: Final = 0.5


class Page(NamedTuple):
    """Texts in ``plain`` form, a line each: ``starts`` (n,) is where they begin, ``rows`` (n,) which texts they are."""

    text: str
    starts: Integers
    rows: Integers

    def rows_at(self, places: Iterable[int]) -> Integers:
        """Return which text each of these places is in."""
        found = np.fromiter(places, np.int64)
        return self.rows[np.searchsorted(self.starts, found, side="right") - 1]

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield each text with its place among all."""
        return zip(self.rows.tolist(), self.text.split("\n"), strict=True)

    def rows_with(self, part: str) -> Integers:
        """Return which text each occurrence of a part is in."""
        return self.rows_at(_places(self.text, part))


def pages_of(texts: Sequence[str]) -> list[Page]:
    """Return the texts as pages: those in ASCII apart, because they take a quarter of the time."""
    is_ascii = np.array([text.isascii() for text in texts], np.bool_)
    pages = []
    for rows in (np.flatnonzero(is_ascii), np.flatnonzero(~is_ascii)):
        if not len(rows):
            continue
        # Nothing is found that goes over the end of a line.
        lines = [texts[row].replace("\n", " ") for row in rows.tolist()]
        page = plain("\n".join(lines))
        # A line in ASCII keeps its length.
        measured = lines if is_ascii[rows[0]] else page.split("\n")
        starts = np.cumsum([0, *(len(line) + 1 for line in measured)])[:-1]
        pages.append(Page(page, starts, rows))
    return pages


def count_terms(pages: Sequence[Page], size: int, terms: Sequence[Term], stem: Callable[[str], str]) -> Floats:
    """Return how often each of t terms occurs in each of ``size`` texts (size, t).

    ``stem`` is what the word index makes of a word. A word that stands only inside longer words (compounds, names
    joined without a sign) counts half an occurrence.
    """
    counts = np.zeros((size, len(terms)))
    for page in pages:
        words, inside = _words(page.text, terms, stem)
        for column, term in enumerate(terms):
            if term.kind != "word":
                np.add.at(counts[:, column], page.rows_with(term.text), 1.0)
                continue
            np.add.at(counts[:, column], page.rows_at(words[term.stem]), 1.0)
            near = page.rows_at(inside[term.stem])
            counts[near, column] = np.maximum(counts[near, column], _INSIDE_CREDIT)
    return counts


def _words(
    text: str, terms: Sequence[Term], stem: Callable[[str], str]
) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Return for each stem where the words of a text stand that have it, and where it stands inside any word."""
    parts = {term.stem: _inside(term) for term in terms if term.kind == "word"}
    words: dict[str, list[int]] = {wanted: [] for wanted in parts}
    inside: dict[str, list[int]] = {wanted: [] for wanted in parts}
    beginnings = _distinct(_beginning(wanted) for wanted in parts)
    alike = {
        beginning: [(part, inside[wanted]) for wanted, part in parts.items() if part and part.startswith(beginning)]
        for beginning in beginnings
    }
    for start, beginning in _starts(text, beginnings):
        for part, places in alike[beginning]:
            if text.startswith(part, start):
                places.append(start)
        if start and text[start - 1].isalnum():
            continue
        end = _WORD_REST.match(text, start + len(beginning)).end()  # type: ignore[union-attr]  # it may be empty
        found = words.get(stem(text[start:end]))
        if found is not None:
            found.append(start)
    return words, inside


def _starts(text: str, beginnings: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield where each of the beginnings stands, in one pass over the text; none of them begins as another does."""
    if not beginnings:
        return
    found: list[tuple[int, int, int]]
    if text.isascii():
        # In bytes it takes a third of the time.
        literals = BytesAhoCorasick([each.encode() for each in beginnings], matchkind=MatchKind.LeftmostLongest)
        found = literals.find_matches_as_indexes(text.encode())
    else:
        found = AhoCorasick(beginnings, matchkind=MatchKind.LeftmostLongest).find_matches_as_indexes(text)
    # A pass hands out no two that overlap: what may begin within a find is looked for there.
    within = [
        [
            (step, other)
            for step in range(1, len(each))
            for other in beginnings
            if other.startswith(each[step:]) or each.startswith(other, step)
        ]
        for each in beginnings
    ]
    for number, start, _ in found:
        yield start, beginnings[number]
        for step, other in within[number]:
            if text.startswith(other, start + step):
                yield start + step, other


def _inside(term: Term) -> str:
    """Return what stands for a word inside longer ones, empty for what is too short to."""
    part = term.stem if len(term.stem) >= _INSIDE_MIN_LETTERS else term.text
    # A word begins as its stem does, so it is looked for where that begins.
    return part if len(part) >= _INSIDE_MIN_LETTERS and part.startswith(_beginning(term.stem)) else ""


def _places(text: str, part: str) -> Iterator[int]:
    """Yield where a part stands, no place twice."""
    find, width = text.find, len(part)
    place = find(part)
    while place >= 0:
        yield place
        place = find(part, place + width)


def _beginning(stem: str) -> str:
    return stem if len(stem) <= _LONGEST_WHOLE and stem[-1] not in "ie" else stem[: max(1, len(stem) - 1)]


def _distinct(beginnings: Iterable[str]) -> list[str]:
    """Leave out what begins as another does: its words are found with the other's."""
    distinct: list[str] = []
    for beginning in sorted(beginnings):
        if not distinct or not beginning.startswith(distinct[-1]):
            distinct.append(beginning)
    return distinct
