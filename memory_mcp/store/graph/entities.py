"""Store entities: each is found by name or alias within a type, made once, and deleted with all that is known of it.

An entity has no valid time of its own, only the time since when this memory knows it; the facts about it have both.
"""

from __future__ import annotations

import json
from typing import Any, Final, Literal, NamedTuple

from memory_mcp.errors import ConflictError, NotFoundError
from memory_mcp.language.entity_names import also_called
from memory_mcp.language.folding import name_key
from memory_mcp.language.shortening import echoed
from memory_mcp.store.facts import erasure, facts, versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.facts.versions import Draft, Item, item_of
from memory_mcp.store.file.as_of import AS_OF, BELIEVED, KNOWN, of
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.file.kinds import IS_PART
from memory_mcp.temporal import AsOf, Instant, Period, format_instant

# Told of an entity: its observations, and relations at either end.
_OF_ENTITY: Final = f"(item.parent_uid = :uid OR item.target_uid = :uid) AND +{IS_PART}"
_BY_NAME: Final = f"""
    SELECT item.*
    FROM entity_name
    JOIN item ON item.uid = entity_name.uid
    WHERE entity_name.folded_name = :folded_name
      AND (:folded_type = '' OR entity_name.folded_type = :folded_type)
      AND {of("entity_name", IN_SCOPE)}
      AND {KNOWN}
    -- A name before an alias, the project's own before what belongs to none.
    ORDER BY entity_name.is_alias, entity_name.project_id = 0, item.uid, item.valid_from DESC
"""
_ADD_NAME: Final = """
    INSERT INTO entity_name (folded_name, folded_type, project_id, uid, is_alias)
    VALUES (:folded_name, :folded_type, :project_id, :uid, :is_alias)
    ON CONFLICT (folded_name, folded_type, project_id, uid) DO UPDATE
    SET is_alias = min(is_alias, :is_alias)
"""
_NAMED_ELSEWHERE: Final = f"""
    -- An entity of the memory the file comes from is another one by that memory's own decision.
    SELECT entity_name.uid
    FROM entity_name
    JOIN item ON item.uid = entity_name.uid
    JOIN txn ON txn.id = item.txn_id
    WHERE entity_name.folded_name = :folded_name AND entity_name.folded_type = :folded_type
      AND entity_name.project_id = :project_id AND entity_name.is_alias = 0
      AND {BELIEVED}
      AND txn.origin <> :origin
    ORDER BY entity_name.uid
    LIMIT 1
"""
_KNOWN_IN: Final = f"""
    SELECT DISTINCT project_id
    FROM item
    WHERE {_OF_ENTITY}
"""
_LISTED: Final = f"""
    -- Those most is known about first.
    SELECT item.*,
           (
               SELECT count(*)
               FROM item AS fact
               WHERE fact.parent_uid = item.uid AND fact.kind = 'observation'
                 AND {of("fact", IN_SCOPE)}
                 AND {of("fact", AS_OF)}
           ) AS facts
    FROM item
    WHERE item.kind = 'entity'
      AND {IN_SCOPE}
      AND {KNOWN}
    ORDER BY facts DESC, item.title, item.uid
    LIMIT :limit
"""
_BY_UIDS: Final = f"""
    SELECT item.*
    FROM item
    WHERE item.uid IN (SELECT value FROM json_each(:uids)) AND +item.kind = 'entity'
      AND {KNOWN}
    ORDER BY item.valid_from
"""
_BELIEVED_PARTS: Final = f"""
    -- What goes when an entity goes.
    SELECT item.uid, item.kind
    FROM item
    WHERE {_OF_ENTITY}
      AND {BELIEVED}
    GROUP BY item.uid
"""
_PARTS_THEN: Final = f"""
    -- What comes back with an entity: what was believed until it went, where the other end is still known.
    SELECT item.uid
    FROM item
    WHERE {_OF_ENTITY}
      AND {KNOWN}
      AND NOT EXISTS (
          SELECT 1
          FROM item AS now
          WHERE now.uid = item.uid AND {of("now", BELIEVED)}
      )
      AND NOT EXISTS (
          SELECT 1
          FROM json_each(json_array(item.parent_uid, item.target_uid)) AS ends
          WHERE ends.value IS NOT NULL
            AND NOT EXISTS (
                SELECT 1
                FROM item AS known
                WHERE known.uid = ends.value AND {of("known", BELIEVED)}
            )
      )
    GROUP BY item.uid
"""
_PARTS_OUTSIDE: Final = f"""
    SELECT 1
    FROM item
    WHERE {_OF_ENTITY}
      AND NOT {IN_SCOPE}
    LIMIT 1
"""


class Created(NamedTuple):
    """An entity as it stands, and whether it is new; ``changed`` names what was corrected in one that was there."""

    entity: Item
    action: Literal["created", "existing"]
    changed: tuple[str, ...] = ()


