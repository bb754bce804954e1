"""Count how a memory grew: what it holds by kind, project and client, and how many rows came each week."""

from __future__ import annotations

from typing import Final, NamedTuple

from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.file.as_of import BELIEVED, of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.kinds import IS_TOLD
from memory_mcp.temporal import WEEK_US, Instant

_KINDS: Final = f"""
    SELECT kind, count(*)
    FROM item
    WHERE {IN_SCOPE} AND {BELIEVED} AND {IS_TOLD}
    GROUP BY kind
    ORDER BY count(*) DESC, kind
"""
_OF_PROJECT: Final = f"""
    SELECT kind, count(*)
    FROM item
    WHERE project_id = :project_id AND {BELIEVED} AND {IS_TOLD}
    GROUP BY kind
    ORDER BY count(*) DESC, kind
"""
_WEEKS: Final = f"""
    SELECT kind, (:now - valid_from) / :week AS age, count(*)
    FROM item
    WHERE {IN_SCOPE} AND {BELIEVED} AND valid_from BETWEEN :since AND :now
    GROUP BY kind, age
"""
_PROJECTS: Final = f"""
    SELECT coalesce(project.name, ''), count(*)
    FROM item
    LEFT JOIN project ON project.id = item.project_id
    WHERE {IN_SCOPE} AND {BELIEVED} AND {IS_TOLD}
    GROUP BY item.project_id
    ORDER BY count(*) DESC
"""
_CLIENTS: Final = f"""
    SELECT client, count(*), max(started_at)
    FROM session
    WHERE {of("session", IN_SCOPE)}
    GROUP BY client
    ORDER BY count(*) DESC, client
"""


class Growth(NamedTuple):
    """What a scope holds: rows by kind and by project, sessions by client with the last start, rows by kind a week.

    A list of weeks ends with the current one.
    """

    kinds: dict[str, int]
    projects: dict[str, int]
    clients: dict[str, tuple[int, Instant]]
    weeks: dict[str, list[int]]


def growth(snapshot: Snapshot, project: int, *, weeks: int) -> Growth:
    """Return what a scope (-1: all projects; else the project and none) holds, with the last ``weeks`` weeks."""
    asked = {"project": project, "now": snapshot.now, "week": WEEK_US, "since": snapshot.now - weeks * WEEK_US + 1}
    by_week: dict[str, list[int]] = {}
    for kind, age, count in snapshot.rows(_WEEKS, asked):
        by_week.setdefault(kind, [0] * weeks)[weeks - 1 - age] = count
    clients = {client: (count, last) for client, count, last in snapshot.rows(_CLIENTS, asked)}
    kinds: dict[str, int] = dict(snapshot.rows(_KINDS, asked))
    return Growth(kinds, dict(snapshot.rows(_PROJECTS, asked)), clients, by_week)


def of_project(snapshot: Snapshot, project_id: int) -> dict[str, int]:
    """Return how many rows of each kind a project itself holds."""
    return dict(snapshot.rows(_OF_PROJECT, {"project_id": project_id}))
