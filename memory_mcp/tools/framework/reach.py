"""Find the rows that a caller names: those of another project count only where the call asks about that project."""

from __future__ import annotations

from typing import Final, NamedTuple

from memory_mcp.errors import ConflictError, InvalidInputError, NotFoundError, RefusedError
from memory_mcp.store.facts import short_ids, versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.graph import entities
from memory_mcp.temporal import Instant
from memory_mcp.tools.framework.call import Call, Scope

_HINT = "Give project='*' if it is meant all the same, or the name of its project."
# What has no end of its own, and what is done instead.
_NO_FACTS: Final = {
    "entity": "memory_entity_observe says what is so of it now; memory_entity_delete takes it out.",
    "document": "memory_save stores what it says now; memory_forget takes it out.",
    "passage": "It is a part of a document: memory_read shows which.",
}


def reachable(call: Call, snapshot: Snapshot, project: str | None, *ids: str | None, field: str = "id") -> Scope:
    """Return the scope of a call that names rows, sessions or handoffs by id; an id nobody knows passes.

    Raises RefusedError for one of another project: nothing of it is told. A person at a command line sees what they
    ask for.
    """
    scope = call.scope(snapshot, project)
    if call.facts.is_person and project is None:
        return scope
    outside = projects.outside(snapshot, [uid for uid in ids if uid is not None], scope.id)
    if outside:
        raise RefusedError(f"{', '.join(outside[:5])}: of another project", hint=_HINT, field=field)
    return scope


def entity_meant(
    call: Call, snapshot: Snapshot, project: str | None, given: str, *, field: str, known_at: Instant | None = None
) -> Item:
    """Return the entity that is meant by its id, by its name within the scope, or by the end of its id.

    Raises RefusedError for one of another project, ConflictError where a name means several, InvalidInputError where
    the end of an id does, and NotFoundError for what is none.
    """
    scope = reachable(call, snapshot, project, given, field=field)
    by_id = versions.newest(snapshot, given)
    if by_id is not None and by_id.kind == "entity":
        return by_id
    try:
        return entities.resolve(snapshot, given, None, project=scope.id, known_at=known_at)
    except (NotFoundError, ConflictError) as exc:
        exc.field = field
        # All ids are looked through for an end: only for what is no name.
        uid = short_ids.whole(snapshot, given, field=field) if isinstance(exc, NotFoundError) else given
        if versions.newest(snapshot, uid) is None:
            raise
    reachable(call, snapshot, project, uid, field=field)
    return versions.require(snapshot, uid, "entity", field_name=field)


class EntityNamed(NamedTuple):
    """How a caller names an entity: by its id, or by its name, with its type where several share that."""

    uid: str | None
    name: str | None
    entity_type: str | None


def found_entity(
    call: Call, snapshot: Snapshot, named: EntityNamed, project: str | None, *, field: str = "id",
    known_at: Instant | None = None,
) -> Item:  # fmt: skip
    """Return the entity a caller means by id, or by name within its scope.

    Raises InvalidInputError when neither is given, RefusedError for one of another project, NotFoundError when there
    is no such entity, and ConflictError when the name means several.
    """
    scope = reachable(call, snapshot, project, named.uid, field=field)
    if named.uid is not None:
        return entities.require(snapshot, named.uid, known_at=known_at)
    if named.name is None:
        raise InvalidInputError("which entity?", hint="Give its id, or its name and entityType.", field="name")
    return entities.resolve(snapshot, named.name, named.entity_type, project=scope.id, known_at=known_at)


def deletable(call: Call, snapshot: Snapshot, scope: Scope, *ids: str, field: str = "id") -> None:
    """Check that entities may go with all that is known of them; ids of other rows pass.

    Raises RefusedError where other projects know something of an entity that is for all.
    """
    shared = [] if call.facts.is_person else [uid for uid in ids if entities.is_known_outside(snapshot, uid, scope.id)]
    if shared:
        raise RefusedError(
            f"{', '.join(shared[:5])}: for all, and other projects know something of it", field=field,
            hint="project='*' deletes that too; memory_forget takes single facts.",
        )  # fmt: skip


def check_fact(snapshot: Snapshot, uid: str | None, *, field: str) -> None:
    """Check that an id, if one is given, is of a fact; one that nobody knows passes.

    Raises InvalidInputError for an entity, a document and a part of one.
    """
    found = None if uid is None else versions.newest(snapshot, uid)
    if found is not None and found.kind in _NO_FACTS:
        raise InvalidInputError(f"{uid} is of type {found.kind}, not a fact", hint=_NO_FACTS[found.kind], field=field)
