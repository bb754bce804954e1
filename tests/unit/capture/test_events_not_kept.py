"""What stands for an event that no place had room for, and what is told of it at the next session's start."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from memory_mcp import hooks
from memory_mcp.store.capture_state import spool_places
from memory_mcp.store.capture_state.spool import put, set_aside
from memory_mcp.store.capture_state.spool_places import note_not_kept, take_not_kept


@pytest.fixture
def spool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A spool beside the file, and no second place."""
    monkeypatch.setattr(spool_places, "second_place", lambda _: None)
    folder = tmp_path / "m.db-spool"
    folder.mkdir()
    return folder


@pytest.mark.parametrize(
    ("number", "told"),
    [(errno.ENOSPC, os.strerror(errno.ENOSPC)), (errno.EACCES, "it could not be written")],
)
def test_only_a_full_disk_is_told_as_one(spool: Path, monkeypatch: pytest.MonkeyPatch, number: int, told: str) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", refuse)
        note_not_kept(spool, spool / "m.db", "the file is locked by another program")
    assert take_not_kept([spool]) == (1, told)
    assert take_not_kept([spool]) == (0, "")


def test_as_many_empty_files_are_left_as_can_be_told_of(spool: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool_places, "_MOST_EMPTY", 3)
    (spool / "not-kept").mkdir()
    for _ in range(5):
        note_not_kept(spool, spool / "m.db", "the file is locked by another program")
    assert len(list(spool.glob("not-kept-*"))) == 3


def test_one_that_cannot_be_removed_keeps_no_other_one(spool: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (spool / "not-kept").mkdir()
    for _ in range(3):
        note_not_kept(spool, spool / "m.db", "the file is locked by another program")
    stuck = next(spool.glob("not-kept-*"))
    remove = Path.unlink
    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", lambda path: remove(path / "gone" if path == stuck else path))
        assert take_not_kept([spool])[0] == 3
    assert list(spool.glob("not-kept-*")) == [stuck]


def test_nobody_else_reads_why_an_event_is_lost_or_set_aside(spool: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.umask(0)
    try:
        note_not_kept(spool, spool / "m.db", "/home/jo/memory.db is locked")
        entry = put(spool, 1, {})
        set_aside(entry, "it speaks of /home/jo")
        monkeypatch.setattr(Path, "open", lambda *_, **__: Path("/nowhere").stat())
        note_not_kept(spool, spool / "m.db", "the disk is full")
    finally:
        os.umask(before)
    modes = {path.name.split("-")[0]: path.stat().st_mode & 0o777 for path in spool.rglob("*") if path.is_file()}
    assert set(modes.values()) == {0o600}
    assert [path.suffix for path in spool.rglob("*.why")] == [".why"]
    assert len(list(spool.glob("not-kept*"))) == 2


@pytest.mark.parametrize(
    ("event", "said", "told"),
    [("PreCoffee", b"{}", "unknown event"), ("UserPromptSubmit", b'{"prompt": "why', "no JSON object")],
)
def test_what_is_wrong_with_the_first_event_is_noted_where_no_folder_is_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, event: str, said: bytes, told: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said)))
    db = tmp_path / "data/memory-mcp/memory.db"
    assert hooks.run([event, "--client", "claude", "--db", str(db)]) == 0
    assert told in db.with_name("memory.db-hooks.log").read_text("utf-8")
    assert [path.stat().st_mode & 0o777 for path in (db.parent, db.parent.parent)] == [0o700, 0o700]
