"""Each check of the file notices the thing it is for, once that is broken, and says how to mend it."""

from __future__ import annotations

import os
import shutil
from collections import namedtuple
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import transfers
from calling import Client, learn
from shared_folder import synced

from memory_mcp.config import Settings
from memory_mcp.doctor import file_checks
from memory_mcp.doctor.file_checks import file_findings
from memory_mcp.doctor.finding import Finding
from memory_mcp.store.capture_state import spool
from memory_mcp.store.file import location
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending.clock_repair import ClockState
from memory_mcp.store.sync import targets
from memory_mcp.sync import folder as folders
from memory_mcp.temporal import DAY_US, ManualClock, format_instant
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.runtime import Runtime
from memory_mcp.tools.health import memory_health, said_of_clock

CHECKS = {
    "integrity", "invariants", "place", "file", "permissions", "clock", "backups", "spool", "hooks", "capture",
    "embedding", "indexes", "disk", "key",
}  # fmt: skip


def findings(client: Client) -> dict[str, Finding]:
    found = file_findings(Call(client.runtime, client.facts, actor="doctor"))
    return {one.check: one for one in sorted(found, key=lambda one: one.level == "pass", reverse=True)}


def test_a_memory_that_is_well_passes_every_check(client: Client) -> None:
    found = findings(client)
    assert set(found) == CHECKS
    assert {one.check for one in found.values() if one.level != "pass"} == set()


def test_embedding_that_is_switched_off_is_not_said_to_be_there(client: Client) -> None:
    learn(client, "Staging listens on port 6543.")
    found = findings(client)
    assert found["embedding"].what == "switched off, so search is by words alone"
    assert found["indexes"].what == "1 row"


def _others_may_read(runtime: Runtime) -> None:
    runtime.db.path.chmod(0o644)


def _word_index_lost(runtime: Runtime) -> None:
    with runtime.db.writing("test") as tx:
        tx.execute("INSERT INTO item_fts (item_fts) VALUES ('delete-all')")


def _rule_broken(runtime: Runtime) -> None:
    with runtime.db.connection() as connection:
        connection.execute("INSERT INTO item_state (uid, changed_at) VALUES ('nobody', 1)")


def _hook_failed(runtime: Runtime) -> None:
    line = f"{format_instant(runtime.clock.now())} Stop claude: the disk is full\n"
    runtime.settings.hook_log_path.write_text(line, encoding="utf-8")


def _event_waits(runtime: Runtime) -> None:
    spool.put(runtime.settings.spool_dir, runtime.clock.now(), {"event": "Stop"})


def _clock_went_back(runtime: Runtime) -> None:
    runtime.clock.advance(days=-400)  # type: ignore[attr-defined]  # tests move it by hand


def _never_backed_up(runtime: Runtime) -> None:
    runtime.clock.advance(days=30)  # type: ignore[attr-defined]  # tests move it by hand


def _marker_spoiled(runtime: Runtime) -> None:
    folder = runtime.settings.db_path.parent / "work"
    (folder / ".memory-mcp.toml").write_text("[capture]\nignore = 5\n", encoding="utf-8")


@pytest.mark.skipif(os.name == "nt", reason="there are no permission bits on Windows")
def test_a_file_others_can_read_is_noticed_and_mended(client: Client) -> None:
    learn(client, "Staging listens on port 6543.")
    _others_may_read(client.runtime)
    found = findings(client)["permissions"]
    assert (found.level, "chmod 600" in found.mend) == ("warn", True)
    assert found.fix is not None
    found.fix()
    assert findings(client)["permissions"].level == "pass"


@pytest.mark.skipif(os.name == "nt", reason="there are no permission bits on Windows")
def test_a_folder_of_ours_that_others_may_look_into_is_noticed_and_mended(client: Client) -> None:
    learn(client, "Staging listens on port 6543.")
    folder = client.runtime.db.path.parent
    for other in set(folder.iterdir()):
        if not other.name.startswith(client.runtime.db.path.name):
            shutil.rmtree(other)
    folder.chmod(0o755)
    found = findings(client)["permissions"]
    assert (found.level, found.mend) == ("warn", f"chmod 700 {folder}")
    assert found.fix is not None
    found.fix()
    assert (findings(client)["permissions"].level, folder.stat().st_mode & 0o777) == ("pass", 0o700)


@pytest.mark.skipif(os.name == "nt", reason="there are no permission bits on Windows")
def test_a_folder_with_files_of_the_users_own_is_left_alone(client: Client) -> None:
    learn(client, "Staging listens on port 6543.")
    folder = client.runtime.db.path.parent
    (folder / "letter.txt").write_text("Dear Ada", encoding="utf-8")
    folder.chmod(0o755)
    _others_may_read(client.runtime)
    found = findings(client)["permissions"]
    assert "can be read by others" in found.what
    assert found.fix is not None
    found.fix()
    assert (findings(client)["permissions"].level, folder.stat().st_mode & 0o777) == ("pass", 0o755)


@pytest.mark.skipif(os.name == "nt", reason="there are no permission bits on Windows")
def test_the_default_folder_is_ours_whatever_lies_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    path = Settings.load({}).db_path
    path.parent.mkdir(parents=True)
    (path.parent / "export.json").touch()
    path.parent.chmod(0o750)
    assert location.is_folder_open(path)


def test_a_lost_word_index_is_noticed_and_rebuilt(client: Client) -> None:
    learn(client, "Staging listens on port 6543.")
    _word_index_lost(client.runtime)
    found = findings(client)["integrity"]
    assert (found.level, "reindex" in found.what) == ("fail", True)
    assert found.fix is not None
    found.fix()
    assert findings(client)["integrity"].level == "pass"


