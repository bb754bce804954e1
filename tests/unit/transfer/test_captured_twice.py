"""A conversation that two machines captured, each for itself, is one on both once they meet, and erased on both."""

from __future__ import annotations

import pytest
from one_conversation import SAID, capture
from transfers import bodies

from memory_mcp.store.facts import erasure
from memory_mcp.store.sessions import captured_ids
from memory_mcp.store.sync import targets, touched
from memory_mcp.transfer.importing import ImportOptions, take_in

KINDS = ("turn", "statement", "digest")


@pytest.fixture
def both(here, there, clock):
    """Two machines with the conversation, and the ids of the first one's turns."""
    mine = capture(here)
    clock.advance(hours=1)
    capture(there)
    clock.advance(hours=1)
    return mine


def erase(db, uid):
    with db.writing("test") as tx:
        erasure.erase(tx, uid)


def test_nothing_of_it_is_there_twice(here, there, both, carry):
    before = {kind: bodies(here, kind) for kind in KINDS}
    carry(here, there)
    carry(there, here)
    carry(here, there)
    for db in (here, there):
        assert {kind: bodies(db, kind) for kind in KINDS} == before
    assert (len(before["turn"]), len(before["digest"])) == (3, 1)
    assert len(before["statement"]) > 1


@pytest.mark.parametrize("have_met", [True, False])
def test_a_turn_that_is_erased_on_one_is_gone_on_the_other(here, there, both, carry, have_met):
    if have_met:
        carry(here, there)
        carry(there, here)
    erase(here, both[0])
    carry(here, there)
    carry(there, here)
    for db in (here, there):
        assert sorted(bodies(db, "turn")) == sorted(SAID[1:])
        assert not any("tabs" in text for kind in KINDS for text in bodies(db, kind))


def test_a_digest_that_comes_after_the_erasure_stays_out(here, there, both, carry):
    erase(here, both[0])
    carry(there, here)
    assert not any("tabs" in text for kind in KINDS for text in bodies(here, kind))
    with here.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item WHERE title LIKE '%tabs%'") == 0


def test_who_captures_it_later_does_not_bring_back_what_was_erased(here, there, carry):
    erase(here, capture(here)[0])
    carry(here, there)
    capture(there)
    assert sorted(bodies(there, "turn")) == sorted(SAID[1:])


def test_the_erasure_of_the_other_ones_turn_is_told_back_to_where_it_came_from(here, there, stores, monkeypatch):
    with monkeypatch.context() as before:
        # As a file of before, where each machine gave ids of its own.
        before.setattr(captured_ids, "of_session", lambda *_: None)
        uid = capture(here)[0]
    capture(there)
    erase(here, uid)
    with there.writing("sync") as tx:
        target = targets.ensure(tx, "somewhere")
    with here.reading() as snapshot:
        lines = [{"type": "erasure"} | line for line in erasure.exported(snapshot)]
    for line in lines:
        line["at"] = None
    take_in(there, lines, ImportOptions(actor="sync", target=target.id), name="somewhere")
    with there.reading() as snapshot:
        told = {one.key for one in touched.after(snapshot, 0, target=target.id, most=100) if one.kind == "erasure"}
        own = {line["id"] for line in erasure.exported(snapshot)} - {uid}
    assert own
    assert own <= told
    assert uid not in told
