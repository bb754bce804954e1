"""Pairs of current facts that cannot both hold: found among facts that share their rarest words, or dismissed.

Two facts that clash say almost the same, so the smaller one's rarest words stand in the other too: only such pairs
are compared, never all.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.clash import (
    CLASH_KINDS,
    DEFAULT_DRIFT,
    LEAST_OVERLAP,
    SAME_TEXT,
    Clash,
    ClashKind,
    clash,
    judged,
    overlap,
)
from memory_mcp.store.db import Snapshot, Transaction
from memory_mcp.store.items import Kind, require
from memory_mcp.store.negation import Reading, read
from memory_mcp.temporal import Instant, Period

__all__ = ["CLASH_KINDS", "Clash", "ClashKind", "CurrentFact", "Found", "FoundPair", "clash", "dismiss", "scan"]

MOST_FACTS: Final = 20_000
# A word that stands in more facts than this singles nothing out.
_COMMON: Final = 200

_CURRENT_FACTS: Final = """
    SELECT item.uid, item.kind, item.project_id, item.parent_uid, item.body, item.confidence, item.valid_from,
           item.valid_to, item.recorded_at
    FROM item
    WHERE item.kind IN ('learning', 'decision', 'observation')
      AND (:project = -1 OR item.project_id IN (0, :project))
      AND item.superseded_at = 9223372036854775807
      AND item.valid_from <= :now AND :now < item.valid_to
      AND NOT EXISTS (
          SELECT 1
          FROM item_state
          WHERE item_state.uid = item.uid AND item_state.archived_at IS NOT NULL
      )
    ORDER BY item.id DESC
    LIMIT :most
"""
_FACTS_OF_ENTITY: Final = """
    SELECT item.uid, item.kind, item.project_id, item.parent_uid, item.body, item.confidence, item.valid_from,
           item.valid_to, item.recorded_at
    FROM item
    WHERE item.kind = 'observation' AND item.parent_uid = :entity
      AND item.superseded_at = 9223372036854775807
      AND item.valid_from <= :now AND :now < item.valid_to
      AND NOT EXISTS (
          SELECT 1
          FROM item_state
          WHERE item_state.uid = item.uid AND item_state.archived_at IS NOT NULL
      )
    ORDER BY item.id DESC
    LIMIT :most
"""
_DISMISSALS: Final = """
    SELECT a, b, at
    FROM dismissal
"""
_DISMISS: Final = """
    INSERT INTO dismissal (a, b, reason, at)
    VALUES (:a, :b, :reason, :at)
    ON CONFLICT (a, b) DO UPDATE
    SET reason = :reason, at = :at
