"""Export sessions as columns under the names of the file."""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.file.as_of import of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant

_SESSIONS: Final = f"""
    SELECT session.uid AS id, project.name AS project, client, client_session AS clientSession, path, title,
           started_at AS startedAt, ended_at AS endedAt, summary, tasks, open_questions AS openQuestions,
           next_steps AS nextSteps, changed_at AS changedAt
    FROM session
    JOIN project ON project.id = session.project_id
    WHERE {of("session", IN_SCOPE)} AND started_at <= :known_at
    ORDER BY session.uid
"""


def exported(snapshot: Snapshot, project: int, known_at: Instant) -> list[dict[str, Any]]:
    """Return the sessions of a scope that had begun by ``known_at``, by id."""
    return snapshot.dicts(_SESSIONS, {"project": project, "known_at": known_at})
