"""Turn what words and vectors found into numbers: the candidates with their neighbours, and the signals of each.

A turn is known by its neighbourhood, so the turns around each find are added under the same filter, as context and as
candidates of their own. Everything is read in a few statements, whatever the number of candidates.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from memory_mcp.language.questions import ends_as_question
from memory_mcp.store.facts.visibility import Filter, filtered
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.tokenizer import stem, tokenize
from memory_mcp.store.search.query_cues import meant_side, named_speakers, only_asks, wants_summary
from memory_mcp.store.search.query_dates import NamedDays, date_agreement, named_days
from memory_mcp.store.search.query_terms import Term, query_terms
from memory_mcp.store.search.ranking import (
    NEIGHBOURS,
    Bools,
    Candidates,
    Floats,
    Integers,
    Ranking,
    centred_cosines,
    inverse_frequency,
    rank,
)
from memory_mcp.store.search.request import Fusion, Mode
from memory_mcp.store.search.term_counts import count_terms, join_texts
from memory_mcp.store.text_index.fts_query import LexicalQuery
from memory_mcp.store.text_index.index_letters import index_letters
from memory_mcp.store.vectors.distances import Vector
from memory_mcp.store.vectors.index import mean_of
from memory_mcp.store.vectors.knn import VectorCopy, vectors_of
from memory_mcp.temporal import Instant, utc_day

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
_HOLDING_ROWS: Final = """
    SELECT term, doc
    FROM item_vocab
    WHERE term IN (SELECT value FROM json_each(:stems))
"""
_ROW_COUNT: Final = """
    -- Without a condition it is read off the pages' counts, and these are the smallest pages with a cell for each row.
    SELECT count(*)
    FROM item_fts_docsize
"""
USER_PULL: Final = 0.35
"""How far "my" and "I" move both sides from 0.5."""
# Of the word index: title, body, context, and the pairs of unspaced scripts, which are no words.
_COLUMNS: Final = 4
_OF_A_DIALOGUE: Final = frozenset({"user", "assistant"})
_OF_TALK: Final = frozenset({"turn", "digest", "statement"})


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
    def role(self) -> str | None:
        """Whose turn it is: "user", "assistant" or what the source says; None for what is no turn, or nobody's."""
        return _role(self.attributes) if self.kind == "turn" else None

    @property
    def is_turn(self) -> bool:
        """Whether it has a place in a conversation."""
        return self.kind == "turn" and self.session_uid is not None and self.position is not None


def _whole_text(row: Candidate) -> str:
    """Return what the word index has of a row."""
    return f"{row.title}\n{row.body}\n{row.context}"


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


@dataclass(frozen=True, slots=True)
class Question:
    """A query in the forms the signals want.

    ``holding`` says of each stem of it how many rows of the index have it; ``days`` are those it names.
    """

    text: str
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


class Read(NamedTuple):
    """Candidates, n of them, with what their texts alone tell, in the same order.

    ``counts`` (n, t) is how often each has each term of the question, ``tokens`` (n,) how many words, and
    ``characters`` (n,) how many signs of its own; ``asks`` (n,) says whether it ends as a question, ``roles`` whose
    turn it is.
    """

    rows: list[Candidate]
    counts: Floats
    tokens: Floats
    characters: Floats
    asks: npt.NDArray[np.bool_]
    roles: list[str | None]


def question_of(snapshot: Snapshot, text: str, lexical: LexicalQuery, now: Instant) -> Question:
    """Return the query with its words as the index stems them; what it says of time counts from ``now``."""
    terms = query_terms(lexical, tokenize)
    stems = [term.stem for term in terms if term.kind == "word"]
    holding: dict[str, int] = dict(snapshot.rows(_HOLDING_ROWS, {"stems": json.dumps(stems, ensure_ascii=False)}))
    return Question(text, terms, holding, named_days(text, now))


def read_candidates(
    snapshot: Snapshot, question: Question, filter_: Filter, seeds: Collection[int], known: Read | None = None
) -> Read:
    """Return the candidates, which are the seeds and the turns around them, by their ids; ``known`` ones among them."""
    before = [] if known is None else [row.id for row in known.rows]
    parameters = filter_.parameters | {
        "seeds": json.dumps(list(seeds)), "neighbours": NEIGHBOURS, "known": json.dumps(before),
    }  # fmt: skip
    found = sorted(map(Candidate._make, snapshot.rows(_CANDIDATES, parameters)))
    # A title is part of the document's passages; alone it would pass for a text that is all about the query.
    rows = [row for row in found if row.kind != "document" or row.body]
    return joined(known, read(question, rows, [_word_count(row.sizes) for row in rows]))


