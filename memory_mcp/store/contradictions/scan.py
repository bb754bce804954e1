"""Compare each fact once with the facts before it, behind a watermark.

A fact is compared with those that share its rare words, an observation with those of its entity, a relation with those
of its source and type; never with all. What is found is stored, so that readers compare nothing. Only valid periods
count: a pair is kept whether or not both facts hold today.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, LiteralString, NamedTuple

from memory_mcp.contradiction.kinds import ComparedFact
from memory_mcp.language.relation_cardinality import Cardinality, default_cardinality
from memory_mcp.store.contradictions.declarations import declared
from memory_mcp.store.contradictions.watermarks import BY_WORDS, is_outdated, restart, through
from memory_mcp.store.facts.versions import Item, entity_name, last_row_id
from memory_mcp.store.file import meta
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.file.kinds import IS_COMPARED
from memory_mcp.store.graph.relations import folded_type
from memory_mcp.store.text_index.rare_terms import Among, TermLookup, sharing_rare_terms

SLICE: Final = 500
"""Facts compared between two looks at the file: nobody waits longer for the write lock than keeping takes."""
_MOST_LIKELY: Final = 6
_PASSED_OVER: Final = 1_000
_MOST_MET: Final = 1_000_000
# Facts, and words, that one run keeps looked up: a first comparison goes through every fact there is.
_MOST_KNOWN: Final = 50_000
MOST_SIBLINGS: Final = 200
"""Observations of its entity that one is compared with, the newest."""

FACT: Final[LiteralString] = """item.id, item.uid, item.kind, item.project_id, item.parent_uid, item.target_uid,
           item.title, item.body, item.valid_from, item.valid_to, item.recorded_at,
           coalesce(item.attributes ->> 'source', '')"""
"""The columns of a ``Fact``."""

_NEWER: Final = f"""
    SELECT {FACT}
    FROM item
    WHERE item.id > :through
      AND {IS_COMPARED}
      AND {BELIEVED}
    ORDER BY item.id
    LIMIT :most
"""
_ROWS: Final = f"""
    SELECT {FACT}
    FROM json_each(:ids) AS wanted
    CROSS JOIN item ON item.id = wanted.value
"""
_OF_PARENT: Final = f"""
    SELECT item.id, item.title
    FROM item
    WHERE item.parent_uid = :parent AND item.kind = :kind AND item.id < :id
      AND {BELIEVED}
    ORDER BY item.id DESC
    LIMIT :most
"""
_PENDING: Final = f"""
    SELECT count(*)
    FROM (
        SELECT 1
        FROM item
        WHERE item.id > :through
          AND {IS_COMPARED}
          AND {BELIEVED}
        LIMIT :most
    )
"""
_KEEP: Final = """
    INSERT OR IGNORE INTO contradiction (older_id, newer_id, kind, evidence, similarity)
    SELECT :older_id, :newer_id, :kind, :evidence, :similarity
    -- One of the two may have been erased since they were compared.
    WHERE EXISTS (SELECT 1 FROM item WHERE id = :older_id) AND EXISTS (SELECT 1 FROM item WHERE id = :newer_id)
"""
_DROP: Final = """
    DELETE FROM contradiction
    WHERE older_id = :older_id AND newer_id = :newer_id
"""


class Fact(NamedTuple):
    """A version as it is compared."""

    id: int
    uid: str
    kind: str
    project_id: int
    parent_uid: str | None
    target_uid: str | None
    title: str
    body: str
    valid_from: int
    valid_to: int
    recorded_at: int
    source: str

    @property
    def said(self) -> ComparedFact:
        """What it claims."""
        return said(self.kind, self.title, self.body, self.source)

    @property
    def text(self) -> str:
        """What it is looked up by."""
        return self.said.whole

    @property
    def age(self) -> tuple[int, int, str]:
        """What orders two facts: since when they hold, then since when they are known."""
        return self.valid_from, self.recorded_at, self.uid


@dataclass
class RunCache:
    """What one run has looked up: kept between its slices up to some bounds, gone with it."""

    lookup: TermLookup = field(default_factory=TermLookup)
    facts: dict[int, Fact] = field(default_factory=dict)
    # Pairs of ids that were compared; what words found, vectors find again.
    met: set[tuple[int, int]] = field(default_factory=set)

    def forget_above_bounds(self) -> None:
        """Let go of what has grown too large; what is asked for again is looked up again."""
        if len(self.met) > _MOST_MET:
            self.met.clear()
        if len(self.facts) > _MOST_KNOWN:
            self.facts.clear()
        self.lookup.forget_above(_MOST_KNOWN)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What comparing a slice found: pairs to keep, and kept ones that are none, as parameters; from where to where."""

    since: int
    to: int
    pairs: list[dict[str, Any]] = field(default_factory=list)
    facts: int = 0
    mark: str = BY_WORDS
    refuted: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_news(self) -> bool:
        """Whether it is worth a write: where only what is never compared came in, not each time."""
        return self.facts > 0 or self.to - self.since >= _PASSED_OVER


