"""Store projects by name and root; tell which rows a call sees, and where its writes go."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from memory_mcp.errors import NotFoundError
from memory_mcp.privacy.redaction import RedactMode, guard_name
from memory_mcp.project import ProjectRef, distinct_name
from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.file.as_of import of
from memory_mcp.store.file.database import Snapshot, Transaction

# As a scope it means every project; no row has it.
ALL_PROJECTS: Final = -1
NO_PROJECT: Final = 0
UNBOUND: Final = (
    "The .memory-mcp.toml of this folder names a project that this memory knows from elsewhere, so it does not count: "
    "the folder is a project of its own. A person who wants it to count runs in it: memory-mcp trust"
)
UNKNOWN_PROJECT: Final = -2
"""As a scope it means a project nothing was ever stored in: rows without a project are seen, and nothing else."""

_BY_NAME: Final = """
    SELECT coalesce(merged_into, id)
    FROM project
    WHERE name = :name
"""
_BY_ROOT: Final = """
    SELECT project_id
    FROM project_root
    WHERE root = :root
"""
_ROOTS: Final = """
    SELECT root
    FROM project_root
    WHERE project_id = :project_id
"""
_ALL_ROOTS: Final = """
    SELECT project.name, project_root.root
    FROM project_root
    JOIN project ON project.id = project_root.project_id
    ORDER BY project.name, project_root.root
"""
_RENAME: Final = """
    UPDATE project
    SET name = :name
    WHERE id = :id
"""
_MERGE: Final = """
    UPDATE project
    SET merged_into = :into
    WHERE id = :id
"""
_OUTLIVE_CLEARED_GOAL: Final = """
    -- Another copy may have it as it was before it was cleared: that is older than what stands from now on.
    UPDATE goal
    SET changed_at = max(changed_at, (SELECT max(changed_at) FROM goal WHERE project_id IN (:id, :into)))
    WHERE project_id IN (:id, :into) AND goal <> ''
      AND EXISTS (SELECT 1 FROM goal AS other WHERE other.project_id IN (:id, :into) AND other.goal = '')
"""
_DROP_CLEARED_GOAL: Final = """
    -- It was cleared for one of the two, and never for the other.
    DELETE FROM goal
    WHERE project_id IN (:id, :into) AND goal = ''
      AND EXISTS (SELECT 1 FROM goal AS other WHERE other.project_id IN (:id, :into) AND other.goal <> '')
"""
_ANSWER_TO: Final = """
    INSERT OR IGNORE INTO project (name, merged_into)
    SELECT value, :id
    FROM json_each(:names)
"""
_NAME: Final = """
    SELECT name
    FROM project
    WHERE id = :id
"""
_NAMES: Final = """
    SELECT id, name
    FROM project
    WHERE id <> 0 AND merged_into IS NULL
    ORDER BY name
"""
_OUTSIDE: Final = f"""
    -- Rows, sessions and handoffs have ids of one kind.
    SELECT wanted.value
    FROM json_each(:ids) AS wanted
    WHERE EXISTS (SELECT 1 FROM item WHERE item.uid = wanted.value AND NOT {IN_SCOPE})
       OR EXISTS (SELECT 1 FROM session WHERE session.uid = wanted.value AND NOT {of("session", IN_SCOPE)})
       OR EXISTS (SELECT 1 FROM handoff WHERE handoff.uid = wanted.value AND NOT {of("handoff", IN_SCOPE)})
"""
_OF_IDS: Final = """
    SELECT item.project_id FROM json_each(:ids) AS wanted CROSS JOIN item ON item.uid = wanted.value
    UNION
    SELECT session.project_id FROM json_each(:ids) AS wanted CROSS JOIN session ON session.uid = wanted.value
    UNION
    SELECT handoff.project_id FROM json_each(:ids) AS wanted CROSS JOIN handoff ON handoff.uid = wanted.value
"""
_HAS_ROWS: Final = """
    SELECT EXISTS (SELECT 1 FROM item WHERE project_id = :project_id)
        OR EXISTS (SELECT 1 FROM session WHERE project_id = :project_id)
        OR EXISTS (SELECT 1 FROM goal WHERE project_id = :project_id AND goal <> '')
        OR EXISTS (SELECT 1 FROM handoff WHERE project_id = :project_id)
