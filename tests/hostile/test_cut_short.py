"""The file, its log or the log's index is cut short in place under a running server: nothing acknowledged is lost."""

from __future__ import annotations

import os
import signal
from contextlib import closing, suppress
from pathlib import Path

import apsw
import pytest
from wire import PATIENCE, ServerLeftError, Wire, spawn, text_of

from memory_mcp.errors import RefusedError
from memory_mcp.store.file.database import Database
from memory_mcp.store.upkeep.repair import repair

KEPT = "SELECT key FROM meta WHERE key GLOB 'row*' ORDER BY key"
CONTENTS = "SELECT count(*) FROM item WHERE kind = 'learning'"


def learned(wire: Wire, count: int, name: str) -> int:
    """Learn so many lessons over the wire, and return how many were acknowledged."""
    acknowledged = 0
    with suppress(ServerLeftError):
        for number in range(count):
            answer = wire.call_tool("memory_learn", {"category": "fact", "content": f"{name} {number}"})
            acknowledged += not answer.get("isError")
    return acknowledged


def add(db: Database, key: str) -> None:
    with db.writing("test") as tx:
        tx.execute("INSERT INTO meta (key, value) VALUES (:key, '1')", {"key": key})


def kept(path: Path) -> list[str]:
    with closing(apsw.Connection(str(path))) as connection:
        return [key for (key,) in connection.execute(KEPT)]


def cut(path: Path, *, half: bool = False) -> None:
    os.truncate(path, path.stat().st_size // 2 if half else 0)


@pytest.mark.external
@pytest.mark.parametrize("name", ["memory.db-wal", "memory.db-shm"])
def test_a_killed_server_whose_log_was_cut_short_lost_nothing_that_it_acknowledged(tmp_path, name):
    with spawn(tmp_path / "memory.db") as wire:
        wire.initialize()
        acknowledged = learned(wire, 8, "before")
        cut(tmp_path / name)
        acknowledged += learned(wire, 3, "after")
        # Whoever looks into the index at the very moment it is cut is ended by the system, and acknowledges nothing.
        was_ended = acknowledged < 11 and wire.process.wait(PATIENCE) == -signal.SIGBUS and name.endswith("-shm")
        wire.process.kill()
        wire.process.wait()

    with closing(apsw.Connection(str(tmp_path / "memory.db"))) as connection:
        held = connection.execute(CONTENTS).get
    assert acknowledged <= held <= 11
    assert was_ended or (acknowledged, held) == (11, 11)


@pytest.mark.external
def test_a_server_whose_file_was_cut_short_acknowledges_nothing(tmp_path):
    with spawn(tmp_path / "memory.db") as wire:
        wire.initialize()
        assert learned(wire, 3, "before") == 3
        cut(tmp_path / "memory.db")
        refused = wire.call_tool("memory_learn", {"category": "fact", "content": "lost"})
        searched = wire.call_tool("memory_search", {"query": "before"})

        assert learned(wire, 5, "after") == 0
        assert (tmp_path / "memory.db").stat().st_size == 0
    assert "was cut short while it was in use; nothing was written\n`memory-mcp repair`" in text_of(refused)
    assert "was cut short" in text_of(searched)


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
def test_what_a_log_held_is_saved_before_the_next_write(db, tmp_path, suffix, half):
    for number in range(5):
        add(db, f"row {number}")
    cut(tmp_path / f"memory.db{suffix}", half=half)
    add(db, "row 5")
    # The copy is what another process finds after a kill.
    for beside in ("", "-wal"):
        (tmp_path / f"copy.db{beside}").write_bytes((tmp_path / f"memory.db{beside}").read_bytes())

    assert kept(tmp_path / "copy.db") == [f"row {number}" for number in range(6)]


@pytest.mark.parametrize(
    "ask", [lambda db: db.value("SELECT count(*) FROM meta"), Database.data_version, Database.checkpoint]
)
def test_whatever_looks_into_an_index_that_was_cut_makes_it_good_first(db, tmp_path, ask):
    add(db, "row 0")
    cut(tmp_path / "memory.db-shm")

    ask(db)

    assert (tmp_path / "memory.db-shm").stat().st_size > 0
    add(db, "row 1")
    assert kept(tmp_path / "memory.db") == ["row 0", "row 1"]


def test_a_write_whose_log_is_cut_meanwhile_is_refused(db, tmp_path):
    add(db, "row 0")

    def write_while_the_log_is_cut():
        with db.writing("test") as tx:
            tx.execute("INSERT INTO meta (key, value) VALUES ('row 1', '1')")
            cut(tmp_path / "memory.db-wal")

    with pytest.raises(RefusedError, match="was cut short while it was in use: what was written in the last seconds"):
        write_while_the_log_is_cut()


def test_a_write_whose_index_is_cut_meanwhile_is_refused_and_can_be_called_again(db, tmp_path):
    add(db, "row 0")

    def write_while_the_index_is_cut():
        with db.writing("test") as tx:
            tx.execute("INSERT INTO meta (key, value) VALUES ('row 1', '1')")
            cut(tmp_path / "memory.db-shm")

    with pytest.raises(RefusedError, match="is made anew; this call wrote nothing"):
        write_while_the_index_is_cut()
    add(db, "row 2")

    assert kept(tmp_path / "memory.db") == ["row 0", "row 2"]


def test_pages_that_no_process_has_in_memory_are_not_made_up(db, clock, tmp_path):
    other = Database(tmp_path / "memory.db", clock)
    add(db, "row 0")
    add(other, "row 1")
    cut(tmp_path / "memory.db-wal")

    with pytest.raises(RefusedError, match="close all clients"):
        add(db, "row 2")
    add(other, "row 3")
    add(db, "row 4")
    other.close()

    assert kept(tmp_path / "memory.db") == ["row 0", "row 1", "row 3", "row 4"]


def test_a_log_that_another_process_emptied_was_not_cut(db, clock, tmp_path):
    other = Database(tmp_path / "memory.db", clock)
    for number in range(5):
        add(db, f"row {number}")
        assert other.checkpoint()
        assert (tmp_path / "memory.db-wal").stat().st_size == 0
        add(other if number % 2 else db, f"row {number} once more")
    other.close()

    assert len(kept(tmp_path / "memory.db")) == 10


def test_an_empty_file_with_a_log_is_not_begun_anew_but_repaired(clock, tmp_path):
    path = tmp_path / "cut.db"
    whole = Database(tmp_path / "whole.db", clock)
    add(whole, "row 0")
    path.touch()
    path.with_name("cut.db-wal").write_bytes((tmp_path / "whole.db-wal").read_bytes())
    whole.close()

    with pytest.raises(RefusedError, match="is empty and its write-ahead log is not: it was cut short"):
        Database(path, clock)
    repair(path, clock)

    assert kept(path) == ["row 0"]


def test_a_log_that_says_too_little_stays_as_it_is(db, clock, tmp_path):
    add(db, "row 0")
    (tmp_path / "cut.db").touch()
    log = (tmp_path / "memory.db-wal").read_bytes()
    (tmp_path / "cut.db-wal").write_bytes(log)

    with pytest.raises(RefusedError):
        repair(tmp_path / "cut.db", clock)

    assert (tmp_path / "cut.db").read_bytes() == b""
    assert (tmp_path / "cut.db-wal").read_bytes() == log
