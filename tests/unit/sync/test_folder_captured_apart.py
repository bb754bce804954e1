"""A conversation that several machines captured is one on all that share a folder."""

from __future__ import annotations

import itertools

import pytest
from one_conversation import SAID, capture
from shared_folder import synced
from transfers import bodies, exported

from memory_mcp.store.facts import erasure, facts
from memory_mcp.sync import folder as folders


@pytest.fixture
def three(stores, clock, tmp_path):
    made = [stores.new() for _ in range(3)]
    for db in made:
        folders.init(db, tmp_path / "shared")
        capture(db)
        clock.advance(hours=1)
    return made


def meet(stores, path, machines, **options):
    """Synchronise all until nothing comes or goes, and return what each exports."""
    for _ in range(2):
        for db in machines:
            synced(db, path, **options)
    assert [synced(db, path, **options).written for db in machines] == [0] * len(machines)
    first, *others = [exported(db, stores.path("out.json")) for db in machines]
    for other in others:
        assert other == first
    return first


def uid_of(db, kind, words):
    with db.reading() as snapshot:
        return snapshot.value(
            "SELECT uid FROM item WHERE kind = :kind AND instr(title || body, :words)", {"kind": kind, "words": words}
        )


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_all_export_the_same_whoever_comes_first(three, stores, tmp_path, order):
    told = meet(stores, tmp_path / "shared", [three[place] for place in order])
    assert {turn["origin"] for turn in told["turns"]} == {three[0].origin}
    assert [len(bodies(db, kind)) for db in three for kind in ("turn", "digest")] == [len(SAID), 1] * 3


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_what_one_took_back_another_corrected_and_a_third_erased(three, stores, clock, tmp_path, order):
    """Each after all were captured, and before any of them met."""
    first, second, third = (three[place] for place in order)
    with first.writing("test") as tx:
        facts.retract(tx, uid_of(first, "statement", "tabs"))
    with second.writing("test") as tx:
        facts.correct(tx, uid_of(second, "statement", "English"), body="Write commit messages in French.")
    with third.writing("test") as tx:
        erasure.erase(tx, uid_of(third, "turn", "port"))
    clock.advance(hours=1)
    meet(stores, tmp_path / "shared", three)
    for db in three:
        assert sorted(bodies(db, "turn")) == sorted(text for text in SAID if "port" not in text)
        assert bodies(db, "statement") == ["Write commit messages in French."]


def test_machines_that_seal_what_they_write(three, stores, tmp_path):
    told = meet(stores, tmp_path / "shared", three, secrets=("a key of all",))
    assert len(told["turns"]) == len(SAID)
