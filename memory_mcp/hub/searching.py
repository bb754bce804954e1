"""Search the hub: one statement for words and one for vectors; the results are ranked as the file's own rows are."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

import numpy as np

from memory_mcp.hub import schema
from memory_mcp.hub.connection import Hub, Row, connected
from memory_mcp.store.facts.lifecycle import State
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.search import remote_ranking
from memory_mcp.store.search.answer import SearchAnswer
from memory_mcp.store.search.ranking import NEIGHBOURS
from memory_mcp.store.search.remote_ranking import RemoteFindings, RemoteRow
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import seeds_of
from memory_mcp.store.vectors.distances import Vector
from memory_mcp.temporal import FOREVER, Instant, Period, format_instant

# Of a vector as pgvector sends it: its length, and two bytes of nothing.
_VECTOR_HEAD: Final = 4
_CONNECT_S: Final = 5
_STATEMENT_S: Final = 10

_BY_WORDS: Final = """
    WITH found AS MATERIALIZED (
        SELECT ids, scores, holding, total
        FROM memory.by_words(%(stems)s::text[], %(parts)s::text[], %(places)s::integer[],
                             %(since)s::timestamptz[], %(until)s::timestamptz[],
                             jsonb_populate_record(NULL::memory.asked, %(asked)s), %(most)s)
    )
    SELECT found.ids, found.scores, found.holding, found.total, rows.*
    FROM found
    LEFT JOIN LATERAL memory.rows_of(
        found.ids, %(around)s, jsonb_populate_record(NULL::memory.asked, %(asked)s)
    ) AS rows ON true
"""
_BY_VECTOR: Final = """
    WITH told AS MATERIALIZED (
        SELECT rows.*
        FROM memory.rows_of(
            memory.nearest(
                %(vector)s, %(tag)s, %(length)s, jsonb_populate_record(NULL::memory.asked, %(asked)s), %(most)s
            ),
            %(around)s, jsonb_populate_record(NULL::memory.asked, %(asked)s)
        ) AS rows
    )
    SELECT near.id, near.embedding, told.*
    FROM memory.vectors_of(%(tag)s, (SELECT array_agg(told.id) FROM told) || %(ids)s::bigint[]) AS near
    FULL JOIN told ON told.id = near.id
"""
_HAS_VECTORS: Final = """
    SELECT to_regprocedure('memory.vectors_of(text, bigint[])') IS NOT NULL
