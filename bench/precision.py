"""Whether a small memory shows what a query needs and nothing else: precision and recall of what is shown.

``python bench/precision.py [FILE ...]`` stores the facts of each file (``precision_facts``: 35 to 40 of one person in
two projects, and 45 queries, by writers who had seen nothing of this program; ``pharmacist``, ``game_es`` and
``reliability`` were asked for hard ones, as was whoever wrote ``architect`` and ``choir_fr``, the 176 memories in
``small_memories/*.txt``, from which the network learned since, and those in ``unlearned_memories``) through
``memory_learn_bulk``, and sends each query to ``memory_search`` in its project.
``gold`` are the facts a careful person would hand over, none for a query that the memory only comes near, or that is
about something else. Precision and recall are means over the queries that have any; of the others is counted how many
hits they show and how many end in "nothing". As prompts the same queries are told what a session is told without
asking. The limits of the code were chosen with ``backend.json``.

``--beside DIR`` puts the facts of the larger project beside the first conversation of a data set, in the same project:
what was noted must be found among what was said.

Bar: precision >= .80 at recall >= .85.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from _report import report
from precision_memories import Fact, read
from retrieval_data import DataSet, load
from retrieval_store import fill

from memory_mcp.capture.context.prompt import MOST, READ, says_enough, told_of
from memory_mcp.config import Settings
from memory_mcp.embedding.one_question import question_vector
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.search.prompt_evidence import evidence
from memory_mcp.store.text_index.prompt_matches import notes
from memory_mcp.store.vectors import index
from memory_mcp.tools import tool_named
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import RequestFacts
from memory_mcp.tools.framework.runtime import Runtime

OWN: Final = Path(__file__).with_name("precision_facts")
LEAST_PRECISION: Final = 0.8
LEAST_RECALL: Final = 0.85
_BULK: Final = 500


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, the facts it needs, those that were shown and told, the verdict, and how long the search took."""

    kind: str
    text: str
    gold: frozenset[str]
    shown: tuple[str, ...]
    told: tuple[str, ...]
    verdict: str
    ms: float

    @property
    def right(self) -> int:
        """How many of the facts it needs are shown."""
        return len(self.gold.intersection(self.shown))


class Stored:
    """The facts of a file in a database of their own."""

    def __init__(self, path: Path, folder: Path, service: EmbeddingService, beside: Path | None) -> None:
        self._memory = read(path)
        db = folder / f"{path.stem}.db"
        if beside:
            larger = self._memory.largest
            self._memory = self._memory.of(larger)
            db = fill(conversation(beside, larger), folder / path.stem, service).db
        self._runtime = Runtime(Settings.load({}, db_path=db), service)
        self._call = Call(self._runtime, RequestFacts(client_name="bench"), actor="bench")
        self._names: dict[str, str] = {}
        for facts in batched(self._memory.facts, _BULK):
            items = [{"category": "fact", "content": one.text, "project": one.project} for one in facts]
            results = tool_named("memory_learn_bulk").invoke(self._call, {"items": items})["results"]
            self._names |= {one["id"]: facts[one["index"]].id for one in results}
        while index.catch_up(self._runtime.db, service.embedder, limit=256).waiting:  # type: ignore[union-attr]  # one model
            pass

    def asked(self) -> Iterator[Asked]:
        """Send every query."""
        for one in self._memory.queries:
            wanted = {"query": one.text, "project": one.project, "explain": True}
            begun = time.perf_counter()
            answer = tool_named("memory_search").invoke(self._call, wanted)
            ms = (time.perf_counter() - begun) * 1_000
            shown = tuple(self._names.get(hit["id"], hit["id"]) for hit in answer["hits"])
            told = self._told(one.text, one.project) if says_enough(one.text) else ()
            yield Asked(
                one.kind, one.text, one.gold, without(one.arguable, shown), without(one.arguable, told),
                answer["verdict"], ms,
            )  # fmt: skip
        self._runtime.close()

    def _told(self, prompt: str, scope: str) -> tuple[str, ...]:
        vector = question_vector(prompt)
        with self._runtime.db.reading() as snapshot:
            project = next(number for number, name in projects.names(snapshot).items() if name == scope)
            ids = notes(snapshot, project=project, session=None)
            near = evidence(snapshot, prompt, vector, ids, most=MOST, looked_at=READ)
        reader = self._runtime.reading.load_answers()
        told = told_of(near, prompt, reader and reader.odds)[:MOST]
        return tuple(self._names.get(item.uid, item.uid) for item in told)


