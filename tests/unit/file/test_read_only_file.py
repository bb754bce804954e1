"""A file that may not be written is read, and nothing is left beside it that would outlive that."""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from calling import Client, server
from click.testing import CliRunner

from memory_mcp.application.opening import settle
from memory_mcp.cli.main import cli
from memory_mcp.cli.maintenance.doctor import _none_yet
from memory_mcp.cli.maintenance.key import _is_plain as is_without_key
from memory_mcp.config import Settings
from memory_mcp.doctor.file_checks import file_findings
from memory_mcp.doctor.machine_checks import _other_memories
from memory_mcp.errors import RefusedError
from memory_mcp.store.capture_state.spool_places import places
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.encryption import is_plain
from memory_mcp.store.file.presence import is_missing
from memory_mcp.store.upkeep.repair import repair
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import spec_of
from memory_mcp.tools.health import memory_health
from memory_mcp.tools.learnings import memory_learn
from memory_mcp.tools.search import memory_search

_NOBODY = 65_534
_LONG = """
    WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < 1000000)
    SELECT count(*)
    FROM number
"""


@contextmanager
def ordinary_user(folder: Path) -> Iterator[None]:
    """For the superuser permissions do not count: be somebody else."""
    if sys.platform == "win32" or os.geteuid() != 0:
        yield
        return
    for path in (folder, *folder.iterdir()):
        os.chown(path, _NOBODY, _NOBODY)
    os.seteuid(_NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        # What could not be imported meanwhile is not missing.
        importlib.invalidate_caches()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder of an ordinary user with a memory of one lesson."""
    with tempfile.TemporaryDirectory() as made:
        with server(Path(made), ManualClock(1_772_355_600_000_000)) as runtime:
            client = Client(runtime, Path(made))
            client.call(memory_learn, category="insight", content="We use tabs.")
            # Loads what an ordinary user may not be able to load here.
            client.call(memory_search, query="tabs")
            client.call(memory_health)
        with ordinary_user(Path(made)):
            yield Path(made)


def test_a_file_that_may_not_be_written_is_searched_and_then_written_again(folder: Path, clock: ManualClock) -> None:
    (folder / "memory.db").chmod(0o400)
    with server(folder, clock) as runtime:
        client = Client(runtime, folder)
        found = spec_of(memory_search).invoke(Call(runtime, client.facts), {"query": "tabs"})
        assert "We use tabs." in str(found)
        settle(runtime)
        assert "is open to read only" in str(client.call(memory_health)["problems"])
        with pytest.raises(RefusedError, match="cannot be written") as raised:
            client.call(memory_learn, category="insight", content="We use spaces.")
        assert "chmod u+w" in raised.value.hint
    assert [path.name for path in folder.iterdir()] == ["memory.db"]
    (folder / "memory.db").chmod(0o600)
    with server(folder, clock) as runtime:
        Client(runtime, folder).call(memory_learn, category="insight", content="We use spaces.")


def test_all_of_a_file_that_may_not_be_written_is_looked_at(folder: Path, clock: ManualClock) -> None:
    (folder / "memory.db").chmod(0o400)
    with server(folder, clock) as runtime:
        client = Client(runtime, folder)
        found = client.call(memory_health, deep=True)
        told = {one.check: one.level for one in file_findings(Call(runtime, client.facts))}
    assert found["intact"]
    assert (told["integrity"], told["file"]) == ("pass", "fail")


@pytest.mark.parametrize(("mode", "of_folder"), [(0o400, 0o700), (0o600, 0o500), (0o400, 0o500)])
def test_a_file_that_may_not_be_written_is_not_repaired_and_the_reason_is_said(
    folder: Path, clock: ManualClock, mode: int, of_folder: int
) -> None:
    (folder / "memory.db").chmod(mode)
    folder.chmod(of_folder)
    try:
        with pytest.raises(RefusedError, match=r"cannot be (opened|written)"):
            repair(folder / "memory.db", clock)
    finally:
        folder.chmod(0o700)
    assert [path.name for path in folder.iterdir()] == ["memory.db"]


def test_a_file_whose_newest_changes_cannot_be_seen_is_refused(folder: Path, clock: ManualClock) -> None:
    (folder / "memory.db").chmod(0o400)
    (folder / "memory.db-wal").write_bytes(b"something")
    with server(folder, clock) as runtime, pytest.raises(RefusedError, match="newest changes") as raised:
        _ = runtime.db
    assert "chmod u+w" in raised.value.hint
    assert not (folder / "memory.db-shm").exists()


def test_whether_a_file_may_be_written_can_be_asked_while_another_thread_reads_it(db):
    begun = threading.Event()

    def read():
        with db.reading() as snapshot:
            begun.set()
            snapshot.value(_LONG)

    reader = threading.Thread(target=read)
    reader.start()
    begun.wait()
    answers = [db.is_read_only]
    while reader.is_alive():
        answers.append(db.is_read_only)
    assert set(answers) == {False}


def test_what_is_only_read_cannot_be_written(db):
    with pytest.raises(RefusedError), db.reading() as snapshot:
        snapshot.execute("DELETE FROM meta")
    with db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM meta")
    with db.writing("test") as tx:
        tx.execute("DELETE FROM meta WHERE key = 'nothing'")


def test_a_memory_in_a_folder_of_somebody_else_is_refused_with_the_mend(folder: Path, clock: ManualClock) -> None:
    path = folder / "memory.db"
    folder.chmod(0)
    try:
        assert Settings.load({"MEMORY_DB_PATH": str(path)}).db_path == path
        assert places(path.with_name("memory.db-spool"), path) == []
        assert is_plain(path)
        assert not is_missing(path)
        with pytest.raises(RefusedError, match="cannot be reached: Permission denied") as raised:
            Database(path, clock)
    finally:
        folder.chmod(0o700)
    assert "yours again" in raised.value.hint


@pytest.mark.skipif(sys.platform != "linux", reason="the data folder is moved by a variable of Linux")
def test_the_doctor_says_that_it_may_not_look_for_another_memory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    (folder / "memory-mcp").mkdir(mode=0)
    told = _other_memories(Settings(db_path=folder / "memory.db"))
    assert told.level == "warn"
    assert told.what == f"whether one lies at {folder}/memory-mcp/memory.db cannot be looked at: Permission denied"


@pytest.mark.parametrize("key", ["", f"raw:{'7e' * 32}"])
def test_a_file_that_may_not_be_read_is_not_said_to_open_or_to_be_in_the_clear(folder: Path, key: str) -> None:
    (folder / "memory.db").chmod(0)
    told = CliRunner().invoke(cli, ["--db", str(folder / "memory.db"), "key", "test"], env={"MEMORY_DB_KEY": key})
    assert isinstance(told.exception, RefusedError), told.output
    assert "you may not read memory.db" in str(told.exception)


@pytest.mark.parametrize("name", ["memory.db", "link.db"])
@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_a_file_that_may_not_be_read_is_named_with_the_mend(
    folder: Path, clock: ManualClock, suffix: str, name: str
) -> None:
    for one in ("-wal", "-shm"):
        (folder / f"memory.db{one}").touch()
    (folder / f"memory.db{suffix}").chmod(0)
    (folder / "link.db").symlink_to("memory.db")
    with pytest.raises(RefusedError, match=f"(?m)you may not read memory.db{suffix}$") as raised:
        Database(folder / name, clock)
    assert "yours again" in raised.value.hint


def test_a_file_that_may_not_be_read_is_not_said_to_have_no_key(folder: Path) -> None:
    settings = Settings(db_path=folder / "memory.db")
    assert is_without_key(settings)
    settings.db_path.chmod(0)
    with pytest.raises(RefusedError, match=r"cannot be opened: you may not read memory\.db"):
        is_without_key(settings)
    folder.chmod(0)
    try:
        with pytest.raises(RefusedError, match="cannot be reached"):
            is_without_key(settings)
    finally:
        folder.chmod(0o700)


def test_a_circle_of_links_is_not_taken_for_a_memory_to_be_made(folder: Path, clock: ManualClock) -> None:
    (folder / "circle.db").symlink_to("circle.db")
    assert not is_missing(folder / "circle.db")
    with pytest.raises(RefusedError, match="is no regular file"):
        Database(folder / "circle.db", clock)


def test_where_no_file_can_be_made_the_doctor_does_not_promise_one(folder: Path) -> None:
    settings = Settings.load({}, db_path=str(folder / "below" / "memory.db"))
    path = settings.db_path
    assert _none_yet(settings).level == "pass"
    folder.chmod(0o500)
    try:
        assert is_missing(path)
        told = _none_yet(settings)
    finally:
        folder.chmod(0o700)
    assert (told.level, told.what) == ("fail", f"{path} cannot be created: you cannot write into {folder}")
