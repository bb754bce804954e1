"""Keep which names are one project: what was renamed to or merged into what, when, on whichever machine.

Links between names are a set that only grows. Names that are linked, over however many links, are one project. It has
the name that was given last, and of two names given at one moment the greater one. So every copy that has the same
links has the same projects. Repositories that are known to be two stay two unless somebody merged them.
"""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.store.facts.projects import project_identity, project_links, project_meeting, projects
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import Instant

_FREE: Final = """
    DELETE FROM project
    WHERE name = :name AND merged_into = :id
"""
_EXPORTED: Final = """
    SELECT old || ' > ' || new AS id, old, new, at, verb
    FROM project_rename
    ORDER BY old, new
"""
_DROP: Final = """
    DELETE FROM project_rename
    WHERE old IN (SELECT name FROM project WHERE :id IN (id, merged_into))
       OR new IN (SELECT name FROM project WHERE :id IN (id, merged_into))
"""


def link(tx: Transaction, old: str, new: str, verb: project_links.Verb, *, at: Instant) -> bool:
    """Note that the project ``old`` is ``new`` since a moment, and make one of what is linked now; False if known."""
    if not project_links.note(tx, old, new, verb, at=at):
        return False
    linked = project_links.linked(tx, old)
    assert linked is not None  # it was just noted
    names, winner, has_merge = list(linked.names), linked.winner, linked.has_merge
    found = dict.fromkeys(projects.by_name(tx, project_meeting.called_here(tx, name)) for name in (winner, *names))
    here = [number for number in found if number is not None]
    into = here[0] if here else projects.add(tx, winner)
    for number in here[1:]:
        if has_merge or not project_identity.are_two(tx, number, into):
            projects.merge(tx, number, into)
    if projects.name_of(tx, into) != winner:
        former = projects.name_of(tx, into)
        tx.execute(_FREE, {"name": winner, "id": into})
        if projects.by_name(tx, winner) is None:
            projects.rename(tx, into, winner)
            names.append(str(former))
    projects.answer_to(tx, into, names)
    project_meeting.meet_all(tx, names)
    return True


def exported(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Return all links, as columns under the names of the file."""
    return snapshot.dicts(_EXPORTED)


def drop(tx: Transaction, project_id: int) -> None:
    """Forget the links of a project that is purged."""
    tx.execute(_DROP, {"id": project_id})
