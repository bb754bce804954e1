"""The command ``key``: encrypts, changes, removes and tests, and keeps the key where the settings say."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import keyring
import keyring.backends.null
import pytest
from click.testing import CliRunner, Result

from memory_mcp.cli.main import cli
from memory_mcp.errors import ConflictError, InvalidInputError, NotFoundError, RefusedError
from memory_mcp.keys import storage
from memory_mcp.keys.lookup import read_key_file
from memory_mcp.store.capture_state import spool
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.copies import key_change
from memory_mcp.store.file.copies.backup import backup
from memory_mcp.store.file.copies.key_change import opens
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import Period, SystemClock

# Keys that are used as they are: a pass phrase is stretched for a tenth of a second each time.
TEA, COFFEE = f"raw:{'7e' * 32}", f"raw:{'c0' * 32}"
PLANTED = "the lighthouse keeper's secret"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A plain memory with one fact, still in its log."""
    db = Database(tmp_path / "memory.db", SystemClock())
    with db.writing("test") as tx:
        facts.assert_(tx, Draft(kind="learning", body=PLANTED, valid=Period(tx.now)))
    db.close(checkpoint=False)
    return tmp_path / "memory.db"


def key(path: Path, *arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(cli, ["--db", str(path), "key", *arguments], env=environment)


def bodies(path: Path, key: str | None) -> list[tuple[str]]:
    db = Database(path, SystemClock(), key=key)
    with db.reading() as snapshot:
        found = snapshot.rows("SELECT body FROM item")
    db.close()
    return found


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_init_makes_a_random_key_encrypts_the_file_and_leaves_no_byte_of_it(path, tmp_path):
    key_file = tmp_path / "keys" / "memory.key"
    assert PLANTED.encode() in everything(tmp_path)
    done = key(path, "init", "--key-file", str(key_file))
    made = read_key_file(key_file)

    assert done.exit_code == 0, done.exception
    assert key_file.stat().st_mode & 0o777 == 0o600
    assert PLANTED.encode() not in everything(tmp_path)
    assert bodies(path, made) == [(PLANTED,)]
    assert made not in done.output
    assert f"memory-mcp --key-file {key_file} setup\n" in done.output
    assert f"export MEMORY_DB_KEY_FILE={key_file}\n" in done.output
    assert sorted(each.name for each in key_file.parent.iterdir()) == ["memory.key"]


def test_init_makes_an_encrypted_memory_where_there_is_none(tmp_path):
    done = key(tmp_path / "new" / "memory.db", "init", "--key-file", str(tmp_path / "memory.key"))
    assert done.exit_code == 0, done.exception
    assert bodies(tmp_path / "new" / "memory.db", read_key_file(tmp_path / "memory.key")) == []


def test_nothing_is_encrypted_with_a_key_that_the_keychain_does_not_keep(path):
    before = keyring.get_keyring()
    # What people set to have other programs ask no keychain: it takes everything and keeps nothing.
    keyring.set_keyring(keyring.backends.null.Keyring())
    try:
        told = key(path, "init", "--keychain", "mine")
    finally:
        keyring.set_keyring(before)

    assert isinstance(told.exception, RefusedError)
    assert "does not keep what is stored in it" in str(told.exception)
    assert opens(path, None)


def test_no_memory_is_made_in_the_clear_where_its_key_cannot_be_kept(tmp_path):
    (tmp_path / "no folder").write_text("")
    done = key(tmp_path / "new" / "memory.db", "init", "--key-file", str(tmp_path / "no folder" / "memory.key"))
    assert isinstance(done.exception, RefusedError)
    assert list((tmp_path / "new").iterdir()) == []


def test_the_key_is_shown_to_who_asks_for_it(path, tmp_path):
    done = key(path, "init", "--key-file", str(tmp_path / "memory.key"), "--show-key", "--json")
    assert json.loads(done.output)["shown"] == read_key_file(tmp_path / "memory.key")


def test_init_takes_the_key_that_is_there_already(path, tmp_path):
    storage.KeyFile(tmp_path / "memory.key").put("", TEA)
    key(path, "init", MEMORY_DB_KEY_FILE=str(tmp_path / "memory.key"))
    assert opens(path, TEA)
    key(path, "remove", "--yes", MEMORY_DB_KEY=TEA)
    key(path, "init", MEMORY_DB_KEY=COFFEE)
    assert opens(path, COFFEE)


def test_change_makes_another_key_and_keeps_the_one_before_for_older_backups(path, tmp_path):
    place = ("--key-file", str(tmp_path / "memory.key"))
    key(path, "init", *place)
    first = read_key_file(tmp_path / "memory.key")
    done = [key(path, "change", *place).exit_code for _ in range(2)]
    now = read_key_file(tmp_path / "memory.key")

    assert done == [0, 0]
    assert read_key_file(tmp_path / "memory.key.old") == first
    assert (opens(path, first), opens(path, now)) == (False, True)
    assert sorted(each.name for each in tmp_path.glob("memory.key*")) == [
        "memory.key", "memory.key.old", "memory.key.old-2"
    ]  # fmt: skip


def test_clients_need_nothing_where_the_new_key_stands_in_the_place_of_the_old_one(path, tmp_path):
    place = ("--key-file", str(tmp_path / "memory.key"))
    key(path, "init", *place)
    said = key(path, "change", *place).output
    assert "find it" in said
    assert "Give it to your clients" not in said


def test_a_backup_made_with_any_key_before_comes_back_under_the_key_of_now(path, tmp_path):
    place = ("--key-file", str(tmp_path / "memory.key"))
    program = ["--db", str(path), *place]
    backup_of = ["monday.db", "tuesday.db"]
    key(path, "init", *place)
    for name in backup_of:
        CliRunner().invoke(cli, [*program, "backup", str(tmp_path / name)])
        key(path, "change", *place)
    done = [CliRunner().invoke(cli, [*program, "restore", str(tmp_path / name)]) for name in backup_of]

    assert [one.exit_code for one in done] == [0, 0], done
    assert bodies(path, read_key_file(tmp_path / "memory.key")) == [(PLANTED,)]
    assert not list(tmp_path.glob(".*.part"))


def test_a_backup_from_before_a_key_comes_back_encrypted(path, tmp_path):
    place = ("--key-file", str(tmp_path / "memory.key"))
    CliRunner().invoke(cli, ["--db", str(path), "backup", str(tmp_path / "plain.db")])
    key(path, "init", *place)
    done = CliRunner().invoke(cli, ["--db", str(path), *place, "restore", str(tmp_path / "plain.db")])
    (tmp_path / "plain.db").unlink()

    assert done.exit_code == 0, done.exception
    assert bodies(path, read_key_file(tmp_path / "memory.key")) == [(PLANTED,)]
    assert PLANTED.encode() not in everything(tmp_path)


@pytest.mark.parametrize("changes", [0, 1])
def test_a_copy_with_a_log_of_its_own_stays_as_it_is_when_it_is_brought_back(path, tmp_path, changes):
    place = ("--key-file", str(tmp_path / "memory.key"))
    key(path, "init", *place)
    db = Database(path, SystemClock(), key=read_key_file(tmp_path / "memory.key"))
    with db.writing("test") as tx:
        facts.assert_(tx, Draft(kind="learning", body="in the log alone", valid=Period(tx.now)))
    copies = [Path(shutil.copy(f"{path}{suffix}", tmp_path / f"copy.db{suffix}")) for suffix in ("", "-wal")]
    db.close()
    before = [copy.read_bytes() for copy in copies]
    for _ in range(changes):
        key(path, "change", *place)
    done = CliRunner().invoke(cli, ["--db", str(path), *place, "restore", str(copies[0])])

    assert done.exit_code == 0, done.exception
    assert bodies(path, read_key_file(tmp_path / "memory.key")) == [(PLANTED,), ("in the log alone",)]
    assert [copy.read_bytes() for copy in copies] == before


def test_a_backup_made_with_a_key_that_was_not_kept_comes_back_with_that_key_alone(path, tmp_path):
    place = ("--key-file", str(tmp_path / "memory.key"))
    key(path, "init", *place)
    program = ["--db", str(path), *place]
    CliRunner().invoke(cli, [*program, "backup", str(tmp_path / "monday.db")])
    key(path, "change", *place)
    (tmp_path / "memory.key.old").rename(tmp_path / "elsewhere")
    refused = CliRunner().invoke(cli, [*program, "restore", str(tmp_path / "monday.db")])
    (tmp_path / "elsewhere").replace(tmp_path / "memory.key")
    done = CliRunner().invoke(cli, [*program, "restore", str(tmp_path / "monday.db")])

    assert "encrypted with another key" in str(refused.exception)
    assert done.exit_code == 0, done.exception
    assert bodies(path, read_key_file(tmp_path / "memory.key")) == [(PLANTED,)]


def test_nothing_is_restored_while_the_key_is_changed(path, tmp_path, monkeypatch):
    monkeypatch.setattr(key_change, "_PATIENCE_S", 0)
    copy = shutil.copy(path, tmp_path / "copy.db")
    with key_change.only_change(path):
        done = CliRunner().invoke(cli, ["--db", str(path), "restore", str(copy)])
    assert "in use by another process" in str(done.exception)
    assert not list(tmp_path.glob("*before-restore*"))


def test_remove_asks_and_writes_the_file_in_the_clear(path, tmp_path):
    place = ("--key-file", str(tmp_path / "memory.key"))
    key(path, "init", *place)
    unasked = key(path, "remove", *place)
    assert (unasked.exit_code, opens(path, None)) == (1, False)
    done = key(path, "remove", "--yes", *place)
    assert (done.exit_code, opens(path, None)) == (0, True)
    assert bodies(path, None) == [(PLANTED,)]
    assert "Older backups still need the key" in done.output


def test_test_says_where_the_key_was_found_and_whether_it_opens_the_file(path, tmp_path):
    place = ("--key-file", str(tmp_path / "memory.key"))
    assert "is not encrypted, and no key is set" in key(path, "test").output
    key(path, "init", *place)
    assert f"opens with the key of the key file {tmp_path / 'memory.key'}" in key(path, "test", *place).output
    assert isinstance(key(path, "test", MEMORY_DB_KEY=COFFEE).exception, RefusedError)
    assert isinstance(key(path, "test").exception, RefusedError)
    assert isinstance(key(tmp_path / "other.db", "test").exception, NotFoundError)


def test_test_without_a_key_says_where_one_is_looked_for_and_nothing_by_halves(path):
    key(path, "init", MEMORY_DB_KEY=TEA)
    refused = key(path, "test").exception

    assert isinstance(refused, RefusedError)
    assert str(refused.hint).endswith("none is set here. Nothing was written.")


@pytest.mark.parametrize("has_new_key", [False, True])
def test_test_ends_a_change_that_was_killed(path, tmp_path, has_new_key):
    key(path, "init", MEMORY_DB_KEY=COFFEE if has_new_key else TEA)
    place = storage.KeyFile(tmp_path / "memory.key")
    place.put("", TEA)
    storage.stage(place, COFFEE)
    done = key(path, "test", "--key-file", str(place.path))

    assert done.exit_code == 0, done.exception
    assert (place.get(), storage.staged(place)) == (COFFEE if has_new_key else TEA, None)


def test_what_is_encrypted_is_not_encrypted_again_and_what_is_plain_has_no_key_to_change(path):
    assert isinstance(key(path, "change", MEMORY_DB_KEY=TEA).exception, ConflictError)
    assert isinstance(key(path, "remove", "--yes", MEMORY_DB_KEY=TEA).exception, ConflictError)
    key(path, "init", MEMORY_DB_KEY=TEA)
    assert isinstance(key(path, "init", MEMORY_DB_KEY=COFFEE).exception, ConflictError)
    assert opens(path, TEA)


def test_without_a_place_for_the_key_and_nobody_to_type_one_nothing_is_changed(path):
    before = path.read_bytes()
    done = key(path, "init")
    assert isinstance(done.exception, InvalidInputError)
    assert "--key-file" in done.exception.hint
    assert path.read_bytes() == before


def test_init_names_the_backups_and_exports_that_are_not_encrypted(path, tmp_path):
    db = Database(path, SystemClock())
    backup(db, tmp_path / "memory.db-backups" / "monday.db")
    db.close()
    (tmp_path / "exports").mkdir()
    (tmp_path / "exports" / "all.jsonl").touch()
    (tmp_path / "exports" / "all.sealed").touch()
    done = key(path, "init", MEMORY_DB_KEY=TEA)
    named = [line.partition("keep it safe: ")[2] for line in done.output.splitlines() if "Not encrypted" in line]
    assert named == [str(tmp_path / "memory.db-backups" / "monday.db"), str(tmp_path / "exports" / "all.jsonl")]


def test_events_that_wait_beside_the_file_follow_its_key(tmp_path):
    entry = {"version": 1, "note": PLANTED}
    spool.put(tmp_path, 7, entry)
    spool.seal_again(tmp_path, None, TEA)
    assert PLANTED.encode() not in everything(tmp_path)
    spool.put(tmp_path, 8, entry, f"{TEA[:-2]}ff")
    spool.seal_again(tmp_path, TEA, COFFEE)

    assert [found for _, found in spool.entries(tmp_path, COFFEE)] == [entry]
    assert len(spool.unreadable(tmp_path)) == 1


@pytest.mark.external
def test_a_pass_phrase_is_asked_for_twice_and_not_echoed(path):
    primary, secondary = pty.openpty()
    command = [sys.executable, "-m", "memory_mcp", "--db", str(path), "key", "init"]
    with subprocess.Popen(command, stdin=secondary, stdout=secondary, stderr=secondary, start_new_session=True) as run:
        os.close(secondary)
        shown = b""
        for prompt in (b"New pass phrase", b"Once more"):
            while prompt not in shown:
                shown += os.read(primary, 1_000)
            os.write(primary, b"correct horse battery\n")
        while b"Without the key nobody" not in shown:
            shown += os.read(primary, 1_000)
    os.close(primary)

    assert run.returncode == 0
    assert b"correct horse" not in shown
    assert opens(path, "correct horse battery")