"""
_REMOVE_ROOT: Final = """
    DELETE FROM project_root
    WHERE root = :root
"""
_ADD: Final = """
    INSERT INTO project (name)
    VALUES (:name)
"""
_ADD_ROOT: Final = """
    INSERT INTO project_root (root, project_id)
    VALUES (:root, :project_id)
    ON CONFLICT (root) DO UPDATE
    SET project_id = :project_id
"""


def cleaned(ref: ProjectRef, mode: RedactMode) -> ProjectRef:
    """Return the reference under the name it may be stored by: without secrets and private parts, whoever gave it.

    Raises RefusedError for a name with a secret in mode ``refuse``.
    """
    name = guard_name(ref.name, mode, "project").text.strip()
    return ref._replace(name=name, instead=None if ref.instead is None else cleaned(ref.instead, mode))


def settled(snapshot: Snapshot, ref: ProjectRef) -> ProjectRef:
    """Return the reference that counts: what a folder is without its marker file, where that one binds nobody.

    Anybody can write a marker file into a repository. One that names a project with rows binds a folder that is known
    for it: bound while it had none, or by ``bind``. A working tree is known where its repository is.
    """
    if ref.source != "marker" or ref.instead is None:
        return ref
    named_by_it = by_name(snapshot, ref.name)
    if named_by_it is None or not has_rows(snapshot, named_by_it):
        return ref
    known = roots(snapshot, named_by_it)
    return ref if str(ref.root) in known or str(ref.instead.root) in known else ref.instead


def unbound(snapshot: Snapshot, ref: ProjectRef) -> str:
    """Return what is to be said of a marker file that binds nobody, with the way to have it bind; empty for others."""
    # No word of the file itself: it may have been written to be read by a model.
    return "" if settled(snapshot, ref) is ref else UNBOUND


def find(snapshot: Snapshot, ref: ProjectRef) -> int | None:
    """Return the id of the project a reference means; 0 for none, None for one nothing was ever stored in."""
    ref = settled(snapshot, ref)
    if not ref.name:
        return NO_PROJECT
    if ref.source == "repository" and ref.root is not None:
        found = at(snapshot, ref.root)
        if found is not None:
            return found
        same_name = by_name(snapshot, ref.name)
        # The name may belong to another repository; without any root it is free to be this one.
        return None if same_name is None or roots(snapshot, same_name) else same_name
    return by_name(snapshot, ref.name)


def home_name(snapshot: Snapshot, ref: ProjectRef) -> str:
    """Return the name a write for a reference goes under, empty for none: ``ensure`` makes no other project."""
    ref = settled(snapshot, ref)
    found = find(snapshot, ref)
    if found is not None:
        return name_of(snapshot, found) or ""
    is_taken = ref.root is not None and by_name(snapshot, ref.name) is not None
    return distinct_name(ref.name, ref.root) if is_taken and ref.root else ref.name


def ensure(tx: Transaction, ref: ProjectRef) -> int:
    """Return the id of the project a reference means, creating it on first sight.

    A second repository of the same base name gets a name of its own; a name given on purpose (argument, environment,
    marker file) is shared on purpose; a marker file's word counts as ``settled`` says.
    """
    return bind(tx, settled(tx, ref))


def bind(tx: Transaction, ref: ProjectRef) -> int:
    """Return the id of the project a reference names, whoever named it, and have its folder known for that one."""
    found = by_name(tx, ref.name) if ref.source == "marker" else find(tx, ref)
    if found is None:
        name = ref.name
        if ref.source == "repository" and ref.root is not None and by_name(tx, name) is not None:
            name = distinct_name(name, ref.root)
        found = add(tx, name)
    if found and ref.root is not None and str(ref.root) not in roots(tx, found):
        bind_root(tx, found, ref.root)
    return found


def add(tx: Transaction, name: str) -> int:
    """Make a project of a name that no other one has, and return its id."""
    tx.execute(_ADD, {"name": name})
    return tx.inserted_id()


def bind_root(tx: Transaction, project_id: int, root: Path) -> None:
    """Bind a folder to a project, and to no other."""
    tx.execute(_ADD_ROOT, {"root": str(root), "project_id": project_id})


def at(snapshot: Snapshot, root: Path) -> int | None:
    """Return the id of the project a folder is known for, or None."""
    found = snapshot.value(_BY_ROOT, {"root": str(root)})
    return None if found is None else int(found)


def has_rows(snapshot: Snapshot, project_id: int) -> bool:
    """Whether anything was stored in a project."""
    return bool(snapshot.value(_HAS_ROWS, {"project_id": project_id}))


def unbind(tx: Transaction, root: Path) -> bool:
    """Unbind a folder from its project; False where it had none."""
    tx.execute(_REMOVE_ROOT, {"root": str(root)})
    return bool(tx.changes())


def bound(snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return all folders that are known, each as (project, folder)."""
    return [(name, root) for name, root in snapshot.rows(_ALL_ROOTS)]


