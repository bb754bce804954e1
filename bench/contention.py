"""Many processes on one file: what is lost, doubled or refused, with pauses between writes and without.

    python bench/contention.py [--processes 12] [--seconds 60] [--pause-ms 50] [--flat-out-seconds 20]

Half of the processes are servers driven over standard input and output (``memory_learn``, ``memory_entity_observe``,
``memory_decide``), half write through the store as hooks do (two seconds of patience). Afterwards every
acknowledged write is looked up, every text is counted, and the invariants are run.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from _report import report
from wire import Wire

from memory_mcp.errors import BusyError
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import HOOK_BUSY_TIMEOUT_MS, Database
from memory_mcp.store.file.mending import integrity as health
from memory_mcp.store.file.mending import invariants
from memory_mcp.temporal import Period, SystemClock


def write_over_stdio(path: Path, name: str, seconds: float, pause: float) -> dict[str, Any]:
    """Drive a server and return what it acknowledged, refused as busy, and failed at."""
    server = Wire([sys.executable, "-m", "memory_mcp", "serve"], env={"MEMORY_DB_PATH": str(path)})
    server.initialize()
    tools = [
        lambda text: ("memory_learn", {"category": "fact", "content": text}),
        lambda text: ("memory_entity_observe", {"entityName": "Contention", "entityType": "bench", "content": text}),
        lambda text: ("memory_decide", {"title": text, "decision": text, "reasoning": "bench"}),
    ]
    outcome: dict[str, Any] = {"acknowledged": [], "busy": 0, "errors": []}
    deadline = time.monotonic() + seconds
    for number in range(1_000_000):
        if time.monotonic() > deadline:
            break
        text = f"process {name} wrote number {number}"
        tool, arguments = tools[number % 3](text)
        result = server.call_tool(tool, arguments)
        if not result.get("isError"):
            outcome["acknowledged"].append(text)
        elif result["_meta"].get("code") == "busy":
            outcome["busy"] += 1
        else:
            outcome["errors"].append(result["content"][0]["text"])
        time.sleep(random.uniform(0, pause))
    server.close_input()
    server.process.wait(timeout=30)
    return outcome


def write_as_a_hook(path: Path, name: str, seconds: float, pause: float) -> dict[str, Any]:
    """Append turns through the store, as a hook does, and return the same."""
    db = Database(path, SystemClock(), busy_timeout_ms=HOOK_BUSY_TIMEOUT_MS)
    outcome: dict[str, Any] = {"acknowledged": [], "busy": 0, "errors": []}
    deadline = time.monotonic() + seconds
    for number in range(1_000_000):
        if time.monotonic() > deadline:
            break
        text = f"process {name} wrote number {number}"
        try:
            with db.writing("bench") as tx:
                facts.assert_(tx, Draft(kind="turn", body=text, valid=Period(tx.now), external_id=text))
            outcome["acknowledged"].append(text)
        except BusyError:
            outcome["busy"] += 1
        time.sleep(random.uniform(0, pause))
    db.close()
    return outcome


def run(path: Path, processes: int, seconds: float, pause: float) -> dict[str, Any]:
    """Let the processes write, then count what is in the file against what was acknowledged."""
    command = [sys.executable, __file__, "--worker", str(path), str(seconds), str(pause)]
    workers = [
        subprocess.Popen([*command, str(number), "stdio" if number % 2 else "hook"], stdout=subprocess.PIPE, text=True)
        for number in range(processes)
    ]
    outcomes = [json.loads(worker.communicate()[0]) for worker in workers]
    acknowledged = [text for outcome in outcomes for text in outcome["acknowledged"]]
    db = Database(path, SystemClock())
    with db.reading() as snapshot:
        stored = Counter(
            body for (body,) in snapshot.rows("SELECT body FROM item WHERE kind <> 'entity' AND body LIKE 'process %'")
        )
        violations = len(invariants.check(snapshot))
    integrity = health.integrity(db, deep=True)
    db.close()
    return {
        "processes": processes,
        "seconds": seconds,
        "pause_ms": pause * 1_000,
        "acknowledged": len(acknowledged),
        "lost": sum(text not in stored for text in acknowledged),
        "doubled": sum(count - 1 for count in stored.values()),
        "busy": sum(outcome["busy"] for outcome in outcomes),
        "errors": sum(len(outcome["errors"]) for outcome in outcomes),
        "first_errors": [error for outcome in outcomes for error in outcome["errors"]][:3],
        "violations": violations,
        "integrity": integrity,
    }


def main() -> None:
    """Run both parts and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause-ms", type=float, default=50)
    parser.add_argument("--flat-out-seconds", type=float, default=20)
    parser.add_argument(
        "--worker", nargs=5, metavar=("PATH", "SECONDS", "PAUSE", "NAME", "HOW"), help=argparse.SUPPRESS
    )
    arguments = parser.parse_args()
    if arguments.worker:
        path, seconds, pause, name, how = arguments.worker
        write = write_over_stdio if how == "stdio" else write_as_a_hook
        print(json.dumps(write(Path(path), name, float(seconds), float(pause))))
        return
    with tempfile.TemporaryDirectory() as folder:
        paused = run(Path(folder) / "paused.db", arguments.processes, arguments.seconds, arguments.pause_ms / 1_000)
        flat_out = run(Path(folder) / "flat.db", arguments.processes, arguments.flat_out_seconds, 0.0)
    bars = {
        "with pauses: none lost": paused["lost"] == 0,
        "with pauses: none doubled": paused["doubled"] == 0,
        "with pauses: no errors, none busy": paused["errors"] == paused["busy"] == 0,
        "without pause: none lost or doubled, no error but busy": (
            flat_out["lost"] == flat_out["doubled"] == flat_out["errors"] == 0
        ),
        "invariants and integrity": not any(
            [paused["violations"], flat_out["violations"], paused["integrity"], flat_out["integrity"]]
        ),
    }
    report("contention", {"paused": paused, "flat out": flat_out}, bars)


if __name__ == "__main__":
    main()
