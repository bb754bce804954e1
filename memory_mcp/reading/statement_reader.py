"""What a sentence says about how to work, and whether a later one ends an earlier statement, as the network reads them.

Rules and weights of words know how wishes, decisions, values and open ends are put; most are said in passing ("make it
20, she scrolls anyway"), and end as they began ("retry is in, saw it go through twice"). A sentence is read alone and
said to be of one of six classes; a later sentence is read beside a statement, with the end of what was said before it,
and said to end it or not. Both were learned from histories whose writers marked every sentence
(``bench/training/statement_reader.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.e5_onnx import Network, Tokens
from memory_mcp.embedding.e5_weights import WIDTH
from memory_mcp.embedding.passages import normalised
from memory_mcp.reading.learned import Learned
from memory_mcp.reading.network import Reader
from memory_mcp.reading.pair_reader import features, pair_ids
from memory_mcp.statements.weighing import CLASSES

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Vectors
    from memory_mcp.statements.sentences import SaidSentence

LEARNED: Final = Path(__file__).with_name("statements.bin")
PARTS: Final = {
    "head.w": len(CLASSES) * 2 * WIDTH, "head.b": len(CLASSES), "ends.w": 5 * WIDTH, "ends.b": 1, "mean": WIDTH,
}  # fmt: skip
"""What is learned besides the network: the heads of both questions, and the mean of vectors that compare sentences."""
MOST_TOKENS: Final = 64
MOST_BEFORE: Final = 90
"""Characters of what was said before a sentence that are read with it."""
_BY_ASSISTANT: Final = "assistant: "
_NOTHING: Final = 1e-6


class StatementReader(Reader):
    """Reads sentences. Any thread may call it."""

    def __init__(self, embedder: BundledEmbedder, tokens: Tokens, shared: Network) -> None:
        """Read on the threads of an embedder. Raises UnsupportedError where what was learned cannot be read."""
        learned = Learned(LEARNED, PARTS)
        super().__init__(embedder, tokens, shared, learned.given)
        self._head = learned.floats("head.w").reshape(len(CLASSES), 2 * WIDTH)
        self._bias, self._mean = learned.floats("head.b"), learned.floats("mean")
        self._ends, self._ends_bias = learned.floats("ends.w"), float(learned.floats("ends.b")[0])

    def shares(self, said: Sequence[SaidSentence]) -> list[dict[str, float]]:
        """Return of each sentence the share of each class of ``CLASSES``; they sum up to 1."""
        sums: list[Vectors] = [self._bias] * len(said)

        def read(place: int) -> None:
            states = self._states(sentence_ids(self._tokens, said[place]))
            sums[place] = self._head @ np.concatenate([states[0], states.mean(axis=0)]) + self._bias

        self._embedder.run_all(range(len(said)), read, is_awaited=False)
        return [dict(zip(CLASSES, _softmax(one), strict=True)) for one in sums]

    def endings(self, pairs: Sequence[tuple[str, SaidSentence]]) -> list[float]:
        """Return of each pair (statement, later sentence) the logarithm of the odds that the later one ends it."""
        found = [0.0] * len(pairs)

        def read(place: int) -> None:
            statement, later = pairs[place]
            ids, second = pair_ids(self._tokens, statement, as_later(later))
            states = self._states(ids)
            found[place] = float(features(states, second) @ self._ends) + self._ends_bias

        self._embedder.run_all(range(len(pairs)), read, is_awaited=False)
        return found

    def vectors(self, texts: Sequence[str]) -> list[bytes]:
        """Return the vectors by which sentences are compared, less what all have in common: float32 of length 1."""
        if not texts:
            return []
        vectors = self._embedder.embed_symmetric(texts) - self._mean
        lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), _NOTHING)
        return [row.astype("<f4").tobytes() for row in vectors / lengths]


def sentence_ids(tokens: Tokens, said: SaidSentence) -> list[int]:
    """Return the numbers of a sentence's pieces, marked where an assistant said it; of a long one the first."""
    ids = tokens.ids(normalised(_marked(said)))
    return ids if len(ids) <= MOST_TOKENS else [*ids[: MOST_TOKENS - 1], ids[-1]]


def as_later(said: SaidSentence) -> str:
    """Return a later sentence as the network takes it in beside a statement."""
    return f"{said.before[-MOST_BEFORE:]} | {_marked(said)}" if said.before else _marked(said)


def _marked(said: SaidSentence) -> str:
    return f"{_BY_ASSISTANT}{said.text}" if said.by_assistant else said.text


def _softmax(sums: Vectors) -> list[float]:
    powers = np.exp(sums - sums.max())
    return [float(power) for power in powers / powers.sum()]
