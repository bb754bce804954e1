"""Keep pairs of current facts that contradict each other, and pairs that somebody dismissed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from memory_mcp.contradiction.kinds import (
    CONTRADICTION_KINDS,
    DEFAULT_DRIFT,
    ROUNDING,
    SURE_FROM,
    Contradiction,
    ContradictionKind,
    drift_of,
)
from memory_mcp.errors import InvalidInputError
from memory_mcp.store.contradictions import concurrent, scan, vector_scan
from memory_mcp.store.contradictions.pair_facts import OLDER_AND_NEWER, PairFact, fact_of, parted
from memory_mcp.store.contradictions.scan import pending
from memory_mcp.store.contradictions.vector_scan import pending as pending_near
from memory_mcp.store.facts.scope import BOTH_STAND, IN_SCOPE
from memory_mcp.store.facts.versions import require
from memory_mcp.store.file.as_of import CURRENT
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.file.kinds import IS_COMPARED_BY_VECTOR
from memory_mcp.temporal import Instant

__all__ = [
    "Found", "FoundPair", "catch_up", "dismiss", "dismissed", "fact_count", "kept", "near_duplicates",
    "pending", "pending_near", "take_back",
]  # fmt: skip

_KEPT: Final = f"""
    SELECT {OLDER_AND_NEWER},
           contradiction.kind, contradiction.evidence, contradiction.similarity,
           count(*) OVER () AS total
    FROM contradiction
    CROSS JOIN item AS older ON older.id = contradiction.older_id
    CROSS JOIN item AS newer ON newer.id = contradiction.newer_id
    WHERE (contradiction.kind IN (SELECT value FROM json_each(:kinds))
           OR (contradiction.kind = 'same_text' AND :drifts = coalesce(
               abs(older.confidence - newer.confidence) >= :min_drift - :rounding, 0)))
      AND contradiction.similarity >= :min_similarity
      AND {BOTH_STAND}
      AND (:entity IS NULL OR older.parent_uid = :entity)
    -- What is sure comes first: by its kind, from some share of common words on.
    ORDER BY contradiction.similarity >= coalesce(json_extract(:sure_from, '$.' || contradiction.kind), 0) DESC,
             contradiction.similarity DESC, newer.recorded_at DESC, contradiction.older_id, contradiction.newer_id
    LIMIT :limit
"""
_FACTS: Final = f"""
    SELECT count(*)
    FROM item
    WHERE {IS_COMPARED_BY_VECTOR}
      AND {IN_SCOPE}
      AND (:entity IS NULL OR item.parent_uid = :entity)
      AND {CURRENT}
"""
_DISMISS: Final = """
    INSERT INTO dismissal (a, b, reason, at, is_taken_back)
    VALUES (:a, :b, :reason, :at, :is_taken_back)
    ON CONFLICT (a, b) DO UPDATE
    SET reason = :reason, at = :at, is_taken_back = :is_taken_back
"""
_TAKE_BACK: Final = """
    UPDATE dismissal
    SET at = :now, is_taken_back = 1
    WHERE a = :a AND b = :b AND is_taken_back = 0
"""
_DISMISSED: Final = """
    SELECT (SELECT count(DISTINCT uid) FROM item WHERE uid IN (:a, :b)),
           dismissal.at, dismissal.reason, dismissal.is_taken_back
    FROM (SELECT 1)
    LEFT JOIN dismissal ON dismissal.a = :a AND dismissal.b = :b
