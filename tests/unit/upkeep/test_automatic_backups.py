"""Backups nobody asked for: once a day, by one process, checked, private, as many as are kept, and never in the way."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import threading
import time
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from calling import Client, learn, server
from wire import PATIENCE, spawn

from memory_mcp.application.assembly import open_application
from memory_mcp.application.background_backup import BackingUp
from memory_mcp.config import Settings
from memory_mcp.errors import CorruptError, RefusedError
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.copies import backup, checking, kept_backups, restoring
from memory_mcp.store.file.database import Database
from memory_mcp.store.upkeep import automatic_backups
from memory_mcp.temporal import DAY_US, Period
from memory_mcp.tools.framework.declare import RequestFacts
from memory_mcp.tools.framework.scheduler import Lane
from memory_mcp.tools.health import memory_health

DAY = DAY_US


@contextmanager
def old_memory(tmp_path, clock, **settings):
    """A server on a memory that is two hours old."""
    with server(tmp_path, clock, **settings) as runtime:
        learn(Client(runtime, tmp_path), "we use tabs")
        clock.advance(hours=2)
        yield runtime


def copies(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def back_up(runtime, lane: Lane | None = None) -> None:
    BackingUp(runtime, lane or Lane())()


def test_a_memory_is_backed_up_once_a_day(tmp_path, clock):
    with old_memory(tmp_path, clock) as runtime:
        folder = runtime.settings.backup_dir
        back_up(runtime)
        first = copies(folder)
        clock.advance(hours=23)
        back_up(runtime)
        assert copies(folder) == first
        clock.advance(hours=1)
        back_up(runtime)
        made = copies(folder)

    assert (len(first), len(made)) == (1, 2)
    assert checking.check_backup(folder / made[0]).versions == 1
    assert [path.stat().st_mode & 0o777 for path in (folder, folder / made[0])] == [0o700, 0o600]


def test_a_backup_dated_2100_by_a_wrong_clock_keeps_the_next_from_nothing(tmp_path, clock):
    with old_memory(tmp_path, clock) as runtime:
        begun = clock.now()
        clock.set(4_102_444_800_000_000)
        back_up(runtime)
        clock.set(begun)
        for _ in range(2):
            back_up(runtime)
            assert len(copies(runtime.settings.backup_dir)) == 2
            clock.advance(hours=23)
        clock.advance(hours=2)
        back_up(runtime)
        assert len(copies(runtime.settings.backup_dir)) == 3


def test_several_servers_on_one_file_make_one_backup(tmp_path, clock):
    with old_memory(tmp_path, clock) as one, server(tmp_path, clock) as other:
        assert other.db.path == one.db.path
        with other.db.writing("backup") as tx:
            assert automatic_backups.claim(other.db, tx)
        back_up(one)
        assert copies(one.settings.backup_dir) == []
        # The other was killed: an hour later somebody else may.
        clock.advance(hours=1)
        back_up(one)
        back_up(other)

        assert len(copies(one.settings.backup_dir)) == 1


def test_a_memory_younger_than_an_hour_and_one_that_wants_none_are_left_alone(tmp_path, clock):
    with server(tmp_path, clock) as runtime:
        learn(Client(runtime, tmp_path), "we use tabs")
        back_up(runtime)
        assert copies(runtime.settings.backup_dir) == []
    with old_memory(tmp_path, clock, backups=0) as runtime:
        back_up(runtime)
        assert copies(runtime.settings.backup_dir) == []


def test_seven_days_and_four_weeks_are_kept():
    kept: list[kept_backups.KeptBackup] = []
    for day in range(60):
        made = kept_backups.KeptBackup(day * DAY, Path(str(day)), is_automatic=True)
        kept = [made, *kept]
        kept = [one for one in kept if one not in kept_backups.superfluous(kept, 11)]
    ages = [59 - one.at // DAY for one in kept]

    assert ages[:7] == [0, 1, 2, 3, 4, 5, 6]
    assert len(ages) == 11
    assert [older - newer for newer, older in pairwise(ages[8:])] == [7, 7]
    assert 7 <= ages[7] < ages[8] <= 20


def test_a_backup_somebody_asked_for_is_never_removed(db, clock, tmp_path):
    with db.writing("test") as tx:
        facts.assert_(tx, Draft("learning", "we use tabs", Period(tx.now)))
    asked = kept_backups.backup_path(db.backup_dir, "memory", clock.now(), is_automatic=False)
    backup.backup(db, asked)
    for _ in range(3):
        clock.advance(days=1)
        automatic_backups.make(db, 1, key=None, pause=lambda: None)

    assert asked.exists()
    assert len(copies(db.backup_dir)) == 2


def test_backups_lie_where_they_are_set_apart_for_each_file(tmp_path, clock):
    folders = set()
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        with old_memory(tmp_path / name, clock, backup_folder=tmp_path / "disk") as runtime:
            back_up(runtime)
            folders.add(runtime.settings.backup_dir)

    assert [len(copies(folder)) for folder in folders] == [1, 1]
    assert {folder.parent for folder in folders} == {tmp_path / "disk"}


def test_a_backup_of_an_encrypted_memory_is_encrypted_and_can_be_restored(tmp_path, clock):
    with old_memory(tmp_path, clock, key="tea at five") as runtime:
        back_up(runtime)
        made = next(runtime.settings.backup_dir.iterdir())
    content = made.read_bytes()
    restoring.restore(made, tmp_path / "memory.db", key="tea at five")

    assert b"SQLite format 3" not in content
    assert b"tabs" not in content
    db = Database(tmp_path / "memory.db", clock, key="tea at five")
    with db.reading() as snapshot:
        assert snapshot.rows("SELECT body FROM item") == [("we use tabs",)]
    db.close()


def test_a_call_that_comes_during_a_backup_goes_first(tmp_path, clock):
    with old_memory(tmp_path, clock) as runtime:
        lane, told = Lane(), []
        calls = lane.answering()
        calls.__enter__()
        copying = threading.Thread(target=lambda: (back_up(runtime, lane), told.append("backup")))
        copying.start()
        told.append("call")
        calls.__exit__(None, None, None)
        copying.join()

    assert told == ["call", "backup"]


def test_between_two_steps_of_a_backup_anybody_may_write(db, clock):
    with db.writing("test") as tx:
        for number in range(600):
            facts.assert_(tx, Draft("learning", f"lesson {number} " + "about ropes " * 30, Period(tx.now)))
    written = []

    def write() -> None:
        if len(written) < 3:
            with db.writing("test") as tx:
                written.append(facts.assert_(tx, Draft("learning", f"meanwhile {len(written)}", Period(tx.now))))

    made = automatic_backups.make(db, 11, key=None, pause=write)

    assert (len(written), made.versions) == (3, 600)


def test_what_a_killed_process_left_is_removed_with_the_next_backup(tmp_path, clock):
    with old_memory(tmp_path, clock) as runtime:
        folder = runtime.settings.backup_dir
        folder.mkdir()
        old, fresh = folder / ".memory-auto-20260101T000000.db.aa.part", folder / ".memory-auto-x.db.bb.part"
        for draft in (old, fresh):
            draft.write_bytes(b"half")
        os.utime(old, (1, 1))
        back_up(runtime)

        assert (old.exists(), fresh.exists()) == (False, True)


def test_on_a_full_disk_nothing_is_left_and_health_says_so(tmp_path, clock, monkeypatch):
    with old_memory(tmp_path, clock) as runtime:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1 << 40, 1 << 40, 0))
        back_up(runtime)
        problems = Client(runtime, tmp_path).call(memory_health)["problems"]

        assert copies(runtime.settings.backup_dir) == []
        assert any("no backup can be made" in problem["what"] for problem in problems)


def test_a_write_that_fails_on_the_way_leaves_nothing(tmp_path, clock, monkeypatch):
    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with old_memory(tmp_path, clock) as runtime:
        client = Client(runtime, tmp_path)
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", fail)
            back_up(runtime)
        problems = client.call(memory_health)["problems"]

        assert copies(runtime.settings.backup_dir) == []
        assert any("the last backup failed" in problem["what"] for problem in problems)


@pytest.mark.parametrize(("days", "is_told"), [(13, False), (15, True)])
def test_health_warns_after_two_weeks_without_a_backup(tmp_path, clock, days, is_told):
    with old_memory(tmp_path, clock) as runtime:
        back_up(runtime)
        clock.advance(days=days)
        problems = Client(runtime, tmp_path).call(memory_health)["problems"]

        assert any("the newest backup is" in problem["what"] for problem in problems) is is_told


def test_what_is_said_of_damage_names_the_newest_backup_and_its_age(tmp_path, clock):
    with old_memory(tmp_path, clock) as runtime:
        back_up(runtime)
        made = next(runtime.settings.backup_dir.iterdir())
    path = tmp_path / "memory.db"
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\xff" * 8_000 + whole[8_100:])
    clock.advance(days=3)
    with pytest.raises(CorruptError) as failure:
        Database(path, clock)

    assert f"memory-mcp restore {made}" in failure.value.hint
    assert "3 days old" in failure.value.hint
    assert "memory-mcp repair" in failure.value.hint


def test_a_damaged_memory_replaces_no_backup(db, clock):
    with db.writing("test") as tx:
        for number in range(200):
            facts.assert_(tx, Draft("learning", f"lesson {number}", Period(tx.now)))
    automatic_backups.make(db, 1, key=None, pause=lambda: None)
    before = copies(db.backup_dir)
    db.checkpoint()
    whole = db.path.read_bytes()
    db.path.write_bytes(whole[: len(whole) // 2] + b"\xff" * 4_096 * 20 + whole[len(whole) // 2 + 4_096 * 20 :])
    clock.advance(days=1)
    with pytest.raises((CorruptError, RefusedError)):
        automatic_backups.make(db, 1, key=None, pause=lambda: None)

    assert copies(db.backup_dir) == before
    assert stat.S_ISREG((db.backup_dir / before[0]).stat().st_mode)


def test_an_idle_server_makes_the_backup(tmp_path, clock):
    with server(tmp_path, clock) as runtime:
        learn(Client(runtime, tmp_path), "we use tabs")
    settings = Settings(db_path=tmp_path / "memory.db", embed_disabled=True)
    application = open_application(settings)
    application.tools["memory_learn"].invoke(
        application.make_call(RequestFacts()), {"category": "fact", "content": "months later, by the machine's clock"}
    )
    for chore in application.after_reply:
        chore()
    application.close()

    assert len(copies(settings.backup_dir)) == 1


@pytest.mark.external
def test_a_server_that_answered_one_call_and_is_idle_makes_the_overdue_backup(tmp_path, clock):
    with server(tmp_path, clock) as runtime:
        learn(Client(runtime, tmp_path), "we use tabs")
    folder = tmp_path / "memory.db-backups"
    with spawn(tmp_path / "memory.db") as wire:
        wire.initialize()
        wire.structured("memory_search", {"query": "tabs"})
        ends_at = time.monotonic() + PATIENCE
        while (not list(folder.glob("*.db")) or list(folder.glob("*.part"))) and time.monotonic() < ends_at:
            time.sleep(0.02)  # another process makes it in its own time: asked again until it is there, or too long

    assert len(copies(folder)) == 1


def test_a_backup_that_becomes_due_is_noticed_within_two_minutes(tmp_path, clock):
    with server(tmp_path, clock) as runtime:
        learn(Client(runtime, tmp_path), "we use tabs")
        chore = BackingUp(runtime, Lane())
        clock.advance(seconds=59 * 60)
        chore()
        assert copies(runtime.settings.backup_dir) == []
        clock.advance(seconds=120)
        chore()

        assert len(copies(runtime.settings.backup_dir)) == 1
