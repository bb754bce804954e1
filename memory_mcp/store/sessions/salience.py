"""Which lessons and decisions of a project matter now: recent, used, important, sure; and where rows come from.

Each row's score is a sum of four shares, together at most 1: how lately it began (half after 30 days), how often it was
opened or cited (the more so if lately), how important and how sure it was said to be. Being shown never counts. Only
the newest, the last used and the most important rows are looked at, so that the cost does not grow with the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final, LiteralString, NamedTuple

from memory_mcp.store.facts.contradicted import SURE
from memory_mcp.store.facts.projects import ALL_PROJECTS
from memory_mcp.store.facts.scope import BOTH_STAND, IN_SCOPE, NOT_ARCHIVED
from memory_mcp.store.facts.versions import Item, Kind, entity_name, item_of
from memory_mcp.store.file.as_of import BELIEVED, CURRENT, of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions import project_news

_NEWEST: Final = 120
_USED: Final = 200
_IMPORTANT: Final = 40

_STARTED: Final = "valid_from <= :now"
_IS_RATED: Final = "importance IS NOT NULL"


def _first(
    project: LiteralString, condition: LiteralString, order: LiteralString, most: LiteralString
) -> LiteralString:
    """Return the branch that reads the first rows of a project in the order of an index."""
    return f"""SELECT id
        FROM (
            SELECT id
            FROM item
            WHERE kind = :kind AND project_id = {project}
              AND {BELIEVED} AND {condition}
            ORDER BY {order} DESC
            LIMIT {most}
        )"""


_MOST_SALIENT: Final = f"""
    WITH candidate AS MATERIALIZED (
        {_first(":project", _STARTED, "valid_from", ":newest")}
        UNION
        {_first("0", _STARTED, "valid_from", ":newest")}
        UNION
        {_first(":project", _IS_RATED, "importance", ":important")}
        UNION
        {_first("0", _IS_RATED, "importance", ":important")}
        UNION
        SELECT item.id
        FROM (
            SELECT uid
            FROM item_state
            WHERE last_used_at IS NOT NULL
            ORDER BY last_used_at DESC
            LIMIT :used
        ) AS lately
        CROSS JOIN item ON item.uid = lately.uid
        -- Not by the index over kinds: a use is one row.
        WHERE +item.kind = :kind AND +item.project_id IN (0, :project)
    )
    SELECT item.*,
           0.35 * pow(0.5, (:now - item.valid_from) / 2592e9)
           + 0.25 * min(1.0, ln(1 + coalesce(item_state.use_count, 0)) / ln(21))
                  * pow(0.5, (:now - coalesce(item_state.last_used_at, :now)) / 7776e9)
           + 0.3 * coalesce(item.importance, 0.5)
           + 0.1 * coalesce(item.confidence, 0.7) AS score
    FROM candidate
    CROSS JOIN item ON item.id = candidate.id
    LEFT JOIN item_state ON item_state.uid = item.uid
    WHERE {CURRENT}
      AND item_state.archived_at IS NULL
    ORDER BY score DESC, item.valid_from DESC, item.id DESC
    LIMIT :limit
"""
_ORIGINS: Final = """
    SELECT uid, client
    FROM session
    WHERE uid IN (SELECT value FROM json_each(:uids))
"""
_VERDICTS: Final = """
    SELECT uid, verified
    FROM item_state
    WHERE uid IN (SELECT value FROM json_each(:uids)) AND verified IS NOT NULL
"""
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
    SELECT coalesce(about.title, ''),
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
_RETIRED: Final = f"""
    SELECT DISTINCT item.body
    FROM item
    WHERE item.session_uid IN (SELECT value FROM json_each(:sessions)) AND item.kind = 'statement'
      -- Most hold, and are not looked up once more.
      AND NOT ({CURRENT})
      AND NOT EXISTS (
          SELECT 1
          FROM item AS still
          WHERE still.uid = item.uid AND {of("still", CURRENT)}
      )
"""
_LOOKED_AT: Final = 400


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
    """A fact about ``about`` (empty: nothing in particular) and the one that stands in its place now."""

    about: str
    older: Side
    newer: Side


def most_salient(snapshot: Snapshot, project: int, kind: Kind, *, limit: int) -> list[Item]:
    """Return the rows of a kind that matter most now, of a project and of none; of all projects (-1) the newest."""
    if project == ALL_PROJECTS:
        return project_news.recent(snapshot, project, kind, limit=limit)
    parameters = {
        "project": project, "kind": kind, "now": snapshot.now, "limit": limit, "newest": _NEWEST, "used": _USED,
        "important": _IMPORTANT,
    }  # fmt: skip
    return [item_of(row[:-1]) for row in snapshot.rows(_MOST_SALIENT, parameters)]


def origins(snapshot: Snapshot, items: Iterable[Item]) -> dict[str, str]:
    """Return the clients of the sessions that rows were recorded in, by session."""
    uids = sorted({item.session_uid for item in items if item.session_uid})
    return dict(snapshot.rows(_ORIGINS, {"uids": json.dumps(uids)})) if uids else {}


def verdicts(snapshot: Snapshot, items: Iterable[Item]) -> dict[str, bool]:
    """Return of the decisions among rows whether they turned out right, where somebody said so."""
    uids = [item.uid for item in items if item.kind == "decision"]
    rows = snapshot.rows(_VERDICTS, {"uids": json.dumps(uids)}) if uids else []
    return {uid: bool(verified) for uid, verified in rows}


def unresolved(snapshot: Snapshot, project: int, *, limit: int) -> list[Unresolved]:
    """Return kept contradictions nobody resolved or dismissed, newest first, of a project and of none (-1: of all).

    Of those kept only the newest 400 are looked at.
    """
    parameters = {"project": project, "now": snapshot.now, "limit": limit, "looked_at": _LOOKED_AT}
    return [
        Unresolved(kind, about, side(snapshot, *sides[:7]), side(snapshot, *sides[7:]))
        for kind, about, *sides in snapshot.rows(_CONTRADICTIONS, parameters)
    ]


def replaced(snapshot: Snapshot, project: int, *, limit: int) -> list[Replaced]:
    """Return facts of a project and of none (-1: of all) that newer ones replaced, with these, the latest first.

    Of all changes of belief only the last 400 are looked at.
    """
    parameters = {"project": project, "now": snapshot.now, "limit": limit, "looked_at": _LOOKED_AT}
    return [
        Replaced(about, side(snapshot, *sides[:7]), side(snapshot, *sides[7:]))
        for about, *sides in snapshot.rows(_REPLACED, parameters)
    ]


def retired_statements(snapshot: Snapshot, session_uids: Iterable[str]) -> list[str]:
    """Return what was said in sessions about how to work and does not hold any more, word for word."""
    return [body for (body,) in snapshot.rows(_RETIRED, {
        "sessions": json.dumps(list(session_uids)), "now": snapshot.now,
    })]  # fmt: skip


def side(
    snapshot: Snapshot, uid: str, row: int, kind: str, title: str, body: str, target: str | None, since: int
) -> Side:
    """Return a version, of the columns that tell it, as a side of two that cannot both hold."""
    if kind == "relation":
        body = entity_name(snapshot, target)
    return Side(uid, row, f"{title}: {body}" if title and body else title or body, since)
