"""How well contradictions are told from what can both hold, and how fast they are found.

    python bench/contradictions.py [--half development|test] [--wrong]
    python bench/contradictions.py --scale [--facts 10000] [--new 100]
    python bench/contradictions.py --talk DIR [--read]
    python bench/contradictions.py --sentences FILE [--read]
    python bench/contradictions.py --dead
    python bench/contradictions.py --thresholds [--write]

Labelled pairs of seven languages stand in ``tests/data/contradictions``; half of them can both hold. Rules are made on
the development half. The test half is of the newest batch, written by people who had not seen the rules, and is
measured once per release: with other rules than those of its result it is only measured when that is given up with
``--again``, and the result says how often it was looked at. Bars, test half: precision >= .90 at recall >= .75.

Each pair is judged by the rules alone. Then all are lessons of one project in one file, learned and compared as a
client would: what of it was found in the answer to learning, what by ``memory_contradictions``, and how many pairs it
listed that nobody wrote as one.

Bars, scale: 10,000 facts compared anew within 15 s, after 100 new ones within .7 s. Bar, sentences of conversations (a
folder with ``corpus.jsonl``) as learnings of one project: at most one false pair told in 1,000. Bar, sentence pairs
nobody tuned on (a table with label, a and b, as SICK is): precision >= .83. With ``--read`` the network reads what is
near, or every pair of the table, as a server does once it is loaded. ``--dead`` lists the lines of language data
whose removal changes no labelled development pair, ``--thresholds`` what each number in the rules is worth.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from _report import RESULTS, report
from contradictions_conversations import loaded, told_in_conversations
from contradictions_dead import print_dead
from contradictions_in_file import found_in_file
from contradictions_scale import scaled
from contradictions_thresholds import print_thresholds
from labelled import NEWEST, Labelled, digest_of, judged, labelled

from memory_mcp.contradiction.kinds import ComparedFact
from memory_mcp.contradiction.likelihood import READ_FROM, RULED_FROM
from memory_mcp.contradiction.verdict import contradict
from memory_mcp.store.contradictions.worth_reading import worth_reading


def measured(data: list[Labelled], *, wrong: bool) -> dict[str, Any]:
    """Return precision and recall over all, by language and by kind, and false alarms by guard."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for pair in data:
        found = judged(pair)
        is_right = found is not None and pair.is_contradiction
        outcome = "hit" if is_right else "alarm" if found else "miss" if pair.is_contradiction else "quiet"
        kind = pair.label if pair.is_contradiction else found.kind if found else "none"
        for group in ("all", f"language {pair.language}", f"kind {kind}"):
            counts[group][outcome] += 1
        if found is not None:
            counts[f"confidence {found.certainty}, told {found.kind}"][outcome] += 1
        if pair.guard:
            counts[f"guard {pair.guard}"][outcome] += 1
        if is_right and found is not None and found.kind != pair.label != "clash":
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


def of_sentences(path: Path, *, read: bool = False) -> dict[str, Any]:
    """Return precision and recall over a table of sentence pairs, of which some are labelled CONTRADICTION."""
    count: Counter[str] = Counter()
    reader = loaded()[1] if read else None
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            is_meant, is_told = row["label"].lower() == "contradiction", contradict(row["a"], row["b"]) is not None
            if reader is not None and (is_told or worth_reading(ComparedFact(row["a"]), ComparedFact(row["b"]))):
                is_told = reader.likelihoods([(row["a"], row["b"])])[0] >= (RULED_FROM if is_told else READ_FROM)
            outcome = ("hit" if is_told else "miss") if is_meant else ("alarm" if is_told else "quiet")
            count[outcome] += 1
    return _scores(count)


def rules_digest() -> str:
    """Return what tells one state of the rules from another: what they say of every development pair."""
    said = " ".join(found.kind if (found := judged(pair)) else "-" for pair in labelled("development"))
    return hashlib.blake2b(said.encode(), digest_size=8).hexdigest()


def looked(data: list[Labelled], *, again: bool) -> dict[str, Any]:
    """Return what a result on the test half says of itself: release, data, rules, looks. Ends where it may not look."""
    release = {"release": NEWEST, "data": digest_of(data), "rules": rules_digest()}
    path = RESULTS / "contradictions.json"
    before = json.loads(path.read_text("utf-8"))["results"] if path.exists() else {}
    if before.get("data") != release["data"]:
        return release | {"looks": 1}
    if before["rules"] == release["rules"]:
        return release | {"looks": before["looks"]}
    if not again:
        raise SystemExit(
            f"The test half of {NEWEST} was measured with other rules. Measure on --half development; "
            "or look --again, and the result says so."
        )
    return release | {"looks": before["looks"] + 1}


def main() -> None:
    """Measure one half, or the speed, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("development", "test"), default="development")
    parser.add_argument("--wrong", action="store_true", help="print what was judged wrongly (development only)")
    parser.add_argument("--batch", help="of one batch: a folder of the data")
    parser.add_argument("--again", action="store_true", help="look at the test half once more, with other rules")
    parser.add_argument("--dead", action="store_true", help="list the lines of language data that change no pair")
    parser.add_argument("--thresholds", action="store_true", help="judge with each number smaller and larger")
    parser.add_argument("--write", action="store_true", help="put what --thresholds finds behind the numbers")
    parser.add_argument("--talk", type=Path, help="a folder of conversations, whose sentences become learnings")
    parser.add_argument("--sentences", type=Path, help="a table of sentence pairs with label, a and b")
    parser.add_argument("--read", action="store_true", help="with --talk or --sentences: have the network read, too")
    parser.add_argument("--scale", action="store_true", help="time scans instead")
    parser.add_argument("--facts", type=int, default=10_000)
    parser.add_argument("--new", type=int, default=100)
    arguments = parser.parse_args()
    if arguments.scale:
        times = scaled(arguments.facts, arguments.new)
        report(
            "contradictions_scale",
            times,
            {"full scan <= 15 s": times["full scan s"] <= 15, "rescan <= .7 s": times["rescan s"] <= 0.7},
        )
        return
    if arguments.dead:
        print(f"{print_dead()} dead lines")
        return
    if arguments.thresholds:
        print_thresholds(write=arguments.write)
        return
    if arguments.talk is not None:
        told = told_in_conversations(arguments.talk, read=arguments.read)
        most = told["pairs told in 1,000 sentences"] <= 1
        report("contradictions_conversations" + "_read" * arguments.read, told, {"pairs told in 1,000 <= 1": most})
        return
    if arguments.sentences is not None:
        scores = of_sentences(arguments.sentences, read=arguments.read)
        report(
            "contradictions_sentences" + "_read" * arguments.read,
            scores,
            {"precision >= .83": scores["precision"] >= 0.83},
        )
        return
    is_test = arguments.half == "test"
    if arguments.wrong and arguments.half != "development":
        parser.error("--wrong shows pairs: of the development half only")
    data = labelled(arguments.half, arguments.batch)
    about = looked(data, again=arguments.again) if is_test else {}
    results = measured(data, wrong=arguments.wrong)
    over_all = results["all"]
    bars = {
        "precision >= .90": over_all["precision"] >= 0.90,
        "recall >= .75": over_all["recall"] >= 0.75,
    }
    report(
        "contradictions" if is_test else f"contradictions_{arguments.half}",
        {"half": arguments.half} | about | results | {"in one file": found_in_file(data)},
        bars if is_test else None,
    )


if __name__ == "__main__":
    sys.exit(main())
