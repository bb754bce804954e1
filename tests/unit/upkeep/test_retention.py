"""Retention: what nobody uses leaves in two steps, what matters never does."""

from __future__ import annotations

import pytest

from memory_mcp.store.facts import erasure, facts, lifecycle, versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.graph import entities, observations
from memory_mcp.store.upkeep import retention
from memory_mcp.temporal import Period

DAY = 86_400_000_000


def learn(db: Database, text: str, *, project: int = 0, kind: str = "learning", **more) -> str:
    with db.writing("test") as tx:
        valid = more.pop("valid", None) or Period(tx.now)
        return facts.assert_(tx, Draft(kind=kind, body=text, valid=valid, project_id=project, **more)).uid


def plan(db: Database, **more) -> retention.Plan:
    with db.reading() as snapshot:
        return retention.plan(snapshot, retention.Policy(**({"project": 0} | more)))


def run(db: Database, **more) -> tuple[retention.Plan, list[int]]:
    with db.writing("test") as tx:
        return retention.run(tx, retention.Policy(**({"project": 0} | more)))


def steps(found: retention.Plan) -> list[tuple[str, str]]:
    return [(row.uid, row.step) for row in found.leaving]


def is_archived(db: Database, uid: str) -> bool:
    with db.reading() as snapshot:
        return lifecycle.state(snapshot, uid).archived_at is not None


def test_what_nobody_used_for_long_is_named_with_the_reason(db, clock):
    old = learn(db, "an old lesson")
    clock.advance(days=20)
    learn(db, "a newer lesson")
    clock.advance(days=15)
    (row,) = plan(db).leaving
    assert (row.uid, row.step, row.text, row.why) == (old, "archive", "an old lesson", "not used for 1 month")


def test_a_use_or_a_correction_makes_a_row_young_again(db, clock):
    used, corrected, left = (learn(db, text) for text in ("used", "corrected", "left"))
    clock.advance(days=20)
    with db.writing("test") as tx:
        lifecycle.note_use(tx, used)
        facts.correct(tx, corrected, body="corrected now")
    clock.advance(days=20)
    assert steps(plan(db)) == [(left, "archive")]


@pytest.mark.parametrize(
    ("reason", "more"),
    [
        ("importance", {"importance": 0.8}),
        ("decision", {"kind": "decision"}),
        ("tag", {"tags": ("Critical",)}),
        ("tag", {"tags": ("other", "keep")}),
        ("current", {"kind": "relation"}),
    ],
)
def test_what_matters_is_immune_and_the_reason_is_counted(db, clock, reason, more):
    with db.writing("test") as tx:
        ends = [entities.create(tx, name=name, entity_type="x").entity.uid for name in "ab"]
    if more.get("kind") == "relation":
        more |= {"parent_uid": ends[0], "target_uid": ends[1]}
    learn(db, "matters", **more)
    clock.advance(days=400)
    found = plan(db, kinds=("learning", "decision", "relation"))
    assert (found.leaving, found.immune) == ([], {reason: 1})


def test_what_is_pinned_or_used_three_times_is_immune(db, clock):
    pinned, thrice, twice = (learn(db, text) for text in ("pinned", "thrice", "twice"))
    with db.writing("test") as tx:
        lifecycle.pin(tx, pinned, pinned=True)
        for uid, count in ((thrice, 3), (twice, 2)):
            for _ in range(count):
                lifecycle.note_use(tx, uid)
    clock.advance(days=400)
    found = plan(db)
    assert (steps(found), found.immune) == ([(twice, "archive")], {"pinned": 1, "used": 1})


def test_a_fact_about_an_entity_is_immune_while_it_holds_and_goes_after(db, clock):
    with db.writing("test") as tx:
        ada = entities.create(tx, name="Ada", entity_type="person").entity
        old = observations.observe(tx, ada, "lives in Berlin", valid=Period(tx.now)).observation.uid
        observations.observe(tx, ada, "likes tea", valid=Period(tx.now))
    clock.advance(days=1)
    with db.writing("test") as tx:
        facts.supersede(tx, old, by=None)
    clock.advance(days=40)
    found = plan(db)
    assert (steps(found), found.immune) == ([(old, "archive")], {"current": 1})


def test_immunity_gained_in_the_archive_saves_from_the_purge(db, clock):
    saved, gone = learn(db, "saved"), learn(db, "gone")
    clock.advance(days=40)
    run(db)
    with db.writing("test") as tx:
        lifecycle.pin(tx, saved, pinned=True)
    clock.advance(days=200)
    assert steps(plan(db)) == [(gone, "purge")]


def test_a_run_does_what_the_preview_of_that_moment_says_and_no_more(db, clock):
    first = learn(db, "first")
    clock.advance(days=31)
    run(db)
    second = learn(db, "second")
    clock.advance(days=181)
    fresh = learn(db, "fresh")
    previewed = plan(db)
    done, gone = run(db)
    assert steps(previewed) == steps(done) == [(first, "purge"), (second, "archive")]
    assert len(gone) == 1
    with db.reading() as snapshot:
        assert (versions.newest(snapshot, first), erasure.is_erased(snapshot, first)) == (None, True)
    assert (is_archived(db, second), is_archived(db, fresh)) == (True, False)
    assert plan(db).leaving == []


def test_a_preview_changes_nothing(db, clock):
    uid = learn(db, "old")
    clock.advance(days=31)
    before = db.data_version()
    plan(db)
    assert (db.data_version(), is_archived(db, uid)) == (before, False)


def test_restoring_undoes_the_last_run_exactly(db, clock):
    by_hand, first = learn(db, "by hand"), learn(db, "first")
    with db.writing("test") as tx:
        lifecycle.archive(tx, by_hand, reason="outdated")
    clock.advance(days=31)
    run(db)
    second, later = learn(db, "second"), learn(db, "by hand, later")
    clock.advance(days=31)
    with db.writing("test") as tx:
        lifecycle.note_use(tx, later)
    run(db)
    clock.advance(days=1)
    with db.writing("test") as tx:
        lifecycle.archive(tx, later, reason="outdated")
    with db.writing("test") as tx:
        assert retention.restore(tx, project=0) == [second]
    assert [is_archived(db, uid) for uid in (by_hand, first, second, later)] == [True, True, False, True]
    with db.reading() as snapshot:
        assert lifecycle.state(snapshot, second).archive_reason == ""


def test_given_ids_are_restored_whoever_archived_them(db):
    uid, live = learn(db, "by hand"), learn(db, "live")
    with db.writing("test") as tx:
        lifecycle.archive(tx, uid, reason="outdated")
    with db.writing("test") as tx:
        assert retention.restore(tx, project=0, uids=[uid, live, "nope"]) == [uid]


def test_kinds_project_and_ids_bound_what_goes(db, clock):
    with db.writing("test") as tx:
        api, web = (projects.ensure(tx, projects.named(name)) for name in ("api", "web"))
    own, other, shared = learn(db, "own", project=api), learn(db, "other", project=web), learn(db, "shared")
    turn = learn(db, "said", kind="turn")
    clock.advance(days=40)
    assert {uid for uid, _ in steps(plan(db, project=api))} == {own, shared}
    assert {uid for uid, _ in steps(plan(db, project=-1))} == {own, shared, other}
    assert steps(plan(db, kinds=("turn",))) == [(turn, "archive")]
    assert steps(plan(db, project=-1, uids=(other,))) == [(other, "archive")]
