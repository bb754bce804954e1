"""Count what happened when: rows a quarter of an hour, and how many there are of each kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant

# The days of every time zone begin with a quarter of an hour.
_QUARTERS: Final = f"""
    SELECT item.valid_from / 900000000 AS quarter, count(*)
    FROM item INDEXED BY item_by_time
    WHERE item.valid_from >= :since AND item.valid_from < :until
      AND item.kind NOT IN ('passage', 'entity', 'digest')
      AND {BELIEVED}
      AND {IN_SCOPE}
    GROUP BY quarter
    ORDER BY quarter
"""
_PROJECTS: Final = f"""
    SELECT project.name, item.kind, count(*)
    FROM item
    JOIN project ON project.id = item.project_id
    WHERE item.kind <> 'passage'
      AND {BELIEVED}
      AND {IN_SCOPE}
    GROUP BY project.id, item.kind
    ORDER BY project.name, item.kind
"""
_CLIENTS: Final = f"""
    SELECT session.client, count(DISTINCT session.uid), count(*), max(item.valid_from)
    FROM session
    JOIN item ON item.session_uid = session.uid
    WHERE item.kind = 'turn'
      AND {BELIEVED}
      AND {IN_SCOPE}
    GROUP BY session.client
    ORDER BY session.client
"""


@dataclass(frozen=True, slots=True)
class ClientActivity:
    """How much of one client's conversations is here: sessions, turns, and when the last turn was said."""

    client: str
    sessions: int
    turns: int
    last_at: Instant


def by_quarter(snapshot: Snapshot, project: int, *, since: Instant, until: Instant) -> list[tuple[int, int]]:
    """Return (quarters of an hour since 1970, rows) of a scope, oldest first; those without rows are left out."""
    return [
        (quarter, count)
        for quarter, count in snapshot.rows(_QUARTERS, {"project": project, "since": since, "until": until})
    ]


def by_project(snapshot: Snapshot, project: int) -> list[tuple[str, str, int]]:
    """Return (project, kind, rows) of a scope, by the project's name; '' is none."""
    return [(name, kind, count) for name, kind, count in snapshot.rows(_PROJECTS, {"project": project})]


def by_client(snapshot: Snapshot, project: int) -> list[ClientActivity]:
    """Return what each client's conversations left here, by the client's name."""
    return [ClientActivity(*row) for row in snapshot.rows(_CLIENTS, {"project": project})]
