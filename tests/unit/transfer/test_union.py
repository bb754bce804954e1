"""Memories that edited the same fact apart from each other are joined without loss, and are the same afterwards."""

from __future__ import annotations

import itertools

import pytest
from transfers import bodies, exported, learn, name, observe

from memory_mcp.store.documents import documents
from memory_mcp.store.facts import erasure, facts, versions
from memory_mcp.store.file.mending import invariants
from memory_mcp.temporal import FOREVER
from memory_mcp.transfer.formats import native_write
from memory_mcp.transfer.importing import take_in


def correct(db, uid, text):
    with db.writing("memory_learn_update") as tx:
        facts.correct(tx, uid, body=text)


def records(db):
    with db.reading() as snapshot:
        return list(native_write.records(snapshot))


def joined(stores, parts):
    """Return a new memory that took the parts in, in their order."""
    made = stores.new()
    for part in parts:
        take_in(made, part)
    with made.reading() as snapshot:
        assert invariants.check(snapshot) == []
    return made


@pytest.fixture
def apart(stores, here, there, clock):
    """Two memories that knew the same fact and edited it apart from each other, twice and once."""
    uid = learn(here, "we use tabs")
    take_in(there, records(here))
    clock.advance(days=1)
    correct(here, uid, "we use two spaces")
    clock.advance(days=1)
    correct(there, uid, "we use four spaces")
    clock.advance(days=1)
    correct(here, uid, "we use no spaces")
    return uid


def test_both_edits_are_kept_and_the_later_is_current_on_both_sides(here, there, apart):
    from_here, from_there = records(here), records(there)
    take_in(here, from_there)
    take_in(there, from_here)

    for db in (here, there):
        with db.reading() as snapshot:
            told = [item.body for item in versions.versions(snapshot, apart)]
        assert told == ["we use tabs", "we use two spaces", "we use four spaces", "we use no spaces"]
        assert bodies(db, "learning") == ["we use no spaces"]


def test_what_is_taken_in_twice_changes_nothing(here, there, apart):
    first, again = take_in(here, records(there)), take_in(here, records(there))

    assert (first.added, first.skipped, again.added, again.merged) == (1, {}, 0, 0)


def test_all_orders_of_three_memories_give_the_same_export(stores, here, there, apart, clock):
    third = joined(stores, [records(there)])
    clock.advance(days=1)
    with third.writing("test") as tx:
        facts.retract(tx, apart)
    parts = [records(db) for db in (here, there, third)]
    found = [
        exported(joined(stores, order), stores.path("out.json")) for order in itertools.permutations([*parts, parts[0]])
    ]

    assert all(other == found[0] for other in found)
    assert [record["content"] for record in found[0]["learnings"]] == [
        "we use tabs", "we use two spaces", "we use four spaces", "we use no spaces"
    ]  # fmt: skip


def test_of_two_edits_at_the_same_moment_one_is_current_and_the_other_is_kept(stores, here, there, clock):
    uid = learn(here, "we use tabs")
    take_in(there, records(here))
    clock.advance(days=1)
    correct(here, uid, "said here")
    correct(there, uid, "said there")
    found = [bodies(joined(stores, map(records, order)), "learning") for order in ((here, there), (there, here))]

    assert found[0] == found[1] == ["said here" if here.origin > there.origin else "said there"]
    with joined(stores, [records(here), records(there)]).reading() as snapshot:
        assert len(versions.versions(snapshot, uid)) == 3


def test_a_version_keeps_its_author_and_the_memory_it_was_written_in(here, there, apart):
    take_in(here, records(there))

    with here.reading() as snapshot:
        rows = snapshot.rows(
            "SELECT body, actor, origin FROM item JOIN txn ON txn.id = txn_id WHERE body = 'we use four spaces'"
        )
    assert rows == [("we use four spaces", "memory_learn_update", there.origin)]


def test_a_clock_that_is_a_little_fast_leaves_the_times_as_they_are(here, there, clock):
    clock.advance(hours=1)
    learn(there, "we use tabs")
    clock.advance(hours=-1)
    report = take_in(here, records(there))

    assert (report.added, report.problems) == (1, [])
    assert records(here) == records(there)


def test_what_was_erased_in_one_memory_is_erased_in_all_with_what_belongs_to_it(here, there, clock):
    ann = name(here, "Ann")
    take_in(there, records(here))
    clock.advance(days=1)
    observe(there, ann, "lives in Berlin")
    with here.writing("memory_forget") as tx:
        erasure.erase(tx, ann, reason="she lives in Berlin")
    from_here, from_there = records(here), records(there)
    take_in(here, from_there)
    take_in(there, from_here)

    assert records(here) == records(there) == from_here
    assert "Berlin" not in str(from_here)
    assert bodies(there, "observation") == bodies(there, "entity") == []


def test_a_row_erased_in_two_memories_was_erased_when_the_first_did_so(here, there, clock):
    uid = learn(here, "we use tabs")
    take_in(there, records(here))
    for db in (here, there):
        clock.advance(days=1)
        with db.writing("memory_forget") as tx:
            erasure.erase(tx, uid)
    from_there = records(there)
    take_in(there, records(here))
    take_in(here, from_there)

    assert records(here) == records(there)
    assert [record["origin"] for record in records(here)] == [here.origin]


def test_a_document_whose_time_was_repaired_after_it_was_told_is_current_once_on_both_sides(here, there, clock):
    def current(db):
        with db.reading() as snapshot:
            return snapshot.rows(
                "SELECT kind, count(DISTINCT uid), count(*) FROM item"
                " WHERE kind IN ('document', 'passage') AND superseded_at = :open GROUP BY kind",
                {"open": FOREVER},
            )

    now = clock.now()
    learn(here, "before")
    clock.set(4_102_444_800_000_000)
    with here.writing("test") as tx:
        documents.add(tx, documents.Document("one text " * 300, title="page"))
    clock.set(now + 86_400_000_000)
    take_in(there, records(here))
    told = current(there)
    clock.set(now + 2 * 86_400_000_000)
    learn(here, "later")
    take_in(there, records(here))
    take_in(here, records(there))

    assert current(here) == current(there) == told == [("document", 1, 1), ("passage", 2, 2)]
