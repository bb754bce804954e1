"""Copies of the file: whole, private, never over another, and never under a live process."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from memory_mcp.errors import (
    BusyError,
    ConflictError,
    CorruptError,
    InvalidInputError,
    NotFoundError,
    RefusedError,
    UnsupportedError,
)
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.copies import backup, checking, pages, restoring
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock, Period
from memory_mcp.transfer.exporting import export_file


def learn(db: Database, text: str) -> None:
    with db.writing("test") as tx:
        facts.assert_(tx, Draft("learning", text, Period(tx.now)))


def bodies(path: Path, clock: ManualClock, key: str | None = None) -> list[str]:
    database = Database(path, clock, key=key)
    with database.reading() as snapshot:
        found = [row[0] for row in snapshot.rows("SELECT body FROM item ORDER BY id")]
    database.close()
    return found


def test_a_backup_holds_what_was_acknowledged(db, clock, tmp_path):
    learn(db, "we use tabs")
    made = backup.backup(db, tmp_path / "copy.db")

    assert made.versions == 1
    assert bodies(made.path, clock) == ["we use tabs"]


def test_a_backup_is_one_file_for_its_owner_alone(db, tmp_path):
    made = backup.backup(db, tmp_path / "copies" / "copy.db")

    assert [path.name for path in made.path.parent.iterdir()] == ["copy.db"]
    if sys.platform != "win32":
        assert stat.S_IMODE(made.path.stat().st_mode) == 0o600


def test_a_backup_is_never_written_over_a_file(db, tmp_path):
    (tmp_path / "copy.db").write_text("mine")

    with pytest.raises(ConflictError, match=r"copy\.db exists already"):
        backup.backup(db, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "mine"


def test_progress_is_told_in_pages(db, tmp_path):
    told: list[tuple[int, int]] = []
    backup.backup(db, tmp_path / "copy.db", progress=lambda done, total: told.append((done, total)))

    assert told[-1][0] == told[-1][1] > 10


def test_a_restored_memory_is_the_backup_and_what_was_there_is_kept(db, clock, tmp_path):
    learn(db, "first")
    backup.backup(db, tmp_path / "copy.db")
    learn(db, "second")
    db.close()
    restored = restoring.restore(tmp_path / "copy.db", db.path)

    assert bodies(db.path, clock) == ["first"]
    assert bodies(restored.kept, clock) == ["first", "second"]


def test_a_memory_that_is_not_there_is_restored(db, clock, tmp_path):
    learn(db, "first")
    backup.backup(db, tmp_path / "copy.db")
    restored = restoring.restore(tmp_path / "copy.db", tmp_path / "new" / "memory.db")

    assert restored.kept is None
    assert bodies(tmp_path / "new" / "memory.db", clock) == ["first"]


@pytest.mark.parametrize("is_cut", [False, True])
def test_a_log_whose_file_is_gone_is_kept_and_not_written_over_the_backup(db, clock, tmp_path, is_cut):
    learn(db, "first")
    backup.backup(db, tmp_path / "copy.db")
    db.checkpoint()
    learn(db, "second")
    left = {suffix: db.path.with_name(db.path.name + suffix).read_bytes() for suffix in ("-wal", "-shm")}
    db.close()
    db.path.write_bytes(b"") if is_cut else db.path.unlink()
    for suffix, content in left.items():
        db.path.with_name(db.path.name + suffix).write_bytes(content)
    (journal := db.path.with_name(f"{db.path.name}-journal")).write_bytes(b"pages of before")
    restored = restoring.restore(tmp_path / "copy.db", db.path)

    assert not journal.exists()
    assert bodies(db.path, clock) == ["first"]
    kept = str(restored.kept).removesuffix("-wal")
    assert Path(f"{kept}-wal").read_bytes() == left["-wal"]
    assert Path(f"{kept}-journal").read_bytes() == b"pages of before"


def test_a_damaged_memory_is_moved_aside_as_it_is(db, clock, tmp_path):
    learn(db, "first")
    backup.backup(db, tmp_path / "copy.db")
    db.close()
    db.path.write_bytes(b"rubbish" * 1_000)
    restored = restoring.restore(tmp_path / "copy.db", db.path)

    assert bodies(db.path, clock) == ["first"]
    assert restored.kept.read_bytes() == b"rubbish" * 1_000


@pytest.mark.external
def test_nothing_is_restored_while_another_process_has_the_memory_open(db, clock, tmp_path):
    learn(db, "first")
    backup.backup(db, tmp_path / "copy.db")
    learn(db, "second")
    db.close()
    with _another_process(db.path), pytest.raises(BusyError, match="open in another process"):
        restoring.restore(tmp_path / "copy.db", db.path)

    assert bodies(db.path, clock) == ["first", "second"]


def test_nothing_is_restored_in_the_place_of_what_is_no_file(db, tmp_path):
    backup.backup(db, tmp_path / "copy.db")
    (tmp_path / "folder").mkdir()
    with pytest.raises(RefusedError, match="no regular file"):
        restoring.restore(tmp_path / "copy.db", tmp_path / "folder")


@pytest.mark.parametrize("is_overwritten", [False, True])
def test_nothing_is_restored_over_a_file_that_was_replaced_while_it_was_locked(
    db, clock, tmp_path, monkeypatch, is_overwritten
):
    backup.backup(db, tmp_path / "copy.db")
    learn(db, "first")
    db.close()
    really = pages.opened

    @contextmanager
    def replaced(path: Path, key: str | None, flags: int) -> Iterator[apsw.Connection]:
        with really(path, key, flags) as connection:
            if path == db.path:
                another, old = shutil.copy(path, tmp_path / "another.db"), os.open(path, os.O_RDWR)
                another.replace(path)
                os.write(old, bytes(100 * is_overwritten))
                os.close(old)
            yield connection

    monkeypatch.setattr(pages, "opened", replaced)
    with pytest.raises(BusyError):
        restoring.restore(tmp_path / "copy.db", db.path)
    assert bodies(db.path, clock) == ["first"]


def test_a_damaged_backup_changes_nothing(db, clock, tmp_path):
    learn(db, "first")
    copy = backup.backup(db, tmp_path / "copy.db").path
    db.close()
    whole = copy.read_bytes()
    copy.write_bytes(whole[:8_192] + b"\xff" * 8_192 + whole[16_384:])

    with pytest.raises(CorruptError):
        restoring.restore(copy, db.path)
    assert bodies(db.path, clock) == ["first"]


def test_a_backup_of_a_newer_program_is_refused(db, tmp_path):
    copy = backup.backup(db, tmp_path / "copy.db").path
    newer = Database(copy, ManualClock())
    with newer.connection() as connection:
        connection.pragma("user_version", 99)
    newer.close()

    with pytest.raises(UnsupportedError, match="schema 99"):
        restoring.restore(copy, db.path)


def test_a_path_without_a_file_is_said(tmp_path):
    with pytest.raises(NotFoundError, match="no file at"):
        restoring.restore(tmp_path / "nothing.db", tmp_path / "memory.db")


@pytest.mark.parametrize("name", ["all.json", "all.jsonl", "all.json.gz", "all.jsonl.gz"])
def test_an_export_is_no_backup_and_the_command_that_brings_it_in_is_named(db, tmp_path, name):
    export_file(db, path := tmp_path / name)
    with pytest.raises(InvalidInputError) as refused:
        restoring.restore(path, db.path)
    assert f"`memory-mcp import {path}`" in refused.value.hint


def test_the_memory_is_not_restored_from_itself(db):
    with pytest.raises(ConflictError, match="the memory itself"):
        restoring.restore(db.path, db.path)


def test_an_encrypted_memory_is_backed_up_encrypted(clock, tmp_path):
    database = Database(tmp_path / "memory.db", clock, key="tea at five")
    learn(database, "we use tabs")
    made = backup.backup(database, tmp_path / "copy.db", key="tea at five")
    database.close()

    assert b"SQLite format 3" not in made.path.read_bytes()
    with pytest.raises(RefusedError, match="is encrypted"):
        checking.check_backup(made.path)
    assert bodies(made.path, clock, key="tea at five") == ["we use tabs"]


def test_a_file_is_backed_up_before_it_is_migrated(db, tmp_path):
    learn(db, "first")
    with db.connection() as connection:
        first = backup.backup_before_migration(connection, tmp_path / "backups", 1)
        second = backup.backup_before_migration(connection, tmp_path / "backups", 1)

    assert [first.name, second.name] == ["memory-schema-1.db", "memory-schema-1-2.db"]
    assert checking.check_backup(second).versions == 1


@contextmanager
def _another_process(path: Path) -> Iterator[None]:
    """Have a process that has the memory open while the block runs."""
    program = (
        "import apsw, sys; c = apsw.Connection(sys.argv[1]); c.execute('SELECT count(*) FROM item').fetchall();"
        "print('open', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", program, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline().strip() == b"open"
        yield


def test_a_restore_for_which_there_is_no_room_says_so_and_leaves_the_memory(db, clock, tmp_path, monkeypatch):
    learn(db, "kept")
    made = backup.backup(db, tmp_path / "copy.db")
    db.close()

    def full(*_given: object) -> None:
        raise apsw.FullError("not an error")

    monkeypatch.setattr(pages, "_pages", full)
    with pytest.raises(RefusedError, match="is full"):
        restoring.restore(made.path, db.path)
    monkeypatch.undo()
    assert bodies(db.path, clock) == ["kept"]


@pytest.mark.parametrize(("content", "why"), [(b"", "it is empty"), (b"x", "no memory is in its 1 byte")])
def test_a_file_that_holds_hardly_anything_is_no_backup(content, why, db, tmp_path):
    (tmp_path / "b.db").write_bytes(content)
    with pytest.raises(CorruptError, match=f"is no whole backup: {why}"):
        restoring.restore(tmp_path / "b.db", db.path)


def test_a_copy_that_finds_no_room_names_its_own_place_and_leaves_nothing(db, tmp_path, monkeypatch):
    def full(target: apsw.Connection, *_given: object) -> None:
        Path(f"{target.filename}-journal").write_bytes(b"left")
        raise apsw.FullError("not an error")

    monkeypatch.setattr(pages, "_pages", full)
    with pytest.raises(RefusedError, match=r"copy\.db cannot be written: No space left on device"):
        backup.backup(db, tmp_path / "copies" / "copy.db")
    assert list((tmp_path / "copies").iterdir()) == []
