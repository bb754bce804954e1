"""`memory-mcp repair` and `export` at a terminal: what they say of a damaged file, and their exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from damaging import PAGE, leaves_of, overwrite, shortened_leaf

from memory_mcp.cli.main import cli
from memory_mcp.errors import CorruptError, RefusedError
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import Period, SystemClock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    db = Database(tmp_path / "memory.db", SystemClock())
    with db.writing("test") as tx:
        for number in range(300):
            facts.assert_(tx, Draft("learning", f"lesson {number}", Period(tx.now)))
    db.close()
    return db.path


def run(path: Path, *arguments: str):
    return CliRunner().invoke(cli, ["--no-embed", "--db", str(path), *arguments], standalone_mode=False)


def test_a_repair_says_what_is_lost_and_where_the_damaged_file_is(path):
    damaged_page = leaves_of(path, "item")[1]
    overwrite(path, damaged_page, bytes(PAGE))
    damaged = path.read_bytes()
    done = run(path, "repair", "--json")
    told = json.loads(done.stdout)

    assert done.return_value == 6
    assert told["how"] == "rows"
    assert told["versions"]["learning"] == 300 - len(told["lost"]["learning"]) < 300
    assert Path(told["kept"]).read_bytes() == damaged


def test_a_repaired_index_loses_nothing_and_the_export_is_whole_again(path, tmp_path):
    shortened_leaf(path, leaves_of(path, "item_by_kind")[0])
    shutil.copy(path, tmp_path / "elsewhere.db")
    refused = run(path, "export", str(tmp_path / "all.jsonl"), "--all")
    assert isinstance(refused.exception, CorruptError)
    assert "memory-mcp repair" in refused.exception.hint
    assert not (tmp_path / "all.jsonl").exists()

    assert "Nothing that the file knew of is lost." in run(path, "repair").output
    assert run(path, "export", str(tmp_path / "all.jsonl"), "--all").exception is None
    assert sum('"type": "learning"' in line for line in (tmp_path / "all.jsonl").read_text().splitlines()) == 300


@pytest.mark.parametrize("content", [b"no database", None])
def test_an_encrypted_file_without_its_key_is_not_replaced_by_an_empty_one(path, content):
    if content is None:
        run(path, "key", "init", "--key-file", str(path.with_name("key")))
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    done = run(path, "repair")

    assert isinstance(done.exception, RefusedError)
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir() if "damaged" in one.name] == []


def test_a_whole_file_is_left_alone(path):
    assert run(path, "repair").output == f"{path} is whole; nothing was changed.\n"


def test_an_empty_file_in_place_of_a_damaged_one_is_not_called_one_that_lost_nothing(path):
    for name in ("item", "item_by_kind", "sqlite_autoindex_item_1", "item_fts_docsize"):
        for page in leaves_of(path, name):
            overwrite(path, page, bytes(PAGE))
    done = run(path, "repair")

    assert done.return_value == 6
    assert "No row of it can be read." in done.output
    assert "once had 300 more rows that neither a table nor an index knows of" in done.output
    assert "Nothing that the file knew of is lost" not in done.output
