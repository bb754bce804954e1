"""KNN under filters, each way of answering against a loop over all rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

from memory_mcp.embedding import process_memory
from memory_mcp.store.facts import erasure, facts, lifecycle
from memory_mcp.store.facts.facts import assert_
from memory_mcp.store.facts.versions import Draft, insert
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.vectors import fact_vectors, index, knn
from memory_mcp.store.vectors.knn import NeighbourQuery, VectorCopy, nearest
from memory_mcp.temporal import AsOf, ManualClock, Period

START = 1_772_355_600_000_000
DIM = 64
ROWS = 150
DAY = 86_400_000_000


def unit(random: Random) -> bytes:
    vector = np.array([random.gauss(0.4, 1) for _ in range(DIM)], "<f4")
    return fact_vectors.as_bytes(vector)


def fill(db: Database, clock: ManualClock) -> None:
    """Write rows of every kind, state and time, some closed, some with several passages."""
    random = Random(7)
    with db.writing("test") as tx:
        for project in (1, 2):
            tx.execute("INSERT INTO project (id, name) VALUES (:id, :name)", {"id": project, "name": f"p{project}"})
    uids = []
    for number in range(ROWS):
        clock.advance(hours=1)
        kind = random.choice(["learning", "decision", "observation", "entity", "turn", "digest", "document"])
        start = START + random.randrange(-20, 5) * DAY
        draft = Draft(
            kind=kind,  # type: ignore[arg-type]  # one of the kinds
            body=f"row {number}",
            valid=Period(start, start + random.choice([3, 30, 300]) * DAY),
            project_id=random.choice([0, 1, 2]),
            session_uid=random.choice([None, "s1", "s2"]),
            parent_uid="e1" if kind == "observation" else None,
            tags=tuple(random.sample(["red", "green", "blue"], random.randrange(3))),
            attributes={"category": random.choice(["tool", "fact"])} if kind == "learning" else {},
        )
        with db.writing("test") as tx:
            uid = assert_(tx, draft).uid
            uids.append(uid)
            if kind == "document":
                insert(tx, Draft(kind="passage", body="a passage", valid=draft.valid, parent_uid=uid, position=1))
            fate = random.randrange(6)
            if fate == 0:
                lifecycle.archive(tx, uid)
            if fate == 1:
                facts.retract(tx, random.choice(uids))
            if fate == 2 and facts.believed(tx, other := random.choice(uids)):
                facts.correct(tx, other, body=f"corrected {number}")
    with db.writing("test") as tx:
        waiting = [item_id for (item_id,) in tx.rows("SELECT item_id FROM embedding_queue ORDER BY item_id")]
        given_vectors = [(item_id, [unit(random) for _ in range(random.choice([1, 1, 3]))]) for item_id in waiting]
        index.put_all(tx, given_vectors, "model", DIM)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    clock = ManualClock(START)
    database = Database(Path(tmp_path_factory.mktemp("nearest")) / "memory.db", clock)
    database.load_vectors()
    fill(database, clock)
    yield database
    database.close()


class Rows(list[dict[str, Any]]):
    """A list whose repr stays short: Hypothesis prints arguments."""

    def __repr__(self) -> str:
        return f"<{len(self)} rows>"


@pytest.fixture(scope="module")
def rows(filled: Database) -> Rows:
    """Everything the loop needs, read once in the plainest way."""
    with filled.reading() as snapshot:
        found = snapshot.dicts("SELECT * FROM item")
        archived = {uid for (uid,) in snapshot.rows("SELECT uid FROM item_state WHERE archived_at IS NOT NULL")}
        stored = snapshot.rows(
            "SELECT item_embedding.item_id, item_vector.embedding FROM item_embedding "
            "JOIN item_vector ON item_vector.rowid = item_embedding.id"
        )
    for row in found:
        row["archived"] = row["uid"] in archived or (row["kind"] == "passage" and row["parent_uid"] in archived)
        row["vectors"] = [np.frombuffer(vector, "<f4") for item_id, vector in stored if item_id == row["id"]]
        row["documents"] = [other for other in found if row["kind"] == "passage" and other["uid"] == row["parent_uid"]]
    return Rows(found)


def is_held(row: dict[str, Any], as_of: AsOf) -> bool:
    believed = row["recorded_at"] <= as_of.known_at < row["superseded_at"]
    return believed and row["valid_from"] <= as_of.valid_at < row["valid_to"]


def tags_of(row: dict[str, Any], as_of: AsOf) -> set[str]:
    documents = [document for document in row["documents"] if is_held(document, as_of)]
    return {tag for one in (row, *documents) for tag in json.loads(one["tags"])}


def wanted(row: dict[str, Any], asked: Filter) -> bool:
    kinds = set(asked.kinds) | ({"passage"} if "document" in asked.kinds else set())
    return (
        is_held(row, asked.as_of)
        and (row["kind"] != "passage" or any(is_held(document, asked.as_of) for document in row["documents"]))
        and (not asked.kinds or row["kind"] in kinds)
        and (asked.project_id == -1 or row["project_id"] in (0, asked.project_id))
        and set(asked.tags) <= tags_of(row, asked.as_of)
        and asked.session_uid in (None, row["session_uid"])
        and (asked.entity_uid is None or asked.entity_uid in (row["uid"], row["parent_uid"]))
        and (asked.category is None or json.loads(row["attributes"]).get("category") == asked.category)
        and (asked.since is None or row["valid_from"] >= asked.since)
        and (asked.until is None or row["valid_from"] < asked.until)
        and (asked.include_archived or not row["archived"])
    )


def by_loop(rows: list[dict[str, Any]], query: np.ndarray, asked: Filter, k: int) -> list[tuple[int, float]]:
    near = [
        (row["id"], max(float(vector @ query) for vector in row["vectors"]))
        for row in rows
        if row["vectors"] and wanted(row, asked)
    ]
    return sorted(near, key=lambda found: (-found[1], found[0]))[:k]


instants = st.integers(-25, 15).map(lambda days: START + days * DAY)
filters = st.builds(
    Filter,
    as_of=st.builds(AsOf, valid_at=instants, known_at=instants | st.just(START + 400 * DAY)),
    project_id=st.sampled_from([-1, 0, 1, 2, -2]),
    kinds=st.lists(st.sampled_from(["learning", "turn", "observation", "document"]), max_size=3, unique=True).map(
        tuple
    ),
    tags=st.lists(st.sampled_from(["red", "green", "blue"]), max_size=2, unique=True).map(tuple),
    session_uid=st.sampled_from([None, None, "s1", "nowhere"]),
    entity_uid=st.sampled_from([None, None, None, "e1"]),
    category=st.sampled_from([None, None, None, "tool"]),
    since=st.none() | instants,
    until=st.none() | instants,
    include_archived=st.booleans(),
)


@pytest.mark.parametrize("way", ["statement", "whole", "bits"])
@examples(120)
@given(asked=filters, seed=st.integers(0, 1_000), k=st.sampled_from([1, 3, 10, 200]))
def test_the_nearest_under_any_filter_are_those_a_loop_finds(filled, rows, way, asked, seed, k):
    query = np.frombuffer(unit(Random(seed)), "<f4")
    expected = by_loop(rows, query, asked, k)
    with filled.reading() as snapshot:
        if way == "statement":
            found = nearest(snapshot, query, asked, k)
        else:
            found = VectorCopy(filled, most_whole=0 if way == "bits" else 10_000).nearest(snapshot, query, asked, k)
    assert [item_id for item_id, _ in found] == [item_id for item_id, _ in expected]
    assert np.allclose([cosine for _, cosine in found], [cosine for _, cosine in expected], atol=1e-5)


def test_few_of_the_neighbours_by_bits_still_hold_most_true_neighbours(tmp_path):
    """Bits of the vector less the mean, on vectors that all point one way as a model's do."""
    database = Database(tmp_path / "memory.db", ManualClock(START))
    database.load_vectors()
    random = np.random.default_rng(3)
    # Texts differ in some dozens of directions, not in all dimensions there are; and all share one.
    directions, shared = random.normal(0, 1, (24, 384)), 40 * random.normal(0, 1, 384)
    cloud = (random.normal(0, 1, (3_000, 24)) @ directions + shared).astype("<f4")
    with database.writing("test") as tx:
        ids = [insert(tx, Draft(kind="turn", body="x", valid=Period(tx.now)))[0] for _ in range(len(cloud))]
        pairs = zip(ids, cloud, strict=True)
        index.put_all(tx, [(item_id, [fact_vectors.as_bytes(vector)]) for item_id, vector in pairs], "model", 384)
    asked = Filter(as_of=AsOf(START + DAY, START + DAY), project_id=-1)
    with database.reading() as snapshot:
        coarse, whole = VectorCopy(database, most_whole=0), VectorCopy(database)
        shares = []
        for number in range(20):
            query = np.frombuffer(fact_vectors.as_bytes(cloud[number] + random.normal(0, 0.3, 24) @ directions), "<f4")
            true = {item_id for item_id, _ in whole.nearest(snapshot, query, asked, 10)}
            shares.append(len(true & {item_id for item_id, _ in coarse.nearest(snapshot, query, asked, 10)}) / 10)
    database.close()
    assert np.mean(shares) >= 0.95


