"""How well memory_search finds what answers a question: every leg, every measure, weights that never saw the question.

    python bench/retrieval.py --data DIR [--data DIR ...] [--ablation] [--as turns|documents|learnings]

Each data set is brought in by the program, embedded and asked over stdio, inside each group's own project: in a file
per group, and in one pooled file. The other legs, and other weights, are asked in this process through the same tool,
after it has been seen that the two ways give the same hits. Where a data set was among those the weights were fitted
on, the number that counts is the one of weights fitted again without its group (without the whole set and all that
share its questions, where there is one group). Of a set of one group there is another such number beside it, by weights
that saw every second one of its questions, and not the one that is asked: what holds for such rows alone no other set
can teach.

Bars: conversations, categories but adversarial: share@5 >= .68, share@10 >= .76 in both layouts; xquad-en-en first hit
>= .93, xquad-en-de >= .80; devbench any@5 >= .90; on every set, layout and measure hybrid >= the better leg - .02.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent / "training"))

from _report import report
from ranking_weights import NOTHING, TRICKS, Told, Trick, changed, fitted, listening, weights
from retrieval_data import ADVERSARIAL, KINDS, DataSet, Question, load
from retrieval_metrics import SHOWN, means, measures
from retrieval_store import Store, ask, ask_over_stdio, fill, in_process, remembering_service

from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.store.facts.projects.projects import by_name
from memory_mcp.store.facts.versions import by_external_id
from memory_mcp.store.file.database import Database

FITTED_ON: Final = frozenset({"locomo-dev", "beam-dev", "lifebench-dev", "xquad-en-en", "xquad-en-de"})
# A leg shows all it finds; what is left out of an answer as no answer is a matter of the verdict.
LEGS: Final[dict[str, dict[str, Any]]] = {
    "hybrid, rrf": {"ranking": {"fusion": "rrf"}, "full": True},
    "words alone (fts)": {"mode": "fts", "full": True},
    "meaning alone (vector)": {"mode": "vector", "full": True},
}
SINGLE: Final = ("words alone (fts)", "meaning alone (vector)")
SHIPPED: Final = "hybrid"
HELD_OUT: Final = "hybrid, weights fitted without these questions"
OF_HALVES: Final = "hybrid, weights fitted with the other half of the questions"
SLACK: Final = 0.02
BARS: Final[dict[str, tuple[tuple[str, float], ...]]] = {
    "locomo-dev": (("share@5", 0.68), ("share@10", 0.76)),
    "xquad-en-en": (("first", 0.93),),
    "xquad-en-de": (("first", 0.80),),
    "devbench": (("any@5", 0.90), ("share@5", 0.90)),
}


@dataclass
class Layout:
    """One way to store a data set: its files, and for each way of asking the measures of each question."""

    name: str
    stores: list[Store]
    answers: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)

    def note(self, leg: str, question: Question, found: Sequence[str]) -> None:
        """Keep what one answer was worth."""
        self.answers.setdefault(leg, {})[question.id] = measures(found, question.gold)

    def mean(self, leg: str, questions: Iterable[Question]) -> dict[str, float]:
        """Return the means of a leg over questions."""
        return means([self.answers[leg][question.id] for question in questions])


@dataclass
class Bench:
    """A data set, stored in every layout, and what ranking was told about its questions."""

    data: DataSet
    layouts: list[Layout]
    told: list[Told] = field(default_factory=list)
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def is_fitted_on(self) -> bool:
        """Whether the shipped weights have seen these questions."""
        return self.data.name in FITTED_ON

    @property
    def counted(self) -> list[Question]:
        """The questions the totals are about: adversarial ones are about somebody else than their gold."""
        return [question for question in self.data.questions if question.category != ADVERSARIAL]


def store_and_ask(data: DataSet, folder: Path, service: EmbeddingService) -> Bench:
    """Store a data set in every layout and ask it with the shipped weights, over stdio and by every leg."""
    groups = data.groups
    parts = [fill(data.of_group(group), folder / f"group{n}", service) for n, group in enumerate(groups)]
    layouts = [Layout("file per group", parts)]
    if len(groups) > 1:
        layouts.append(Layout("one pooled file", [fill(data, folder / "pooled", service)]))
    bench = Bench(data, layouts)
    medians = []
    for layout in layouts:
        for store in layout.stores:
            answers, median = ask_over_stdio(store)
            medians.append(median)
            _ask_here(bench, layout, store, service, answers)
    bench.notes["median_ms_over_stdio"] = sorted(medians)[len(medians) // 2]
    return bench


def _ask_here(
    bench: Bench, layout: Layout, store: Store, service: EmbeddingService, answers: Sequence[Sequence[str]]
) -> None:
    """Note what came over stdio, see that the same comes in this process, and ask the other legs."""
    differing = 0
    with in_process(store, service) as runtime:
        keys = _keys(store, runtime.db)
        for question, found in zip(store.data.questions, answers, strict=True):
            layout.note(SHIPPED, question, found)
            with listening() as heard:
                differing += ask(runtime, store, question) != list(found)
            if layout is bench.layouts[0] and question.category != ADVERSARIAL:
                for rows, candidates, rarity in heard:
                    named = tuple(keys.get(row.parent_uid if row.kind == "passage" else row.uid, "") for row in rows)
                    bench.told.append(Told(question, store.data.name, named, candidates, rarity))
            for leg, options in LEGS.items():
                layout.note(leg, question, ask(runtime, store, question, **options))
    asked = bench.notes.setdefault("same hits over stdio and in this process", {"questions": 0, "differing": 0})
    asked["questions"] += len(answers)
    asked["differing"] += differing


def _keys(store: Store, db: Database) -> Mapping[str | None, str]:
    """Return the data's id of each row of the memory."""
    if store.names:
        return {uid: key for uid, key in store.names.items()}  # noqa: C416
    with db.reading() as snapshot:
        projects = {group: by_name(snapshot, group) or 0 for group in store.data.groups}
        found = [(row.id, by_external_id(snapshot, projects[row.group], row.id)) for row in store.data.rows]
    return {item.uid: key for key, item in found if item is not None}