"""


@dataclass(frozen=True, slots=True)
class CurrentFact:
    """A fact that is believed and true now, with what the rules read in it."""

    uid: str
    kind: Kind
    project_id: int
    entity_uid: str | None
    text: str
    confidence: float | None
    valid: Period
    recorded_at: Instant
    reading: Reading


@dataclass(frozen=True, slots=True)
class FoundPair:
    """Two current facts; ``clash`` is None where they merely say the same."""

    older: CurrentFact
    newer: CurrentFact
    similarity: float
    clash: Clash | None


@dataclass(frozen=True, slots=True)
class Found:
    """What a scan saw: contradictions, near-duplicates, both most alike first, and how many facts it compared."""

    contradictions: list[FoundPair] = field(default_factory=list)
    near_duplicates: list[FoundPair] = field(default_factory=list)
    facts: int = 0
    is_complete: bool = True


def scan(
    snapshot: Snapshot,
    *,
    project: int,
    entity_uid: str | None = None,
    kinds: Iterable[ClashKind] = CLASH_KINDS,
    min_similarity: float = LEAST_OVERLAP,
    min_confidence_drift: float = DEFAULT_DRIFT,
    most: int = MOST_FACTS,
) -> Found:
    """Compare the current facts of an entity, or of a project and what belongs to none (-1: of all).

    Observations are compared within their entity, learnings and decisions within their project. The newest
    ``most`` facts are read; ``is_complete`` says whether those were all.
    """
    read_facts = _current_facts(snapshot, project, entity_uid, most)
    dismissed = {(a, b): at for a, b, at in snapshot.rows(_DISMISSALS)}
    wanted = frozenset(kinds)
    contradictions: list[FoundPair] = []
    near_duplicates: list[FoundPair] = []
    for older, newer in _candidates(read_facts):
        seen_at = dismissed.get((min(older.uid, newer.uid), max(older.uid, newer.uid)))
        if seen_at is not None and max(older.recorded_at, newer.recorded_at) <= seen_at:
            continue
        found = judged(
            older.reading,
            newer.reading,
            a_confidence=older.confidence,
            b_confidence=newer.confidence,
            min_similarity=min_similarity,
            min_confidence_drift=min_confidence_drift,
        )
        similarity = overlap(older.reading, newer.reading) if found is None else found.similarity
        if found is not None and found.kind in wanted:
            contradictions.append(FoundPair(older, newer, similarity, found))
        elif found is None and similarity >= SAME_TEXT and older.reading.numbers == newer.reading.numbers:
            near_duplicates.append(FoundPair(older, newer, similarity, None))
    return Found(_ranked(contradictions), _ranked(near_duplicates), len(read_facts), len(read_facts) < most)


def dismiss(tx: Transaction, a: str, b: str, *, reason: str = "") -> None:
    """Note that two facts do not contradict each other; it holds until one of the two changes.

    Raises NotFoundError for an unknown id, InvalidInputError for a fact and itself.
    """
    if a == b:
        raise InvalidInputError("a fact cannot contradict itself", hint="Give two ids.", field="dismiss")
    for uid in (a, b):
        require(tx, uid, field_name="dismiss")
    tx.execute(_DISMISS, {"a": min(a, b), "b": max(a, b), "reason": reason, "at": tx.now})


def _current_facts(snapshot: Snapshot, project: int, entity_uid: str | None, most: int) -> list[CurrentFact]:
    if entity_uid is None:
        rows = snapshot.rows(_CURRENT_FACTS, {"project": project, "now": snapshot.now, "most": most})
    else:
        rows = snapshot.rows(_FACTS_OF_ENTITY, {"entity": entity_uid, "now": snapshot.now, "most": most})
    return [
        CurrentFact(uid, kind, project_id, parent, body, confidence, Period(start, end), recorded_at, read(body))
        for uid, kind, project_id, parent, body, confidence, start, end, recorded_at in rows
    ]


def _candidates(current: list[CurrentFact]) -> Iterator[tuple[CurrentFact, CurrentFact]]:
    """Yield pairs that share a rarest word, older first, each once."""
    by_group: dict[str, list[CurrentFact]] = defaultdict(list)
    for fact in current:
        by_group[fact.entity_uid if fact.kind == "observation" and fact.entity_uid else ""].append(fact)
    for _, group in sorted(by_group.items()):
        yield from _candidates_of(group)


def _candidates_of(group: list[CurrentFact]) -> Iterator[tuple[CurrentFact, CurrentFact]]:
    frequency = Counter(word for fact in group for word in fact.reading.content)
    having: dict[str, list[CurrentFact]] = defaultdict(list)
    for fact in group:
        for word in fact.reading.content:
            having[word].append(fact)
    seen: set[tuple[str, str]] = set()
    for fact in group:
        # Of a smaller text all words stand in the larger; of two that are the same all but a few.
        length = len(fact.reading.content)
        spare = length - math.ceil(SAME_TEXT * length)
        rarest = sorted(fact.reading.content, key=lambda word: (frequency[word], word))[: spare + 1]
        for word in rarest:
            if frequency[word] > _COMMON:
                continue
            for other in having[word]:
                key = (fact.uid, other.uid) if fact.uid < other.uid else (other.uid, fact.uid)
                if fact.uid == other.uid or key in seen or not _is_comparable(fact, other):
                    continue
                seen.add(key)
                yield (fact, other) if _age(fact) <= _age(other) else (other, fact)


def _age(fact: CurrentFact) -> tuple[Instant, Instant, str]:
    return fact.valid.start, fact.recorded_at, fact.uid


def _is_comparable(a: CurrentFact, b: CurrentFact) -> bool:
    """Whether both speak of the same project (or one of none) at a common time."""
    return (a.project_id == b.project_id or 0 in (a.project_id, b.project_id)) and a.valid.overlaps(b.valid)


def _ranked(pairs: list[FoundPair]) -> list[FoundPair]:
    return sorted(pairs, key=lambda pair: (-pair.similarity, -pair.newer.recorded_at, pair.older.uid, pair.newer.uid))
