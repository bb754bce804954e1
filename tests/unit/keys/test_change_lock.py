"""Who meets a change of the key is told so, and to try again."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memory_mcp.config import Settings
from memory_mcp.errors import BusyError, MemoryMcpError, RefusedError
from memory_mcp.keys.change_lock import is_being_changed
from memory_mcp.keys.lookup import find_key
from memory_mcp.store.file.copies.key_change import only_change
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import SystemClock

KEY, OTHER = f"raw:{'7e' * 32}", f"raw:{'c0' * 32}"


@contextmanager
def changed_by_another(path: Path) -> Iterator[None]:
    """Hold the lock as another process does: this one knows nothing of it."""
    descriptor = os.open(path.parent, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(descriptor)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Database(tmp_path / "memory.db", SystemClock(), key=KEY).close()
    return tmp_path / "memory.db"


def with_another_key(path: Path) -> None:
    Database(path, SystemClock(), key=OTHER).close()


def with_a_key_that_is_not_there_yet(path: Path) -> None:
    find_key(Settings(db_path=path, key_file=path.with_name("memory.key")))


def behind_a_writer(path: Path) -> None:
    first = Database(path, SystemClock(), key=KEY)
    second = Database(path, SystemClock(), key=KEY, busy_timeout_ms=1)
    try:
        with first.writing("test"), second.writing("test"):
            pass
    finally:
        second.close()
        first.close()


def in_a_file_that_was_replaced(path: Path) -> None:
    opened = Database(path, SystemClock(), key=KEY)
    try:
        path.replace(path.with_name("old.db"))
        path.write_bytes(b"x" * 4_096)
        with opened.writing("test"):
            pass
    finally:
        opened.close()


@pytest.mark.parametrize(
    "failing", [with_another_key, with_a_key_that_is_not_there_yet, behind_a_writer, in_a_file_that_was_replaced]
)
def test_what_fails_while_the_key_is_changed_says_so_and_to_try_again(
    path: Path, failing: Callable[[Path], None]
) -> None:
    with changed_by_another(path), pytest.raises(BusyError, match="another process changes the key") as told:
        failing(path)
    assert "Try the same call again" in told.value.hint


@pytest.mark.parametrize("failing", [with_another_key, with_a_key_that_is_not_there_yet, behind_a_writer])
def test_at_any_other_time_the_cause_is_told(path: Path, failing: Callable[[Path], None]) -> None:
    with pytest.raises(MemoryMcpError) as told:
        failing(path)
    assert "changes the key" not in told.value.message


def test_who_changes_the_key_does_not_wait_for_itself(path: Path) -> None:
    with only_change(path):
        assert not is_being_changed(path)
        with pytest.raises(RefusedError):
            with_another_key(path)
    assert not is_being_changed(path)
