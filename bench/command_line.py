"""What a search in a shell costs: the whole process on 10,000 rows, beside an empty Python.

    python bench/command_line.py [--rounds 20] [--rows 10000]

A warm cache, the bytecode compiled as an installer does. In a pipe the command waits for the engine and answers by
words and meaning; with ``--no-embed`` by words alone, which at a terminal is what a person sees first. Each is timed
beside ``python -c pass`` in turn, by the clock and by processor time. Bar: the median of a search <= .6 s by the clock.
"""

from __future__ import annotations

import argparse
import os
import pty
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from _report import report
from hook import PROGRAM, Took, environment, run, summary
from latency import Corpus, build

from memory_mcp.config import Settings
from memory_mcp.embedding.service import EmbeddingService

_THINGS: Final = ("staging", "production", "billing", "login", "export", "cache", "worker", "parser", "scheduler")
_DO: Final = ("listens on port", "was moved to", "depends on", "is reviewed by", "times out after", "is written in")
_OTHERS: Final = ("6543", "Postgres", "Frankfurt", "Ada", "Rust", "Redis", "thirty seconds", "the gateway", "Kafka")
_QUERY: Final = ("where", "does", "billing", "listen")
_DISTINCT: Final = 400
_BAR_MS: Final = 600.0


def fill(path: Path, rows: int) -> None:
    """Write a memory of that many rows with the bundled engine's vectors."""
    chance = random.Random(1)
    said = [
        f"The {chance.choice(_THINGS)} {chance.choice(_DO)} {chance.choice(_OTHERS)}, says note {number}"
        for number in range(_DISTINCT)
    ]
    service = EmbeddingService.of(Settings(db_path=path))
    service.start()
    service.wait(60)
    vectors = np.concatenate([service.embedder.embed_passages([text]) for text in said])
    build(path, Corpus([("Ada", text) for text in said], vectors, []), rows, service.embedder.model_tag)


def first_hit(command: list[str], env: dict[str, str]) -> Took:
    """Run a command at a terminal of its own and return how long its first line took."""
    ours, theirs = pty.openpty()
    begun = time.perf_counter()
    with subprocess.Popen(command, env=env, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as ran:
        os.close(theirs)
        os.read(ours, 1)
        took = (time.perf_counter() - begun) * 1_000
        while _reads(ours):
            pass
        ran.wait()
    os.close(ours)
    return Took(took)


def _reads(terminal: int) -> bool:
    try:
        return bool(os.read(terminal, 4_096))
    except OSError:  # nobody writes to it any more
        return False


def main() -> int:
    """Measure, print, and write bench/results/command_line.json; fail when the bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--rows", type=int, default=10_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-command-line-") as name:
        folder = Path(name)
        path, env = folder / "memory.db", environment(folder) | {"HOME": name, "TERM": "xterm"}
        fill(path, asked.rows)
        search = [*PROGRAM, "--db", str(path)]
        measures: dict[str, Callable[[], Took]] = {
            "python -c pass": lambda: run([sys.executable, "-c", "pass"], b"", env),
            "search": lambda: run([*search, "search", *_QUERY], b"", env),
            "search by words": lambda: run([*search, "--no-embed", "search", *_QUERY], b"", env),
            "first line at a terminal": lambda: first_hit([*search, "search", *_QUERY], env),
        }
        taken: dict[str, list[Took]] = {what: [] for what in measures}
        for number in range(asked.rounds + 2):
            for what, measure in measures.items():
                took = measure()
                if number >= 2:  # the first rounds read from the disk and compile
                    taken[what].append(took)
    times = {what: summary(took) for what, took in taken.items()}
    empty = times["python -c pass"]
    ratios = {what: took["p50_ms"] / empty["p50_ms"] for what, took in times.items()}
    of_processor = {
        what: took["processor_p50_ms"] / empty["processor_p50_ms"]
        for what, took in times.items()
        if "processor_p50_ms" in took
    }
    bars = {f"{what} <= {_BAR_MS:g} ms": took["p50_ms"] <= _BAR_MS for what, took in times.items()}
    report("command_line", {"ms": times, "ratio": ratios, "ratio of processor time": of_processor}, bars)
    return 0 if all(bars.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
