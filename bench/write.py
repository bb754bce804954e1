"""How fast things go in: one lesson at a time, in bulk, as imported turns, and as vectors.

    python bench/write.py [--calls 500] [--rows 20000] [--texts 1000]

Bars: ``memory_learn`` p95 <= 15 ms over stdio without vectors, <= 60 ms with the model loaded and the nearest facts in
the answer; import >= half of bare inserts into the same schema in the same run, not
waiting for vectors; embedding through the store >= 90 % of the engine alone.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from _report import report
from wire import Wire

from memory_mcp.config import Settings
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.store.facts.versions import INSERT, Draft, insert
from memory_mcp.store.file.database import Database
from memory_mcp.store.vectors import index
from memory_mcp.temporal import FOREVER, Period, SystemClock
from memory_mcp.transfer.importing import import_file

_SENTENCE = (
    "the service listens on port and writes its log to disk when a deploy fails because somebody changed cache retry "
    "limit database index query plan staging release branch review test flaky timeout token budget parser schema "
    "migration rollback queue worker memory leak profile vector search latency customer invoice payment region "
    "replica backup restore alert dashboard metric trace request handler client session project decision reason "
)
_WORDS = _SENTENCE.split()


def text(source: random.Random, words: int) -> str:
    """Return a sentence-like text of so many words; every one is different."""
    return " ".join(source.choices(_WORDS, k=words)) + f" {source.getrandbits(40):x}"


def learn_one_by_one(folder: Path, calls: int, *, has_model: bool) -> dict[str, Any]:
    """Time ``memory_learn`` as a client sees it, after ten calls to warm up; with a model, once that is loaded."""
    source = random.Random(1)
    env = {"MEMORY_DB_PATH": str(folder / f"learn-{has_model}.db")}
    if not has_model:
        env["MEMORY_EMBED_DISABLED"] = "1"
    server = Wire([sys.executable, "-m", "memory_mcp", "serve"], env=env)
    server.initialize()
    if has_model:
        server.structured("memory_search", {"query": "the model is loaded for this", "project": "*"})
    times, shown = [], 0
    for number in range(calls + 10):
        content = text(source, 25)
        started = time.perf_counter()
        answer = server.structured("memory_learn", {"category": "fact", "content": content})
        if number >= 10:
            times.append((time.perf_counter() - started) * 1_000)
            shown += len(answer["similar"])
            assert has_model == ("notice" not in answer), answer.get("notice")
        time.sleep(0.002)
    server.close_input()
    server.process.wait(timeout=30)
    times.sort()
    return {
        "calls": calls, "p50_ms": statistics.median(times), "p95_ms": times[int(len(times) * 0.95)],
        "similar rows an answer": shown / calls,
    }  # fmt: skip


def bare_inserts(folder: Path, rows: int) -> float:
    """Return rows/s of nothing but the INSERT statement with ready parameters, 1,000 to a transaction."""
    source = random.Random(2)
    db = Database(folder / "bare.db", SystemClock())
    empty = dict.fromkeys(
        ("session_uid", "parent_uid", "target_uid", "confidence", "importance"),
    ) | dict.fromkeys(("title", "context", "bigrams"), "")
    ready = [
        empty
        | {
            "uid": f"{number:036d}", "kind": "turn", "project_id": 0, "position": number, "external_id": f"{number}",
            "body": text(source, 25), "tags": "[]", "attributes": '{"role": "user"}', "valid_from": number,
            "valid_to": FOREVER, "recorded_at": number, "superseded_at": FOREVER, "txn_id": 1,
        }
        for number in range(rows)
    ]  # fmt: skip
    with db.writing("bench") as tx:
        assert tx.id == 1
    started = time.perf_counter()
    for first in range(0, rows, 1_000):
        with db.writing("bench") as tx:
            tx.many(INSERT, ready[first : first + 1_000])
    seconds = time.perf_counter() - started
    db.close()
    return rows / seconds


def import_turns(folder: Path, rows: int) -> float:
    """Return rows/s of importing a turns file."""
    source = random.Random(2)
    path = folder / "turns.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number in range(rows):
            line = {"id": f"{number}", "session": f"s{number // 50}", "role": "user", "text": text(source, 25)}
            file.write(json.dumps(line) + "\n")
    db = Database(folder / "import.db", SystemClock())
    started = time.perf_counter()
    result = import_file(db, path, format="turns")
    seconds = time.perf_counter() - started
    assert result.added == rows, result
    db.close()
    return rows / seconds


def learn_in_bulk(folder: Path, rows: int) -> float:
    """Return rows/s of ``memory_learn_bulk``, 500 to a call, over stdio."""
    source = random.Random(3)
    server = Wire([sys.executable, "-m", "memory_mcp", "serve"], env={"MEMORY_DB_PATH": str(folder / "bulk.db")})
    server.initialize()
    server.structured("memory_health")
    started = time.perf_counter()
    for _ in range(0, rows, 500):
        items = [{"category": "fact", "content": text(source, 25)} for _ in range(500)]
        server.structured("memory_learn_bulk", {"items": items})
    seconds = time.perf_counter() - started
    server.process.kill()
    server.process.wait()
    return rows / seconds


def embed(folder: Path, texts: int) -> dict[str, float]:
    """Return texts/s of the engine alone, and through the store."""
    source = random.Random(4)
    bodies = [text(source, 25) for _ in range(texts)]
    service = EmbeddingService.of(Settings.load({}))
    service.start()
    service.wait(60)
    embedder = service.embedder
    embedder.embed_passages(bodies[:64])
    started = time.perf_counter()
    for first in range(0, texts, 16):
        embedder.embed_passages(bodies[first : first + 16])
    alone = texts / (time.perf_counter() - started)
    db = Database(folder / "embed.db", SystemClock())
    with db.writing("bench") as tx:
        for body in bodies:
            insert(tx, Draft(kind="turn", body=body, valid=Period(tx.now)))
    started = time.perf_counter()
    while True:
        step = index.catch_up(db, embedder)
        if not isinstance(step, index.CaughtUp) or not step.waiting:
            break
    through = texts / (time.perf_counter() - started)
    db.close()
    return {"engine_alone_per_s": alone, "through_the_store_per_s": through, "share": through / alone}


def main() -> None:
    """Run all parts and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=500)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--texts", type=int, default=1_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        learn = learn_one_by_one(folder, arguments.calls, has_model=False)
        learn_warm = learn_one_by_one(folder, arguments.calls, has_model=True)
        bare = bare_inserts(folder, arguments.rows)
        imported = import_turns(folder, arguments.rows)
        bulk = learn_in_bulk(folder, min(arguments.rows, 5_000))
        embedding = embed(folder, arguments.texts)
    results = {
        "memory_learn, no vectors": learn,
        "memory_learn, model loaded": learn_warm,
        "rows/s": {
            "bare inserts": bare,
            "import turns": imported,
            "import's share": imported / bare,
            "memory_learn_bulk": bulk,
        },
        "embedding": embedding,
    }
    bars = {
        "memory_learn p95 <= 15 ms without vectors": learn["p95_ms"] <= 15,
        "memory_learn p95 <= 60 ms with the model loaded": learn_warm["p95_ms"] <= 60,
        "import >= half of bare inserts": imported >= bare / 2,
        "embedding >= 90 % of the engine alone": embedding["share"] >= 0.9,
    }
    report("write", results, bars)


if __name__ == "__main__":
    main()
