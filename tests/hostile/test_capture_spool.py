"""Events that cannot be brought in, or not even be kept: each is told of, and none holds up the next."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from replaying import captured, fire

from memory_mcp.capture.clients.incremental import TOO_LONG
from memory_mcp.capture.events.payload import Heard
from memory_mcp.capture.events.spooled import import_spool, put_off
from memory_mcp.config import Settings
from memory_mcp.store.capture_state import spool
from memory_mcp.store.capture_state.spool_places import lies_in_memory, second_place
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import SystemClock

SHARED_MEMORY = "/dev/shm"
needs_posix = pytest.mark.skipif(os.name != "posix", reason="the system has no such files")


def prompt(folder: Path | str, text: str) -> dict[str, Any]:
    return {"session_id": "s1", "cwd": str(folder), "hook_event_name": "UserPromptSubmit", "prompt": text}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(db_path=tmp_path / "memory.db")


@pytest.fixture
def db(settings: Settings) -> Iterator[Database]:
    database = Database(settings.db_path, SystemClock())
    yield database
    database.close()


def _entry(payload: Any) -> str:
    return json.dumps(
        {"version": 1, "event": "UserPromptSubmit", "client": "claude", "at": 1, "payload": payload, "environment": {}}
    )


def _loop_of_links(path: Path) -> None:
    path.symlink_to(path)


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.mkdir()


def _deep(path: Path) -> None:
    path.write_text('{"payload": ' + "[" * 100_000)


def _half(path: Path) -> None:
    path.write_text("{half")


def _list(path: Path) -> None:
    path.write_text("[]")


def _input_output_error(path: Path) -> None:
    # Reading a process's own memory at its start fails as a broken disk does.
    path.symlink_to("/proc/self/mem")


@needs_posix
@pytest.mark.parametrize(
    "make",
    [_loop_of_links, _pipe, _folder, _deep, _half, _list, _input_output_error],
    ids=lambda make: make.__name__[1:],
)
def test_an_entry_that_cannot_be_brought_in_is_set_aside_with_the_reason_and_the_next_goes_on(
    tmp_path, settings, db, make
):
    settings.spool_dir.mkdir()
    make(settings.spool_dir / "00000000000000000001-1-aa.json")
    put_off(settings, Heard("UserPromptSubmit", "claude", prompt(tmp_path, "why?"), {}, 2))

    assert import_spool(db, settings) == 1

    assert captured(settings.db_path) == {("user", "why?"): 1}
    ((aside, why),) = spool.unreadable(settings.spool_dir).items()
    assert aside.name == "00000000000000000001-1-aa.json"
    assert os.path.lexists(aside)
    assert why not in ("", "no reason was noted")
    assert spool.waiting(settings.spool_dir) == []


def test_a_prompt_from_a_folder_whose_path_no_system_takes_is_kept(settings, db):
    settings.spool_dir.mkdir()
    entry = settings.spool_dir / "00000000000000000001-1-aa.json"
    entry.write_text(_entry(prompt("/" + "x" * 5_000, "not lost")))

    assert import_spool(db, settings) == 1

    assert captured(settings.db_path) == {("user", "not lost"): 1}
    assert not spool.unreadable(settings.spool_dir)


@pytest.mark.external
def test_a_session_starts_with_what_waited_until_then(tmp_path, settings, db):
    for at, text in enumerate(("From now on always sign the commits.", "Please tag the release.")):
        put_off(settings, Heard("UserPromptSubmit", "claude", prompt(tmp_path, text), {}, SystemClock().now() + at))
    put_off(settings, Heard("SessionEnd", "claude", prompt(tmp_path, ""), {}, SystemClock().now() + 2))

    told = fire(settings.db_path, "SessionStart", "claude", prompt(tmp_path, "") | {"session_id": "s2"})

    assert "always sign the commits" in told
    assert spool.waiting(settings.spool_dir) == []


def test_what_a_killed_hook_left_is_tried_if_it_is_whole_and_removed_if_it_is_empty(tmp_path, settings, db):
    settings.spool_dir.mkdir()
    (settings.spool_dir / "00000000000000000001-1-aa.tmp").touch()
    (settings.spool_dir / "00000000000000000002-1-aa.tmp").write_text(_entry(prompt(tmp_path, "whole")))
    for path in settings.spool_dir.iterdir():
        os.utime(path, (1, 1))

    assert import_spool(db, settings) == 1

    assert captured(settings.db_path) == {("user", "whole"): 1}
    assert list(settings.spool_dir.iterdir()) == []


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The runtime folder of a user who is logged in."""
    folder = tmp_path / "runtime"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


