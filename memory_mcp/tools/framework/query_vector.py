"""Embed the query, or say why there is no vector; search with it, and let the answer say which of the two it was.

The model works while the file is searched for words, so a caller waits for the slower of the two. A model that is still
loading is waited for only a moment, before any transaction. The reason for an answer by words alone becomes its notice.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from memory_mcp.errors import BusyError, UnsupportedError
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.short_wait import short_wait
from memory_mcp.store.search.answer import SearchAnswer
from memory_mcp.store.search.request import Mode, Request
from memory_mcp.store.text_index.fts_query import LONGEST_QUERY
from memory_mcp.store.vectors import index
from memory_mcp.tools.framework.call import Call

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memory_mcp.embedding.protocol import Embedder
    from memory_mcp.embedding.service import EmbeddingService
    from memory_mcp.store.file.database import Database
    from memory_mcp.store.vectors.distances import Vector
    from memory_mcp.store.vectors.knn import VectorCopy

# The bundled engine is there in half a second, on a busy machine in some; a download is not waited for.
_BUNDLED_PATIENCE_S: Final = 5.0
_FIRST_PATIENCE_S: Final = 1.5
_PATIENCE_S: Final = 0.3
# Waiting rows are found by words meanwhile; a few of them are the normal state just after a write.
_FEW_WAITING: Final = 20
_WAITING_SHARE: Final = 0.05


class Meaning(NamedTuple):
    """A function that waits for the vector of a query, the model it is of, and what it is compared with; or why not."""

    vector: Callable[[], Vector] | None = None
    model_tag: str = ""
    why_not: str = ""
    copy: VectorCopy | None = None


def meaning_of(call: Call, query: str, mode: Mode = "hybrid") -> Meaning:
    """Embed the query where meaning is asked for and there is a model. Takes no transaction."""
    if mode == "fts":
        return Meaning()
    service = call.runtime.embedding
    if service.state == "off":
        return Meaning(why_not="there is no embedding model (switched off), so this answer is by words only")
    if not service.wait(_patience(service)):
        failure = service.failure
        why = "the embedding model is still loading" if failure is None else f"no embedding model: {failure.message}"
        return Meaning(why_not=f"{why}; this answer is by words only")
    # It imports numpy, which a process with a model has anyway.
    from memory_mcp.store.vectors.knn import copy_of  # noqa: PLC0415

    try:
        db, embedder = call.runtime.db, service.embedder
        db.load_vectors()
        copy = copy_of(db)
        # To compare the vector with those that are held takes no file either.
        vector = service.asking(query[:LONGEST_QUERY], copy.compare)
        _embed_what_was_just_stored(db, embedder)
        return Meaning(vector, embedder.model_tag, copy=copy)
    except UnsupportedError as exc:
        return Meaning(why_not=f"{exc.message}; this answer is by words only")


def _patience(service: EmbeddingService) -> float:
    """Return how many seconds an answer waits for the engine: an answer by words alone often finds nothing."""
    if service.choice.engine == "bundled":
        return _BUNDLED_PATIENCE_S
    return _FIRST_PATIENCE_S if service.state == "idle" else _PATIENCE_S


def _embed_what_was_just_stored(db: Database, embedder: Embedder) -> None:
    """Give a few waiting rows their vectors now: what a client stored a moment ago is asked for by meaning next."""
    waiting = index.waiting(db)
    if 0 < waiting <= _FEW_WAITING:
        # Somebody else is writing: then the row is found by its words, this once.
        with suppress(BusyError), short_wait(db):
            index.catch_up(db, embedder, waiting)


def answer(call: Call, snapshot: Snapshot, request: Request, meaning: Meaning) -> SearchAnswer:
    """Answer a request by meaning where that is possible for this file, by words where not; the notice says which."""
    # It imports numpy, which nothing else of a process without a search needs: 100 ms and 20 MB.
    from memory_mcp.store.search.search import search  # noqa: PLC0415

    vector, why = meaning.vector, meaning.why_not
    if vector is None:
        return search(snapshot, request, why_lexical=why)
    coverage = index.coverage(snapshot)
    wrong = index.mismatch(snapshot, meaning.model_tag)
    if wrong is not None:
        return search(snapshot, request, why_lexical=f"{wrong}; this answer is by words only")
    if not coverage.vectors:
        # Where nothing waits there is nothing to embed either, and words find as much.
        why = f"{_waiting(coverage.waiting)}; this answer is by words only" if coverage.waiting else ""
        return search(snapshot, request, why_lexical=why)
    if coverage.waiting > (0 if request.mode == "vector" else _FEW_WAITING + _WAITING_SHARE * coverage.vectors):
        be = "is" if coverage.waiting == 1 else "are"
        call.notices.append(f"{_waiting(coverage.waiting)} and {be} found by words only")
    try:
        return search(snapshot, request, vector, copy=meaning.copy, odds=partial(_odds, call))
    except UnsupportedError as exc:
        return search(snapshot, request, why_lexical=f"{exc.message}; this answer is by words only")


def _odds(call: Call, query: str, notes: Sequence[str]) -> Sequence[float]:
    """Return what reading says of notes beside a query; nothing where nothing reads. The first query waits .5 s."""
    reader = call.runtime.reading.load_answers()
    return reader.odds(query, notes) if reader is not None else ()


def _waiting(rows: int) -> str:
    return "1 row waits for its vector" if rows == 1 else f"{rows} rows wait for their vectors"
