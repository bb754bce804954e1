"""Store directed relations between entities, each with a period, and find an entity's neighbourhood.

A relation is a row like any fact: its type is the title, its weight an attribute. A search finds it by its words.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, Literal, NamedTuple

from memory_mcp.errors import InvalidInputError, NotFoundError
from memory_mcp.language.folding import name_key
from memory_mcp.language.shortening import echoed
from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.facts.scope import IN_SCOPE, NOT_ARCHIVED
from memory_mcp.store.facts.versions import Draft, Item, believed, item_of
from memory_mcp.store.file.as_of import AS_OF, BELIEVED, KNOWN, of
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import AsOf, Instant, Period, format_instant

_SEPARATORS: Final = re.compile(r"[\s_-]+")

_BETWEEN: Final = f"""
    SELECT item.*
    FROM item
    WHERE item.kind = 'relation' AND item.parent_uid = :source AND item.target_uid = :target
      AND {IN_SCOPE}
      AND {BELIEVED}
    ORDER BY item.valid_from
"""
_AMONG: Final = f"""
    SELECT item.*
    FROM item
    WHERE item.kind = 'relation'
      AND item.parent_uid IN (SELECT value FROM json_each(:uids))
      AND item.target_uid IN (SELECT value FROM json_each(:uids))
      AND {IN_SCOPE}
      AND {AS_OF}
      AND {NOT_ARCHIVED}
    ORDER BY item.valid_from DESC, item.id DESC
"""
# More rows than this reached from one entity are no neighbourhood.
MOST_REACHED: Final = 5_000

# What a step goes over: a relation that holds and is not archived, to an entity that is seen. Depth ends every cycle.
_IS_CROSSED: Final = f"""reached.depth < :depth
          AND {of("relation", IN_SCOPE)} AND {of("other", IN_SCOPE)}
          AND {of("relation", AS_OF)}
          AND {of("relation", NOT_ARCHIVED)}
          AND {of("other", KNOWN)}"""
# UNION drops what was reached before at the same depth. CROSS JOIN keeps the order: from what was reached to what lies
# behind it.
_REACHED: Final = f"""
    WITH RECURSIVE
    reached (uid, depth) AS (
        SELECT :uid, 0
        UNION
        SELECT other.uid, reached.depth + 1
        FROM reached
        CROSS JOIN item AS relation ON relation.parent_uid = reached.uid AND relation.kind = 'relation'
        CROSS JOIN item AS other ON other.uid = relation.target_uid AND other.kind = 'entity'
        WHERE {_IS_CROSSED}
        UNION
        SELECT other.uid, reached.depth + 1
        FROM reached
        CROSS JOIN item AS relation ON relation.target_uid = reached.uid AND relation.kind = 'relation'
        CROSS JOIN item AS other ON other.uid = relation.parent_uid AND other.kind = 'entity'
        WHERE {_IS_CROSSED}
        LIMIT :most
    ),
    nearest AS MATERIALIZED (
        SELECT uid, min(depth) AS depth
        FROM reached
        GROUP BY uid
    )
"""
_NEIGHBOURS: Final = f"""
    {_REACHED}
    SELECT item.*, nearest.depth
    FROM nearest
    CROSS JOIN item ON item.uid = nearest.uid AND item.kind = 'entity'
    WHERE nearest.depth > 0
      AND {KNOWN}
    ORDER BY nearest.depth, item.title, item.uid
"""
_RELATIONS: Final = f"""
    {_REACHED}
    SELECT item.*
    FROM nearest AS source
    CROSS JOIN item ON item.parent_uid = source.uid AND item.kind = 'relation'
    CROSS JOIN nearest AS target ON target.uid = item.target_uid
    WHERE min(source.depth, target.depth) < :depth
      AND {IN_SCOPE}
      AND {AS_OF}
      AND {NOT_ARCHIVED}
    ORDER BY min(source.depth, target.depth), item.valid_from DESC, item.id DESC
