"""Score which lessons and decisions of a project matter now: the recent, the used, the important, the sure.

A score is a sum of four shares, together at most 1: how lately the row began (half after 30 days), how often it was
opened or cited (recent uses count more), how important and how sure it was said to be. Being shown never counts. Only
the newest, the last used and the most important rows are scored, so that the cost does not grow with the file.
"""

from __future__ import annotations

from typing import Final, LiteralString

from memory_mcp.store.facts.projects.projects import ALL_PROJECTS
from memory_mcp.store.facts.versions import Item, Kind, item_of
from memory_mcp.store.file.as_of import BELIEVED, CURRENT
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions import project_news
from memory_mcp.temporal import DAY_US

_NEWEST: Final = 120
_USED: Final = 200
_IMPORTANT: Final = 40
_AGE_HALVED_US: Final = 30.0 * DAY_US
_USE_HALVED_US: Final = 90.0 * DAY_US

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
           0.35 * pow(0.5, (:now - item.valid_from) / :age_halved)
           + 0.25 * min(1.0, ln(1 + coalesce(item_state.use_count, 0)) / ln(21))
                  * pow(0.5, (:now - coalesce(item_state.last_used_at, :now)) / :use_halved)
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


def most_salient(snapshot: Snapshot, project: int, kind: Kind, *, limit: int) -> list[Item]:
    """Return the rows of a kind that matter most now, of a project and of none; of all projects (-1) the newest."""
    if project == ALL_PROJECTS:
        return project_news.recent(snapshot, project, kind, limit=limit)
    parameters = {
        "project": project, "kind": kind, "now": snapshot.now, "limit": limit, "newest": _NEWEST, "used": _USED,
        "important": _IMPORTANT, "age_halved": _AGE_HALVED_US, "use_halved": _USE_HALVED_US,
    }  # fmt: skip
    return [item_of(row[:-1]) for row in snapshot.rows(_MOST_SALIENT, parameters)]