def read(question: Question, rows: list[Candidate], tokens: Sequence[int]) -> Read:
    """Return what the texts of n rows tell; ``tokens`` (n,) are the words each has."""
    joined = join_texts([_whole_text(row) for row in rows])
    own_texts = [_own_text(row.body, row.attributes) for row in rows]
    return Read(
        rows=rows,
        counts=count_terms(joined, len(rows), question.terms, stem),
        tokens=np.array(tokens, float),
        characters=np.array(list(map(len, own_texts)), float),
        asks=np.array(list(map(ends_as_question, own_texts)), bool),
        roles=[_role(row.attributes) if row.kind == "turn" else None for row in rows],
    )


def joined(known: Read | None, more: Read) -> Read:
    """Return both, by the ids of the rows."""
    if known is None or not known.rows:
        return more
    rows, roles = known.rows + more.rows, known.roles + more.roles
    order = np.argsort([row.id for row in rows], kind="stable")
    places = order.tolist()
    return Read(
        rows=[rows[place] for place in places],
        counts=np.concatenate([known.counts, more.counts])[order],
        tokens=np.concatenate([known.tokens, more.tokens])[order],
        characters=np.concatenate([known.characters, more.characters])[order],
        asks=np.concatenate([known.asks, more.asks])[order],
        roles=[roles[place] for place in places],
    )


def rank_candidates(
    snapshot: Snapshot,
    question: Question,
    found: Read,
    bm25: dict[int, float],
    standing: Collection[int],
    vector: Vector | None,
    *,
    mode: Mode,
    fusion: Fusion,
    copy: VectorCopy | None,
) -> tuple[list[Candidate], Ranking]:
    """Return the candidates and how they rank, in the same order; ``vector`` (dim,) is the query's, None without.

    ``standing`` are the turns that say how things are always to be done.
    """
    cosines = _cosines(snapshot, found.rows, vector, copy)
    candidates = counted(question, found, bm25, frozenset(standing), cosines)
    rarity = rarity_of(question, candidates.counts, snapshot.value(_ROW_COUNT))
    return found.rows, rank(candidates, rarity, mode=mode, fusion=fusion)


def counted(
    question: Question, found: Read, bm25: dict[int, float], standing: frozenset[int], cosines: tuple[Floats, Floats]
) -> Candidates:
    """Return what ranking looks at of each of n rows.

    ``cosines`` (n,) are those with the query, plain and less what all share.
    """
    rows = found.rows
    plain_cosines, centred = cosines
    session = _sessions(rows)
    is_turn = session >= 0
    asking = np.array(
        [role == "user" and only_asks(row.body) for row, role in zip(rows, found.roles, strict=True)], bool
    )
    has_name = np.array([row.title != "" for row in rows], bool)
    return Candidates(
        counts=found.counts,
        tokens=found.tokens,
        characters=found.characters,
        bm25=np.array([bm25.get(row.id, np.nan) for row in rows], float),
        cosines=plain_cosines,
        centred=centred,
        session=session,
        position=np.array([row.position or 0 for row in rows], np.int64),
        is_turn=is_turn,
        is_question=is_turn & found.asks,
        speaker=_speakers(found, question.text),
        date=_dates(rows, question.days),
        is_dialogue=is_turn & (has_name | np.array([role in _OF_A_DIALOGUE for role in found.roles], bool)),
        is_by_user=np.array([role == "user" for role in found.roles], bool),
        is_standing=np.array([row.id in standing for row in rows], bool),
        only_asks=asking,
        is_retold=_retold(question, found, asking),
        is_noted=np.array([row.kind not in _OF_TALK for row in rows], bool),
    )


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


def rarity_of(question: Question, counts: Floats, row_count: int) -> Floats:
    """Return how telling each term is among so many rows; of what is no word the candidates themselves tell."""
    held = (counts > 0).sum(axis=0)
    rows = [
        question.holding.get(term.stem, 0) if term.kind == "word" else held[place]
        for place, term in enumerate(question.terms)
    ]
    return inverse_frequency(np.array(rows, float), row_count)