def said(kind: str, title: str, body: str, source: str) -> ComparedFact:
    """Return what a fact claims; only a decision has a title of its own."""
    return ComparedFact(body, title if kind == "decision" else "", source)


def pending(snapshot: Snapshot, most: int = 100_000) -> int:
    """Return how many believed facts were not compared yet, at most ``most``."""
    return int(snapshot.value(_PENDING, {"through": through(snapshot), "most": most}))


def compare(
    snapshot: Snapshot, *, most: int = SLICE, most_pairs: int | None = None, known: RunCache | None = None
) -> Comparison:
    """Compare the next facts that were not compared yet with those before them; nothing is written.

    It ends early with the fact that makes it more than ``most_pairs`` pairs: a step somebody may wait for.
    """
    since = through(snapshot)
    facts = [Fact(*row) for row in snapshot.rows(_NEWER, {"through": since, "most": most})]
    known = RunCache() if known is None else known
    known.facts.update((fact.id, fact) for fact in facts)
    holds = declared(snapshot)
    pairs: list[dict[str, Any]] = []
    looked_at = 0
    for count, fact in enumerate(facts, start=1):
        others = _candidates(snapshot, fact, holds, known.lookup)
        pairs += pairs_with(snapshot, fact, others, holds, known)
        looked_at += len(others)
        if most_pairs is not None and looked_at >= most_pairs:
            return Comparison(since, fact.id, pairs, count)
    # Where no fact is left, what came in between (turns, documents) is passed over too.
    to = facts[-1].id if len(facts) == most else last_row_id(snapshot)
    return Comparison(since, max(to, since), pairs, len(facts))


def keep(tx: Transaction, found: Comparison) -> bool:
    """Keep what was found, unless another process was first; then False."""
    if is_outdated(tx):
        restart(tx)
    if not meta.advance(tx, found.mark, found.to, since=found.since):
        return False
    tx.many(_KEEP, list(found.pairs))
    tx.many(_DROP, list(found.refuted))
    return True


def keep_pairs(tx: Transaction, found: list[dict[str, Any]]) -> None:
    """Keep pairs that were met otherwise than by comparing each fact in its turn; what comes to them finds them kept.

    Each is the parameters of the statement that keeps it, as ``kept_pair`` returns them.
    """
    if is_outdated(tx):
        restart(tx)
    tx.many(_KEEP, list(found))


def catch_up(db: Database, *, most: int = 1_000_000, known: RunCache | None = None) -> int:
    """Compare up to ``most`` facts that were not compared yet, a slice at a time; return how many there were."""

    def compared(slice_of: int, known: RunCache) -> Comparison:
        with db.reading() as snapshot:
            return compare(snapshot, most=slice_of, known=known)

    return take_up(db, compared, most, known)


def take_up(
    db: Database,
    compared: Callable[[int, RunCache], Comparison | None],
    most: int,
    known: RunCache | None = None,
    *,
    at_once: int = SLICE,
) -> int:
    """Keep what ``compared`` finds, ``at_once`` facts after another up to ``most``; return how many there were."""
    done = 0
    known = RunCache() if known is None else known
    while done < most:
        found = compared(min(at_once, most - done), known)
        if found is None or not found.is_news:
            break
        with db.writing("compare") as tx:
            is_kept = keep(tx, found)
        if not is_kept:
            # Another process may have begun anew.
            known.met.clear()
        done += found.facts
    return done


