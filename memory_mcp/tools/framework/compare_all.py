"""Compare all facts that wait: for somebody at a terminal, who has the time that a client's answer has not."""

from __future__ import annotations

import logging
import time
from typing import Final

from memory_mcp.errors import BusyError, UnsupportedError
from memory_mcp.store.contradictions import pairs, reading_scan
from memory_mcp.store.vectors import index
from memory_mcp.store.vectors.fact_vectors import COMPARED
from memory_mcp.tools.framework.runtime import Runtime

_log = logging.getLogger(__name__)

# Nobody waits longer at a terminal for vectors; what is left is embedded by a server, or `reindex`.
_EMBEDDING_S: Final = 20.0


def compare_all(runtime: Runtime, patience_s: float) -> str:
    """Compare what waits by words, by vectors and by reading, and return why some has no vector; empty if all has.

    The bundled model is loaded where facts wait for it, in at most ``patience_s`` seconds; no other is. Raises
    BusyError as the comparison itself does.
    """
    db, reads = runtime.db, runtime.may_write and runtime.reading.may_read
    why_not = _embed_facts(runtime, patience_s) if reads else ""
    pairs.catch_up(db)
    if reads and reading_scan.is_waiting(db) and runtime.embedding.wait(patience_s):
        readers = runtime.reading.load()
        if readers is not None:
            reading_scan.catch_up(db, readers.pairs)
    return why_not


def _embed_facts(runtime: Runtime, patience_s: float) -> str:
    """Give vectors to facts that have none, newest first, and return why some still have none."""
    if not index.are_waiting(runtime.db, COMPARED):
        return ""
    if not runtime.embedding.wait(patience_s):
        failure = runtime.embedding.failure
        return failure.message if failure is not None else "the embedding model is not loaded yet"
    try:
        return _embed(runtime)
    except (BusyError, UnsupportedError) as error:
        return error.message
    except Exception as error:  # noqa: BLE001 - whatever a model's library raises, words are compared
        _log.exception("embedding at a terminal failed")
        return f"the embedding model failed ({type(error).__name__})"


def _embed(runtime: Runtime) -> str:
    until = time.monotonic() + _EMBEDDING_S
    while time.monotonic() < until:
        step = index.catch_up(runtime.db, runtime.embedding.embedder, kinds=COMPARED)
        if isinstance(step, index.ModelMismatch):
            return str(step)
        if not step.done:
            return ""
    return f"not all were embedded within {_EMBEDDING_S:.0f} s"
