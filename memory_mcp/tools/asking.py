"""A question with its vector, if there is one: asked by meaning as well as by words, or by words and saying why.

The vector is made before the file is read, and nothing here loads numpy or an engine before a question is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memory_mcp.errors import MemoryMcpError
from memory_mcp.store import vectors
from memory_mcp.store.db import Snapshot
from memory_mcp.tools.call import Call

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Vectors
    from memory_mcp.store.search import Request, SearchAnswer


@dataclass(frozen=True, slots=True)
class Meaning:
    """The query's vector and the model it is of, or why there is none."""

    vector: Vectors | None = None
    model_tag: str = ""
    why_lexical: str = ""


def meaning_of(call: Call, query: str) -> Meaning:
    """Return a query's vector; while the model is not loaded, or cannot be, why not. Begins to load it."""
    service = call.runtime.embedding
    embedder = service.ready_embedder()
    if embedder is None:
        service.start()
        if service.failure is not None:
            return Meaning(why_lexical=f"words only: {service.failure.message}; {service.failure.hint}")
        if service.is_settled:
            return Meaning(why_lexical="words only: embedding is switched off")
        return Meaning(why_lexical="words only: the embedding model is still loading")
    try:
        call.runtime.db.load_vectors()
    except MemoryMcpError as failure:
        return Meaning(why_lexical=f"words only: {failure.message}; {failure.hint}")
    return Meaning(embedder.embed_query(query), embedder.model_tag)


def ask(call: Call, snapshot: Snapshot, request: Request, meaning: Meaning) -> SearchAnswer:
    """Answer a request, by meaning too where the file's vectors are of the query's model."""
    from memory_mcp.store.nearest import copy_of  # noqa: PLC0415 - numpy, before anything was asked
    from memory_mcp.store.search import search  # noqa: PLC0415 - the same

    wrong = vectors.mismatch(snapshot, meaning.model_tag) if meaning.vector is not None else None
    if meaning.vector is None or wrong is not None:
        return search(snapshot, request, why_lexical=f"words only: {wrong}" if wrong else meaning.why_lexical)
    return search(snapshot, request, meaning.vector, copy=copy_of(call.runtime.db))
