"""Facts read beside those whose vectors are near: what no rule sees, and what is left alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from compared_facts import learn, observe, scan

from memory_mcp.store.contradictions import pairs as contradictions
from memory_mcp.store.contradictions import reading_scan
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Database
from memory_mcp.store.vectors import fact_vectors, index
from memory_mcp.temporal import Period

VEGETARIAN, STEAK = "Noor has been without meat since spring", "The steak is what she orders at Rossi's"
FAR = ("Does it rain there?", "Why does it snow?")
SINCE = 1_700_000_000_000_000


class Reader:
    """Takes each pair for contradictory as given, by how its newer note begins."""

    def __init__(self, **likely: float) -> None:
        self.likely = likely
        self.read: list[tuple[str, str]] = []

    def are_near(self, a: bytes, b: bytes) -> bool:
        return np.frombuffer(a, "<f4") @ np.frombuffer(b, "<f4") > 0

    def likelihoods(self, pairs: Sequence[tuple[str, str]], *, is_awaited: bool = False) -> list[float]:
        self.read += pairs
        return [self.likely.get(newer.split()[0], 0.0) for _, newer in pairs]


def embed(db: Database, *, far: tuple[str, ...] = ()) -> None:
    """Give the facts that wait vectors that are near each other, those named and what is unlike them far ones."""
    db.load_vectors()
    with db.writing("test") as tx:
        waiting = tx.rows("SELECT item.id, item.body FROM embedding_queue JOIN item ON item.id = item_id ORDER BY 1")
        vectors = [[-1.0 if body in far else 1.0, 0.1, 0.01 * item_id, 0.0] for item_id, body in waiting]
        given = [(item_id, [fact_vectors.as_bytes(one)]) for (item_id, _), one in zip(waiting, vectors, strict=True)]
        index.put_all(tx, given, "test", 4)
        fact_vectors.keep(tx, {item_id: one for item_id, (one,) in given})


def read(db: Database, reader: Reader, project: int = 0) -> list[tuple[str, str, str]]:
    """Compare by rules, then read; far questions keep what is near from being all that vectors have in common."""
    for text in FAR:
        learn(db, text)
    embed(db, far=FAR)
    contradictions.catch_up(db)
    reading_scan.catch_up(db, reader)
    return scan(db, project)


def test_what_shares_no_word_is_found_where_it_is_read_as_untrue_beside_the_other(db):
    old, new = learn(db, VEGETARIAN), learn(db, STEAK)

    assert read(db, Reader(The=0.97)) == [("meaning", old, new)]
    with db.reading() as snapshot:
        (pair,) = contradictions.kept(snapshot, project=0).pairs
    assert pair.contradiction
    assert pair.similarity == 0.97


def test_a_pair_that_is_read_as_likely_to_hold_is_not_kept(db):
    learn(db, VEGETARIAN), learn(db, STEAK)

    assert read(db, Reader(The=0.3)) == []


def test_what_is_said_to_hold_longer_is_the_older_one_of_what_is_read(db):
    reader = Reader()
    learn(db, STEAK, valid=Period(SINCE + 10)), learn(db, VEGETARIAN, valid=Period(SINCE))
    read(db, reader)

    assert (VEGETARIAN, STEAK) in reader.read
    assert (STEAK, VEGETARIAN) not in reader.read


@pytest.mark.parametrize(("likely", "kinds"), [(0.9, ["value"]), (0.5, ["value"]), (0.1, [])])
def test_what_rules_found_stays_what_it_is_unless_it_is_read_as_none(db, likely, kinds):
    learn(db, "The API listens on port 5432."), learn(db, "The API listens on port 6543.")

    assert [kind for kind, *_ in read(db, Reader(The=likely))] == kinds


def test_what_rules_found_of_two_decisions_of_one_title_is_believed(db):
    learn(db, "The shop stays on SQLite.", kind="decision", title="Database")
    learn(db, "The shop moves to Postgres.", kind="decision", title="database")

    assert [kind for kind, *_ in read(db, Reader(The=0.1))] == ["value"]


def test_what_rules_found_of_a_relation_or_says_the_same_is_not_read(db):
    reader = Reader()
    learn(db, "The API listens on port 5432."), learn(db, "The API listens on port 5432", kind="decision", title="Port")
    read(db, reader)

    assert reader.read == []


def test_questions_and_what_two_people_say_of_themselves_are_not_read(db):
    reader = Reader()
    learn(db, "I eat no meat", attributes={"source": "Ann"}), learn(db, "I love a steak", attributes={"source": "Bo"})
    learn(db, "Does Noor eat meat?")
    read(db, reader)

    assert reader.read == []


def test_facts_of_two_projects_and_of_two_entities_are_not_read(db):
    reader = Reader()
    with db.writing("test") as tx:
        web, api = (projects.ensure(tx, projects.named(name)) for name in ("web", "api"))
    learn(db, VEGETARIAN, project=web), learn(db, STEAK, project=api)
    observe(db, "Noor", "eats no meat"), observe(db, "Bea", "orders the steak")
    read(db, reader)

    assert reader.read == []


def test_observations_of_one_entity_are_read_beside_each_other(db):
    reader = Reader()
    observe(db, "Noor", "eats no meat"), observe(db, "Noor", "orders the steak")
    read(db, reader)

    assert reader.read == [("eats no meat", "orders the steak")]


def test_a_fact_is_read_once_and_meets_only_the_nearest(db):
    reader = Reader()
    for told in ("eats no meat", "plays chess", "swims daily", "drives a van", "paints walls", "sells bread"):
        learn(db, f"Noor {told}")
    read(db, reader)
    per_fact = Counter(newer for _, newer in reader.read)
    before = len(reader.read)
    reading_scan.catch_up(db, reader)

    assert max(per_fact.values()) == reading_scan.MOST_READ
    assert len(reader.read) == before


def test_what_no_process_could_read_waits(db):
    learn(db, VEGETARIAN)
    embed(db)
    contradictions.catch_up(db)
    with db.reading() as snapshot:
        assert reading_scan.pending(snapshot) == 1
    reading_scan.catch_up(db, Reader())
    with db.reading() as snapshot:
        assert reading_scan.pending(snapshot) == 0


def test_what_is_not_near_by_the_vectors_that_compare_facts_is_not_read(db, monkeypatch):
    reader = Reader()
    monkeypatch.setattr(reader, "are_near", lambda a, b: False)
    learn(db, VEGETARIAN), learn(db, STEAK)
    read(db, reader)

    assert reader.read == []
