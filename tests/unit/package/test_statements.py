"""SQL in the source: where it stands, what it writes, and that SQLite can read it."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import apsw
import pytest

import memory_mcp
from memory_mcp.store.file import as_of
from memory_mcp.store.file.database import Database
from memory_mcp.store.vectors import index
from memory_mcp.temporal import FOREVER

PACKAGE = Path(memory_mcp.__file__).parent
STORE = PACKAGE / "store"
# PostgreSQL's: tables of the same names in another database.
HUB = PACKAGE / "hub"
_STATEMENT = re.compile(r"(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b.*\s(?:FROM|INTO|SET|WHERE|VALUES|AS)\b", re.DOTALL)
_WRITE = re.compile(
    r"\b(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+(?!SET\b)(\w+)"
)
# A question in the form of a write: FTS5 takes its commands that way.
_CHECK = re.compile(r"INSERT INTO (\w+) \(\1, rank\) VALUES \('integrity-check'")
# A file of its own beside the memory, one row under a key.
_OTHER_FILES = frozenset({"entry"})


@cache
def literals(source: str) -> tuple[str, ...]:
    """Return the texts a module spells out, also as parts of others, without SQL's comments."""
    return tuple(
        re.sub(r"--[^\n]*", "", node.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def writers(modules: Mapping[Path, str]) -> dict[str, set[str]]:
    """Return the rooms that write each table; a room is a folder of ``store``, or a package beside it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path, source in modules.items():
        if path.is_relative_to(HUB):
            continue
        parts = path.relative_to(PACKAGE).parts
        room = "/".join(parts[:2]) if parts[0] == "store" else parts[0]
        for text in literals(source):
            for table in _WRITE.findall(_CHECK.sub("", text)):
                found[table].add(room)
    return {table: rooms for table, rooms in found.items() if table not in _OTHER_FILES}


def modules(below: Path = PACKAGE) -> dict[Path, str]:
    return {path: path.read_text("utf-8") for path in sorted(below.rglob("*.py"))}


def tables(db: Database) -> set[str]:
    """Return the tables of the schema, without those that FTS5 keeps for itself."""
    with db.reading() as snapshot:
        rows = snapshot.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return {name for (name,) in rows if not re.match(r"item_(fts|trigram)_", name)}


def test_each_table_is_written_by_one_room_of_the_store():
    found = writers(modules())
    assert {table: rooms for table, rooms in found.items() if len(rooms) > 1} == {}
    assert {table: rooms for table, rooms in found.items() if not min(rooms).startswith("store/")} == {}


def test_every_table_is_written_and_every_table_that_is_written_is_in_the_schema(db):
    # By triggers alone; and made on first need.
    by_triggers, on_first_need = {"item_tag"}, {"item_vector"}
    # Read only: what may be said of a row, and FTS5's view of its own words.
    never = {"kind", "item_vocab"}
    # A view whose trigger fills touched.
    views = {"touch"}
    assert set(writers(modules())) - on_first_need - views == tables(db) - by_triggers - never


@pytest.mark.parametrize(
    ("path", "statement"),
    [
        ("store/search/boosts.py", "UPDATE item_state SET pinned = 1"),
        ("store/graph/entities.py", "DELETE FROM session"),
        ("tools/goals.py", "INSERT OR IGNORE INTO goal (goal) VALUES (1)"),
    ],
)
def test_a_second_room_that_writes_a_table_is_seen(path, statement):
    table = _WRITE.findall(statement)[0]
    found = writers(modules() | {PACKAGE / path: f'_SQL = """\n    {statement}\n"""\n'})
    assert len(found[table]) == 2


def test_an_open_end_is_spelled_once():
    spelled = [path.name for path, source in modules().items() for _ in range(source.count(str(FOREVER)))]
    assert spelled == ["as_of.py"]
    assert str(FOREVER) == as_of.OPEN_END


def test_when_a_version_is_believed_is_asked_by_name():
    compared = re.compile(
        r"superseded_at\s*(?:=|<>|<=?|>=?)\s*(?:\d|:known_at)|(?::known_at|:now)\s*<=?\s*\w*\.?superseded"
    )
    found = {
        path.name
        for path, source in modules().items()
        for text in literals(source)
        if "UPDATE item" not in text and compared.search(text)
    }
    # The invariants compare an end with the last day of the calendar.
    assert found == {"as_of.py", "invariants.py"}


def test_only_the_store_and_the_hub_hold_sql():
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path, source in modules().items()
        for text in literals(source)
        if not path.is_relative_to(STORE)
        and not path.is_relative_to(HUB)
        and re.match(r"\s*" + _STATEMENT.pattern, text, re.DOTALL)
    }
    assert found == set()


def test_the_hub_writes_tables_of_its_schema_alone():
    # Streamed into, and gone with the connection.
    aside = {"incoming", "incoming_change", "incoming_register"}
    written = re.compile(r"\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|COPY)\s+(?!SET\b)([\w.]+)")
    found = {
        table
        for path, source in modules(HUB).items()
        for text in literals(source)
        if _STATEMENT.match(text.strip())
        for table in written.findall(text)
    }
    assert {table for table in found if not table.startswith("memory.")} <= aside
    assert "memory.item" in found


def statements() -> Iterator[tuple[str, str]]:
    """Yield every statement as it is run, with the name it has; what is filled in later is left out."""
    for module in pkgutil.walk_packages([str(STORE)], "memory_mcp.store."):
        for name, value in vars(importlib.import_module(module.name)).items():
            values = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else [value]
            for text in values:
                if isinstance(text, str) and _STATEMENT.match(re.sub(r"--[^\n]*", "", text).strip()):
                    yield f"{module.name.removeprefix('memory_mcp.store.')}.{name}", text


# Statements of another file or another schema, and parts that others begin with.
_APART = (
    "file.sealed_text.", "file.foreign_database.", "file.invariants._VECTORS", "graph.relations._REACHED",
    "upkeep.retention._",
)  # fmt: skip


def test_sqlite_can_read_every_statement(db):
    db.load_vectors()
    with db.writing("test") as tx:
        index.start_over(tx, "model", 4)
    broken = {}
    with db.connection() as connection:
        for name, text in statements():
            if name.startswith(_APART) or "{filter}" in text:
                continue
            try:
                connection.execute(f"EXPLAIN {text}", dict.fromkeys(re.findall(r":(\w+)", text))).fetchall()
            except apsw.Error as exc:
                broken[name] = str(exc)
    assert broken == {}
