"""A question that is compared with the vectors before it is asked: the answer is the one it has without that."""

from __future__ import annotations

import numpy as np
import pytest

from memory_mcp.store.facts.versions import Draft, insert
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.vectors import fact_vectors, index
from memory_mcp.store.vectors.knn import VectorCopy
from memory_mcp.temporal import AsOf, Period

DIM = 64
ROWS = 120


@pytest.fixture
def noise(db: Database) -> np.random.Generator:
    db.load_vectors()
    return np.random.default_rng(3)


def put(db: Database, vectors: list[np.ndarray]) -> list[int]:
    with db.writing("test") as tx:
        ids = [insert(tx, Draft(kind="turn", body="x", valid=Period(tx.now)))[0] for _ in vectors]
        given = [[fact_vectors.as_bytes(vector)] for vector in vectors]
        index.put_all(tx, list(zip(ids, given, strict=True)), "model", DIM)
    return ids


def near(db: Database, copy: VectorCopy, query: np.ndarray) -> list[tuple[int, float]]:
    with db.reading() as snapshot:
        return copy.nearest(snapshot, query, Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1), 5)


def unit(noise: np.random.Generator) -> np.ndarray:
    vector = noise.normal(0.4, 1, DIM)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


@pytest.mark.parametrize("most_whole", [ROWS, 50])
def test_a_question_that_was_compared_ahead_has_the_same_neighbours(db, noise, most_whole):
    put(db, [unit(noise) for _ in range(ROWS)])
    copy, query = VectorCopy(db, most_whole=most_whole), unit(noise)
    expected = near(db, copy, query)
    compared = copy.compare(query)
    assert compared is not None
    assert near(db, copy, query) == expected
    # Nothing was compared again.
    assert copy._compared is compared


@pytest.mark.parametrize("most_whole", [2 * ROWS, ROWS + 20, 50])
def test_what_is_written_after_a_question_was_compared_is_found_by_it(db, noise, most_whole):
    put(db, [unit(noise) for _ in range(ROWS)])
    copy, query = VectorCopy(db, most_whole=most_whole), unit(noise)
    near(db, copy, query)
    copy.compare(query)
    (added, *_) = put(db, [query, *(unit(noise) for _ in range(50))])
    assert near(db, copy, query)[0] == (added, pytest.approx(1.0, abs=1e-5))


def test_a_question_of_another_model_is_compared_with_nothing(db, noise):
    put(db, [unit(noise) for _ in range(ROWS)])
    copy = VectorCopy(db)
    assert copy.compare(unit(noise)) is None
    near(db, copy, unit(noise))
    assert copy.compare(np.ones(DIM // 2, np.float32)) is None
