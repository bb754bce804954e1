"""A disk without room is named as such, also where SQLite only says that it could not write."""

from __future__ import annotations

import shutil
from types import SimpleNamespace

import apsw
import pytest

from memory_mcp.errors import RefusedError
from memory_mcp.store.file import migrate
from memory_mcp.store.file.connection import known_failure

FAILURES = [apsw.FullError("full"), apsw.IOError("disk I/O error"), apsw.CantOpenError("unable to open")]


@pytest.mark.parametrize("failure", FAILURES, ids=["full", "io", "open"])
def test_a_write_that_finds_no_room_says_that_the_disk_is_full(failure, tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=0))

    told = known_failure(failure, tmp_path / "memory.db")
    assert isinstance(told, RefusedError)
    assert "is full" in told.message


def test_another_failure_is_not_taken_for_a_full_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=10_000_000))

    told = known_failure(apsw.IOError("disk I/O error"), tmp_path / "memory.db")
    assert told is not None
    assert "cannot be opened" in told.message


def test_a_disk_that_is_full_while_a_file_is_made_is_no_damage(tmp_path, monkeypatch):
    def full(connection):
        # As SQLite itself does where it finds no room.
        connection.execute("ROLLBACK")
        raise apsw.FullError("database or disk is full")

    monkeypatch.setattr(migrate, "migrations", lambda: [(1, full)])
    path = str(tmp_path / "memory.db")

    with pytest.raises(apsw.FullError):
        migrate.migrate(apsw.Connection(path), path)
