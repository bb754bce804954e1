"""Let a person keep projects in order: see what each holds, rename it, and purge it with its rows."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

from memory_mcp.errors import ConflictError, InvalidInputError, NotFoundError
from memory_mcp.language.shortening import echoed
from memory_mcp.language.typed_commands import typed
from memory_mcp.store.facts import profile
from memory_mcp.store.facts.projects import project_renames, projects
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.file.kinds import IS_TOLD
from memory_mcp.temporal import Instant

_HELD: Final = f"""
    SELECT project.id, project.name,
           (
               SELECT count(*)
               FROM item
               WHERE item.project_id = project.id AND {BELIEVED} AND {IS_TOLD}
           ),
           (SELECT count(*) FROM session WHERE session.project_id = project.id),
           max(
               -- What is to be true later has not come.
               coalesce(
                   (SELECT max(item.valid_from) FROM item WHERE item.project_id = project.id AND valid_from <= :now), 0
               ),
               coalesce((SELECT max(session.started_at) FROM session WHERE session.project_id = project.id), 0)
           )
    FROM project
    WHERE project.id <> 0 AND project.merged_into IS NULL
    ORDER BY 5 DESC, project.name
"""
_OTHERS: Final = """
    SELECT uid, 'session' FROM session WHERE project_id = :project_id
    UNION ALL
    SELECT uid, 'handoff' FROM handoff WHERE project_id = :project_id
"""
_DROP_MERGED: Final = """
    DELETE FROM project
    WHERE merged_into = :id
"""
_DROP_IDENTITIES: Final = """
    DELETE FROM project_identity
    WHERE project_id = :id
"""
_DROP_ROOTS: Final = """
    DELETE FROM project_root
    WHERE project_id = :id
"""
_DROP: Final = """
    DELETE FROM project
    WHERE id = :id AND id <> 0
      AND NOT EXISTS (SELECT 1 FROM item WHERE project_id = :id)
      AND NOT EXISTS (SELECT 1 FROM session WHERE project_id = :id)
      AND NOT EXISTS (SELECT 1 FROM handoff WHERE project_id = :id)
"""


class Held(NamedTuple):
    """A project: how many rows and sessions it holds now, and when something last came; None where nothing did."""

    id: int
    name: str
    rows: int
    sessions: int
    last: Instant | None


def held(snapshot: Snapshot) -> list[Held]:
    """Return all projects, the last used first."""
    return [
        Held(project_id, name, rows, sessions, last or None)
        for project_id, name, rows, sessions, last in snapshot.rows(_HELD, {"now": snapshot.now})
    ]


def require(snapshot: Snapshot, name: str) -> int:
    """Return the id of a project by its exact name. Raises NotFoundError where there is none."""
    found = projects.by_name(snapshot, name) if name else None
    if found is None:
        raise NotFoundError(f"no project {echoed(name)!r}", hint="`memory-mcp project list` shows them.", field="name")
    return found


def sessions_and_handoffs(snapshot: Snapshot, project_id: int) -> list[tuple[str, str]]:
    """Return (id, kind) of the sessions and handoffs of a project."""
    return [(uid, kind) for uid, kind in snapshot.rows(_OTHERS, {"project_id": project_id})]


def rename(tx: Transaction, old: str, new: str) -> None:
    """Give a project another name, on every machine; it answers to the old one, and its folders stay known for it.

    Raises InvalidInputError for a name of which nothing is left without what is private, NotFoundError for an unknown
    project, ConflictError where another one has the name.
    """
    project_id = require(tx, old)
    if not new:
        raise InvalidInputError("the new name is empty", hint="Give at least one visible character.", field="new")
    if projects.by_name(tx, new) not in (None, project_id) or projects.name_of(tx, project_id) == new:
        raise ConflictError(f"there is a project {new!r} already", hint="Take another name.", field="name")
    project_renames.link(tx, str(projects.name_of(tx, project_id)), new, "rename", at=tx.now)


def merge(tx: Transaction, old: str, into: str) -> None:
    """Give everything of a project to another, which answers to both names from then on.

    Raises NotFoundError for an unknown project, ConflictError for one and the same.
    """
    project_id, into_id = require(tx, old), require(tx, into)
    if project_id == into_id:
        raise ConflictError(f"{old!r} and {into!r} are one project", hint="Nothing is to be done.", field="into")
    names = [str(projects.name_of(tx, number)) for number in (project_id, into_id)]
    project_renames.link(tx, names[0], names[1], "merge", at=tx.now)


def meet(tx: Transaction, theirs: str, ours: str) -> None:
    """Make the project that other machines call ``theirs`` our project ``ours``, on all of them and for good.

    Raises NotFoundError where ``ours`` is no project of this file; ConflictError where a project ``theirs`` is here
    besides: which of the two is meant, a person has to say.
    """
    here, own = projects.by_name(tx, theirs), projects.by_name(tx, ours)
    if own is None:
        raise NotFoundError(
            f"no project {echoed(ours)!r} is here", hint="Give OLD=NEW, NEW as `memory-mcp project list` has it.",
            field="map",
        )  # fmt: skip
    if here == own:
        return
    if here is not None:
        command = typed("project merge", theirs, ours)
        raise ConflictError(
            f"a project {theirs!r} is here too",
            hint=f"Where it is the same, `{command}` says so on all machines; "
            "where it is not, give it another name first.",
            field="map",
        )
    project_renames.link(tx, theirs, ours, "merge", at=tx.now)


def move(tx: Transaction, name: str, folder: Path) -> list[str]:
    """Bind a folder to a project, and unbind folders that are gone; return those.

    Raises NotFoundError for an unknown project or folder, ConflictError where another project's rows are at home there.
    """
    project_id = require(tx, name)
    if not folder.is_dir():
        raise NotFoundError(f"no folder {folder}", hint="Move it first, then say where it is.", field="folder")
    other = projects.at(tx, folder)
    if other is not None and other != project_id and projects.has_rows(tx, other):
        found = projects.name_of(tx, other)
        hint = f"`{typed('project merge', str(found), name)}` makes one of the two."
        raise ConflictError(f"the folder is known for project {found!r}", hint=hint, field="folder")
    gone = [root for root in projects.roots(tx, project_id) if not os.path.lexists(root)]
    for root in gone:
        projects.unbind(tx, Path(root))
    projects.bind_root(tx, project_id, folder)
    return gone


def drop(tx: Transaction, project_id: int) -> bool:
    """Remove a project that holds nothing any more, with its goal and folders; return whether it is gone."""
    project_renames.drop(tx, project_id)
    profile.drop_goal(tx, project_id)
    for statement in (_DROP_IDENTITIES, _DROP_ROOTS, _DROP_MERGED, _DROP):
        tx.execute(statement, {"id": project_id})
    return bool(tx.changes())
