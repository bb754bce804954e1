"""Say what to count for a query in a row's text, as the word index would.

Ranking needs the same counts for rows that the index did not return (a hit's neighbours, and what the vectors found).
So they are counted from the text with the index's own tokenizer, which the caller hands in: both sides stem alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from memory_mcp.store.text_index.fts_query import LexicalQuery
from memory_mcp.store.text_index.index_letters import index_letters

Tokenize = Callable[[str], Sequence[str]]
"""The word index's tokenizer: text in, stems in order out."""


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
            found.setdefault(("word", stem), Term("word", index_letters(word), stem))
    for run in query.runs:
        for start in range(max(1, len(run) - 1)):
            pair = index_letters(run[start : start + 2])
            found.setdefault(("pair", pair), Term("pair", pair, pair))
    for identifier in query.identifiers:
        written = index_letters(identifier)
        found.setdefault(("identifier", written), Term("identifier", written, written))
    return tuple(found.values())
