"""Machines that write and synchronise while they are killed: all end with the same, and with all.

Each has a copy of the folder, and files come from copy to copy one by one, in any order, as programs carry them.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sync_writer import synchronise
from transfers import exported
from wire import KILLED

from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import integrity, invariants
from memory_mcp.sync import folder as folders
from memory_mcp.temporal import SystemClock

WRITER = Path(__file__).parents[1] / "support" / "sync_writer.py"
MACHINES = 3
LIVES = 2
# Where they are killed: at what they store, and in the middle of a push and a pull.
STEPS = ("fact", "wrote", "took")
LONGEST, LONGEST_SLOW = 12, 200
MOST_LINES_A_STEP = 12
SLOW_SECONDS = 60
MOST_ROUNDS = 6


class Machines:
    """Machines, each with a memory and a copy of the folder."""

    def __init__(self, place: Path, draws: random.Random) -> None:
        self.draws = draws
        self.memories = [Database(place / f"machine-{n}" / "memory.db", SystemClock()) for n in range(MACHINES)]
        self.copies = [place / f"copy-{n}" for n in range(MACHINES)]
        self._carrying = threading.Lock()
        for db, copy in zip(self.memories, self.copies, strict=True):
            folders.init(db, copy)

    def carry(self, share: float) -> None:
        """Copy a share of the files that are not everywhere yet, in any order."""
        with self._carrying:
            there = {path.relative_to(copy): path for copy in self.copies for path in copy.rglob("*.jsonl.gz")}
            for name in self.draws.sample(sorted(there), k=len(there)):
                for copy in self.copies:
                    if not (copy / name).exists() and self.draws.random() < share:
                        (copy / name).parent.mkdir(exist_ok=True)
                        arriving = copy / name.with_suffix(".arriving")
                        arriving.write_bytes(there[name].read_bytes())
                        arriving.replace(copy / name)

    def live_and_die(self, number: int, seed: str, step: str, times: int) -> list[str]:
        """Start a machine, kill it once it said a step so many times (or a lot else), and return what it said."""
        command = [sys.executable, str(WRITER), str(self.memories[number].path), str(self.copies[number]), seed]
        said: list[str] = []
        most = MOST_LINES_A_STEP * times
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                said.append(line)
                if line.startswith("synced"):
                    self.carry(0.7)
                times -= line.startswith(step)
                if times <= 0 or len(said) > most:
                    break
            process.kill()
            # A line without its end was cut by the kill.
            said += [line for line in process.stdout if line.endswith("\n")]
        assert process.returncode == KILLED, "a machine ended by itself"
        return [line.strip() for line in said]

    def settle(self) -> None:
        """Carry everything and synchronise until nothing comes or goes any more."""
        for _ in range(MOST_ROUNDS):
            self.carry(1)
            accounts = [
                synchronise(db, copy, most=500) for db, copy in zip(self.memories, self.copies, strict=True)
            ]  # fmt: skip
            if not any(
                account.taken_in + account.written + len(account.waiting) + len(account.problems)
                for account in accounts
            ):
                return
        pytest.fail("they never come to rest")


@pytest.fixture
def machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Machines]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    made = Machines(tmp_path, random.Random() if request.config.getoption("--slow") else random.Random(11))
    yield made
    for db in made.memories:
        db.close()


def at_once(work: Callable[[int], None]) -> None:
    """Do something for each machine at the same time."""
    threads = [threading.Thread(target=work, args=(number,)) for number in range(MACHINES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def differing(one: dict[str, Any], other: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the records that only one of two exports holds."""
    here, there = (
        {(name, json.dumps(record, sort_keys=True)) for name, found in export.items() for record in _listed(found)}
        for export in (one, other)
    )
    return sorted(here ^ there)


def _listed(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]


def versions(export: dict[str, Any]) -> Counter[tuple[str, ...]]:
    """Count the versions that an export holds, by what tells them apart; the id comes first."""
    return Counter(
        (record["id"], section, record["recordedAt"], record["validFrom"], record["origin"])
        for section, found in export.items()
        for record in _listed(found)
        if isinstance(record, dict) and "recordedAt" in record
    )


def assert_sound(db: Database) -> None:
    with db.reading() as snapshot:
        assert invariants.check(snapshot) == []
    assert integrity.integrity(db, deep=True) == []


def test_machines_that_are_killed_while_they_write_and_synchronise_end_with_the_same(
    machines: Machines, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    is_slow = request.config.getoption("--slow")
    until = time.monotonic() + (SLOW_SECONDS if is_slow else 0)
    longest = LONGEST_SLOW if is_slow else LONGEST
    said: list[str] = []
    lives: list[int] = []

    def live(number: int) -> None:
        life = 0
        while life < LIVES or time.monotonic() < until:
            life += 1
            step = STEPS[(number + life) % len(STEPS)]
            said.extend(machines.live_and_die(number, f"{number}.{life}", step, machines.draws.randrange(2, longest)))
        lives.append(life)

    at_once(live)
    machines.settle()

    exports = [exported(db, tmp_path / f"export-{number}.json") for number, db in enumerate(machines.memories)]
    for other in exports[1:]:
        assert differing(exports[0], other) == []
    stored = versions(exports[0])
    assert [one for one, count in stored.items() if count > 1] == []
    acknowledged = {line.split()[1] for line in said if line.startswith("fact")}
    # Who erased something may have been killed before it said so.
    erased = {line.split()[1] for line in said if line.startswith("erased")}
    erased |= {record["id"] for record in exports[0]["erasures"]}
    assert acknowledged - erased <= {uid for uid, *_ in stored}
    assert erased.isdisjoint(uid for uid, *_ in stored)
    for db in machines.memories:
        assert_sound(db)
    sys.stdout.write(
        f"{sum(lives)} lives, {len(acknowledged)} acknowledged, {len(erased)} erased, {len(stored)} versions"
    )