def without(arguable: frozenset[str], shown: Sequence[str]) -> tuple[str, ...]:
    """Return what is shown but for what one could argue about."""
    return tuple(name for name in shown if name not in arguable)


def batched(facts: Sequence[Fact], size: int) -> Iterator[Sequence[Fact]]:
    """Yield as many facts as one call takes."""
    for first in range(0, len(facts), size):
        yield facts[first : first + size]


def conversation(path: Path, project: str) -> DataSet:
    """Return the first conversation of a data set as one of a project."""
    whole = load(path)
    rows = tuple(replace(row, group=project) for row in whole.rows if row.group == whole.rows[0].group)
    return DataSet(whole.name, whole.kind, rows, ())


def measured(asked: Sequence[Asked]) -> dict[str, Any]:
    """Return what is shown and told of queries."""
    answered = [one for one in asked if one.gold]
    others = [one for one in asked if not one.gold]
    told = [one for one in asked if one.told]
    return {
        "queries": len(asked),
        "precision": _mean(one.right / len(one.shown) if one.shown else 0.0 for one in answered),
        "recall": _mean(one.right / len(one.gold) for one in answered),
        "first": _mean(bool(one.shown) and one.shown[0] in one.gold for one in answered),
        "among the first three": _mean(len(one.gold.intersection(one.shown[:3])) / len(one.gold) for one in answered),
        "hits": _mean(len(one.shown) for one in answered),
        "nothing": sum(one.verdict == "nothing" for one in answered),
        "answers": sum(one.verdict == "answers" for one in answered),
        "without an answer": len(others),
        "hits of these": _mean(len(one.shown) for one in others),
        "of these nothing": sum(one.verdict == "nothing" for one in others),
        "of these answers": sum(one.verdict == "answers" for one in others),
        "ms, median": statistics.median(one.ms for one in asked),
        "told unasked": sum(1 for one in told if one.gold),
        "rightly": sum(bool(one.gold.intersection(one.told)) for one in told),
        "told without an answer": sum(1 for one in told if not one.gold),
    }


def _mean(values: Iterator[float]) -> float | None:
    known = list(values)
    return statistics.fmean(known) if known else None


def main() -> int:
    """Ask, report; 1 where a bar was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--beside", type=Path, metavar="DIR", help="a data set whose first conversation is there too")
    parser.add_argument("--show", action="store_true", help="print each query with what it shows")
    options = parser.parse_args()
    service = EmbeddingService.of(Settings.load({}))
    if not service.wait():
        raise SystemExit(f"no engine: {service.failure}")
    results: dict[str, Any] = {}
    bars: dict[str, bool] = {}
    with tempfile.TemporaryDirectory(prefix="bench-precision-") as name:
        for path in options.files or sorted(OWN.glob("*.json")):
            asked = list(Stored(path, Path(name), service, options.beside).asked())
            for one in asked if options.show else ():
                print(one.kind, repr(one.text), sorted(one.gold), "shown", one.shown, one.verdict, "told", one.told)
            found = results[path.stem] = measured(asked)
            kinds = dict.fromkeys(one.kind for one in asked if one.gold)
            found["precision and recall by kind"] = {
                kind: [round(of[how], 3) for how in ("precision", "recall")]
                for kind in kinds
                for of in [measured([one for one in asked if one.kind == kind])]
            }
            is_met = found["precision"] >= LEAST_PRECISION and found["recall"] >= LEAST_RECALL
            if options.beside:
                # What was said goes on to be shown, and may answer as well.
                continue
            bars[f"{path.stem}: {found['precision']:.3f} of what is shown at {found['recall']:.3f}"] = is_met
    report("precision", results, bars)
    return 0 if all(bars.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
