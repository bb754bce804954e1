"""Counts and breakdowns: by kind and state, by what lessons say of themselves, and what came each week."""

from __future__ import annotations

import pytest
from query_plans import detours, passes, plan_of, statements_in

from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.overview import insights
from memory_mcp.temporal import Period

DAY = 86_400_000_000


def learn(db: Database, text: str, **more) -> str:
    with db.writing("test") as tx:
        return facts.assert_(tx, Draft(kind="learning", body=text, valid=Period(tx.now), **more)).uid


def test_insights_count_by_kind_and_state(db, clock):
    kept, archived, pinned, ended = (learn(db, text) for text in ("kept", "archived", "pinned", "ended"))
    with db.writing("test") as tx:
        lifecycle.archive(tx, archived)
        lifecycle.pin(tx, pinned, pinned=True)
    clock.advance(days=1)
    with db.writing("test") as tx:
        facts.supersede(tx, ended, by=None)
        facts.correct(tx, kept, body="kept better")
    with db.reading() as snapshot:
        found = insights.insights(snapshot, 0, since=snapshot.now - 56 * DAY)
    assert found.kinds == {"learning": insights.KindCount(current=2, archived=1, pinned=1)}
    assert found.projects == {"": 3}
    assert found.changes == {"correct": 1, "end": 1}


def test_insights_break_lessons_down_and_count_growth_by_the_first_belief(db, clock):
    first = learn(db, "a", attributes={"category": "pattern", "memoryType": "semantic"}, tags=("x", "y"))
    clock.advance(days=10)
    learn(db, "b", attributes={"category": "pattern", "memoryType": "episodic"}, tags=("x",))
    with db.writing("test") as tx:
        facts.correct(tx, first, body="a better")
    with db.reading() as snapshot:
        found = insights.insights(snapshot, 0, since=snapshot.now - 56 * DAY)
    assert (found.categories, found.memory_types) == ({"pattern": 2}, {"episodic": 1, "semantic": 1})
    assert (found.tags, found.weeks) == ({"x": 2, "y": 1}, {0: 1, 1: 1})


def test_a_tag_is_counted_once_however_it_is_written(db):
    for number, tag in enumerate(("CI", "ci", "CI", "caf\u00e9", "cafe\u0301", "caf\u00e9", "caf\u00e9")):
        learn(db, f"lesson {number}", tags=(tag,))
    with db.reading() as snapshot:
        assert insights.insights(snapshot, -1, since=0).tags == {"caf\u00e9": 4, "CI": 3}


def test_a_row_that_has_a_tag_in_two_forms_is_counted_once(db):
    learn(db, "one", tags=("Deploy", "deploy"))
    learn(db, "two", tags=("deploy",))
    with db.reading() as snapshot:
        assert insights.insights(snapshot, -1, since=0).tags == {"deploy": 2}


STATEMENTS = statements_in(insights)
# What counts rows of every kind passes over them once; in the order of an index that takes five times as long.
ONE_PASS = {"_COUNTS", "_WEEKS"}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_count_finds_its_rows_by_an_index_and_what_belongs_to_them_by_key(db, name):
    plan = plan_of(db, STATEMENTS[name])
    assert passes(plan) == (["SCAN item"] if name in ONE_PASS else [])
    assert detours(plan) == []
