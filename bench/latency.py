"""How long memory_search takes on 1,000, 10,000 and 100,000 rows, next to the least anybody could do.

    python bench/latency.py --data DIR [--sizes 1000 10000 100000] [--queries 60] [--encrypted]

DIR has folders with ``corpus.jsonl`` and ``queries.jsonl``. Rows are the texts of the corpora, each in its role;
beyond their number they come again PERTURBED: three words of ten replaced by words from the corpora, and the vector of
the real text with noise added (cosine about 0.95 with it), because the embedding of 100,000 texts would take an hour.
Sessions are of 20 turns that follow each other in one corpus. Every query is asked of the server over stdio, warm,
over all projects, and its own embedding, measured in this process right after, is taken off. Legs are measured in this
process on the same file. Beside it, interleaved: a bare matrix product (numpy, float32) over the same vectors and a
bare FTS5 query for the same words. Each of these runs right after an embedding, as a search does: what the model
leaves in the processor's caches costs all alike.
Bars, median of everything but the embedding: 10,000 rows <= 9 ms; 100,000 rows <= 2 x (product + FTS5).

``--encrypted`` compares instead: a server on the file as it is and one on an encrypted copy (a random key) get every
query and a lesson after it, in turn. Bar, medians: encrypted <= 1.5 x plain, for a search without its embedding and
for a write.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

import apsw
import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from _report import report
from startup import resident_mb
from wire import Wire

from memory_mcp.config import Settings
from memory_mcp.embedding.protocol import Embedder
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.keys.storage import random_key
from memory_mcp.store.facts.versions import Draft, insert
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.copies.key_change import change_key
from memory_mcp.store.file.database import Database
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import SEEDS, search
from memory_mcp.store.search.search import _lexical as by_words
from memory_mcp.store.text_index import trigrams
from memory_mcp.store.text_index.fts_query import lexical_query
from memory_mcp.store.vectors import fact_vectors, index
from memory_mcp.store.vectors.knn import copy_of, nearest
from memory_mcp.temporal import AsOf, ManualClock, Period, SystemClock

_START: Final = 1_767_225_600_000_000
_MINUTE: Final = 60_000_000
_SESSION: Final = 20
_REPLACED: Final = 0.3
# Of a vector of length 1: leaves a cosine of about 0.95 with the real one.
_NOISE: Final = 0.33
_BLOCK: Final = 1_000
_MOST_EMBEDDED: Final = 2_000
_WARM_UP: Final = 5
# Rows, then milliseconds, or how often a bare product and a bare word query.
_BARS: Final = ((10_000, 9.0, 0.0), (100_000, 0.0, 2.0))
_ENCRYPTED_FACTOR: Final = 1.5

Matrix = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Texts with who said them and in which role, their vectors (n, dim), and the queries."""

    texts: Sequence[tuple[str, str, str]]
    vectors: Matrix
    queries: Sequence[str]


def corpus(folder: Path, embedder: Embedder, queries: int) -> Corpus:
    """Read every set below a folder and embed as many texts as take about a minute."""
    sessions, asked = [], []
    for path in sorted(folder.glob("*/corpus.jsonl")):
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        said = [(row["speaker"], row.get("role") or "user", row["text"]) for row in rows]
        sessions += [said[start : start + _SESSION] for start in range(0, len(said) - _SESSION + 1, _SESSION)]
        lines = path.with_name("queries.jsonl").read_text(encoding="utf-8").splitlines()
        asked += [json.loads(line)["text"] for line in lines]
    source = random.Random(1)
    source.shuffle(sessions)
    source.shuffle(asked)
    texts = list(chain.from_iterable(sessions))[:_MOST_EMBEDDED]
    found = [
        embedder.embed_passages([f"{who}: {text}" if who else text for who, _, text in texts[start : start + 16]])
        for start in range(0, len(texts), 16)
    ]
    return Corpus(texts, np.concatenate(found), asked[:queries])


def rows(data: Corpus, size: int) -> Iterator[tuple[str, str, str, bytes]]:
    """Yield speaker, role, text and vector: the real ones first, then perturbed ones."""
    source, noise = random.Random(2), np.random.default_rng(2)
    vocabulary = [word for *_, text in data.texts for word in text.split()]
    dim = data.vectors.shape[1]
    for number in range(size):
        place = number % len(data.texts)
        who, role, text = data.texts[place]
        vector = data.vectors[place]
        if number >= len(data.texts):
            words = [source.choice(vocabulary) if source.random() < _REPLACED else word for word in text.split()]
            text, vector = " ".join(words), vector + _NOISE * noise.standard_normal(dim) / np.sqrt(dim)
        yield who, role, text, fact_vectors.as_bytes(vector)


