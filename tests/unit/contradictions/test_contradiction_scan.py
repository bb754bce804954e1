"""The scan that finds facts that cannot both hold: what is compared, when, and what is kept."""

from __future__ import annotations

import itertools
import re

import pytest
from compared_facts import learn, observe, scan
from examples import examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from moments import START

from memory_mcp.application.assembly import open_application
from memory_mcp.config import Settings
from memory_mcp.contradiction.parsing.notes import is_same, notes_of
from memory_mcp.contradiction.verdict import contradict
from memory_mcp.errors import InvalidInputError, NotFoundError
from memory_mcp.store.contradictions import declarations, vector_scan, watermarks
from memory_mcp.store.contradictions import pairs as contradictions
from memory_mcp.store.contradictions import scan as comparing
from memory_mcp.store.facts import erasure, facts, lifecycle, versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Database
from memory_mcp.store.graph import entities, relations
from memory_mcp.store.text_index import rare_terms
from memory_mcp.temporal import ManualClock, Period
from memory_mcp.tools.framework.declare import RequestFacts


def test_a_scan_names_the_older_and_the_newer_of_a_pair(db, clock):
    old = learn(db, "The API uses Redis")
    clock.advance(days=1)
    new = learn(db, "The API does not use Redis")
    learn(db, "The weather is nice")
    assert scan(db) == [("negation", old, new)]


def test_a_fact_that_was_superseded_retracted_or_archived_contradicts_nothing(db):
    old = learn(db, "The API uses Redis")
    new = learn(db, "The API does not use Redis")
    with db.writing("test") as tx:
        facts.supersede(tx, old, by=new)
    assert scan(db) == []
    again = learn(db, "The API uses Redis today")
    assert len(scan(db)) == 1
    with db.writing("test") as tx:
        lifecycle.archive(tx, again)
    assert scan(db) == []


def test_facts_that_held_one_after_the_other_do_not_contradict_each_other(db, clock):
    day = 86_400_000_000
    now = clock.now()
    learn(db, "The API uses Redis", valid=Period(now - 9 * day, now - 5 * day))
    learn(db, "The API does not use Redis", valid=Period(now - 5 * day))
    assert scan(db) == []


def test_lessons_and_decisions_are_compared_within_their_project_and_with_those_of_none(db):
    with db.writing("test") as tx:
        api, web = (projects.ensure(tx, projects.named(name)) for name in ("api", "web"))
    own = learn(db, "We use Redis for sessions", project=api)
    learn(db, "We do not use Redis for sessions", project=web, kind="decision")
    assert (scan(db, api), scan(db, -1)) == ([], [])
    shared = learn(db, "We never use Redis for sessions", kind="decision")
    assert scan(db, api) == [("negation", own, shared)]
    assert scan(db, web) == []


def test_observations_are_compared_within_their_entity_only(db):
    ada, likes = observe(db, "Ada", "likes coffee very much")
    bea, _ = observe(db, "Bea", "does not like coffee very much")
    assert scan(db) == []
    _, dislikes = observe(db, "Ada", "does not like coffee very much")
    assert scan(db) == [("negation", likes, dislikes)]
    assert (scan(db, entity_uid=ada), scan(db, entity_uid=bea)) == ([("negation", likes, dislikes)], [])


def test_only_the_kinds_that_are_wanted_are_found(db):
    learn(db, "The job takes two hours", confidence=0.9)
    learn(db, "The job takes two hours!", confidence=0.3)
    assert [kind for kind, *_ in scan(db)] == ["confidence_drift"]
    assert scan(db, kinds=("negation",)) == []
    assert scan(db, min_confidence_drift=0.7) == []


def test_a_fact_without_a_confidence_drifts_from_none(db):
    learn(db, "The job takes two hours", confidence=None)
    learn(db, "The job takes two hours!", confidence=0.3)
    assert scan(db, min_confidence_drift=0.0) == []
    with db.reading() as snapshot:
        assert contradictions.kept(snapshot, project=0, min_confidence_drift=0.0).total == 0
        assert contradictions.near_duplicates(snapshot, project=0).total == 1


