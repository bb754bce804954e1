"""Read the pairs of facts that a session's opening shows: contradictions, and facts that newer ones replaced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from memory_mcp.store.facts.contradicted import SURE
from memory_mcp.store.facts.scope import BOTH_STAND, IN_SCOPE, NOT_ARCHIVED
from memory_mcp.store.facts.versions import entity_name
from memory_mcp.store.file.as_of import BELIEVED, CURRENT, of
from memory_mcp.store.file.database import Snapshot

_CONTRADICTIONS: Final = f"""
    WITH latest AS MATERIALIZED (
        SELECT older_id, newer_id, kind
        FROM contradiction INDEXED BY contradiction_by_newer
        WHERE {SURE}
        ORDER BY newer_id DESC
        LIMIT :looked_at
    )
    SELECT latest.kind, coalesce(about.title, ''),
           older.uid, older.id, older.kind, older.title, older.body, older.target_uid, older.valid_from,
           newer.uid, newer.id, newer.kind, newer.title, newer.body, newer.target_uid, newer.valid_from
    FROM latest
    CROSS JOIN item AS older ON older.id = latest.older_id
    CROSS JOIN item AS newer ON newer.id = latest.newer_id
    LEFT JOIN item AS about ON about.uid = newer.parent_uid AND +about.kind = 'entity'
                           AND {of("about", BELIEVED)}
    WHERE {BOTH_STAND}
    ORDER BY newer.id DESC, older.id DESC
    LIMIT :limit
"""
_REPLACED: Final = f"""
    WITH latest AS MATERIALIZED (
        SELECT id, uid, verb, superseded_by
        FROM change
        ORDER BY id DESC
        LIMIT :looked_at
    )
    SELECT coalesce(about.title, ''), coalesce(newer.attributes ->> 'reasoning', ''),
           older.uid, older.id, older.kind, older.title, older.body, older.target_uid, older.valid_from,
           newer.uid, newer.id, newer.kind, newer.title, newer.body, newer.target_uid, newer.valid_from
    FROM latest
    CROSS JOIN item AS newer ON newer.uid = latest.superseded_by
    CROSS JOIN item AS older ON older.id = (
        SELECT version.id
        FROM item AS version
        WHERE version.uid = latest.uid
        ORDER BY version.superseded_at DESC, version.id DESC
        LIMIT 1
    )
    LEFT JOIN item AS about ON about.uid = newer.parent_uid AND +about.kind = 'entity'
                           AND {of("about", BELIEVED)}
    WHERE latest.verb = 'supersede' AND newer.kind IN ('learning', 'decision', 'observation', 'relation')
      AND {of("newer", CURRENT)} AND {of("newer", IN_SCOPE)} AND {of("newer", NOT_ARCHIVED)}
    ORDER BY latest.id DESC
    LIMIT :limit
"""
_LOOKED_AT: Final = 400
# Of each version: uid, row, kind, title, body, target, since.
_COLUMNS: Final = 7


class Side(NamedTuple):
    """One of two facts that cannot both hold: the version, and what it says."""

    uid: str
    row: int
    text: str
    since: int


class Unresolved(NamedTuple):
    """Two current facts about ``about`` (empty: nothing in particular) that cannot both hold; ``kind`` says why.

    Of kind "concurrent" they are two versions of one fact, and ``apart`` says who made them on which machines.
    """

    kind: str
    about: str
    older: Side
    newer: Side
    apart: str = ""


class Replaced(NamedTuple):
    """A fact about ``about`` (empty: nothing in particular) and the one that stands in its place now.

    ``reason`` is why, where the newer one is a decision.
    """

    about: str
    older: Side
    newer: Side
    reason: str = ""


def unresolved(snapshot: Snapshot, project: int, *, limit: int) -> list[Unresolved]:
    """Return kept contradictions nobody resolved or dismissed, newest first, of a project and of none (-1: of all).

    Of those kept only the newest 400 are looked at.
    """
    parameters = {"project": project, "now": snapshot.now, "limit": limit, "looked_at": _LOOKED_AT}
    return [
        Unresolved(kind, about, side(snapshot, sides[:_COLUMNS]), side(snapshot, sides[_COLUMNS:]))
        for kind, about, *sides in snapshot.rows(_CONTRADICTIONS, parameters)
    ]


def replaced(snapshot: Snapshot, project: int, *, limit: int) -> list[Replaced]:
    """Return facts of a project and of none (-1: of all) that newer ones replaced, with these, the latest first.

    Of all changes of belief only the last 400 are looked at.
    """
    parameters = {"project": project, "now": snapshot.now, "limit": limit, "looked_at": _LOOKED_AT}
    return [
        Replaced(about, side(snapshot, sides[:_COLUMNS]), side(snapshot, sides[_COLUMNS:]), reason)
        for about, reason, *sides in snapshot.rows(_REPLACED, parameters)
    ]


def side(snapshot: Snapshot, columns: Sequence[Any]) -> Side:
    """Return the version that its columns tell as a side of two that cannot both hold."""
    uid, row, kind, title, body, target, since = columns
    if kind == "relation":
        body = entity_name(snapshot, target)
    return Side(uid, row, f"{title}: {body}" if title and body else title or body, since)
