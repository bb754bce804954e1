"""Rank rows of another store, such as the hub, as the rows of the file are ranked: same signals and same verdict.

The caller hands over all values. Two things that only the file knows are left out: standing wishes and contradictions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from memory_mcp.language.unspaced_scripts import indexed_apart
from memory_mcp.store.facts.lifecycle import State
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.tokenizer import tokenize
from memory_mcp.store.search.answer import SearchAnswer
from memory_mcp.store.search.arrays import Floats
from memory_mcp.store.search.candidate_rows import Candidate, Findings, texts_of
from memory_mcp.store.search.features import cosines_of, counted, rarity_of
from memory_mcp.store.search.hits import Ranked, best_of, shown_hits
from memory_mcp.store.search.ordering import newer_first, preferred
from memory_mcp.store.search.query_dates import named_days
from memory_mcp.store.search.query_terms import query_terms
from memory_mcp.store.search.question import Question
from memory_mcp.store.search.ranking import rank
from memory_mcp.store.search.request import Mode, Request
from memory_mcp.store.search.search import SHORTEST_PART, judged_of, of_days
from memory_mcp.store.text_index.fts_query import lexical_query
from memory_mcp.store.vectors.distances import Vector


@dataclass(frozen=True, slots=True)
class RemoteRow:
    """One row of another store, with its state and what came instead of it."""

    item: Item
    state: State = State()  # noqa: RUF009 - frozen, so one for all is the same as one each
    superseded_by: str | None = None


@dataclass(frozen=True, slots=True)
class RemoteFindings:
    """What another store found: rows by its ids, scores by words, how many rows hold a stem and how many there are.

    ``documents`` by their ids are what passages among the rows are shown as. ``vectors`` are pairs of a row's id and a
    vector (dim,) of it, ``mean`` what many vectors share.
    """

    rows: Mapping[int, RemoteRow]
    by_words: Mapping[int, float]
    holding: Mapping[str, int]
    row_count: int
    vectors: Sequence[tuple[int, npt.NDArray[np.float32]]] = ()
    mean: tuple[npt.NDArray[np.float32], int] | None = None
    documents: Mapping[str, RemoteRow] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class LookedFor:
    """What to ask an index for: stems, and parts of words with the place (from 1) of the stem each stands for, or 0."""

    stems: tuple[str, ...]
    parts: tuple[tuple[str, int], ...]


def looked_for(query: str) -> LookedFor:
    """Return what to look for: the words of a query, its pairs of unspaced scripts, and what is part of a word."""
    lexical = lexical_query(query)
    words = [term for term in query_terms(lexical, tokenize) if term.kind == "word"]
    stems = list(dict.fromkeys(term.stem for term in words))
    parts = [(term.text, stems.index(term.stem) + 1) for term in words if len(term.text) >= SHORTEST_PART]
    parts += [(name, 0) for name in lexical.identifiers]
    pairs = tokenize(indexed_apart(" ".join(lexical.runs)))
    return LookedFor(tuple(dict.fromkeys([*stems, *pairs])), tuple(parts))


def days_of(request: Request) -> list[Filter]:
    """Return the filter for each stretch of time that a query names: the best of those are candidates too."""
    now = request.filter.as_of.valid_at
    return of_days(request.filter, named_days(request.query, now), now)


def answer(request: Request, found: RemoteFindings, vector: Vector | None, model_tag: str | None) -> SearchAnswer:
    """Rank what another store found; ``vector`` (dim,) is the query's, of the model that its vectors are of."""
    mode: Mode = "fts" if vector is None else request.mode
    notice = "; ".join(found.notices)
    lexical, now = lexical_query(request.query), request.filter.as_of.valid_at
    told = [row.item for _, row in sorted(found.rows.items())]
    # As in the file: a document without a summary is found by its passages alone.
    candidates = [_candidate(item) for item in told if item.kind != "document" or item.body]
    if not candidates:
        return SearchAnswer((), mode, request.mode, notice)
    terms = query_terms(lexical, tokenize)
    question = Question(request.query, lexical, terms, dict(found.holding), named_days(request.query, now))
    tokens = [len(tokenize(row.whole_text)) for row in candidates]
    texts, cosines = texts_of(question, candidates, tokens), _cosines(candidates, found, vector)
    rows = counted(question, Findings(texts, found.by_words), cosines)
    by = request.as_ranked(has_vector=vector is not None)
    ranking = rank(rows, rarity_of(question, rows.counts, found.row_count), mode=by.mode, fusion=by.fusion)
    states = {row.item.uid: row.state for row in found.rows.values()}
    newest = max(item.recorded_at for item in told)
    scored = preferred(request, candidates, ranking, lambda _: states, newest)
    if by.is_weighted:
        scored = newer_first(question, scored, ranking)
    ranked = Ranked(scored, ranking, judged_of(candidates, ranking, model_tag, request.query), {})
    best = best_of(ranked, request)
    shown = {uid: found.documents.get(uid, found.rows[one.row.id]) for uid, (one, _) in best.items()}
    superseded_by = {uid: row.superseded_by for uid, row in shown.items() if row.superseded_by}
    items = {uid: row.item for uid, row in shown.items()}
    hits = shown_hits(ranked, best, items, superseded_by, lexical)
    return SearchAnswer(
        tuple(hits), mode, request.mode, notice, ranked.judged.verdict, ranked.judged.confidence
    )  # fmt: skip


def _candidate(item: Item) -> Candidate:
    return Candidate(
        id=item.id, uid=item.uid, kind=item.kind, parent_uid=item.parent_uid, session_uid=item.session_uid,
        position=item.position, title=item.title, body=item.body, context=item.context,
        attributes=json.dumps(item.attributes), valid_from=item.valid.start, confidence=item.confidence,
        importance=item.importance, sizes=b"",
    )  # fmt: skip


def _cosines(rows: list[Candidate], found: RemoteFindings, vector: Vector | None) -> tuple[Floats, Floats]:
    known = [(row_id, one) for row_id, one in found.vectors if row_id in found.rows]
    ids, nothing = [row.id for row in rows], np.zeros(1, np.float32)
    if vector is None or not known:
        return cosines_of(ids, [], nothing, nothing, (nothing, 0))
    items = [row_id for row_id, _ in known]
    return cosines_of(ids, items, np.stack([one for _, one in known]), vector, found.mean or (nothing, 0))
