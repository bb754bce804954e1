"""Compare facts with those whose vectors are near, by a network that reads both; they need share no word.

Pairs that rules found are read too, and dropped where the network clearly reads no contradiction. Two decisions of one
title are the exception: there the rules are believed. Reading takes some milliseconds a pair, outside every
transaction, so a fact meets only the few nearest. The watermark is this module's own: a process that has no network
leaves the facts to one that has it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Final, Protocol

from memory_mcp.contradiction.kinds import are_of_one_title
from memory_mcp.contradiction.likelihood import READ_FROM, RULED_FROM, by_meaning
from memory_mcp.store.contradictions.scan import (
    Comparison,
    Fact,
    RunCache,
    kept_pair,
    known_facts,
    meetings,
    take_up,
)
from memory_mcp.store.contradictions.vector_scan import Waiting, near_facts, waiting_facts
from memory_mcp.store.contradictions.vector_scan import pending as pending_near
from memory_mcp.store.contradictions.watermarks import BY_READING, BY_VECTORS, BY_WORDS, through
from memory_mcp.store.vectors.fact_vectors import vectors_of

if TYPE_CHECKING:
    from memory_mcp.store.file.database import Database, Snapshot

MOST_READ: Final = 5
"""Facts that one is read with, the nearest."""
# What two processes read at the same time one of them has read for nothing.
_AT_ONCE: Final = 16
_BY_RULES: Final = ("negation", "value", "antonym")
# Each pair is read with the later of its two facts.
_KEPT: Final = """
    SELECT older_id, newer_id, kind
    FROM json_each(:ids) AS wanted
    CROSS JOIN contradiction ON contradiction.older_id = wanted.value
    UNION
    SELECT older_id, newer_id, kind
    FROM json_each(:ids) AS wanted
    CROSS JOIN contradiction INDEXED BY contradiction_by_newer ON contradiction.newer_id = wanted.value
"""


class ReadsPairs(Protocol):
    """What reads pairs of notes."""

    def are_near(self, a: bytes, b: bytes) -> bool:
        """Whether two notes may speak of one thing, by their vectors."""
        ...

    def likelihoods(self, pairs: Sequence[tuple[str, str]], *, is_awaited: bool = False) -> list[float]:
        """Return for each pair (older, newer) how likely it is that both cannot hold, 0 to 1."""
        ...


def pending(snapshot: Snapshot) -> int:
    """Return how many believed facts wait for a vector or to be read."""
    return pending_near(snapshot, mark=BY_READING)


def is_waiting(db: Database) -> bool:
    """Whether a fact that has its vector was not read yet and could be by this process."""
    waiting = _compared_facts(db, 1)
    return waiting is not None and bool(waiting.facts)


def catch_up(db: Database, reader: ReadsPairs, *, most: int = 1_000_000, is_awaited: bool = False) -> int:
    """Read up to ``most`` facts that were not read yet; return how many there were.

    Without the vector extension they wait for a process that has it.
    """
    return take_up(db, partial(_compare, db, reader, is_awaited), most, at_once=_AT_ONCE)


def _compare(db: Database, reader: ReadsPairs, is_awaited: bool, most: int, known: RunCache) -> Comparison | None:
    """Read the next facts beside their neighbours; None where this process cannot."""
    waiting = _compared_facts(db, most)
    if waiting is None or not waiting.facts:
        return waiting and Comparison(waiting.since, waiting.to, mark=BY_READING)
    with db.reading() as snapshot:
        met = [
            pair
            for fact, ids in near_facts(db, snapshot, waiting.facts, known, most=MOST_READ)
            for pair in meetings(snapshot, fact, ids, known)
        ]
        ruled, others = _to_read(snapshot, met, known, [fact.id for fact in waiting.facts.values()])
        vectors = vectors_of(snapshot, {fact.id for pair in others for fact in pair})
    near = [pair for pair in others if _are_near(reader, *(vectors.get(fact.id) for fact in pair))]
    texts = [(older.text, newer.text) for older, newer in ruled + near]
    likelihoods = reader.likelihoods(texts, is_awaited=is_awaited)
    refuted = [
        {"older_id": older.id, "newer_id": newer.id}
        for (older, newer), likely in zip(ruled, likelihoods[: len(ruled)], strict=True)
        if likely < RULED_FROM
    ]
    found = [
        kept_pair(*pair, "meaning", by_meaning(likely), likely)
        for pair, likely in zip(near, likelihoods[len(ruled) :], strict=True)
        if likely >= READ_FROM
    ]
    return Comparison(waiting.since, waiting.to, found, len(waiting.facts), BY_READING, refuted)


def _compared_facts(db: Database, most: int) -> Waiting | None:
    """Return the next facts that rules have compared, by words and by vectors: what they find is read, too."""
    waiting = waiting_facts(db, BY_READING, most)
    if waiting is None:
        return None
    with db.reading() as snapshot:
        by_words, by_vectors = through(snapshot, BY_WORDS), through(snapshot, BY_VECTORS)
    compared = dict(takewhile(lambda one: one[0] <= by_vectors and one[1].id <= by_words, waiting.facts.items()))
    if len(compared) == len(waiting.facts):
        return waiting._replace(to=min(waiting.to, max(by_vectors, waiting.since)))
    return Waiting(waiting.since, max(compared, default=waiting.since), compared)


def _are_near(reader: ReadsPairs, a: bytes | None, b: bytes | None) -> bool:
    return a is not None and b is not None and reader.are_near(a, b)


def _to_read(
    snapshot: Snapshot, met: list[tuple[Fact, Fact]], known: RunCache, new: list[int]
) -> tuple[list[tuple[Fact, Fact]], list[tuple[Fact, Fact]]]:
    """Return the pairs of new facts that rules found, and those met whose two claim what one person may know."""
    # The rules of seven languages; a server has its first answers to give before it compares anything.
    from memory_mcp.store.contradictions.worth_reading import worth_reading  # noqa: PLC0415

    found = {(older, newer): kind for older, newer, kind in snapshot.rows(_KEPT, {"ids": json.dumps(new)})}
    ids = list(dict.fromkeys(item_id for pair, kind in found.items() if kind in _BY_RULES for item_id in pair))
    facts = {fact.id: fact for fact in known_facts(snapshot, known, ids)}
    ruled = [
        (facts[older], facts[newer])
        for (older, newer), kind in found.items()
        if kind in _BY_RULES
        and {older, newer} <= facts.keys()
        and facts[older].kind != "relation"
        and not are_of_one_title(facts[older].said, facts[newer].said)
    ]
    others = [pair for pair in met if (pair[0].id, pair[1].id) not in found]
    return ruled, [(older, newer) for older, newer in others if worth_reading(older.said, newer.said)]