"""


class Related(NamedTuple):
    """A relation as it stands, and what was done to it."""

    relation: Item
    action: Literal["added", "ended", "existing"]
    valid_to: Instant


class Neighbour(NamedTuple):
    """An entity and how many relations lie between it and where one stands."""

    entity: Item
    depth: int


class Neighbourhood(NamedTuple):
    """What lies around an entity: the others, nearest first, and the relations that lead there."""

    neighbours: list[Neighbour]
    relations: list[Item]


def folded_type(relation_type: str) -> str:
    """Return a relation type as it is compared: ``Works at``, ``works_at`` and ``works-at`` are one."""
    return _SEPARATORS.sub("_", name_key(relation_type)).strip("_") or relation_type.strip().casefold()


def in_words(source: Draft | Item, relation_type: str, target: Draft | Item, project: int) -> str:
    """Return a relation of ``project`` as a sentence: "Mara maintains checkout".

    An end that belongs to another project is left out: nobody sees its name there.
    """
    names = [end.title if end.project_id in (0, project) else "" for end in (source, target)]
    return " ".join(filter(None, (names[0], _SEPARATORS.sub(" ", relation_type).strip(), names[1])))


def between(snapshot: Snapshot, source: str, target: str, relation_type: str, *, project: int) -> list[Item]:
    """Return what is believed of a relation of that type between two entities, in the order of its periods.

    ``project`` is a scope (-1: all).
    """
    wanted = folded_type(relation_type)
    parameters = {"source": source, "target": target, "project": project}
    found = [item_of(row) for row in snapshot.rows(_BETWEEN, parameters)]
    return [relation for relation in found if folded_type(relation.title) == wanted]


def relate(
    tx: Transaction,
    source: Item,
    target: Item,
    relation_type: str,
    *,
    valid: Period,
    weight: float | None = None,
    project: int = 0,
    session_uid: str | None = None,
) -> Related:
    """Believe a directed relation over a period.

    One that is there already is extended to cover the period where it does not, and takes a weight that was given;
    ``weight`` None means 1. It belongs to the project of its source, else of its target, else to ``project``.
    """
    home = source.project_id or target.project_id or project
    there = between(tx, source.uid, target.uid, relation_type, project=home)
    known = [one for one in there if one.valid.overlaps(valid)]
    if known:
        return _extend(tx, known, valid, weight)
    draft = Draft(
        kind="relation",
        title=relation_type,
        body="",
        context=in_words(source, relation_type, target, home),
        valid=valid,
        project_id=home,
        session_uid=session_uid,
        parent_uid=source.uid,
        target_uid=target.uid,
        attributes={"weight": 1.0 if weight is None else weight},
    )
    added = facts.assert_(tx, draft)
    return Related(added, "added", valid.end)


def end(tx: Transaction, source: Item, target: Item, relation_type: str, *, at: Instant, project: int) -> Related:
    """End the relation of that type at ``at``; ending what has ended changes nothing.

    Of several periods the one that holds then ends there, and a later one stays. ``project`` is the scope in which it
    is looked for (-1: all). Raises NotFoundError for none, and InvalidInputError for one that begins only later.
    """
    known = between(tx, source.uid, target.uid, relation_type, project=project)
    if not known:
        raise NotFoundError(
            f"no relation {echoed(relation_type)!r} from {echoed(source.title)!r} to {echoed(target.title)!r}",
            hint="memory_entity_open shows the relations of an entity.",
            field="relationType",
        )
    begun = [relation for relation in known if relation.valid.start < at]
    if not begun:
        raise InvalidInputError(
            f"the relation {echoed(relation_type)!r} from {echoed(source.title)!r} to {echoed(target.title)!r} begins "
            f"only at {format_instant(known[0].valid.start)}, so it cannot end at {format_instant(at)}",
            hint=f"Give a validTo behind that; one that never begins is forgotten: memory_forget {known[0].uid}",
            field="validTo",
        )
    open_ones = [relation for relation in begun if at < relation.valid.end]
    for relation in open_ones:
        facts.supersede(tx, relation.uid, by=None, at=at)
    last = (open_ones or begun)[-1]
    return Related(last, "ended", min(at, last.valid.end))


def around(snapshot: Snapshot, uid: str, as_of: AsOf, *, depth: int, project: int) -> Neighbourhood:
    """Return the entities within ``depth`` relations of one, in either direction, and those relations.

    ``project`` is a scope (-1: all): what lies outside is neither shown nor crossed.
    """
    if depth == 0:
        return Neighbourhood([], [])
    parameters: dict[str, Any] = {
        "uid": uid,
        "depth": depth,
        "project": project,
        "known_at": as_of.known_at,
        "valid_at": as_of.valid_at,
        "most": MOST_REACHED,
    }
    rows = snapshot.rows(_NEIGHBOURS, parameters)
    neighbours = {row[1]: Neighbour(item_of(row), row[-1]) for row in reversed(rows) if row[1] != uid}
    relations = [item_of(row) for row in snapshot.rows(_RELATIONS, parameters)]
    return Neighbourhood(list(reversed(neighbours.values())), relations)


def among(snapshot: Snapshot, uids: list[str], as_of: AsOf, *, project: int) -> list[Item]:
    """Return the relations between given entities, as of a point in both times, latest to begin first.

    ``project`` is a scope (-1: all).
    """
    parameters = {
        "uids": json.dumps(uids), "known_at": as_of.known_at, "valid_at": as_of.valid_at, "project": project
    }  # fmt: skip
    return [item_of(row) for row in snapshot.rows(_AMONG, parameters)]


def _extend(tx: Transaction, known: list[Item], valid: Period, weight: float | None) -> Related:
    """Stretch what is known over the parts of the period it leaves open, without overlap; set a weight that is new.

    What was archived is in answers again.
    """
    pieces = {one.uid: one.valid for one in known}
    for gap in _gaps(valid, known):
        uid = next((uid for uid, piece in pieces.items() if piece.end == gap.start), None)
        uid = uid or next(uid for uid, piece in pieces.items() if piece.start == gap.end)
        pieces[uid] = Period(min(gap.start, pieces[uid].start), max(gap.end, pieces[uid].end))
    standing = [_corrected(tx, one, pieces[one.uid], weight) for one in known]
    for one in standing:
        lifecycle.restore(tx, one.uid)
    return Related(standing[-1], "existing", standing[-1].valid.end)


def _gaps(valid: Period, known: list[Item]) -> list[Period]:
    left = [valid]
    for one in known:
        left = [rest for period in left for rest in period.minus(one.valid)]
    return left


def _corrected(tx: Transaction, known: Item, valid: Period, weight: float | None) -> Item:
    changed: dict[str, Any] = {}
    # A relation in several pieces (imports may bring one) would have each of them stretched over the others.
    if valid != known.valid and len(believed(tx, known.uid)) == 1:
        changed["valid"] = valid
    if weight is not None and weight != known.attributes.get("weight"):
        changed["attributes"] = {**known.attributes, "weight": weight}
    return facts.correct(tx, known.uid, reason="related again", **changed)[-1] if changed else known
