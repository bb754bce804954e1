"""How long two machines take to become equal through a folder, and what the folder grows by.

    python bench/sync_folder.py [--rows 20000] [--rounds 7]

One machine with so many lessons writes them all, another takes them all in; then 100 new ones each round. Times are of
the processor, so that a busy machine tells the same. Bar: a round of 100 new rows takes each machine <= 300 ms.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from _report import report

from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending.damage import rows_by_scan
from memory_mcp.store.text_index.deferred_indexing import indexed_together
from memory_mcp.sync import folder as folders
from memory_mcp.sync.pulling import pull
from memory_mcp.sync.pushing import push
from memory_mcp.temporal import Period, SystemClock

_NEW: Final = 100
_BAR_MS: Final = 300
_TEXT: Final = (
    "service port log deploy cache retry limit database index query staging release branch review test timeout token "
    "parser schema migration queue worker profile vector search latency customer invoice payment region replica"
)


def learn(db: Database, rows: int, draws: random.Random) -> None:
    """Store lessons of about twenty words."""
    words = _TEXT.split()
    for first in range(0, rows, 1_000):
        with db.writing("bench") as tx, indexed_together(tx):
            for number in range(first, min(first + 1_000, rows)):
                text = f"{number} {draws.random()} {' '.join(draws.choices(words, k=20))}"
                facts.assert_(tx, Draft("learning", text, Period(tx.now)))


def synchronise(db: Database, path: Path) -> folders.SyncReport:
    """Synchronise once."""
    folder, done = folders.open_folder(db, path), folders.SyncReport()
    pull(folder, done)
    push(folder, done)
    assert not done.problems, done.problems
    return done


def seconds(step: Callable[[], object]) -> float:
    """Return the processor time of a step."""
    before = time.process_time()
    step()
    return time.process_time() - before


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    draws = random.Random(1)
    with tempfile.TemporaryDirectory() as place:
        os.environ["XDG_STATE_HOME"] = f"{place}/state"
        shared = Path(place) / "shared"
        writer, reader = (Database(Path(place) / name / "memory.db", SystemClock()) for name in ("writer", "reader"))
        for db in (writer, reader):
            folders.init(db, shared)
        learn(writer, arguments.rows, draws)
        first_push = seconds(lambda: synchronise(writer, shared))
        size = sum(path.stat().st_size for path in shared.rglob("*.gz"))
        first_pull = seconds(lambda: synchronise(reader, shared))
        pushes, pulls, idle = [], [], []
        for _ in range(arguments.rounds):
            learn(writer, _NEW, draws)
            pushes.append(seconds(lambda: synchronise(writer, shared)) * 1_000)
            pulls.append(seconds(lambda: synchronise(reader, shared)) * 1_000)
            idle.append(seconds(lambda: synchronise(reader, shared)) * 1_000)
        for db in (writer, reader):
            with db.reading() as snapshot:
                assert rows_by_scan(snapshot) == {"learning": arguments.rows + arguments.rounds * _NEW}
            db.close()
    results = {
        "rows": arguments.rows,
        "all rows written, rows a second": arguments.rows / first_push,
        "all rows taken in, rows a second": arguments.rows / first_pull,
        "folder, bytes a row": size / arguments.rows,
        "100 new rows written, ms": statistics.median(pushes),
        "100 new rows taken in, ms": statistics.median(pulls),
        "nothing new, ms": statistics.median(idle),
    }
    slowest = max(statistics.median(pushes), statistics.median(pulls))
    report("sync_folder", results, {f"100 new rows <= {_BAR_MS} ms on each machine": slowest <= _BAR_MS})


if __name__ == "__main__":
    main()
