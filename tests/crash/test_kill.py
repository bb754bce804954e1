"""Kill -9 of writers at random moments: what was acknowledged is stored, and nothing is half there."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from wire import KILLED, Wire, text_of

from memory_mcp.store.file import integrity, invariants
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import SystemClock

WRITER = Path(__file__).parents[1] / "support" / "crash_writer.py"
WRITERS_AT_ONCE = 3
# Long enough for an interpreter to start and write for a while.
LONGEST_LIFE_S = 1.2


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    return 200 if request.config.getoption("--slow") else 20


def kill_writers(path: Path, kills: int, source: random.Random) -> set[str]:
    """Start writers in groups, kill each at its moment, and return the ids they acknowledged."""
    acknowledged: set[str] = set()
    exit_codes: list[int] = []

    def live_and_die(name: str, seconds: float) -> None:
        with subprocess.Popen([sys.executable, WRITER, path, name], stdout=subprocess.PIPE, text=True) as writer:
            timer = threading.Timer(seconds, writer.kill)
            timer.start()
            assert writer.stdout is not None
            # A line without its end was cut by the kill: nobody has read it as an acknowledgement.
            acknowledged.update(line.strip() for line in writer.stdout if line.endswith("\n"))
        timer.cancel()
        exit_codes.append(writer.returncode)

    for first in range(0, kills, WRITERS_AT_ONCE):
        group = [
            threading.Thread(target=live_and_die, args=(str(number), source.uniform(0.15, LONGEST_LIFE_S)))
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


def test_what_a_killed_writer_acknowledged_is_stored_and_nothing_is_half_there(tmp_path: Path, kills: int) -> None:
    path = tmp_path / "memory.db"
    acknowledged = kill_writers(path, kills, random.Random())
    db = Database(path, SystemClock())
    assert len(acknowledged) > kills, "the writers were killed before they wrote"
    assert acknowledged <= stored(db)
    assert_sound(db)
    db.close()


def test_what_a_killed_server_acknowledged_is_stored(tmp_path: Path, kills: int) -> None:
    path = tmp_path / "memory.db"
    source = random.Random()
    acknowledged: set[str] = set()
    for life in range(max(2, kills // 10)):
        server = Wire([sys.executable, "-m", "memory_mcp", "serve"], env={"MEMORY_DB_PATH": str(path)})
        server.initialize()
        timer = threading.Timer(source.uniform(0.05, 1.0), server.process.kill)
        timer.start()
        with suppress(AssertionError, BrokenPipeError):
            for number in range(10_000):
                result = server.call_tool("memory_learn", {"category": "fact", "content": f"life {life} fact {number}"})
                assert not result.get("isError"), text_of(result)
                acknowledged.add(result["structuredContent"]["id"])
        assert server.process.wait() == -9, server.stderr
        timer.cancel()
        with suppress(BrokenPipeError):
            server.close()
    db = Database(path, SystemClock())
    assert acknowledged
    assert acknowledged <= stored(db)
    assert_sound(db)
    db.close()