class Deleted(NamedTuple):
    """What was deleted with an entity. ``row_ids`` are gone for good, for the vector table."""

    action: Literal["retracted", "already_retracted", "erased"]
    observations: int
    relations: int
    row_ids: tuple[int, ...] = ()


def folded_name(name: str) -> str:
    """Return the name as it is compared: without case, accents and width, and never empty."""
    return name_key(name) or name.strip().casefold()


def named_elsewhere(snapshot: Snapshot, name: str, entity_type: str, project_id: int, *, origin: str) -> str | None:
    """Return the id of the entity of a name and type that did not come from the memory ``origin``, or None."""
    parameters = {
        "folded_name": folded_name(name),
        "folded_type": folded_name(entity_type),
        "project_id": project_id,
        "origin": origin,
    }
    uid: str | None = snapshot.value(_NAMED_ELSEWHERE, parameters)
    return uid


def find(
    snapshot: Snapshot, name: str, entity_type: str | None, *, project: int, known_at: Instant | None = None
) -> list[Item]:
    """Return the entities a name may mean, best first: each once, as believed at ``known_at`` (now when absent).

    ``project`` is a scope: the project and what belongs to none; -1 is all. Without a type every type is looked at.
    """
    parameters = {
        "folded_name": folded_name(name),
        "folded_type": folded_name(entity_type) if entity_type else "",
        "project": project,
        "known_at": snapshot.now if known_at is None else known_at,
    }
    found: dict[str, Item] = {}
    for row in snapshot.rows(_BY_NAME, parameters):
        item = item_of(row)
        found.setdefault(item.uid, item)
    return list(found.values())


def resolve(
    snapshot: Snapshot, name: str, entity_type: str | None, *, project: int, known_at: Instant | None = None
) -> Item:
    """Return the one entity a name means.

    Where several match, a name wins over an alias and the project's own over one without project. Raises
    NotFoundError for none, ConflictError with the choices where several are equally meant.
    """
    found = find(snapshot, name, entity_type, project=project, known_at=known_at)
    best = [item for item in found if _closeness(item, name) == _closeness(found[0], name)]
    if len(best) == 1:
        return best[0]
    called = f"entity called {echoed(name)!r}" + (f" of type {echoed(entity_type)!r}" if entity_type else "")
    if not best:
        raise NotFoundError(
            f"no {called} is known", hint="memory_entity_search finds entities by any word.", field="name"
        )
    names = projects.names(snapshot)
    choices = "; ".join(
        f"{item.uid} ({item.attributes.get('entityType', '')}"
        + (f", project {names[item.project_id]})" if item.project_id else ")")
        for item in best[:10]
    )
    raise ConflictError(
        f"{len(best)} entities match: {called}", hint=f"Give entityType or one of these ids: {choices}", field="name"
    )


def require(snapshot: Snapshot, uid: str, *, known_at: Instant | None = None, field_name: str = "id") -> Item:
    """Return an entity as believed at ``known_at`` (now when absent).

    Raises NotFoundError when the id is unknown, of another kind, or was not believed then; the hint says which.
    """
    newest = versions.require(snapshot, uid, "entity", field_name=field_name)
    known = versions.believed(snapshot, uid, known_at)
    if known:
        return known[-1]
    first = versions.versions(snapshot, uid)[0].recorded_at
    if known_at is not None and known_at < first:
        hint = f"It was first recorded at {format_instant(first)}."
    elif newest.is_believed:
        hint = "Ask without knownAt."
    else:
        hint = f"It was deleted at {format_instant(newest.superseded_at)}; ask with an earlier knownAt."
    raise NotFoundError(f"entity {newest.title!r} ({uid}) was not known then", hint=hint, field=field_name)


def create(
    tx: Transaction,
    *,
    name: str,
    entity_type: str,
    summary: str = "",
    confidence: float = 0.7,
    aliases: tuple[str, ...] = (),
    project: int = 0,
    or_for_all: bool = False,
    session_uid: str | None = None,
    uid: str | None = None,
) -> Created:
    """Return the entity of that name and type in a project, making it if it is not known there.

    An existing one is corrected by what is new: aliases are added, a summary that was given replaces the old one; both
    stay in its history. ``or_for_all``: one of no project will do where nothing new is said of it.
    """
    known = find(tx, name, entity_type, project=project)
    if own := [item for item in known if item.project_id == project]:
        return _merge(tx, own[0], summary, aliases)
    if known and or_for_all and not _additions(known[0], summary, aliases):
        return Created(known[0], "existing")
    kept = _distinct_aliases(name, aliases)
    draft = Draft(
        kind="entity",
        title=name,
        body=summary,
        context=also_called(kept, entity_type),
        valid=Period(tx.now),
        project_id=project,
        session_uid=session_uid,
        attributes={"entityType": entity_type} | ({"aliases": list(kept)} if kept else {}),
        confidence=confidence,
    )
    entity = facts.assert_(tx, draft, uid=uid)
    index_names(tx, entity)
    return Created(entity, "created")


