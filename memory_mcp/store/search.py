"""One search for everything: words and meaning find candidates, one ranking puts them in order, each hit says why.

Every kind of row comes out of the same index and competes in the same ranking. A document is found by its passages
and is one hit. What ran is what ``mode`` says: without a query vector the answer is lexical and does not pretend.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from memory_mcp.store.boosts import Weights, boosts
from memory_mcp.store.db import Snapshot
from memory_mcp.store.filters import Filter, filtered
from memory_mcp.store.items import ITEM_WIDTH, Item, item_of
from memory_mcp.store.lexical import LexicalQuery, lexical_query
from memory_mcp.store.snippets import line_range, snippet
from memory_mcp.store.state import State
from memory_mcp.temporal import Instant

Mode = Literal["hybrid", "fts", "vector"]
Fusion = Literal["weighted", "rrf"]

_CANDIDATES: Final = 100
_RRF_K: Final = 60

_LEXICAL: Final = filtered("""
    SELECT item.id, -bm25(item_fts, 1.0, 1.0, 0.5, 1.0) AS score
    FROM item_fts
    CROSS JOIN item ON item.id = item_fts.rowid
    WHERE item_fts MATCH :match AND {filter}
    ORDER BY score DESC, item.id
    LIMIT :k
""")
_NEWEST: Final = filtered("""
    SELECT item.*
    FROM item
    WHERE item.kind IN (SELECT value FROM json_each(:wanted)) AND {filter}
    ORDER BY item.valid_from DESC, item.id DESC
    LIMIT :k OFFSET :offset
""")
_BY_IDS: Final = """
    SELECT item.*, item_state.archived_at, item_state.pinned, item_state.use_count
    FROM json_each(:ids) AS wanted
    CROSS JOIN item ON item.id = wanted.value
    LEFT JOIN item_state ON item_state.uid = item.uid
"""
_DOCUMENTS: Final = """
    SELECT item.*
    FROM json_each(:uids) AS wanted
    CROSS JOIN item ON item.uid = wanted.value
    WHERE item.recorded_at <= :known_at AND :known_at < item.superseded_at
      AND item.valid_from <= :valid_at AND :valid_at < item.valid_to
"""
_SUCCESSORS: Final = """
    SELECT change.uid, change.superseded_by
    FROM json_each(:uids) AS wanted
    CROSS JOIN change ON change.uid = wanted.value
    WHERE change.verb = 'supersede'
    ORDER BY change.id
"""
_LAST_WRITE: Final = """
    SELECT max(at)
    FROM txn
