from __future__ import annotations

import pytest

from memory_mcp.errors import BusyError
from memory_mcp.store.file.busy_handler import Patience
from memory_mcp.store.file.database import Database


def test_a_write_gives_up_when_its_time_is_over_and_nothing_is_written(db, clock):
    other = Database(db.path, clock, busy_timeout_ms=30)

    with db.writing("holder"), pytest.raises(BusyError), other.writing("late") as tx:
        assert tx.id

    with other.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM txn") == 0
    other.close()


def test_a_limit_of_nothing_asks_once():
    assert Patience(0)(0) is False


def test_a_limit_can_be_changed_while_waiting():
    patience = Patience(60_000)
    assert patience(0) is True

    patience.limit_ms = 0

    assert patience(1) is False


class Moments:
    """Time that goes by in sleep alone."""

    def __init__(self):
        self.now = 100.0

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


def test_waits_bounded_together_leave_the_later_ones_what_is_left(monkeypatch):
    moments = Moments()
    monkeypatch.setattr("memory_mcp.store.file.busy_handler.time", moments)
    patience = Patience(2_000)
    patience.until = moments.now + 3

    def waited():
        begun, asked = moments.now, 0
        while patience(asked):
            asked += 1
        return moments.now - begun

    assert [waited() for _ in range(3)] == [pytest.approx(length, abs=0.01) for length in (2, 1, 0.05)]
