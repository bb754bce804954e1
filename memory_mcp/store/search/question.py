"""Hold a query in the forms that the signals want: its words as the index stems them, and the days it names."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.tokenizer import tokenize
from memory_mcp.store.search.query_dates import NamedDays, named_days
from memory_mcp.store.search.query_terms import Term, query_terms
from memory_mcp.store.text_index.fts_query import LexicalQuery
from memory_mcp.temporal import Instant

_HOLDING_ROWS: Final = """
    SELECT term, doc
    FROM item_vocab
    WHERE term IN (SELECT value FROM json_each(:stems))
"""


@dataclass(frozen=True, slots=True)
class Question:
    """A query in the forms the signals want.

    ``lexical`` is what the word index is asked. ``holding`` says of each stem of it how many rows of the index have it;
    ``days`` are those it names.
    """

    text: str
    lexical: LexicalQuery
    terms: tuple[Term, ...]
    holding: dict[str, int]
    days: tuple[NamedDays, ...] = ()

    def rows_with(self, word: str) -> int:
        """Return how many rows of the index hold a word of the query."""
        return sum(self.holding.get(stem, 0) for stem in tokenize(word))

    @property
    def unknown_words(self) -> tuple[str, ...]:
        """The words of the query that no row has: parts of words, or misspelt."""
        return tuple(term.text for term in self.terms if term.kind == "word" and not self.holding.get(term.stem))


def question_of(snapshot: Snapshot, text: str, lexical: LexicalQuery, now: Instant) -> Question:
    """Return the query with its words as the index stems them; what it says of time counts from ``now``."""
    terms = query_terms(lexical, tokenize)
    stems = [term.stem for term in terms if term.kind == "word"]
    holding: dict[str, int] = dict(snapshot.rows(_HOLDING_ROWS, {"stems": json.dumps(stems, ensure_ascii=False)}))
    return Question(text, lexical, terms, holding, named_days(text, now))
