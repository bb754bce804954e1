"""What the rules on statements tell of a set of turns, and how often that is right where the set says what is.

``python bench/statements.py FILE`` reads turns, a JSON object a line: ``text``, perhaps ``role`` (``assistant`` or
anything else) and ``labels``, a list of ``[told, sentence]`` of the sentences that say something; all others say
nothing. With labels it prints precision and recall by what is told and by ``language``; ``--sample`` prints so many
told sentences to be judged by a reader.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

from memory_mcp.statements.recognition import statements


def read(path: Path) -> list[dict[str, Any]]:
    """Return the turns of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def told_of(turn: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what the rules tell of a turn."""
    found = statements(turn["text"], by_assistant=turn.get("role") == "assistant")
    return [(one.told, one.text) for one in found]


def measure(turns: list[dict[str, Any]]) -> None:
    """Print precision and recall."""
    hits, wrong, missed = Counter[str](), Counter[str](), Counter[str]()
    for turn in turns:
        keys = ("all", turn.get("language", "?"))
        found = told_of(turn)
        for told, sentence in found:
            is_right = [told, sentence] in turn["labels"]
            for key in (*keys, told):
                (hits if is_right else wrong)[key] += 1
            if not is_right:
                print("wrong ", told, "|", sentence)
        for label, words in turn["labels"]:
            if (label, words) not in found:
                for key in (*keys, label):
                    missed[key] += 1
                print("missed", label, "|", words)
    for key in sorted({*hits, *wrong, *missed}):
        all_told, all_labelled = hits[key] + wrong[key], hits[key] + missed[key]
        precision = hits[key] / all_told if all_told else 0.0
        recall = hits[key] / all_labelled if all_labelled else 0.0
        print(f"{key:10} precision {precision:.3f} of {all_told} told, recall {recall:.3f} of {all_labelled} labelled")


def main() -> None:
    """Read a file of turns and print what is told of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="print so many told sentences, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    turns = read(chosen.file)
    if all("labels" in turn for turn in turns):
        measure(turns)
    began = time.process_time()
    found = [(told, text) for turn in turns for told, text in told_of(turn)]
    seconds = time.process_time() - began
    letters = sum(len(turn["text"]) for turn in turns)
    counts = Counter(told for told, _ in found)
    print(f"{len(turns)} turns, {letters / 1e6:.1f} million characters, {seconds:.2f} s of processor time")
    print(f"told: {len(found)}, {1000 * len(found) / max(1, len(turns)):.0f} of 1000 turns; {dict(counts)}")
    for told, text in random.Random(chosen.seed).sample(found, min(chosen.sample, len(found))):
        print(f"{told:9} | {text}")


if __name__ == "__main__":
    main()
