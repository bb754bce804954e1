"""How well contradictions are told from what can both hold, and how fast they are found.

    python bench/contradictions.py [--half development|test|all|fresh] [--wrong]
    python bench/contradictions.py --scale [--facts 10000] [--new 100]

Labelled pairs of seven languages stand in ``tests/data/contradictions``; half of them can both hold. A hash of the
pair puts it into one of two halves: rules are made on one and measured on the other. "fresh" is no half of it: pairs
written after the rules, which no rule is made for. Bars, test half and fresh: precision >= .90 at recall >= .75. Bars,
scale: 10,000 facts compared anew within 20 s, after 100 new ones within 1 s; each has a vector, a dimension for each
word, so nearly every fact has near ones: more to compare than a model would give.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from _report import report
from hashing import HashingEmbedder

from memory_mcp.store import facts, vectors
from memory_mcp.store.clash import Clash, clash
from memory_mcp.store.contradictions import catch_up, kept
from memory_mcp.store.db import Database
from memory_mcp.store.items import Draft
from memory_mcp.temporal import Period, SystemClock

DATA = Path(__file__).resolve().parent.parent / "tests" / "data" / "contradictions"
FRESH = DATA.parent / "contradictions_fresh.tsv"


@dataclass(frozen=True)
class Labelled:
    """Two texts and whether they clash: a kind, or ``none`` and why not."""

    language: str
    label: str
    guard: str
    a: str
    b: str
    a_confidence: float
    b_confidence: float

    @property
    def half(self) -> str:
        """The half of the data this pair is in."""
        digest = hashlib.blake2b(f"{self.a}\n{self.b}".encode(), digest_size=2).digest()
        return "test" if digest[0] % 2 else "development"


def pairs(half: str) -> list[Labelled]:
    """Return the labelled pairs of a half, or all, or the fresh ones."""
    found = []
    if half == "fresh":
        rows = [row.split("\t") for row in FRESH.read_text("utf-8").splitlines()]
        return [Labelled(language, label, "", a, b, 0.7, 0.7) for label, language, a, b in rows]
    for path in sorted(DATA.glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                label, _, guard = row[0].partition(":")
                confidences = [float(cell) for cell in row[3:5]] or [0.7, 0.7]
                found.append(Labelled(path.stem, label, guard, row[1], row[2], *confidences))
    return [pair for pair in found if half in ("all", pair.half)]


def judged(pair: Labelled) -> Clash | None:
    """Return what the rules say of a pair."""
    return clash(pair.a, pair.b, a_confidence=pair.a_confidence, b_confidence=pair.b_confidence)


def measured(data: list[Labelled], *, wrong: bool) -> dict[str, Any]:
    """Return precision and recall over all, by language and by kind, and false alarms by guard."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for pair in data:
        found = judged(pair)
        is_right = found is not None and pair.label != "none"
        outcome = "hit" if is_right else "alarm" if found else "miss" if pair.label != "none" else "quiet"
        kind = pair.label if pair.label != "none" else found.kind if found else "none"
        for group in ("all", f"language {pair.language}", f"kind {kind}"):
            counts[group][outcome] += 1
        if pair.guard:
            counts[f"guard {pair.guard}"][outcome] += 1
        if is_right and found is not None and found.kind != pair.label:
            counts["all"]["other kind"] += 1
        if wrong and outcome in {"miss", "alarm"}:
            print(f"{outcome:5} {pair.language} {pair.label}:{pair.guard} | {pair.a} | {pair.b} | {found}")
    return {group: _scores(count) for group, count in sorted(counts.items()) if group != "kind none"}


def _scores(count: Counter[str]) -> dict[str, Any]:
    said, meant = count["hit"] + count["alarm"], count["hit"] + count["miss"]
    scores: dict[str, Any] = {"pairs": count["hit"] + count["miss"] + count["alarm"] + count["quiet"]}
    if meant:
        scores["recall"] = count["hit"] / meant
    if said:
        scores["precision"] = count["hit"] / said
    if not meant:
        scores["false alarms"] = count["alarm"]
    if count["other kind"]:
        scores["of another kind"] = count["other kind"]
    return scores


