"""What is known here of the ids and keys of one batch: asked once for all of them, before anything is written."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from memory_mcp.language.folding import content_hash
from memory_mcp.store.facts.versions import Draft, Item, Kind, item_of
from memory_mcp.store.file.as_of import BELIEVED, OVERLAPS
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import FOREVER, Instant

_VERSIONS: Final = """
    SELECT id, uid, kind, recorded_at, superseded_at, valid_from, valid_to
    FROM item
    WHERE uid IN (SELECT value FROM json_each(:uids))
"""
_ERASED: Final = """
    SELECT uid, kind
    FROM erasure
    WHERE uid IN (SELECT value FROM json_each(:uids))
"""
_ENTITIES: Final = """
    SELECT item.*
    FROM item
    WHERE kind = 'entity' AND uid IN (SELECT value FROM json_each(:uids))
    ORDER BY superseded_at, valid_from, recorded_at
"""
_SAYING: Final = f"""
    SELECT item.uid
    FROM content_hash
    JOIN item ON item.id = content_hash.item_id
    JOIN txn ON txn.id = item.txn_id
    WHERE content_hash.hash = :hash
      AND item.kind = 'learning' AND item.project_id = :project_id
      AND {BELIEVED}
      AND {OVERLAPS}
      AND txn.origin <> :origin
    ORDER BY item.id
    LIMIT 1
"""
_HOLDING: Final = f"""
    SELECT item.uid
    FROM item
    JOIN txn ON txn.id = item.txn_id
    WHERE item.kind = 'document' AND item.project_id = :project_id AND {BELIEVED}
      AND item.attributes ->> 'hash' = :hash
      AND txn.origin <> :origin
    ORDER BY item.id
    LIMIT 1
"""
_UNDER_KEY: Final = """
    SELECT item.uid, item.kind, item.body
    FROM item
    JOIN txn ON txn.id = item.txn_id
    WHERE item.project_id = :project_id AND item.external_id = :external_id
      AND txn.origin <> :origin
    ORDER BY item.superseded_at DESC, item.valid_from DESC
    LIMIT 1
"""
_AT_PLACE: Final = f"""
    SELECT DISTINCT uid
    FROM item
    WHERE kind = 'document' AND project_id = :project_id AND external_id = :external_id
      AND {BELIEVED} AND uid <> :but
"""
_ERASED_KEYS: Final = """
    SELECT EXISTS (
        SELECT 1
        FROM erasure
        WHERE external_key_hash IS NOT NULL
    )
"""
_SAME_PART: Final = f"""
    SELECT item.uid
    FROM item
    WHERE item.kind = :kind AND item.parent_uid = :parent_uid AND item.target_uid IS :target_uid
      AND {BELIEVED}
      AND item.title = :title AND item.body = :body
      AND {OVERLAPS}
    ORDER BY item.id
    LIMIT 1
"""


@dataclass(slots=True)
class Known:
    """A version that is here: a rectangle in both times."""

    id: int
    kind: Kind
    recorded_at: Instant
    superseded_at: Instant
    valid_from: Instant
    valid_to: Instant

    @property
    def is_believed(self) -> bool:
        """Whether nobody has closed the version."""
        return self.superseded_at == FOREVER


def versions(snapshot: Snapshot, uids: Iterable[str]) -> defaultdict[str, list[Known]]:
    """Return the versions of each id that is known."""
    found: defaultdict[str, list[Known]] = defaultdict(list)
    for row_id, uid, *rest in snapshot.execute(_VERSIONS, {"uids": json.dumps(list(uids))}):
        found[uid].append(Known(row_id, *rest))
    return found


def erased(snapshot: Snapshot, uids: Iterable[str]) -> dict[str, str]:
    """Return which ids were erased here, and of which kind they were."""
    return dict(snapshot.rows(_ERASED, {"uids": json.dumps(list(uids))}))


def entities(snapshot: Snapshot, uids: Iterable[str]) -> dict[str, Item]:
    """Return the newest version of each entity that is known."""
    rows = snapshot.execute(_ENTITIES, {"uids": json.dumps(list(uids))})
    return {item.uid: item for item in map(item_of, rows)}


def saying(snapshot: Snapshot, item: Draft, project_id: int, *, origin: str) -> str | None:
    """Return the lesson with the same folded text and an overlapping period, not from ``origin``, or None."""
    parameters = {
        "hash": content_hash(item.body),
        "project_id": project_id,
        "valid_from": item.valid.start,
        "valid_to": item.valid.end,
        "origin": origin,
    }
    return _uid(snapshot.value(_SAYING, parameters))


def holding(snapshot: Snapshot, text_hash: str, project_id: int, *, origin: str) -> str | None:
    """Return the document that holds this text, not from ``origin``, or None."""
    return _uid(snapshot.value(_HOLDING, {"hash": text_hash, "project_id": project_id, "origin": origin}))


def under_key(snapshot: Snapshot, external_id: str, project_id: int, *, origin: str) -> tuple[str, str, str] | None:
    """Return (id, kind, text) of the row that came in under a key, not from ``origin``, or None."""
    parameters = {"external_id": external_id, "project_id": project_id, "origin": origin}
    return snapshot.row(_UNDER_KEY, parameters)


def at_place(snapshot: Snapshot, external_id: str, project_id: int, *, but: str) -> list[str]:
    """Return the documents believed under a key, without ``but``."""
    parameters = {"external_id": external_id, "project_id": project_id, "but": but}
    return [row[0] for row in snapshot.rows(_AT_PLACE, parameters)]


def any_key_erased(snapshot: Snapshot) -> bool:
    """Say whether any row with a key of its own was ever erased here."""
    return bool(snapshot.value(_ERASED_KEYS))


def same_part(snapshot: Snapshot, draft: Draft) -> str | None:
    """Return the observation or relation that says the same of the same entities, or None."""
    parameters = {
        "kind": draft.kind, "parent_uid": draft.parent_uid, "target_uid": draft.target_uid, "title": draft.title,
        "body": draft.body, "valid_from": draft.valid.start, "valid_to": draft.valid.end,
    }  # fmt: skip
    return _uid(snapshot.value(_SAME_PART, parameters))


def _uid(value: Any) -> str | None:
    return None if value is None else str(value)
