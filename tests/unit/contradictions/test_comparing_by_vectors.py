"""Facts compared with those whose vectors are near: what words do not bring together."""

from __future__ import annotations

from compared_facts import learn, observe, scan

from memory_mcp.store.contradictions import pairs as contradictions
from memory_mcp.store.contradictions import scan as comparing
from memory_mcp.store.contradictions import vector_scan, watermarks
from memory_mcp.store.facts import erasure
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Database
from memory_mcp.store.vectors import fact_vectors, index, knn


def embed(db: Database, vectors_by_text: dict[str, list[float]]) -> None:
    """Give the facts that wait the vectors named, and the rest one that is like none of them."""
    db.load_vectors()
    with db.writing("test") as tx:
        waiting = tx.rows("SELECT item.id, item.body FROM embedding_queue JOIN item ON item.id = item_id ORDER BY 1")
        given = []
        for number, (item_id, body) in enumerate(waiting):
            other = [0.0, 0.0, 1.0 if number % 2 else -1.0, 0.1]
            given.append((item_id, [fact_vectors.as_bytes(vectors_by_text.get(body, other))]))
        index.put_all(tx, given, "test", 4)


HIDDEN = ("Ada lives in Berlin", "Ada lives in Hamburg")
SAME_DIRECTION = {HIDDEN[0]: [1.0, 0.1, 0.0, 0.0], HIDDEN[1]: [1.0, 0.2, 0.0, 0.0]}


def learn_hidden(db: Database) -> tuple[str, str]:
    """Learn two facts that clash, the newer one among so many with more of its words that these hide the older."""
    old = learn(db, HIDDEN[0])
    for day in range(30):
        learn(db, f"What Ada said in Hamburg on how she lives, part {day}")
    return old, learn(db, HIDDEN[1])


def near_scan(db: Database) -> list[tuple[str, str, str]]:
    contradictions.catch_up(db)
    return scan(db)


def test_what_only_vectors_see_is_found_by_the_scan_after_the_vectors_came(db):
    old, new = learn_hidden(db)
    assert near_scan(db) == []
    embed(db, SAME_DIRECTION)
    assert near_scan(db) == [("value", old, new)]


def test_a_fact_whose_vector_is_far_is_not_compared_by_it(db):
    learn_hidden(db)
    embed(db, SAME_DIRECTION | {HIDDEN[1]: [-1.0, 0.2, 0.0, 0.0]})
    assert near_scan(db) == []


def test_vectors_of_another_project_are_not_compared(db):
    with db.writing("test") as tx:
        web = projects.ensure(tx, projects.named("web"))
        api = projects.ensure(tx, projects.named("api"))
    for text, project in zip(HIDDEN, (api, web), strict=True):
        learn(db, text, project=project)
    embed(db, SAME_DIRECTION)
    contradictions.catch_up(db)
    assert scan(db, -1) == []


def test_only_facts_whose_vectors_are_new_are_compared_by_them(db):
    learn_hidden(db)
    embed(db, SAME_DIRECTION)
    assert vector_scan.catch_up(db) == 32
    assert vector_scan.catch_up(db) == 0
    learn(db, "Something else")
    with db.reading() as snapshot:
        assert (vector_scan.pending(snapshot), comparing.pending(snapshot)) == (1, 33)
    embed(db, {})
    assert vector_scan.catch_up(db) == 1
    with db.reading() as snapshot:
        assert vector_scan.pending(snapshot) == 0


def test_where_no_fact_has_a_vector_none_is_waited_for(db):
    learn_hidden(db)
    with db.reading() as snapshot:
        assert vector_scan.pending(snapshot) == 0
    assert vector_scan.catch_up(db) == 0


def test_facts_compared_by_bits_are_those_that_are_near(tmp_path, clock):
    db = Database(tmp_path / "bits.db", clock)
    copy = knn.copy_of(db)
    copy._most_whole = 3
    old, new = learn_hidden(db)
    embed(db, SAME_DIRECTION)
    assert near_scan(db) == [("value", old, new)]
    assert not copy._is_whole
    db.close()


def test_observations_beyond_the_newest_of_an_entity_are_compared_by_vectors(db, monkeypatch):
    monkeypatch.setattr(comparing, "MOST_SIBLINGS", 5)
    monkeypatch.setattr(vector_scan, "MOST_SIBLINGS", 5)
    _, old = observe(db, "Ada", HIDDEN[0])
    _, elsewhere = observe(db, "Bea", HIDDEN[0])
    for text in ("likes tea", "owns a bicycle", "plays the violin", "reads at night", "swims", "cooks for friends"):
        observe(db, "Ada", text)
    _, new = observe(db, "Ada", HIDDEN[1])
    assert near_scan(db) == []
    embed(db, SAME_DIRECTION)
    assert near_scan(db) == [("value", old, new)]
    assert elsewhere not in {uid for _, *pair in scan(db) for uid in pair}


def test_other_rules_compare_by_vectors_anew(db, monkeypatch):
    learn_hidden(db)
    embed(db, SAME_DIRECTION)
    contradictions.catch_up(db)
    monkeypatch.setattr(watermarks, "_RULES", "another")
    assert vector_scan.catch_up(db) == 32


def test_a_pair_whose_fact_was_erased_meanwhile_is_not_kept(db):
    old = learn(db, "The API uses Redis")
    learn(db, "The API does not use Redis")
    with db.reading() as snapshot:
        found = comparing.compare(snapshot)
    with db.writing("test") as tx:
        erasure.erase(tx, old)
    with db.writing("test") as tx:
        assert comparing.keep(tx, found)
        assert tx.value("SELECT count(*) FROM contradiction") == 0


def test_what_two_facts_clash_by_leaves_the_file_with_an_erased_one(db):
    learn(db, "Ada lives in Berlin")
    erased = learn(db, "Ada lives in Zanzibarville")
    assert len(scan(db)) == 1
    assert db.checkpoint()
    assert b"Berlin / Zanzibarville" in db.path.read_bytes()
    with db.writing("test") as tx:
        erasure.erase(tx, erased)
    assert db.checkpoint()
    assert b"zanzibarville" not in db.path.read_bytes().lower()


def test_a_step_ends_with_the_fact_that_makes_it_enough_pairs(db):
    for number in range(10):
        learn(db, f"The API uses Redis, note {number}")
    with db.reading() as snapshot:
        first = comparing.compare(snapshot, most_pairs=3)
    assert (first.facts, first.is_news) == (3, True)
