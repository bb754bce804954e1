"""How well contradictions are told from what can both hold, and how fast they are found.

    python bench/contradictions.py [--half development|test|all] [--wrong]
    python bench/contradictions.py --scale [--facts 10000] [--new 100]

Labelled pairs of seven languages stand in ``tests/data/contradictions``; half of them can both hold. A hash of the
pair puts it into one of two halves: rules are made on one and measured on the other. Bars, test half: precision >= .90
at recall >= .75. Bars, scale: 10,000 facts compared anew within 20 s, after 100 new ones within 1 s.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from _report import report

from memory_mcp.store.clash import Clash, clash

DATA = Path(__file__).resolve().parent.parent / "tests" / "data" / "contradictions"


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
    """Return the labelled pairs of a half, or all."""
    found = []
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


def main() -> None:
    """Measure one half and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("development", "test", "all"), default="development")
    parser.add_argument("--wrong", action="store_true", help="print what was judged wrongly")
    arguments = parser.parse_args()
    results = measured(pairs(arguments.half), wrong=arguments.wrong)
    over_all = results["all"]
    bars = {
        "precision >= .90": over_all["precision"] >= 0.90,
        "recall >= .75": over_all["recall"] >= 0.75,
    }
    report("contradictions", {"half": arguments.half} | results, bars if arguments.half == "test" else None)


if __name__ == "__main__":
    sys.exit(main())
