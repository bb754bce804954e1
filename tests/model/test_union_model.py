"""Memories that part and are joined, in whatever order and however often, against the union of their records."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from divergence import Memory, Script
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from union_of_records import in_order, union

from memory_mcp.store.file.mending import invariants

SCRIPTS = st.binary(min_size=200, max_size=200)
GATE = 12
EXPLORED = 10_000
# A statement that one ended whose prompt still waited for its line of the transcript was told by two ids.
_TOLD_BY_TWO_IDS = (
    bytes.fromhex(
        "7db65d529c236771af1899fa66ddf54310346238824aa663af8da095fbcc9e71dfe2c59ae7d83c577e8682fa2b5b4d62f763"
        "ce883874b118ce25392fae14d7996f1e68c66a071fa6760b91928b151c4f39f916cb30114fd88ab6a59618ec724a25b3f03f"
        "75ea68907d219995a13815439b877c7e30919348899d712b1ea1d839b6b3768fbc28f5b7837018ac7ab066b579ae264e79c1"
        "c26d82f5ff7aa732337b8e4e892f9ad11c71dc4a54061c4582cee41be78fb9ea41ba68b7764f07574e831c668d126741e80d"
    ),
    bytes.fromhex(
        "3c4d57195550507fcc959ab2023daee8ef599edf663bd72286d90570bc7b09bdf593cbfd3754cd1f2fb961a4ae9a77af4e06"
        "878d197436698ebdd28e7e7e32275c0dfb3adaafe9cde3a1419a002c263b7033fe1c8a3c204990c7143fa4ef2b69796de286"
        "32b4596cd64597bf1f23b90c352c6d213d772d5479361eb46ba7f8fbca2c675cf0d5efbe3d2c76f7d519663b0a5e60d9df7e"
        "d09d4b218ea10b0d6746a95111a1e9d6b5def72f118b762b5bf2e1062817e66b7222178d99a95670e9e90154b4b229ea4cf2"
    ),
)


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
@example(_TOLD_BY_TWO_IDS[0])
@example(_TOLD_BY_TWO_IDS[1])
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
