"""Memories that part and are joined, in whatever order and however often, against the union of their records."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from divergence import Memory, Script
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from union_of_records import in_order, union

from memory_mcp.store.file import invariants

SCRIPTS = st.binary(min_size=200, max_size=200)
GATE = 12
EXPLORED = 10_000


def _holds(memory: Memory, expected: list[dict[str, object]]) -> None:
    assert in_order(memory.records()) == expected
    with memory.db.reading() as snapshot:
        assert invariants.check(snapshot) == []


def part_and_join(choices: bytes, folder: Path) -> int:
    """Play a script on three memories, join them in several orders, and return how many steps it had."""
    script = Script(choices)
    parted = [Memory(folder, name) for name in ("a", "b", "c")]
    a, b, _ = parted
    pair, late = (Memory(folder, name) for name in ("d", "e"))
    try:
        script.play(parted)
        parts = [memory.records() for memory in parted]
        expected = union(parts)
        # By then nothing waits for a line of a transcript any more.
        latest = max(memory.clock.now() for memory in parted)
        for memory in (pair, late, *parted):
            memory.clock.advance(hours=25, microseconds=latest - memory.clock.now())
        # a <- (b <- c), taken together first; b <- a, c; a new one <- c, a, b, and c again.
        pair.take(parts[1])
        pair.take(parts[2])
        a.take(pair.records())
        b.take(parts[0])
        b.take(parts[2])
        for number in (2, 0, 1, 2):
            late.take(parts[number])
        for memory in (a, b, late):
            _holds(memory, expected)
            assert memory.apart() == late.apart()
        again = late.take(a.records())
        assert (again.added, again.merged) == (0, 0)
        _holds(late, expected)
    finally:
        for memory in (*parted, pair, late):
            memory.close()
    return script.count


@settings(max_examples=GATE, suppress_health_check=[HealthCheck.too_slow])
@given(choices=SCRIPTS)
def test_any_order_of_joining_is_the_union_of_the_records(choices: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        part_and_join(choices, Path(folder))


@pytest.mark.slow
@settings(max_examples=EXPLORED, suppress_health_check=[HealthCheck.too_slow])
@given(choices=SCRIPTS)
def test_any_order_of_joining_is_the_union_of_the_records_ten_thousand_times(choices: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        part_and_join(choices, Path(folder))
