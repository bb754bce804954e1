"""Projects of several memories: one wherever it lies, by the first commit of its repository.

A project is called what its folder is called, so one repository may have two names on two machines, and two
repositories one. A marker file gives the same name on purpose.
"""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.store.facts import projects
from memory_mcp.store.file.database import Snapshot, Transaction

_EXPORTED: Final = """
    SELECT project_identity.identity || ' ' || project.name AS id, project_identity.identity, project.name
    FROM project_identity
    JOIN project ON project.id = project_identity.project_id
    ORDER BY project.name, project_identity.identity
"""
_WITHOUT: Final = """
    SELECT project_root.project_id, project_root.root
    FROM project_root
    WHERE project_id NOT IN (SELECT project_id FROM project_identity)
    ORDER BY project_root.root
"""
_NOTE: Final = """
    INSERT OR IGNORE INTO project_identity (identity, project_id)
    VALUES (:identity, :project_id)
"""
_LEARN: Final = """
    INSERT OR IGNORE INTO project_alias (name, identity)
    VALUES (:name, :identity)
"""
_TOLD: Final = """
    SELECT identity
    FROM project_alias
    WHERE name = :name
    ORDER BY identity
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
_OWN: Final = """
    SELECT identity
    FROM project_identity
    WHERE project_id = :project_id
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
_OF_IDENTITY: Final = """
    SELECT project.name
    FROM project_alias
    JOIN project_identity ON project_identity.identity = project_alias.identity
    JOIN project ON project.id = project_identity.project_id
    WHERE project_alias.name = :name AND project.merged_into IS NULL
    ORDER BY project.id
    LIMIT 1
"""
_SAME: Final = """
    -- A project without a folder or an identity is here because others told of it.
    SELECT project.id, min(own.project_id)
    FROM project_alias
    JOIN project ON project.name = project_alias.name
    LEFT JOIN project_identity AS own ON own.identity = project_alias.identity
    WHERE project.merged_into IS NULL
      AND project.id NOT IN (SELECT project_id FROM project_root)
      AND project.id NOT IN (SELECT project_id FROM project_identity)
    GROUP BY project.id
    HAVING count(DISTINCT project_alias.identity) = 1 AND count(DISTINCT own.project_id) = 1
"""
_MERGE: Final = """
    UPDATE project
    SET merged_into = :into
    WHERE id = :id
"""


def exported(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Return which project here has which identity, as columns under the names of the file."""
    return snapshot.dicts(_EXPORTED)


def without(snapshot: Snapshot) -> list[tuple[int, str]]:
    """Return (number, folder) of the projects whose identity nobody looked for."""
    return [(project_id, root) for project_id, root in snapshot.rows(_WITHOUT)]


def note(tx: Transaction, project_id: int, identity: str) -> None:
    """Note the identity of a project here."""
    tx.execute(_NOTE, {"project_id": project_id, "identity": identity})
    _meet(tx)


def learn(tx: Transaction, name: str, identity: str) -> bool:
    """Note what another memory calls the project of an identity; False where that was known."""
    tx.execute(_LEARN, {"name": name, "identity": identity})
    is_new = bool(tx.changes())
    if is_new:
        _meet(tx)
    return is_new


def _meet(tx: Transaction) -> None:
    """Have what others told of a repository be of its project here, where that came after they told it.

    The name that others have for it stays theirs: nobody renamed anything.
    """
    for project_id, into in tx.rows(_SAME):
        tx.execute(_MERGE, {"id": project_id, "into": into})


def are_two(snapshot: Snapshot, a: int, b: int) -> bool:
    """Whether two projects are known to be of different repositories."""
    return bool(snapshot.value(_ARE_TWO, {"a": a, "b": b}))


def names_of(snapshot: Snapshot, project_id: int) -> list[str]:
    """Return what a project was ever called here, and what other memories call it that is no project's name here."""
    return [name for (name,) in snapshot.rows(_CALLED, {"id": project_id})]


def called_here(snapshot: Snapshot, name: str) -> str:
    """Return how the project is called here that other memories call ``name``.

    It is the project of the same repository; else the one of that name, unless that is another repository: then it is
    the name with four characters of the other's identity.
    """
    told = [identity for (identity,) in snapshot.rows(_TOLD, {"name": name})]
    if not told:
        return name
    here = projects.by_name(snapshot, name)
    own = {identity for (identity,) in snapshot.rows(_OWN, {"project_id": here})}
    if own & set(told):
        return name
    same: str | None = snapshot.value(_OF_IDENTITY, {"name": name})
    if same is not None:
        return same
    return f"{name}~{told[0].rpartition(':')[2][:4]}" if own else name
