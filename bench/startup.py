"""How long a client waits for its first answers, and how much memory the server holds.

    python bench/startup.py [--rounds 15] [--texts 1000]

Spawn to the answer of ``initialize`` and of ``tools/list``, next to a bare server of the same SDK with one tool,
interleaved in one run, on the clock and in processor time, of which a busy machine changes less; then the first
``memory_learn`` and ``memory_search`` on a new file, and resident memory idle, after a search by meaning, and after
embedding. Bars: both answers within 1.0 times the bare server's; idle
<= 90 MB, after semantic search <= 200 MB, after 1,000 texts embedded <= 400 MB.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from _report import report
from wire import Wire

_BARE: Final = """
from mcp.server import MCPServer
server = MCPServer("bare")
@server.tool()
def echo(text: str) -> str:
    "Say it again."
    return text
server.run("stdio")
"""
_PATIENCE: Final = 300.0
_TEXT: Final = (
    "service port log deploy cache retry limit database index query staging release branch review test timeout token "
    "parser schema migration queue worker profile vector search latency customer invoice payment region replica"
)


def server(kind: str, folder: Path) -> Wire:
    """Start one of the two servers."""
    if kind == "bare":
        return Wire([sys.executable, "-c", _BARE])
    return Wire([sys.executable, "-m", "memory_mcp", "serve"], {"MEMORY_DB_PATH": str(folder / f"{time.time_ns()}.db")})


def first_answers(kind: str, folder: Path) -> dict[str, float]:
    """Return seconds from spawn to each first answer."""
    started = time.perf_counter()
    with server(kind, folder) as wire:
        times = {}
        wire.initialize()
        times["initialize"] = time.perf_counter() - started
        times["initialize, processor"] = processor_s(wire)
        wire.request("tools/list")
        times["tools/list"] = time.perf_counter() - started
        times["tools/list, processor"] = processor_s(wire)
        if kind == "ours":
            before = time.perf_counter()
            wire.structured("memory_learn", {"category": "fact", "content": "The staging database listens on 5433."})
            times["first memory_learn"] = time.perf_counter() - before
            before = time.perf_counter()
            wire.structured("memory_search", {"query": "which port does staging use"})
            times["first memory_search"] = time.perf_counter() - before
    return times


def processor_s(wire: Wire) -> float:
    """Return what the server has had of a processor, in seconds; NaN where the system does not say (not Linux)."""
    threads = Path(f"/proc/{wire.process.pid}/task").glob("*/schedstat")
    return sum(int(one.read_text(encoding="ascii").split()[0]) for one in threads) / 1e9 or float("nan")


def resident_mb(wire: Wire) -> float:
    """Return the resident memory of the server's process in MB (10^6 bytes)."""
    status = Path(f"/proc/{wire.process.pid}/status")
    if status.exists():
        line = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmRSS"))
        kib = int(line.split()[1])
    else:
        command = ["ps", "-o", "rss=", "-p", str(wire.process.pid)]
        kib = int(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    return kib * 1024 / 1e6


def memory(folder: Path, texts: int) -> dict[str, Any]:
    """Return resident memory at each stage; a stage that was not reached in time is said to be missing."""
    source = random.Random(1)
    with server("ours", folder) as wire:
        wire.initialize()
        wire.request("tools/list")
        found: dict[str, Any] = {"idle MB": resident_mb(wire)}
        wire.structured("memory_learn", {"category": "fact", "content": "The staging database listens on 5433."})
        found["after semantic search MB"] = resident_mb(wire) if wait_for_vectors(wire, 1) else "no vectors"
        items = [
            {"category": "fact", "content": f"{' '.join(source.choices(_TEXT.split(), k=40))} {number}"}
            for number in range(texts)
        ]
        for start in range(0, texts, 500):
            wire.structured("memory_learn_bulk", {"items": items[start : start + 500]})
        reached = wait_for_vectors(wire, texts + 1)
        found[f"after {texts} texts embedded MB"] = resident_mb(wire) if reached else "no vectors"
    return found


def wait_for_vectors(wire: Wire, rows: int) -> bool:
    """Search by meaning until the answer is by meaning and nothing waits for its vector."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        answer = wire.structured("memory_search", {"query": "which port does staging use", "mode": "vector"})
        if answer.get("mode") == "vector" and wire.structured("memory_health")["backlog"] == 0:
            return True
        time.sleep(0.2 + rows / 10_000)
    return False


def main() -> None:
    """Measure, print, and write bench/results/startup.json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--texts", type=int, default=1_000)
    arguments = parser.parse_args()
    rounds: dict[str, list[dict[str, float]]] = {"bare": [], "ours": []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(arguments.rounds + 1):
            for kind, times in rounds.items():
                measured = first_answers(kind, folder)
                if number:  # the first round reads everything from disk
                    times.append(measured)
        held = memory(folder, arguments.texts)
    medians = {
        kind: {what: statistics.median(one[what] for one in times) * 1_000 for what in times[0]}
        for kind, times in rounds.items()
    }
    ratios = {what: medians["ours"][what] / medians["bare"][what] for what in medians["bare"]}
    results = {"ms, median": medians, "ours / bare": ratios, "memory": held, "rounds": arguments.rounds}
    report("startup", results, bars(ratios, held))


def bars(ratios: dict[str, float], held: dict[str, Any]) -> dict[str, bool]:
    """Say of each bar whether it was met."""
    limits = dict(zip(held, (90, 200, 400), strict=True))
    return {f"{what} <= 1.0x": ratios[what] <= 1.0 for what in ("initialize", "tools/list")} | {
        f"{what} <= {limit}": isinstance(held[what], float) and held[what] <= limit for what, limit in limits.items()
    }


if __name__ == "__main__":
    main()
