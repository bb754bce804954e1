"""A memory whose tables or triggers somebody changed is told from one of ours, and its rows can be saved."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import apsw
import pytest

from memory_mcp.errors import CorruptError, UnsupportedError
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.copies.checking import check_backup
from memory_mcp.store.file.copies.restoring import restore
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import own_schema
from memory_mcp.store.file.mending.integrity import integrity
from memory_mcp.store.file.mending.own_schema import OWN_ACTING, acting
from memory_mcp.store.file.migrate import file_version, migrate, schema_version
from memory_mcp.store.upkeep.repair import repair
from memory_mcp.temporal import Period
from memory_mcp.transfer.joining import join

KEEPS_WHAT_IS_ERASED = """
    CREATE TABLE kept (body TEXT);
    CREATE TRIGGER keeper BEFORE DELETE ON item BEGIN INSERT INTO kept VALUES (old.body); END;
"""
ENDLESS_PROJECTS = """
    ALTER TABLE project RENAME TO hidden;
    CREATE VIEW project AS
    WITH RECURSIVE number (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number) SELECT id, id AS name FROM number;
"""
ENDLESS_ITEMS = """
    PRAGMA legacy_alter_table = 1;
    ALTER TABLE item RENAME TO hidden;
    CREATE VIEW item AS
    WITH RECURSIVE number (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number) SELECT * FROM number;
"""
OTHER_WORDS = """
    CREATE VIEW words AS
    WITH RECURSIVE number (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number) SELECT * FROM number;
    DROP TABLE item_vocab;
    CREATE VIRTUAL TABLE item_vocab USING fts5 (id, content = words);
