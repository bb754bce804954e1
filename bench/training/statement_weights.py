"""Learn what words weigh in telling what a sentence says about how to work, and write the weights into the package.

``python bench/training/statement_weights.py`` reads ``data/statements.jsonl`` beside it: a JSON object a line, with
``text``, ``label`` (standing, decision, change, open, withdrawn or none), ``language`` and perhaps ``role`` (assistant,
else a person). ``--check`` writes nothing, but leaves out one language after the other and prints how well the others
tell its sentences: average precision of telling something from nothing, the share of right classes among all, and
precision and recall of what is told with at least ``--least`` of the share.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from memory_mcp.statements.recognition import statements
from memory_mcp.statements.weighing import BUCKETS, CLASSES, HEAD, WEIGHTS, ZERO, signals

DATA: Final = Path(__file__).with_name("data") / "statements.jsonl"
L2: Final = 1.0
_STEPS: Final = 300
_LARGEST: Final = 127
_LEAST_SENTENCES: Final = 2
_BYTES_A_BUCKET: Final = 8

Floats = npt.NDArray[np.float32]


def read(path: Path = DATA) -> list[dict[str, Any]]:
    """Return the labelled sentences."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def matrix(rows: list[dict[str, Any]]) -> Floats:
    """Return the signals of sentences, shape ``(len(rows), BUCKETS)``."""
    found = np.zeros((len(rows), BUCKETS), np.float32)
    for place, row in enumerate(rows):
        by_assistant = row.get("role") == "assistant"
        cue = next((one.told for one in statements(row["text"], by_assistant=by_assistant)), "")
        buckets, value, flags = signals(row["text"], cue, by_assistant=by_assistant)
        for bucket, worth in [*((bucket, value) for bucket in buckets), *flags]:
            found[place, bucket] += worth
    return found


def learned(given: Floats, labels: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return weights ``(BUCKETS, classes)`` and first values ``(classes,)`` of a softmax regression with penalty L2.

    Nesterov's accelerated gradient, with a step from the largest singular value.
    """
    # What one sentence has alone says nothing of others.
    used = np.flatnonzero(np.count_nonzero(given, axis=0) >= _LEAST_SENTENCES)
    rows = np.hstack([given[:, used], np.ones((len(given), 1), np.float32)])
    wanted = np.eye(len(CLASSES), dtype=np.float32)[labels]
    penalty = np.full((rows.shape[1], 1), L2, np.float32)
    penalty[-1] = 0.0
    direction, largest = np.ones(rows.shape[1], np.float32), 1.0
    for _ in range(20):
        direction = rows.T @ (rows @ direction)
        largest = float(np.linalg.norm(direction))
        direction /= largest
    stride = 1.0 / (0.5 * largest + L2)
    here = ahead = np.zeros((rows.shape[1], len(CLASSES)), np.float32)
    pace = 1.0
    for _ in range(_STEPS):
        there = ahead - stride * (rows.T @ (shares(rows @ ahead) - wanted) + penalty * ahead)
        faster = (1 + (1 + 4 * pace * pace) ** 0.5) / 2
        ahead = there + (pace - 1) / faster * (there - here)
        here, pace = there, faster
    weights = np.zeros((BUCKETS, len(CLASSES)), np.float32)
    weights[used] = here[:-1]
    return weights, here[-1]


def shares(sums: Floats) -> Floats:
    """Return the softmax of each row."""
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def write(weights: Floats, first: Floats) -> None:
    """Write the weights in 127 steps to either side."""
    step = float(np.abs(weights).max()) / _LARGEST
    steps = np.full((BUCKETS, _BYTES_A_BUCKET), ZERO, np.uint8)
    steps[:, : len(CLASSES)] = np.rint(weights / step) + ZERO
    WEIGHTS.write_bytes(HEAD.pack(step, *map(float, first)) + steps.tobytes())


def check(rows: list[dict[str, Any]], given: Floats, labels: npt.NDArray[np.int64], least: float) -> None:
    """Print how well sentences of a language are told by what others teach."""
    languages = np.array([row["language"] for row in rows])
    told = right = said = 0
    for language in sorted(set(languages)):
        held = languages == language
        weights, first = learned(given[~held], labels[~held])
        found = shares(given[held] @ weights + first)
        wanted = labels[held]
        sure = (found[:, 1:].max(axis=1) >= least) & (found.argmax(axis=1) > 0)
        hits = sure & (found.argmax(axis=1) == wanted)
        told, right, said = told + int(sure.sum()), right + int(hits.sum()), said + int((wanted > 0).sum())
        order = np.argsort(found[:, 0], kind="stable")
        is_said = wanted[order] > 0
        precision = (np.cumsum(is_said) / np.arange(1, len(order) + 1))[is_said].mean()
        print(
            f"{language} average precision {precision:.3f}, right class {(found.argmax(axis=1) == wanted).mean():.3f}"
        )
    print(f"of at least {least}: precision {right / max(1, told):.3f}, recall {right / said:.3f} of {said}")


def main() -> None:
    """Learn the weights, or check how well they would be learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--least", type=float, default=0.8)
    chosen = parser.parse_args()
    rows = read()
    given = matrix(rows)
    labels = np.array([CLASSES.index(row["label"]) for row in rows])
    if chosen.check:
        check(rows, given, labels, chosen.least)
    else:
        write(*learned(given, labels))


if __name__ == "__main__":
    main()