def pairs_with(
    snapshot: Snapshot, fact: Fact, others: list[int], holds: dict[str, Cardinality], known: RunCache
) -> Iterator[dict[str, Any]]:
    """Yield the pairs worth keeping of a fact and others, as parameters of the statement that keeps them."""
    for older, newer in meetings(snapshot, fact, others, known):
        found = _judged(snapshot, older, newer, holds)
        if found is not None:
            yield kept_pair(older, newer, *found)


def meetings(snapshot: Snapshot, fact: Fact, others: list[int], known: RunCache) -> Iterator[tuple[Fact, Fact]]:
    """Yield a fact and others as (older, newer) where both may hold at once in one project; no pair twice in a run."""
    known.forget_above_bounds()
    fresh = {(min(fact.id, item_id), max(fact.id, item_id)): item_id for item_id in others}
    for pair in fresh.keys() & known.met:
        del fresh[pair]
    known.met.update(fresh)
    for other in known_facts(snapshot, known, list(fresh.values())):
        if other.uid == fact.uid or other.valid_from >= fact.valid_to or fact.valid_from >= other.valid_to:
            continue
        # Facts of two projects stand apart, whatever they say.
        if fact.project_id != other.project_id and fact.project_id and other.project_id:
            continue
        older, newer = sorted((fact, other), key=lambda each: each.age)
        yield older, newer


def kept_pair(older: Fact | Item, newer: Fact | Item, kind: str, evidence: str, similarity: float) -> dict[str, Any]:
    """Return the parameters of the statement that keeps a pair."""
    return {
        "older_id": older.id, "newer_id": newer.id, "kind": kind, "evidence": evidence, "similarity": similarity,
    }  # fmt: skip


def known_facts(snapshot: Snapshot, known: RunCache, ids: list[int]) -> list[Fact]:
    """Return the facts with these ids; a version never changes, so each is read once."""
    missing = [item_id for item_id in ids if item_id not in known.facts]
    if missing:
        found = snapshot.rows(_ROWS, {"ids": json.dumps(missing)})
        known.facts.update((row[0], Fact(*row)) for row in found)
    return [known.facts[item_id] for item_id in ids if item_id in known.facts]


def _candidates(snapshot: Snapshot, fact: Fact, holds: dict[str, Cardinality], lookup: TermLookup) -> list[int]:
    if fact.kind in ("observation", "relation"):
        relation = folded_type(fact.title) if fact.kind == "relation" else ""
        if relation and holds.get(relation, default_cardinality(relation)) == "many":
            return []
        parameters = {"parent": fact.parent_uid, "kind": fact.kind, "id": fact.id, "most": MOST_SIBLINGS}
        found = snapshot.rows(_OF_PARENT, parameters)
        return [item_id for item_id, title in found if not relation or folded_type(title) == relation]
    among = Among(("learning", "decision"), fact.project_id)
    return sharing_rare_terms(snapshot, fact.text, among, most=_MOST_LIKELY, before=fact.id, lookup=lookup)


def _judged(
    snapshot: Snapshot, older: Fact, newer: Fact, holds: dict[str, Cardinality]
) -> tuple[str, str, float] | None:
    """Return (kind, evidence, similarity) of a pair worth keeping, or None."""
    if older.kind == "relation":
        if older.target_uid == newer.target_uid:
            return None
        names = [entity_name(snapshot, fact.target_uid) or "?" for fact in (older, newer)]
        return "value", f"{names[0]} / {names[1]}", 1.0
    # The rules of seven languages; a server has its first answers to give before it compares anything.
    from memory_mcp.contradiction.parsing.notes import is_same, note_of, notes_of, overlap  # noqa: PLC0415
    from memory_mcp.contradiction.verdict import contradict_facts  # noqa: PLC0415

    a_text, b_text = older.text, newer.text
    a, b = note_of(a_text), note_of(b_text)
    # Without a word in common they do not; but where each alone is of another language, both may be of one.
    if a.language == b.language and a.keys.isdisjoint(b.keys):
        return None
    found = contradict_facts(older.said, newer.said, is_one_entity=older.kind == "observation", relations=holds)
    if found is not None:
        return found.kind, found.evidence, found.similarity
    if a.language != b.language:
        a, b = notes_of(a_text, b_text)
    return ("same_text", "", overlap(a, b)) if is_same(a, b) else None
