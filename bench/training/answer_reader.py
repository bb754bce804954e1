"""Learn to read whether a note answers a question or bears on a task: ``memory_mcp/reading/answers.bin``.

``uv run --with torch python bench/training/answer_reader.py [FILE ...] [--held-out FILE ...] [--epochs 3] [--rate 1]
[--go-on FILE] [--write FILE]`` learns from small memories with queries (by default ``bench/small_memories/*.txt`` and
``data/memories_*.txt``; ``bench/precision_memories.py`` says how they are written) by writers who had seen nothing of
this program. Of each query learn the rows that answer it, and of the others of its memory some of those nearest in
meaning; a fifth to a half of each file's queries ask for what the memory comes near and does not hold, so that all of
its rows are wrong.

Learned is of each row whether it answers (cross entropy), and of the rows of a query, read in one batch, which of
them does (softmax). The layers begin as ``pairs.bin`` has them, and the first four stay so; what these say of a pair is
kept. Of the other five thin matrices of rank 54 are learned as the file has them, in four bits.

The package's began as thin matrices of rank 16 in every layer, learned in four rounds of the 1,950 queries of
``bench/small_memories``, three of 5,820, one of 11,644 and two of 12,257, of which the mean was taken. Of the last five
layers whole weights were learned from there, in two rounds of the 12,257 and two of 24,882; of a mean of theirs and
the thin ones (.7 and .3) matrices of rank 54 were kept. Going on with these, one round of the 24,882 (15 minutes on two
cores) and one of 31,707; shipped is the mean of both (``mean_weights.py``). Seven files have taught nothing
yet (``memories_agent_prompts``, ``by_other_names``, ``dev_tasks``, ``extracted``, ``life_tasks``, ``turns`` and
``values``, 6,689 queries): a round of them with 8,300 older ones left the matrices no better, nor the mean with it.

It prints of what is held out how often the nearest row by what is read is right, and the AUC of telling the queries
that have an answer from those that have none by the row that answers best.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from small_network import Learning, SmallNetwork
from torch import Tensor
from torch.nn import functional

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from precision_memories import read

from memory_mcp.embedding.choose import choose_embedder
from memory_mcp.embedding.e5_onnx import Tokens
from memory_mcp.embedding.e5_weights import WIDTH, Weights, bundled_weights
from memory_mcp.reading import pair_reader
from memory_mcp.reading.answer_reader import LEARNED, MOST_OF_QUESTION, MOST_TOKENS, PARTS, RANKS, learned_numbers
from memory_mcp.reading.pair_reader import pair_ids

HERE = Path(__file__).resolve().parent
OWN = (*sorted((HERE.parent / "small_memories").glob("*.txt")), *sorted((HERE / "data").glob("memories_*.txt")))
LENGTHS = (
    16,
    20,
    24,
    28,
    32,
    36,
    40,
    48,
    56,
    64,
    72,
    80,
    88,
    96,
    112,
    128,
    144,
    160,
    192,
    MOST_OF_QUESTION + MOST_TOKENS,
)
BATCH_TOKENS = 1280
BETWEEN_ROWS, TOLD_EACH = 0.5, 500
KEPT, RATE, THIN_RATE, HEAD_TIMES, DROPPED, CERTAINTY, SELDOM = 4, 3e-4, 3e-4, 2.0, 0.05, 0.95, -1.0
NEAR, OF_NEAR, FURTHER, OF_FURTHER, TRIED = 6, 3, 3, 1, 6


class Asked(NamedTuple):
    """A query, the rows of its memory, the nearest first, and which of them answer it or could be argued about."""

    text: str
    rows: list[str]
    gold: frozenset[int]
    arguable: frozenset[int]


class Pair(NamedTuple):
    """A query, a row, whether it answers, and the number of the query among all."""

    query: str
    row: str
    is_answer: bool
    of: int = 0


class Cut(NamedTuple):
    """A pair by its place among others: the numbers of its pieces, from which on they are the row's, and the pair."""

    place: int
    ids: list[int]
    second: int
    pair: Pair


def asked_in(paths: Sequence[Path], embed: Any) -> list[Asked]:
    """Read files of memories; rows are near by vectors less what those of all files have in common."""
    found: list[Asked] = []
    for path in paths:
        memory = read(path)
        rows, texts = ([one.text for one in part] for part in (memory.facts, memory.queries))
        row_vectors, text_vectors = centred(rows, embed), centred(texts, embed)
        of_project = defaultdict(list)
        for number, fact in enumerate(memory.facts):
            of_project[fact.project].append(number)
        for query, vector in zip(memory.queries, text_vectors, strict=True):
            own = np.array(of_project[query.project])
            own = own[np.argsort(-(row_vectors[own] @ vector), kind="stable")].tolist()
            names = [memory.facts[number].id for number in own]
            gold, arguable = (frozenset(map(names.index, some)) for some in (query.gold, query.arguable))
            found.append(Asked(query.text, [rows[number] for number in own], gold, arguable))
    return found


