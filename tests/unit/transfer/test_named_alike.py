"""Two conversations that files call alike are two, also where the machines that read them meet."""

from __future__ import annotations

import itertools
import json

import pytest
from transfers import bodies, exported

from memory_mcp.store.facts import erasure
from memory_mcp.transfer.importing import import_text

BANK, DOG = "The bank account is at Sparkasse Kiel.", "The dog is called Bello."


def file_saying(text):
    """Return a file whose conversation and line have the names that anybody would give."""
    return json.dumps({"session": "chat 1", "id": "1", "text": text, "ts": "2026-01-01T00:00:00Z"}) + "\n"


@pytest.fixture
def three(stores, clock):
    """Three machines, of which the first and the last read the same file."""
    machines = [stores.new() for _ in range(3)]
    for db, text in zip(machines, (BANK, DOG, BANK), strict=True):
        import_text(db, file_saying(text), format="turns")
        clock.advance(hours=1)
    return machines


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_both_are_there_once_on_every_machine_whoever_meets_whom_first(three, stores, carry, order):
    for source, target in [*itertools.permutations(order, 2)] * 2:
        carry(three[source], three[target])
    first, *others = [exported(db, stores.path("out.json"))["turns"] for db in three]
    assert sorted(turn["text"] for turn in first) == [BANK, DOG]
    assert others == [first, first]


def test_a_file_that_is_read_again_once_they_met_changes_nothing(three, carry):
    carry(three[0], three[1])
    for text in (BANK, DOG):
        report = import_text(three[1], file_saying(text), format="turns")
        assert (report.added, report.unchanged, report.skipped) == (0, 1, {})


def test_what_is_erased_of_one_leaves_the_other(three, carry):
    with three[0].writing("test") as tx:
        erasure.erase(tx, tx.value("SELECT uid FROM item WHERE kind = 'turn'"))
    carry(three[0], three[1])
    carry(three[0], three[2])
    assert (bodies(three[1], "turn"), bodies(three[2], "turn")) == ([DOG], [])
