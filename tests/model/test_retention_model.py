"""The plan of retention against a loop over rows that is too simple to be wrong, and faults the loop must notice."""

from __future__ import annotations

import itertools
import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from examples import examples
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.graph import entities
from memory_mcp.store.upkeep import retention
from memory_mcp.temporal import FOREVER, ManualClock, Period

DAY = 86_400_000_000
FIRST = 20_000 * DAY
LAST = 60
OLDER, PURGE, TURNS = 20, 15, 40


@dataclass(frozen=True)
class Row:
    """What happens to one row, by day; None: never. ``again`` is when a second period of it is believed."""

    kind: str
    day: int
    again: int | None = None
    ended: int | None = None
    used: tuple[int, ...] = ()
    pinned: int | None = None
    archived: int | None = None
    tags: tuple[str, ...] = ()
    importance: float | None = None


def days(low: int = 1) -> st.SearchStrategy[int]:
    return st.integers(low, LAST - 1)


@st.composite
def rows(draw: st.DrawFn) -> Row:
    day = draw(st.integers(0, LAST - 2))
    later = st.none() | days(day + 1)
    return Row(
        kind=draw(st.sampled_from(["learning", "observation", "turn", "decision"])),
        day=day,
        again=draw(later),
        ended=draw(later),
        used=tuple(draw(st.lists(days(day + 1), max_size=4))),
        pinned=draw(st.none() | st.none() | later),
        archived=draw(later),
        tags=tuple(draw(st.sets(st.sampled_from(["Keep", "other"])))),
        importance=draw(st.sampled_from([None, None, 0.79, 0.8])),
    )


def play(path: Path, script: list[Row]) -> tuple[Database, list[str]]:
    """Let everything happen on its day, and stand at the end of the last."""
    clock = ManualClock(FIRST)
    db = Database(path, clock)
    uids: dict[int, str] = {}
    with db.writing("test") as tx:
        entity = entities.create(tx, name="Ada", entity_type="person").entity.uid
    busy = {day for row in script for day in (row.day, row.again, row.pinned, row.archived, *row.used)} - {None}
    for day in sorted(busy):
        clock.set(FIRST + day * DAY + 1_000)
        with db.writing("test") as tx:
            for number, row in enumerate(script):
                happen(tx, row, day, number, uids, entity)
    clock.set(FIRST + LAST * DAY)
    return db, [uids[number] for number in range(len(script))]


def happen(tx, row: Row, day: int, number: int, uids: dict[int, str], entity: str) -> None:
    def draft(start: int, end: int, importance: float | None) -> Draft:
        parent = entity if row.kind == "observation" else None
        return Draft(kind=row.kind, body=f"text {number}", valid=Period(start, end), parent_uid=parent, tags=row.tags,
                     importance=importance)  # fmt: skip

    start = FIRST + row.day * DAY
    end = FOREVER if row.ended is None else FIRST + row.ended * DAY
    if day == row.day:
        uids[number] = facts.assert_(tx, draft(start, end, row.importance)).uid
    if day == row.again:
        # The second period lies before the first and has ended; only its recording is young.
        facts.assert_(tx, draft(start - 2 * DAY, start - DAY, None), uid=uids[number])
    for _ in range(row.used.count(day)):
        lifecycle.note_use(tx, uids[number])
    if day == row.pinned:
        lifecycle.pin(tx, uids[number], pinned=True)
    if day == row.archived:
        lifecycle.archive(tx, uids[number])


def expected(script: list[Row]) -> tuple[set[tuple[int, str]], Counter[str]]:
    """Go through the rows one by one."""
    leaving, immune = set(), Counter()
    for number, row in enumerate(script):
        if row.kind == "decision":
            continue  # not a kind that is asked for
        if row.archived is None:
            touched = max([row.day, row.again or 0, *row.used])
            is_old = LAST - touched >= (TURNS if row.kind == "turn" else OLDER) + 1
        else:
            is_old = LAST - row.archived >= PURGE + 1
        if not is_old:
            continue
        reasons = [
            reason
            for reason, holds in (
                ("pinned", row.pinned is not None),
                ("importance", (row.importance or 0) >= 0.8),
                ("used", len(row.used) >= 3),
                ("tag", "Keep" in row.tags),
                ("current", row.kind == "observation" and row.ended is None),
            )
            if holds
        ]
        if reasons:
            immune[reasons[0]] += 1
        else:
            leaving.add((number, "archive" if row.archived is None else "purge"))
    return leaving, immune


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    folder = tmp_path_factory.mktemp("retention")
    Database(folder / "template.db", ManualClock(0)).close()
    numbers = itertools.count()
    return lambda: Path(shutil.copy(folder / "template.db", folder / f"{next(numbers)}.db"))


