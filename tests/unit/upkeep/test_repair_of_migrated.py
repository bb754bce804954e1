"""Files that began under an earlier schema come through a repair whole."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file import migrate
from memory_mcp.store.file.database import Database
from memory_mcp.store.upkeep.repair import repair
from memory_mcp.temporal import ManualClock, Period

ROWS = 400


@pytest.fixture
def first(tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of the first schema with some facts."""
    path = tmp_path / "first.db"
    names = migrate._files()
    with monkeypatch.context() as patched:
        patched.setattr(migrate, "_files", lambda: names[:1])
        db = Database(path, clock)
        with db.writing("test") as tx:
            for number in range(ROWS):
                facts.assert_(tx, Draft("learning", f"Fact {number}. {'words ' * 40}", Period(tx.now)))
        db.close()
    return path


def learnings(path: Path) -> int:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return int(connection.execute("SELECT count(*) FROM item WHERE kind = 'learning'").fetchall()[0][0])
    finally:
        connection.close()


def test_an_intact_file_of_the_first_schema_loses_nothing(first: Path, clock: ManualClock) -> None:
    repaired = repair(first, clock)

    assert repaired.lost == {}
    assert learnings(first) == ROWS


def test_a_migrated_file_with_a_damaged_page_of_its_schema_loses_nothing(first: Path, clock: ManualClock) -> None:
    Database(first, clock).close()
    connection = apsw.Connection(str(first))
    pages = [page for (page,) in connection.execute("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'")]
    size = int(connection.pragma("page_size"))
    connection.close()
    with first.open("rb+") as file:
        file.seek((pages[2] - 1) * size)
        file.write(b"\xff" * (size // 2))
    repaired = repair(first, clock)

    assert repaired.lost == {}
    assert learnings(first) == ROWS