"""
NO_HANDOFFS = "DROP TABLE handoff"
NOTHING_SHOWN = "DROP TABLE session_shown"
CHANGES = [
    pytest.param(KEEPS_WHAT_IS_ERASED, "'keeper' is not of this program", id="trigger"),
    pytest.param(ENDLESS_PROJECTS, "project is not as this program makes it", id="view"),
    pytest.param(ENDLESS_ITEMS, "item is not as this program makes it", id="items"),
    pytest.param(OTHER_WORDS, "item_vocab is not as this program makes it", id="virtual"),
    pytest.param(NO_HANDOFFS, "handoff is missing", id="missing"),
]
# Nothing of these runs when a file is opened.
ADDED = [
    pytest.param("CREATE UNIQUE INDEX zz ON item (kind, uid, id)", "'zz' is not of this program", id="index"),
    pytest.param("CREATE TABLE zz (a REFERENCES item (id))", "'zz' is not of this program", id="reference"),
]
WRONG_HEADS = [
    pytest.param("DELETE FROM meta WHERE key = 'origin'", id="no-origin"),
    pytest.param("PRAGMA user_version = 1", id="older"),
    pytest.param("PRAGMA user_version = -5", id="negative"),
]


@pytest.fixture
def given(clock, tmp_path) -> Path:
    """A memory of somebody else, with one fact."""
    path = tmp_path / "given.db"
    with closing(Database(path, clock)) as other, other.writing("test") as tx:
        facts.assert_(tx, Draft("learning", "we use tabs", Period(tx.now)))
    return path


def change(path: Path, statements: str) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute(statements)


def bodies(path: Path, clock) -> list[str]:
    with closing(Database(path, clock)) as db, db.reading() as snapshot:
        return [body for (body,) in snapshot.rows("SELECT body FROM item ORDER BY id")]


@pytest.mark.parametrize(("statements", "said"), CHANGES + ADDED)
def test_another_memory_with_a_changed_schema_is_not_joined(db, given, statements, said):
    change(given, statements)

    with pytest.raises(CorruptError, match=said):
        join(db, given)


@pytest.mark.parametrize(("statements", "said"), CHANGES + ADDED)
def test_a_backup_with_a_changed_schema_is_not_restored(db, given, tmp_path, statements, said):
    db.close()
    change(given, statements)

    with pytest.raises(CorruptError, match=said):
        restore(given, db.path)
    assert list(tmp_path.glob("*before-restore*")) == []


@pytest.mark.parametrize("statements", WRONG_HEADS)
def test_a_backup_that_says_wrongly_what_it_is_is_not_restored(db, given, tmp_path, statements):
    db.close()
    change(given, statements)
    before = db.path.read_bytes()

    with pytest.raises(CorruptError, match=r"given\.db is not as this program makes it"):
        restore(given, db.path)
    assert db.path.read_bytes() == before
    assert list(tmp_path.glob("*before-restore*")) == []


@pytest.mark.parametrize("statements", WRONG_HEADS)
def test_another_memory_that_says_wrongly_what_it_is_is_not_joined(db, given, statements):
    change(given, statements)

    with pytest.raises(CorruptError, match=r"given\.db (is not as this program makes it|holds no memory)"):
        join(db, given)


def test_another_memory_that_is_damaged_is_named_as_it_was_given(db, given):
    with closing(apsw.Connection(str(given))) as connection:
        page = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'profile'").get
        size = connection.pragma("page_size")
    with given.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)

    with pytest.raises(CorruptError) as caught:
        join(db, given)
    assert caught.value.message.startswith(f"{given} is damaged")
    assert "repair" in caught.value.hint


@pytest.mark.parametrize(("statements", "said"), CHANGES)
def test_a_memory_with_a_changed_schema_is_not_opened(given, clock, statements, said):
    change(given, statements)

    with pytest.raises(CorruptError, match=said):
        Database(given, clock)


BEFORE_NOTES_WERE_READ = 2
OLDER_GOALS = "CREATE TABLE goal (project_id INTEGER PRIMARY KEY, goal TEXT NOT NULL, changed_at INTEGER NOT NULL)"


def test_a_table_of_a_program_that_was_never_released_is_no_reason_to_refuse_a_memory(given, clock):
    with closing(apsw.Connection(str(given))) as connection:
        connection.execute(
            "DROP TABLE note_later; DROP TABLE note_reading; ALTER TABLE statement_reading DROP COLUMN role"
        )
        connection.pragma("writable_schema", True)
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'goal'", (OLDER_GOALS,))
        connection.pragma("user_version", BEFORE_NOTES_WERE_READ)

    assert check_backup(given).versions == 1
    assert bodies(given, clock) == ["we use tabs"]


def test_a_file_that_another_process_brings_to_a_newer_schema_meanwhile_is_not_strange(tmp_path, monkeypatch):
    path = str(tmp_path / "old.db")
    with closing(apsw.Connection(path)) as ours, closing(apsw.Connection(path)) as theirs:
        ours.pragma("journal_mode", "wal")
        migrate(ours, path, through=1)

        def told_before_they_migrate(connection: apsw.Connection, path: str) -> int:
            found = file_version(connection, path)
            migrate(theirs, path)
            return found

        monkeypatch.setattr(own_schema, "file_version", told_before_they_migrate)
        own_schema.refuse_strange(ours, path)
        assert file_version(ours, path) == schema_version()


def test_a_missing_table_is_among_what_a_check_finds(given, clock):
    change(given, NOTHING_SHOWN)

    with closing(Database(given, clock)) as db:
        assert "session_shown is missing" in integrity(db, deep=False)


def test_a_view_of_somebody_else_that_stands_in_no_place_of_ours_is_left_alone(given, clock):
    change(given, "CREATE VIEW bodies AS SELECT body FROM item")

    assert bodies(given, clock) == ["we use tabs"]


def test_the_digest_by_which_a_good_file_is_known_is_that_of_the_newest_schema(given):
    with closing(apsw.Connection(str(given))) as connection:
        assert acting(connection) == OWN_ACTING


@pytest.mark.parametrize(("statements", "said"), CHANGES + ADDED)
def test_a_repair_brings_the_rows_of_a_changed_schema_into_a_file_of_ours(given, clock, statements, said):
    change(given, statements)

    assert repair(given, clock).how == "rows"
    assert bodies(given, clock) == ["we use tabs"]
    with closing(Database(given, clock)) as db:
        assert integrity(db, deep=True) == []


@pytest.mark.parametrize("statements", WRONG_HEADS)
def test_a_file_that_says_wrongly_what_it_is_is_damaged_and_can_be_repaired(given, clock, statements):
    change(given, statements)

    with pytest.raises(CorruptError):
        Database(given, clock)
    assert repair(given, clock).how == "rows"
    assert bodies(given, clock) == ["we use tabs"]


def test_a_missing_table_is_damage_and_no_defect_of_ours(given, clock):
    change(given, NOTHING_SHOWN)

    with closing(Database(given, clock)) as db, pytest.raises(CorruptError, match="session_shown is missing"):  # noqa: SIM117
        with db.reading() as snapshot:
            snapshot.rows("SELECT * FROM session_shown")


def test_a_statement_that_is_wrong_stays_a_defect_of_ours(db):
    with pytest.raises(apsw.SQLError), db.reading() as snapshot:
        snapshot.rows("SELECT nothing FROM item")


def test_a_newer_file_is_not_repaired_into_an_older_one(given, clock):
    change(given, f"ALTER TABLE item ADD COLUMN mood TEXT; PRAGMA user_version = {schema_version() + 1}")
    before = given.read_bytes()

    with pytest.raises(UnsupportedError, match=r"given\.db has schema"):
        repair(given, clock)
    assert given.read_bytes() == before
