"""A file that cannot be read says whether its key is at fault, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_mcp.errors import CorruptError, RefusedError
from memory_mcp.store.file import connection
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock


def made(path: Path, clock: ManualClock, key: str | None) -> Path:
    Database(path / "memory.db", clock, key=key).close()
    return path / "memory.db"


@pytest.mark.parametrize(
    ("made_with", "opened_with", "message", "hint"),
    [
        ("tea", "coffee", "encrypted with another key", "Check MEMORY_DB_KEY"),
        ("tea", None, "is encrypted, or not", "Set MEMORY_DB_KEY"),
        (None, "coffee", "is not encrypted, but a key is given", "Unset MEMORY_DB_KEY"),
    ],
)
def test_a_wrong_key_is_refused_as_one_and_no_backup_is_asked_for_first(
    made_with: str | None, opened_with: str | None, message: str, hint: str, tmp_path: Path, clock: ManualClock
) -> None:
    path = made(tmp_path, clock, made_with)
    before = path.read_bytes()
    with pytest.raises(RefusedError, match=message) as raised:
        Database(path, clock, key=opened_with)
    assert raised.value.hint.startswith(hint)
    assert path.read_bytes() == before


@pytest.mark.parametrize("key", [None, "tea"])
def test_a_damaged_file_under_its_own_key_is_damaged(key: str | None, tmp_path: Path, clock: ManualClock) -> None:
    path = made(tmp_path, clock, key)
    whole = path.read_bytes()
    path.write_bytes(whole[:4_096] + b"\xff" * (len(whole) - 4_096))
    with pytest.raises(CorruptError, match="is damaged") as raised:
        Database(path, clock, key=key)
    assert "memory-mcp restore" in raised.value.hint
    assert "health" not in raised.value.hint


@pytest.fixture
def made_meanwhile(tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Have the file made with a key by somebody else, just after it is opened for the first time."""
    configure = connection.configure

    def prepare(key: str) -> Path:
        def after_another(*arguments: Any) -> None:
            monkeypatch.setattr(connection, "configure", configure)
            made(tmp_path, clock, key)
            configure(*arguments)

        monkeypatch.setattr(connection, "configure", after_another)
        return tmp_path / "memory.db"

    return prepare


def test_of_two_processes_that_make_one_encrypted_file_both_open_it(
    made_meanwhile: Callable[[str], Path], clock: ManualClock
) -> None:
    Database(made_meanwhile("tea"), clock, key="tea").close()


def test_another_key_than_the_file_was_just_made_with_is_refused(
    made_meanwhile: Callable[[str], Path], clock: ManualClock
) -> None:
    with pytest.raises(RefusedError, match="encrypted with another key"):
        Database(made_meanwhile("coffee"), clock, key="tea")
