"""Read what goes into an export besides facts, section by section."""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.store.contradictions import exported as exported_pairs
from memory_mcp.store.facts import erasure, profile
from memory_mcp.store.facts.projects import project_identity, project_renames, projects
from memory_mcp.store.facts.selection import Selection
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.handoffs import exported as exported_handoffs
from memory_mcp.store.sessions import exported as exported_sessions
from memory_mcp.temporal import FOREVER

# Of each section its noun, and what a record of it has that says something: what was cleared says nothing.
_NOUNS: Final = {
    "profile": ("field of the profile", "value"),
    "goals": ("goal", "goal"),
    "handoffs": ("handoff", "id"),
    "dismissals": ("dismissal", "a"),
    "relationValues": ("number of values of a relation", "values"),
}


def aside(snapshot: Snapshot, section: str, selection: Selection) -> list[dict[str, Any]]:
    """Return the records of a section that are no facts, as columns under the names of the file.

    As of a time, there are no sessions and handoffs yet that began later.
    """
    project = selection.project
    # Another machine's clock may be a little ahead.
    known_at = FOREVER if selection.known_at is None else selection.known_at
    begun_by = known_at if selection.as_of is None else min(known_at, selection.as_of)
    found: list[dict[str, Any]] = []
    match section:
        case "erasures" if selection.include_history and selection.as_of is None:
            found = erasure.exported(snapshot, known_at=known_at)
        case "projects" if selection.include_history and selection.as_of is None:
            found = project_identity.exported(snapshot, project)
        case "renames" if selection.include_history and selection.as_of is None and project == projects.ALL_PROJECTS:
            found = project_renames.exported(snapshot)
        case "profile":
            found = profile.exported_fields(snapshot)
        case "goals":
            found = profile.exported_goals(snapshot, project)
        case "sessions" if selection.include_sessions:
            found = exported_sessions.exported(snapshot, project, begun_by)
        case "handoffs" if selection.include_sessions:
            found = exported_handoffs.exported(snapshot, project, begun_by)
        case "dismissals":
            found = exported_pairs.dismissals(snapshot, project, known_at)
        case "relationValues":
            found = exported_pairs.declarations(snapshot, known_at)
    return found


def left_out(snapshot: Snapshot, selection: Selection, *sections: str) -> dict[str, int]:
    """Return how many records that say something there are of sections a format has no place for, by their nouns."""
    found: dict[str, int] = {}
    for section in sections:
        noun, said = _NOUNS[section]
        found[noun] = sum(bool(row[said]) and not row.get("takenBack") for row in aside(snapshot, section, selection))
    return {noun: count for noun, count in found.items() if count}
