"""Kill -9 of writers at random moments: what was acknowledged is stored, and nothing is half there."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from wire import KILLED, ServerLeftError, Wire

from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import integrity, invariants
from memory_mcp.temporal import SystemClock

WRITER = Path(__file__).parents[1] / "support" / "crash_writer.py"
SERVER = [sys.executable, "-m", "memory_mcp", "serve"]
WRITERS_AT_ONCE = 3
# Long enough for an interpreter to start and write for a while.
LONGEST_LIFE_S = 1.2


@pytest.fixture
def source(request: pytest.FixtureRequest) -> random.Random:
    """Draws the moments: the same in every run of the gate, others each time with --slow."""
    return random.Random() if request.config.getoption("--slow") else random.Random(7)


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    return 200 if request.config.getoption("--slow") else 20


def kill_writers(path: Path, kills: int, source: random.Random) -> set[str]:
    """Start writers in groups, kill each at its moment, and return the ids they acknowledged.

    Every second one lives at least until its first acknowledgement, however long a process takes to start here.
    """
    acknowledged: set[str] = set()
    exit_codes: list[int] = []

    def live_and_die(name: int, seconds: float) -> None:
        with subprocess.Popen([sys.executable, WRITER, path, str(name)], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            timer = threading.Timer(seconds, writer.kill)
            if name % 2:
                acknowledged.add(writer.stdout.readline().strip())
            timer.start()
            # A line without its end was cut by the kill: nobody has read it as an acknowledgement.
            acknowledged.update(line.strip() for line in writer.stdout if line.endswith("\n"))
        timer.cancel()
        exit_codes.append(writer.returncode)

    for first in range(0, kills, WRITERS_AT_ONCE):
        group = [
            threading.Thread(target=live_and_die, args=(number, source.uniform(0.15, LONGEST_LIFE_S)))
            for number in range(first, min(first + WRITERS_AT_ONCE, kills))
        ]
        for thread in group:
            thread.start()
        for thread in group:
            thread.join()
    assert exit_codes == [KILLED] * kills, "a writer ended by itself"
    return acknowledged


def stored(db: Database) -> set[str]:
    with db.reading() as snapshot:
        return {uid for (uid,) in snapshot.rows("SELECT uid FROM item")}


def assert_sound(db: Database) -> None:
    with db.reading() as snapshot:
        assert invariants.check(snapshot) == []
    assert integrity.integrity(db, deep=True) == []


def test_what_a_killed_writer_acknowledged_is_stored_and_nothing_is_half_there(
    tmp_path: Path, kills: int, source: random.Random
) -> None:
    path = tmp_path / "memory.db"
    acknowledged = kill_writers(path, kills, source)
    db = Database(path, SystemClock())
    assert "" not in acknowledged, "a writer ended before it wrote"
    assert len(acknowledged) >= kills // 2
    assert acknowledged <= stored(db)
    assert_sound(db)
    db.close()


def test_what_a_killed_server_acknowledged_is_stored(tmp_path: Path, kills: int, source: random.Random) -> None:
    path = tmp_path / "memory.db"
    acknowledged: set[str] = set()
    for life in range(max(2, kills // 10)):
        with suppress(BrokenPipeError), Wire(SERVER, env={"MEMORY_DB_PATH": str(path)}) as server:
            server.initialize()
            timer = threading.Timer(source.uniform(0.05, 1.0), server.process.kill)
            with suppress(ServerLeftError, BrokenPipeError):
                for number in range(10_000):
                    told = server.structured("memory_learn", {"category": "fact", "content": f"{life} fact {number}"})
                    acknowledged.add(told["id"])
                    # However long it takes to start here, it has acknowledged something.
                    if number == 0:
                        timer.start()
            assert server.wait() == KILLED, server.stderr
    db = Database(path, SystemClock())
    assert len(acknowledged) >= max(2, kills // 10)
    assert acknowledged <= stored(db)
    assert_sound(db)
    db.close()