def ask_held_out(benches: Sequence[Bench], bench: Bench, service: EmbeddingService, trick: Trick = NOTHING) -> str:
    """Ask every counted question with weights that were fitted without its group; return the leg's name."""
    leg = HELD_OUT if trick is NOTHING else f"without: {trick.name}"
    layouts = bench.layouts if trick is NOTHING else bench.layouts[:1]
    for group in bench.data.groups:
        learned = fitted(_lessons(benches, bench, group), trick)
        if trick is NOTHING:
            bench.notes.setdefault("weights of each fold", {})[group or "all"] = {
                name: round(weight, 2) for name, weight in learned.items()
            }
        for layout in layouts:
            for store in layout.stores:
                questions = [question for question in bench.counted if question.group == group]
                if group not in store.data.groups:
                    continue
                change = nullcontext() if trick is NOTHING else changed(trick.change)
                with in_process(store, service) as runtime, weights(learned), change:
                    for question in questions:
                        layout.note(leg, question, ask(runtime, store, question))
    return leg


def ask_by_halves(benches: Sequence[Bench], bench: Bench, service: EmbeddingService) -> None:
    """Ask every second question of a set of one group with weights fitted on the others, and the other way round."""
    store = bench.layouts[0].stores[0]
    for half in (0, 1):
        asked, lessons = bench.counted[half::2], _lessons(benches, bench, bench.data.groups[0])
        known = {question.id for question in bench.counted[1 - half :: 2]}
        learned = fitted([[one for one in bench.told if one.question.id in known], *lessons])
        with in_process(store, service) as runtime, weights(learned):
            for question in asked:
                bench.layouts[0].note(OF_HALVES, question, ask(runtime, store, question))


def _lessons(benches: Sequence[Bench], bench: Bench, group: str) -> list[list[Told]]:
    """Return what may be learned from before this group is asked."""
    asked = {question.id for question in bench.data.questions}
    others = [
        other.told
        for other in benches
        if other.is_fitted_on and asked.isdisjoint(question.id for question in other.data.questions)
    ]
    return [[one for one in bench.told if one.question.group != group], *others]


def can_learn(benches: Sequence[Bench], bench: Bench) -> bool:
    """Whether there is something to learn from without the questions of a group."""
    return bench.is_fitted_on and all(any(_lessons(benches, bench, group)) for group in bench.data.groups)


