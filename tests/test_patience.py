from __future__ import annotations

import pytest

from memory_mcp.errors import BusyError
from memory_mcp.store.db import Database
from memory_mcp.store.patience import Patience


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
