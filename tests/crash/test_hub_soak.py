"""Three machines write for a minute through one hub, with kills and a hub that goes away: nothing lost or doubled."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import hub_writer
import pytest
from hub_server import running
from transfers import exported

from memory_mcp.hub import schema
from memory_mcp.hub.synchronising import sync
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import invariants
from memory_mcp.temporal import SystemClock

MACHINES = ("one", "two", "three")
SECONDS = 60


def start(folder: Path, name: str, hub: str, seconds: float, seed: int) -> subprocess.Popen[bytes]:
    arguments = [folder / f"{name}.db", hub, seconds, seed, folder / f"{name}.told"]
    return subprocess.Popen([sys.executable, hub_writer.__file__, *map(str, arguments)])


def acknowledged(folder: Path) -> tuple[set[str], int]:
    """Return the facts that were learned by all, as far as their writers lived to hear of it, and how much was done."""
    lines = [line.split() for name in MACHINES for line in (folder / f"{name}.told").read_text("utf-8").splitlines()]
    return {line[1] for line in lines if len(line) == 2 and line[0] == "learn"}, len(lines)


@pytest.mark.slow
def test_three_machines_hold_the_same_after_a_minute_of_writing_kills_and_a_hub_that_goes_away(tmp_path):
    source, clock = random.Random(1), SystemClock()
    with running() as server:
        schema.init(hub := server.new())
        name = hub.partition("@/")[2].partition("?")[0]
        ends_at = time.monotonic() + SECONDS
        writers = {machine: start(tmp_path, machine, hub, SECONDS, seed) for seed, machine in enumerate(MACHINES)}
        kills = 0
        while (left := ends_at - time.monotonic()) > 5:
            time.sleep(source.uniform(0.5, 3))  # the kill comes at a random moment: the moment is what is tried
            if source.random() < 0.3:
                server.run(server.url("postgres"), f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
                server.hang_up(server.url("postgres"))
                time.sleep(2)  # so long the hub is away: machines write and try to reach it meanwhile
                server.run(server.url("postgres"), f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
                continue
            machine = source.choice(MACHINES)
            writers[machine].kill()
            writers[machine].wait()
            kills += 1
            writers[machine] = start(tmp_path, machine, hub, max(left - 3, 0), kills * 10)
        assert [writer.wait(60) for writer in writers.values()] == [0, 0, 0]

        memories = [Database(tmp_path / f"{machine}.db", clock) for machine in MACHINES]
        for _ in range(2):
            for db in memories:
                sync(db, hub)
        first, *others = [exported(db, tmp_path / f"{number}.json") for number, db in enumerate(memories)]
    learned, done = acknowledged(tmp_path)
    assert kills > 3
    assert done > 100
    assert others == [first, first]
    for db in memories:
        with db.reading() as snapshot:
            assert invariants.check(snapshot) == []
            erased = {uid for (uid,) in snapshot.rows("SELECT uid FROM erasure")}
        db.close()
    versions = [(record["id"], record["recordedAt"], record["validFrom"]) for record in first["learnings"]]
    assert len(versions) == len(set(versions))
    assert learned <= {uid for uid, *_ in versions} | erased