def centred(texts: list[str], embed: Any) -> np.ndarray:
    """Return vectors of length 1, less what all have in common."""
    vectors = embed(texts)
    vectors = vectors - vectors.mean(axis=0)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def drawn(asked: Sequence[Asked], draw: random.Random) -> list[Pair]:
    """Return of each query the rows that answer and some of the nearest that do not."""
    pairs: list[Pair] = []
    for number, one in enumerate(asked):
        wrong = [place for place in range(len(one.rows)) if place not in one.gold | one.arguable]
        near, further = (
            draw.sample(of, min(most, len(of)))
            for of, most in ((wrong[:NEAR], OF_NEAR), (wrong[NEAR : NEAR + FURTHER], OF_FURTHER))
        )
        pairs += [Pair(one.text, one.rows[place], is_answer=True, of=number) for place in sorted(one.gold)]
        pairs += [Pair(one.text, one.rows[place], is_answer=False, of=number) for place in (*near, *further)]
    return pairs


class Batches:
    """Makes pairs of about one length into one input; what the kept layers say of a pair is found once."""

    def __init__(self, network: SmallNetwork) -> None:
        self._network = network
        self._tokens = Tokens(Weights(bundled_weights()))
        self._kept: dict[tuple[str, str], Tensor] = {}

    def keep(self, pairs: Sequence[Pair]) -> None:
        """Find what the kept layers say of pairs."""
        self._network.eval()
        new = {(one.query, one.row): one for one in pairs if (one.query, one.row) not in self._kept}
        for cuts, length in self._of_a_length(list(new.values())):
            x, mask = torch.zeros(len(cuts), length, WIDTH), torch.zeros(len(cuts), length, dtype=torch.bool)
            for number, cut in enumerate(cuts):
                x[number, : len(cut.ids)], mask[number, : len(cut.ids)] = (
                    torch.from_numpy(self._tokens.vectors(cut.ids)),
                    True,
                )
            states = self._network.kept_states(x, mask).half()
            for state, cut in zip(states, cuts, strict=True):
                self._kept[cut.pair.query, cut.pair.row] = state[: len(cut.ids)].clone()

    def of(self, pairs: Sequence[Pair], draw: random.Random | None = None) -> Iterator[tuple[list[Cut], Tensor]]:
        """Yield pairs and what the network says of each, all of a query together; to learn, some pieces are unknown."""
        made = list(self._of_a_length(pairs))
        if draw:
            draw.shuffle(made)
        for cuts, length in made:
            x, mask, of_row = (
                torch.zeros(len(cuts), length, WIDTH),
                *torch.zeros(2, len(cuts), length, dtype=torch.bool),
            )
            for number, cut in enumerate(cuts):
                size = len(cut.ids)
                x[number, :size], mask[number, :size] = self._kept[cut.pair.query, cut.pair.row].float(), True
                of_row[number, cut.second : size] = True
                for place in range(1, size - 1) if draw else ():
                    if draw and draw.random() < DROPPED:
                        x[number, place] = 0
            yield cuts, self._sums(x, mask, of_row)

    def _sums(self, x: Tensor, mask: Tensor, of_row: Tensor) -> Tensor:
        """Return what the head says of each pair: the same as ``pair_reader.features`` weighed."""
        state = self._network.states(x, mask)
        query, row = ((state * of[..., None]).sum(1) / of.sum(1, keepdim=True) for of in (mask & ~of_row, of_row))
        return self._network.sums(torch.cat([state[:, 0], query, row, (query - row).abs(), query * row], -1))

    def _of_a_length(self, pairs: Sequence[Pair]) -> Iterator[tuple[list[Cut], int]]:
        of_query: dict[int, list[Cut]] = defaultdict(list)
        for place, pair in enumerate(pairs):
            ids, second = pair_ids(
                self._tokens, pair.query, pair.row, most_of_older=MOST_OF_QUESTION, most_of_newer=MOST_TOKENS
            )
            of_query[pair.of].append(Cut(place, ids, second, pair))
        longest = {number: max(len(cut.ids) for cut in cuts) for number, cuts in of_query.items()}
        for length, shorter in zip(LENGTHS, (0, *LENGTHS), strict=False):
            batch: list[Cut] = []
            for number in (number for number, most in longest.items() if shorter < most <= length):
                if batch and (len(batch) + len(of_query[number])) * length > BATCH_TOKENS:
                    yield batch, length
                    batch = []
                batch = batch + of_query[number]
            if batch:
                yield batch, length


