"""A machine that comes back from a backup, or runs twice, misses nothing of what it told the hub itself."""

from __future__ import annotations

import pytest
from transfers import bodies, exported, learn

from memory_mcp.hub.synchronising import pull, push, sync
from memory_mcp.store.facts import erasure, facts, lifecycle
from memory_mcp.store.file.copies.backup import backup
from memory_mcp.store.file.database import Database

pytestmark = pytest.mark.external


@pytest.fixture
def twin(stores):
    """Return what makes another file of the same id: a copy of a machine, or what its backup gives back."""

    def copied(db):
        path = stores.path("copy.db")
        backup(db, path)
        stores.made.append(copy := Database(path, stores.clock))
        assert copy.origin == db.origin
        return copy

    return copied


def correct(db, uid, text):
    with db.writing("test") as tx:
        facts.correct(tx, uid, body=text)


def are_equal(stores, first, *others):
    expected = exported(first, stores.path("out.json"))
    return all(exported(db, stores.path("out.json")) == expected for db in others)


def test_a_file_from_a_backup_gets_back_what_it_told_the_hub_after_it(stores, here, hub, twin, clock):
    uid = learn(here, "we use tabs")
    sync(here, hub)
    back = twin(here)
    clock.advance(hours=1)
    correct(here, uid, "we use spaces")
    learn(here, "and four of them")
    sync(here, hub)
    clock.advance(hours=1)

    sync(back, hub)

    assert are_equal(stores, here, back)
    assert bodies(back, "learning") == ["and four of them", "we use spaces"]


def test_what_a_machine_erased_is_erased_in_its_backup_once_that_is_its_file(stores, here, hub, twin, clock):
    uid = learn(here, "a word nobody should read")
    sync(here, hub)
    back = twin(here)
    clock.advance(hours=1)
    with here.writing("test") as tx:
        erasure.erase(tx, uid)
    sync(here, hub)
    clock.advance(hours=1)

    sync(back, hub)

    assert bodies(back, "learning") == []
    assert are_equal(stores, here, back)


def test_two_that_run_as_one_machine_hold_the_same_as_everybody(stores, here, there, hub, twin, clock):
    uid = learn(here, "we use tabs")
    sync(here, hub)
    copy = twin(here)
    for number, db in enumerate((here, copy, there, copy, here)):
        clock.advance(hours=1)
        learn(db, f"lesson {number}")
        if db is not there:
            correct(db, uid, f"we use {number} spaces")
            with db.writing("test") as tx:
                lifecycle.pin(tx, uid, pinned=bool(number % 2))
        push(db, hub)
    clock.advance(hours=1)
    for db in (copy, there, here, copy, there):
        sync(db, hub)

    pull(new := stores.new(), hub)
    assert are_equal(stores, here, copy, there, new)
    assert len(bodies(here, "learning")) == 6
    assert (pull(here, hub), push(copy, hub).records) == (None, 0)


def test_a_push_whose_end_the_machine_never_heard_of_is_no_other_machines(stores, here, there, hub, clock):
    learn(here, "we use tabs")
    push(here, hub)
    with here.writing("test") as tx:  # as if killed after the hub kept the push and before it was noted here
        tx.execute("UPDATE sync_target SET pushed_through = 0")
        tx.execute("DELETE FROM sync_position WHERE machine <> 'hub'")
    clock.advance(hours=1)
    learn(here, "and four of them")

    for db in (here, there):
        sync(db, hub)

    assert are_equal(stores, here, there)


def test_a_hub_that_was_put_back_to_an_earlier_state_is_told_what_it_lost(stores, here, there, hub, server):
    learn(here, "we use tabs")
    sync(here, hub)
    kept = server.new(hub.partition("@/")[2].partition("?")[0])
    learn(here, "and four of them")
    sync(here, hub)
    # Others were faster than this machine: the hub counts as far as before.
    for number in range(3):
        learn(there, f"lesson {number}")
        sync(there, kept)
    with here.writing("test") as tx:
        tx.execute("UPDATE sync_target SET address = :url", {"url": kept})

    sync(here, kept)

    sync(there, kept)
    assert are_equal(stores, here, there)
    assert len(bodies(there, "learning")) == 5
