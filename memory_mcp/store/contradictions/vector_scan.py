"""Compare facts with those whose vectors are near; this finds pairs that share only common words, or no language.

A vector comes after its fact, often after the fact was compared by its words. So this scan has a watermark over
vectors, and each is compared once with the older ones. The rules are those of ``scan``; only the candidates differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from memory_mcp.errors import UnsupportedError
from memory_mcp.store.contradictions.declarations import declared
from memory_mcp.store.contradictions.scan import FACT, MOST_SIBLINGS, Comparison, Fact, RunCache, pairs_with, take_up
from memory_mcp.store.contradictions.watermarks import BY_VECTORS, through
from memory_mcp.store.facts.versions import believed_rows
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.file.kinds import IS_COMPARED_BY_VECTOR
from memory_mcp.store.text_index.rare_terms import siblings

if TYPE_CHECKING:
    from memory_mcp.store.vectors.knn import NeighbourQuery

# Of 119 contradictions in tests/data/contradictions each is at .44 or more; of all pairs of their texts, in seven
# languages, 1 in 80 is at .40 (multilingual-e5-small).
_LEAST: Final = 0.4
# Five, and six by words: eight and twelve find .6 % more contradictions among 5,567 texts, in a third more time.
_MOST_NEAR: Final = 5
# Versions that are believed no more are near too; they are told apart in the file.
_REACH: Final = 4 * _MOST_NEAR
_MOST_OF_ENTITY: Final = 5_000
_MOST_WAITING: Final = 20_000

_NEWER: Final = f"""
    SELECT item_embedding.id, {FACT}
    FROM item_embedding
    CROSS JOIN item ON item.id = item_embedding.item_id
    WHERE item_embedding.id > :through
      AND {IS_COMPARED_BY_VECTOR}
      AND {BELIEVED}
    ORDER BY item_embedding.id
    LIMIT :most
"""
_LAST: Final = """
    SELECT max(id)
    FROM item_embedding
"""
_PENDING: Final = f"""
    SELECT count(*)
    FROM (
        SELECT item_id
        FROM (SELECT item_id FROM item_embedding WHERE id > :through ORDER BY id LIMIT :most)
        UNION
        -- Where no fact ever had a vector, none is waited for.
        SELECT item_id
        FROM (SELECT item_id FROM embedding_queue ORDER BY item_id DESC LIMIT :most)
        WHERE EXISTS (SELECT 1 FROM item_embedding)
    ) AS waiting
    CROSS JOIN item ON item.id = waiting.item_id
    WHERE {IS_COMPARED_BY_VECTOR}
      AND {BELIEVED}
"""


def pending(snapshot: Snapshot, most: int = _MOST_WAITING, *, mark: str = BY_VECTORS) -> int:
    """Return how many believed facts wait for a vector or for its comparison, among ``most`` rows that do."""
    return int(snapshot.value(_PENDING, {"through": through(snapshot, mark), "most": most}))


def catch_up(db: Database, *, most: int = 1_000_000, known: RunCache | None = None) -> int:
    """Compare up to ``most`` facts by vectors that were not compared yet; return how many there were.

    Without the vector extension they wait for a process that has it.
    """
    return take_up(db, partial(_compare, db), most, known)


def _compare(db: Database, most: int, known: RunCache) -> Comparison | None:
    """Compare the next facts; None where this process cannot."""
    waiting = waiting_facts(db, BY_VECTORS, most)
    if waiting is None or not waiting.facts:
        return waiting and Comparison(waiting.since, waiting.to, mark=BY_VECTORS)
    pairs: list[dict[str, Any]] = []
    with db.reading() as snapshot:
        holds = declared(snapshot)
        for fact, others in near_facts(db, snapshot, waiting.facts, known, most=_MOST_NEAR, siblings_met=MOST_SIBLINGS):
            pairs += pairs_with(snapshot, fact, others, holds, known)
    return Comparison(waiting.since, waiting.to, pairs, len(waiting.facts), BY_VECTORS)


class Waiting(NamedTuple):
    """Facts that wait behind a watermark over vectors: by the ids of their vectors, from where to where."""

    since: int
    to: int
    facts: dict[int, Fact]


def waiting_facts(db: Database, mark: str, most: int) -> Waiting | None:
    """Return the next facts that wait; None where this process has no vectors, for which nothing is loaded before."""
    with db.reading() as snapshot:
        since = through(snapshot, mark)
        rows = snapshot.rows(_NEWER, {"through": since, "most": most})
        to = rows[-1][0] if len(rows) == most else max(since, snapshot.value(_LAST) or 0)
    if rows:
        try:
            db.load_vectors()
        except UnsupportedError:
            return None
    return Waiting(since, to, {row[0]: Fact(*row[1:]) for row in rows})


def near_facts(
    db: Database, snapshot: Snapshot, facts: dict[int, Fact], known: RunCache, *, most: int, siblings_met: int = 0
) -> Iterator[tuple[Fact, list[int]]]:
    """Yield facts with the ids of the ``most`` nearest older ones.

    ``siblings_met`` is how many observations of its entity an observation has met already, without vectors.
    """
    from memory_mcp.store.vectors.knn import copy_of  # noqa: PLC0415 - numpy, which only a file with vectors needs

    known.facts.update((fact.id, fact) for fact in facts.values())
    asked = {key: one for key, fact in facts.items() if (one := _neighbour_query(snapshot, key, fact, siblings_met))}
    near = copy_of(db).earlier(snapshot, list(asked.values()), most=_REACH, least=_LEAST)
    believed = set(believed_rows(snapshot, sorted({item_id for found in near for item_id in found})))
    for key, found in zip(asked, near, strict=True):
        yield facts[key], [item_id for item_id in found if item_id in believed][:most]


def _neighbour_query(snapshot: Snapshot, key: int, fact: Fact, siblings_met: int) -> NeighbourQuery | None:
    """Return whose neighbours are wanted; None where all that could be one were compared already."""
    from memory_mcp.store.vectors.knn import NeighbourQuery  # noqa: PLC0415 - as above

    if fact.kind != "observation":
        return NeighbourQuery(key, ("learning", "decision"), fact.project_id)
    others = siblings(snapshot, fact.parent_uid or "", fact.kind, most=_MOST_OF_ENTITY)
    return NeighbourQuery(key, ("observation",), 0, tuple(others)) if len(others) > siblings_met else None
