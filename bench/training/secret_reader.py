"""Learn to read which words of a text are a secret: the numbers of ``memory_mcp/reading/secrets.bin``.

``uv run --with torch python bench/training/secret_reader.py [CORPUS.jsonl ...] --held-out CORPUS.jsonl
[--talk DIR ...] [--epochs 3] [--go-on] [--write]`` learns from texts of many writers with their secrets marked
(``text`` and ``secrets``; by default all of ``bench/training/data``), as they are and with what the rules leave of
them, and from the half of the texts of conversations (folders with ``corpus.jsonl``) that have none. In each round half
of the texts have other secrets of the same look and some pieces are unknown, so that neither is learned by heart.
Besides the network one weight for each of the 384 values of a token is learned. The package's were in five rounds
without ``secret_texts_lookalikes``, then ``--go-on --epochs 2 --rate 0.5`` and ``--go-on --epochs 1 --rate 0.35`` with
it; from the mean of the three (``mean_weights.py``) ``--go-on --epochs 2 --rate 0.5`` with ``secret_texts_developers``
as well is shipped.

A word is taken for a secret from a sum on. For some of these it prints the share of the held-out corpus's secrets that
are found by rules, by the reader, and by both; harmless texts of it that the reader touches and the rules do not; and
how many of 1,000 texts of the other half of the conversations it touches.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from pathlib import Path
from typing import Any, NamedTuple

import torch
from small_network import Learning, SmallNetwork
from torch import Tensor
from torch.nn import functional

from memory_mcp.embedding.e5_onnx import Tokens
from memory_mcp.embedding.e5_weights import WIDTH, Weights, bundled_weights
from memory_mcp.privacy.redaction import redact
from memory_mcp.reading.secret_reader import LEARNED, MOST_TOKENS, PARTS, parts_of, taken_of, weighed_words

HERE = Path(__file__).resolve().parent
LENGTHS = (12, 16, 20, 24, 28, 32, 40, 48, MOST_TOKENS)
BATCH_TOKENS = 1024
RATE, THIN_RATE, HEAD_TIMES, START = 1.5e-3, 7e-4, 5, -3.0
OF_TALK, LONGEST = 3_000, 800
OF_OTHERS, UNKNOWN_WORDS = 0.5, 0.04
CUTS = (-1.0, 0.0, 1.0, 2.0, 3.0, 4.0)

Row = dict[str, Any]
Stretch = tuple[int, int]


class Batch(NamedTuple):
    """Parts of texts of about one length: their rows and places, vectors, masks, and which tokens are of secrets."""

    rows: list[Row]
    places: list[list[Stretch]]
    x: Tensor
    mask: Tensor
    wanted: Tensor


def rows_in(path: Path) -> list[Row]:
    """Read a corpus."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def ruled(rows: list[Row]) -> list[Row]:
    """Return the rows that rules change, with what they leave."""
    left = [(row, redact(row["text"]).text) for row in rows]
    return [{"text": text, "secrets": [one for one in row["secrets"] if one in text]} for row, text in left
            if text != row["text"]]  # fmt: skip


def talked(folders: list[Path], draw: random.Random) -> tuple[list[Row], list[Row]]:
    """Return texts of conversations that the rules leave alone, in two halves by the conversation they are of."""
    halves: tuple[list[Row], list[Row]] = ([], [])
    for folder in folders:
        rows = rows_in(folder / "corpus.jsonl")
        groups = sorted({row["session"].rpartition("|")[0] or row["group"] for row in rows})
        for row in rows:
            place = groups.index(row["session"].rpartition("|")[0] or row["group"])
            text = row["text"][:LONGEST]
            half = place % 2 if len(groups) > 1 else len(row["session"]) % 2
            if redact(text).text == text:
                halves[half].append({"text": text, "secrets": []})
    return tuple(draw.sample(half, min(OF_TALK, len(half))) for half in halves)  # type: ignore[return-value]  # two