def build(path: Path, data: Corpus, size: int, model_tag: str) -> Matrix:
    """Write a memory of that size and return its vectors."""
    db = Database(path, ManualClock(_START + size * _MINUTE))
    db.load_vectors()
    written, source = [], rows(data, size)
    for start in range(0, size, _BLOCK):
        with db.writing("bench") as tx:
            given = []
            for number in range(start, min(start + _BLOCK, size)):
                who, role, text, vector = next(source)
                at = _START + number * _MINUTE
                draft = Draft(
                    kind="turn", title=who, body=text, valid=Period(at), session_uid=f"session-{number // _SESSION}",
                    position=number % _SESSION, attributes={"role": role},
                )  # fmt: skip
                given.append((insert(tx, draft)[0], [vector]))
            index.put_all(tx, given, model_tag, data.vectors.shape[1])
            written += [vector for _, (vector,) in given]
    while trigrams.catch_up(db, _BLOCK):
        pass
    db.close()
    return np.frombuffer(b"".join(written), "<f4").reshape(size, -1)


def timed(times: list[float], action: Callable[[], Any]) -> None:
    """Add the milliseconds an action takes."""
    before = time.perf_counter()
    action()
    times.append((time.perf_counter() - before) * 1_000)


def over_stdio(path: Path, queries: Sequence[str], embedder: Embedder) -> dict[str, Any]:
    """Ask every query of a server, and take off what its embedding alone takes here."""
    whole: list[float] = []
    embedding: list[float] = []
    with Wire([sys.executable, "-m", "memory_mcp", "serve"], {"MEMORY_DB_PATH": str(path)}) as wire:
        wire.initialize()
        for number, query in enumerate([*queries[:_WARM_UP], *queries]):
            taken: list[float] = []
            arguments = {"query": query, "project": "*"}
            before = time.perf_counter()
            answer = wire.structured("memory_search", arguments)
            taken.append((time.perf_counter() - before) * 1_000)
            timed(taken, partial(embedder.embed_query, query))
            if number >= _WARM_UP:
                if answer.get("mode", "hybrid") != "hybrid":
                    raise SystemExit(f"the answer was not hybrid: {answer.get('notice')}")
                whole.append(taken[0])
                embedding.append(taken[1])
        memory = resident_mb(wire)
    rest = [total - own for total, own in zip(whole, embedding, strict=True)]
    return {
        "memory_search over stdio": spread(whole),
        "embedding of the query": spread(embedding),
        "everything but the embedding": spread(rest),
        "server's resident memory MB": memory,
    }


def in_process(path: Path, matrix: Matrix, queries: Sequence[str], embedder: Embedder) -> dict[str, Any]:
    """Measure the legs, and what a bare product and a bare FTS5 query take, interleaved."""
    times: dict[str, list[float]] = {name: [] for name in ("words", "nearest", "search", "product", "fts5")}
    # After the last row was written: before, the file holds nothing yet, and every leg looks through all of it.
    db = Database(path, ManualClock(_START + len(matrix) * _MINUTE))
    db.load_vectors()
    bare = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    bare_sql = "SELECT rowid FROM item_fts WHERE item_fts MATCH ? ORDER BY rank LIMIT 10"
    copy = copy_of(db)

    def bare_query(match: str) -> None:
        bare.execute(bare_sql, (match,)).fetchall()

    for number, query in enumerate([*queries[:_WARM_UP], *queries]):
        vector, lexical = embedder.embed_query(query), lexical_query(query)
        taken: dict[str, list[float]] = {name: [] for name in times}
        with db.reading() as snapshot:
            filter_ = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1)
            request = Request(query, filter_)
            measured: list[tuple[str, Callable[[], Any]]] = [
                ("words", partial(by_words, snapshot, lexical, filter_, SEEDS)),
                ("nearest", partial(nearest, snapshot, vector, filter_, SEEDS, copy)),
                ("search", partial(search, snapshot, request, vector, copy=copy)),
                ("product", partial(np.matmul, matrix, vector)),
                ("fts5", partial(bare_query, lexical.match)),
            ]
            for name, action in measured:
                # As in a server: the model has just been through the processor's caches.
                embedder.embed_query(query)
                timed(taken[name], action)
        if number >= _WARM_UP:
            for name, values in taken.items():
                times[name] += values
    bare.close()
    db.close()
    return {
        "leg: words": spread(times["words"]),
        "leg: nearest vectors": spread(times["nearest"]),
        "the search in process": spread(times["search"]),
        "bare matrix product": spread(times["product"]),
        "bare FTS5 query": spread(times["fts5"]),
    }


