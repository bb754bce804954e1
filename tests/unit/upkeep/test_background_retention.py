"""Retention by itself: a bounded slice a day, for one process, that gives way to calls."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from calling import server

from memory_mcp.application import background_retention
from memory_mcp.application.background_retention import Retiring
from memory_mcp.capture.events.payload import Heard
from memory_mcp.capture.events.spooled import put_off
from memory_mcp.store.facts import erasure, facts, lifecycle
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.graph import entities, observations
from memory_mcp.store.upkeep import retention
from memory_mcp.temporal import Period
from memory_mcp.tools.framework.scheduler import Lane


@pytest.fixture
def processes(tmp_path, clock):
    """Start server processes on one file, with the given settings; each has opened it, unless told not to."""
    with ExitStack() as stack:

        def start(*, opened=True, **settings):
            runtime = stack.enter_context(server(tmp_path, clock, **({"retention": "auto"} | settings)))
            assert not opened or runtime.db
            return runtime

        yield start


def learn(runtime, text, kind="learning", **more) -> str:
    with runtime.db.writing("test") as tx:
        return facts.assert_(tx, Draft(kind=kind, body=text, valid=Period(tx.now), **more)).uid


def archived(runtime, uids) -> list[str]:
    with runtime.db.reading() as snapshot:
        return [uid for uid in uids if lifecycle.state(snapshot, uid).archived_at is not None]


def work(chore, most=1_000) -> int:
    """Let it do what it wants to; return how many steps that took."""
    for step in range(most):
        if not chore():
            return step + 1
    raise AssertionError("it never ends")


def test_what_is_old_goes_by_itself_and_what_is_immune_stays(processes, clock):
    runtime = processes()
    old, pinned, young = learn(runtime, "old"), learn(runtime, "pinned"), None
    with runtime.db.writing("test") as tx:
        lifecycle.pin(tx, pinned, pinned=True)
        ada = entities.create(tx, name="Ada", entity_type="person").entity
        fact = observations.observe(tx, ada, "likes tea", valid=Period(tx.now)).observation.uid
    clock.advance(days=31)
    young = learn(runtime, "young")
    work(Retiring(runtime, Lane()))
    assert archived(runtime, [old, pinned, young, fact, ada.uid]) == [old]


def test_it_does_nothing_unless_asked_to(processes, clock):
    runtime = processes(retention="off")
    uid = learn(runtime, "old")
    clock.advance(days=400)
    assert Retiring(runtime, Lane())() is False
    assert archived(runtime, [uid]) == []


def test_it_does_not_open_a_file_nobody_needed_yet(processes):
    runtime = processes(opened=False)
    assert Retiring(runtime, Lane())() is False
    assert not runtime.is_open


def test_a_day_has_one_slice_for_all_processes(processes, clock):
    first, second = processes(), processes()
    one, other = Retiring(first, Lane()), Retiring(second, Lane())
    uids = [learn(first, f"old {number}") for number in range(3)]
    clock.advance(days=31)
    work(one)
    assert archived(first, uids) == uids
    late = learn(first, "grows old the same day")
    with first.db.writing("test") as tx:
        retention.restore(tx, project=0, uids=uids[:1])
    clock.advance(hours=23)
    assert (work(one), work(other)) == (1, 1)
    clock.advance(days=31)
    work(other)
    assert archived(first, [late]) == [late]


def test_a_slice_is_bounded_and_the_rest_goes_the_next_days(processes, clock, monkeypatch):
    monkeypatch.setattr(background_retention, "SLICE", 5)
    monkeypatch.setattr(background_retention, "STEP", 2)
    runtime = processes()
    uids = [learn(runtime, f"old {number}") for number in range(12)]
    clock.advance(days=31)
    chore, counts = Retiring(runtime, Lane()), []
    for _ in range(4):
        work(chore)
        counts.append(len(archived(runtime, uids)))
        clock.advance(days=1)
    assert counts == [5, 10, 12, 12]


def test_restoring_the_last_run_brings_back_the_whole_slice_and_it_is_not_taken_again(processes, clock, monkeypatch):
    monkeypatch.setattr(background_retention, "STEP", 2)
    runtime = processes()
    uids = [learn(runtime, f"old {number}") for number in range(5)]
    clock.advance(days=31)
    chore = Retiring(runtime, Lane())
    work(chore)
    with runtime.db.writing("test") as tx:
        assert sorted(retention.restore(tx, project=-1)) == sorted(uids)
    clock.advance(days=2)
    work(chore)
    assert archived(runtime, uids) == []
    clock.advance(days=31)
    work(chore)
    assert archived(runtime, uids) == uids


def test_a_row_that_is_used_between_plan_and_step_stays(processes, clock):
    runtime = processes()
    used, old = learn(runtime, "used"), learn(runtime, "old")
    clock.advance(days=31)
    chore = Retiring(runtime, Lane())
    assert (chore(), chore()) == (True, True)
    with runtime.db.writing("test") as tx:
        lifecycle.note_use(tx, used)
    work(chore)
    assert archived(runtime, [used, old]) == [old]


def test_turns_go_only_at_an_age_of_their_own(processes, clock):
    runtime, other = processes(), processes(retention_turn_days=60)
    turn = learn(runtime, "said", kind="turn")
    clock.advance(days=50)
    work(Retiring(runtime, Lane()))
    clock.advance(days=5)
    work(Retiring(other, Lane()))
    assert archived(runtime, [turn]) == []
    clock.advance(days=6)
    work(Retiring(other, Lane()))
    assert archived(runtime, [turn]) == [turn]


class Wanted(Lane):
    """A lane on which a call begins to wait as soon as deferred work has it."""

    is_wanted = True


def test_a_plan_is_broken_off_when_a_call_comes_and_made_again_later(processes, clock):
    runtime = processes()
    with runtime.db.writing("test") as tx:
        uids = [
            facts.assert_(tx, Draft(kind="learning", body=f"old {number}", valid=Period(tx.now))).uid
            for number in range(500)
        ]
    clock.advance(days=31)
    chore = Retiring(runtime, Wanted())
    assert [chore() for _ in range(3)] == [True, True, True]
    assert archived(runtime, uids) == []
    chore._lane = Lane()
    work(chore)
    assert len(archived(runtime, uids)) == 500


def test_what_was_purged_by_itself_is_gone_from_the_file(processes, clock, tmp_path):
    runtime = processes()
    learn(runtime, "a very peculiar platypus")
    chore = Retiring(runtime, Lane())
    for _ in range(2):
        clock.advance(days=181)
        work(chore)
    assert all(b"platypus" not in path.read_bytes() for path in tmp_path.glob("memory.db*"))


def test_what_was_purged_by_itself_is_gone_from_logs_and_waiting_events(processes, clock, tmp_path):
    runtime = processes(log_file=tmp_path / "server.log")
    text = "a very peculiar platypus"
    learn(runtime, text)
    runtime.settings.log_path.write_text(f"refused: {text}\nkept line\n")
    payload = {"session_id": "s1", "cwd": str(tmp_path), "prompt": text}
    put_off(runtime.settings, Heard("UserPromptSubmit", "claude", payload, {}, 1))
    chore = Retiring(runtime, Lane())
    for _ in range(2):
        clock.advance(days=181)
        work(chore)

    assert runtime.settings.log_path.read_text().endswith("kept line\n")
    assert all(b"platypus" not in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_a_run_leaves_what_is_more_than_it_may_purge_to_the_next(processes, clock, monkeypatch):
    monkeypatch.setattr(retention, "MOST_PURGED", 2)
    runtime = processes(retention="off")
    uids = [learn(runtime, f"old {number}") for number in range(3)]
    policy = retention.Policy(0)
    left = []
    for days in (31, 181, 0, 0):
        clock.advance(days=days)
        with runtime.db.writing("test") as tx:
            planned, _gone = retention.run(tx, policy)
        left.append((len(planned.leaving), planned.later))
    assert left == [(3, 0), (2, 1), (1, 0), (0, 0)]
    with runtime.db.reading() as snapshot:
        assert all(erasure.is_erased(snapshot, uid) for uid in uids)
