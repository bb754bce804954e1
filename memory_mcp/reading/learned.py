"""What was learned for one question beside the bundled network's weights, and the file it lies in.

The weights stay those of the wheel. Learned are biases, norms, and what is added to each weight: the product of two
thin matrices (Hu et al., "LoRA: Low-Rank Adaptation of Large Language Models", 2021). In the file matrices of rank 16
have 8 bits a number and a scale for each row or column, less thin ones 4 bits as the wheel's weights have them, and all
else has 16 bits. A file may leave out first layers that are those of another. ``bench/training`` learns them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from memory_mcp.embedding.e5_weights import BLOCK, BLOCK_WEIGHTS, INNER, WIDTH, dequantised, in_blocks
from memory_mcp.errors import UnsupportedError

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Vectors

LAYERS: Final = 9
RANK: Final = 16
LEFT_OUT: Final = 0
"""Stands for the rank of a layer that a file leaves out: it is that of another."""
SHARED_RANKS: Final = (RANK,) * LAYERS
"""The ranks of the thin matrices of each layer, of the readers that share one network."""
PRODUCTS: Final = {
    "qkv": (WIDTH, 3 * WIDTH), "ao": (WIDTH, WIDTH), "fi": (WIDTH, INNER), "fo": (INNER, WIDTH),
}  # fmt: skip
"""The rows and columns of each weight of a layer."""
THIN: Final = ("down", "up")
_NUMBER: Final = np.dtype("<f2")
_SCALE: Final = np.dtype("<f4")
_REINSTALL: Final = "install this package again"


def sizes(parts: Mapping[str, int], ranks: Sequence[int] = SHARED_RANKS) -> Iterator[tuple[str, int]]:
    """Yield name and size of everything that is learned, in the order of the file; ``parts`` are those of a reader."""
    if ranks[0] != LEFT_OUT:
        yield from ((f"emb.ln.{part}", WIDTH) for part in "wb")
    for layer, rank in enumerate(ranks):
        if rank == LEFT_OUT:
            continue
        yield from ((f"l{layer}.{norm}.{part}", WIDTH) for norm in ("aln", "oln") for part in "wb")
        for product, (rows, columns) in PRODUCTS.items():
            yield from ((f"l{layer}.{product}.b", columns), (f"l{layer}.{product}.down", rows * rank))
            yield f"l{layer}.{product}.up", rank * columns
    yield from parts.items()


def shape_of(name: str, size: int) -> tuple[int, int] | None:
    """Return the rows and columns of a thin matrix of so many numbers; None of what is no matrix."""
    _, _, part = name.rpartition(".")
    if part not in THIN:
        return None
    rows, columns = PRODUCTS[name.split(".")[1]]
    return (rows, size // rows) if part == "down" else (size // columns, columns)


def packed(name: str, values: Vectors, size: int) -> bytes:
    """Return what was learned under a name as a file has it."""
    shape = shape_of(name, size)
    if shape is None:
        return np.asarray(values, _NUMBER).tobytes()
    thin = np.asarray(values, np.float32).reshape(shape)
    if _is_in_blocks(shape):
        return in_blocks((thin.T if name.endswith("down") else thin).ravel()).tobytes()
    largest = np.abs(thin).max(axis=0 if name.endswith("down") else 1, keepdims=True)
    scales = np.maximum(largest, np.finfo(np.float32).tiny) / np.iinfo(np.int8).max
    levels = np.rint(thin / scales).astype(np.int8)
    return bytes(scales.astype(_SCALE).tobytes() + levels.tobytes())


class Learned:
    """The numbers of a file."""

    def __init__(
        self, path: Path, parts: Mapping[str, int], ranks: Sequence[int] = SHARED_RANKS, other: Learned | None = None
    ) -> None:
        """Read them, with the parts of a reader; layers that the file leaves out are those of ``other``.

        Raises UnsupportedError for a missing file or another size.
        """
        try:
            data = path.read_bytes()
        except OSError as error:
            raise UnsupportedError(f"cannot read {path}: {error}", hint=_REINSTALL) from error
        self._parts: dict[str, Vectors] = other.given if other else {}
        self._own = list(parts)
        start, wanted = 0, sum(_bytes(name, size) for name, size in sizes(parts, ranks))
        if len(data) != wanted:
            raise UnsupportedError(f"{path} has {len(data)} bytes and not {wanted}", hint=_REINSTALL)
        for name, size in sizes(parts, ranks):
            self._parts[name] = _unpacked(name, data, start, size)
            start += _bytes(name, size)

    def floats(self, name: str) -> Vectors:
        """Return what was learned under a name: a row or a thin matrix. Raises KeyError for one that is not learned."""
        return self._parts[name]

    @property
    def given(self) -> dict[str, Vectors]:
        """What a shared network is given with each text, where all matrices have the rank of its graph."""
        return {name: values for name, values in self._parts.items() if name not in self._own}

    @property
    def rows(self) -> dict[str, Vectors]:
        """The biases and norms of the network."""
        return {name: values for name, values in self.given.items() if not name.endswith(THIN)}

    def added(self, product: str) -> Vectors:
        """Return what is added to the weight of a product such as ``l0.qkv``, shape (outputs, inputs)."""
        return np.asarray((self._parts[f"{product}.down"] @ self._parts[f"{product}.up"]).T)


def _scales(name: str, shape: tuple[int, int]) -> tuple[int, int]:
    """Return the shape of a thin matrix's scales: one for each column of ``down``, for each row of ``up``."""
    return (1, shape[1]) if name.endswith("down") else (shape[0], 1)


def _is_in_blocks(shape: tuple[int, int]) -> bool:
    return min(shape) > RANK


def _bytes(name: str, size: int) -> int:
    shape = shape_of(name, size)
    if shape and _is_in_blocks(shape):
        return size // BLOCK_WEIGHTS * BLOCK.itemsize
    return size * _NUMBER.itemsize if shape is None else size + max(_scales(name, shape)) * _SCALE.itemsize


def _unpacked(name: str, data: bytes, start: int, size: int) -> Vectors:
    shape = shape_of(name, size)
    if shape is None:
        return np.frombuffer(data, _NUMBER, size, start).astype(np.float32)
    if _is_in_blocks(shape):
        numbers = dequantised(np.frombuffer(data, BLOCK, size // BLOCK_WEIGHTS, start)[None])
        return np.asarray(numbers.reshape(shape[::-1]).T if name.endswith("down") else numbers.reshape(shape))
    of = _scales(name, shape)
    scales = np.frombuffer(data, _SCALE, max(of), start).reshape(of)
    levels = np.frombuffer(data, np.int8, size, start + scales.nbytes).reshape(shape)
    return np.asarray(levels * scales, np.float32)