def by_name(snapshot: Snapshot, name: str) -> int | None:
    """Return the id of a project by its exact name, or None; one that was merged is the one it was merged into."""
    found = snapshot.value(_BY_NAME, {"name": name})
    return None if found is None else int(found)


def rename(tx: Transaction, project_id: int, name: str) -> None:
    """Give a project a name that no other one has."""
    tx.execute(_RENAME, {"id": project_id, "name": name})


def merge(tx: Transaction, project_id: int, into: int) -> None:
    """Give all that is of a project to another one, which answers to its names from now on.

    Of two goals the later stands; one that was cleared is none, and the other stands since then at least.
    """
    tx.execute(_OUTLIVE_CLEARED_GOAL, {"id": project_id, "into": into})
    tx.execute(_DROP_CLEARED_GOAL, {"id": project_id, "into": into})
    tx.execute(_MERGE, {"id": project_id, "into": into})


def answer_to(tx: Transaction, project_id: int, names: list[str]) -> None:
    """Have a project answer to those of these names that no project has."""
    tx.execute(_ANSWER_TO, {"id": project_id, "names": json.dumps(names)})


def name_of(snapshot: Snapshot, project_id: int) -> str | None:
    """Return a project's name; None for rows without a project.

    Raises NotFoundError for a number that no project has.
    """
    if project_id == NO_PROJECT:
        return None
    name = snapshot.value(_NAME, {"id": project_id})
    if name is None:
        raise NotFoundError(f"no project with number {project_id}", hint="memory_insights lists the projects.")
    return str(name)


def names(snapshot: Snapshot) -> dict[int, str]:
    """Return all projects, number to name."""
    return dict(snapshot.rows(_NAMES))


def sees(scope: int, project_id: int) -> bool:
    """Whether a scope (-1: all) sees the rows of a project: its own, and those of none."""
    return scope == ALL_PROJECTS or project_id in (NO_PROJECT, scope)


def outside(snapshot: Snapshot, ids: list[str], project_id: int) -> list[str]:
    """Return those ids that are of rows, sessions or handoffs outside a scope (-1: all, so none is)."""
    found = snapshot.rows(_OUTSIDE, {"ids": json.dumps(ids), "project": project_id}) if ids else []
    return [uid for (uid,) in found]


def of_ids(snapshot: Snapshot, ids: list[str]) -> frozenset[int]:
    """Return the projects of those ids that are of rows, sessions or handoffs here."""
    return frozenset(number for (number,) in snapshot.rows(_OF_IDS, {"ids": json.dumps(ids)}))


def roots(snapshot: Snapshot, project_id: int) -> list[str]:
    """Return the folders a project is known by."""
    return [root for (root,) in snapshot.rows(_ROOTS, {"project_id": project_id})]


def homeless(snapshot: Snapshot) -> list[str]:
    """Return the projects that were known by folders of which none is there any more: one may have been moved."""
    known: dict[str, bool] = {}
    for name, root in snapshot.rows(_ALL_ROOTS):
        known[name] = known.get(name, False) or os.path.lexists(root)
    return [name for name, is_there in known.items() if not is_there]


def named(name: str, root: Path | None = None) -> ProjectRef:
    """Return the reference a caller means by giving a project's name."""
    return ProjectRef(name=name, root=root, source="argument")
