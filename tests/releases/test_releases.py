"""Files of every released schema are opened, whole, by this program; files of a later one are left alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import apsw
import pytest
from calling import Client, server
from releases import START, dumps, load, schema

from memory_mcp.errors import UnsupportedError
from memory_mcp.store.file import migrate
from memory_mcp.store.file.copies.checking import check_backup
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import invariants
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.graph import memory_entity_open
from memory_mcp.tools.search import memory_grep, memory_search

LATER = START + 90 * 86_400_000_000


@pytest.fixture(params=dumps(), ids=lambda dump: dump.stem)
def released(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A memory as a released program left it."""
    return load(request.param, tmp_path / "memory.db")


@pytest.fixture
def a_second_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this program know one more schema."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate._FOLDER, folder)
    number = migrate.schema_version() + 1
    (folder / f"{number:04}_more.sql").write_text("ALTER TABLE profile ADD COLUMN more TEXT;")
    monkeypatch.setattr(migrate, "_FOLDER", folder)


def test_every_schema_has_a_memory_that_must_open() -> None:
    assert [dump.stem for dump in dumps()] == [
        f"schema_{number:04}" for number in range(1, migrate.schema_version() + 1)
    ]


def test_a_released_memory_opens_with_all_it_held(released: Path) -> None:
    with server(released.parent, ManualClock(LATER), project="harbour") as runtime:
        client = Client(runtime, released.parent)
        for query, text in (
            ("staging port", "Staging listens on port 7654."),
            ("queue", "Use SQLite as the queue."),
            ("crane tests fail", "The crane tests fail on Tuesdays."),
            ("restart crane", "Restart it with"),
            ("Berlin", "Lives in Berlin."),
        ):
            assert text in client.text(memory_search, query=query), query
        assert "7654" in client.text(memory_grep, pattern="listens on port")
        ann = client.call(memory_entity_open, name="Annie")
        assert "Lives in Berlin." in str(ann)
        assert "Crane" in str(ann)
        with runtime.db.reading() as snapshot:
            assert invariants.check(snapshot) == []
            assert snapshot.rows("PRAGMA integrity_check") == [("ok",)]
            everything = str(snapshot.rows("SELECT title, body, context FROM item"))
        assert "port 6543" in everything
        assert "This sentence was erased." not in everything


def test_a_released_memory_becomes_the_same_as_a_new_one(released: Path, tmp_path: Path) -> None:
    for path in (released, tmp_path / "new.db"):
        Database(path, ManualClock(LATER)).close()
    assert schema(released) == schema(tmp_path / "new.db")


@pytest.mark.usefixtures("a_second_schema")
def test_a_memory_is_backed_up_before_it_is_migrated_and_then_opens_under_the_new_schema(released: Path) -> None:
    newest = migrate.schema_version()
    with server(released.parent, ManualClock(LATER)) as runtime, runtime.db.connection() as connection:
        assert connection.pragma("user_version") == newest
    (copy,) = (released.parent / "memory.db-backups").iterdir()
    assert check_backup(copy).schema_version < newest
    assert check_backup(copy).versions == check_backup(released).versions


def test_a_memory_of_a_later_program_is_refused_and_left_as_it_is(released: Path) -> None:
    connection = apsw.Connection(str(released))
    connection.pragma("user_version", migrate.schema_version() + 1)
    connection.close()
    before = released.read_bytes()
    with pytest.raises(UnsupportedError, match="this program knows"):
        Database(released, ManualClock(LATER))
    assert released.read_bytes() == before
    assert sorted(path.name for path in released.parent.iterdir()) == ["memory.db"]
