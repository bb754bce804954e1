"""A log that is begun anew and those of others that speak of what it told wait for each other nowhere."""

from __future__ import annotations

import shutil

import pytest
from shared_folder import log_of, synced
from transfers import bodies, exported, learn, name, observe

from memory_mcp.errors import ConflictError
from memory_mcp.store.file.copies.backup import backup
from memory_mcp.store.file.database import Database
from memory_mcp.sync import folder as folders
from memory_mcp.sync import machine
from memory_mcp.sync.pulling import pull
from memory_mcp.sync.pushing import begin_anew, push


@pytest.fixture
def third(stores):
    return stores.new()


def joined(db, shared):
    folders.init(db, shared)
    report = synced(db, shared)
    assert (report.waiting, report.problems) == ([], [])


def meet(shared, *machines, rounds=2):
    for _ in range(rounds):
        for db in machines:
            synced(db, shared)


def assert_alike(stores, first, *others):
    expected = exported(first, stores.path("out.json"))
    for db in others:
        assert exported(db, stores.path("out.json")) == expected


@pytest.mark.parametrize("both", [False, True])
def test_a_machine_that_joins_after_a_log_was_begun_anew_takes_in_all(stores, here, there, third, shared, both):
    ann = name(here, "Ann")
    meet(shared, here, there)
    observe(there, ann, "lives in Berlin")
    meet(shared, there, here)
    synced(here, shared, anew=True)
    if both:
        synced(there, shared, anew=True)
    learn(there, "we use tabs")
    meet(shared, there, here)
    learn(here, "and four of them")
    meet(shared, here, there)

    joined(third, shared)

    assert bodies(third, "observation") == ["lives in Berlin"]
    assert_alike(stores, here, there, third)


def test_two_that_wrote_one_log_become_two_as_the_error_says(stores, here, there, third, shared, monkeypatch):
    """As a cloned machine does: it has the place of the other, too, and its copy of the folder meets that one's."""
    place_of = machine.place_of
    learn(here, "one")
    meet(shared, here, there)
    backup(here, path := stores.path("clone.db"))
    monkeypatch.setattr(machine, "place_of", lambda at: place_of(here.path if at == path else at))
    stores.made.append(clone := Database(path, stores.clock))
    other = stores.path("other")
    shutil.copytree(shared, other)
    learn(here, "two")
    synced(here, shared)
    kept = shared.rename(stores.path("kept"))
    other.rename(shared)
    learn(clone, "three")
    synced(clone, shared)
    shutil.copytree(kept, shared, dirs_exist_ok=True)
    with pytest.raises(ConflictError):
        synced(here, shared)
    assert [one.code for one in synced(there, shared).problems] == ["conflict"]

    machine.renew(clone)
    synced(clone, shared)
    synced(here, shared, anew=True)
    meet(shared, clone, here)

    for db in (there, third):
        joined(db, shared)
    assert_alike(stores, here, clone, there, third)


def test_what_arrives_while_a_log_is_filled_is_in_it(stores, here, there, third, shared):
    """In pages of one thing each, with another's segments coming in between them."""
    ann = name(here, "Ann")
    meet(shared, here, there)
    for number in range(3):
        observe(there, ann, f"has house {number}")
        learn(here, f"lesson {number}")
        meet(shared, here, there)
    folder = folders.open_folder(here, shared)
    report = folders.SyncReport()
    begin_anew(folder, report)
    arrived = []

    def arrives(_done, _total):
        if len(arrived) < 2:
            arrived.append(observe(there, ann, f"has garden {len(arrived)}"))
            synced(there, shared)
            pull(folders.open_folder(here, shared), folders.SyncReport())

    push(folder, report, arrives, most=1)
    assert len(arrived) == 2
    meet(shared, here, there)

    joined(third, shared)

    assert_alike(stores, here, there, third)


def test_a_segment_waits_until_a_log_that_was_begun_anew_is_filled(stores, here, there, third, shared):
    ann = name(here, "Ann")
    meet(shared, here, there)
    observe(there, ann, "lives in Berlin")
    meet(shared, there, here)
    for number in range(4):
        learn(here, f"lesson {number}")
    folder = folders.open_folder(here, shared)
    begin_anew(folder, report := folders.SyncReport())
    push(folder, report, most=2)
    *_, last = log_of(shared, here)
    away = last.path.rename(stores.path("away"))

    folders.init(third, shared)
    assert [there.origin in one for one in synced(third, shared).waiting] == [True]

    away.rename(last.path)
    for db in (there, third):
        joined(db, shared)
    assert_alike(stores, here, there, third)
