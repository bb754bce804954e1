"""How often the words of a query stand in a row's text, counted the way the word index would.

Ranking wants the same counts for rows the index did not return (a hit's neighbours, what the vectors found), so they
are counted from the text, with the index's own tokenizer handed in: both sides stem alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from memory_mcp.store.lexical import LexicalQuery

Tokenize = Callable[[str], Sequence[str]]
"""The word index's tokenizer: text in, stems in order out."""

_MARKS: Final = re.compile("[\u0300-\u036f]+")
# Below four letters a word stands inside too many others ("art" in "start").
_INSIDE_MIN_LETTERS: Final = 4
_INSIDE_CREDIT: Final = 0.5


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to count: a ``word`` by its ``stem``, or a pair of an unspaced script or an identifier as written."""

    kind: Literal["word", "pair", "identifier"]
    text: str
    stem: str


def query_terms(query: LexicalQuery, tokenize: Tokenize) -> tuple[Term, ...]:
    """Return what to count for a query, in its order, without repetition."""
    found: dict[tuple[str, str], Term] = {}
    for word in query.terms:
        for stem in tokenize(word):
            found.setdefault(("word", stem), Term("word", plain(word), stem))
    for run in query.runs:
        for start in range(max(1, len(run) - 1)):
            pair = plain(run[start : start + 2])
            found.setdefault(("pair", pair), Term("pair", pair, pair))
    for identifier in query.identifiers:
        written = plain(identifier)
        found.setdefault(("identifier", written), Term("identifier", written, written))
    return tuple(found.values())


def count_terms(text: str, tokens: Sequence[str], terms: Sequence[Term]) -> list[float]:
    """Return how often each term occurs in a row.

    ``text`` is the row's indexed text and ``tokens`` what the index's tokenizer makes of it. A word that stands only
    inside longer words (compounds, names joined without a sign) counts half an occurrence.
    """
    flat = plain(text)
    return [_count(flat, tokens, term) for term in terms]


def plain(text: str) -> str:
    """Return ``text`` without case and diacritics, as the index compares words."""
    if text.isascii():
        return text.lower()
    # Only the marks the index's tokenizer removes too; a loop over the characters is ten times as slow.
    return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFKD", text.lower())))


def _count(flat: str, tokens: Sequence[str], term: Term) -> float:
    if term.kind != "word":
        return float(flat.count(term.text))
    whole = tokens.count(term.stem)
    if whole:
        return float(whole)
    inside = term.stem if len(term.stem) >= _INSIDE_MIN_LETTERS else term.text
    return _INSIDE_CREDIT if len(inside) >= _INSIDE_MIN_LETTERS and inside in flat else 0.0
