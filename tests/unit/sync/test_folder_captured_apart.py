"""A conversation that several machines captured is one on all that share a folder."""

from __future__ import annotations

import itertools

import pytest
from one_conversation import LEFT, SAID, change_apart, left_of, the_export_of_all, three_machines
from shared_folder import synced
from transfers import bodies

from memory_mcp.sync import folder as folders


@pytest.fixture
def three(stores, clock, tmp_path):
    return three_machines(stores, clock, lambda db: folders.init(db, tmp_path / "shared"))


def meet(stores, path, machines, **options):
    """Synchronise all until nothing comes or goes, and return what each exports."""
    for _ in range(2):
        for db in machines:
            synced(db, path, **options)
    assert [synced(db, path, **options).written for db in machines] == [0] * len(machines)
    return the_export_of_all(stores, machines)


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_all_export_the_same_whoever_comes_first(three, stores, tmp_path, order):
    told = meet(stores, tmp_path / "shared", [three[place] for place in order])
    assert {turn["origin"] for turn in told["turns"]} == {three[0].origin}
    assert [len(bodies(db, kind)) for db in three for kind in ("turn", "digest")] == [len(SAID), 1] * 3


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_what_one_took_back_another_corrected_and_a_third_erased(three, stores, clock, tmp_path, order):
    """Each after all were captured, and before any of them met."""
    change_apart(*(three[place] for place in order), clock)
    meet(stores, tmp_path / "shared", three)
    for db in three:
        assert left_of(db) == LEFT


def test_machines_that_seal_what_they_write(three, stores, tmp_path):
    told = meet(stores, tmp_path / "shared", three, secrets=("raw:" + "ab" * 32,))
    assert len(told["turns"]) == len(SAID)
