"""Whether a search knows when it has no answer, and leaves out what is none.

    python bench/verdict.py --data DIR [--data DIR ...]

Each data set is stored and asked in this process, also what it has no answer to: questions marked so, questions about
somebody else (adversarial), and every second question of a set of documents with its paragraph removed. Small stores of
facts (verdict_facts.json, whole, in parts of 1, 3 and 8 facts, and among 60 of all of them) say how much of what is
shown is right. Stores of 5, 12 and all facts are asked the words of each question alone, and words that have nothing to
do with any fact. Every question is judged by weights fitted without its conversation, store or set, and by what the
network reads beside it, which is fixed; the last lines are the weights fitted on all of them.

Bars: found against missed AUC >= .82, answerable against not >= .72; of facts shown precision >= .80 at recall >= .85;
no set loses more than .02 of share@10; of words that no fact has >= .95 end in "nothing".
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final, NamedTuple
from zlib import crc32

sys.path.insert(0, str(Path(__file__).resolve().parent / "training"))

import numpy as np
from _report import report
from ranking_weights import listening
from retrieval import _keys
from retrieval_data import ADVERSARIAL, DataSet, Question, Row, load
from retrieval_store import Store, ask, fill, in_process, remembering_service
from verdict_fitting import Judged, answer_weights, row_weights, unknown_weights

from memory_mcp.config import Settings
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.reading.readers import answers_of
from memory_mcp.store.search import read_beside, verdict
from memory_mcp.store.search.ordering import Scored
from memory_mcp.store.search.ranking import Candidates, Floats, Ranking, rank
from memory_mcp.store.text_index.fts_query import lexical_query
from memory_mcp.store.vectors import index
from memory_mcp.tools import tool_named
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import RequestFacts
from memory_mcp.tools.framework.runtime import Runtime

FACTS: Final = Path(__file__).with_name("verdict_facts.json")
UNANSWERABLE: Final = frozenset({ADVERSARIAL, "abstention", "unanswerable"})
# They want many rows, and any of them is some answer.
LEFT_OUT: Final = frozenset({"event_ordering", "summarization"})
IMPORTANCE: Final = {
    "locomo-dev": 1.0, "beam-dev": 0.5, "lifebench-dev": 0.5, "xquad-en-en": 0.4, "xquad-en-de": 0.3, "devbench": 0.05,
    "facts": 0.6, "1 fact": 0.1, "3 facts": 0.15, "8 facts": 0.2, "60 facts": 0.2,
    "words of 5 facts": 0.1, "words of 12 facts": 0.1, "words of all facts": 0.1,
}  # fmt: skip
PARTS: Final = ((1, 3), (3, 3), (8, 3), (60, 1))
"""Facts in a store, and how many such stores are drawn of each whole one."""
AMONG: Final = {"words of 5 facts": 5, "words of 12 facts": 12, "words of all facts": 99}
"""Facts in a store that is asked with single words."""
SHOWN: Final = 10
UNKNOWN: Final = "unknown"


class Read(NamedTuple):
    """What reading said of hits, by their places, and the hits, best first."""

    odds: Mapping[int, float]
    scored: Sequence[Scored]


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One question with what ranking and reading made of it; ``fold`` is what it is held out with."""

    judged: Judged
    fold: str
    is_unknown: bool = False
    read: Read | None = None


def asked(data: DataSet, store: Store, service: EmbeddingService, source: str) -> Iterator[Case]:
    """Ask all questions of a stored data set."""
    reader = answers_of(service.embedder.engine)  # type: ignore[attr-defined]  # it remembers what an engine said
    with in_process(store, service) as runtime:
        vars(runtime.reading)["load_answers"] = lambda: reader
        keys = _keys(store, runtime.db)
        for question in data.questions:
            if question.category in LEFT_OUT:
                continue
            with listening() as heard, noting_what_is_read() as read:
                ask(runtime, store, question)
            for rows, candidates, rarity in heard[-1:]:
                names = tuple(keys.get(row.parent_uid if row.kind == "passage" else row.uid, row.uid) for row in rows)
                gold = frozenset() if question.category in UNANSWERABLE else frozenset(question.gold)
                judged = Judged(source, question.group, rank(candidates, rarity), names, gold)
                yield Case(judged, _fold(source, question), question.category == UNKNOWN, *read)
                if data.kind == "documents" and crc32(question.id.encode()) % 2:
                    yield Case(_without(judged), _fold(source, question))


