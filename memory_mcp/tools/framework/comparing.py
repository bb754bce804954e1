"""Compare facts with those before them: a few at a time after an answer, and at a terminal all that wait."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from memory_mcp.errors import BusyError, MemoryMcpError, UnsupportedError
from memory_mcp.language.plurals import counted
from memory_mcp.store.contradictions import pairs, reading_scan, vector_scan
from memory_mcp.store.contradictions.scan import compare, keep
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.file.short_wait import short_wait
from memory_mcp.store.vectors import index
from memory_mcp.store.vectors.fact_vectors import COMPARED
from memory_mcp.tools.framework.runtime import Runtime

if TYPE_CHECKING:
    from memory_mcp.tools.framework.call import Call

_log = logging.getLogger(__name__)

# Nobody waits longer at a terminal for vectors; what is left is embedded by a server, or `reindex`.
_EMBEDDING_S: Final = 20.0
# A step of deferred work delays the next answer by so many comparisons at most.
_COMPARED_AT_ONCE: Final = 50
_PAIRS_AT_ONCE: Final = 400
# Before an answer: facts of 10,000 characters take some 30 ms each, and what is left then waits for the next one.
_COMPARED_BEFORE_AN_ANSWER: Final = 5
_BEFORE_AN_ANSWER_S: Final = 0.5
_NEAR_AT_ONCE: Final = 25
# Some 3 ms a pair and up to five a fact; a question goes before.
_READ_AT_ONCE: Final = 8
_READ_BEFORE_AN_ANSWER: Final = 80


def compare_later(call: Call, facts: int = 1) -> None:
    """Compare new facts with all that came before them, once the answer is out, a few at a time."""
    for _ in range(0, facts, _COMPARED_AT_ONCE):
        call.after_reply(compare_some)


def compare_some(tx: Transaction) -> None:
    """Compare a few facts that were not compared yet."""
    keep(tx, compare(tx, most=_COMPARED_AT_ONCE, most_pairs=_PAIRS_AT_ONCE))


def compare_few(runtime: Runtime) -> None:
    """Compare the few facts that wait, for half a second, before an answer tells them; not while others write.

    Where nothing can be written, as on a full disk, the answer is told without. Another process stored them and its
    answer left a moment ago, or no server ran since; many wait for one.
    """
    db = runtime.db
    if not runtime.may_write:
        return
    with suppress(MemoryMcpError), short_wait(db):
        with db.reading() as snapshot:
            waiting = pairs.pending(snapshot, most=_COMPARED_AT_ONCE + 1)
        until = time.monotonic() + _BEFORE_AN_ANSWER_S
        is_more = 0 < waiting <= _COMPARED_AT_ONCE
        while is_more:
            is_more = compare_waiting(db, most=_COMPARED_BEFORE_AN_ANSWER) and time.monotonic() < until


def compare_waiting(db: Database, *, most: int = _COMPARED_AT_ONCE) -> bool:
    """Compare up to ``most`` facts that nobody asked to compare, as after an import; whether there may be more."""
    with db.reading() as snapshot:
        found = compare(snapshot, most=most, most_pairs=_PAIRS_AT_ONCE)
    if found.is_news:
        with db.writing("compare") as tx:
            keep(tx, found)
    return found.facts > 0


def compare_near_waiting(db: Database) -> bool:
    """Compare a few facts with those whose vectors are near; whether there may be more."""
    return vector_scan.catch_up(db, most=_NEAR_AT_ONCE) > 0


def read_waiting(runtime: Runtime) -> bool:
    """Read a few facts beside those whose vectors are near, outside the lane; whether there may be more."""
    if not reading_scan.is_waiting(runtime.db) or (readers := runtime.reading.load()) is None:
        return False
    return reading_scan.catch_up(runtime.db, readers.pairs, most=_READ_AT_ONCE) > 0


def compare_before_answer(call: Call) -> None:
    """Compare all that waits, and read of it what takes a second, where what reads is loaded."""
    pairs.catch_up(call.runtime.db)
    if (reader := call.runtime.reading.pairs) is not None and call.runtime.may_write:
        reading_scan.catch_up(call.runtime.db, reader, most=_READ_BEFORE_AN_ANSWER, is_awaited=True)


def waiting_notices(call: Call, snapshot: Snapshot) -> list[str]:
    """Return what an answer about contradictions says while facts wait for their comparison."""
    waiting, near = pairs.pending(snapshot), pairs.pending_near(snapshot)
    notices = [not_compared(waiting)] if waiting else []
    if near:
        be, their = ("is", "its vector is") if near == 1 else ("are", "their vectors are")
        notices.append(f"{counted(near, 'fact')} {be} compared by words only until {their} there and looked at")
    elif call.runtime.reading.may_read and (unread := reading_scan.pending(snapshot)):
        be = "is" if unread == 1 else "are"
        notices.append(f"{counted(unread, 'fact')} {be} compared by rules only and not read beside what is near yet")
    return notices


def not_compared(waiting: int) -> str:
    """Say that facts wait to be compared."""
    be, them = ("is", "it") if waiting == 1 else ("are", "them")
    return f"{counted(waiting, 'fact')} {be} not compared yet; memory_contradictions compares {them}"


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
