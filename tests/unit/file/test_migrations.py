"""Steps from schema to schema: of SQL or of Python, each whole or not at all."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from memory_mcp.store.facts import profile
from memory_mcp.store.file import migrate
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import invariants

SPLIT = '''"""Split a person's name in two, at the last space."""


def migrate(connection):
    for (name,) in connection.execute("SELECT value FROM profile WHERE field = 'name'").fetchall():
        first, _, last = name.rpartition(" ")
        for field, value in (("first name", first), ("last name", last)):
            connection.execute("INSERT INTO profile (field, value, changed_at) VALUES (?, ?, 1)", (field, value))
    connection.execute("DELETE FROM profile WHERE field = 'name'")
'''
FAILING = SPLIT + '    raise RuntimeError("half way")\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of this program's migrations, to put more into."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate._FOLDER, folder)
    monkeypatch.setattr(migrate, "_FOLDER", folder)
    return folder


@pytest.fixture
def named(tmp_path: Path, clock) -> Path:
    """A memory of today's schema that knows a name."""
    db = Database(tmp_path / "memory.db", clock)
    with db.writing("test") as tx:
        profile.set_field(tx, "name", "Ada King Lovelace")
    db.close()
    return db.path


def fields(path: Path, clock) -> dict[str, str]:
    db = Database(path, clock)
    with db.reading() as snapshot:
        found = profile.fields(snapshot)
    db.close()
    return found


def next_step(folder: Path, name: str, source: str) -> int:
    number = migrate.schema_version() + 1
    (folder / f"{number:04}_{name}").write_text(source, encoding="utf-8")
    return number


def test_a_step_of_python_changes_what_sql_alone_could_not(folder, named, clock):
    number = next_step(folder, "split_names.py", SPLIT)
    assert fields(named, clock) == {"first name": "Ada King", "last name": "Lovelace"}
    connection = apsw.Connection(str(named))
    assert connection.pragma("user_version") == number
    connection.close()


def test_a_step_of_python_runs_once(folder, named, clock):
    next_step(folder, "split_names.py", SPLIT)
    assert fields(named, clock) == fields(named, clock)


def test_a_step_of_python_that_fails_changes_nothing(folder, named, clock):
    number = next_step(folder, "split_names.py", FAILING)
    with pytest.raises(RuntimeError, match="half way"):
        Database(named, clock)
    connection = apsw.Connection(str(named))
    assert connection.pragma("user_version") == number - 1
    assert connection.execute("SELECT field, value FROM profile").fetchall() == [("name", "Ada King Lovelace")]
    connection.close()


def test_steps_of_both_languages_run_in_the_order_of_their_numbers(folder, named, clock):
    next_step(folder, "shout.sql", "UPDATE profile SET value = upper(value);")
    next_step(folder, "split_names.py", SPLIT)
    next_step(folder, "drop_first.sql", "DELETE FROM profile WHERE field = 'first name';")
    assert fields(named, clock) == {"last name": "LOVELACE"}


def test_a_new_file_runs_every_step(folder, tmp_path, clock):
    number = next_step(folder, "split_names.py", SPLIT)
    assert fields(tmp_path / "new.db", clock) == {}
    connection = apsw.Connection(str(tmp_path / "new.db"))
    assert connection.pragma("user_version") == number
    connection.close()


def test_each_number_is_one_step(folder):
    numbers = [number for number, _ in migrate.migrations()]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("statement", range(1, 5))
def test_a_file_that_another_process_makes_during_the_look_at_it_is_ours(tmp_path, statement):
    path = tmp_path / "new.db"
    connection, other = apsw.Connection(str(path)), apsw.Connection(str(path))
    seen: list[str] = []

    def made_meanwhile(_cursor: object, sql: str, _bindings: object) -> bool:
        seen.append(sql)
        if len(seen) == statement:
            migrate.migrate(other, str(path))
        return True

    connection.exec_trace = made_meanwhile
    assert migrate.file_version(connection, str(path)) in {0, migrate.schema_version()}
    connection.close()
    other.close()


def test_a_file_in_which_litestream_was_first_becomes_a_memory(tmp_path, clock):
    with closing(apsw.Connection(str(tmp_path / "memory.db"))) as litestream:
        litestream.pragma("journal_mode", "wal")
        litestream.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
    with closing(Database(tmp_path / "memory.db", clock)) as db, db.reading() as snapshot:
        assert invariants.check(snapshot) == []