def results_of(bench: Bench, ablated: Sequence[str]) -> dict[str, Any]:
    """Return everything measured of a data set."""
    data = bench.data
    categories = list(dict.fromkeys(question.category for question in data.questions))
    kept: dict[str, Any] = {
        "rows": len(data.rows),
        "questions": len(bench.counted),
        "indexed text": data.indexed_text,
        **bench.notes,
    }
    for layout in bench.layouts:
        legs = {leg: layout.mean(leg, bench.counted) for leg in layout.answers}
        by_category = {
            category: {leg: layout.mean(leg, of) for leg in (_judged(bench), *SINGLE) if _has(layout, leg, of)}
            for category in categories
            if (of := [question for question in data.questions if question.category == category])
        }
        if any(question.category == ADVERSARIAL for question in data.questions):
            of = [question for question in data.questions if question.category == ADVERSARIAL]
            by_category[ADVERSARIAL] = {leg: layout.mean(leg, of) for leg in (SHIPPED, *SINGLE)}
        by_group = {
            group: layout.mean(_judged(bench), [question for question in bench.counted if question.group == group])
            for group in data.groups
        }
        kept[layout.name] = {
            "all": {leg: found for leg, found in legs.items() if leg not in ablated},
            "by category": by_category,
            "by group": by_group,
            "without": {leg: legs[leg] for leg in ablated if leg in legs},
        }
    return kept


def _has(layout: Layout, leg: str, questions: Sequence[Question]) -> bool:
    return all(question.id in layout.answers.get(leg, {}) for question in questions)


def _judged(bench: Bench) -> str:
    """Return the leg whose numbers count: weights that have not seen the questions."""
    return HELD_OUT if HELD_OUT in bench.layouts[0].answers else SHIPPED


def bars_of(bench: Bench) -> dict[str, bool]:
    """Return which bars the data set meets."""
    met = {}
    for layout in bench.layouts:
        where = f"{bench.data.name}, {layout.name}"
        hybrid = layout.mean(_judged(bench), bench.counted)
        for measure, bar in BARS.get(bench.data.name, ()):
            met[f"{where}: {measure} >= {bar} (is {hybrid[measure]:.3f})"] = hybrid[measure] >= bar
        legs = [layout.mean(leg, bench.counted) for leg in SINGLE]
        for measure, value in hybrid.items():
            best = max(leg[measure] for leg in legs)
            met[f"{where}: {measure} {value:.3f} >= better leg {best:.3f} - {SLACK}"] = value >= best - SLACK
    return met


def markdown(bench: Bench, ablated: Sequence[str]) -> str:
    """Return the table a reader wants: one line per layout and leg."""
    lines = [
        f"\n### {bench.data.name}: {len(bench.data.rows)} {bench.data.kind}, {len(bench.counted)} questions\n",
        "| " + " | ".join(("stored as", "ranking", *SHOWN)) + " |",
        "|---|---|" + "---:|" * len(SHOWN),
    ]
    for layout in bench.layouts:
        for leg in sorted(layout.answers, key=lambda leg: (leg in ablated, leg != _judged(bench))):
            named = f"{leg} (in-sample)" if leg == SHIPPED and bench.is_fitted_on else leg
            values = layout.mean(leg, bench.counted)
            shown = " | ".join(f"{values[measure]:.3f}" for measure in SHOWN)
            lines.append(f"| {layout.name} | {named} | {shown} |")
    return "\n".join(lines)


def main() -> int:
    """Measure every data set given and report; 1 where a bar was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, action="append", required=True, metavar="DIR")
    parser.add_argument("--as", dest="kind", choices=KINDS, help="store the rows as these, whatever they look like")
    parser.add_argument("--ablation", action="store_true", help="leave out each trick in turn, weights fitted again")
    parser.add_argument("--name", default="retrieval", help="of the file in bench/results")
    arguments = parser.parse_args()
    started = time.monotonic()
    service = remembering_service()
    with tempfile.TemporaryDirectory() as name:
        sets = [load(path, arguments.kind) for path in arguments.data]
        benches = [store_and_ask(data, Path(name) / f"{n}", service) for n, data in enumerate(sets)]
        ablated: list[str] = []
        for bench in benches:
            if not can_learn(benches, bench):
                continue
            ask_held_out(benches, bench, service)
            if len(bench.data.groups) == 1:
                ask_by_halves(benches, bench, service)
            if arguments.ablation:
                ablated = [ask_held_out(benches, bench, service, trick) for trick in TRICKS]
    bars = {bar: is_met for bench in benches for bar, is_met in bars_of(bench).items()}
    results = {bench.data.name: results_of(bench, ablated) for bench in benches}
    summary = {"embedding model": service.embedder.model_tag, "seconds": round(time.monotonic() - started)}
    report(arguments.name, summary | results, bars, shown=summary)
    for bench in benches:
        print(markdown(bench, ablated))
    return 0 if all(bars.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
