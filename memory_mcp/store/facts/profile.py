"""Store the person's own facts, by field, and their goals, by project.

What was deleted stays as an empty value with its time: so other copies of this memory hear of it, and none of them
brings it back.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from memory_mcp.language.folding import text_key
from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.file.as_of import of
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import Instant

_BETWEEN_WORDS: Final = {ord(sign): None for sign in " _-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}"}
_FIELDS: Final = """
    SELECT field, value
    FROM profile
    WHERE value <> ''
    ORDER BY field
"""
_FIELD: Final = """
    SELECT value, changed_at
    FROM profile
    WHERE field = :field
"""
_EXPORTED_FIELDS: Final = """
    SELECT field, value, changed_at AS changedAt
    FROM profile
    ORDER BY field
"""
_EXPORTED_GOALS: Final = f"""
    SELECT project.name AS project, goal, changed_at AS changedAt
    FROM goal
    JOIN project ON project.id = goal.project_id
    WHERE {of("goal", IN_SCOPE)}
    ORDER BY project.name
"""
_SET: Final = """
    INSERT INTO profile (field, value, changed_at)
    VALUES (:field, :value, :at)
    ON CONFLICT (field) DO UPDATE
    SET value = :value, changed_at = :at
"""
_DELETE: Final = """
    UPDATE profile
    SET value = '', changed_at = :at
    WHERE field = :field AND value <> ''
"""
_GOAL: Final = """
    -- The project's own goal, else the one of no project.
    SELECT goal, project_id, changed_at
    FROM goal
    WHERE project_id IN (0, :project) AND goal <> ''
    ORDER BY project_id = :project DESC
    LIMIT 1
"""
_OWN_GOAL: Final = """
    SELECT goal, changed_at
    FROM goal
    WHERE project_id = :project_id
"""
_SET_GOAL: Final = """
    INSERT INTO goal (project_id, goal, changed_at)
    VALUES (:project_id, :goal, :at)
    ON CONFLICT (project_id) DO UPDATE
    SET goal = :goal, changed_at = :at
"""
_CLEAR_GOAL: Final = """
    UPDATE goal
    SET goal = '', changed_at = :at
    WHERE project_id = :project_id AND goal <> ''
"""
_DROP_GOAL: Final = """
    DELETE FROM goal
    WHERE project_id = :project_id
"""


class Goal(NamedTuple):
    """What the person is after, in which project (0: in all), and since when."""

    text: str
    project_id: int
    since: Instant


def fields(snapshot: Snapshot) -> dict[str, str]:
    """Return the profile, field to value, by field."""
    return dict(snapshot.rows(_FIELDS))


def spellings(snapshot: Snapshot, field: str) -> list[str]:
    """Return the names under which a field is known: case and what parts its words do not count."""
    return [name for name in fields(snapshot) if _folded(name) == _folded(field)]


def dated_field(snapshot: Snapshot, field: str) -> tuple[str, Instant] | None:
    """Return the value of one field and when it was set (or, empty, deleted), or None."""
    row = snapshot.row(_FIELD, {"field": field})
    return None if row is None else (row[0], row[1])


def set_field(tx: Transaction, field: str, value: str, *, at: Instant | None = None) -> None:
    """Note one of the person's own facts, over what stood there; ``at`` is when it was said, where that was not now."""
    tx.execute(_SET, {"field": field, "value": value, "at": tx.now if at is None else at})


def delete_field(tx: Transaction, field: str) -> bool:
    """Delete what a field says; False when it said nothing."""
    tx.execute(_DELETE, {"field": field, "at": tx.now})
    return tx.changes() > 0


def goal(snapshot: Snapshot, project: int) -> Goal | None:
    """Return the goal that holds in a project: its own, else the one of no project."""
    row = snapshot.row(_GOAL, {"project": project})
    return None if row is None else Goal(*row)


def own_goal(snapshot: Snapshot, project_id: int) -> tuple[str, Instant] | None:
    """Return a project's own goal and when it was set (or, empty, cleared), or None."""
    row = snapshot.row(_OWN_GOAL, {"project_id": project_id})
    return None if row is None else (row[0], row[1])


def set_goal(tx: Transaction, project_id: int, text: str, *, at: Instant | None = None) -> None:
    """Set the goal of a project (0: of all), over what stood there; ``at`` is when it was said, where not now."""
    tx.execute(_SET_GOAL, {"project_id": project_id, "goal": text, "at": tx.now if at is None else at})


def clear_goal(tx: Transaction, project_id: int) -> bool:
    """Clear a project's own goal; False when there was none."""
    tx.execute(_CLEAR_GOAL, {"project_id": project_id, "at": tx.now})
    return tx.changes() > 0


def drop_goal(tx: Transaction, project_id: int) -> None:
    """Remove what is known of the goal of a project that goes."""
    tx.execute(_DROP_GOAL, {"project_id": project_id})


def _folded(field: str) -> str:
    # Any other sign may be all that tells two fields apart: C++ and C#.
    return text_key(field).translate(_BETWEEN_WORDS) or field


def exported_fields(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Return the profile on its way out, as columns under the names of the file."""
    return snapshot.dicts(_EXPORTED_FIELDS)


def exported_goals(snapshot: Snapshot, project: int) -> list[dict[str, Any]]:
    """Return the goals of a scope on their way out, as columns under the names of the file."""
    return snapshot.dicts(_EXPORTED_GOALS, {"project": project})