"""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked. ``limit`` hits of the rows that ``filter`` holds."""

    query: str
    filter: Filter
    limit: int = 10
    mode: Mode = "hybrid"
    fusion: Fusion = "weighted"
    weights: Weights = Weights()  # noqa: RUF009 - frozen, so one for all is the same as one each


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer. ``item`` is what to show (a passage's document); ``text`` and ``lines`` are where it was found."""

    item: Item
    score: float
    snippet: str
    lexical_rank: int | None = None
    semantic_rank: int | None = None
    lines: tuple[int, int] | None = None
    superseded_by: str | None = None
    is_archived: bool = False
    parts: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The hits, best first; ``mode`` is what ran, and ``notice`` says why where that is not what was asked."""

    hits: tuple[Hit, ...]
    mode: Mode
    requested_mode: Mode
    notice: str = ""


@dataclass(frozen=True, slots=True)
class _Candidate:
    item: Item
    state: State
    score: float
    lexical_rank: int | None
    semantic_rank: int | None
    parts: dict[str, float]


def search(
    snapshot: Snapshot, request: Request, semantic: list[tuple[int, float]] | None = None, *, why_not: str = ""
) -> SearchAnswer:
    """Answer a request. ``semantic`` is the KNN of the query vector under the same filter, None where there is none.

    ``why_not`` says why there is none; it becomes the notice when meaning was asked for.
    """
    query = lexical_query(request.query)
    mode: Mode = "fts" if semantic is None else request.mode
    k = max(_CANDIDATES, 3 * request.limit)
    lexical = [] if mode == "vector" else _lexical(snapshot, query, request.filter, k)
    scores = _fused(lexical, semantic or [], request.fusion)
    candidates = _candidates(snapshot, scores, lexical, semantic or [], request)
    hits = _hits(snapshot, candidates, query, request)
    notices = [why_not] if mode != request.mode and why_not else []
    if mode == "fts" and not query.match:
        notices.append("the query has no word to look for")
    return SearchAnswer(tuple(hits), mode, request.mode, "; ".join(notices))


def newest(snapshot: Snapshot, filter_: Filter, limit: int, offset: int = 0) -> list[Item]:
    """Return rows without a query, latest valid start first."""
    parameters = filter_.parameters | {
        "wanted": json.dumps([kind for kind in filter_.wanted_kinds if kind != "passage"]),
        "k": limit,
        "offset": offset,
    }
    return [item_of(row) for row in snapshot.rows(_NEWEST, parameters)]


def successors(snapshot: Snapshot, uids: list[str]) -> dict[str, str]:
    """Return what came instead of those facts that were superseded, as known now."""
    return {uid: by for uid, by in snapshot.rows(_SUCCESSORS, {"uids": json.dumps(uids)}) if by is not None}


def _lexical(snapshot: Snapshot, query: LexicalQuery, filter_: Filter, k: int) -> list[tuple[int, float]]:
    if not query.match:
        return []
    found = snapshot.rows(_LEXICAL, filter_.parameters | {"match": query.match, "k": k})
    return [(item_id, score) for item_id, score in found]


def _fused(
    lexical: list[tuple[int, float]], semantic: list[tuple[int, float]], fusion: Fusion
) -> dict[int, dict[str, float]]:
    """Return each candidate's parts of the score."""
    parts: dict[int, dict[str, float]] = {}
    for name, leg in (("lexical", lexical), ("semantic", semantic)):
        top = max((score for _, score in leg), default=1.0) or 1.0
        bottom = min((score for _, score in leg), default=0.0) if name == "semantic" else 0.0
        for rank, (item_id, score) in enumerate(leg, 1):
            share = 1 / (_RRF_K + rank) if fusion == "rrf" else 0.5 * (score - bottom) / ((top - bottom) or 1.0)
            parts.setdefault(item_id, {})[name] = share
    return parts


def _candidates(
    snapshot: Snapshot,
    scores: dict[int, dict[str, float]],
    lexical: list[tuple[int, float]],
    semantic: list[tuple[int, float]],
    request: Request,
) -> list[_Candidate]:
    lexical_ranks = {item_id: rank for rank, (item_id, _) in enumerate(lexical, 1)}
    semantic_ranks = {item_id: rank for rank, (item_id, _) in enumerate(semantic, 1)}
    now: Instant = min(request.filter.as_of.valid_at, snapshot.value(_LAST_WRITE) or 0)
    found = []
    for row in snapshot.rows(_BY_IDS, {"ids": json.dumps(list(scores))}):
        item, state = item_of(row), _state(row)
        parts = dict(scores[item.id])
        relevance = sum(parts.values())
        extra = boosts(item, state, request.weights, now)
        parts |= {name: relevance * share for name, share in extra.items()}
        found.append(
            _Candidate(item, state, sum(parts.values()), lexical_ranks.get(item.id), semantic_ranks.get(item.id), parts)
        )
    # The id decides between equals, so that the order never depends on how the rows were found.
    found.sort(key=lambda candidate: (-candidate.score, candidate.item.uid))
    return found


def _state(row: tuple[Any, ...]) -> State:
    archived_at, pinned, use_count = row[ITEM_WIDTH:]
    return State(archived_at=archived_at, pinned=bool(pinned), use_count=use_count or 0)


def _hits(snapshot: Snapshot, candidates: list[_Candidate], query: LexicalQuery, request: Request) -> list[Hit]:
    """Make the best candidates hits; of the passages of a document the best speaks for it."""
    best: dict[str, _Candidate] = {}
    for candidate in candidates:
        best.setdefault(_shown_uid(candidate.item), candidate)
        if len(best) == request.limit:
            break
    documents = _documents(snapshot, [uid for uid, found in best.items() if found.item.kind == "passage"], request)
    later = successors(snapshot, list(best))
    terms = (*query.terms, *query.runs)
    hits = []
    for uid, found in best.items():
        passage = found.item if found.item.kind == "passage" else None
        item = documents.get(uid, found.item) if passage else found.item
        hits.append(
            Hit(
                item=item,
                score=found.score,
                snippet=snippet(found.item.body or found.item.context, terms),
                lexical_rank=found.lexical_rank,
                semantic_rank=found.semantic_rank,
                lines=None if passage is None else line_range(passage.body, passage.position or 1, terms),
                superseded_by=later.get(uid),
                is_archived=found.state.archived_at is not None,
                parts=found.parts,
            )
        )
    return hits


def _shown_uid(item: Item) -> str:
    return item.parent_uid if item.kind == "passage" and item.parent_uid else item.uid


def _documents(snapshot: Snapshot, uids: list[str], request: Request) -> dict[str, Item]:
    if not uids:
        return {}
    as_of = request.filter.as_of
    parameters = {"uids": json.dumps(uids), "valid_at": as_of.valid_at, "known_at": as_of.known_at}
    return {item.uid: item for item in map(item_of, snapshot.rows(_DOCUMENTS, parameters))}
