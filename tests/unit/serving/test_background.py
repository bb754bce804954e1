"""When work that can wait is done: in a pause, and after a while even when there is none."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from memory_mcp.serving import background
from memory_mcp.serving.background import Deferred
from memory_mcp.tools.framework.scheduler import Lane

PATIENCE = 30.0


class Steps:
    """Work of so many steps; ``done`` once the last of them is."""

    def __init__(self, count: int = 1, defect: Exception | None = None) -> None:
        self.left, self.defect, self.done = count, defect, threading.Event()

    def __call__(self) -> bool:
        self.left -= 1
        if self.left <= 0:
            self.done.set()
        if self.defect is not None:
            defect, self.defect = self.defect, None
            raise defect
        return self.left > 0


def woken(*functions: Callable[[], bool]) -> Deferred:
    lane = Lane()
    deferred = Deferred(lambda: (functions, lane))
    deferred.wake()
    return deferred


def test_one_reply_is_enough_for_work_of_many_steps():
    work = Steps(5)
    woken(work)

    assert work.done.wait(PATIENCE)


def test_memory_is_given_back_once_all_of_some_work_is_done(monkeypatch: pytest.MonkeyPatch):
    work, left_when_given_back, given_back = Steps(3), list[int](), threading.Event()

    def give_back() -> None:
        left_when_given_back.append(work.left)
        given_back.set()

    monkeypatch.setattr(background.process_memory, "give_back", give_back)
    woken(work)

    assert given_back.wait(PATIENCE)
    assert left_when_given_back == [0]


def test_work_that_fails_leaves_the_rest_to_be_done(caplog):
    broken, work = Steps(defect=RuntimeError("a defect")), Steps()
    woken(broken, work)

    assert work.done.wait(PATIENCE)
    assert "deferred work failed" in caplog.text


def test_work_that_could_not_be_had_once_is_asked_for_again(caplog):
    work, lane, asked = Steps(), Lane(), threading.Event()

    def functions():
        if not asked.is_set():
            asked.set()
            raise OSError("too many open files")
        return (work,), lane

    deferred = Deferred(functions)
    deferred.wake()
    assert asked.wait(PATIENCE)
    deferred.wake()

    assert work.done.wait(PATIENCE / 3)
    assert "deferred work could not begin" in caplog.text


def test_a_client_that_never_pauses_does_not_keep_the_work_from_being_done(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(background, "_CALM_SECONDS", PATIENCE)
    monkeypatch.setattr(background, "_LONGEST_WAIT_SECONDS", -1.0)
    work = Steps()
    woken(work)

    assert work.done.wait(PATIENCE / 2)


def test_work_of_one_step_gives_no_memory_back_and_nothing_ends_where_that_fails(monkeypatch, caplog):
    has_more = [False, False, True, False, False]
    begun, asked = [threading.Event() for _ in has_more], threading.Event()
    rounds = iter(zip(begun, has_more, strict=True))

    def work() -> bool:
        event, is_more = next(rounds)
        event.set()
        return is_more

    def give_back() -> None:
        asked.set()
        raise OSError("no heap")

    monkeypatch.setattr(background.process_memory, "give_back", give_back)
    deferred = woken(work)
    assert begun[0].wait(PATIENCE)
    deferred.wake()
    assert begun[1].wait(PATIENCE)
    assert not asked.is_set()

    deferred.wake()
    assert begun[3].wait(PATIENCE)
    assert asked.wait(PATIENCE)
    deferred.wake()
    assert begun[4].wait(PATIENCE)
    assert "deferred work failed" in caplog.text
