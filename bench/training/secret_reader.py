"""Learn to read which words of a text are a secret: the numbers of ``memory_mcp/reading/secrets.bin``.

``uv run --with jax --with optax python bench/training/secret_reader.py [CORPUS.jsonl ...] --held-out CORPUS.jsonl
[--talk DIR ...] [--write]`` learns from texts of many writers with their secrets marked (``text`` and ``secrets``; by
default all of ``bench/training/data``), as they are and with what the rules leave of them, and from the half of the
texts of conversations (folders with ``corpus.jsonl``) that have none. What is learned are the biases and norms of the
first layers (Zaken et al., "BitFit", 2022) and one weight for each of the 384 values of a token.

A word is taken for a secret from a sum on. For some of these it prints the share of the held-out corpus's secrets that
are found by rules, by the reader, and by both; harmless texts of it that the reader touches and the rules do not; and
how many of 1,000 texts of the other half of the conversations it touches.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from functools import partial
from pathlib import Path
from typing import Any

import jax
import numpy as np
import optax
from small_network import Tree, layers, states, write

from memory_mcp.embedding.e5_onnx import Tokens
from memory_mcp.embedding.e5_weights import WIDTH, Weights, bundled_weights
from memory_mcp.privacy.redaction import redact
from memory_mcp.reading.network import LAYERS
from memory_mcp.reading.secret_reader import LEARNED, PARTS, parts_of, taken_of, weighed_words

HERE = Path(__file__).resolve().parent
LENGTHS = (24, 40, 64, 96, 144, 208, 256)
BATCH = 16
RATE, HEAD_RATE, DROPPED = 2e-3, 1e-2, 0.1
OF_TALK, LONGEST = 3_000, 800
CUTS = (-1.0, 0.0, 1.0, 2.0, 3.0, 4.0)

Row = dict[str, Any]


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


def loss(learned: Tree, fixed: Tree, x: jax.Array, mask: jax.Array, wanted: jax.Array, key: jax.Array) -> jax.Array:
    """Return the cross entropy of whether each token is of a secret."""
    state = states(fixed, learned, x, mask)
    state = state * jax.random.bernoulli(key, 1 - DROPPED, state.shape) / (1 - DROPPED)
    sums = state @ learned["head"]["w"] + learned["head"]["b"]
    return (optax.sigmoid_binary_cross_entropy(sums, wanted) * mask).sum() / mask.sum()


def batches(tokens: Tokens, rows: list[Row], draw: random.Random | None) -> list[tuple[Any, ...]]:
    """Return parts of texts of about one length together: their rows, places, vectors, masks, and tokens of secrets."""
    cut = [(row, ids, places) for row in rows for ids, places in parts_of(tokens, row["text"])]
    if draw:
        draw.shuffle(cut)
    made = []
    for length, shorter in zip(LENGTHS, (0, *LENGTHS), strict=False):
        alike = [one for one in cut if shorter < len(one[1]) <= length]
        for begin in range(0, len(alike), BATCH):
            part = alike[begin : begin + BATCH]
            x, mask = np.zeros((BATCH, length, WIDTH), np.float32), np.zeros((BATCH, length), bool)
            wanted = np.zeros((BATCH, length), np.float32)
            mask[:, 0] = True
            for place, (row, ids, spans) in enumerate(part):
                x[place, : len(ids)], mask[place, : len(ids)] = tokens.vectors(ids), True
                told = [m.span() for secret in row["secrets"] for m in re.finditer(re.escape(secret), row["text"])]
                wanted[place, : len(ids)] = [any(a < e and s < b for a, b in told) and e > s for s, e in spans]
            made.append(([one[0] for one in part], [one[2] for one in part], x, mask, wanted))
    if draw:
        draw.shuffle(made)
    return made


def learn(tokens: Tokens, fixed: Tree, learned: Tree, rows: list[Row], epochs: int) -> Tree:
    """Return what is learned of these rows in so many rounds."""
    steps = epochs * len(batches(tokens, rows, None))
    rates = {
        name: optax.adam(optax.warmup_cosine_decay_schedule(0, rate, steps // 20, steps, rate / 50))
        for name, rate in (("network", RATE), ("head", HEAD_RATE))
    }
    rule = optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.multi_transform(rates, {"layers": "network", "first": "network", "head": "head"}),
    )
    state = rule.init(learned)

    @jax.jit
    def step(learned: Tree, state: Tree, *given: jax.Array) -> tuple[Tree, Tree]:
        updates, state = rule.update(jax.grad(loss)(learned, fixed, *given), state, learned)
        return optax.apply_updates(learned, updates), state

    draw, key = random.Random(0), jax.random.PRNGKey(0)
    for epoch in range(epochs):
        print(f"round {epoch + 1}", flush=True)
        for _, _, x, mask, wanted in batches(tokens, rows, draw):
            key, used = jax.random.split(key)
            learned, state = step(learned, state, x, mask, wanted, used)
    return learned


def read(tokens: Tokens, fixed: Tree, learned: Tree, rows: list[Row]) -> list[list[tuple[tuple[int, int], float]]]:
    """Return of each row the words with their mean sums, as the product has them."""
    score = jax.jit(partial(states, fixed, learned))
    parts: dict[int, list[tuple[list[tuple[int, int]], list[float]]]] = {id(row): [] for row in rows}
    for part, places, x, mask, _ in batches(tokens, rows, None):
        sums = np.asarray(score(x, mask) @ learned["head"]["w"] + learned["head"]["b"])
        for row, spans, of_tokens in zip(part, places, sums, strict=False):
            parts[id(row)].append((spans, of_tokens[: len(spans)].tolist()))
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


def print_found(tokens: Tokens, fixed: Tree, learned: Tree, rows: list[Row], others: list[Row]) -> None:
    """Print what is found of a corpus, and touched of other texts, from each sum on."""
    left = [{"text": redact(row["text"]).text} for row in rows]
    told = read(tokens, fixed, learned, [one | {"secrets": []} for one in left])
    talk = read(tokens, fixed, learned, others)
    secrets = [(row["text"], one["text"], words, secret)
               for row, one, words in zip(rows, left, told, strict=True) for secret in row["secrets"]]  # fmt: skip
    by_rules = sum(secret not in text for _, text, _, secret in secrets)
    harmless = [(row["text"] == one["text"], one["text"], words)
                for row, one, words in zip(rows, left, told, strict=True) if not row["secrets"]]  # fmt: skip
    touched = sum(not is_left for is_left, *_ in harmless)
    print(
        f"{len(secrets)} secrets, by rules {by_rules / len(secrets):.3f}; {touched} of {len(harmless)} harmless texts"
    )
    for cut in CUTS:
        both = sum(secret not in text or is_read(text, secret, taken_of(text, words, cut))
                   for _, text, words, secret in secrets)  # fmt: skip
        touched = sum(is_left and bool(taken_of(text, words, cut)) for is_left, text, words in harmless)
        of_talk = sum(bool(taken_of(row["text"], words, cut)) for row, words in zip(others, talk, strict=True))
        print(f"from {cut}: by both {both / len(secrets):.3f}; {touched} harmless texts more; "
              f"{1000 * of_talk / max(len(others), 1):.1f} of 1,000 of conversations")  # fmt: skip


def main() -> None:
    """Learn, measure what is held out, and write where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path, nargs="*", default=sorted((HERE / "data").glob("secret_texts*.jsonl")))
    parser.add_argument("--held-out", type=Path, nargs="*", default=[])
    parser.add_argument("--talk", type=Path, nargs="*", default=[])
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--write", action="store_true", help=f"write {LEARNED.name}")
    chosen = parser.parse_args()
    draw = random.Random(1)
    out = {path.resolve() for path in chosen.held_out}
    marked = [row for path in chosen.corpora if path.resolve() not in out for row in rows_in(path)]
    learned_from, others = talked(chosen.talk, draw)
    rows = marked + ruled(marked) + learned_from
    print(f"{len(rows)} texts, {sum(bool(row['secrets']) for row in rows)} with a secret")
    weights = Weights(bundled_weights())
    tokens = Tokens(weights)
    fixed, learned = layers(weights, LAYERS, head=PARTS["head.w"])
    learned = learn(tokens, fixed, learned, rows, chosen.epochs)
    if chosen.write:
        write(learned, LEARNED, PARTS)
    for path in chosen.held_out:
        print(path.stem)
        print_found(tokens, fixed, learned, rows_in(path), others)


if __name__ == "__main__":
    main()
