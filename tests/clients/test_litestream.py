"""Continuous backup by the real Litestream: beside a server that writes, and restored to a point in time."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from transfers import exported
from wire import PATIENCE, Wire, spawn

from memory_mcp.docs.pages import read_page
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending.invariants import check
from memory_mcp.temporal import SystemClock

LITESTREAM = Path(sys.executable).with_name("litestream")
KEY = "seven old boats at the quay"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Litestream has no wheel for Windows")


class Copied:
    """A memory in a folder, and Litestream's configuration as the page shows it, for that memory."""

    def __init__(self, folder: Path) -> None:
        self.memory = folder / "memory.db"
        self.config = folder / "litestream.yml"
        self.socket = folder / "socket"
        self.replica = folder / "replica"
        shown = yaml.safe_load(re.findall(r"```yaml\n(.*?)```", read_page("several-machines").text, re.DOTALL)[0])
        (database,) = shown["dbs"]
        database["path"], database["replica"]["path"] = str(self.memory), str(self.replica)
        # Sooner than anybody would, so that a short test goes through many of them.
        database |= {"monitor-interval": "50ms", "checkpoint-interval": "200ms", "min-checkpoint-page-count": 20}
        database["truncate-page-n"] = 60
        shown["logging"] = {"stderr": True}
        shown["socket"] = {"enabled": True, "path": str(self.socket)}
        self.config.write_text(yaml.safe_dump(shown), encoding="utf-8")

    @contextmanager
    def replicating(self) -> Iterator[Wire]:
        """Run Litestream; it watches the memory when the block begins, and is killed when it ends."""
        with Wire([str(LITESTREAM), "replicate", "-config", str(self.config)]) as litestream:
            litestream.wait_for_error("replicating to")
            try:
                yield litestream
            finally:
                litestream.process.kill()

    def synchronise(self) -> None:
        """Wait until all that was written is copied."""
        self.run("sync", "-wait", "-socket", str(self.socket), str(self.memory))

    def restored(self, name: str, *options: str) -> Path:
        path = self.memory.with_name(name)
        self.run("restore", "-config", str(self.config), *options, "-o", str(path), "-integrity-check", "full",
                 str(self.memory))  # fmt: skip
        return path

    def run(self, *words: str) -> None:
        done = subprocess.run([LITESTREAM, *words], capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def log_salts(self) -> bytes:
        """Return what is another once the write-ahead log begins anew (SQLite, "WAL-mode File Format", 2.1)."""
        return self.memory.with_name("memory.db-wal").read_bytes()[16:24]

    def holds(self, name: str, path: Path | None = None, key: str | None = None) -> Any:
        """Return what the memory, or one restored, exports."""
        with closing(Database(path or self.memory, SystemClock(), key=key)) as db:
            with db.reading() as snapshot:
                assert check(snapshot) == []
            return exported(db, self.memory.with_name(f"{name}.json"))


@pytest.fixture
def copied(tmp_path: Path) -> Copied:
    return Copied(tmp_path)


def write(server: Wire, *words: str) -> None:
    for word in words:
        text = f"The box {word} holds the screws of the {word} shelf."
        server.structured("memory_learn", {"category": "fact", "content": text, "project": "shed"})


def test_a_memory_is_restored_to_a_point_in_time_and_to_its_end(copied):
    with spawn(copied.memory) as server, copied.replicating():
        server.initialize()
        write(server, "red", "green")
        copied.synchronise()
        before, then = copied.holds("then"), datetime.now(UTC).isoformat()
        write(server, "blue")
        copied.synchronise()
        after = copied.holds("after")
    assert before != after
    assert copied.holds("point", copied.restored("point.db", "-timestamp", then)) == before
    assert copied.holds("end", copied.restored("end.db")) == after


def test_a_server_never_notices_that_its_log_is_checkpointed_nor_that_litestream_is_killed(copied):
    salts = set()
    with spawn(copied.memory) as server:
        server.initialize()
        for life in range(3):
            with copied.replicating():
                for number in range(4):
                    write(server, *(f"{life} {number} {place}" for place in ("left", "right", "upper")))
                    copied.synchronise()
                    salts.add(copied.log_salts())
            write(server, f"{life} alone")
        with copied.replicating():
            copied.synchronise()
        written = copied.holds("written")
    assert len(salts) > 1, "the log never began anew, so nothing was tried"
    assert len(written["learnings"]) == 39
    assert copied.holds("restored", copied.restored("restored.db")) == written


def test_an_encrypted_memory_is_not_copied_which_the_log_says_and_comes_to_no_harm(copied):
    with spawn(copied.memory, {"MEMORY_DB_KEY": KEY}) as server:
        server.initialize()
        write(server, "red")
        with copied.replicating() as litestream:
            litestream.wait_for_error("file is not a database")
            write(server, "green")
    assert not list(copied.replica.rglob("*.ltx"))
    assert len(copied.holds("sealed", key=KEY)["learnings"]) == 2
