"""Memories that meet through a hub hold the same afterwards, and each is told only what is new."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path

import psycopg
import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from lives import Life
from moments import START
from one_conversation import SAID, capture
from transfers import Stores, bodies, exported, learn, name, observe

from memory_mcp.hub import schema
from memory_mcp.hub.synchronising import pull, push, status, sync
from memory_mcp.store.facts import erasure, facts, lifecycle, versions
from memory_mcp.store.file.mending import invariants
from memory_mcp.store.graph import relations
from memory_mcp.temporal import ManualClock, Period

pytestmark = pytest.mark.external


def correct(db, uid, text):
    with db.writing("test") as tx:
        facts.correct(tx, uid, body=text)


def are_equal(stores, first, *others):
    """Say whether memories export the same, and hold what holds of every file."""
    for db in (first, *others):
        with db.reading() as snapshot:
            assert invariants.check(snapshot) == []
    expected = exported(first, stores.path("out.json"))
    return all(exported(db, stores.path("out.json")) == expected for db in others)


@given(st.data())
@examples(6)
def test_a_memory_comes_back_from_the_hub_as_it_went(server, data):
    url = server.new_hub()
    with tempfile.TemporaryDirectory() as folder:
        clock = ManualClock(START)
        stores = Stores(Path(folder), clock)
        source, target = stores.new(), stores.new()
        life = Life(source, data.draw)
        for _ in range(data.draw(st.integers(1, 14))):
            with source.writing("memory_learn", session_uid=life.some(life.sessions)) as tx:
                life.live(tx)
            clock.advance(days=data.draw(st.integers(0, 2)))
        clock.advance(days=100)

        push(source, url)
        report = pull(target, url)

        assert report is None or (report.skipped, report.problems) == ({}, [])
        assert are_equal(stores, source, target)
        stores.close()


@given(st.data())
@examples(4)
def test_three_machines_hold_the_same_once_all_have_synchronised(server, data):
    url = server.new_hub()
    with tempfile.TemporaryDirectory() as folder:
        clock = ManualClock(START)
        stores = Stores(Path(folder), clock)
        lives = [Life(stores.new(), data.draw) for _ in range(3)]
        for _ in range(data.draw(st.integers(3, 12))):
            life = data.draw(st.sampled_from(lives))
            with life.db.writing("memory_learn", session_uid=life.some(life.sessions)) as tx:
                life.live(tx)
            clock.advance(hours=1)
            if data.draw(st.booleans()):
                sync(life.db, url)
        clock.advance(days=100)

        for _ in range(2):
            for life in lives:
                sync(life.db, url)

        assert are_equal(stores, *(life.db for life in lives))
        stores.close()


def test_two_machines_that_edit_one_fact_hold_the_same_afterwards(stores, here, there, hub, clock):
    uid = learn(here, "we use tabs")
    sync(here, hub)
    sync(there, hub)
    clock.advance(days=1)
    correct(here, uid, "we use two spaces")
    clock.advance(days=1)
    correct(there, uid, "we use four spaces")
    clock.advance(days=1)
    for db in (here, there, here):
        sync(db, hub)

    assert bodies(here, "learning") == ["we use four spaces"]
    assert are_equal(stores, here, there, stores.new()) is False
    pull(new := stores.new(), hub)
    assert are_equal(stores, here, there, new)


def test_states_of_several_machines_are_joined_by_whoever_reads_them(stores, here, there, hub, clock):
    uid = learn(here, "we use tabs")
    sync(here, hub)
    sync(there, hub)
    clock.advance(days=1)
    with here.writing("test") as tx:
        lifecycle.archive(tx, uid, reason="old")
    clock.advance(days=1)
    with there.writing("test") as tx:
        lifecycle.pin(tx, uid, pinned=True)
    sync(third := stores.new(), hub)
    clock.advance(days=1)
    with third.writing("test") as tx:
        lifecycle.note_use(tx, uid)
    for db in (here, there, third, here, there):
        sync(db, hub)

    pull(new := stores.new(), hub)

    assert are_equal(stores, here, there, third, new)
    with new.reading() as snapshot:
        state = lifecycle.state(snapshot, uid)
    assert (state.archive_reason, state.pinned, state.use_count) == ("old", True, 1)


def test_only_what_is_new_is_told_and_taken_in(stores, here, there, hub):
    learn(here, "we use tabs")
    assert sync(here, hub)[1].records == 1
    assert sync(there, hub)[1].records == 0
    learn(here, "we use four of them")
    assert sync(here, hub)[1].records == 1

    report, pushed = sync(there, hub)

    assert report is not None
    assert (report.read, report.added, pushed.records) == (1, 1, 0)
    assert pull(there, hub) is None
    assert pull(here, hub) is None


def test_what_is_erased_is_erased_on_the_hub_and_does_not_come_back(stores, here, there, hub, server):
    uid = learn(here, "a word nobody should read")
    learn(here, "we use tabs")
    sync(here, hub)
    sync(there, hub)
    with here.writing("test") as tx:
        erasure.erase(tx, uid)
    sync(here, hub)
    correct(there, uid, "a word nobody should read, corrected")
    push(there, hub)

    assert server.run(hub, "SELECT body FROM memory.item") == [("we use tabs",)]
    assert "word" not in str(server.run(hub, "SELECT record FROM memory.erasure"))
    pull(new := stores.new(), hub)
    assert bodies(new, "learning") == ["we use tabs"]


def test_a_page_that_comes_twice_changes_nothing(here, hub, server):
    uid = learn(here, "we use tabs")
    push(here, hub)
    correct(here, uid, "we use spaces")
    push(here, hub)
    before = server.run(hub, "SELECT uid, recorded_at, superseded_at::text, body FROM memory.item ORDER BY id")
    with here.writing("test") as tx:
        tx.execute("UPDATE sync_target SET pushed_through = 0, filled_through = 0")
    push(here, hub)
    assert server.run(hub, "SELECT uid, recorded_at, superseded_at::text, body FROM memory.item ORDER BY id") == before


def test_a_push_waits_for_one_that_has_a_number_and_is_behind_it(here, there, hub):
    learn(here, "we use tabs")
    told = []
    with psycopg.connect(hub) as other, other.transaction():
        (first,) = other.execute("SELECT memory.next_number()").fetchone()
        pushing = threading.Thread(target=lambda: told.append(push(here, hub)))
        pushing.start()
        # Nothing of it can be read before, whatever the other does.
        assert pull(there, hub) is None
        assert told == []
    pushing.join()
    with psycopg.connect(hub) as other:
        assert other.execute("SELECT number FROM memory.item").fetchone() == (first + 1,)
    report = pull(there, hub)
    assert report is not None
    assert report.added == 1


def test_the_status_says_who_is_how_far(here, there, hub):
    learn(here, "we use tabs")
    sync(here, hub)
    sync(there, hub)
    learn(here, "we use four of them")
    push(here, hub)
    learn(there, "and no spaces")

    found = status(there, hub)

    assert found.waiting == 1
    assert {(machine.machine, machine.behind, machine.is_this) for machine in found.machines} == {
        (here.origin, 0, False), (there.origin, 1, True),
    }  # fmt: skip


def test_a_turn_that_two_machines_captured_and_one_erased_leaves_the_hub_and_both(here, there, hub, server, clock):
    (mine, *_), _ = capture(here), clock.advance(hours=1)
    capture(there)
    for db in (here, there):
        sync(db, hub)
    with here.writing("test") as tx:
        erasure.erase(tx, mine)
    for db in (here, there):
        sync(db, hub)
    told = server.run(hub, "SELECT kind, title, body FROM memory.item WHERE record::text LIKE '%tabs%'")
    assert told == []
    assert sorted(bodies(here, "turn")) == sorted(bodies(there, "turn")) == sorted(SAID[1:])


def test_what_belongs_to_an_erased_row_leaves_the_hub_with_it(here, hub, server):
    harbour, ann = name(here, "Harbour"), name(here, "Ann")
    told = observe(here, harbour, "has a hidden staging port")
    with here.writing("test") as tx:
        ends = (versions.require(tx, uid) for uid in (ann, harbour))
        relations.relate(tx, *ends, "keeps", valid=Period(tx.now))
        lifecycle.archive(tx, told, reason="a hidden reason")
    push(here, hub)
    with here.writing("test") as tx:
        erasure.erase(tx, harbour)
    push(here, hub)
    assert server.run(hub, "SELECT uid FROM memory.item") == [(ann,)]
    assert server.run(hub, "SELECT * FROM memory.register WHERE record::text LIKE '%hidden%'") == []


def test_a_hub_that_was_made_anew_is_told_everything_once_more(stores, here, hub, server):
    learn(here, "we use tabs")
    sync(here, hub)
    server.run(hub, "DROP SCHEMA memory CASCADE")
    schema.init(hub)
    sync(here, hub)
    pull(new := stores.new(), hub)
    assert are_equal(stores, here, new)


def test_the_hub_itself_refuses_two_versions_at_one_point_in_both_times(here, hub, server):
    learn(here, "we use tabs")
    push(here, hub)
    copied = (
        "INSERT INTO memory.item (uid, kind, valid, recorded_at, origin, record, words, tokens, machine, number)"
        " SELECT uid, kind, valid, recorded_at, 'another', record, words, tokens, machine, number FROM memory.item"
    )
    with pytest.raises(psycopg.errors.ExclusionViolation):
        server.run(hub, copied)
    with pytest.raises(psycopg.errors.RaiseException, match="written once"):
        server.run(hub, "UPDATE memory.item SET body = 'otherwise'")
