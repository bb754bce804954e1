"""Look up which ids and keys of a batch are known here, once for all of them, before anything is written."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from memory_mcp.store.facts.versions import Item, Kind, item_of
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import FOREVER, Instant

_VERSIONS: Final = """
    SELECT item.id, item.uid, item.kind, item.recorded_at, item.superseded_at, item.valid_from, item.valid_to,
           txn.origin
    FROM item
    JOIN txn ON txn.id = item.txn_id
    WHERE item.uid IN (SELECT value FROM json_each(:uids))
"""
_ENDING: Final = """
    SELECT DISTINCT kind, substr(uid, -8), uid
    FROM item
    -- The index of ids is looked through, and of the rows only those that are found are read.
    WHERE uid IN (
        SELECT uid FROM item WHERE length(uid) = 36 AND substr(uid, -8) IN (SELECT value FROM json_each(:marks))
    )
"""
_ENTITIES: Final = """
    SELECT item.*
    FROM item
    WHERE +kind = 'entity' AND uid IN (SELECT value FROM json_each(:uids))
    ORDER BY superseded_at, valid_from, recorded_at
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
_HOMES: Final = """
    SELECT uid, project_id FROM item WHERE uid IN (SELECT value FROM json_each(:uids))
    UNION
    SELECT uid, project_id FROM session WHERE uid IN (SELECT value FROM json_each(:uids))
    UNION
    SELECT uid, project_id FROM handoff WHERE uid IN (SELECT value FROM json_each(:uids))
"""
_ERASED_KEYS: Final = """
    SELECT 1
    FROM erasure
    WHERE external_key_hash IS NOT NULL OR captured_key IS NOT NULL
"""


@dataclass(slots=True)
class KnownVersion:
    """A version that is here: a rectangle in both times."""

    id: int
    kind: Kind
    recorded_at: Instant
    superseded_at: Instant
    valid_from: Instant
    valid_to: Instant
    origin: str

    @property
    def identity(self) -> tuple[Instant, str, Instant]:
        """What makes it this version of its fact; of two, the greater is the later one."""
        return self.recorded_at, self.origin, self.valid_from

    @property
    def is_believed(self) -> bool:
        """Whether nobody has closed the version."""
        return self.superseded_at == FOREVER


def versions(snapshot: Snapshot, uids: Iterable[str]) -> defaultdict[str, list[KnownVersion]]:
    """Return the versions of each id that is known."""
    found: defaultdict[str, list[KnownVersion]] = defaultdict(list)
    for row_id, uid, *rest in snapshot.execute(_VERSIONS, {"uids": json.dumps(list(uids))}):
        found[uid].append(KnownVersion(row_id, *rest))
    return found


def ending(snapshot: Snapshot, marks: Collection[str]) -> list[tuple[Kind, str, str]]:
    """Return (kind, mark, id) of the rows whose ids, UUIDs all, end in one of these marks of eight characters."""
    return snapshot.rows(_ENDING, {"marks": json.dumps(list(marks))}) if marks else []


def entities(snapshot: Snapshot, uids: Iterable[str]) -> dict[str, Item]:
    """Return the newest version of each entity that is known."""
    rows = snapshot.execute(_ENTITIES, {"uids": json.dumps(list(uids))})
    return {item.uid: item for item in map(item_of, rows)}


def under_key(snapshot: Snapshot, external_id: str, project_id: int, *, origin: str) -> tuple[str, str, str] | None:
    """Return (id, kind, text) of the row that came in under a key, not from ``origin``, or None."""
    parameters = {"external_id": external_id, "project_id": project_id, "origin": origin}
    return snapshot.row(_UNDER_KEY, parameters)


def at_place(snapshot: Snapshot, external_id: str, project_id: int, *, but: str) -> list[str]:
    """Return the documents believed under a key, without ``but``."""
    parameters = {"external_id": external_id, "project_id": project_id, "but": but}
    return [row[0] for row in snapshot.rows(_AT_PLACE, parameters)]


def homes(snapshot: Snapshot, uids: Iterable[str]) -> list[tuple[str, int]]:
    """Return (id, number of the project) of the rows, sessions and handoffs of these ids, of every version of each."""
    return [(uid, number) for uid, number in snapshot.rows(_HOMES, {"uids": json.dumps(list(uids))})]


def any_key_erased(snapshot: Snapshot) -> bool:
    """Say whether any row with a key of its own was ever erased here."""
    return bool(snapshot.value(_ERASED_KEYS))
