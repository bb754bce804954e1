"""How well the first layers of the bundled network would read which words of a sentence are a secret; a study.

``uv run --with jax --with optax python bench/training/secret_reader.py --held-out CORPUS.jsonl CORPUS.jsonl ...``
learns from all corpora but the one held out: the biases and norms of the first layers (Zaken et al., "BitFit", 2022)
and one weight for each of the 384 values of a token, which is about 30,000 numbers. A word is taken for a secret from a
threshold on that a given share of the harmless texts of the held-out corpus reach which the rules leave alone. It
prints the share of that corpus's secrets that the reader finds, and that the reader and the rules find together. The
product does not use it: what it learns is in no file of the package.
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
import jax.numpy as jnp
import numpy as np
import optax

from memory_mcp.embedding.e5_tokens import Tokenizer
from memory_mcp.embedding.e5_weights import INNER, WIDTH, Weights, bundled_weights, dequantised
from memory_mcp.privacy.redaction import redact

HEADS = 12
LENGTHS = (24, 40, 64, 96, 144, 208, 256)
BATCH = 16
SHARES = (0.005, 0.01, 0.02)
RATE, HEAD_RATE, DROPPED = 2e-3, 1e-2, 0.1
SCRIPTS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
WORD = re.compile(rf"[^\s{SCRIPTS}\u3001\u3002\uff0c\uff1a\u300c\u300d\uff08\uff09\uff1f\uff01]+|[{SCRIPTS}]+")
AROUND = "\"'`«»“”„()*[]{}<>:;,.!?-—="

Tree = Any


class Pieces:
    """Cuts a text into the model's pieces and says where each stands."""

    def __init__(self, weights: Weights) -> None:
        self._weights, self._vocabulary = weights, weights.vocabulary
        self._cut = Tokenizer(weights.vocabulary)._cut  # noqa: SLF001 - with places, which the product has no use for
        self._lengths = np.diff(weights.vocabulary.starts)
        self._positions = weights.floats("emb.pos").reshape(-1, WIDTH) + weights.floats("emb.type")[:WIDTH]

    def of(self, text: str) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the numbers of the pieces between two marks, and from where to where each one stands."""
        ids, places = [self._vocabulary.first], [(0, 0)]
        for word in re.finditer(r"\S+", text):
            at = word.start() - 1
            for piece in self._cut("\u2581" + word[0].translate(self._vocabulary.replacements).replace(" ", "\u2581")):
                size = 1 if piece == self._vocabulary.unknown else int(self._lengths[piece])
                ids.append(piece)
                places.append((max(at, word.start()), at + size))
                at += size
        longest = LENGTHS[-1] - 1
        return [*ids[:longest], self._vocabulary.last], [*places[:longest], (0, 0)]

    def vectors(self, ids: list[int]) -> np.ndarray:
        """Return the sums of word and position vectors, shape (n, 384)."""
        return self._weights.words.vectors(ids) + self._positions[: len(ids)]


def layers(weights: Weights, count: int) -> tuple[Tree, Tree]:
    """Return the products of the first layers, which stay as they are, and what is learned."""
    fixed: list[dict[str, np.ndarray]] = []
    learned: list[dict[str, np.ndarray]] = []
    for number in range(count):
        names = {name: f"l{number}.{name}" for name in ("q", "k", "v", "ao", "fi", "fo")}
        fixed.append(
            {n: dequantised(weights.blocks(f"{at}.w", INNER if n == "fo" else WIDTH)).T for n, at in names.items()}
        )
        own = {n: np.array(weights.floats(f"{at}.b")) for n, at in names.items()}
        norms = {f"{n}.{p}": np.array(weights.floats(f"l{number}.{n}.{p}")) for n in ("aln", "oln") for p in "wb"}
        learned.append(own | norms)
    first = {part: np.array(weights.floats(f"emb.ln.{part}")) for part in "wb"}
    return fixed, {"layers": learned, "first": first, "head": {"w": np.zeros(WIDTH, np.float32), "b": np.float32(-3)}}


def normal(x: jax.Array, weight: jax.Array, bias: jax.Array) -> jax.Array:
    """Return a layer normalisation."""
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-12) * weight + bias


def states(fixed: Tree, learned: Tree, x: jax.Array, mask: jax.Array) -> jax.Array:
    """Return what the last of the layers says of each token, shape (texts, tokens, 384)."""
    x = normal(x, learned["first"]["w"], learned["first"]["b"])
    count, length, _ = x.shape
    hidden = jnp.where(mask, 0.0, -1e9)[:, None, None, :]
    for products, own in zip(fixed, learned["layers"], strict=True):

        def product(name: str, given: jax.Array, at: Tree = (products, own)) -> jax.Array:
            return given @ at[0][name] + at[1][name]

        query, key, value = (
            product(name, x).reshape(count, length, HEADS, -1).transpose(0, 2, 1, 3) for name in ("q", "k", "v")
        )
        heard = jax.nn.softmax(query @ key.transpose(0, 1, 3, 2) / (WIDTH // HEADS) ** 0.5 + hidden, -1) @ value
        heard = heard.transpose(0, 2, 1, 3).reshape(count, length, WIDTH)
        x = normal(x + product("ao", heard), own["aln.w"], own["aln.b"])
        inner = jax.nn.gelu(product("fi", x), approximate=False)
        x = normal(x + product("fo", inner), own["oln.w"], own["oln.b"])
    return x


def loss(learned: Tree, fixed: Tree, x: jax.Array, mask: jax.Array, wanted: jax.Array, key: jax.Array) -> jax.Array:
    """Return the cross entropy of whether each token is of a secret."""
    state = states(fixed, learned, x, mask)
    state = state * jax.random.bernoulli(key, 1 - DROPPED, state.shape) / (1 - DROPPED)
    sums = state @ learned["head"]["w"] + learned["head"]["b"]
    return (optax.sigmoid_binary_cross_entropy(sums, wanted) * mask).sum() / mask.sum()


def batches(pieces: Pieces, rows: list[dict[str, Any]], draw: random.Random | None) -> list[tuple[Any, ...]]:
    """Return texts of about one length together: their rows, places, vectors, masks, and tokens of secrets."""
    cut = [(row, *pieces.of(row["text"])) for row in rows]
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
                x[place, : len(ids)], mask[place, : len(ids)] = pieces.vectors(ids), True
                told = [m.span() for secret in row["secrets"] for m in re.finditer(re.escape(secret), row["text"])]
                wanted[place, : len(ids)] = [any(a < e and s < b for a, b in told) and e > s for s, e in spans]
            made.append(([one[0] for one in part], [one[2] for one in part], x, mask, wanted))
    if draw:
        draw.shuffle(made)
    return made


def learn(pieces: Pieces, fixed: Tree, learned: Tree, rows: list[dict[str, Any]], epochs: int) -> Tree:
    """Return what is learned of these rows in so many rounds."""
    steps = epochs * (len(rows) // BATCH + len(LENGTHS))
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
    for _ in range(epochs):
        for _, _, x, mask, wanted in batches(pieces, rows, draw):
            key, used = jax.random.split(key)
            learned, state = step(learned, state, x, mask, wanted, used)
    return learned


def words(text: str) -> list[tuple[int, int]]:
    """Return where the words of a text stand, without the signs around them."""
    bare = [(m.end() - len(m[0].lstrip(AROUND)), m.start() + len(m[0].rstrip(AROUND))) for m in WORD.finditer(text)]
    return [(start, end) for start, end in bare if start < end]


def read(pieces: Pieces, fixed: Tree, learned: Tree, rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Return each row, what the rules leave of its text, and its words with their mean sums."""
    score = jax.jit(partial(states, fixed, learned))
    found = []
    for part, places, x, mask, _ in batches(pieces, rows, None):
        sums = np.asarray(score(x, mask) @ learned["head"]["w"] + learned["head"]["b"])
        for row, spans, of_tokens in zip(part, places, sums, strict=False):
            told = []
            for start, end in words(row["text"]):
                mine = [
                    value for (s, e), value in zip(spans, of_tokens, strict=False) if s < end and start < e and s < e
                ]
                told += [(start, end, float(np.mean(mine)))] * bool(mine)
            found.append((row, redact(row["text"]).text, told))
    return found


