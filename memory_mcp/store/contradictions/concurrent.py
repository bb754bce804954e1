"""Find concurrent edits of one fact: what two memories made of it without knowing of each other.

The believed version is compared with the last version of each other memory that its author did not know, and with each
withdrawal by another memory that did not know it. Only the union of versions and changes is read, so every copy finds
the same edits. Whoever edits or withdraws the fact again knows both edits, which settles the matter. Dismissing the
fact with itself settles it too.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from memory_mcp.store.facts.scope import IN_SCOPE, NOT_ARCHIVED
from memory_mcp.store.facts.versions import entity_name
from memory_mcp.store.file.as_of import BELIEVED, of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions.fact_pairs import Unresolved, side
from memory_mcp.temporal import Instant, format_instant

_PAIR: Final = """
           older.uid, older.kind, older.parent_uid, older.target_uid, older.title, older.body, older.confidence,
           older.valid_from, older.valid_to, older.recorded_at,
           newer.uid, newer.kind, newer.parent_uid, newer.target_uid, newer.title, newer.body, newer.confidence,
           newer.valid_from, newer.valid_to, newer.recorded_at,
           older_txn.actor, older_txn.origin, newer_txn.actor, newer_txn.origin,
           (SELECT value FROM meta WHERE key = 'origin'), older.id, newer.id"""
_NEWER: Final = f"""
      newer.kind IN ('learning', 'decision', 'observation', 'entity')
      AND {of("newer", BELIEVED)}
      AND {of("newer", IN_SCOPE)}
      AND {of("newer", NOT_ARCHIVED)}
      AND (:entity IS NULL OR newer.parent_uid = :entity OR newer.uid = :entity)
      AND older_txn.origin <> newer_txn.origin
      AND NOT EXISTS (
          SELECT 1
          FROM dismissal
          WHERE dismissal.a = newer.uid AND dismissal.b = newer.uid AND dismissal.is_taken_back = 0
            AND dismissal.at >= max(newer.recorded_at, older_txn.at)
      )"""
_EDITED_APART: Final = f"""
    SELECT {_PAIR}, older.recorded_at, 0
    FROM shared_fact
    CROSS JOIN item AS newer ON newer.uid = shared_fact.uid
    CROSS JOIN txn AS newer_txn ON newer_txn.id = newer.txn_id
    CROSS JOIN item AS older ON older.uid = newer.uid
    CROSS JOIN txn AS older_txn ON older_txn.id = older.txn_id
    WHERE {_NEWER}
      AND (older.recorded_at, older_txn.origin) < (newer.recorded_at, newer_txn.origin)
      AND older.valid_from < newer.valid_to AND newer.valid_from < older.valid_to
      AND (older.title, older.body) IS NOT (newer.title, newer.body)
      AND NOT EXISTS (
          SELECT 1
          FROM version_seen
          WHERE version_seen.item_id = newer.id AND version_seen.origin = older_txn.origin
            AND version_seen.at >= older.recorded_at
      )
      -- The last of its memory; what that one made of it before is its own history.
      AND NOT EXISTS (
          SELECT 1
          FROM item AS last
          JOIN txn AS last_txn ON last_txn.id = last.txn_id
          WHERE last.uid = older.uid AND last_txn.origin = older_txn.origin AND last.recorded_at > older.recorded_at
      )
    ORDER BY newer.recorded_at DESC, newer.uid, older.recorded_at DESC, older_txn.origin
"""
# What was taken back is the last version before that; a version of the same memory behind it brought it back.
_TAKEN_BACK: Final = f"""
    SELECT {_PAIR}, older_txn.at, 1
    FROM shared_fact
    CROSS JOIN change ON change.uid = shared_fact.uid AND change.verb = 'retract'
    CROSS JOIN txn AS older_txn ON older_txn.id = change.txn_id
    CROSS JOIN item AS newer ON newer.uid = shared_fact.uid
    CROSS JOIN txn AS newer_txn ON newer_txn.id = newer.txn_id
    CROSS JOIN item AS older ON older.id = (
        SELECT before.id
        FROM item AS before
        JOIN txn AS before_txn ON before_txn.id = before.txn_id
        WHERE before.uid = newer.uid AND before.id <> newer.id AND before.recorded_at <= older_txn.at
        ORDER BY before.recorded_at DESC, before_txn.origin DESC, before.valid_from DESC
        LIMIT 1
    )
    WHERE {_NEWER}
      AND NOT EXISTS (
          SELECT 1
          FROM version_seen
          WHERE version_seen.item_id = newer.id AND version_seen.origin = older_txn.origin
            AND version_seen.at >= older_txn.at
      )
      AND NOT EXISTS (
          SELECT 1
          FROM change AS later
          CROSS JOIN txn AS later_txn ON later_txn.id = later.txn_id
          WHERE later.uid = change.uid AND later_txn.origin = older_txn.origin AND later_txn.at > older_txn.at
            AND later.verb <> 'verify'
      )
    ORDER BY newer.recorded_at DESC, newer.uid, older_txn.at DESC, older_txn.origin