def test_what_a_process_apart_reads_is_nothing_to_warn_of_for_an_hour(client: Client) -> None:
    learn(client, "Staging listens on port 6543.")
    runtime = client.runtime
    spool.put(runtime.settings.spool_dir, runtime.clock.now(), {"event": "Stop", "is_rest": True})
    assert findings(client)["spool"].level == "pass"
    runtime.clock.advance(hours=2)  # type: ignore[attr-defined]  # tests move it by hand
    assert findings(client)["spool"].level == "warn"


@pytest.mark.parametrize(
    ("check", "level", "break_it"),
    [
        ("hooks", "warn", _hook_failed),
        ("spool", "warn", _event_waits),
        ("clock", "warn", _clock_went_back),
        ("backups", "warn", _never_backed_up),
        ("capture", "warn", _marker_spoiled),
        ("invariants", "fail", _rule_broken),
    ],
)
def test_what_is_broken_is_noticed_by_its_check(
    check: str, level: str, break_it: Callable[[Runtime], None], client: Client
) -> None:
    learn(client, "Staging listens on port 6543.")
    break_it(client.runtime)
    found = findings(client)[check]
    assert found.level == level
    assert found.mend


@pytest.mark.parametrize(
    ("moves", "level", "said"),
    [
        ([3], "pass", "as expected"),
        ([90, 0.5], "pass", "as expected"),
        # A weekend behind it hides no jump.
        ([800, 3], "warn", "the clock moved on by 2 years between two writes, the later at 2028-"),
        ([3, -20], "warn", "ahead of the clock"),
        ([30_000, -29_999], "pass", "1 transaction was written under a clock that was wrong by up to 8"),
    ],
)
def test_health_and_doctor_say_the_same_of_the_clock(
    client: Client, clock: ManualClock, moves: list[float], level: str, said: str
) -> None:
    learn(client, "Staging listens on port 6543.")
    for days in moves:
        clock.advance(days=days)
        learn(client, f"Moved by {days}.")
    found, told = findings(client)["clock"], client.call(memory_health)["clock"]
    assert (found.level, found.what) == (level, told)
    assert said in told


@pytest.mark.parametrize(("count", "said"), [
    (1, "1 transaction was written under a clock that was wrong by up to 9 days, and keeps order"),
    (2, "2 transactions were written under a clock that was wrong by up to 9 days, and keep order"),
])  # fmt: skip
def test_health_counts_what_was_written_under_a_wrong_clock(count: int, said: str) -> None:
    assert said_of_clock(ClockState(newest=0, ahead=0, told_wrong=count, furthest=9 * DAY_US)) == said


def test_a_backup_that_is_missing_is_made(client: Client) -> None:
    learn(client, "Staging listens on port 6543.")
    _never_backed_up(client.runtime)
    fix = findings(client)["backups"].fix
    assert fix is not None
    fix()
    assert findings(client)["backups"].level == "pass"


def test_a_file_that_was_moved_away_is_noticed(client: Client) -> None:
    learn(client, "Staging listens on port 6543.")
    client.runtime.db.path.rename(client.runtime.db.path.with_name("elsewhere.db"))
    found = file_findings(Call(client.runtime, client.facts, actor="doctor"), deep=False)
    assert next(one for one in found if one.check == "file").level == "fail"


def test_rows_that_wait_for_an_index_are_noticed_and_caught_up(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    learn(client, "Staging listens on port 6543.")
    assert findings(client)["indexes"].level == "pass"
    monkeypatch.setattr(file_checks, "_MOST_WAITING", 1)
    found = findings(client)["indexes"]
    assert found.level == "warn"
    assert found.fix is not None
    found.fix()
    # Without a model no row waits for a vector to be had here.
    assert findings(client)["indexes"] == Finding("indexes", "pass", "1 row")


def test_a_synchronised_folder_is_noticed(tmp_path: Path) -> None:
    assert location.warnings(tmp_path / "Dropbox" / "memory.db")


def test_a_full_disk_is_noticed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")(10**9, 10**9 - 1, 1)  # noqa: PYI024 - what shutil gives back
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    found = findings(client)["disk"]
    assert (found.level, "Make room" in found.mend) == ("warn", True)


def test_a_machine_whose_clock_is_ahead_of_this_one_is_named(client: Client, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    clock, shared = ManualClock(client.runtime.clock.now()), tmp_path / "shared"
    with closing(Database(tmp_path / "other.db", clock)) as other:
        for db in (client.runtime.db, other):
            folders.init(db, shared)
        transfers.learn(other, "we use tabs")
        synced(other, shared)
        synced(client.runtime.db, shared)
        assert "shared clocks" not in findings(client)
        clock.advance(days=400)
        transfers.learn(other, "prefer uv")
        synced(other, shared)
    synced(client.runtime.db, shared)
    found = findings(client)["shared clocks"]
    assert (found.level, "1 year ahead of the clock of this machine" in found.what) == ("warn", True)
    assert "Set the clock right" in found.mend


def test_a_folder_that_cannot_be_looked_at_ends_no_other_check(client: Client, tmp_path: Path) -> None:
    with client.runtime.db.writing("test") as tx:
        # The system refuses so long a name, to whoever asks.
        targets.ensure(tx, str(tmp_path / ("x" * 300)))
    assert {"disk", "key"} <= findings(client).keys()
