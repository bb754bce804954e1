"""Reflection: what is used, stale, hot, open, alone and new."""

from __future__ import annotations

import pytest
from query_plans import detours, passes, plan_of, statements_in

from memory_mcp.store.facts import decisions, facts, lifecycle
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.graph import entities, observations, relations
from memory_mcp.store.upkeep import reflection
from memory_mcp.temporal import Period

DAY = 86_400_000_000


def learn(db: Database, text: str, *, project: int = 0, **more) -> str:
    with db.writing("test") as tx:
        draft = Draft(kind="learning", body=text, valid=Period(tx.now), project_id=project, **more)
        return facts.assert_(tx, draft).uid


def reflect(db: Database, project: int = 0, limit: int = 5) -> reflection.Reflection:
    with db.reading() as snapshot:
        return reflection.reflect(
            snapshot, project, since=snapshot.now - 7 * DAY, stale_before=snapshot.now - 30 * DAY, limit=limit
        )


def uids(section: reflection.Section) -> list[str]:
    return [row["uid"] for row in section.rows]


def use(db: Database, uid: str, times: int = 1) -> None:
    with db.writing("test") as tx:
        for _ in range(times):
            lifecycle.note_use(tx, uid)


def test_what_was_used_most_of_late_comes_first_and_the_rest_is_counted(db, clock):
    once, often, long_ago, never = (learn(db, text) for text in ("once", "often", "long ago", "never"))
    use(db, long_ago, 9)
    clock.advance(days=10)
    use(db, once)
    use(db, often, 3)
    found = reflect(db, limit=1).most_used
    assert (uids(found), found.total) == ([often], 2)
    assert (found.rows[0]["used"], never in uids(reflect(db).most_used)) == (3, False)


def test_a_lesson_nobody_touched_is_stale_unless_it_is_pinned_or_archived(db, clock):
    stale, pinned, archived, used = (learn(db, text) for text in ("stale", "pinned", "archived", "used"))
    with db.writing("test") as tx:
        lifecycle.pin(tx, pinned, pinned=True)
        lifecycle.archive(tx, archived)
    clock.advance(days=29)
    use(db, used)
    clock.advance(days=2)
    learn(db, "fresh")
    assert uids(reflect(db).stale) == [stale]


def test_entities_much_was_learned_about_lately_are_hot(db, clock):
    with db.writing("test") as tx:
        ada, bea, old = (entities.create(tx, name=name, entity_type="person").entity for name in ("Ada", "Bea", "Old"))
        for text in ("a", "b", "c"):
            observations.observe(tx, old, text, valid=Period(tx.now))
    clock.advance(days=10)
    with db.writing("test") as tx:
        observations.observe(tx, bea, "likes tea", valid=Period(tx.now))
        for text in ("likes tea", "likes coffee"):
            observations.observe(tx, ada, text, valid=Period(tx.now))
    found = reflect(db).hot_entities
    assert [(row["title"], row["facts"]) for row in found.rows] == [("Ada", 2), ("Bea", 1)]


def test_a_decision_is_open_until_it_is_verified_and_has_an_outcome(db):
    with db.writing("test") as tx:
        made = [
            facts.assert_(
                tx, decisions.decision_draft(title=title, decision="d", reasoning="r", valid=Period(tx.now))
            ).uid
            for title in ("untouched", "verified only", "closed", "replaced")
        ]
        lifecycle.verify(tx, made[1], verified=True, outcome=None)
        lifecycle.verify(tx, made[2], verified=True, outcome="worked")
    with db.writing("test") as tx:
        facts.supersede(tx, made[3], by=None)
    found = reflect(db).open_decisions
    assert ({row["title"] for row in found.rows}, found.total) == ({"untouched", "verified only"}, 2)


def test_an_entity_without_fact_or_relation_is_an_orphan(db, clock):
    with db.writing("test") as tx:
        alone, known, source, target, left = (
            entities.create(tx, name=name, entity_type="x").entity for name in ("a", "k", "s", "t", "l")
        )
        observations.observe(tx, known, "fact", valid=Period(tx.now))
        relations.relate(tx, source, target, "uses", valid=Period(tx.now))
        gone = observations.observe(tx, left, "fact", valid=Period(tx.now)).observation
    clock.advance(days=1)
    with db.writing("test") as tx:
        facts.supersede(tx, gone.uid, by=None)
    assert set(uids(reflect(db).orphans)) == {alone.uid, left.uid}


def test_only_what_the_scope_sees_is_looked_at(db):
    with db.writing("test") as tx:
        api, web = (projects.ensure(tx, projects.named(name)) for name in ("api", "web"))
    own, other = learn(db, "own", project=api), learn(db, "other", project=web)
    for uid in (own, other):
        use(db, uid)
    assert uids(reflect(db, api).most_used) == [own]
    assert reflect(db, api).growth == {"learning": 1}
    assert set(uids(reflect(db, -1).most_used)) == {own, other}


STATEMENTS = statements_in(reflection)
# What counts rows of every kind passes over them once; in the order of an index that takes five times as long.
ONE_PASS = {"_GROWTH"}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_section_finds_its_rows_by_an_index_and_what_belongs_to_them_by_key(db, name):
    plan = plan_of(db, STATEMENTS[name])
    assert passes(plan) == (["SCAN item"] if name in ONE_PASS else [])
    assert detours(plan) == []