def _cosines(
    snapshot: Snapshot, rows: list[Candidate], query: Vector | None, copy: VectorCopy | None
) -> tuple[Floats, Floats]:
    """Return each row's cosine with the query by its best passage, plain and less the mean; NaN without a vector."""
    ids = [row.id for row in rows]
    if query is None or not rows:
        return cosines_of(ids, [], np.zeros((0, 1), np.float32), np.zeros(1, np.float32), (np.zeros(1, np.float32), 0))
    items, vectors = vectors_of(snapshot, ids) if copy is None else copy.vectors_of(snapshot, ids)
    return cosines_of(ids, items, vectors, query, mean_of(snapshot))


def cosines_of(
    ids: list[int], items: Sequence[int] | Integers, vectors: npt.NDArray[np.float32], query: Vector,
    shared: tuple[npt.NDArray[np.float32], int],
) -> tuple[Floats, Floats]:  # fmt: skip
    """Return the cosines (n,) of n rows, whose ids rise, by the best of the ``vectors`` (m, d) of ``items`` (m,).

    ``shared`` is the mean of all vectors and how many they are. A row without a vector has NaN.
    """
    plain_best, centred_best = np.full(len(ids), np.nan), np.full(len(ids), np.nan)
    if len(items):
        places = np.searchsorted(np.array(ids, np.int64), items)
        np.fmax.at(plain_best, places, np.vecdot(vectors, query).astype(float))
        np.fmax.at(centred_best, places, centred_cosines(query, vectors, *shared))
    return plain_best, centred_best


def _sessions(rows: list[Candidate]) -> Integers:
    numbers: dict[str | None, int] = {}
    return np.array(
        [numbers.setdefault(row.session_uid, len(numbers)) if row.is_turn else -1 for row in rows], np.int64
    )


def _retold(question: Question, found: Read, asking: Bools) -> Bools:
    """Return which rows are digests whose words of the question are all in turns of their sessions that tell something.

    A digest holds words of its whole session, so it is near any question, and goes on saying what its turns said when
    that is out of date. Who asks what was done, or names a day, is told it.
    """
    retold = np.zeros(len(found.rows), bool)
    is_asked = bool(question.days) or wants_summary(question.text)
    for place in (place for place, row in enumerate(found.rows) if row.kind == "digest" and not is_asked):
        session = found.rows[place].session_uid
        telling = [at for at, row in enumerate(found.rows)
                   if row.is_turn and row.session_uid == session and not asking[at]]  # fmt: skip
        told = (found.counts[telling] > 0).any(axis=0)
        retold[place] = bool(telling) and not ((found.counts[place] > 0) & ~told).any()
    return retold


def _speakers(found: Read, query: str) -> Floats:
    rows = found.rows
    named = named_speakers(query, {row.title for row in rows if row.kind == "turn" and row.title})
    if not named:
        return _sides(rows, query, found.roles)
    said = [word for name in named for word in index_letters(name).split()]

    def of(row: Candidate) -> float:
        if row.kind == "turn" and row.title:
            return float(row.title in named)
        text = index_letters(_whole_text(row))
        return 1.0 if any(word in text for word in said) else 0.5

    return np.array(list(map(of, rows)), float)


def _sides(rows: list[Candidate], query: str, roles: Sequence[str | None]) -> Floats:
    """Return 1 for turns of the side the query means, 0 for the other's; 0.5 for all where one side speaks alone.

    "My" and "I" mean the user's side a little less: an assistant says back what it was told.
    """
    meant = meant_side(query)
    by_user = [role == "user" if row.kind == "turn" else None for row, role in zip(rows, roles, strict=True)]
    if meant is None or not {True, False}.issubset(by_user):
        return np.full(len(rows), 0.5)
    pull = USER_PULL if meant == "user" else 0.5
    return np.array([0.5 if side is None else 0.5 + (pull if side == (meant == "user") else -pull) for side in by_user])


def _dates(rows: list[Candidate], named: tuple[NamedDays, ...]) -> Floats:
    if not named:
        return np.zeros(len(rows))
    return np.array([date_agreement(named, date.fromisoformat(utc_day(row.valid_from))) for row in rows], float)