def index_names(tx: Transaction, entity: Item) -> None:
    """Make an entity findable by its name and aliases; what it was once called stays findable for reads as of then."""
    names = [(entity.title, 0), *((alias, 1) for alias in entity.attributes.get("aliases", []))]
    tx.many(
        _ADD_NAME,
        [
            {
                "folded_name": folded_name(name),
                "folded_type": folded_name(entity.attributes.get("entityType", "")),
                "project_id": entity.project_id,
                "uid": entity.uid,
                "is_alias": is_alias,
            }
            for name, is_alias in names
        ],
    )


def listed(snapshot: Snapshot, project: int, as_of: AsOf, *, limit: int) -> list[Item]:
    """Return the entities of a scope (-1: all) as of a point in both times, those most is known about first."""
    parameters = {
        "project": project,
        "known_at": as_of.known_at,
        "valid_at": as_of.valid_at,
        "limit": limit,
    }
    found = (item_of(row) for row in snapshot.rows(_LISTED, parameters))
    return list({item.uid: item for item in found}.values())


def known(snapshot: Snapshot, uids: list[str], known_at: Instant) -> dict[str, Item]:
    """Return those of the entities that were believed at ``known_at``, by id."""
    rows = snapshot.rows(_BY_UIDS, {"uids": json.dumps(uids), "known_at": known_at})
    return {item.uid: item for item in map(item_of, rows)}


def is_known_outside(snapshot: Snapshot, uid: str, project: int) -> bool:
    """Whether anything is or was known of an entity outside a scope (-1: all, so nothing is)."""
    return bool(snapshot.value(_PARTS_OUTSIDE, {"uid": uid, "project": project}))


def known_in(snapshot: Snapshot, uid: str) -> frozenset[int]:
    """Return the projects that know or knew something of an entity; none for any other row."""
    return frozenset(number for (number,) in snapshot.rows(_KNOWN_IN, {"uid": uid}))


def delete(tx: Transaction, uid: str, *, erase: bool = False, reason: str = "") -> Deleted:
    """Retract an entity with its observations and relations, or erase all of it for good."""
    versions.require(tx, uid, "entity")
    parts = tx.rows(_BELIEVED_PARTS, {"uid": uid})
    observed = sum(kind == "observation" for _, kind in parts)
    if erase:
        gone = erasure.erase(tx, uid, reason=reason)
        return Deleted("erased", observed, len(parts) - observed, tuple(gone))
    was_believed = facts.retract(tx, uid, reason=reason)
    for part, _ in parts:
        facts.retract(tx, part, reason=reason or "its entity was deleted")
    return Deleted("retracted" if was_believed else "already_retracted", observed, len(parts) - observed)


def restore(tx: Transaction, uid: str, known_at: Instant, *, reason: str = "", field_name: str = "id") -> Item:
    """Believe of an entity again what was believed of it then, and, where it was deleted, what went with it.

    What was forgotten by itself stays so. Raises what ``facts.restore`` raises.
    """
    last = versions.newest(tx, uid)
    entity = facts.restore(tx, uid, known_at, reason=reason, field_name=field_name)[-1]
    if last is None or last.is_believed:
        return entity
    # Of a version's own time most of it was not told yet.
    before = Instant(last.superseded_at - 1)
    for (part,) in tx.rows(_PARTS_THEN, {"uid": uid, "known_at": before}):
        facts.restore(tx, part, before, reason=reason or "its entity came back")
    return entity


def _merge(tx: Transaction, entity: Item, summary: str, aliases: tuple[str, ...]) -> Created:
    changed = _additions(entity, summary, aliases)
    if not changed:
        return Created(entity, "existing")
    merged = facts.correct(tx, entity.uid, reason="created again with more to say", **changed)[-1]
    index_names(tx, merged)
    said = {"attributes": "aliases", "body": "summary"}
    return Created(merged, "existing", tuple(said[key] for key in changed if key in said))


def _additions(entity: Item, summary: str, aliases: tuple[str, ...]) -> dict[str, Any]:
    """Return what a summary and aliases say that an entity does not, as changed fields."""
    known = list(entity.attributes.get("aliases", []))
    kept = _distinct_aliases(entity.title, (*known, *aliases))
    changed: dict[str, Any] = {}
    if len(kept) > len(known):
        changed["attributes"] = {**entity.attributes, "aliases": list(kept)}
        changed["context"] = also_called(kept, entity.attributes.get("entityType", ""))
    if summary and summary != entity.body:
        changed["body"] = summary
    return changed


def _distinct_aliases(name: str, aliases: tuple[str, ...]) -> tuple[str, ...]:
    """Return the aliases that compare differently from the name and from each other, in the order given."""
    by_folded = {folded_name(alias): alias for alias in reversed(aliases)}
    by_folded.pop(folded_name(name), None)
    return tuple(sorted(by_folded.values(), key=aliases.index))


def _closeness(item: Item, name: str) -> tuple[bool, bool]:
    """Order matches: called so, rather than also called so; of a project, rather than of none."""
    return folded_name(item.title) != folded_name(name), item.project_id == 0
