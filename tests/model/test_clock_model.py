"""Histories under a clock that jumps as it likes: the order of versions is the order in which they were committed."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path
from typing import Any

import pytest
from examples import examples
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st
from moments import START

from memory_mcp.store.facts import facts, versions
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import invariants
from memory_mcp.temporal import AsOf, ManualClock, Period

_HOUR = 3_600_000_000
# Hours, days, months, and what a battery does.
_JUMPS = st.sampled_from([0, 0, 1, 3, 30, 24 * 5, 24 * 90, 24 * 365 * 74]).flatmap(
    lambda hours: st.sampled_from([hours * _HOUR, -hours * _HOUR])
)
_STEPS = st.lists(st.tuples(_JUMPS, st.integers(0, 2), st.booleans()), min_size=1, max_size=9)
_FILES = itertools.count()


def _write(db: Database, known: list[str], number: int, text: str) -> str:
    """Correct one of the facts, or assert a new one; return which."""
    with db.writing("test") as tx:
        if number < len(known):
            facts.correct(tx, known[number], body=text)
            return known[number]
        made = facts.assert_(tx, Draft("learning", text, Period(tx.now)))
        known.append(made.uid)
        return made.uid


def _check(db: Database, said: dict[str, list[str]]) -> None:
    with db.reading() as snapshot:
        for uid, texts in said.items():
            found = versions.versions(snapshot, uid)
            # Corrected within its own microsecond a version leaves none.
            assert [one.body for one in found] == texts
            assert all(one.recorded_at < one.superseded_at for one in found)
            now = versions.held(snapshot, uid, AsOf(snapshot.now, snapshot.now))
            assert now is not None
            assert now.body == texts[-1]
        assert invariants.check(snapshot) == []


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty file, copied for every history."""
    path = tmp_path_factory.mktemp("clock") / "template.db"
    Database(path, ManualClock(START)).close()
    return path


@examples(25, *HealthCheck)
@given(steps=_STEPS)
@example(steps=[(0, 0, False), (74 * 365 * 24 * _HOUR, 0, True), (-74 * 365 * 24 * _HOUR + _HOUR, 0, True)])
def test_whatever_the_clock_does_the_order_of_versions_is_that_of_commits(template: Path, steps: list[Any]) -> None:
    clock = ManualClock(START)
    path = template.with_name(f"{next(_FILES)}.db")
    shutil.copy(template, path)
    db = Database(path, clock)
    known: list[str] = []
    said: dict[str, list[str]] = {}
    numbers = itertools.count()
    try:
        for jump, number, is_read in steps:
            clock.set(max(0, clock.now() + jump))
            text = f"text {next(numbers)}"
            said.setdefault(_write(db, known, number, text), []).append(text)
            if is_read:
                _check(db, said)
        _check(db, said)
    finally:
        db.close()
        path.unlink()