def is_read(text: str, secret: str, taken: list[tuple[int, int]]) -> bool:
    """Say whether seven tenths of a secret's signs are in words that were taken."""
    start = text.find(secret)
    signs = [place for place in range(start, start + len(secret)) if not text[place].isspace()]
    return sum(any(s <= place < e for s, e in taken) for place in signs) >= 0.7 * len(signs)


def main() -> None:
    """Learn from all corpora but one, and print what of that one is found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path, nargs="+")
    parser.add_argument("--held-out", type=Path, required=True)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--epochs", type=int, default=3)
    chosen = parser.parse_args()
    rows = [json.loads(line) for path in chosen.corpora for line in path.read_text(encoding="utf-8").splitlines()]
    held = [json.loads(line) for line in chosen.held_out.read_text(encoding="utf-8").splitlines()]
    weights = Weights(bundled_weights())
    pieces = Pieces(weights)
    fixed, learned = layers(weights, chosen.layers)
    found = read(pieces, fixed, learn(pieces, fixed, learned, rows, chosen.epochs), held)
    kept = [told for row, left, told in found if not row["secrets"] and left == row["text"]]
    highest = sorted((max((value for *_, value in told), default=-99.0) for told in kept), reverse=True)
    secrets = [(row["text"], left, told, secret) for row, left, told in found for secret in row["secrets"]]
    by_rules = sum(secret not in left for _, left, _, secret in secrets)
    touched = sum(not row["secrets"] and left != row["text"] for row, left, _ in found)
    print(f"{len(secrets)} secrets, by rules {by_rules / len(secrets):.3f}, {touched} harmless texts touched")
    for share in SHARES:
        least = highest[int(share * len(highest))]
        by_reader = by_both = 0
        for text, left, told, secret in secrets:
            is_found = is_read(text, secret, [(s, e) for s, e, value in told if value > least])
            by_reader += is_found
            by_both += is_found or secret not in left
        print(f"at {share} of harmless texts: {by_reader / len(secrets):.3f}, both {by_both / len(secrets):.3f}")


if __name__ == "__main__":
    main()