POLICY = retention.Policy(0, OLDER, PURGE, turn_days=TURNS)


@examples(30, *HealthCheck)
@given(script=st.lists(rows(), min_size=1, max_size=6))
@example([Row("learning", 0, again=LAST - 1)])
@example([Row("learning", 0, archived=5, used=(1, 2, 3)), Row("turn", 10), Row("turn", 30)])
def test_the_plan_is_what_a_loop_over_the_rows_finds(fresh, script):
    db, uids = play(fresh(), script)
    with db.reading() as snapshot:
        found = retention.plan(snapshot, POLICY)
        named = retention.plan(snapshot, retention.Policy(0, OLDER, PURGE, turn_days=TURNS, uids=tuple(uids)))
    db.close()
    wanted, immune = expected(script)
    assert {(uids.index(row.uid), row.step) for row in found.leaving} == wanted
    assert found.immune == immune
    assert named == found


@examples(30, *HealthCheck)
@given(script=st.lists(rows(), min_size=1, max_size=6))
def test_restoring_brings_the_state_back_as_it_was(fresh, script):
    db, uids = play(fresh(), script)
    policy = retention.Policy(0, OLDER, 1_000, turn_days=TURNS)
    with db.reading() as snapshot:
        before = [lifecycle.state(snapshot, uid) for uid in uids]
        planned = retention.plan(snapshot, policy)
    with db.writing("test") as tx:
        retention.run(tx, policy)
    with db.writing("test") as tx:
        assert sorted(retention.restore(tx, project=0)) == sorted(row.uid for row in planned.leaving)
    with db.reading() as snapshot:
        after = [lifecycle.state(snapshot, uid) for uid in uids]
    db.close()
    assert [undated(one) for one in after] == [undated(one) for one in before]


def undated(one: lifecycle.State) -> tuple:
    """All but when it last changed, which tells a merge which of two states is the newer."""
    return (one.archived_at, one.archive_reason, one.pinned, one.use_count, one.shown_count, one.last_used_at)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("AND touched_at <=", "AND max(item.recorded_at, coalesce(item_state.last_used_at, 0)) <="),
        (">= 0.8", "> 0.8"),
        ("use_count >= 3", "use_count > 3"),
        ("HAVING item_state.archived_at <= :purge_before", "HAVING item_state.archived_at IS NOT NULL"),
        ("WHEN 'turn' THEN :archive_turns_before", "WHEN 'turn' THEN :archive_before"),
        (":now < item.valid_to THEN 5", ":now < item.valid_from THEN 5"),
        ("lower(item_tag.tag)", "item_tag.tag"),
    ],
)
def test_the_loop_notices_a_seeded_fault(fresh, monkeypatch, old, new):
    assert old in retention._NAMED_ZONES
    monkeypatch.setattr(retention, "_NAMED_ZONES", retention._NAMED_ZONES.replace(old, new))
    script = [
        Row("learning", 0, again=LAST - 1),
        Row("learning", 0, importance=0.8),
        Row("learning", 0, used=(1, 2, 3)),
        Row("learning", 0, archived=LAST - 5),
        Row("turn", 30),
        Row("observation", 0),
        Row("learning", 0, tags=("Keep",)),
    ]
    db, uids = play(fresh(), script)
    with db.reading() as snapshot:
        found = retention.plan(snapshot, retention.Policy(0, OLDER, PURGE, turn_days=TURNS, uids=tuple(uids)))
    db.close()
    wanted, immune = expected(script)
    assert ({(uids.index(row.uid), row.step) for row in found.leaving}, found.immune) != (wanted, immune)
