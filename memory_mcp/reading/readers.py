"""The readers beside an embedding engine: each asks a network its own question, and all but one share theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.e5_onnx import OnnxEngine
from memory_mcp.reading import network
from memory_mcp.reading.answer_reader import AnswerReader
from memory_mcp.reading.pair_reader import PairReader
from memory_mcp.reading.secret_reader import SecretReader
from memory_mcp.reading.statement_reader import StatementReader

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Embedder


class Readers(NamedTuple):
    """What reads pairs of notes, texts for secrets, and what sentences say about how to work."""

    pairs: PairReader
    secrets: SecretReader
    statements: StatementReader


def readers_of(embedder: Embedder) -> Readers | None:
    """Return the readers beside a loaded embedder; None beside one that is not the bundled network in ONNX Runtime.

    Raises UnsupportedError where they cannot be loaded.
    """
    if not isinstance(embedder, BundledEmbedder) or not isinstance(embedder.engine, OnnxEngine):
        return None
    given = embedder, embedder.engine.tokens, network.shared()
    return Readers(PairReader(*given), SecretReader(*given), StatementReader(*given))


def answers_of(embedder: Embedder) -> AnswerReader | None:
    """Return what reads notes beside a query; None, or UnsupportedError raised, as ``readers_of``."""
    if not isinstance(embedder, BundledEmbedder) or not isinstance(embedder.engine, OnnxEngine):
        return None
    return AnswerReader(embedder, embedder.engine.tokens)
