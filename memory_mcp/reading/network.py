"""The first layers of the bundled network, as its readers use them.

Most readers share one network, which is given with each text what was learned for their question. One that people wait
for has a network of its own, in whose weights it is: a fifth to a quarter faster, for 16 MB.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.e5_onnx import Network, Tokens, products_of
from memory_mcp.embedding.e5_weights import Weights, bundled_weights
from memory_mcp.reading.learned import LAYERS, Learned

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Vectors

SHARED_GRAPH: Final = Path(__file__).with_name("reader.onnx")
OWN_GRAPH: Final = Path(__file__).with_name("own_reader.onnx")
_NOTHING: Final[Mapping[str, Vectors]] = MappingProxyType({})


class Reader:
    """A loaded network, what it is given with each text, and what embeds. Any thread may call it."""

    def __init__(
        self, embedder: BundledEmbedder, tokens: Tokens, network: Network, given: Mapping[str, Vectors] = _NOTHING
    ) -> None:
        """Read on the threads of an embedder."""
        self._embedder, self._tokens, self._network, self._given = embedder, tokens, network, given

    def _states(self, ids: Sequence[int]) -> Vectors:
        """Return what the last layer says of pieces by their numbers, shape ``(n, 384)``."""
        return self._network.run(self._tokens.vectors(ids), self._given)


def shared() -> Network:
    """Return a network that is given what was learned, in about 0.15 s. Raises UnsupportedError as ``Network`` does."""
    weights = Weights(bundled_weights())
    network = Network(SHARED_GRAPH, products_of(weights, LAYERS))
    weights.give_back_memory()
    return network


def own(learned: Learned) -> Network:
    """Return a network with what was learned in its weights, in about 0.3 s. Raises as ``shared`` does."""
    weights = Weights(bundled_weights())
    network = Network(OWN_GRAPH, products_of(weights, LAYERS, learned.added) | learned.rows)
    weights.give_back_memory()
    return network
