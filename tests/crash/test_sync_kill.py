"""Machines that write and synchronise through one folder while they are killed: all end with the same, and with all."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from sync_writer import synchronise
from transfers import exported
from wire import KILLED

from memory_mcp.store.file import integrity, invariants
from memory_mcp.store.file.database import Database
from memory_mcp.sync import folder as folders
from memory_mcp.temporal import SystemClock

WRITER = Path(__file__).parents[1] / "support" / "sync_writer.py"
MACHINES = 3
LIVES = 2
# Where they are killed: at what they store, and in the middle of a push and a pull.
STEPS = ("fact", "wrote", "took")
MOST_LINES = 150
SLOW_SECONDS = 60
MOST_ROUNDS = 6


@pytest.fixture
def machines(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    made = [Database(tmp_path / f"machine-{number}" / "memory.db", SystemClock()) for number in range(MACHINES)]
    for db in made:
        folders.init(db, tmp_path / "shared")
    yield made
    for db in made:
        db.close()


def live_and_die(db: Database, shared: Path, seed: str, step: str, times: int) -> list[str]:
    """Start a machine, kill it once it said a step so many times (or a lot else), and return what it said."""
    command = [sys.executable, str(WRITER), str(db.path), str(shared), seed]
    said: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            times -= line.startswith(step)
            if times <= 0 or len(said) > MOST_LINES:
                break
        process.kill()
        # A line without its end was cut by the kill.
        said += [line for line in process.stdout if line.endswith("\n")]
    assert process.returncode == KILLED, "a machine ended by itself"
    return [line.strip() for line in said]


def settle(machines: list[Database], shared: Path) -> None:
    """Synchronise until nothing comes or goes any more."""
    for _ in range(MOST_ROUNDS):
        accounts = [synchronise(db, shared, most=500) for db in machines]
        if not any(account.taken_in + account.written for account in accounts):
            return
    pytest.fail("they never come to rest")


def differing(one: dict, other: dict) -> list[tuple[str, str]]:
    """Return the records that only one of two exports holds."""
    here, there = (
        {(name, json.dumps(record, sort_keys=True)) for name, records in export.items() for record in _listed(records)}
        for export in (one, other)
    )
    return sorted(here ^ there)


def _listed(records: object) -> list:
    return records if isinstance(records, list) else [records]


def ids(export: dict) -> Counter:
    """Count the versions of a row that an export holds, by what tells them apart."""
    return Counter(
        (section, record["id"], record["recordedAt"], record["validFrom"], record["origin"])
        for section, records in export.items()
        if isinstance(records, list)
        for record in records
        if "recordedAt" in record
    )


def test_machines_that_are_killed_while_they_write_and_synchronise_end_with_the_same(machines, tmp_path, request):
    draws = random.Random() if request.config.getoption("--slow") else random.Random(11)
    until = time.monotonic() + (SLOW_SECONDS if request.config.getoption("--slow") else 0)
    said: list[str] = []

    def lead_a_life(number: int) -> None:
        life = 0
        while life < LIVES or time.monotonic() < until:
            life += 1
            step, seed = STEPS[(number + life) % len(STEPS)], f"{number}.{life}"
            said.extend(live_and_die(machines[number], tmp_path / "shared", seed, step, draws.randrange(2, 12)))

    threads = [threading.Thread(target=lead_a_life, args=(number,)) for number in range(MACHINES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    settle(machines, tmp_path / "shared")

    exports = [exported(db, tmp_path / f"export-{number}.json") for number, db in enumerate(machines)]
    for other in exports[1:]:
        assert differing(exports[0], other) == []
    stored = ids(exports[0])
    assert [one for one, count in stored.items() if count > 1] == []
    erased = {line.split()[1] for line in said if line.startswith("erased")}
    acknowledged = {line.split()[1] for line in said if line.startswith("fact")}
    # What a killed machine erased, and could not say so any more.
    erased |= {record["id"] for record in exports[0]["erasures"]}
    assert acknowledged - erased <= {uid for _, uid, *_ in stored}
    assert erased.isdisjoint(uid for _, uid, *_ in stored)
    for db in machines:
        with db.reading() as snapshot:
            assert invariants.check(snapshot) == []
        assert integrity.integrity(db, deep=True) == []
