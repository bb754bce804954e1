"""Turn candidates into numbers: the signals of each that the ranking weighs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

import numpy as np
import numpy.typing as npt

from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.search.arrays import Bools, Floats, Integers
from memory_mcp.store.search.candidate_rows import Candidate, Findings, Texts
from memory_mcp.store.search.query_cues import meant_side, named_speakers, only_asks, wants_summary
from memory_mcp.store.search.query_dates import NamedDays, date_agreement
from memory_mcp.store.search.question import Question
from memory_mcp.store.search.ranking import (
    Candidates,
    Ranking,
    centred_cosines,
    inverse_frequency,
    rank,
)
from memory_mcp.store.search.request import Request
from memory_mcp.store.text_index.index_letters import index_letters
from memory_mcp.store.vectors.distances import Vector
from memory_mcp.store.vectors.index import mean_of
from memory_mcp.store.vectors.query_vector import QueryVector
from memory_mcp.temporal import DAY_US, utc_day

_ROW_COUNT: Final = """
    -- Without a condition it is read off the pages' counts, and these are the smallest pages with a cell for each row.
    SELECT count(*)
    FROM item_fts_docsize
"""
USER_PULL: Final = 0.35
"""How far "my" and "I" move both sides from 0.5."""
_OF_A_DIALOGUE: Final = frozenset({"user", "assistant"})
_OF_TALK: Final = frozenset({"turn", "digest", "statement"})


def rank_candidates(
    snapshot: Snapshot, request: Request, question: Question, findings: Findings, query: QueryVector | None
) -> tuple[list[Candidate], Ranking]:
    """Return the candidates and how they rank by the request's mode and fusion, in the same order."""
    rows = findings.texts.rows
    candidates = counted(question, findings, _cosines(snapshot, rows, query))
    rarity = rarity_of(question, candidates.counts, snapshot.value(_ROW_COUNT))
    return rows, rank(candidates, rarity, mode=request.mode, fusion=request.fusion)


def counted(question: Question, findings: Findings, cosines: tuple[Floats, Floats]) -> Candidates:
    """Return what ranking looks at of each of n rows.

    ``cosines`` (n,) are those with the query, plain and less what all share.
    """
    found, by_words, standing = findings
    rows = found.rows
    plain_cosines, centred = cosines
    session = _sessions(rows)
    is_turn, named = session >= 0, _named(rows, question.text)
    asking = np.array([role == "user" and only_asks(row.body)
                       for row, role in zip(rows, found.roles, strict=True)], bool)  # fmt: skip
    has_name = np.array([row.title != "" for row in rows], bool)
    by_user = np.array([role == "user" for role in found.roles], bool)
    is_dialogue = is_turn & (has_name | np.array([role in _OF_A_DIALOGUE for role in found.roles], bool))
    return Candidates(
        counts=found.counts,
        tokens=found.tokens,
        characters=found.characters,
        bm25=np.array([by_words.get(row.id, np.nan) for row in rows], float),
        cosines=plain_cosines,
        centred=centred,
        session=session,
        position=np.array([row.position or 0 for row in rows], np.int64),
        is_turn=is_turn,
        is_question=is_turn & found.asks,
        speaker=_speakers(found, question.text, named),
        date=_dates(rows, question.days),
        is_dialogue=is_dialogue,
        is_by_user=by_user,
        is_standing=np.array([row.id in standing for row in rows], bool),
        only_asks=asking,
        is_retold=_retold(question, found, asking),
        is_noted=np.array([row.kind not in _OF_TALK for row in rows], bool),
        is_record=is_dialogue & bool((by_user & ~has_name)[is_dialogue].all()),
        day=np.array([row.valid_from // DAY_US for row in rows], np.int64),
        is_by_named=np.array([row.kind == "turn" and row.title in named for row in rows], bool),
    )


def rarity_of(question: Question, counts: Floats, row_count: int) -> Floats:
    """Return how telling each term is among so many rows; of what is no word the candidates themselves tell."""
    held = (counts > 0).sum(axis=0)
    rows = [
        question.holding.get(term.stem, 0) if term.kind == "word" else held[place]
        for place, term in enumerate(question.terms)
    ]
    return inverse_frequency(np.array(rows, float), row_count)


def _cosines(snapshot: Snapshot, rows: list[Candidate], query: QueryVector | None) -> tuple[Floats, Floats]:
    """Return each row's cosine with the query by its best passage, plain and less the mean; NaN without a vector."""
    ids = [row.id for row in rows]
    if query is None or not rows:
        return cosines_of(ids, [], np.zeros((0, 1), np.float32), np.zeros(1, np.float32), (np.zeros(1, np.float32), 0))
    items, vectors = query.vectors_of(snapshot, ids)
    return cosines_of(ids, items, vectors, query.vector, mean_of(snapshot))


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


def _retold(question: Question, found: Texts, asking: Bools) -> Bools:
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


def _named(rows: list[Candidate], query: str) -> frozenset[str]:
    return named_speakers(query, {row.title for row in rows if row.kind == "turn" and row.title})


def _speakers(found: Texts, query: str, named: frozenset[str]) -> Floats:
    rows = found.rows
    if not named:
        return _sides(rows, query, found.roles)
    said = [word for name in named for word in index_letters(name).split()]

    def of(row: Candidate) -> float:
        if row.kind == "turn" and row.title:
            return float(row.title in named)
        text = index_letters(row.whole_text)
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