@contextmanager
def noting_what_is_read() -> Iterator[list[Read]]:
    """Hand out a list that fills with what is read beside the queries of this process."""
    judged_again, read = read_beside.judged_again, list[Read]()

    def note(judged: verdict.Judgement, ranking: Ranking, odds: Mapping[int, float], scored: Sequence[Scored]) -> Any:
        read.append(Read(odds, scored))
        return judged_again(judged, ranking, odds, scored)

    vars(read_beside).update(judged_again=note)
    try:
        yield read
    finally:
        vars(read_beside).update(judged_again=judged_again)


def keep(data: DataSet, folder: Path, service: EmbeddingService) -> Store:
    """Make a file of lessons in this process: many small ones, for which a server each would take longer than all."""
    folder.mkdir(parents=True)
    runtime = Runtime(Settings.load({}, db_path=folder / "memory.db"), service)
    items = [{"category": "fact", "content": row.text, "project": row.group} for row in data.rows]
    call = Call(runtime, RequestFacts(client_name="bench"), actor="bench")
    results = tool_named("memory_learn_bulk").invoke(call, {"items": items})["results"]
    while index.catch_up(runtime.db, service.embedder, limit=256).waiting:  # type: ignore[union-attr]  # one model
        pass
    runtime.close()
    return Store(data, folder / "memory.db", {one["id"]: data.rows[one["index"]].id for one in results})


def _fold(source: str, question: Question) -> str:
    """Return what a question is held out with: its conversation or store, or a quarter of the paragraphs' questions."""
    if source.startswith("xquad"):
        return f"paragraphs {crc32(question.text.encode()) % 4}"
    return f"store {question.group}" if _is_facts(source) else f"{source} {question.group}"


def _is_facts(source: str) -> bool:
    return source.endswith(("fact", "facts"))


def _without(judged: Judged) -> Judged:
    """Return the same question where the rows that answer it are not there."""
    keep = np.array([name not in judged.gold for name in judged.names], bool)
    rows = judged.ranking.candidates
    kept = Candidates(**{one.name: getattr(rows, one.name)[keep] for one in fields(rows)})
    names = tuple(np.array(judged.names)[keep].tolist())
    return replace(judged, ranking=rank(kept, judged.ranking.rarity), names=names, gold=frozenset())


def small_stores(chance: random.Random) -> Iterator[tuple[str, DataSet]]:
    """Yield the stores of facts, whole and in parts, by the name of their set."""
    whole: list[dict[str, Any]] = json.loads(FACTS.read_text(encoding="utf-8"))
    every = [(one["store"], fact) for one in whole for fact in one["facts"]]
    for one in whole:
        yield "facts", _stored(one, one["facts"], one["questions"])
    for size, times in PARTS:
        for one in whole * times:
            others = [fact for name, fact in every if name != one["store"]]
            facts = chance.sample(one["facts"], min(size, len(one["facts"])))
            facts += chance.sample(others, max(0, size - len(facts)))
            yield f"{size} fact{'s' * (size > 1)}", _stored(one, facts, chance.sample(one["questions"], 16))


def asked_by_words(chance: random.Random) -> Iterator[tuple[str, DataSet]]:
    """Yield stores of facts asked with the words of their questions alone, and with words that none of them has."""
    for one in json.loads(FACTS.read_text(encoding="utf-8")):
        words = [asked | {"text": " ".join(lexical_query(asked["text"]).terms)} for asked in one["questions"]]
        words += [{"text": text, "gold": [], "category": UNKNOWN} for text in one[UNKNOWN]]
        for name, size in AMONG.items():
            yield name, _stored(one, chance.sample(one["facts"], min(size, len(one["facts"]))), words)


