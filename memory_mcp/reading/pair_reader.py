"""How likely it is that a later note makes an earlier one untrue, as the bundled network reads the two side by side.

Both notes are one input, so each word of one sees those of the other. What the last layer says of them is one sum: of
the first mark, of the mean of either note, of how far the means are apart and how they agree. It was learned from
labelled pairs of notes (``bench/training/pair_reader.py``); a rule needs words in common, this does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from memory_mcp.contradiction.likelihood import NEAR_FROM
from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.e5_onnx import Network, Tokens
from memory_mcp.embedding.e5_weights import WIDTH
from memory_mcp.embedding.passages import normalised
from memory_mcp.log_odds import chance_of
from memory_mcp.reading.learned import Learned
from memory_mcp.reading.network import Reader

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Vectors

LEARNED: Final = Path(__file__).with_name("pairs.bin")
PARTS: Final = {"head.w": 5 * WIDTH, "head.b": 1, "mean": WIDTH}
"""What is learned besides the network: the head, and the mean of the vectors by which notes are compared."""
# What a note claims stands at its beginning; some 45 words.
MOST_TOKENS: Final = 64


class PairReader(Reader):
    """Reads pairs of notes. Any thread may call it."""

    def __init__(self, embedder: BundledEmbedder, tokens: Tokens, shared: Network) -> None:
        """Read on the threads of an embedder. Raises UnsupportedError where what was learned cannot be read."""
        learned = Learned(LEARNED, PARTS)
        super().__init__(embedder, tokens, shared, learned.given)
        self._head, self._bias = learned.floats("head.w"), float(learned.floats("head.b")[0])
        self._mean = learned.floats("mean")

    def are_near(self, a: bytes, b: bytes) -> bool:
        """Whether two notes speak of one thing, by the vectors that compare them (float32, 384 each).

        What all notes have in common is taken off, as it is learned: a small memory has no mean of its own.
        """
        one, other = (np.frombuffer(vector, "<f4") - self._mean for vector in (a, b))
        return float(one @ other) >= NEAR_FROM * float(np.linalg.norm(one) * np.linalg.norm(other))

    def likelihoods(self, pairs: Sequence[tuple[str, str]], *, is_awaited: bool = False) -> list[float]:
        """Return of each pair (older, newer) how likely both cannot hold, 0 to 1.

        ``is_awaited``: an answer waits for it, so it goes before what is embedded meanwhile.
        """
        found = [0.0] * len(pairs)

        def read(place: int) -> None:
            ids, second = pair_ids(self._tokens, *pairs[place])
            states = self._states(ids)
            found[place] = chance_of(float(features(states, second) @ self._head) + self._bias)

        self._embedder.run_all(range(len(pairs)), read, is_awaited=is_awaited)
        return found


def pair_ids(
    tokens: Tokens, older: str, newer: str, *, most_of_older: int = MOST_TOKENS, most_of_newer: int = MOST_TOKENS
) -> tuple[list[int], int]:
    """Return the numbers of the pieces of two notes in one input, and from which place on they are the newer one's."""
    first, second = (tokens.ids(normalised(text)) for text in (older, newer))
    # Mark, older, end, end, newer, end: as the network's own kind takes two texts (Conneau et al., XLM-R, 2020).
    end = first[-1]
    whole = [*first[: most_of_older - 1][: len(first) - 1], end, end]
    return [*whole, *second[1:-1][: most_of_newer - 2], end], len(whole)


def features(states: Vectors, second: int) -> Vectors:
    """Return what the head weighs, shape ``(1920,)``, of states ``(n, 384)`` of which the newer note's come last."""
    older, newer = states[:second].mean(axis=0), states[second:].mean(axis=0)
    return np.concatenate([states[0], older, newer, np.abs(older - newer), older * newer])
