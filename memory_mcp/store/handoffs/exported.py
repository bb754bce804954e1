"""Export handoffs as columns under the names of the file."""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.file.as_of import of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant

_HANDOFFS: Final = f"""
    SELECT handoff.uid AS id, project.name AS project, state, from_session AS fromSession, to_client AS toClient,
           handoff.origin, path, summary, open_questions AS openQuestions, next_steps AS nextSteps, files,
           created_at AS createdAt, expires_at AS expiresAt, claimed_by AS claimedBy, claimed_at AS claimedAt,
           changed_at AS changedAt
    FROM handoff
    JOIN project ON project.id = handoff.project_id
    WHERE {of("handoff", IN_SCOPE)} AND created_at <= :known_at
    ORDER BY handoff.uid
"""


def exported(snapshot: Snapshot, project: int, known_at: Instant) -> list[dict[str, Any]]:
    """Return the handoffs of a scope that were made by ``known_at``, by id."""
    return snapshot.dicts(_HANDOFFS, {"project": project, "known_at": known_at})
