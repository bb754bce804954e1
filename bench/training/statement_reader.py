"""Learn to read what sentences say, and which later ones end a statement: ``memory_mcp/reading/statements.bin``.

``uv run --with torch python bench/training/statement_reader.py [--held-out NAME ...] [--planted FOLDER ...]
[--epochs 3] [--go-on] [--write]`` learns from the marked sentences and pairs that ``statement_data`` describes but
those of the histories held out (names of ``data/history_*.txt``), and from histories with planted facts. It begins
with what ``pairs.bin`` has learned. A history has hundreds of sentences beside each statement and hardly one that ends
it, so of those that end nothing the nearest in meaning are learned, and a few of the rest.

The package's are the mean of three (``mean_weights.py``). The first was learned without ``history_en24``, ``de7``,
``fr5`` and ``nl4`` in ten rounds as histories were written, the last two with ``--go-on --epochs 2 --rate 0.5`` and all
up to ``en47``, ``de13``, ``es9``, ``fr8``, ``it9``, ``nl7`` and ``pt8``, with ``--planted`` histories, later_histories
and fourth_histories to seventh_histories. The second, with twice as many of the written pairs, went on with it by
``--epochs 2 --rate 0.8``, without ``en62`` and ``it11`` and with ``--planted`` eighth_histories to tenth_histories too,
the third with that by ``--epochs 1 --rate 0.6`` and what was written meanwhile; ``de14`` to ``de17``, ``en63`` to
``en66``, ``fr10`` and ``nl8`` to ``nl10`` have taught nothing yet. It prints the average precision of telling what says
something from what does not among a person's sentences of the histories held out, and of telling what ends a statement
among its pairs with what is near, with how many it would end rightly and wrongly from a likelihood on.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from small_network import Learning, SmallNetwork
from statement_data import LabelledSentence, Pair, marked_histories, pairs_of, planted, single_sentences, written_pairs
from torch import Tensor, nn
from torch.nn import functional

from memory_mcp.embedding.choose import choose_embedder
from memory_mcp.embedding.e5_onnx import Tokens
from memory_mcp.embedding.e5_weights import WIDTH, Weights, bundled_weights
from memory_mcp.reading import pair_reader
from memory_mcp.reading.learned import Learned
from memory_mcp.reading.pair_reader import pair_ids
from memory_mcp.reading.statement_reader import LEARNED, MOST_TOKENS, PARTS, as_later, sentence_ids
from memory_mcp.statements.weighing import CLASSES

LENGTHS = (8, 12, 16, 20, 24, 28, 32, 40, 48, 64, 80, 2 * MOST_TOKENS)
BATCH_TOKENS = 1024
RATE, THIN_RATE, HEAD_TIMES, DROPPED_WORDS, SMOOTHED, SURE = 1e-3, 5e-4, 5, 0.05, 0.05, 0.98
NEAREST, NEAR_SHARE, ANY_SHARE, ENDS_TIMES = 12, 0.09, 0.01, 2
WRITTEN = 10_000
Rows = Callable[[random.Random], list[LabelledSentence | Pair]]
CUTS = (0.2, 0.3, 0.5, 0.7, 0.8, 0.9)


class Input(NamedTuple):
    """Sentences or pairs of about one length: vectors, mask, of pairs which token is of the later one, and labels."""

    places: list[int]
    x: Tensor
    mask: Tensor
    newer: Tensor | None
    labels: Tensor


class StatementNetwork(SmallNetwork):
    """The layers with a head for each question."""

    def __init__(self, *, goes_on: bool) -> None:
        super().__init__(2 * WIDTH)
        self.head = nn.Linear(2 * WIDTH, len(CLASSES))
        self.ends = nn.Linear(5 * WIDTH, 1)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)
        if goes_on:
            self.go_on(LEARNED, PARTS)
            return
        learned = Learned(pair_reader.LEARNED, pair_reader.PARTS)
        of_pairs = {"ends.w": "head.w", "ends.b": "head.b"}
        for name, value in self.named():
            if not name.startswith("head."):
                value.data = torch.tensor(learned.floats(of_pairs.get(name, name))).reshape(value.shape)

    def loss(self, given: Input) -> Tensor:
        """Return what is to be made small."""
        if given.newer is None:
            return functional.cross_entropy(self.said(given), given.labels.long(), label_smoothing=SMOOTHED)
        wanted = given.labels * SURE + (1 - SURE) / 2
        return functional.binary_cross_entropy_with_logits(self.ended(given), wanted)

    def said(self, given: Input) -> Tensor:
        """Return the sums of the classes, shape (sentences, 6)."""
        state = self.states(given.x, given.mask)
        mean = (state * given.mask[..., None]).sum(1) / given.mask.sum(1, keepdim=True)
        return self.head(torch.cat([state[:, 0], mean], -1))

    def ended(self, given: Input) -> Tensor:
        """Return the sum of each pair: the same as ``pair_reader.features`` weighed."""
        assert given.newer is not None
        state = self.states(given.x, given.mask)
        first, second = (
            (state * of[..., None]).sum(1) / of.sum(1, keepdim=True) for of in (given.mask & ~given.newer, given.newer)
        )
        return self.ends(torch.cat([state[:, 0], first, second, (first - second).abs(), first * second], -1))[:, 0]


class Inputs:
    """Makes sentences and pairs into inputs."""

    def __init__(self) -> None:
        self._weights = Weights(bundled_weights())
        self._tokens = Tokens(self._weights)

    def of(self, rows: Sequence[LabelledSentence | Pair], draw: random.Random | None = None) -> list[Input]:
        """Return inputs of about one length each; to learn, they are shuffled and some of their words are unknown."""
        cut = [(place, *self._cut(row)) for place, row in enumerate(rows)]
        if draw:
            draw.shuffle(cut)
        made = []
        for length, shorter in zip(LENGTHS, (0, *LENGTHS), strict=False):
            for is_pair in (False, True):
                alike = [one for one in cut if shorter < len(one[1]) <= length and bool(one[2]) == is_pair]
                size = BATCH_TOKENS // length
                made += [self._input(rows, alike[at : at + size], length, draw) for at in range(0, len(alike), size)]
        if draw:
            draw.shuffle(made)
        return made

    def _cut(self, row: LabelledSentence | Pair) -> tuple[list[int], int]:
        if isinstance(row, Pair):
            return pair_ids(self._tokens, row.statement, as_later(row.later))
        return sentence_ids(self._tokens, row.said), 0

    def _input(
        self, rows: Sequence[LabelledSentence | Pair], part: list[tuple[int, list[int], int]], length: int,
        draw: random.Random | None,
    ) -> Input:  # fmt: skip
        x, mask = torch.zeros(len(part), length, WIDTH), torch.zeros(len(part), length, dtype=torch.bool)
        newer, labels = torch.zeros(len(part), length, dtype=torch.bool), []
        unknown = self._weights.vocabulary.unknown
        for place, (row, ids, second) in enumerate(part):
            read = [unknown if draw and 0 < at < len(ids) - 1 and draw.random() < DROPPED_WORDS else one
                    for at, one in enumerate(ids)]  # fmt: skip
            x[place, : len(ids)], mask[place, : len(ids)] = torch.from_numpy(self._tokens.vectors(read)), True
            newer[place, second : len(ids)] = True
            labels.append(_label(rows[row]))
        are_pairs = bool(part[0][2])
        return Input([row for row, *_ in part], x, mask, newer if are_pairs else None, torch.tensor(labels))


def _label(row: LabelledSentence | Pair) -> float:
    return float(row.ends) if isinstance(row, Pair) else float(CLASSES.index(row.label))


class Near:
    """Tells which statements are near a sentence in meaning."""

    def __init__(self, texts: Sequence[str]) -> None:
        embedder = choose_embedder(None, None, disabled=False, cache=Path()).load()
        every = list(dict.fromkeys(texts))
        vectors = np.asarray(embedder.embed_symmetric(every))
        self.mean = vectors.mean(axis=0)
        vectors = vectors - self.mean
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        self._of = dict(zip(every, vectors, strict=True))

    def nearest(self, pairs: list[tuple[Pair, LabelledSentence]]) -> list[tuple[Pair, bool]]:
        """Return pairs with whether the statement is among the nearest of those that its sentence meets."""
        meets: dict[int, list[Pair]] = {}
        for pair, one in pairs:
            meets.setdefault(id(one), []).append(pair)
        found = []
        for of in meets.values():
            cosines = [float(self._of[pair.statement] @ self._of[pair.later.text]) for pair in of]
            order = np.argsort(-np.array(cosines), kind="stable")
            found += [(of[place], rank < NEAREST) for rank, place in enumerate(order)]
        return found


def learned_pairs(pairs: list[tuple[Pair, bool]], draw: random.Random) -> list[Pair]:
    """Return the pairs that are learned: all that end, and of the others the near ones oftener."""
    return [
        pair
        for pair, is_near in pairs
        for _ in range(ENDS_TIMES if pair.ends else 1)
        if pair.ends or draw.random() < (NEAR_SHARE if is_near else ANY_SHARE)
    ]


def learn(inputs: Inputs, network: StatementNetwork, rows_of: Rows, epochs: int, rate: float) -> None:
    """Learn in so many rounds, each of rows of its own."""
    draw = random.Random(epochs)
    steps = epochs * len(inputs.of(rows_of(draw)))
    learning = Learning(network, steps, rate=rate * RATE, thin_rate=rate * THIN_RATE, head_times=HEAD_TIMES)
    for epoch in range(epochs):
        network.train()
        lost = [learning.step(network.loss(given)) for given in inputs.of(rows_of(draw), draw)]
        print(f"round {epoch + 1}: {np.mean(lost):.4f}", flush=True)


def read(inputs: Inputs, network: StatementNetwork, rows: Sequence[LabelledSentence | Pair]) -> np.ndarray:
    """Return how likely each sentence says anything, each pair's later one ends the statement."""
    found = np.zeros(len(rows))
    network.eval()
    with torch.no_grad():
        for given in inputs.of(rows):
            if given.newer is None:
                found[given.places] = 1 - torch.softmax(network.said(given), -1)[:, 0].numpy()
            else:
                found[given.places] = torch.sigmoid(network.ended(given)).numpy()
    return found


