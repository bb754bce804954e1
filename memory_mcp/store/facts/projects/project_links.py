"""Keep links between names of projects (what was renamed to or merged into what), and the one name of linked ones."""

from __future__ import annotations

import json
from typing import Final, Literal, NamedTuple

from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import Instant

Verb = Literal["rename", "merge"]

_NOTE: Final = """
    INSERT INTO project_rename (old, new, at, verb)
    VALUES (:old, :new, :at, :verb)
    ON CONFLICT (old, new) DO UPDATE
    SET at = :at, verb = :verb
    WHERE (:at, :verb) > (project_rename.at, project_rename.verb)
"""
_LINKED: Final = """
    WITH RECURSIVE linked (name) AS (
        SELECT :name
        UNION
        SELECT iif(project_rename.old = linked.name, project_rename.new, project_rename.old)
        FROM linked
        JOIN project_rename ON linked.name IN (project_rename.old, project_rename.new)
    )
    SELECT (SELECT json_group_array(name ORDER BY name) FROM linked), new, at,
           max(verb = 'merge') OVER ()
    FROM project_rename
    WHERE new IN (SELECT name FROM linked)
    ORDER BY at DESC, new DESC
    LIMIT 1
"""


class Linked(NamedTuple):
    """Names that are one project: all, what it is called and since when, and whether somebody merged any of them."""

    names: tuple[str, ...]
    winner: str
    at: Instant
    has_merge: bool


def note(tx: Transaction, old: str, new: str, verb: Verb, *, at: Instant) -> bool:
    """Note that the project ``old`` is ``new`` since a moment; False if that is known."""
    tx.execute(_NOTE, {"old": old, "new": new, "at": at, "verb": verb})
    return bool(tx.changes())


def linked(snapshot: Snapshot, name: str) -> Linked | None:
    """Return what is linked with a name, over however many links; None where nothing is."""
    for names, winner, at, has_merge in snapshot.rows(_LINKED, {"name": name}):
        return Linked(tuple(json.loads(names)), winner, at, bool(has_merge))
    return None
