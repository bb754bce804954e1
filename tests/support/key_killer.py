"""Kill changes of a file's key, at a random moment or before each thing they do, and say what is left each time.

    key_killer.py FOLDER times COUNT SEED
    key_killer.py FOLDER events

Prints one line of JSON: how many were killed, how many of these left the new key, and what was wrong.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from memory_mcp.application.key_change import change_key, finish
from memory_mcp.config import Settings
from memory_mcp.keys import storage
from memory_mcp.keys.lookup import find_key
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.copies.key_change import opens
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import integrity
from memory_mcp.temporal import Period, SystemClock

PLANTED = "the lighthouse keeper's secret"
_TOUCHING = frozenset({"open", "os.rename", "os.remove", "os.truncate", "fcntl.lockf"})


class Killed:
    """A memory whose key is changed again and again, and what was found after each time."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(db_path=folder / "memory.db", key_file=folder / "keys" / "memory.key")
        self.place = storage.KeyFile(folder / "keys" / "memory.key")
        self.key: str | None = None
        self.rows = self.killed = self.new = 0
        self.wrong: list[str] = []
        self.write(60).close()

    def write(self, count: int) -> Database:
        """Add rows, and return the open file with them in the write-ahead log."""
        db = Database(self.settings.db_path, SystemClock(), key=self.key)
        with db.writing("killer") as tx:
            for _ in range(count):
                facts.assert_(tx, Draft(kind="learning", body=f"{PLANTED} {self.rows}", valid=Period(tx.now)))
                self.rows += 1
        return db

    def held(self) -> int:
        """Start a process that writes a row, keeps the file open and its log beside it; return its number."""
        source, sink = os.pipe()
        pid = os.fork()
        if pid == 0:
            db = self.write(1)
            os.write(sink, b"+")
            signal.pause()
            db.close()
        self.rows += 1
        os.read(source, 1)
        os.close(source)
        os.close(sink)
        return pid

    def attempt(self, child: Callable[[], Any], seconds: float | None) -> bool:
        """Change the key in a process that is killed; return whether it was, and not done before."""
        holder = self.held()
        new = None if self.key and self.rows % 3 == 0 else storage.random_key()
        pid = os.fork()
        if pid == 0:
            try:
                child()
                change_key(self.settings, self.place if new else None, old=self.key, new=new)
                os._exit(0)
            finally:
                os._exit(1)
        if seconds is not None:
            time.sleep(seconds)  # the kill comes at a random moment of the change: the moment is what is tried
            os.kill(pid, signal.SIGKILL)
        status = os.waitpid(pid, 0)[1]
        os.kill(holder, signal.SIGKILL)
        os.waitpid(holder, 0)
        self.wrong += ["a change failed"] if os.WIFEXITED(status) and os.WEXITSTATUS(status) else []
        self.look(new)
        self.killed += os.WIFSIGNALED(status)
        return os.WIFSIGNALED(status)

    def look(self, new: str | None) -> None:
        """Note what is wrong with what is left."""
        opening = [key for key in (self.key, new) if opens(self.settings.db_path, key)]
        if len(opening) != 1:
            self.wrong.append(f"{len(opening)} of two keys open the file after {self.killed} kills")
            return
        self.new += opening == [new]
        self.key = opening[0]
        finish(self.settings, self.place)
        if self.key and find_key(self.settings) != self.key:
            self.wrong.append("the key file holds another key")
        db = Database(self.settings.db_path, SystemClock(), key=self.key)
        with db.reading() as snapshot:
            found = snapshot.value("SELECT count(*) FROM item WHERE kind = 'learning'")
        if found != self.rows:
            self.wrong.append(f"{found} of {self.rows} rows")
        self.wrong += integrity.integrity(db, deep=False)
        db.close(checkpoint=False)


def at_times(memory: Killed, count: int, source: random.Random) -> None:
    """Kill at moments drawn from as long as a change takes."""
    begun = time.monotonic()
    change_key(memory.settings, memory.place, old=None, new=(key := storage.random_key()))
    takes, memory.key = time.monotonic() - begun, key
    for _ in range(count):
        memory.attempt(lambda: None, source.uniform(0, 1.1 * takes))


def before_events(memory: Killed) -> None:
    """Kill before the first, the second ... thing that a change does to files, until one gets through."""
    number, was_killed = 0, True
    while was_killed:
        number += 1
        was_killed = memory.attempt(lambda number=number: _die_before(number), None)


def _die_before(number: int) -> None:
    left = number

    def heard(event: str, _arguments: object) -> None:
        nonlocal left
        if event in _TOUCHING:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(heard)


if __name__ == "__main__":
    memory = Killed(Path(sys.argv[1]))
    if sys.argv[2] == "times":
        at_times(memory, int(sys.argv[3]), random.Random(int(sys.argv[4])))
    else:
        before_events(memory)
    # A change that gets through leaves nothing of those before it.
    change_key(memory.settings, memory.place, old=memory.key, new=storage.random_key())
    left = [
        path.name for path in Path(sys.argv[1]).rglob("*") if path.is_file() and PLANTED.encode() in path.read_bytes()
    ]
    sys.stdout.write(json.dumps({"killed": memory.killed, "new": memory.new, "wrong": memory.wrong, "plain": left}))
