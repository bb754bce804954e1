"""Bi-temporal history against a painted wall of days, and seeded faults the wall must notice."""

from __future__ import annotations

import itertools
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from examples import examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from wall import DAYS, play

from memory_mcp.store.facts import erasure, facts, versions
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import clock_correction
from memory_mcp.temporal import FOREVER, ManualClock, Period

TEXTS = [f"text {number}" for number in range(40)]


def script_from(choose: Callable[[int, int], int], length: int) -> list[tuple[int, tuple[Any, ...]]]:
    """A script from a source of choices: ``choose(low, high)`` is an integer in [low, high]."""
    script: list[tuple[int, tuple[Any, ...]]] = []
    known = 0
    for index in range(length):
        verb = choose(0, 10) if known else 0
        number = choose(0, known - 1) if known else 0
        step: tuple[Any, ...]
        if verb <= 3:
            start = choose(0, DAYS - 2)
            end = DAYS if choose(0, 2) else choose(start + 1, DAYS)
            step = ("assert_", TEXTS[index], start, end)
            known += 1
        elif verb <= 6:
            by = choose(0, known - 1) if choose(0, 2) else None
            at = choose(0, DAYS - 1) if choose(0, 1) else None
            step = ("supersede", number, by, at)
        elif verb == 7:
            step = ("retract", number)
        elif verb == 8:
            step = ("correct", number, TEXTS[index])
        elif verb == 9:
            step = ("restore", number, choose(1, 9))
        else:
            step = ("erase", number) if choose(0, 2) == 0 else ("correct", number, TEXTS[index])
        script.append((choose(0, DAYS - 1), step))
    return script


def script_of(choices: bytes) -> list[tuple[int, tuple[Any, ...]]]:
    """A script of bytes, a byte a choice and 0 from their end on: drawn at once, which takes a tenth of the time."""
    rest = iter(choices)

    def choose(low: int, high: int) -> int:
        return low + next(rest, 0) % (high - low + 1)

    return script_from(choose, choose(1, 9))


SCRIPTS = st.binary(min_size=64, max_size=64).map(script_of)


class Files:
    """A fresh file for every script, copied from one that was made once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.numbers = itertools.count()
        Database(folder / "template.db", ManualClock(0)).close()

    def fresh(self) -> Path:
        path = self.folder / f"{next(self.numbers)}.db"
        shutil.copy(self.folder / "template.db", path)
        return path


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return Files(tmp_path_factory.mktemp("walls"))


@examples(120, *HealthCheck)
@given(script=SCRIPTS)
def test_every_history_is_the_painted_wall_at_every_point_in_both_times(files: Files, script: Any) -> None:
    path = files.fresh()
    try:
        play(path, script)
    finally:
        path.unlink()


def _cut_keeps_the_last_day(monkeypatch: pytest.MonkeyPatch) -> None:
    original = facts._cut
    monkeypatch.setattr(facts, "_cut", lambda tx, current, at: original(tx, current, at + 86_400_000_000))


def _retract_forgets_to_close(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "_close", lambda tx, item: None)


def _correct_starts_now(monkeypatch: pytest.MonkeyPatch) -> None:
    def correct(tx: Any, uid: str, *, reason: str = "", **changed: Any) -> Any:
        found = versions.believed(tx, uid)
        for item in found:
            facts._close(tx, item)
            if tx.now < item.valid.end:
                facts._rewrite(tx, item, valid=Period(tx.now, item.valid.end), **changed)

    monkeypatch.setattr(facts, "correct", correct)


def _supersede_closes_the_newer_fact(monkeypatch: pytest.MonkeyPatch) -> None:
    original = facts.supersede

    def supersede(tx: Any, uid: str, *, by: str | None, at: Any = None, reason: str = "") -> Any:
        return original(tx, by or uid, by=uid if by else None, at=at, reason=reason)

    monkeypatch.setattr(facts, "supersede", supersede)


def _supersede_ignores_where_the_newer_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    original = facts.supersede

    def supersede(tx: Any, uid: str, *, by: str | None, at: Any = None, reason: str = "") -> Any:
        return original(tx, uid, by=by, at=tx.now if at is None else at, reason=reason)

    monkeypatch.setattr(facts, "supersede", supersede)


def _a_second_supersede_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "_is_retired", lambda current, last, now: False)


def _the_end_is_inclusive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        versions, "_HELD", versions._HELD.replace(":valid_at < item.valid_to", ":valid_at <= item.valid_to")
    )


def _belief_ends_one_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        versions,
        "_BELIEVED",
        versions._BELIEVED.replace(":known_at < item.superseded_at", ":known_at <= item.superseded_at"),
    )


def _belief_starts_one_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        versions, "_BELIEVED", versions._BELIEVED.replace("recorded_at <= :known_at", "recorded_at < :known_at")
    )


def _the_clock_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_correction, "_LAST", "SELECT 0")


def _a_period_loses_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    original = facts._rewrite

    def rewrite(tx: Any, item: Any, **changed: Any) -> Any:
        if "body" in changed:
            changed["valid"] = Period(item.valid.start, FOREVER)
        return original(tx, item, **changed)

    monkeypatch.setattr(facts, "_rewrite", rewrite)


def _erase_leaves_old_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tuple(
        "DELETE FROM item WHERE uid = :uid AND superseded_at = 9223372036854775807"
        if statement.startswith("DELETE FROM item WHERE")
        else statement
        for statement in erasure._ERASE
    )
    monkeypatch.setattr(erasure, "_ERASE", kept)


FAULTS = [
    _cut_keeps_the_last_day,
    _retract_forgets_to_close,
    _correct_starts_now,
    _supersede_closes_the_newer_fact,
    _supersede_ignores_where_the_newer_starts,
    _a_second_supersede_counts,
    _the_end_is_inclusive,
    _belief_ends_one_too_late,
    _belief_starts_one_too_late,
    _the_clock_is_believed,
    _a_period_loses_its_end,
    _erase_leaves_old_versions,
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__.strip("_"))
def test_the_wall_notices_a_seeded_fault(
    fault: Callable[[pytest.MonkeyPatch], None], files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    source = random.Random(7)
    for _ in range(400):
        path = files.fresh()
        try:
            play(path, script_from(source.randint, 8))
        except Exception:  # noqa: BLE001 - noticed: by a comparison or by a constraint of the schema
            return
        finally:
            path.unlink()
    pytest.fail("400 scripts and no difference between the faulty store and the wall")


def test_a_retracted_fact_cannot_be_corrected_into_life(files: Files) -> None:
    play(files.fresh(), [(1, ("assert_", "a", 0, DAYS)), (2, ("retract", 0)), (3, ("correct", 0, "b"))])