"""


def search(
    url: str, request: Request, projects: list[str] | None, vector: Vector | None, model_tag: str,
    *, now: Instant | None = None,
) -> tuple[SearchAnswer, dict[int, str]]:  # fmt: skip
    """Answer a request from the hub; return the names of its projects by number too.

    ``projects`` are the names of the one that is asked for, none of no project, None is every one. The filter's entity
    may be a name too, which is that of each machine's entity. Where the filter asks about ``now`` it is what is
    believed and true now, by whatever clock that was told. Raises what ``connected`` and ``schema.check`` raise.
    """
    looked_for = remote_ranking.looked_for(request.query)
    days = remote_ranking.days_of(request) if request.mode != "fts" else []
    asked: dict[str, Any] = {
        "stems": list(looked_for.stems), "parts": [_pattern(part) for part, _ in looked_for.parts],
        "places": [place for _, place in looked_for.parts],
        "since": [format_instant(of.since) for of in days], "until": [format_instant(of.until) for of in days],
        "asked": _asked(request.filter, projects, now),
        "most": seeds_of(request), "around": NEIGHBOURS,
    }  # fmt: skip
    names: dict[str, int] = {"": 0}
    with connected(url, connect_s=_CONNECT_S, statement_s=_STATEMENT_S) as hub:
        schema.check(hub, url)
        found = _by_words(hub, asked, names, has_words=request.mode != "vector" or vector is None)
        if vector is not None and request.mode != "fts":
            if hub.value(_HAS_VECTORS):
                found = _with_vectors(hub, asked, names, found, vector, model_tag)
            if found.mean is None:
                found.notices.append(f"the hub has no vectors of {model_tag}; this answer is by words only")
                vector = None
    answered = remote_ranking.answer(request, found, vector, model_tag)
    return answered, {number: name for name, number in names.items() if name}


def _asked(filter_: Filter, projects: list[str] | None, now: Instant | None) -> str:
    """Return a filter as ``memory.asked`` has it."""
    valid_at, known_at = filter_.as_of
    asked = {
        "kinds": list(filter_.wanted_kinds) if filter_.kinds else None, "projects": projects,
        "tags": [forms[0] for forms in filter_.wanted_tags] or None,
        "session": filter_.session_uid, "entity": filter_.entity_uid,
        "since": format_instant(filter_.since), "until": format_instant(filter_.until),
        "valid_at": None if valid_at == now else format_instant(valid_at),
        "known_at": None if known_at == now else format_instant(known_at),
        "archived": filter_.include_archived,
    }  # fmt: skip
    return json.dumps(asked)


def _by_words(hub: Hub, asked: dict[str, Any], names: dict[str, int], *, has_words: bool) -> RemoteFindings:
    rows = hub.rows(_BY_WORDS, asked if has_words else asked | {"parts": [], "places": [], "most": 0})
    ids, scores, holding, total, *_ = rows[0]
    by_words: dict[int, float] = {
        row_id: score for row_id, score in zip(ids or (), scores or (), strict=True) if score is not None
    }
    found = RemoteFindings(
        rows={}, by_words=by_words, holding=dict(zip(asked["stems"], holding or (), strict=False)), row_count=total
    )
    return _with_rows(found, [row[4:] for row in rows], ids or (), names)


def _with_rows(found: RemoteFindings, told: list[Row], seeds: Collection[int], names: dict[str, int]) -> RemoteFindings:
    """Add rows to what was found: a document that came along with its passages is there to be shown alone."""
    rows, documents = dict(found.rows), dict(found.documents)
    for one in (_row(row, names) for row in told if row[0] is not None):
        if one.item.kind == "document":
            documents[one.item.uid] = one
        if one.item.kind != "document" or one.item.id in seeds:
            rows[one.item.id] = one
    return replace(found, rows=rows, documents=documents)


def _with_vectors(
    hub: Hub, asked: dict[str, Any], names: dict[str, int], found: RemoteFindings, vector: Vector, model_tag: str
) -> RemoteFindings:
    told = {
        "vector": json.dumps(vector.tolist()), "tag": model_tag, "length": len(vector), "ids": list(found.rows),
    }  # fmt: skip
    vectors, mean = {}, None
    rows = hub.rows(_BY_VECTOR, asked | told)
    for row_id, embedding, *_ in rows:
        if embedding is None:
            continue
        read = np.frombuffer(embedding, ">f4", offset=_VECTOR_HEAD).astype(np.float32)
        if row_id < 0:
            mean = read, -row_id
        else:
            vectors[row_id, embedding] = read
    pairs = sorted(((row_id, one) for (row_id, _), one in vectors.items()), key=lambda pair: pair[0])
    return replace(_with_rows(found, [row[2:] for row in rows], (), names), vectors=pairs, mean=mean)


def _row(row: Row, names: dict[str, int]) -> RemoteRow:
    (row_id, uid, kind, project, session_uid, parent_uid, target_uid, position, title, body, context, tags, attributes,
     valid_from, valid_to, recorded_at, confidence, importance, state, is_archived, superseded_by) = row  # fmt: skip
    item = Item(
        kind=kind, body=body, valid=Period(valid_from, FOREVER if valid_to is None else valid_to), title=title,
        context=context, project_id=names.setdefault(project, len(names)), session_uid=session_uid,
        parent_uid=parent_uid, target_uid=target_uid, position=position, tags=tuple(tags), attributes=attributes,
        confidence=confidence, importance=importance, id=row_id, uid=uid, recorded_at=recorded_at,
    )  # fmt: skip
    told = state or {}
    known = State(
        archived_at=recorded_at if is_archived else None, pinned=bool(told.get("pinned")),
        use_count=told.get("useCount") or 0,
    )  # fmt: skip
    return RemoteRow(item, known, superseded_by)


def _pattern(part: str) -> str:
    """Return what LIKE finds a part by, wherever it stands."""
    return "%" + re.sub(r"[%_\\]", r"\\\g<0>", part) + "%"