def beside_plain(path: Path, queries: Sequence[str], embedder: Embedder) -> dict[str, Any]:
    """Ask a server on the file and one on an encrypted copy the same, in turn, and have both write as much."""
    sealed, key = path.with_suffix(".sealed.db"), random_key()
    shutil.copy(path, sealed)
    change_key(sealed, SystemClock(), old=None, new=key)
    command = [sys.executable, "-m", "memory_mcp", "serve"]
    times: dict[str, list[float]] = {
        f"{what}, {how}": [] for what in ("search", "write") for how in ("plain", "encrypted")
    }
    with (
        Wire(command, {"MEMORY_DB_PATH": str(path)}) as plain,
        Wire(command, {"MEMORY_DB_PATH": str(sealed), "MEMORY_DB_KEY": key}) as encrypted,
    ):
        servers = [("plain", plain), ("encrypted", encrypted)]
        for _, wire in servers:
            wire.initialize()
        for number, query in enumerate([*queries[:_WARM_UP], *queries]):
            servers.reverse()
            embedding: list[float] = []
            timed(embedding, partial(embedder.embed_query, query))
            for how, wire in servers:
                taken: list[float] = []
                timed(taken, partial(wire.structured, "memory_search", {"query": query, "project": "*"}))
                lesson = {"category": "fact", "content": f"{query} {number}"}
                timed(taken, partial(wire.structured, "memory_learn", lesson))
                if number >= _WARM_UP:
                    times[f"search, {how}"].append(taken[0] - embedding[0])
                    times[f"write, {how}"].append(taken[1])
    sealed.unlink()
    return {name: spread(values) for name, values in times.items()}


def encrypted_bars_of(found: dict[str, dict[str, Any]]) -> dict[str, bool]:
    """Judge what encryption costs."""
    bars = {}
    for size, measured in found.items():
        for what in ("search", "write"):
            ratio = measured[f"{what}, encrypted"]["p50 ms"] / measured[f"{what}, plain"]["p50 ms"]
            bars[f"{size}: {what}, encrypted / plain = {ratio:.2f} <= {_ENCRYPTED_FACTOR}"] = ratio <= _ENCRYPTED_FACTOR
    return bars


def spread(times: list[float]) -> dict[str, float]:
    """Return median and 95th percentile, in milliseconds."""
    return {"p50 ms": round(statistics.median(times), 2), "p95 ms": round(float(np.percentile(times, 95)), 2)}


def bars_of(found: dict[str, dict[str, Any]]) -> dict[str, bool]:
    """Judge the sizes that have a bar."""
    bars = {}
    for size, least, factor in _BARS:
        measured = found.get(f"{size} rows")
        if measured is None:
            continue
        bare = measured["bare matrix product"]["p50 ms"] + measured["bare FTS5 query"]["p50 ms"]
        bar = max(least, factor * bare)
        bars[f"{size} rows: everything but the embedding, p50 <= {bar:.1f} ms"] = (
            measured["everything but the embedding"]["p50 ms"] <= bar
        )
    return bars


def main() -> int:
    """Measure, print, and write bench/results/latency.json; 1 when a bar is not met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--queries", type=int, default=60)
    parser.add_argument("--encrypted", action="store_true")
    arguments = parser.parse_args()
    service = EmbeddingService.of(Settings(db_path=Path("unused")))
    if not service.wait():
        raise SystemExit(f"no engine: {service.failure}")
    data = corpus(arguments.data, service.embedder, arguments.queries)
    found: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as name:
        for size in arguments.sizes:
            path = Path(name) / f"{size}.db"
            matrix = build(path, data, size, service.embedder.model_tag)
            if arguments.encrypted:
                found[f"{size} rows"] = beside_plain(path, data.queries, service.embedder)
                path.unlink()
                continue
            perturbed = max(0, size - len(data.texts))
            found[f"{size} rows"] = (
                {"rows that are perturbed": perturbed}
                | over_stdio(path, data.queries, service.embedder)
                | in_process(path, matrix, data.queries, service.embedder)
            )
            path.unlink()
    bars = encrypted_bars_of(found) if arguments.encrypted else bars_of(found)
    report("latency_encrypted" if arguments.encrypted else "latency", found, bars)
    return 0 if all(bars.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