def average_precision(found: np.ndarray, wanted: np.ndarray) -> float:
    """Return the mean precision at each of those that are wanted, the likeliest first."""
    is_wanted = wanted[np.argsort(-found, kind="stable")]
    return float((is_wanted.cumsum() / np.arange(1, len(is_wanted) + 1))[is_wanted].mean())


def main() -> None:
    """Learn, measure what is held out, and write where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--held-out", nargs="*", default=[])
    parser.add_argument("--planted", type=Path, nargs="*", default=[])
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1.0, help="times the rates of this file")
    parser.add_argument("--go-on", action="store_true", help=f"begin with what {LEARNED.name} holds")
    parser.add_argument("--write", action="store_true", help=f"write {LEARNED.name}")
    chosen = parser.parse_args()
    histories = marked_histories()
    held = {name: histories.pop(name) for name in chosen.held_out}
    of_facts = [planted(path) for folder in chosen.planted for path in sorted(folder.glob("*.txt"))]
    sentences = [one for history in histories.values() for one in history]
    sentences += single_sentences() + [one for told, _ in of_facts for one in told]
    met = [pair for history in histories.values() for pair in pairs_of(history)]
    met += [pair for _, pairs in of_facts for pair in pairs]
    met_out = [pair for history in held.values() for pair in pairs_of(history)]
    near = Near([text for pair, _ in met + met_out for text in (pair.statement, pair.later.text)])
    natural, written = near.nearest(met), list(written_pairs())

    def rows_of(draw: random.Random) -> list[LabelledSentence | Pair]:
        return [*sentences, *learned_pairs(natural, draw), *draw.sample(written, min(WRITTEN, len(written)))]

    pairs = [row for row in rows_of(random.Random(0)) if isinstance(row, Pair)]
    print(f"{len(sentences)} sentences, {len(pairs)} pairs, {sum(pair.ends for pair in pairs)} of them end", flush=True)
    torch.manual_seed(0)
    inputs, network = Inputs(), StatementNetwork(goes_on=chosen.go_on)
    said = [one for history in held.values() for one in history if not one.said.by_assistant]
    ended = [pair for pair, is_near in near.nearest(met_out) if is_near]

    learn(inputs, network, rows_of, chosen.epochs, chosen.rate)
    if chosen.write:
        network.write(LEARNED, PARTS, mean=near.mean)
    if said:
        says = np.array([one.label not in ("none", "withdrawn") for one in said])
        ends, likely = np.array([pair.ends for pair in ended]), read(inputs, network, ended)
        says_well, ends_well = average_precision(read(inputs, network, said), says), average_precision(likely, ends)
        print(f"says {says_well:.3f}, ends {ends_well:.3f} of {ends.sum()}", end="")
        for cut in CUTS:
            print(f"; from {cut}: {(likely[ends] >= cut).sum()} and {(likely[~ends] >= cut).sum()} wrongly", end="")
        print()


if __name__ == "__main__":
    main()