def look_of(secret: str) -> tuple[bool, bool, bool, bool, int]:
    """Return what a secret looks like, coarsely."""
    signs = (str.isdigit, str.isalpha, str.isupper, str.isspace)
    return (*(any(map(of, secret)) for of in signs), len(secret) // 4)  # type: ignore[return-value]  # as many


class Others:
    """Other secrets of the same look."""

    def __init__(self, rows: list[Row]) -> None:
        self._of: dict[tuple[bool, bool, bool, bool, int], list[str]] = {}
        for secret in (secret for row in rows for secret in row["secrets"]):
            self._of.setdefault(look_of(secret), []).append(secret)

    def instead(self, row: Row, draw: random.Random) -> Row:
        """Return a row with other secrets, by chance."""
        if not row["secrets"] or draw.random() >= OF_OTHERS:
            return row
        other = {secret: draw.choice(self._of[look_of(secret)]) for secret in row["secrets"]}
        known = "|".join(map(re.escape, sorted(other, key=len, reverse=True)))
        text = re.sub(known, lambda match: other[match[0]], row["text"])
        # A short one may stand elsewhere, where it is none.
        is_alone = all(text.count(one) == row["text"].count(secret) for secret, one in other.items())
        return {"text": text, "secrets": list(other.values())} if is_alone else row


def batches(tokens: Tokens, rows: list[Row], draw: random.Random | None, unknown: int = 0) -> list[Batch]:
    """Return the parts of texts, those of about one length together; to learn, some of their words are ``unknown``."""
    cut = [(row, ids, places) for row in rows for ids, places in parts_of(tokens, row["text"])]
    if draw:
        draw.shuffle(cut)
    made = []
    for length, shorter in zip(LENGTHS, (0, *LENGTHS), strict=False):
        alike = [one for one in cut if shorter < len(one[1]) <= length]
        size = BATCH_TOKENS // length
        for begin in range(0, len(alike), size):
            part = alike[begin : begin + size]
            x, wanted = torch.zeros(size, length, WIDTH), torch.zeros(size, length)
            mask = torch.zeros(size, length, dtype=torch.bool)
            mask[:, 0] = True
            for place, (row, ids, spans) in enumerate(part):
                read = [unknown if draw and 0 < at < len(ids) - 1 and draw.random() < UNKNOWN_WORDS else one
                        for at, one in enumerate(ids)]  # fmt: skip
                x[place, : len(ids)], mask[place, : len(ids)] = torch.from_numpy(tokens.vectors(read)), True
                told = [m.span() for secret in row["secrets"] for m in re.finditer(re.escape(secret), row["text"])]
                wanted[place, : len(ids)] = torch.tensor(
                    [float(any(a < e and s < b for a, b in told) and e > s) for s, e in spans]
                )
            made.append(Batch([one[0] for one in part], [one[2] for one in part], x, mask, wanted))
    if draw:
        draw.shuffle(made)
    return made


def learn(tokens: Tokens, network: SmallNetwork, rows: list[Row], epochs: int, rate: float, unknown: int) -> None:
    """Learn these rows in so many rounds."""
    steps = epochs * len(batches(tokens, rows, None))
    learning = Learning(network, steps, rate=rate * RATE, thin_rate=rate * THIN_RATE, head_times=HEAD_TIMES)
    draw, others = random.Random(0), Others(rows)
    network.train()
    for epoch in range(epochs):
        lost = 0.0
        made = batches(tokens, [others.instead(row, draw) for row in rows], draw, unknown)
        for one in made:
            sums = network.sums(network.states(one.x, one.mask))
            found = functional.binary_cross_entropy_with_logits(sums, one.wanted, reduction="none")
            lost += learning.step((found * one.mask).sum() / one.mask.sum())
        print(f"round {epoch + 1}: {lost / len(made):.4f}", flush=True)


def read(tokens: Tokens, network: SmallNetwork, rows: list[Row]) -> list[list[tuple[Stretch, float]]]:
    """Return of each row the words with their mean sums, as the product has them."""
    parts: dict[int, list[tuple[list[Stretch], list[float]]]] = {id(row): [] for row in rows}
    network.eval()
    with torch.no_grad():
        for one in batches(tokens, rows, None):
            sums = network.sums(network.states(one.x, one.mask)).tolist()
            for row, spans, of_tokens in zip(one.rows, one.places, sums, strict=False):
                parts[id(row)].append((spans, of_tokens[: len(spans)]))
    found = []
    for row in rows:
        whole = sorted(one for spans, sums in parts[id(row)] for one in zip(spans, sums, strict=True))
        found.append(weighed_words(row["text"], [stretch for stretch, _ in whole], [value for _, value in whole]))
    return found


def is_read(text: str, secret: str, taken: list[tuple[int, int]]) -> bool:
    """Say whether seven tenths of a secret's signs are in words that were taken."""
    start = text.find(secret)
    signs = [place for place in range(start, start + len(secret)) if not text[place].isspace()]
    return sum(any(s <= place < e for s, e in taken) for place in signs) >= 0.7 * len(signs)


def print_found(tokens: Tokens, network: SmallNetwork, rows: list[Row], others: list[Row]) -> None:
    """Print what is found of a corpus, and touched of other texts, from each sum on."""
    left = [{"text": redact(row["text"]).text} for row in rows]
    told = read(tokens, network, [one | {"secrets": []} for one in left])
    talk = read(tokens, network, others)
    secrets = [(row["text"], one["text"], words, secret)
               for row, one, words in zip(rows, left, told, strict=True) for secret in row["secrets"]]  # fmt: skip
    by_rules = sum(secret not in text for _, text, _, secret in secrets)
    harmless = [(row["text"] == one["text"], one["text"], words)
                for row, one, words in zip(rows, left, told, strict=True) if not row["secrets"]]  # fmt: skip
    touched = sum(not is_left for is_left, *_ in harmless)
    # A corpus may have harmless texts alone.
    planted = max(1, len(secrets))
    print(f"{len(secrets)} secrets, by rules {by_rules / planted:.3f}; {touched} of {len(harmless)} harmless texts")
    for cut in CUTS:
        both = sum(secret not in text or is_read(text, secret, taken_of(text, words, cut))
                   for _, text, words, secret in secrets)  # fmt: skip
        touched = sum(is_left and bool(taken_of(text, words, cut)) for is_left, text, words in harmless)
        of_talk = sum(bool(taken_of(row["text"], words, cut)) for row, words in zip(others, talk, strict=True))
        print(f"from {cut}: by both {both / planted:.3f}; {touched} harmless texts more; "
              f"{1000 * of_talk / max(len(others), 1):.1f} of 1,000 of conversations")  # fmt: skip


def main() -> None:
    """Learn, measure what is held out, and write where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path, nargs="*", default=sorted((HERE / "data").glob("secret_texts*.jsonl")))
    parser.add_argument("--held-out", type=Path, nargs="*", default=[])
    parser.add_argument("--talk", type=Path, nargs="*", default=[])
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1.0, help="times the rates of this file")
    parser.add_argument("--go-on", action="store_true", help=f"begin with what {LEARNED.name} holds")
    parser.add_argument("--write", action="store_true", help=f"write {LEARNED.name}")
    chosen = parser.parse_args()
    draw = random.Random(1)
    out = {path.resolve() for path in chosen.held_out}
    marked = [row for path in chosen.corpora if path.resolve() not in out for row in rows_in(path)]
    learned_from, others = talked(chosen.talk, draw)
    rows = marked + ruled(marked) + learned_from
    print(f"{len(rows)} texts, {sum(bool(row['secrets']) for row in rows)} with a secret")
    torch.manual_seed(0)
    weights = Weights(bundled_weights())
    tokens, network = Tokens(weights), SmallNetwork(PARTS["head.w"], start=START)
    if chosen.go_on:
        network.go_on(LEARNED, PARTS)
    learn(tokens, network, rows, chosen.epochs, chosen.rate, weights.vocabulary.unknown)
    if chosen.write:
        network.write(LEARNED, PARTS)
    for path in chosen.held_out:
        print(path.stem)
        print_found(tokens, network, rows_in(path), others)


if __name__ == "__main__":
    main()