@needs_posix
def test_no_other_user_can_put_events_into_the_second_place(tmp_path, settings, db, runtime):
    second = second_place(settings.db_path)
    second.mkdir(parents=True, mode=0o777)
    (second / "00000000000000000001-1-aa.json").write_text(_entry(prompt(tmp_path, "planted")))
    second.parent.chmod(0o777)

    assert import_spool(db, settings) == 0


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Path]:
    """A small file system of its own with a memory in it and not a byte left."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m,mode=700", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root may mount a small file system here")  # a disk that is really full needs a mount
    try:
        Database(folder / "memory.db", SystemClock()).close()
        (folder / "runtime").mkdir(mode=0o700)
        with (folder / "filler").open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(b"x" * 4_096):
                pass
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.external
def test_on_a_full_disk_a_prompt_waits_in_the_runtime_folder_and_the_next_session_is_told(full, runtime, tmp_path):
    db = full / "memory.db"
    assert fire(db, "UserPromptSubmit", "claude", prompt(tmp_path, "on a full disk")) == ""
    second = second_place(db)
    assert len(spool.waiting(second)) == 1
    assert second.stat().st_mode & 0o077 == 0
    assert list(full.rglob("*.tmp")) == []

    told = fire(db, "SessionStart", "claude", prompt(tmp_path, "") | {"source": "startup"})
    assert "Memory: 2 captured events not in memory yet" in told

    (full / "filler").unlink()
    fire(db, "UserPromptSubmit", "claude", prompt(tmp_path, "there is room again"))
    assert captured(db) == {("user", "on a full disk"): 1, ("user", "there is room again"): 1}
    assert spool.waiting(second) == []


@pytest.mark.external
def test_where_even_the_runtime_folder_is_full_the_session_is_told_that_nothing_is_kept(full, tmp_path):
    told = fire(
        full / "memory.db", "SessionStart", "claude", prompt(tmp_path, "") | {"source": "startup"},
        XDG_RUNTIME_DIR=str(full / "runtime"),
    )  # fmt: skip
    assert "not kept" in told
    assert "No space left" in told


@pytest.mark.external
def test_what_no_disk_had_room_for_is_told_once_there_is_room(full, tmp_path):
    db, gone = full / "memory.db", {"XDG_RUNTIME_DIR": str(full / "runtime")}
    fire(db, "UserPromptSubmit", "claude", prompt(tmp_path, "never on Fridays"), **gone)
    fire(db, "UserPromptSubmit", "claude", prompt(tmp_path, "we use tabs"), **gone)
    (full / "filler").unlink()

    start = prompt(tmp_path, "") | {"source": "startup"}
    told = fire(db, "SessionStart", "claude", start, **gone)
    assert "Memory: 2 captured events not kept (No space left on device)" in told
    assert "not kept" not in fire(db, "SessionStart", "claude", start, **gone)


@pytest.mark.external
def test_a_chat_that_is_too_long_to_be_read_is_named_at_the_next_start(tmp_path):
    db, chat = tmp_path / "memory.db", tmp_path / "session-7.json"
    with chat.open("wb") as file:
        file.truncate(64_000_000)
    told = {"session_id": "s1", "cwd": str(tmp_path), "transcript_path": str(chat)}
    fire(db, "AfterAgent", "gemini", told | {"hook_event_name": "AfterAgent", "prompt_response": "done"})
    fire(db, "SessionEnd", "gemini", told | {"hook_event_name": "SessionEnd"})

    start = told | {"hook_event_name": "SessionStart", "session_id": "s2", "source": "startup"}
    first, second = (fire(db, "SessionStart", "gemini", start | {"transcript_path": ""}) for _ in range(2))
    assert f"1 captured event not kept (session-7.json is {TOO_LONG})" in first
    assert "not kept" not in second
    assert f"what is said here is not kept (session-7.json is {TOO_LONG})" in fire(db, "SessionStart", "gemini", start)


@pytest.fixture
def memory_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A runtime folder that is in memory, as a login makes one on Linux."""
    if not lies_in_memory(SHARED_MEMORY) or not os.access(SHARED_MEMORY, os.W_OK):
        pytest.skip("no folder here is in memory")  # only Linux mounts one, and not everywhere may it be written
    with tempfile.TemporaryDirectory(dir=SHARED_MEMORY) as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder)