def loss_of(cuts: Sequence[Cut], sums: Tensor) -> Tensor:
    """Return what is wrong with the sums: of each row whether it answers, and of the rows of a query which of them."""
    labels = torch.tensor([float(cut.pair.is_answer) for cut in cuts])
    # Labels are right for nearly all of them.
    alone = functional.binary_cross_entropy_with_logits(sums, labels * CERTAINTY + (1 - CERTAINTY) / 2)
    numbers = torch.tensor([cut.pair.of for cut in cuts])
    between = []
    for number in numbers.unique():
        of, is_answer = sums[numbers == number], labels[numbers == number]
        if 0 < is_answer.sum() < len(of):
            between.append(-(functional.log_softmax(of, 0) * is_answer).sum() / is_answer.sum())
    return alone + BETWEEN_ROWS * torch.stack(between).mean() if between else alone


def learn(batches: Batches, network: SmallNetwork, asked: Sequence[Asked], epochs: int, rate: float) -> Iterator[str]:
    """Learn in so many rounds, and tell of each how it went."""
    steps = epochs * sum(1 for _ in batches._of_a_length(drawn(asked, random.Random(1))))  # noqa: SLF001 - counted here alone
    learning = Learning(network, steps, rate=rate * RATE, thin_rate=rate * THIN_RATE, head_times=HEAD_TIMES)
    draw = random.Random(0)
    for epoch in range(epochs):
        lost, pairs = [], drawn(asked, draw)
        batches.keep(pairs)
        network.train()
        for cuts, sums in batches.of(pairs, draw):
            lost.append(learning.step(loss_of(cuts, sums)))
            if len(lost) % TOLD_EACH == 0:
                print(f"{len(lost)} of {steps // epochs}: {np.mean(lost[-TOLD_EACH:]):.4f}", flush=True)
        yield f"round {epoch + 1}: {np.mean(lost):.4f}"


def measured(batches: Batches, network: SmallNetwork, asked: Sequence[Asked]) -> str:
    """Return how the nearest rows of queries are read."""
    pairs = [Pair(one.text, row, is_answer=False, of=of) for of, one in enumerate(asked) for row in one.rows[:TRIED]]
    batches.keep(pairs)
    network.eval()
    odds = np.zeros(len(pairs))
    with torch.no_grad():
        for cuts, sums in batches.of(pairs):
            odds[[cut.place for cut in cuts]] = sums.numpy()
    best: dict[bool, list[float]] = {True: [], False: []}
    right, at = [], 0
    for one in asked:
        own = odds[at : (at := at + len(one.rows[:TRIED]))].copy()
        own[[place for place in one.arguable if place < len(own)]] = -np.inf
        best[bool(one.gold)].append(float(own.max()))
        if one.gold:
            right.append(int(own.argmax()) in one.gold)
    answered, others = np.array(best[True]), np.array(best[False])
    auc = (answered[:, None] > others[None]).mean() if len(others) else float("nan")
    return f"{len(answered)} and {len(others)}: first right {np.mean(right):.3f}, AUC {auc:.3f}"


def main() -> None:
    """Learn, measure what is held out, and write where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", default=OWN)
    parser.add_argument("--held-out", type=Path, nargs="*", default=[])
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1.0, help="times the rates of this file")
    parser.add_argument("--go-on", type=Path, help=f"begin with what this file holds, such as {LEARNED.name}")
    parser.add_argument("--write", type=Path, help="a file for what is learned, written after each round")
    chosen = parser.parse_args()
    torch.manual_seed(0)
    embed = choose_embedder(None, None, disabled=False, cache=Path()).load().embed_symmetric
    out = {path.resolve() for path in chosen.held_out}
    asked = asked_in([path for path in chosen.files if path.resolve() not in out], embed)
    held = {path.stem: asked_in([path], embed) for path in chosen.held_out}
    network = SmallNetwork(PARTS["head.w"], start=SELDOM, kept=KEPT, ranks=RANKS)
    if chosen.go_on:
        network.go_on(LEARNED, PARTS, learned_numbers(chosen.go_on))
    else:
        network.go_on(pair_reader.LEARNED, pair_reader.PARTS, with_head=False)
    batches = Batches(network)
    print(f"{len(asked)} queries, {sum(1 for one in asked if one.gold)} with an answer", flush=True)
    for told in learn(batches, network, asked, chosen.epochs, chosen.rate):
        print(told, {name: measured(batches, network, of) for name, of in held.items()}, flush=True)
        if chosen.write:
            network.write(chosen.write, PARTS, RANKS)


if __name__ == "__main__":
    main()