def test_a_copy_takes_in_what_came_and_drops_what_went(db, clock):
    db.load_vectors()
    random = Random(1)
    copy = VectorCopy(db)
    other = Database(db.path, clock)
    other.load_vectors()

    def add(database: Database) -> tuple[int, str, np.ndarray]:
        vector = unit(random)
        with database.writing("test") as tx:
            row_id, uid = insert(tx, Draft(kind="turn", body="x", valid=Period(tx.now)))
            index.put_all(tx, [(row_id, [vector])], "model", DIM)
        return row_id, uid, np.frombuffer(vector, "<f4")

    def found(query: np.ndarray) -> list[int]:
        with db.reading() as snapshot:
            asked = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1)
            return [item_id for item_id, cosine in copy.nearest(snapshot, query, asked, 1) if cosine > 0.999]

    first, second = add(db), add(other)
    assert (found(first[2]), found(second[2])) == ([first[0]], [second[0]])
    with other.writing("test") as tx:
        index.remove(tx, erasure.erase(tx, first[1]))
    third = add(other)
    other.close()
    assert (found(first[2]), found(second[2]), found(third[2])) == ([], [second[0]], [third[0]])


def test_a_copy_that_grows_beyond_its_bound_goes_over_to_bits(db):
    db.load_vectors()
    random = Random(2)
    copy = VectorCopy(db, most_whole=3)
    for _ in range(5):
        vector = unit(random)
        with db.writing("test") as tx:
            row_id, _ = insert(tx, Draft(kind="turn", body="x", valid=Period(tx.now)))
            index.put_all(tx, [(row_id, [vector])], "model", DIM)
        with db.reading() as snapshot:
            asked = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1)
            near = copy.nearest(snapshot, np.frombuffer(vector, "<f4"), asked, 1)
        assert near == [(row_id, pytest.approx(1.0, abs=1e-5))]


