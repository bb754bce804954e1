"""Edits of one fact apart from each other: what two memories made of it, neither knowing of the other.

The current version stands against the last version of each other memory that its author did not know. Both are read
from the union of the versions alone, so every copy finds the same. Whoever edits the fact again knows both, which
settles it; so does a dismissal of the fact with itself.
"""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.store.facts.scope import IN_SCOPE, NOT_ARCHIVED
from memory_mcp.store.file.as_of import CURRENT, of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant, format_instant

_UNSEEN: Final = """
      AND NOT EXISTS (
          SELECT 1
          FROM version_seen
          WHERE version_seen.item_id = newer.id AND version_seen.origin = older_txn.origin
            AND version_seen.at >= older.recorded_at
      )"""
_EDITED_APART: Final = f"""
    SELECT older.uid, older.kind, older.parent_uid, older.target_uid, older.title, older.body, older.confidence,
           older.valid_from, older.valid_to, older.recorded_at,
           newer.uid, newer.kind, newer.parent_uid, newer.target_uid, newer.title, newer.body, newer.confidence,
           newer.valid_from, newer.valid_to, newer.recorded_at,
           older_txn.actor, older_txn.origin, newer_txn.actor, newer_txn.origin,
           (SELECT value FROM meta WHERE key = 'origin')
    FROM shared_fact
    CROSS JOIN item AS newer ON newer.uid = shared_fact.uid
    CROSS JOIN txn AS newer_txn ON newer_txn.id = newer.txn_id
    CROSS JOIN item AS older ON older.uid = newer.uid
    CROSS JOIN txn AS older_txn ON older_txn.id = older.txn_id
    WHERE newer.kind IN ('learning', 'decision', 'observation', 'entity')
      AND {of("newer", CURRENT)}
      AND {of("newer", IN_SCOPE)}
      AND {of("newer", NOT_ARCHIVED)}
      AND (:entity IS NULL OR newer.parent_uid = :entity OR newer.uid = :entity)
      AND older_txn.origin <> newer_txn.origin
      AND (older.recorded_at, older_txn.origin) < (newer.recorded_at, newer_txn.origin)
      AND older.valid_from < newer.valid_to AND newer.valid_from < older.valid_to
      AND (older.title, older.body) IS NOT (newer.title, newer.body)
      {_UNSEEN}
      -- The last of its memory; what that one made of it before is its own history.
      AND NOT EXISTS (
          SELECT 1
          FROM item AS last
          JOIN txn AS last_txn ON last_txn.id = last.txn_id
          WHERE last.uid = older.uid AND last_txn.origin = older_txn.origin AND last.recorded_at > older.recorded_at
      )
      AND NOT EXISTS (
          SELECT 1
          FROM dismissal
          WHERE dismissal.a = newer.uid AND dismissal.b = newer.uid AND dismissal.at >= newer.recorded_at
      )
    ORDER BY newer.recorded_at DESC, newer.uid, older.recorded_at DESC, older_txn.origin
"""
_IS_SHARED: Final = """
    SELECT 1
    FROM shared_fact
    WHERE uid = :uid
"""
WIDTH: Final = 20


def edited_apart(
    snapshot: Snapshot, *, project: int, entity_uid: str | None = None
) -> list[tuple[tuple[Any, ...], str]]:
    """Return each pair as (columns of the older and the newer version, who made them where and when), newest first."""
    asked = {"project": project, "entity": entity_uid, "now": snapshot.now}
    return [(row[:WIDTH], _told(row)) for row in snapshot.rows(_EDITED_APART, asked)]


def is_shared(snapshot: Snapshot, uid: str) -> bool:
    """Whether several memories recorded versions of a fact."""
    return bool(snapshot.value(_IS_SHARED, {"uid": uid}))


def _told(row: tuple[Any, ...]) -> str:
    older_actor, older_origin, newer_actor, newer_origin, own = row[WIDTH:]
    older = _author(older_actor, older_origin, own, row[9])
    newer = _author(newer_actor, newer_origin, own, row[19])
    return f"edited apart: {older}; {newer}"


def _author(actor: str, origin: str, own: str, at: Instant) -> str:
    where = f"on machine {origin[:8]}" + (" (this one)" if origin == own else "")
    return f"by {actor} {where} at {format_instant(at)}"
