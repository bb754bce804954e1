"""`memory-mcp merge`: another memory's file or export joined with this one."""

from __future__ import annotations

import contextlib
import json
import sqlite3

import pytest
from click.testing import CliRunner
from transfers import bodies, learn

from memory_mcp.cli.main import cli
from memory_mcp.config import Settings
from memory_mcp.errors import (
    ConflictError,
    CorruptError,
    InvalidInputError,
    NotFoundError,
    RefusedError,
    UnsupportedError,
)
from memory_mcp.store.facts import erasure
from memory_mcp.store.facts.facts import assert_
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.migrate import APPLICATION_ID
from memory_mcp.temporal import Period
from memory_mcp.transfer.exporting import export_file


def merge(here, *arguments):
    """Run the command on the memory ``here``; raises what it raises."""
    result = CliRunner().invoke(cli, ["--db", str(here.path), "--no-embed", "merge", *map(str, arguments), "--json"])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return json.loads(result.stdout)


@pytest.fixture
def other(there, clock):
    learn(there, "we use tabs")
    with there.writing("test") as tx:
        project = projects.ensure(tx, projects.named("api"))
        assert_(tx, Draft("learning", "never on Fridays", Period(tx.now), project_id=project))
    return there


def test_the_file_of_another_memory_is_joined_and_stays_as_it_is(here, other):
    before = other.path.read_bytes()
    first, again = merge(here, other.path), merge(here, other.path)

    assert first[str(other.path)]["added"] == 2
    assert (again[str(other.path)]["added"], again[str(other.path)]["unchanged"]) == (0, 2)
    assert bodies(here, "learning") == ["never on Fridays", "we use tabs"]
    assert other.path.read_bytes() == before


def test_exports_are_joined_under_the_names_that_projects_have_here(here, other, stores):
    export_file(other, path := stores.path("other.jsonl.gz"))
    merge(here, path, "--map", "api=backend")

    with here.reading() as snapshot:
        assert list(projects.names(snapshot).values()) == ["backend"]


def test_a_mapped_project_that_is_not_there_is_told(here, other):
    account = merge(here, other.path, "--map", "apii=backend", "--map", "api=")[str(other.path)]
    assert account["problems"] == ["map: there is no project 'apii'"]
    with here.reading() as snapshot:
        assert list(projects.names(snapshot).values()) == []


def test_a_dry_run_says_the_same_and_writes_nothing(here, other):
    account = merge(here, other.path, "--dry-run")[str(other.path)]

    assert (account["added"], account["dryRun"], bodies(here, "learning")) == (2, True, [])


def test_an_encrypted_memory_of_another_key_is_refused(here, stores, clock):
    path = stores.path("sealed.db")
    Database(path, clock, key="another key than ours").close()

    with pytest.raises(RefusedError):
        merge(here, path)


@pytest.mark.parametrize("begin", [b"{", b"[", b" ", b"\n", b"\r", b"\t"])
def test_an_encrypted_memory_is_one_however_its_salt_begins(here, stores, clock, begin):
    path = stores.path("sealed.db")
    Database(path, clock, key="another key than ours").close()
    path.write_bytes(begin + path.read_bytes()[1:])

    with pytest.raises(RefusedError):
        merge(here, path)


def test_a_memory_without_a_key_is_joined_with_an_encrypted_one(other, stores, clock, monkeypatch):
    key = "raw:" + "ab" * 32
    sealed = Database(stores.path("sealed.db"), clock, key=key)
    stores.made.append(sealed)
    monkeypatch.setenv("MEMORY_DB_KEY", key)

    merge(sealed, other.path)

    assert bodies(sealed, "learning") == ["never on Fridays", "we use tabs"]


def test_a_memory_beside_which_nothing_can_be_written_is_joined(here, other):
    """As on a stick that is read-only: the index of its log cannot be made."""
    other.close()
    other.path.with_name("memory.db-shm").symlink_to("/nowhere/index")

    merge(here, other.path)

    assert bodies(here, "learning") == ["never on Fridays", "we use tabs"]


def test_a_memory_whose_log_cannot_be_read_where_it_lies_is_refused(here, other):
    other.close()
    other.path.with_name("memory.db-shm").symlink_to("/nowhere/index")
    other.path.with_name("memory.db-wal").write_bytes(b"what is not in the file yet")

    with pytest.raises(RefusedError, match="where it lies"):
        merge(here, other.path)


def made(path, version, application=0, table="t"):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TABLE {table} (x)")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute(f"PRAGMA application_id = {application}")


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ("missing.db", NotFoundError, "no file"),
        ("memory.db", ConflictError, "this memory itself"),
        ("linked.db", ConflictError, "this memory itself"),
        ("other.json", InvalidInputError, "no format"),
        ("empty.db", CorruptError, "holds no memory"),
        ("foreign.db", CorruptError, "another program"),
        ("old.db", CorruptError, "holds no memory"),
        ("newer.db", UnsupportedError, "newer.db has schema 99"),
    ],
)
def test_what_cannot_be_joined_is_told_and_changes_nothing(here, given, error, said):
    folder = here.path.parent
    (folder / "other.json").write_text('[{"mapping": {}}]')
    (folder / "linked.db").hardlink_to(here.path)
    (folder / "empty.db").touch()
    made(folder / "foreign.db", 1)
    made(folder / "old.db", 0, APPLICATION_ID, "item")
    made(folder / "newer.db", 99, APPLICATION_ID)

    with pytest.raises(error, match=said):
        merge(here, folder / given)
    assert bodies(here, "learning") == []


@pytest.mark.parametrize(("given", "why"), [(("api",), "no mapping"), (("api=a", "api=b"), "mapped twice")])
def test_a_mapping_that_is_none_is_told(here, other, given, why):
    with pytest.raises(InvalidInputError, match=why):
        merge(here, other.path, *(word for one in given for word in ("--map", one)))


def test_what_the_other_memory_erased_leaves_the_logs_too(here, other):
    with other.reading() as snapshot:
        uid = snapshot.value("SELECT uid FROM item WHERE body = 'never on Fridays'")
    merge(here, other.path)
    with other.writing("test") as tx:
        erasure.erase(tx, uid)
    log = Settings.load({}, db_path=str(here.path)).hook_log_path
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("could not store: never on Fridays\n")
    merge(here, other.path)

    assert (bodies(here, "learning"), log.read_text()) == (["we use tabs"], f"could not store: {'*' * 16}\n")
