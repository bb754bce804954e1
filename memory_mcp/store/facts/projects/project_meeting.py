"""Match projects that other memories name with the ones here, and give all names of one repository one project.

The parts may come in any order: rows before anybody says which repository they are of, names one after the other, a
clone long after its rows. Each part makes the projects what they would be if it had come first. But whether two
repositories that others call the same are one project or two, where neither is here, is as who came first told it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from memory_mcp.store.facts.projects import project_links, projects
from memory_mcp.store.file.database import Snapshot, Transaction

_NOTE: Final = """
    INSERT OR IGNORE INTO project_identity (identity, project_id)
    VALUES (:identity, :project_id)
"""
_LEARN: Final = """
    INSERT OR IGNORE INTO project_alias (name, identity)
    VALUES (:name, :identity)
"""
_TOLD: Final = """
    SELECT DISTINCT identity
    FROM project_alias
    WHERE name IN (SELECT value FROM json_each(:names))
    ORDER BY identity
"""
_ALIASES: Final = """
    -- A name that two repositories have elsewhere says nothing of the rows under it.
    SELECT name, min(identity)
    FROM project_alias
    GROUP BY name
    HAVING count(*) = 1
    ORDER BY name
"""
_NAMES: Final = """
    -- What others call a repository, but for what they call another one, too.
    SELECT name
    FROM project_alias
    WHERE identity = :identity
      AND name NOT IN (SELECT name FROM project_alias WHERE identity <> :identity)
    ORDER BY name
"""
_OWN: Final = """
    SELECT identity
    FROM project_identity
    WHERE project_id = :project_id
"""
_CLONE: Final = """
    SELECT min(project_id)
    FROM project_identity
    WHERE identity = :identity
"""
_IS_ONLY_TOLD: Final = """
    -- A project without a folder and an identity is here because somebody told of it.
    SELECT NOT EXISTS (SELECT 1 FROM project_root WHERE project_id = :id)
       AND NOT EXISTS (SELECT 1 FROM project_identity WHERE project_id = :id)
"""


def note(tx: Transaction, project_id: int, identity: str) -> None:
    """Note the identity of a project here, and have what others told of that repository be of it."""
    tx.execute(_NOTE, {"project_id": project_id, "identity": identity})
    _meet(tx, identity)


def learn(tx: Transaction, name: str, identity: str) -> bool:
    """Note what another memory calls the project of an identity; False where that was known."""
    tx.execute(_LEARN, {"name": name, "identity": identity})
    is_new = bool(tx.changes())
    if is_new:
        _meet(tx, identity)
    return is_new


def meet_all(tx: Transaction, names: Iterable[str]) -> None:
    """Make one of what is here of each repository that others call by one of these names."""
    for (identity,) in tx.rows(_TOLD, {"names": json.dumps(list(names))}):
        _meet(tx, identity)


def passed_on(snapshot: Snapshot) -> list[tuple[int, str]]:
    """Return (project, identity) of the projects that are here only because others told of them.

    An export says so too: whoever imports it may have the repository.
    """
    found: dict[tuple[int, str], None] = {}
    for name, identity in snapshot.rows(_ALIASES):
        project_id = projects.by_name(snapshot, called_here(snapshot, name))
        if project_id is not None and snapshot.value(_IS_ONLY_TOLD, {"id": project_id}):
            found[project_id, identity] = None
    return list(found)


def called_here(snapshot: Snapshot, name: str, identity: str = "") -> str:
    """Return how the project is called here that other memories call ``name``.

    It is the project of the same repository; else, with all names that repository has, the one of the least of them or
    of what they were renamed to last, unless that is another repository: then it is the name with four characters of
    the other's identity. ``identity`` is the repository's where whoever calls it so says it, which tells two apart that
    have one name elsewhere; where nobody says it, they are one project.
    """
    told = [identity for (identity,) in snapshot.rows(_TOLD, {"names": json.dumps([name])})]
    if not told:
        return name
    own = _own(snapshot, name)
    meant = [identity] if identity in told else told
    if own & set(meant):
        return name
    for one in meant:
        clone = snapshot.value(_CLONE, {"identity": one})
        if clone is not None:
            return str(projects.name_of(snapshot, clone))
    if len(told) == 1:
        return _name_of_all(snapshot, told[0])
    return _apart(name, meant[0]) if own else name


def _own(snapshot: Snapshot, name: str) -> set[str]:
    here = projects.by_name(snapshot, name)
    return {identity for (identity,) in snapshot.rows(_OWN, {"project_id": here})}


def _apart(name: str, identity: str) -> str:
    return f"{name}~{identity.rpartition(':')[2][:4]}"


def _name_of_all(snapshot: Snapshot, identity: str) -> str:
    """Return what a repository is called that has no clone here, whichever of its names was told first."""
    names = _names(snapshot, identity)
    links = [found for name in names if (found := project_links.linked(snapshot, name))]
    name = max(links, key=lambda link: (link.at, link.winner)).winner if links else names[0]
    return _apart(name, identity) if _own(snapshot, name) else name


def _names(snapshot: Snapshot, identity: str) -> list[str]:
    return [name for (name,) in snapshot.rows(_NAMES, {"identity": identity})]


def _meet(tx: Transaction, identity: str) -> None:
    """Make one of all that others told of a repository.

    Nobody renamed anything, so no other memory is told.
    """
    names = _names(tx, identity)
    if not names:
        return
    clone = tx.value(_CLONE, {"identity": identity})
    into = clone if clone is not None else projects.by_name(tx, _name_of_all(tx, identity))
    known = (projects.by_name(tx, spelled) for name in names for spelled in (name, _apart(name, identity)))
    told = [one for one in dict.fromkeys(known) if one not in (None, into) and tx.value(_IS_ONLY_TOLD, {"id": one})]
    if into is None:
        if not told:
            return
        into = told.pop(0)
        former = projects.name_of(tx, into)
        projects.rename(tx, into, _name_of_all(tx, identity))
        projects.answer_to(tx, into, [str(former)])
    for one in told:
        projects.merge(tx, one, into)