def three_hundred(db: Database) -> np.ndarray:
    """Store rows with a vector each, and return one of those."""
    db.load_vectors()
    random = Random(4)
    with db.writing("test") as tx:
        pairs = [
            (insert(tx, Draft(kind="turn", body="x", valid=Period(tx.now)))[0], [unit(random)]) for _ in range(300)
        ]
        index.put_all(tx, pairs, "model", DIM)
    return np.frombuffer(pairs[7][1][0], "<f4")


def test_among_many_vectors_the_first_answer_is_found_as_all_later_ones_are(db):
    query = three_hundred(db)
    copy = VectorCopy(db, most_whole=250)
    with db.reading() as snapshot:
        asked = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1)
        first = nearest(snapshot, query, asked, 5, copy)
        assert copy._held is not None
        assert nearest(snapshot, query, asked, 5, copy) == first


@pytest.mark.parametrize(("block", "times"), [(100, 1), (400, 0)])
def test_what_reading_many_vectors_leaves_is_given_back_to_the_system(db, monkeypatch, block, times):
    given_back: list[bool] = []
    monkeypatch.setattr(process_memory, "give_back", lambda: given_back.append(True))
    monkeypatch.setattr(knn, "_BLOCK", block)
    query = three_hundred(db)
    copy = VectorCopy(db)
    for _ in range(2):
        with db.reading() as snapshot:
            copy.nearest(snapshot, query, Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1), 3)
    assert len(given_back) == times


def test_a_process_that_asks_as_often_as_a_command_reads_no_copy(db):
    query = three_hundred(db)
    copy = VectorCopy(db)
    with db.reading() as snapshot:
        asked = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1)
        first = nearest(snapshot, query, asked, 5, copy)
        nearest(snapshot, query, asked, 5, copy)
        assert copy._held is None
        second = nearest(snapshot, query, asked, 5, copy)
    assert copy._held is not None
    assert [item_id for item_id, _ in first] == [item_id for item_id, _ in second]


def test_a_copy_holds_what_was_written_under_a_wrong_clock_once_its_time_is_mended(db, clock):
    db.load_vectors()
    random = Random(1)
    copy = VectorCopy(db)
    queries = []
    for begun in (clock.now(), clock.now() + 27_000 * DAY):
        clock.set(begun)
        queries.append(unit(random))
        with db.writing("test") as tx:
            row_id, _ = insert(tx, Draft(kind="turn", body="x", valid=Period(tx.now)))
            index.put_all(tx, [(row_id, [queries[-1]])], "model", DIM)

    def found() -> int:
        with db.reading() as snapshot:
            asked = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1)
            return len(copy.nearest(snapshot, np.frombuffer(queries[-1], "<f4"), asked, 2))

    assert found() == 2
    clock.set(clock.now() - 27_000 * DAY + DAY)
    assert found() == 2


@pytest.mark.parametrize("most_whole", [100, 0], ids=["whole", "bits"])
def test_of_the_first_two_vectors_of_a_file_the_older_is_near_the_newer(db, most_whole):
    db.load_vectors()
    copy = VectorCopy(db, most_whole=most_whole)
    near: list[list[int]] = []
    for number in range(2):
        with db.writing("test") as tx:
            item_id, _ = insert(tx, Draft(kind="learning", body=f"row {number}", valid=Period(tx.now)))
            vector = fact_vectors.as_bytes(np.array([8.0, 1.0, 0.3 * number, 0.0] * 16, "<f4"))
            index.put_all(tx, [(item_id, [vector])], "model", DIM)
        with db.reading() as snapshot:
            key = int(snapshot.value("SELECT max(id) FROM item_embedding"))
            near = copy.earlier(snapshot, [NeighbourQuery(key, ("learning",), 0)], most=5, least=0.4)
    assert near == [[1]]
