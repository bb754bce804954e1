"""Search beyond the file: one statement for words and one for vectors, ranked as the file's own rows are."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from memory_mcp.hub import schema
from memory_mcp.hub.connection import Hub, Row, connected
from memory_mcp.store.facts.lifecycle import State
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.search import elsewhere
from memory_mcp.store.search.elsewhere import Evidence
from memory_mcp.store.search.search import Request, SearchAnswer
from memory_mcp.temporal import FOREVER, Instant, Period, format_instant

if TYPE_CHECKING:
    from memory_mcp.store.vectors.distances import Vector

_SEEDS: Final = 40
_NEIGHBOURS: Final = 2
_CONNECT_S: Final = 5
_STATEMENT_S: Final = 10
_SAMPLE: Final = 500

_BY_WORDS: Final = """
    WITH found AS MATERIALIZED (
        SELECT ids, scores, holding, total
        FROM memory.by_words(%(stems)s::text[], %(parts)s::text[], %(places)s::integer[], %(kinds)s::text[],
                             %(project)s::text, %(since)s::timestamptz, %(until)s::timestamptz, %(most)s)
    )
    SELECT found.ids, found.scores, found.holding, found.total, rows.*
    FROM found
    LEFT JOIN LATERAL memory.rows_of(found.ids, %(around)s) AS rows ON true
"""
_BY_VECTOR: Final = """
    WITH near AS MATERIALIZED (
        SELECT id, is_near, embedding
        FROM memory.by_vector(%(vector)s, %(tag)s, %(length)s, %(ids)s::bigint[], %(kinds)s::text[], %(project)s::text,
                              %(since)s::timestamptz, %(until)s::timestamptz, %(most)s)
    )
    SELECT near.id, near.embedding, rows.*
    FROM near
    LEFT JOIN LATERAL memory.rows_of(CASE WHEN near.is_near THEN ARRAY[near.id] END, %(around)s) AS rows ON true
"""
_HAS_VECTORS: Final = """
    SELECT to_regprocedure(
        'memory.by_vector(text, text, integer, bigint[], text[], text, timestamptz, timestamptz, integer)'
    ) IS NOT NULL
"""


def search(
    url: str, request: Request, project: str | None, vector: Vector | None, model_tag: str
) -> tuple[SearchAnswer, dict[int, str]]:
    """Answer a request from the hub, as it is believed and true now; return the names of its projects by number too.

    ``project`` None is every one. Raises what ``connected`` and ``schema.check`` raise.
    """
    filter_, looked_for = request.filter, elsewhere.looked_for(request.query)
    asked: dict[str, Any] = {
        "stems": list(looked_for.stems), "parts": [_pattern(part) for part, _ in looked_for.parts],
        "places": [place for _, place in looked_for.parts], "kinds": list(filter_.kinds) or None, "project": project,
        "since": _at(filter_.since), "until": _at(filter_.until), "most": max(_SEEDS, 3 * request.limit),
        "around": _NEIGHBOURS,
    }  # fmt: skip
    names: dict[str, int] = {"": 0}
    with connected(url, connect_s=_CONNECT_S, statement_s=_STATEMENT_S) as hub:
        schema.check(hub, url)
        found = _by_words(hub, asked, names, has_words=request.mode != "vector" or vector is None)
        if vector is not None and request.mode != "fts":
            if hub.value(_HAS_VECTORS):
                found = _with_vectors(hub, asked, names, found, vector, model_tag)
            if not found.vectors:
                found.notices.append(f"the hub has no vectors of {model_tag}; this answer is by words only")
                vector = None
    answered = elsewhere.answer(request, found, vector, model_tag)
    return answered, {number: name for name, number in names.items() if name}


def _by_words(hub: Hub, asked: dict[str, Any], names: dict[str, int], *, has_words: bool) -> Evidence:
    rows = hub.rows(_BY_WORDS, asked if has_words else asked | {"parts": [], "places": [], "most": 0})
    ids, scores, holding, total, *_ = rows[0]
    return Evidence(
        rows={row[4]: _row(row[4:], names) for row in rows if row[4] is not None},
        by_words=dict(zip(ids or (), scores or (), strict=True)),
        holding=dict(zip(asked["stems"], holding or (), strict=False)), row_count=total,
    )  # fmt: skip


def _with_vectors(
    hub: Hub, asked: dict[str, Any], names: dict[str, int], found: Evidence, vector: Vector, model_tag: str
) -> Evidence:
    import numpy as np  # noqa: PLC0415 - only where there is a model

    told = {
        "vector": json.dumps(vector.tolist()), "tag": model_tag, "length": len(vector), "ids": list(found.rows),
    }  # fmt: skip
    rows, vectors, mean = dict(found.rows), {}, None
    for row_id, embedding, *row in hub.rows(_BY_VECTOR, asked | told):
        if embedding is None:
            continue
        if row_id == 0:
            mean = np.array(json.loads(embedding), np.float32), min(found.row_count, _SAMPLE)
            continue
        vectors[row_id, embedding] = np.array(json.loads(embedding), np.float32)
        if row[0] is not None:
            rows.setdefault(row[0], _row(tuple(row), names))
    pairs = sorted(((row_id, one) for (row_id, _), one in vectors.items()), key=lambda pair: pair[0])
    return replace(found, rows=rows, vectors=pairs, mean=mean)


def _row(row: Row, names: dict[str, int]) -> elsewhere.Row:
    (row_id, uid, kind, project, session_uid, parent_uid, target_uid, position, title, body, context, tags, attributes,
     valid_from, valid_to, recorded_at, confidence, importance, state, superseded_by) = row  # fmt: skip
    item = Item(
        kind=kind, body=body, valid=Period(valid_from, FOREVER if valid_to is None else valid_to), title=title,
        context=context, project_id=names.setdefault(project, len(names)), session_uid=session_uid,
        parent_uid=parent_uid, target_uid=target_uid, position=position, tags=tuple(tags), attributes=attributes,
        confidence=confidence, importance=importance, id=row_id, uid=uid, recorded_at=recorded_at,
    )  # fmt: skip
    return elsewhere.Row(item, _state(state), superseded_by)


def _state(told: dict[str, Any] | None) -> State:
    if told is None:
        return State()
    # What is archived is not found.
    return State(pinned=bool(told.get("pinned")), use_count=told.get("useCount") or 0)


def _pattern(part: str) -> str:
    """Return what LIKE finds a part by, wherever it stands."""
    return "%" + re.sub(r"[%_\\]", r"\\\g<0>", part) + "%"


def _at(instant: Instant | None) -> str | None:
    return None if instant is None else format_instant(instant)
