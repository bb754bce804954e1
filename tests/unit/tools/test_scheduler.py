"""Who may use the connection, and who goes first."""

from __future__ import annotations

import threading
import time
from contextlib import AbstractContextManager

from memory_mcp.tools.framework.scheduler import Lane

PATIENCE = 30.0


class Visitor(threading.Thread):
    """Enters the lane, writes its name down, and stays until it is told to go."""

    def __init__(self, name: str, entrance: AbstractContextManager[None], log: list[str]) -> None:
        super().__init__(daemon=True)
        self.label, self._entrance, self._log = name, entrance, log
        self.is_in, self._may_go = threading.Event(), threading.Event()
        self.start()

    def run(self) -> None:
        with self._entrance:
            self._log.append(f"{self.label} in")
            self.is_in.set()
            self._may_go.wait(PATIENCE)
            self._log.append(f"{self.label} out")

    def go(self) -> None:
        self._may_go.set()
        self.join(PATIENCE)


def until_wanted(lane: Lane) -> None:
    deadline = time.monotonic() + PATIENCE
    while not lane.is_wanted:
        assert time.monotonic() < deadline


def test_one_call_waits_for_another():
    lane, log = Lane(), []
    first = Visitor("first", lane.answering(), log)
    first.is_in.wait(PATIENCE)
    second = Visitor("second", lane.answering(), log)
    until_wanted(lane)
    first.go()
    second.go()

    assert log == ["first in", "first out", "second in", "second out"]


def test_a_call_goes_before_deferred_work_that_asked_earlier():
    lane, log = Lane(), []
    holder = Visitor("holder", lane.answering(), log)
    holder.is_in.wait(PATIENCE)
    later = Visitor("deferred", lane.deferred(), log)
    call = Visitor("call", lane.answering(), log)
    until_wanted(lane)
    holder.go()
    call.go()
    later.go()

    assert log == ["holder in", "holder out", "call in", "call out", "deferred in", "deferred out"]


def test_a_call_waits_for_a_step_that_has_begun_and_shows_that_it_does():
    lane, log = Lane(), []
    step = Visitor("step", lane.deferred(), log)
    step.is_in.wait(PATIENCE)
    call = Visitor("call", lane.answering(), log)
    until_wanted(lane)
    step.go()
    call.go()

    assert log == ["step in", "step out", "call in", "call out"]
    assert not lane.is_wanted