@pytest.mark.external
def test_without_its_key_no_prompt_waits_in_the_clear_on_a_disk(tmp_path, runtime):
    if lies_in_memory(str(runtime)):
        pytest.skip("the folder of tests is in memory")  # where /tmp is so mounted nothing here is on a disk
    db = tmp_path / "memory.db"
    Database(db, SystemClock(), key="tea").close()
    fire(db, "UserPromptSubmit", "claude", prompt(tmp_path, "the plan is secret"))
    assert not any(b"secret" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    start = prompt(tmp_path, "") | {"source": "startup"}
    assert "1 captured event not kept" in fire(db, "SessionStart", "claude", start, MEMORY_DB_KEY="tea")


@pytest.mark.external
def test_without_its_key_a_prompt_waits_in_memory_and_the_next_session_is_told(tmp_path, memory_folder):
    db = tmp_path / "memory.db"
    Database(db, SystemClock(), key="tea").close()
    fire(db, "UserPromptSubmit", "claude", prompt(tmp_path, "the plan is secret"))
    told = fire(db, "SessionStart", "claude", prompt(tmp_path, "") | {"source": "startup"})
    assert "Memory: 2 captured events not in memory yet" in told
    assert "key" in told
    fire(db, "UserPromptSubmit", "claude", prompt(tmp_path, "with the key"), MEMORY_DB_KEY="tea")
    assert spool.waiting(second_place(db)) == []
    assert not db.with_name("memory.db-spool").exists()


@pytest.mark.external
def test_what_was_lost_is_told_once(tmp_path):
    db = tmp_path / "memory.db"
    Database(db, SystemClock(), key="tea").close()
    # No folder that lives in memory: nothing may lie in the clear.
    gone = {"XDG_RUNTIME_DIR": str(tmp_path / "gone")}
    fire(db, "UserPromptSubmit", "claude", prompt(tmp_path, "the plan is secret"), **gone)
    fire(db, "UserPromptSubmit", "claude", prompt(tmp_path, "the plan is secret"), **gone)
    start = prompt(tmp_path, "") | {"source": "startup"}
    told = fire(db, "SessionStart", "claude", start, MEMORY_DB_KEY="tea", **gone)
    assert "2 captured events not kept (refused: the event was not kept: it would lie in the clear" in told
    assert "not kept" not in fire(db, "SessionStart", "claude", start, MEMORY_DB_KEY="tea", **gone)


@pytest.mark.external
def test_who_is_told_of_what_was_lost_learns_why_there_was_no_key(tmp_path):
    db = tmp_path / "memory.db"
    Database(db, SystemClock(), key="tea").close()
    without = {"XDG_RUNTIME_DIR": str(tmp_path / "gone"), "MEMORY_DB_KEY_FILE": str(tmp_path / "memory.key")}
    start = prompt(tmp_path, "") | {"source": "startup"}
    told = fire(db, "SessionStart", "claude", start, **without)
    assert f"since the key file {tmp_path / 'memory.key'} cannot be read" in told
    assert "Check MEMORY_DB_KEY_FILE" in db.with_name("memory.db-hooks.log").read_text().split("was not kept")[1]


@pytest.mark.external
@pytest.mark.parametrize("is_there", [False, True])
def test_a_prompt_under_a_key_nobody_filled_in_is_not_lost_without_a_word(tmp_path, is_there):
    db = tmp_path / "memory.db"
    if is_there:
        Database(db, SystemClock(), key="tea").close()
    gone = {"XDG_RUNTIME_DIR": str(tmp_path / "gone")}
    fire(db, "UserPromptSubmit", "claude", prompt(tmp_path, "the plan"), MEMORY_DB_KEY="${MEMORY_DB_KEY}", **gone)
    start = prompt(tmp_path, "") | {"source": "startup"}
    assert "1 captured event not kept" in fire(db, "SessionStart", "claude", start, MEMORY_DB_KEY="tea", **gone)
    assert not any(b"the plan" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