"""
_MANY: Final = 2_000


class FoundPair(NamedTuple):
    """Two current facts; ``contradiction`` is None where they merely say the same.

    Of a fact that memories edited apart from each other they are its two versions; ``apart`` says who made them,
    ``is_taken_back`` that a memory took the older back, and ``is_edited`` that one stays with it.
    """

    older: PairFact
    newer: PairFact
    similarity: float
    contradiction: Contradiction | None
    apart: str = ""
    is_taken_back: bool = False
    is_edited: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """Pairs, the surest and then the most alike first, and how many there are in all."""

    pairs: list[FoundPair] = field(default_factory=list)
    total: int = 0


def catch_up(db: Database) -> None:
    """Compare all facts that were not compared yet: by their words, and by their vectors where there are any."""
    known = scan.RunCache()
    done = scan.catch_up(db, known=known) + vector_scan.catch_up(db, known=known)
    if done > _MANY:
        # What was read of them takes more room than a server has to spare.
        from memory_mcp.contradiction.parsing import notes  # noqa: PLC0415 - loaded with what was compared
        from memory_mcp.statements import texts  # noqa: PLC0415 - as above

        notes.forget_texts()
        texts.forget_texts()


def kept(
    snapshot: Snapshot,
    *,
    project: int,
    entity_uid: str | None = None,
    kinds: Iterable[ContradictionKind] = CONTRADICTION_KINDS,
    min_similarity: float = 0.0,
    min_confidence_drift: float = DEFAULT_DRIFT,
    limit: int = 100,
) -> Found:
    """Return the contradictions kept of an entity, or of a project and what belongs to none (-1: of all).

    Where no kind is left out, facts that two memories edited apart from each other come first.
    """
    wanted = set(kinds)
    found = _read(
        snapshot, project, kinds=sorted(wanted - {"confidence_drift"}),
        drifts=True if "confidence_drift" in wanted else None, entity_uid=entity_uid, min_similarity=min_similarity,
        min_drift=min_confidence_drift, limit=limit,
    )  # fmt: skip
    if wanted != set(CONTRADICTION_KINDS):
        return found
    apart = [
        FoundPair(one.older, one.newer, 1.0, None, one.told, one.is_taken_back, one.is_edited)
        for one in concurrent.edited_apart(snapshot, project=project, entity_uid=entity_uid)
    ]
    return Found([*apart, *found.pairs][:limit], len(apart) + found.total)


def near_duplicates(snapshot: Snapshot, *, project: int, limit: int = 100) -> Found:
    """Return pairs of current facts that say the same with the same confidence, of a project and what is in none."""
    return _read(snapshot, project, kinds=[], drifts=False, limit=limit)


def fact_count(snapshot: Snapshot, *, project: int, entity_uid: str | None = None) -> int:
    """Return how many current facts there are to contradict each other."""
    return int(snapshot.value(_FACTS, {"project": project, "entity": entity_uid, "now": snapshot.now}))


def dismiss(
    tx: Transaction, a: str, b: str, *, reason: str = "", at: Instant | None = None, is_taken_back: bool = False
) -> None:
    """Note that two facts do not contradict each other; it holds until one of the two changes.

    A fact and itself: of two edits of it apart from each other the current one is right. ``at`` is when it was said,
    where that was not now; ``is_taken_back`` that it was taken back then.

    Raises NotFoundError for an unknown id, InvalidInputError for a fact and itself that one memory alone recorded.
    """
    if a == b and at is None and not concurrent.is_shared(tx, a):
        raise InvalidInputError("a fact cannot contradict itself", hint="Give two ids.", field="dismiss")
    for uid in (a, b):
        require(tx, uid, field_name="dismiss")
    said = {"reason": reason, "at": tx.now if at is None else at, "is_taken_back": int(is_taken_back)}
    tx.execute(_DISMISS, {"a": min(a, b), "b": max(a, b)} | said)


def take_back(tx: Transaction, a: str, b: str) -> bool:
    """Take a dismissal back, so that the pair is shown again; return False where nobody dismissed it.

    Raises NotFoundError for an unknown id.
    """
    for uid in (a, b):
        require(tx, uid, field_name="dismiss")
    tx.execute(_TAKE_BACK, {"a": min(a, b), "b": max(a, b), "now": tx.now})
    return tx.changes() == 1


def dismissed(snapshot: Snapshot, a: str, b: str) -> tuple[int, tuple[Instant, str, bool] | None]:
    """Return how many of two facts are here (0 to 2), and what was said of the pair, or None.

    That is when, why, and whether it was taken back.
    """
    low, high = sorted((a, b))
    known, at, reason, is_taken_back = snapshot.rows(_DISMISSED, {"a": low, "b": high})[0]
    return int(known), None if at is None else (at, reason, bool(is_taken_back))


def _read(
    snapshot: Snapshot,
    project: int,
    *,
    kinds: list[str],
    drifts: bool | None,
    entity_uid: str | None = None,
    min_similarity: float = 0.0,
    min_drift: float = DEFAULT_DRIFT,
    limit: int,
) -> Found:
    """Return pairs of these kinds, and of pairs that say the same those whose confidences drift apart or do not.

    ``drifts`` None leaves out all that say the same.
    """
    least = min_drift if drifts else None
    rows = snapshot.rows(
        _KEPT,
        {
            "project": project,
            "entity": entity_uid,
            "kinds": json.dumps(kinds),
            "drifts": drifts,
            "min_similarity": min_similarity,
            "min_drift": min_drift,
            "rounding": ROUNDING,
            "now": snapshot.now,
            "sure_from": json.dumps(dict(SURE_FROM)),
            "limit": limit,
        },
    )
    return Found([_pair(snapshot, row, least) for row in rows], rows[0][-1] if rows else 0)


def _pair(snapshot: Snapshot, row: tuple[Any, ...], least_drift: float | None) -> FoundPair:
    *facts, (kind, evidence, similarity, _total) = parted(row)
    older, newer = (fact_of(snapshot, columns) for columns in facts)
    if kind != "same_text":
        return FoundPair(older, newer, similarity, Contradiction(kind, evidence, similarity))
    found = None if least_drift is None else drift_of(older.confidence, newer.confidence, least_drift, similarity)
    return FoundPair(older, newer, similarity, found)