def test_what_is_sure_comes_before_what_is_more_alike(db):
    learn(db, "Our bank is Triodos.")
    learn(db, "Our bank is ING.")
    learn(db, "Ravi works part-time, Mon to Wed.")
    learn(db, "Ravi is on the payments team full-time, Monday to Friday.")
    comparing.catch_up(db)
    with db.reading() as snapshot:
        found = [pair.contradiction for pair in contradictions.kept(snapshot, project=0).pairs]
    assert [(each.kind, each.certainty) for each in found] == [("antonym", "high"), ("value", "possible")]
    assert found[0].similarity < found[1].similarity


def test_facts_that_say_the_same_are_near_duplicates_and_no_contradiction(db):
    old, new = learn(db, "The job takes two hours"), learn(db, "The job takes two hours!")
    comparing.catch_up(db)
    with db.reading() as snapshot:
        found = contradictions.near_duplicates(snapshot, project=0)
    assert [(pair.older.uid, pair.newer.uid) for pair in found.pairs] == [(old, new)]


def test_a_dismissed_pair_stays_away_until_one_of_the_two_changes(db, clock):
    old, new = learn(db, "The API uses Redis"), learn(db, "The API does not use Redis")
    clock.advance(hours=1)
    with db.writing("test") as tx:
        contradictions.dismiss(tx, new, old, reason="two APIs")
    assert scan(db) == []
    clock.advance(hours=1)
    with db.writing("test") as tx:
        facts.correct(tx, old, body="The API uses Redis everywhere")
    assert scan(db) == [("negation", old, new)]


def test_a_dismissal_that_is_taken_back_shows_the_pair_again(db, clock):
    old, new = learn(db, "The API uses Redis"), learn(db, "The API does not use Redis")
    clock.advance(hours=1)
    with db.writing("test") as tx:
        contradictions.dismiss(tx, new, old, reason="two APIs")
    clock.advance(hours=1)
    with db.writing("test") as tx:
        taken = [contradictions.take_back(tx, old, new), contradictions.take_back(tx, old, new)]
    shown = scan(db)
    with db.writing("test") as tx:
        contradictions.dismiss(tx, new, old)

    assert (taken, shown, scan(db)) == ([True, False], [("negation", old, new)], [])


def test_a_pair_nobody_dismissed_has_nothing_to_take_back(db):
    old, new = learn(db, "The API uses Redis"), learn(db, "The API does not use Redis")
    with db.writing("test") as tx:
        assert not contradictions.take_back(tx, old, new)
    with db.writing("test") as tx, pytest.raises(NotFoundError):
        contradictions.take_back(tx, old, "nope")


def test_only_two_known_facts_can_be_dismissed(db):
    uid = learn(db, "The API uses Redis")
    with db.writing("test") as tx, pytest.raises(InvalidInputError):
        contradictions.dismiss(tx, uid, uid)
    with db.writing("test") as tx, pytest.raises(NotFoundError):
        contradictions.dismiss(tx, uid, "nope")


def pairs_kept(db: Database) -> set[tuple[str, str]]:
    comparing.catch_up(db)
    with db.reading() as snapshot:
        return {(row[0], row[1]) for row in snapshot.rows(_PAIRS)}


_PAIRS = """
    SELECT older.body, newer.body
    FROM contradiction
    JOIN item AS older ON older.id = contradiction.older_id
    JOIN item AS newer ON newer.id = contradiction.newer_id
"""
SENTENCES = [
    "The export job retries uploads.",
    "The export job does not retry uploads.",
    "The export job retries uploads twice.",
    "Ada lives in Berlin.",
    "Ada lives in Hamburg.",
    "Ada speaks German.",
    "Ada speaks Spanish.",
    "The cache is shared.",
    "The cache is not shared.",
    "The cache is private.",
    "The cache is public.",
    "The port is 5432.",
    "The port is 5433.",
    "Der Dienst nutzt Redis.",
    "Der Dienst nutzt kein Redis.",
    "Something else altogether happened.",
]