"""
_IS_SHARED: Final = """
    SELECT 1
    FROM shared_fact
    WHERE uid = :uid
"""
WIDTH: Final = 20
# The fact and what its two versions say: title and body of each.
_SAYS: Final = (0, 4, 5, 14, 15)
_NEWER_RECORDED: Final = 19


class Apart(NamedTuple):
    """Columns of the older and the newer version; who made them where and when; what became of the older elsewhere.

    ``is_taken_back`` that a memory took it back, ``is_edited`` that one made it and stays with it; it may be both.
    ``ids`` are the rows of the two versions in this file.
    """

    columns: tuple[Any, ...]
    told: str
    is_taken_back: bool
    is_edited: bool
    ids: tuple[int, int]


def edited_apart(snapshot: Snapshot, *, project: int, entity_uid: str | None = None) -> list[Apart]:
    """Return each pair once, edits before what was taken back, newest first.

    Several memories may have come to one older version: to its words, or to take it back. That pair names them all.
    """
    asked = {"project": project, "entity": entity_uid, "now": snapshot.now}
    pairs: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for row in snapshot.rows(_EDITED_APART, asked) + snapshot.rows(_TAKEN_BACK, asked):
        pairs.setdefault(tuple(row[place] for place in _SAYS), []).append(row)
    return [_apart(rows) for rows in pairs.values()]


def unresolved(snapshot: Snapshot, project: int, *, limit: int) -> list[Unresolved]:
    """Return the first pairs of a project and of none (-1: of all) as the start of a session tells them."""
    return [_unresolved(snapshot, one) for one in edited_apart(snapshot, project=project)[:limit]]


def is_shared(snapshot: Snapshot, uid: str) -> bool:
    """Whether several memories recorded versions of a fact."""
    return bool(snapshot.value(_IS_SHARED, {"uid": uid}))


def _unresolved(snapshot: Snapshot, one: Apart) -> Unresolved:
    half = WIDTH // 2
    older, newer = (
        side(snapshot, uid, row, kind, title, body, target, since)
        for row, (uid, kind, _, target, title, body, _, since, _, _) in zip(
            one.ids, (one.columns[:half], one.columns[half:]), strict=True
        )
    )
    _, kind, parent, *_ = one.columns
    about = entity_name(snapshot, parent) if kind == "observation" else ""
    return Unresolved("concurrent", about, older, newer, one.told)


def _apart(rows: list[tuple[Any, ...]]) -> Apart:
    """Return the rows of one pair as one."""
    first = rows[0]
    _, _, newer_actor, newer_origin, own, *ids, _, _ = first[WIDTH:]
    by = [_older(row) for row in rows] + [_author(newer_actor, newer_origin, own, first[_NEWER_RECORDED])]
    taken_back = [bool(row[-1]) for row in rows]
    return Apart(
        first[:WIDTH], f"edited apart: {'; '.join(dict.fromkeys(by))}", any(taken_back), not all(taken_back),
        (ids[0], ids[1]),
    )  # fmt: skip


def _older(row: tuple[Any, ...]) -> str:
    actor, origin, _, _, own, _, _, at, is_taken_back = row[WIDTH:]
    return ("taken back " if is_taken_back else "") + _author(actor, origin, own, at)


def _author(actor: str, origin: str, own: str, at: Instant) -> str:
    where = f"on machine {origin[:8]}" + (" (this one)" if origin == own else "")
    return f"by {actor} {where} at {format_instant(at)}"
