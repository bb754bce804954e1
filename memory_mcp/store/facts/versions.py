"""Versions: one row of ``item`` each, and the ways to read them at a point in both times."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, get_args

from memory_mcp.errors import NotFoundError
from memory_mcp.language.folding import content_hash
from memory_mcp.language.shortening import echoed
from memory_mcp.language.unspaced_scripts import indexed_apart
from memory_mcp.store.facts.short_ids import erased_kind, kind_of, too_short
from memory_mcp.store.file.as_of import AS_OF, BELIEVED, KNOWN, OPEN_END
from memory_mcp.store.file.database import Parameters, Row, Snapshot, Transaction
from memory_mcp.store.file.ids import new_uid
from memory_mcp.temporal import FOREVER, AsOf, Instant, Period

Kind = Literal[
    "learning", "decision", "observation", "entity", "relation", "turn", "document", "passage", "digest", "statement"
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
NO_ATTRIBUTES: Final[Mapping[str, Any]] = {}

INSERT: Final = """
    INSERT INTO item (
        uid, kind, project_id, session_uid, parent_uid, target_uid, position, external_id, title, body, context,
        bigrams, tags, attributes, confidence, importance, valid_from, valid_to, recorded_at, superseded_at, txn_id
    )
    VALUES (
        :uid, :kind, :project_id, :session_uid, :parent_uid, :target_uid, :position, :external_id, :title, :body,
        :context, :bigrams, :tags, :attributes, :confidence, :importance, :valid_from, :valid_to, :recorded_at,
        :superseded_at, :txn_id
    )
"""
_INSERT_TURN: Final = f"""
    INSERT INTO item (
        uid, kind, project_id, session_uid, position, external_id, title, body, bigrams, tags, attributes, valid_from,
        valid_to, recorded_at, txn_id
    )
    VALUES (
        :uid, 'turn', :project_id, :session_uid, :position, :external_id, :title, :body, :bigrams, :tags, :attributes,
        :valid_from, {OPEN_END}, :recorded_at, :txn_id
    )
"""
# A root that another memory recorded earlier (transfer/merging/captured.py), word for word the same: what is derived of
# the words stays.
_STAND_FIRST: Final = """
    UPDATE item
    SET project_id = :project_id, session_uid = :session_uid, position = :position, external_id = :external_id,
        confidence = :confidence, importance = :importance, valid_from = :valid_from, valid_to = :valid_to,
        recorded_at = :recorded_at, superseded_at = :superseded_at, txn_id = :txn_id
    WHERE id = :id
      AND (parent_uid, title, body, context, bigrams, tags, attributes)
          IS (:parent_uid, :title, :body, :context, :bigrams, :tags, :attributes)
"""
_PUT_IN_PROJECT: Final = """
    UPDATE item
    SET project_id = :project_id
    WHERE session_uid = :session_uid AND kind IN ('turn', 'statement', 'digest') AND project_id = 0
      AND length(uid) = 36 AND substr(uid, 15, 1) = '8'
"""
_ADD_HASH: Final = """
    INSERT INTO content_hash (hash, item_id)
    VALUES (:hash, :item_id)
"""
_FORGET_HASHES: Final = """
    DELETE FROM content_hash
    WHERE item_id IN (SELECT id FROM item WHERE uid IN (SELECT value FROM json_each(:uids)))
"""
_CLOSE_PARTS: Final = f"""
    UPDATE item
    SET superseded_at = :at
    WHERE kind = :kind AND parent_uid = :parent_uid AND {BELIEVED} AND recorded_at < :at
"""
_VERSIONS: Final = """
    SELECT item.*
    FROM item
    WHERE uid = :uid
    ORDER BY recorded_at, valid_from
"""
_BELIEVED: Final = f"""
    SELECT item.*
    FROM item
    WHERE uid = :uid
      AND {KNOWN}
    ORDER BY valid_from
"""
_HELD: Final = f"""
    SELECT item.*
    FROM item
    WHERE uid = :uid
      AND {AS_OF}
