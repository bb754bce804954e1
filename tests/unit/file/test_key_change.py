"""The file gets another key while others have it open: with all it holds, or not at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import apsw
import pytest
from calling import Client, learn, server

from memory_mcp.application.key_change import change_key as change_with_place
from memory_mcp.application.key_change import finish
from memory_mcp.config import Settings
from memory_mcp.errors import BusyError, RefusedError
from memory_mcp.keys import storage
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file import connection
from memory_mcp.store.file.copies import key_change
from memory_mcp.store.file.copies.key_change import change_key, opens
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import invariants
from memory_mcp.temporal import ManualClock, Period, SystemClock

TEA, COFFEE = f"raw:{'7e' * 32}", f"raw:{'c0' * 32}"
ROWS = "SELECT rowid, * FROM item ORDER BY rowid"


def write(db: Database, *texts: str) -> None:
    with db.writing("test") as tx:
        for text in texts:
            facts.assert_(tx, Draft(kind="learning", body=text, valid=Period(tx.now)))


def contents(path: Path, clock: ManualClock, key: str | None) -> tuple[list[tuple[object, ...]], list[object]]:
    db = Database(path, clock, key=key)
    with db.reading() as snapshot:
        found = snapshot.rows(ROWS), invariants.check(snapshot)
    db.close()
    return found


def no_file_beside(path: Path) -> bool:
    return [each.name for each in path.parent.iterdir()] == [path.name]


def test_all_rows_come_along_with_each_change_and_nothing_is_left_beside(db, clock, tmp_path):
    write(db, *(f"planted {number}" for number in range(300)))
    with db.reading() as snapshot:
        before = snapshot.rows(ROWS)
    db.close(checkpoint=False)
    path, old = tmp_path / "memory.db", None
    for new in (TEA, COFFEE, "a pass phrase with ' and %20 and ü", None):
        assert change_key(path, clock, old=old, new=new)
        assert no_file_beside(path)
        assert path.stat().st_mode & 0o777 == 0o600
        assert (b"planted" in path.read_bytes()) == (new is None)
        assert contents(path, clock, new) == (before, [])
        assert not opens(path, old)
        old = new


def test_a_link_to_the_file_stays_one(clock, tmp_path):
    (tmp_path / "dots").mkdir()
    (tmp_path / "memory.db").symlink_to(tmp_path / "dots" / "memory.db")
    Database(tmp_path / "memory.db", clock).close()
    change_key(tmp_path / "memory.db", clock, old=None, new=TEA)
    assert (tmp_path / "memory.db").is_symlink()
    assert opens(tmp_path / "dots" / "memory.db", TEA)


def test_a_wrong_key_changes_nothing(db, clock, tmp_path):
    db.close()
    before = (tmp_path / "memory.db").read_bytes()
    with pytest.raises(RefusedError, match="is not encrypted"):
        change_key(tmp_path / "memory.db", clock, old=COFFEE, new=TEA)
    assert (tmp_path / "memory.db").read_bytes() == before
    assert no_file_beside(tmp_path / "memory.db")


def test_a_file_with_a_second_name_is_not_overwritten(db, clock, tmp_path):
    write(db, "planted")
    db.close()
    (tmp_path / "backup.db").hardlink_to(tmp_path / "memory.db")
    assert not change_key(tmp_path / "memory.db", clock, old=None, new=TEA)
    assert opens(tmp_path / "backup.db", None)


def test_a_draft_that_a_killed_change_left_is_removed(db, clock, tmp_path):
    db.close()
    (tmp_path / ".memory.db.rekey.part").write_bytes(b"planted")
    change_key(tmp_path / "memory.db", clock, old=None, new=TEA)
    assert no_file_beside(tmp_path / "memory.db")


def test_a_disk_that_is_full_changes_nothing(db, clock, tmp_path, monkeypatch):
    db.close()

    def full(*_: object, **__: object) -> None:
        raise apsw.FullError("database or disk is full")

    monkeypatch.setattr(key_change, "check_backup", full)
    with pytest.raises(RefusedError, match="is full"):
        change_key(tmp_path / "memory.db", clock, old=None, new=TEA)
    assert opens(tmp_path / "memory.db", None)
    assert no_file_beside(tmp_path / "memory.db")


@pytest.mark.parametrize("is_change", [False, True])
def test_who_comes_while_a_key_is_changed_does_not_take_the_key_that_is_kept_for_it(
    db, tmp_path, monkeypatch, is_change
):
    class Interrupted(storage.KeyFile):
        def put(self, suffix: str, key: str) -> None:
            super().put(suffix, key)
            if suffix == ".new" and key == TEA:
                with pytest.raises(BusyError, match="in use by another process"):
                    change_with_place(settings, self, old=None, new=COFFEE) if is_change else finish(settings, self)

    db.close()
    monkeypatch.setattr(key_change, "_PATIENCE_S", 0)
    settings = Settings(db_path=tmp_path / "memory.db", key_file=tmp_path / "key")
    change_with_place(settings, Interrupted(tmp_path / "key"), old=None, new=TEA)
    assert opens(tmp_path / "memory.db", storage.KeyFile(tmp_path / "key").get())


@pytest.mark.external
@pytest.mark.parametrize("has_log", [False, True])
def test_while_somebody_reads_the_key_stays_and_who_asked_is_told(db, clock, tmp_path, monkeypatch, has_log):
    write(db, "planted")
    db.close(checkpoint=not has_log)
    monkeypatch.setattr(key_change, "_PATIENCE_S", 0.05)
    program = (
        "import apsw, sys; c = apsw.Connection(sys.argv[1]); c.execute('BEGIN; SELECT count(*) FROM item').fetchall();"
        "print('open', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "memory.db")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
        assert reader.stdout.readline().strip() == b"open"
        with pytest.raises(BusyError, match="in use by another process"):
            change_key(tmp_path / "memory.db", clock, old=None, new=TEA)
    assert opens(tmp_path / "memory.db", None)
    change_key(tmp_path / "memory.db", clock, old=None, new=TEA)


@pytest.mark.external
def test_while_the_files_are_exchanged_nobody_opens_the_old_one(db, tmp_path):
    program = "import apsw, sys; print(apsw.Connection(sys.argv[1]).execute('SELECT count(*) FROM item').get)"
    command = [sys.executable, "-c", program, str(tmp_path / "memory.db")]
    write(db, "planted")
    with key_change._no_reader(tmp_path / "memory.db"):
        refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "BusyError" in refused.stderr
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "1\n"


def test_a_server_goes_on_with_the_new_key_where_it_finds_it(clock, tmp_path):
    place = storage.KeyFile(tmp_path / "memory.key")
    place.put("", TEA)
    with server(tmp_path, clock, key_file=place.path) as runtime:
        client = Client(runtime, tmp_path)
        learn(client, "tabs over spaces")
        change_with_place(runtime.settings, place, old=TEA, new=COFFEE)
        learn(client, "spaces over tabs")
    rows, _ = contents(tmp_path / "memory.db", clock, COFFEE)
    assert len(rows) == 2


def test_who_still_reads_the_overwritten_file_is_told_that_it_was_replaced_and_not_that_it_is_damaged(
    db, clock, tmp_path
):
    write(db, "planted")
    change_key(tmp_path / "memory.db", clock, old=None, new=TEA)
    for _ in range(2):
        with pytest.raises(RefusedError, match="was moved, replaced"), db.reading() as snapshot:
            snapshot.rows(ROWS)


def test_who_writes_while_the_key_is_changed_is_told_to_call_again_and_to_delete_nothing(db, clock, tmp_path):
    write(db, "planted")
    change_key(tmp_path / "memory.db", clock, old=None, new=TEA)
    with pytest.raises(RefusedError, match="was moved, replaced") as raised:
        write(db, "written meanwhile")
    assert "key change" in raised.value.hint
    assert "Call again" in raised.value.hint
    assert "delete" not in raised.value.hint


def test_a_server_without_the_new_key_says_what_to_do_and_acknowledges_nothing(clock, tmp_path):
    with server(tmp_path, clock) as runtime:
        client = Client(runtime, tmp_path)
        learn(client, "tabs over spaces")
        change_with_place(runtime.settings, None, old=None, new=TEA)
        for _ in range(2):
            with pytest.raises(RefusedError, match="is encrypted") as raised:
                learn(client, "spaces over tabs")
        assert "Set MEMORY_DB_KEY" in raised.value.hint
    rows, _ = contents(tmp_path / "memory.db", clock, TEA)
    assert len(rows) == 1


@pytest.mark.parametrize("is_readable", [False, True])
def test_a_file_replaced_while_it_is_being_opened_is_opened_anew(clock, tmp_path, monkeypatch, is_readable):
    path = tmp_path / "memory.db"
    Database(path, clock).close()
    if is_readable:
        # With a second name it is not overwritten: what was opened can be read and written.
        (tmp_path / "second.db").hardlink_to(path)
    as_it_is, changes = connection.configure, [lambda: change_key(path, clock, old=None, new=None)]

    def configure(*arguments: object) -> None:
        as_it_is(*arguments)
        if changes:
            changes.pop()()

    monkeypatch.setattr(connection, "configure", configure)
    db = Database(path, clock)
    write(db, "kept")
    db.close()
    rows, _ = contents(path, clock, None)
    assert len(rows) == 1


def test_a_wrong_key_leaves_the_log_of_a_killed_process_as_it_is(clock, tmp_path):
    path, log = tmp_path / "memory.db", tmp_path / "memory.db-wal"
    db = Database(path, SystemClock(), key=TEA)
    write(db, "in the log")
    db.close(checkpoint=False)
    before = path.read_bytes(), log.read_bytes()
    for wrong in (COFFEE, None):
        with pytest.raises(RefusedError, match="is encrypted"):
            Database(path, clock, key=wrong)
        assert not opens(path, wrong)
    assert (path.read_bytes(), log.read_bytes()) == before
    rows, _ = contents(path, clock, TEA)
    assert len(rows) == 1