def scaled(count: int, new: int) -> dict[str, Any]:
    """Time a comparison of all facts, then of some new ones, on a file."""
    with tempfile.TemporaryDirectory() as name:
        db = Database(Path(name) / "scale.db", SystemClock())
        sentences = sentences_of(count + new)
        _learn(db, sentences[:count])
        started = time.perf_counter()
        catch_up(db)
        full = time.perf_counter() - started
        _learn(db, sentences[count:])
        started = time.perf_counter()
        catch_up(db)
        again = time.perf_counter() - started
        with db.reading() as snapshot:
            started = time.perf_counter()
            found = kept(snapshot, project=-1)
            reading = time.perf_counter() - started
        db.close()
    return {
        "facts": count,
        "full scan s": full,
        "new facts": new,
        "rescan s": again,
        "contradictions kept": found.total,
        "reading them ms": reading * 1_000,
    }


def sentences_of(count: int) -> list[str]:
    """Return sentences about so many services that their words are as common as in a real memory: few are very."""
    source = random.Random(7)
    names = [f"{first}-{second}" for first in _FIRST for second in _SECOND]
    found = []
    for number in range(count):
        thing = source.choices(names, weights=[1 / (rank + 1) for rank in range(len(names))])[0]
        pattern = source.choice(_PATTERNS)
        found.append(
            pattern.format(
                thing=thing, part=source.choice(_PARTS), number=source.randrange(9_999), word=source.choice(_SECOND),
                reason=source.choice(_REASONS), case=number,
            )
        )  # fmt: skip
    return found


def _learn(db: Database, sentences: list[str]) -> None:
    for first in range(0, len(sentences), 500):
        with db.writing("bench") as tx:
            for text in sentences[first : first + 500]:
                facts.assert_(tx, Draft(kind="learning", body=text, valid=Period(tx.now), confidence=0.7))
    engine = HashingEmbedder(dim=384)
    while isinstance(vectors.catch_up(db, engine, 500), vectors.CaughtUp):
        with db.reading() as snapshot:
            if not vectors.waiting(snapshot):
                break


def _listed(text: str) -> list[str]:
    return text.split("," if "," in text else None)


_FIRST = _listed(
    "billing search export invoice parcel image report session payment login mail audit quota tenant webhook archive "
    "catalog pricing checkout refund shipping ledger profile metrics"
)
_SECOND = _listed(
    "api worker cache queue gateway importer indexer scheduler database dashboard proxy adapter parser exporter "
    "renderer monitor mirror backup runner store"
)
_PARTS = _listed(
    "the nightly run,the retry loop,the connection pool,the health check,the schema migration,the rate limit,"
    "the feature flag,the log rotation,the token refresh,the batch import"
)
_REASONS = _listed(
    "a lock was held too long,the disk was full,nobody had set a limit,the certificate had expired,"
    "two versions ran side by side,the index was missing,the clock was wrong,a proxy cut the connection"
)
_PATTERNS = (
    "{thing} listens on port {number}.",
    "In {thing} {part} failed because {reason} (incident {case}).",
    "{part} of {thing} takes {number} ms.",
    "We moved {part} from {thing} to the {word} in change {case}.",
    "{thing} does not support {part} yet, see note {case}.",
    "{thing} writes {number} rows an hour into the {word}.",
    "Ask before touching {part} of {thing}: {reason} in case {case}.",
    "The owner of {thing} prefers short pull requests about {part}, as said in review {case}.",
)


def main() -> None:
    """Measure one half, or the speed, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("development", "test", "all", "fresh"), default="development")
    parser.add_argument("--wrong", action="store_true", help="print what was judged wrongly")
    parser.add_argument("--scale", action="store_true", help="time scans instead")
    parser.add_argument("--facts", type=int, default=10_000)
    parser.add_argument("--new", type=int, default=100)
    arguments = parser.parse_args()
    if arguments.scale:
        times = scaled(arguments.facts, arguments.new)
        report(
            "contradictions_scale",
            times,
            {"full scan <= 20 s": times["full scan s"] <= 20, "rescan <= 1 s": times["rescan s"] <= 1},
        )
        return
    results = measured(pairs(arguments.half), wrong=arguments.wrong)
    over_all = results["all"]
    bars = {
        "precision >= .90": over_all["precision"] >= 0.90,
        "recall >= .75": over_all["recall"] >= 0.75,
    }
    report("contradictions", {"half": arguments.half} | results, bars if arguments.half in {"test", "fresh"} else None)


if __name__ == "__main__":
    sys.exit(main())
