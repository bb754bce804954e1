"""Find concurrent edits of one fact: what two memories made of it without knowing of each other.

The believed version is compared with the last version of each other memory that its author did not know, and with each
withdrawal by another memory that did not know it. Only the union of versions and changes is read, so every copy finds
the same edits. Whoever edits or withdraws the fact again knows both edits, which settles the matter. Dismissing the
fact with itself settles it too.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from memory_mcp.store.contradictions.pair_facts import OLDER_AND_NEWER, PairFact, fact_of, parted
from memory_mcp.store.facts.scope import IN_SCOPE, NOT_ARCHIVED
from memory_mcp.store.facts.versions import entity_name
from memory_mcp.store.file.as_of import BELIEVED, of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions.fact_pairs import Unresolved, side
from memory_mcp.temporal import Instant, format_instant

_PAIR: Final = f"""{OLDER_AND_NEWER},
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


class _Edits(NamedTuple):
    """A row of either statement: both versions, who made them in which memory, and when the older one was made.

    ``own`` is the memory of this file. Where the older version was taken back, that is what was done there and then.
    """

    older: tuple[Any, ...]
    newer: tuple[Any, ...]
    older_actor: str
    older_origin: str
    newer_actor: str
    newer_origin: str
    own: str
    older_id: int
    newer_id: int
    at: Instant
    is_taken_back: bool

    @property
    def words(self) -> tuple[Any, ...]:
        """The fact, and what its two versions say: title and body of each."""
        return (self.older[0], *self.older[4:6], *self.newer[4:6])


class Apart(NamedTuple):
    """The older and the newer version; who made them where and when; what became of the older elsewhere.

    ``is_taken_back`` that a memory took it back, ``is_edited`` that one made it and stays with it; it may be both.
    ``ids`` are the rows of the two versions in this file.
    """

    older: PairFact
    newer: PairFact
    told: str
    is_taken_back: bool
    is_edited: bool
    ids: tuple[int, int]


def edited_apart(snapshot: Snapshot, *, project: int, entity_uid: str | None = None) -> list[Apart]:
    """Return each pair once, edits before what was taken back, newest first.

    Several memories may have come to one older version: to its words, or to take it back. That pair names them all.
    """
    asked = {"project": project, "entity": entity_uid, "now": snapshot.now}
    pairs: dict[tuple[Any, ...], list[_Edits]] = {}
    for row in snapshot.rows(_EDITED_APART, asked) + snapshot.rows(_TAKEN_BACK, asked):
        older, newer, rest = parted(row)
        edits = _Edits(older, newer, *rest)
        pairs.setdefault(edits.words, []).append(edits)
    return [_apart(snapshot, edits) for edits in pairs.values()]


def unresolved(snapshot: Snapshot, project: int, *, limit: int) -> list[Unresolved]:
    """Return the first pairs of a project and of none (-1: of all) as the start of a session tells them."""
    return [_unresolved(snapshot, one) for one in edited_apart(snapshot, project=project)[:limit]]


def is_shared(snapshot: Snapshot, uid: str) -> bool:
    """Whether several memories recorded versions of a fact."""
    return bool(snapshot.value(_IS_SHARED, {"uid": uid}))


def _unresolved(snapshot: Snapshot, one: Apart) -> Unresolved:
    older, newer = (
        side(snapshot, (fact.uid, row, fact.kind, fact.title, fact.body, fact.target_uid, fact.valid.start))
        for row, fact in zip(one.ids, (one.older, one.newer), strict=True)
    )
    about = entity_name(snapshot, one.older.entity_uid) if one.older.kind == "observation" else ""
    return Unresolved("concurrent", about, older, newer, one.told)


def _apart(snapshot: Snapshot, edits: list[_Edits]) -> Apart:
    """Return the rows of one pair as one."""
    first = edits[0]
    older, newer = (fact_of(snapshot, columns) for columns in (first.older, first.newer))
    by = [_older(one) for one in edits] + [_author(first.newer_actor, first.newer_origin, first.own, newer.recorded_at)]
    return Apart(
        older, newer, f"edited apart: {'; '.join(dict.fromkeys(by))}", any(one.is_taken_back for one in edits),
        not all(one.is_taken_back for one in edits), (first.older_id, first.newer_id),
    )  # fmt: skip


def _older(one: _Edits) -> str:
    who = _author(one.older_actor, one.older_origin, one.own, one.at)
    return f"taken back {who}" if one.is_taken_back else who


def _author(actor: str, origin: str, own: str, at: Instant) -> str:
    where = f"on machine {origin[:8]}" + (" (this one)" if origin == own else "")
    return f"by {actor} {where} at {format_instant(at)}"