@examples(30, HealthCheck.function_scoped_fixture)
@given(st.lists(st.tuples(st.sampled_from(SENTENCES), st.booleans()), max_size=10, unique_by=lambda step: step[0]))
def test_comparing_in_steps_finds_just_the_pairs_that_comparing_all_with_all_finds(tmp_path_factory, steps):
    db = Database(tmp_path_factory.mktemp("step") / "memory.db", ManualClock(START))
    for text, is_compared in steps:
        learn(db, text)
        if is_compared:
            comparing.catch_up(db)
    texts = [text for text, _ in steps]
    every = {(a, b) for a, b in itertools.combinations(texts, 2) if contradict(a, b) or is_same(*notes_of(a, b))}
    assert pairs_kept(db) == every
    db.close()


def test_what_a_run_keeps_looked_up_stays_bounded_and_the_same_pairs_are_found(db, monkeypatch):
    texts = [
        (f"The queue{one} of shop{one} is shared.", f"The queue{one} of shop{one} is not shared.") for one in range(30)
    ]
    for text in itertools.chain(*texts):
        learn(db, text)
    bound, of_one_fact = 20, 40
    monkeypatch.setattr(comparing, "_MOST_KNOWN", bound)
    known = comparing.RunCache()
    assert comparing.catch_up(db, known=known) == 2 * len(texts)
    kept = (known.facts, known.lookup.counts, known.lookup.firsts, known.lookup.rows)
    assert all(len(one) <= bound + of_one_fact for one in kept)
    assert pairs_kept(db) == set(texts)


def test_only_what_is_newer_than_the_last_comparison_is_compared(db):
    learn(db, "The API uses Redis")
    learn(db, "The API uses Kafka")
    assert comparing.catch_up(db) == 2
    assert comparing.catch_up(db) == 0
    learn(db, "The API does not use Redis")
    with db.reading() as snapshot:
        assert comparing.pending(snapshot) == 1
    assert comparing.catch_up(db) == 1
    assert len(scan(db)) == 1


def test_of_two_processes_that_compare_the_same_facts_one_keeps_what_it_found(db):
    learn(db, "The API uses Redis")
    learn(db, "The API does not use Redis")
    with db.reading() as snapshot:
        first, second = comparing.compare(snapshot), comparing.compare(snapshot)
    with db.writing("test") as tx:
        assert (comparing.keep(tx, first), comparing.keep(tx, second)) == (True, False)
    assert len(scan(db)) == 1


def test_a_pair_goes_with_an_erased_fact_and_comes_back_with_a_restored_one(db):
    old, new = learn(db, "The API uses Redis"), learn(db, "The API does not use Redis")
    with db.writing("test") as tx:
        lifecycle.archive(tx, old)
    assert scan(db) == []
    with db.writing("test") as tx:
        lifecycle.restore(tx, old)
    assert scan(db) == [("negation", old, new)]
    with db.writing("test") as tx:
        erasure.erase(tx, old)
    with db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM contradiction") == 0


def test_a_fact_that_will_hold_later_contradicts_from_then_on(db, clock):
    old = learn(db, "The API uses Redis")
    new = learn(db, "The API does not use Redis", valid=Period(clock.now() + 86_400_000_000))
    assert scan(db) == []
    clock.advance(days=2)
    assert scan(db) == [("negation", old, new)]


def test_other_rules_compare_all_anew(db, monkeypatch):
    learn(db, "The API uses Redis")
    comparing.catch_up(db)
    monkeypatch.setattr(watermarks, "_RULES", "another")
    with db.reading() as snapshot:
        assert comparing.pending(snapshot) == 1
    assert comparing.catch_up(db) == 1


