"""Learn to read whether a later note makes an earlier one untrue: the numbers of ``memory_mcp/reading/pairs.bin``.

``uv run --with torch python bench/training/pair_reader.py [--held-out PAIRS.tsv ...] [--talk DIR ...] [--go-on]
[--write]`` learns from all labelled pairs of this repository but those held out: ``language, label, older, newer`` with
the label ``contradiction`` or ``compatible`` (``data/pairs_*.tsv``, written by people who had seen no rule;
``tests/data/contradictions`` and ``unseen_notes``). Most notes that are near each other in a real memory are
compatible, and no writer thinks of those: so near notes of different pairs that no rule calls contradictory are taken
for compatible, and so are any two notes, a note and its beginning, and near sentences of the conversations in
``--talk`` (folders with ``corpus.jsonl``).

The numbers in the package were learned without ``fifth.tsv`` and ``blind_notes``, with the conversations of LoCoMo's
development set, in two goes of 17 minutes on two cores: five rounds without ``pairs_notes28`` to ``32`` and
``pairs_scenes3``, with 5,000 near notes, as near as 0.72, and none restated; and ``--go-on --epochs 3 --rate
0.5`` as it stands here. Another machine learns others that are as good. For each set that is held out it prints the
average precision of each round, and with ``--write`` precision and recall at several cuts of what the package then
reads, alone and with the rules.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from small_network import Learning, SmallNetwork
from torch import Tensor
from torch.nn import functional

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "support"))

from labelled import labelled

from memory_mcp.contradiction.likelihood import RULED_FROM
from memory_mcp.contradiction.verdict import contradict
from memory_mcp.embedding.choose import choose_embedder
from memory_mcp.embedding.e5_onnx import Tokens
from memory_mcp.embedding.e5_weights import WIDTH, Weights, bundled_weights
from memory_mcp.reading.pair_reader import LEARNED, MOST_TOKENS, PARTS, pair_ids
from memory_mcp.reading.readers import readers_of

HERE = Path(__file__).resolve().parent
TESTS = HERE.parents[1] / "tests" / "data"
LENGTHS = (16, 20, 24, 28, 32, 40, 48, 64, 96, 2 * MOST_TOKENS)
BATCH_TOKENS = 1536
RATE, THIN_RATE, HEAD_TIMES, DROPPED_WORDS, CERTAINTY = 1.5e-3, 7e-4, 1.5, 0.06, 0.95
FAR, NEAR, TALK_NEAR, TALK_TOO_NEAR, NEIGHBOURS = 0.15, 0.42, 0.33, 0.72, 3
OF_NOTES, OF_ANY, OF_SAME, OF_TALK, OF_MEAN, MOST_SENTENCES = 12_000, 3_000, 2_500, 2_500, 3_000, 1_500
CUTS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9)
SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")

Embed = Callable[[list[str]], Any]


class Pair(NamedTuple):
    """Two notes; ``has_order`` where only the second may make the first untrue."""

    is_contradiction: bool
    older: str
    newer: str
    language: str
    has_order: bool = False


def pairs_in(path: Path) -> list[Pair]:
    """Read a file of pairs."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [Pair(label == "contradiction", a, b, language, "talk" in path.stem) for language, label, a, b, *_ in rows]


def known_pairs(held: Sequence[Path]) -> list[Pair]:
    """Return all labelled pairs of this repository but those held out."""
    marked = [Pair(one.is_contradiction, one.a, one.b, one.language) for one in labelled("development")
              if one.label != "confidence_drift"]  # fmt: skip
    paths = [*sorted((TESTS / "unseen_notes").glob("*.tsv")), *sorted((HERE / "data").glob("pairs_*.tsv"))]
    out = {path.resolve() for path in held}
    return marked + [pair for path in paths if path not in out for pair in pairs_in(path)]


def centred(texts: list[str], embed: Embed) -> np.ndarray:
    """Return vectors of length 1, less what all have in common."""
    vectors = embed(texts)
    vectors = vectors - vectors.mean(axis=0)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def unwritten(pairs: list[Pair], embed: Embed, draw: random.Random) -> list[Pair]:
    """Return later notes beside what a memory would have them meet, and notes that chance puts together.

    Those are the nearest earlier notes of other pairs, but for the very near: they may be of one thing.
    """
    partners: dict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        partners[pair.older].add(pair.newer)
        partners[pair.newer].add(pair.older)
    found = []
    for language in sorted({pair.language for pair in pairs}):
        own = [pair for pair in pairs if pair.language == language]
        older, newer = (list(dict.fromkeys(texts)) for texts in zip(*(pair[1:3] for pair in own), strict=True))
        vectors = centred(older + newer, embed)
        for b, cosines in zip(newer, vectors[len(older) :] @ vectors[: len(older)].T, strict=True):
            near = [older[place] for place in np.argsort(-cosines)[: 4 * NEIGHBOURS] if FAR <= cosines[place] <= NEAR]
            # Notes with a partner in common are of one situation.
            apart = [a for a in near if a != b and partners[a].isdisjoint(partners[b] | {b})]
            found += [Pair(False, a, b, language, True) for a in apart[:NEIGHBOURS] if contradict(a, b) is None]
    draw.shuffle(found)
    together = draw.sample(pairs, OF_ANY)
    others = {one: [pair.newer for pair in pairs if pair.language == one] for one in {pair.language for pair in pairs}}
    return found[:OF_NOTES] + [Pair(False, one.older, draw.choice(others[one.language]), "") for one in together]


