"""Read the rows that may be hits: what words and vectors found with the turns around it, and what their texts tell.

A turn is known by its neighbourhood, so the turns around each find are added under the same filter, as context and as
candidates of their own. Everything is read in a few statements, whatever the number of candidates.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from memory_mcp.language.questions import ends_as_question
from memory_mcp.store.facts.visibility import Filter, filtered
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.tokenizer import stem
from memory_mcp.store.search.arrays import Bools, Floats
from memory_mcp.store.search.question import Question
from memory_mcp.store.search.ranking import NEIGHBOURS
from memory_mcp.store.search.term_counts import count_terms, join_texts
from memory_mcp.temporal import Instant

_CANDIDATES: Final = filtered("""
    WITH near (id, is_seed) AS (
        SELECT value, 1 FROM json_each(:seeds)
        UNION ALL
        SELECT item.id, 0
        FROM json_each(:seeds) AS seed
        CROSS JOIN item AS turn ON turn.id = seed.value AND turn.kind = 'turn'
        CROSS JOIN item
            ON item.session_uid = turn.session_uid AND item.kind = 'turn'
            AND item.position BETWEEN turn.position - :neighbours AND turn.position + :neighbours
    ),
    -- Each row is read and asked once, however many seeds it is near to.
    found (id, is_seed) AS (
        SELECT id, max(is_seed)
        FROM near
        WHERE id NOT IN (SELECT value FROM json_each(:known))
        GROUP BY id
    )
    SELECT item.id, item.uid, item.kind, item.parent_uid, item.session_uid, item.position, item.title, item.body,
           item.context, item.attributes, item.valid_from, item.confidence, item.importance, item_fts_docsize.sz
    FROM found
    CROSS JOIN item ON item.id = found.id
    CROSS JOIN item_fts_docsize ON item_fts_docsize.id = item.id
    WHERE found.is_seed OR {filter}
""")
# Of the word index: title, body, context, and the pairs of unspaced scripts, which are no words.
_COLUMNS: Final = 4


class Candidate(NamedTuple):
    """A row that may be a hit, with what ranking looks at."""

    id: int
    uid: str
    kind: str
    parent_uid: str | None
    session_uid: str | None
    position: int | None
    title: str
    body: str
    context: str
    # As the row has them: few need to be looked into.
    attributes: str
    valid_from: Instant
    confidence: float | None
    importance: float | None
    # Words in each column of the word index, as FTS5 keeps them: variable-length integers.
    sizes: bytes

    @property
    def whole_text(self) -> str:
        """What the word index has of it."""
        return f"{self.title}\n{self.body}\n{self.context}"

    @property
    def role(self) -> str | None:
        """Whose turn it is: "user", "assistant" or what the source says; None for what is no turn, or nobody's."""
        return _role(self.attributes) if self.kind == "turn" else None

    @property
    def is_turn(self) -> bool:
        """Whether it has a place in a conversation."""
        return self.kind == "turn" and self.session_uid is not None and self.position is not None


class Texts(NamedTuple):
    """Candidates, n of them, with what their texts alone tell, in the same order.

    ``counts`` (n, t) is how often each has each term of the question, ``tokens`` (n,) how many words, and
    ``characters`` (n,) how many signs of its own; ``asks`` (n,) says whether it ends as a question, ``roles`` whose
    turn it is.
    """

    rows: list[Candidate]
    counts: Floats
    tokens: Floats
    characters: Floats
    asks: Bools
    roles: list[str | None]


class Findings(NamedTuple):
    """The candidates of a search, and what led to them, by row ids.

    ``by_words`` is the word index's score (higher is better) of each row that it returned. ``standing`` are the turns
    that say how things are always to be done.
    """

    texts: Texts
    by_words: Mapping[int, float]
    standing: frozenset[int] = frozenset()


def read_candidates(
    snapshot: Snapshot, question: Question, filter_: Filter, seeds: Collection[int], known: Texts | None = None
) -> Texts:
    """Return the candidates, which are the seeds and the turns around them, by their ids; ``known`` ones among them."""
    before = [] if known is None else [row.id for row in known.rows]
    parameters = filter_.parameters | {
        "seeds": json.dumps(list(seeds)), "neighbours": NEIGHBOURS, "known": json.dumps(before),
    }  # fmt: skip
    found = sorted(map(Candidate._make, snapshot.rows(_CANDIDATES, parameters)))
    # A title is part of the document's passages; alone it would pass for a text that is all about the query.
    rows = [row for row in found if row.kind != "document" or row.body]
    return _together(known, texts_of(question, rows, [_word_count(row.sizes) for row in rows]))


def texts_of(question: Question, rows: list[Candidate], tokens: Sequence[int]) -> Texts:
    """Return what the texts of n rows tell; ``tokens`` (n,) are the words each has."""
    joined = join_texts([row.whole_text for row in rows])
    own_texts = [_own_text(row.body, row.attributes) for row in rows]
    return Texts(
        rows=rows,
        counts=count_terms(joined, len(rows), question.terms, stem),
        tokens=np.array(tokens, float),
        characters=np.array(list(map(len, own_texts)), float),
        asks=np.array(list(map(ends_as_question, own_texts)), bool),
        roles=[row.role for row in rows],
    )


def _together(known: Texts | None, more: Texts) -> Texts:
    """Return both, by the ids of the rows."""
    if known is None or not known.rows:
        return more
    rows, roles = known.rows + more.rows, known.roles + more.roles
    order = np.argsort([row.id for row in rows], kind="stable")
    places = order.tolist()
    return Texts(
        rows=[rows[place] for place in places],
        counts=np.concatenate([known.counts, more.counts])[order],
        tokens=np.concatenate([known.tokens, more.tokens])[order],
        characters=np.concatenate([known.characters, more.characters])[order],
        asks=np.concatenate([known.asks, more.asks])[order],
        roles=[roles[place] for place in places],
    )


def _own_text(body: str, attributes: str) -> str:
    """Return what a row itself says, a turn without the description of its picture."""
    if '"caption"' not in attributes:
        return body
    caption = json.loads(attributes).get("caption")
    return body.removesuffix(f"\n[image: {caption}]") if caption else body


@lru_cache(maxsize=4_096)
def _role(attributes: str) -> str | None:
    """Return the role that a turn's attributes say; most turns of a file share few of them."""
    role: str | None = json.loads(attributes).get("role")
    return role


@lru_cache(maxsize=4_096)
def _word_count(sizes: bytes) -> int:
    """Return the words of title, body and context together (FTS5's docsize record, big-endian groups of 7 bits)."""
    if len(sizes) == _COLUMNS:
        return sum(sizes[:-1])
    total = value = columns = 0
    for byte in sizes:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:  # noqa: PLR2004 - the bit that says that more follows
            columns += 1
            total += value if columns < _COLUMNS else 0
            value = 0
    return total