def _stored(one: Mapping[str, Any], facts: Sequence[Mapping[str, str]], questions: Sequence[Any]) -> DataSet:
    held = {fact["id"] for fact in facts}
    return DataSet(
        one["store"], "learnings", tuple(Row(fact["id"], fact["text"], one["store"]) for fact in facts),
        tuple(
            Question(
                f"{n}", asked["text"], one["store"], asked.get("category", ""),
                tuple(gold for gold in asked["gold"] if gold in held),
            )
            for n, asked in enumerate(questions)
        ),
    )  # fmt: skip


def area_under_curve(scores: Floats, right: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> float:
    """Return how often what is right scores higher than what is not, ties counting half; NaN where all are alike."""
    yes, no = scores[right], scores[~right]
    if not len(yes) or not len(no):
        return float("nan")
    return float(((yes[:, None] > no).sum() + 0.5 * (yes[:, None] == no).sum()) / (len(yes) * len(no)))


def held_out(cases: Mapping[str, Sequence[Case]]) -> dict[str, list[verdict.Judgement]]:
    """Judge every question by weights that never saw its fold."""
    places = [(source, n, case.fold) for source, of in cases.items() for n, case in enumerate(of)]
    found: dict[str, list[Any]] = {source: [None] * len(of) for source, of in cases.items()}
    shipped = verdict.ANSWER_WEIGHTS[True], verdict.ROW_WEIGHTS[True], verdict.UNKNOWN_WEIGHTS.copy()
    for fold in dict.fromkeys(fold for _, _, fold in places):
        lessons = _lessons(cases, without=fold)
        verdict.ANSWER_WEIGHTS[True], verdict.ROW_WEIGHTS[True] = answer_weights(lessons), row_weights(lessons)
        verdict.UNKNOWN_WEIGHTS[:] = unknown_weights(lessons)
        for source, n, of in places:
            if of == fold:
                found[source][n] = judged(cases[source][n].judged, cases[source][n].read)
    verdict.ANSWER_WEIGHTS[True], verdict.ROW_WEIGHTS[True], verdict.UNKNOWN_WEIGHTS[:] = shipped
    return found


def _lessons(cases: Mapping[str, Sequence[Case]], without: str = "") -> list[tuple[list[Judged], float]]:
    lessons = [
        ([case.judged for case in of if case.fold != without], IMPORTANCE.get(source, 0.0))
        for source, of in cases.items()
    ]
    return [(some, weight) for some, weight in lessons if some and weight]


def judged(one: Judged, read: Read | None = None) -> verdict.Judgement:
    """Return the verdict on a question; all data but facts are texts."""
    is_text = one.source != "devbench" and not _is_facts(one.source)
    found = verdict.judge(one.ranking, one.names, [is_text] * len(one.names), model_tag=verdict.CALIBRATED_MODEL)
    return found if read is None else read_beside.judged_again(found, one.ranking, *read)


def measured(cases: Sequence[Case], judgements: Sequence[verdict.Judgement]) -> dict[str, Any]:
    """Return what the verdicts on a set are worth, and what is shown of it."""
    sure = np.array([one.confidence for one in judgements])
    answerable = np.array([bool(case.judged.gold) for case in cases])
    found = np.array([case.judged.is_found for case in cases])
    shown, right, gold, lost = [], [], [], []
    for case, judgement in zip(cases, judgements, strict=True):
        one = case.judged
        places = one.places[:SHOWN]
        shows = judgement.shows[places] & (np.arange(len(places)) < judgement.most)
        answers = np.array([one.names[place] in one.gold for place in places.tolist()], bool)
        if one.gold:
            shown.append(int(shows.sum()))
            right.append(int((shows & answers).sum()))
            gold.append(len(one.gold))
            lost.append(int((answers & ~shows).sum()) / len(one.gold))
    precision = [a / b if b else 0.0 for a, b in zip(right, shown, strict=True)]
    unknown = [
        one.verdict == "nothing"
        for case, one in zip(cases, judgements, strict=True)
        if case.is_unknown and verdict.has_no_word(case.judged.ranking)
    ]
    verdicts = {name: sum(one.verdict == name for one in judgements) for name in ("answers", "perhaps", "nothing")}
    return {
        "questions": len(cases), "answerable": int(answerable.sum()),
        "found against missed, AUC": area_under_curve(sure[answerable], found[answerable]),
        "answerable against not, AUC": area_under_curve(sure, answerable),
        "mean confidence": float(sure.mean()), "found": float(found.mean()), "verdicts": verdicts,
        "hits shown": float(np.mean(shown)), "precision of what is shown": float(np.mean(precision)),
        "recall of what is shown": float(np.mean([a / b for a, b in zip(right, gold, strict=True)])),
        "share@10 lost": float(np.mean(lost)),
        "unknown words that are nothing": float(np.mean(unknown)) if unknown else None,
    }  # fmt: skip


def bars_of(results: Mapping[str, Mapping[str, Any]]) -> dict[str, bool]:
    """Return which bars are met."""
    met = {}
    for source, found in results.items():
        for name, bar in (("found against missed, AUC", 0.82), ("answerable against not, AUC", 0.72)):
            if not np.isnan(found[name]):
                met[f"{source}: {name} >= {bar} (is {found[name]:.3f})"] = found[name] >= bar
        if source in AMONG:
            nothing = found["unknown words that are nothing"]
            met[f"{source}: unknown words that are nothing >= .95 (is {nothing:.3f})"] = nothing >= 0.95
        if source == "facts":
            precision, recall = found["precision of what is shown"], found["recall of what is shown"]
            met[f"facts: precision >= .80 at recall >= .85 (is {precision:.3f} at {recall:.3f})"] = (
                precision >= 0.80 and recall >= 0.85
            )
        elif not _is_facts(source):
            met[f"{source}: share@10 lost <= .02 (is {found['share@10 lost']:.3f})"] = found["share@10 lost"] <= 0.02
    return met


def main() -> int:
    """Ask, judge by weights that never saw the question, report; 1 where a bar was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, action="append", default=[], metavar="DIR")
    options = parser.parse_args()
    service = remembering_service()
    cases: dict[str, list[Case]] = {}
    with tempfile.TemporaryDirectory(prefix="bench-verdict-") as name:
        sets = [(path.stem, load(path, with_unanswerable=True)) for path in options.data]
        words = asked_by_words(random.Random(7))
        for number, (source, data) in enumerate([*sets, *small_stores(random.Random(5)), *words]):
            folder = Path(name) / f"{number}"
            store = keep(data, folder, service) if _is_facts(source) else fill(data, folder, service)
            cases.setdefault(source, []).extend(asked(data, store, service, source))
    judgements = held_out(cases)
    results: dict[str, Any] = {source: measured(of, judgements[source]) for source, of in cases.items()}
    bars = bars_of(results)
    lessons = _lessons(cases)
    by_words = [([one.by_words() for one in some], weight) for some, weight in lessons]
    by_words = [([one for one in some if one.names], weight) for some, weight in by_words]
    weights = {
        "answer": {"with meaning": answer_weights(lessons), "by words": answer_weights(by_words)},
        "row": {"with meaning": row_weights(lessons), "by words": row_weights(by_words)},
        "without a known word": {"with meaning": unknown_weights(lessons)},
    }
    results["weights fitted on all"] = {
        of: {how: [round(float(x), 2) for x in found] for how, found in some.items()} for of, some in weights.items()
    }
    report("verdict", results, bars)
    return 0 if all(bars.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