def restated(pairs: list[Pair], draw: random.Random) -> list[Pair]:
    """Return notes beside themselves, whole or without what stands behind a comma, and written a little otherwise."""
    found = []
    for pair in draw.sample(pairs, OF_SAME):
        text = draw.choice(pair[1:3])
        begun, sign, _ = text.rpartition(", ")
        other = begun if sign and len(begun) > len(text) / 3 else text
        if draw.random() < 0.5:
            other = other.rstrip(".").lower() if draw.random() < 0.5 else other.rstrip(".")
        found.append(Pair(False, *((text, other) if draw.random() < 0.5 else (other, text)), pair.language, True))
    return found


def talked(folders: Sequence[Path], embed: Embed, draw: random.Random) -> list[Pair]:
    """Return near sentences of conversations."""
    found = []
    for folder in folders:
        groups: dict[str, dict[str, None]] = defaultdict(dict)
        for line in (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            prose = re.sub(r"```.*?```", "", row["text"], flags=re.DOTALL)
            for sentence in SENTENCE_END.split(prose):
                if 12 < len(sentence) < 400:
                    groups[row["group"]][sentence.strip()] = None
        for sentences in groups.values():
            chosen = draw.sample(list(sentences), min(MOST_SENTENCES, len(sentences)))
            vectors = centred(chosen, embed)
            for place, cosines in enumerate(vectors @ vectors.T):
                near = [other for other in np.argsort(-cosines[:place])[: 4 * NEIGHBOURS]
                        if TALK_NEAR <= cosines[other] <= TALK_TOO_NEAR]  # fmt: skip
                found += [Pair(False, chosen[other], chosen[place], "en", True) for other in near]
    draw.shuffle(found)
    return found[:OF_TALK]


class Batches:
    """Makes pairs of about one length into one input."""

    def __init__(self) -> None:
        self._weights = Weights(bundled_weights())
        self._tokens = Tokens(self._weights)

    def of(self, pairs: list[Pair], draw: random.Random | None = None) -> list[Batch]:
        """Return inputs of one shape for each length.

        To learn, notes without an order are turned around by chance, and some words are unknown.
        """
        cut = [(place, *self._cut(pair, draw)) for place, pair in enumerate(pairs)]
        if draw:
            draw.shuffle(cut)
        made = []
        for length, shorter in zip(LENGTHS, (0, *LENGTHS), strict=False):
            alike = [one for one in cut if shorter < len(one[1]) <= length]
            size = BATCH_TOKENS // length
            made += [self._batch(pairs, alike[at : at + size], size, length) for at in range(0, len(alike), size)]
        if draw:
            draw.shuffle(made)
        return made

    def _cut(self, pair: Pair, draw: random.Random | None) -> tuple[list[int], int]:
        is_turned = draw is not None and not pair.has_order and draw.random() < 0.5
        ids, second = pair_ids(self._tokens, *((pair.newer, pair.older) if is_turned else pair[1:3]))
        if draw:
            marks = {0, second - 2, second - 1, len(ids) - 1}
            unknown = self._weights.vocabulary.unknown
            ids = [one if at in marks or draw.random() > DROPPED_WORDS else unknown for at, one in enumerate(ids)]
        return ids, second

    def _batch(self, pairs: list[Pair], part: list[tuple[int, list[int], int]], size: int, length: int) -> Batch:
        x, mask, newer = torch.zeros(size, length, WIDTH), *torch.zeros(2, size, length, dtype=torch.bool)
        mask[:, 0] = True
        for row, (_, ids, second) in enumerate(part):
            x[row, : len(ids)], mask[row, : len(ids)] = torch.from_numpy(self._tokens.vectors(ids)), True
            newer[row, second : len(ids)] = True
        places = [place for place, *_ in part]
        return Batch(places, x, mask, newer, torch.tensor([float(pairs[place].is_contradiction) for place in places]))


class Batch(NamedTuple):
    """Vectors, masks, which token is of the newer note, and labels; rows behind the last label count for nothing."""

    places: list[int]
    x: Tensor
    mask: Tensor
    newer: Tensor
    labels: Tensor


def sums(network: SmallNetwork, batch: Batch) -> Tensor:
    """Return what the head says of each pair: the same as ``pair_reader.features`` weighed."""
    state = network.states(batch.x, batch.mask)
    first, second = (
        (state * of[..., None]).sum(1) / of.sum(1, keepdim=True).clamp(min=1)
        for of in (batch.mask & ~batch.newer, batch.newer)
    )
    given = torch.cat([state[:, 0], first, second, (first - second).abs(), first * second], -1)
    return network.sums(given)[: len(batch.places)]


def learn(batches: Batches, network: SmallNetwork, pairs: list[Pair], epochs: int, rate: float) -> Iterator[str]:
    """Learn these pairs in so many rounds, and tell of each how it went; labels are right for nearly all of them."""
    steps = epochs * len(batches.of(pairs))
    learning = Learning(network, steps, rate=rate * RATE, thin_rate=rate * THIN_RATE, head_times=HEAD_TIMES)
    draw = random.Random(0)
    for epoch in range(epochs):
        lost = []
        network.train()
        for batch in batches.of(pairs, draw):
            wanted = batch.labels * CERTAINTY + (1 - CERTAINTY) / 2
            lost.append(learning.step(functional.binary_cross_entropy_with_logits(sums(network, batch), wanted)))
        yield f"round {epoch + 1}: {np.mean(lost):.4f}"


def likelihoods(batches: Batches, network: SmallNetwork, pairs: list[Pair]) -> np.ndarray:
    """Return how likely each pair cannot hold."""
    found = np.zeros(len(pairs))
    network.eval()
    with torch.no_grad():
        for batch in batches.of(pairs):
            found[batch.places] = torch.sigmoid(sums(network, batch)).numpy()
    return found


def print_measured(name: str, pairs: list[Pair], found: np.ndarray) -> None:
    """Print precision and recall at each cut, of the reader alone and as the product tells what rules and it find."""
    labels = np.array([pair.is_contradiction for pair in pairs])
    ruled = np.array([contradict(pair.older, pair.newer) is not None for pair in pairs])
    print(f"{name}: rules alone {told(labels, ruled)}")
    for cut in CUTS:
        both = np.where(ruled, found >= RULED_FROM, found >= cut)
        print(f"  from {cut}: read {told(labels, found >= cut)}, both {told(labels, both)}")


def average_precision(pairs: list[Pair], found: np.ndarray) -> float:
    """Return the mean precision at each contradiction, the likeliest pair first."""
    labels = np.array([pair.is_contradiction for pair in pairs])[np.argsort(-found)]
    return float((labels.cumsum() / np.arange(1, len(labels) + 1))[labels].mean())


def told(labels: np.ndarray, are_told: np.ndarray) -> str:
    """Return precision and recall of what is told."""
    right = (labels & are_told).sum()
    return f"{right / max(are_told.sum(), 1):.3f} ({right} of {are_told.sum()}), recall {right / labels.sum():.3f}"


def main() -> None:
    """Learn, measure what is held out, and write where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--held-out", type=Path, nargs="*", default=[])
    parser.add_argument("--talk", type=Path, nargs="*", default=[])
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--rate", type=float, default=1.0, help="times the rates of this file")
    parser.add_argument("--go-on", action="store_true", help=f"begin with what {LEARNED.name} holds")
    parser.add_argument("--write", action="store_true", help=f"write {LEARNED.name}")
    chosen = parser.parse_args()
    embedder = choose_embedder(None, None, disabled=False, cache=Path()).load()
    embed = embedder.embed_symmetric
    torch.manual_seed(0)
    draw, pairs = random.Random(1), known_pairs(chosen.held_out)
    pairs += unwritten(pairs, embed, draw) + restated(pairs, random.Random(2)) + talked(chosen.talk, embed, draw)
    print(f"{len(pairs)} pairs, {sum(pair.is_contradiction for pair in pairs)} contradictory")
    batches, network = Batches(), SmallNetwork(PARTS["head.w"])
    if chosen.go_on:
        network.go_on(LEARNED, PARTS)
    texts = list(dict.fromkeys(text for pair in pairs if pair.language for text in pair[1:3]))
    mean = embed(draw.sample(texts, OF_MEAN)).mean(axis=0)
    held = {path.stem: pairs_in(path) for path in chosen.held_out}
    for told_of in learn(batches, network, pairs, chosen.epochs, chosen.rate):
        found = {name: likelihoods(batches, network, of) for name, of in held.items()}
        precise = {name: f"{average_precision(held[name], of):.3f}" for name, of in found.items()}
        print(told_of, precise, flush=True)
    if not chosen.write:
        return
    network.write(LEARNED, PARTS, mean=mean)
    readers = readers_of(embedder)
    assert readers is not None
    for name, of in held.items():
        print_measured(name, of, np.array(readers.pairs.likelihoods([pair[1:3] for pair in of])))


if __name__ == "__main__":
    main()
