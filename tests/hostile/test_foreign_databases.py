"""Databases of other programs that are made to do harm: reading them ends, and says why."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import foreign_files
import pytest
from click.testing import CliRunner

from memory_mcp.capture.transcripts.opencode_storage import import_sessions
from memory_mcp.cli.main import cli
from memory_mcp.config import Settings
from memory_mcp.errors import RefusedError
from memory_mcp.store.file import foreign_database
from memory_mcp.store.file.database import Database
from memory_mcp.transfer.importing import import_file

TABLES: list[tuple[foreign_database.Table, str]] = [
    ("claude-mem sessions", "sdk_sessions"),
    ("claude-mem observations", "observations"),
    ("claude-mem summaries", "session_summaries"),
    ("claude-mem prompts", "user_prompts"),
    ("mcp-memory-service memories", "memories"),
    ("opencode sessions", "session"),
]
ENDLESS = """
    CREATE VIEW {name} AS WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)
    SELECT n AS id, 'x' AS content, 1 AS created_at, 'x' AS directory, NULL AS parent_id, 1 AS time_created FROM r
"""
PAGE = 512


def changed(path: Path, script: str) -> Path:
    with sqlite3.connect(path) as db:
        db.executescript(script)
    db.close()
    return path


def with_pages_that_lead_to_one(path: Path, table: str, levels: int = 8) -> Path:
    """Make a table of one row whose pages say it again and again: each page names the next sixty times."""
    changed(path, f"""
        PRAGMA page_size = {PAGE};
        CREATE TABLE {table} (id INTEGER PRIMARY KEY, message_id TEXT, data TEXT);
        CREATE TABLE more (x);
        INSERT INTO {table} VALUES (1, 'm1', 'The till rounds up');
        INSERT INTO more VALUES (zeroblob({PAGE * (levels + 4)}));
    """)  # fmt: skip
    held = bytearray(path.read_bytes())
    first, count = 1, len(held) // PAGE
    last = count - levels + 1
    # The table's first page is the second of the file; its row goes to the last, and pages of names come between.
    held[(count - 1) * PAGE : count * PAGE] = held[first * PAGE : (first + 1) * PAGE]
    for number, child in [(2, last), *((page, page + 1) for page in range(last, count))]:
        cells, end = bytearray(), PAGE
        body = bytearray(PAGE)
        for _ in range(60):
            cell = child.to_bytes(4, "big") + b"\x01"
            end -= len(cell)
            body[end : end + len(cell)] = cell
            cells += end.to_bytes(2, "big")
        body[:12] = b"\x05\0\0" + (60).to_bytes(2, "big") + end.to_bytes(2, "big") + b"\0" + child.to_bytes(4, "big")
        body[12 : 12 + len(cells)] = cells
        held[(number - 1) * PAGE : number * PAGE] = body
    path.write_bytes(held)
    return path


@pytest.mark.parametrize(("table", "name"), TABLES)
def test_an_endless_view_in_the_place_of_a_table_is_refused(
    tmp_path: Path, table: foreign_database.Table, name: str
) -> None:
    path = changed(tmp_path / "foreign.db", ENDLESS.format(name=name))

    with pytest.raises(RefusedError, match=f"{name} is a view in it"):
        next(foreign_database.rows(path, table))


def test_an_import_of_an_endless_view_ends_and_names_the_view(tmp_path: Path) -> None:
    path = foreign_files.claude_mem(tmp_path / "claude-mem.db")
    changed(path, "DROP TABLE observations;" + ENDLESS.format(name="observations"))

    told = CliRunner().invoke(cli, ["--no-embed", "--db", str(tmp_path / "memory.db"), "import", str(path)])

    assert told.exit_code != 0
    assert "observations is a view in it" in str(told.exception)


def test_a_virtual_table_in_the_place_of_a_table_is_refused(tmp_path: Path) -> None:
    path = changed(tmp_path / "foreign.db", "CREATE VIRTUAL TABLE memories USING fts5 (content, created_at)")

    with pytest.raises(RefusedError, match="memories is a virtual table in it"):
        next(foreign_database.rows(path, "mcp-memory-service memories"))


def test_a_column_that_an_expression_makes_large_is_refused(tmp_path: Path) -> None:
    column = "content TEXT AS (hex(zeroblob(400000000)))"
    path = changed(tmp_path / "foreign.db", f"CREATE TABLE memories (id, {column}); INSERT INTO memories VALUES (1)")

    with pytest.raises(RefusedError, match="a column of memories is made by an expression"):
        next(foreign_database.rows(path, "mcp-memory-service memories"))


def test_pages_that_lead_to_the_same_page_again_and_again_end(tmp_path: Path) -> None:
    path = with_pages_that_lead_to_one(tmp_path / "foreign.db", "memories")

    with pytest.raises(RefusedError, match="more than a file of its size can hold"):
        for _row in foreign_database.rows(path, "mcp-memory-service memories"):
            pass


def test_a_search_in_them_that_finds_nothing_ends(tmp_path: Path) -> None:
    path = with_pages_that_lead_to_one(tmp_path / "opencode.db", "part")

    with foreign_database.opened(path) as database, pytest.raises(RefusedError, match="more than a file of its size"):
        next(database.rows("opencode parts", message="m2"))


def test_sessions_of_one_id_do_not_multiply_what_was_said(db: Database, tmp_path: Path) -> None:
    path = changed(tmp_path / "opencode.db", """
        CREATE TABLE session (id TEXT, directory TEXT, parent_id TEXT, time_created INTEGER);
        CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
        CREATE TABLE part (id TEXT, message_id TEXT, data TEXT);
        WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 200)
        INSERT INTO session SELECT 's', '', NULL, n FROM r;
        WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 200)
        INSERT INTO message SELECT 'm' || n, 's', n, hex(zeroblob(500)) FROM r;
    """)  # fmt: skip

    with pytest.raises(RefusedError, match="more than a file of its size can hold"):
        import_sessions(db, path, Settings(db_path=tmp_path / "memory.db"))


@pytest.mark.parametrize("key", ["id", "created_at", "created_at_epoch"])
def test_a_table_without_what_its_rows_are_known_by_is_refused(db: Database, tmp_path: Path, key: str) -> None:
    path = foreign_files.claude_mem(tmp_path / "claude-mem.db")
    changed(
        path,
        f"""
        CREATE TABLE copy AS SELECT * FROM observations; DROP TABLE observations;
        ALTER TABLE copy DROP COLUMN {key}; ALTER TABLE copy RENAME TO observations;
    """,
    )

    with pytest.raises(RefusedError, match=f"its observations have no {key}"):
        import_file(db, path)


def test_bytes_in_the_place_of_a_text_are_read_as_text(db: Database, tmp_path: Path) -> None:
    path = changed(tmp_path / "service.db", """
        CREATE TABLE memories (id, content_hash, content, tags, memory_type, created_at, updated_at, deleted_at);
        INSERT INTO memories (id, content_hash, content) VALUES (1, 'a', x'74656120ff'), (2, 'b', 'coffee');
    """)  # fmt: skip

    assert import_file(db, path).added == 2


def test_a_column_of_json_that_is_nested_too_deep_says_nothing() -> None:
    assert foreign_database.json_of("[" * 100_000) is None
