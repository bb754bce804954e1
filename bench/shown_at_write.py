"""How often a write shows the fact it contradicts.

    python bench/shown_at_write.py PAIRS.tsv [--missed]

Each line of PAIRS.tsv is ``language, label, a, b`` (more columns are ignored) with the label ``contradiction`` or
``compatible``. Every ``a`` is learned into one project of a server with its model loaded; when no row waits for its
vector each ``b`` is learned. Of a pair the contradicted fact is shown where ``a`` is among ``similar`` or
``possibleContradictions`` of the answer to ``b``. Measured twice: every ``b`` stays, so that the next one is told from
all before it, too; and each is archived before the next, so that it is told from every ``a`` alone. ``marked`` counts
rows that are called contradictory. Bar: shown >= 90 %, in both.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from _report import report
from wire import Wire

_LEAST_SHOWN = 0.9


class Pair(NamedTuple):
    """Two texts and whether they contradict each other."""

    language: str
    label: str
    a: str
    b: str

    @property
    def is_contradiction(self) -> bool:
        """Whether both cannot hold."""
        return self.label == "contradiction"


def pairs_of(path: Path) -> list[Pair]:
    """Read a file of pairs, without its head line where it has one."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row[:4] for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row]
    return [Pair(*row) for row in rows if row[1] in ("contradiction", "compatible")]


def learn(server: Wire, text: str) -> dict[str, Any]:
    """Learn a text into the one project."""
    return server.structured("memory_learn", {"category": "fact", "content": text, "project": "bench"})


def caught_up(server: Wire) -> None:
    """Return when the model is loaded and no row waits for its vector."""
    server.structured("memory_search", {"query": "anything", "project": "*"})
    while server.structured("memory_health")["backlog"]:
        time.sleep(0.2)


def measure(db: Path, pairs: list[Pair], *, stays: bool) -> tuple[dict[str, Any], list[Pair]]:
    """Return what was shown, and the contradictory pairs whose first text was not; ``stays``: so does each second."""
    with Wire([sys.executable, "-m", "memory_mcp", "serve"], env={"MEMORY_DB_PATH": str(db)}) as server:
        server.initialize()
        caught_up(server)
        known = [learn(server, pair.a)["id"] for pair in pairs]
        caught_up(server)
        found: Counter[tuple[str, str]] = Counter()
        missed, times, rows = [], [], 0
        for pair, uid in zip(pairs, known, strict=True):
            started = time.perf_counter()
            answer = learn(server, pair.b)
            times.append((time.perf_counter() - started) * 1_000)
            assert "notice" not in answer, answer["notice"]
            if not stays:
                server.structured("memory_learn_archive", {"learningId": answer["id"], "project": "bench"})
            rows += len(answer["similar"])
            told = {row["id"] for row in answer["possibleContradictions"]}
            told |= {row["id"] for row in answer["similar"] if row.get("contradicts")}
            shown = told | {row["id"] for row in answer["similar"]}
            for language in ("all", pair.language):
                found[pair.label, language] += 1
                found[f"{pair.label} shown", language] += uid in shown
                found[f"{pair.label} marked", language] += uid in told
            found["marked, others", "all"] += len(told - {uid})
            if pair.is_contradiction and uid not in shown:
                missed.append(pair)
    times.sort()
    counted = {f"{what}, {language}": count for (what, language), count in sorted(found.items())}
    share = found["contradiction shown", "all"] / found["contradiction", "all"]
    speed = {"p50_ms": statistics.median(times), "p95_ms": times[int(len(times) * 0.95)]}
    return {"shown": share, "similar rows an answer": rows / len(pairs), "memory_learn": speed, **counted}, missed


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--missed", action="store_true", help="print the pairs whose fact was not shown")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        pairs = pairs_of(arguments.pairs)
        results, missed = measure(Path(name) / "all.db", pairs, stays=True)
        alone, _ = measure(Path(name) / "alone.db", pairs, stays=False)
    if arguments.missed:
        for pair in missed:
            print(pair.language, pair.a, pair.b, sep="\t")
    bars = {
        "shown >= 90 %, all stay": results["shown"] >= _LEAST_SHOWN,
        "shown >= 90 %, one at a time": alone["shown"] >= _LEAST_SHOWN,
    }
    report("shown_at_write", {"all stay": results, "one at a time": alone}, bars)


if __name__ == "__main__":
    main()
