"""The key is changed while a process is killed or others write: one key opens the file, and no row is lost."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Self

import pytest

from memory_mcp.application.key_change import change_key
from memory_mcp.config import Settings
from memory_mcp.keys import storage
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import integrity
from memory_mcp.temporal import SystemClock

SUPPORT = Path(__file__).parents[1] / "support"


@pytest.fixture
def is_long(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--slow"))


def killed(folder: Path, *how: str) -> dict[str, object]:
    program = [sys.executable, str(SUPPORT / "key_killer.py"), str(folder), *how]
    return json.loads(subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True).stdout)


def test_a_change_killed_before_each_thing_it_does_leaves_a_file_that_opens_with_exactly_one_key(
    tmp_path: Path,
) -> None:
    found = killed(tmp_path, "events")
    assert (found["wrong"], found["plain"]) == ([], [])
    assert int(str(found["killed"])) > 10
    assert int(str(found["new"])) > 1, "no kill left the new key"


def test_a_change_killed_at_random_leaves_a_file_that_opens_with_exactly_one_key(tmp_path: Path, is_long: bool) -> None:
    count, seed = (500, random.randrange(10**6)) if is_long else (9, 7)
    found = killed(tmp_path, "times", str(count), str(seed))
    assert (found["wrong"], found["plain"]) == ([], [])
    assert int(str(found["killed"])) > count // 3


class Writer:
    """A process that writes until the block ends, and what it says: an id for each row, or that it was refused."""

    def __init__(self, path: Path, key_file: Path | None) -> None:
        program = [sys.executable, str(SUPPORT / "key_writer.py"), str(path), str(key_file or "")]
        self.said: list[str] = []
        self._more = threading.Condition()
        self._process = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
        self._thread = threading.Thread(target=self._listen)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._thread.join()
        self._process.wait()

    def wait_for(self, is_enough: Callable[[list[str]], bool]) -> None:
        with self._more:
            assert self._more.wait_for(lambda: is_enough(self.said), timeout=60)

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                with self._more:
                    # A line without its end was cut by the kill.
                    self.said += [line.strip()] if line.endswith("\n") else []
                    self._more.notify()


def acknowledged(said: list[str]) -> list[str]:
    return [line for line in said if line != "refused"]


def lost(path: Path, key: str, *writers: Writer) -> set[str]:
    """Return the rows that were acknowledged and are not in the file, which is whole."""
    db = Database(path, SystemClock(), key=key)
    with db.reading() as snapshot:
        found = {uid for (uid,) in snapshot.rows("SELECT uid FROM item")}
    assert integrity.integrity(db, deep=False) == []
    db.close()
    return {uid for writer in writers for uid in acknowledged(writer.said)} - found


def test_servers_go_on_over_changes_of_the_key_file_and_no_acknowledged_row_is_lost(
    tmp_path: Path, is_long: bool
) -> None:
    settings = Settings(db_path=tmp_path / "memory.db", key_file=tmp_path / "memory.key")
    place = storage.KeyFile(tmp_path / "memory.key")
    place.put("", key := storage.random_key())
    with Writer(settings.db_path, place.path) as one, Writer(settings.db_path, place.path) as other:
        for _ in range(60 if is_long else 4):
            for writer in (one, other):
                before = len(acknowledged(writer.said))
                writer.wait_for(lambda said, before=before: len(acknowledged(said)) > before)
            change_key(settings, place, old=key, new=(new := storage.random_key()))
            key = new
    assert lost(settings.db_path, key, one, other) == set()


def test_a_server_that_lacks_the_new_key_acknowledges_nothing_more_and_nothing_is_lost(tmp_path: Path) -> None:
    settings = Settings(db_path=tmp_path / "memory.db")
    with Writer(settings.db_path, None) as writer:
        writer.wait_for(lambda said: len(acknowledged(said)) > 3)
        change_key(settings, None, old=None, new=(key := storage.random_key()))
        writer.wait_for(lambda said: said[-3:] == ["refused"] * 3)
    assert acknowledged(writer.said) == writer.said[: len(acknowledged(writer.said))]
    assert lost(settings.db_path, key, writer) == set()
