"""Identify a project across memories by the first commit of its repository, wherever it lies.

A project is called what its folder is called, so one repository may have two names on two machines, and two
repositories may have one. A marker file gives the same name on purpose.
"""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.store.facts.projects import project_meeting, projects
from memory_mcp.store.file.database import Snapshot

_EXPORTED: Final = """
    SELECT project_identity.identity || ' ' || project.name AS id, project_identity.identity, project.name
    FROM project_identity
    JOIN project ON project.id = project_identity.project_id
    WHERE :project IN (-1, project_identity.project_id)
    ORDER BY project.name, project_identity.identity
"""
_OF: Final = """
    SELECT project_id
    FROM project_identity
    WHERE identity = :identity
    ORDER BY project_id
"""
_WITHOUT: Final = """
    SELECT project_root.project_id, project_root.root
    FROM project_root
    WHERE project_id NOT IN (SELECT project_id FROM project_identity)
    ORDER BY project_root.root
"""
_CALLED: Final = """
    SELECT name
    FROM project
    WHERE :id IN (id, merged_into)
    UNION
    SELECT project_alias.name
    FROM project_alias
    JOIN project_identity ON project_identity.identity = project_alias.identity
    WHERE project_identity.project_id = :id
      AND project_alias.name NOT IN (SELECT name FROM project)
"""
_ARE_TWO: Final = """
    SELECT count(*) = 2 AND NOT EXISTS (
        SELECT 1
        FROM project_identity AS a
        JOIN project_identity AS b ON b.identity = a.identity
        WHERE a.project_id = :a AND b.project_id = :b
    )
    FROM (SELECT DISTINCT project_id FROM project_identity WHERE project_id IN (:a, :b))
"""


def exported(snapshot: Snapshot, project: int) -> list[dict[str, Any]]:
    """Return which project of a scope (-1: all) has which identity, as columns under the names of the file.

    A project that is here only because others told of it has the identity that they told.
    """
    found = snapshot.dicts(_EXPORTED, {"project": project})
    for project_id, identity in project_meeting.passed_on(snapshot):
        if project in (projects.ALL_PROJECTS, project_id):
            name = projects.name_of(snapshot, project_id)
            found.append({"id": f"{identity} {name}", "identity": identity, "name": name})
    return found


def of(snapshot: Snapshot, identity: str) -> list[int]:
    """Return the numbers of the projects of an identity."""
    return [project_id for (project_id,) in snapshot.rows(_OF, {"identity": identity})]


def without(snapshot: Snapshot) -> list[tuple[int, str]]:
    """Return (number, folder) of the projects whose identity nobody looked for."""
    return [(project_id, root) for project_id, root in snapshot.rows(_WITHOUT)]


def are_two(snapshot: Snapshot, a: int, b: int) -> bool:
    """Whether two projects are known to be of different repositories."""
    return bool(snapshot.value(_ARE_TWO, {"a": a, "b": b}))


def names_of(snapshot: Snapshot, project_id: int) -> list[str]:
    """Return what a project was ever called here, and what other memories call it that is no project's name here."""
    return [name for (name,) in snapshot.rows(_CALLED, {"id": project_id})]