"""
_NEWEST: Final = """
    SELECT item.*
    FROM item
    WHERE uid = :uid
    ORDER BY superseded_at DESC, valid_from DESC, recorded_at DESC
    LIMIT 1
"""
_ROWS_AT: Final = """
    SELECT item.*
    FROM json_each(:ids) AS wanted
    CROSS JOIN item ON item.id = wanted.value
"""
_BELIEVED_ROWS: Final = f"""
    SELECT item.id
    FROM json_each(:ids) AS wanted
    CROSS JOIN item ON item.id = wanted.value
    WHERE {BELIEVED}
"""
_BY_EXTERNAL_ID: Final = """
    SELECT item.*
    FROM item
    WHERE external_id = :external_id AND project_id = :project_id
    ORDER BY superseded_at DESC, valid_from DESC
    LIMIT 1
"""
_ENTITY_NAME: Final = """
    SELECT title
    FROM item
    WHERE uid = :uid AND +kind = 'entity'
    ORDER BY superseded_at DESC, valid_from DESC
    LIMIT 1
"""
_LAST_ROW: Final = """
    SELECT coalesce(max(id), 0)
    FROM item
"""


class Draft(NamedTuple):
    """What a new version says, before the store gives it an id and a transaction time."""

    kind: Kind
    body: str
    valid: Period
    title: str = ""
    context: str = ""
    project_id: int = 0
    session_uid: str | None = None
    parent_uid: str | None = None
    target_uid: str | None = None
    position: int | None = None
    external_id: str | None = None
    tags: tuple[str, ...] = ()
    attributes: Mapping[str, Any] = NO_ATTRIBUTES
    confidence: float | None = None
    importance: float | None = None


class Item(NamedTuple):
    """One version as it stands in the file. ``id`` is the row, ``uid`` the fact it is a version of."""

    kind: Kind
    body: str
    valid: Period
    title: str = ""
    context: str = ""
    project_id: int = 0
    session_uid: str | None = None
    parent_uid: str | None = None
    target_uid: str | None = None
    position: int | None = None
    external_id: str | None = None
    tags: tuple[str, ...] = ()
    attributes: Mapping[str, Any] = NO_ATTRIBUTES
    confidence: float | None = None
    importance: float | None = None
    id: int = 0
    uid: str = ""
    recorded_at: Instant = 0
    superseded_at: Instant = FOREVER
    txn_id: int = 0

    @property
    def is_believed(self) -> bool:
        """Whether this memory still holds this version, at whatever valid time."""
        return self.superseded_at == FOREVER

    def is_held(self, as_of: AsOf) -> bool:
        """Whether it was believed and true at that point in both times."""
        return self.recorded_at <= as_of.known_at < self.superseded_at and self.valid.contains(as_of.valid_at)


# The number of columns of item; a query may select more behind ``item.*``.
ITEM_WIDTH: Final = 22


def last_row_id(snapshot: Snapshot) -> int:
    """Return the highest ``item.id``; 0 in an empty file."""
    return int(snapshot.value(_LAST_ROW))


def item_of(row: Row) -> Item:
    """Build an Item from the columns of ``item.*``, in the order of the table."""
    (id_, uid, kind, project_id, session_uid, parent_uid, target_uid, position, external_id, confidence, importance,
     valid_from, valid_to, recorded_at, superseded_at, txn_id, title, body, context, _bigrams, tags,
     attributes) = row[:ITEM_WIDTH]  # fmt: skip
    return Item(
        id=id_, uid=uid, kind=kind, project_id=project_id, session_uid=session_uid, parent_uid=parent_uid,
        target_uid=target_uid, position=position, external_id=external_id, title=title, body=body, context=context,
        tags=() if tags == "[]" else tuple(json.loads(tags)),
        attributes={} if attributes == "{}" else json.loads(attributes),
        confidence=confidence, importance=importance, valid=Period(valid_from, valid_to), recorded_at=recorded_at,
        superseded_at=superseded_at, txn_id=txn_id,
    )  # fmt: skip


def insert(
    tx: Transaction,
    draft: Draft,
    *,
    uid: str | None = None,
    recorded_at: Instant | None = None,
    superseded_at: Instant = FOREVER,
    txn_id: int | None = None,
) -> tuple[int, str]:
    """Write one version and return (row id, uid). Only an import gives times and transaction of its own."""
    uid = uid or new_uid(tx.now)
    known = {
        "uid": uid,
        "recorded_at": tx.now if recorded_at is None else recorded_at,
        "superseded_at": superseded_at,
        "txn_id": tx.id if txn_id is None else txn_id,
    }
    tx.execute(INSERT, _columns(draft) | known)
    row_id = tx.inserted_id()
    add_hash(tx, row_id, draft)
    return row_id, uid


def stand_first(
    tx: Transaction, row_id: int, draft: Draft, *, recorded_at: Instant, superseded_at: Instant, txn_id: int
) -> bool:
    """Give a version the times and place of the one another memory recorded earlier; False where the words differ."""
    told = {"id": row_id, "recorded_at": recorded_at, "superseded_at": superseded_at, "txn_id": txn_id}
    tx.execute(_STAND_FIRST, _columns(draft) | told)
    return tx.changes() > 0


def put_in_project(tx: Transaction, session_uid: str, project_id: int) -> None:
    """Put what was captured of a session in its project, which another machine knows."""
    tx.execute(_PUT_IN_PROJECT, {"session_uid": session_uid, "project_id": project_id})


def add_hash(tx: Transaction, row_id: int, draft: Draft | Item) -> None:
    """Make what a row says found when it comes again."""
    if (said := said_hash(draft)) is not None:
        tx.execute(_ADD_HASH, {"hash": said, "item_id": row_id})


def forget_hashes(tx: Transaction, uids: Sequence[str]) -> None:
    """Delete the hashes of facts whose text was changed; they are made anew."""
    tx.execute(_FORGET_HASHES, {"uids": json.dumps(uids)})


def said_hash(draft: Draft | Item) -> bytes | None:
    """Return 16 bytes that are equal where two rows say the same of the same; None for a kind that has none.

    A learning says its text, an observation its text of its entity, a relation its type of its two ends.
    """
    match draft.kind:
        case "learning":
            return content_hash(draft.body)
        case "observation":
            return content_hash(f"{draft.parent_uid}\n{draft.body}")
        case "relation":
            return content_hash(f"{draft.parent_uid}\n{draft.target_uid}\n{draft.title}")
        case _:
            return None


def insert_turns(tx: Transaction, rows: Sequence[Parameters]) -> None:
    """Write turns by the thousand: what a turn has of ``item``, column by column."""
    tx.many(_INSERT_TURN, list(rows))


def close_parts(tx: Transaction, parent_uid: str, kind: Kind, at: Instant) -> None:
    """Stop believing what belongs to a row from ``at`` on; what came later stays as it is."""
    tx.execute(_CLOSE_PARTS, {"parent_uid": parent_uid, "kind": kind, "at": at})


def _columns(draft: Draft) -> dict[str, Any]:
    """Return what a draft says, by column."""
    apart = indexed_apart(f"{draft.title}\n{draft.body}\n{draft.context}")
    attributes = json.dumps(draft.attributes, ensure_ascii=False, sort_keys=True) if draft.attributes else "{}"
    return {
        "kind": draft.kind,
        "project_id": draft.project_id,
        "session_uid": draft.session_uid,
        "parent_uid": draft.parent_uid,
        "target_uid": draft.target_uid,
        "position": draft.position,
        "external_id": draft.external_id,
        "title": draft.title,
        "body": draft.body,
        "context": draft.context,
        "bigrams": apart,
        "tags": json.dumps(sorted(set(draft.tags)), ensure_ascii=False) if draft.tags else "[]",
        "attributes": attributes,
        "confidence": draft.confidence,
        "importance": draft.importance,
        "valid_from": draft.valid.start,
        "valid_to": draft.valid.end,
    }


def versions(snapshot: Snapshot, uid: str) -> list[Item]:
    """Return every version of a fact, oldest belief first; empty when the id is unknown."""
    return [item_of(row) for row in snapshot.rows(_VERSIONS, {"uid": uid})]


def believed(snapshot: Snapshot, uid: str, known_at: Instant | None = None) -> list[Item]:
    """Return what is (or was, at ``known_at``) believed of a fact: disjoint valid periods, in order."""
    parameters = {"uid": uid, "known_at": snapshot.now if known_at is None else known_at}
    return [item_of(row) for row in snapshot.rows(_BELIEVED, parameters)]


def held(snapshot: Snapshot, uid: str, as_of: AsOf) -> Item | None:
    """Return the version that was true at that point in both times, or None."""
    row = snapshot.row(_HELD, {"uid": uid, "valid_at": as_of.valid_at, "known_at": as_of.known_at})
    return None if row is None else item_of(row)


def newest(snapshot: Snapshot, uid: str) -> Item | None:
    """Return the version to show for an id whatever became of it: believed before closed, latest period first."""
    row = snapshot.row(_NEWEST, {"uid": uid})
    return None if row is None else item_of(row)


def require(snapshot: Snapshot, uid: str, *kinds: Kind, field_name: str = "id") -> Item:
    """Return the newest version of ``uid``; NotFoundError when it is unknown or of none of the given kinds."""
    item = newest(snapshot, uid)
    if item is None or (kinds and item.kind not in kinds):
        wanted = " or ".join(kinds) if kinds else "row"
        raise NotFoundError(f"no {wanted} with id {echoed(uid)!r}", hint=_what_else(snapshot, uid), field=field_name)
    return item


def changed_since(snapshot: Snapshot, uid: str, was: str, said: str) -> bool:
    """Whether a row says something else since a file was written in which it ``was`` this, and not what is said now.

    A row that never said so here was written to the file by another memory: which text is the later one is not known.
    """
    now = require(snapshot, uid).body.split()
    if now in (was.split(), said.split()):
        return False
    return any(one.body.split() == was.split() for one in versions(snapshot, uid))


def _what_else(snapshot: Snapshot, uid: str) -> str:
    """Return what an id is, or was, that is none of a row as it is asked for."""
    kind = kind_of(snapshot, uid)
    if kind is None and (erased := erased_kind(snapshot, uid)) is not None:
        return f"The {erased} that had this id was erased for good."
    if kind is None:
        return too_short(uid) or "Ids come from memory_search and from what stored the row."
    shows = "memory_handoff lists those that wait" if kind == "handoff" else "memory_read opens it"
    return f"What has this id is of another type: {kind}. {shows}."


def items_at(snapshot: Snapshot, row_ids: Sequence[int]) -> list[Item]:
    """Return the versions in these rows, in their order; a row that is gone is left out."""
    return [item_of(row) for row in snapshot.rows(_ROWS_AT, {"ids": json.dumps(row_ids)})]


def believed_rows(snapshot: Snapshot, row_ids: Sequence[int]) -> list[int]:
    """Return those of the rows whose version is still believed, in their order."""
    return [row_id for (row_id,) in snapshot.rows(_BELIEVED_ROWS, {"ids": json.dumps(row_ids)})]


def by_external_id(snapshot: Snapshot, project_id: int, external_id: str) -> Item | None:
    """Return the row that was brought in under this key in this project, or None."""
    row = snapshot.row(_BY_EXTERNAL_ID, {"project_id": project_id, "external_id": external_id})
    return None if row is None else item_of(row)


def entity_name(snapshot: Snapshot, uid: str | None) -> str:
    """Return an entity's name, the last one it had where it is believed no more; empty for an unknown id."""
    found: str | None = snapshot.value(_ENTITY_NAME, {"uid": uid})
    return found or ""