def test_two_relations_clash_where_one_thing_has_one_of_them(db):
    with db.writing("test") as tx:
        ada, acme, globex = (
            entities.create(tx, name=name, entity_type=kind).entity
            for name, kind in (("Ada", "person"), ("Acme", "company"), ("Globex", "company"))
        )
        for kind in ("works at", "uses"):
            for target in (acme, globex):
                relations.relate(tx, ada, target, kind, valid=Period(tx.now))
    comparing.catch_up(db)
    with db.reading() as snapshot:
        (pair,) = contradictions.kept(snapshot, project=0).pairs
    names = [pair.older.body, pair.newer.body]
    assert (pair.contradiction.kind, pair.contradiction.evidence, sorted(names)) == (
        "value",
        " / ".join(names),
        ["Acme", "Globex"],
    )
    with db.writing("test") as tx:
        declarations.declare(tx, "uses", "one")
        declarations.declare(tx, "works_at", "many")
    comparing.catch_up(db)
    with db.reading() as snapshot:
        (pair,) = contradictions.kept(snapshot, project=0).pairs
        assert declarations.declared(snapshot) == {"uses": "one", "works_at": "many"}
    assert pair.older.title == "uses"


def test_a_decision_is_understood_with_its_title(db):
    learn(db, "Use Postgres", kind="decision", title="Database of the shop")
    learn(db, "Use MySQL", kind="decision", title="Database of the blog")
    assert scan(db) == []
    learn(db, "Use MySQL", kind="decision", title="Database of the shop")
    assert [kind for kind, *_ in scan(db)] == ["value"]


@pytest.mark.parametrize(
    ("statement", "allowed"),
    [
        (contradictions._KEPT, "SCAN contradiction"),
        (comparing._NEWER, ""),
        (comparing._PENDING, ""),
        (comparing._OF_PARENT, ""),
        (rare_terms._HAVING, ""),
        (rare_terms._SIBLINGS, ""),
        (vector_scan._NEWER, ""),
        # At most so many rows of each, and whether there is one (which SQLite marks from 3.51 on).
        (vector_scan._PENDING, "SCAN embedding_queue|SCAN item_embedding EXISTS|SCAN item_embedding"),
        (versions._BELIEVED_ROWS, ""),
    ],
    ids=["kept", "newer", "pending", "of parent", "having", "siblings", "newer vectors", "pending vectors", "believed"],
)
def test_no_statement_of_a_comparison_reads_every_fact(db, statement, allowed):
    names = set(re.findall(r":([a-z_]+)", statement))
    values = {name: '"x"' if name == "match" else "[]" if name in {"kinds", "ids"} else 1 for name in names}
    with db.reading() as snapshot:
        steps = [row[3] for row in snapshot.rows(f"EXPLAIN QUERY PLAN {statement}", values)]
    tables = [
        step for step in steps if step.startswith("SCAN") and step.partition(" USING")[0] not in allowed.split("|")
    ]
    assert not any(word in step for step in tables for word in ("item", "older", "newer")) or all(
        "item_fts VIRTUAL TABLE INDEX" in step for step in tables if "item" in step
    ), steps


@pytest.fixture
def application(tmp_path):
    made = open_application(Settings(db_path=tmp_path / "idle.db", embed_disabled=True))
    yield made
    made.close()


def test_what_nobody_asked_to_compare_is_compared_while_no_call_waits(application):
    db = application.make_call(RequestFacts()).runtime.db
    for number in range(120):
        learn(db, f"Case {number} says nothing")
    old, new = learn(db, "The API uses Redis"), learn(db, "The API does not use Redis")
    while any(step() for step in application.after_reply):
        pass
    with db.reading() as snapshot:
        assert contradictions.pending(snapshot) == 0
        found = contradictions.kept(snapshot, project=0, kinds=("negation",))
    assert [(pair.older.uid, pair.newer.uid) for pair in found.pairs] == [(old, new)]


def test_comparing_waits_while_another_process_writes(application, tmp_path):
    db = application.make_call(RequestFacts()).runtime.db
    learn(db, "The API uses Redis")
    db.wait_at_most(0)
    other = Database(tmp_path / "idle.db", ManualClock(START))
    with other.writing("test"):
        assert [step() for step in application.after_reply if "function compare_" in repr(step)] == [True, False]
    other.close()
    with db.reading() as snapshot:
        assert contradictions.pending(snapshot) == 1
