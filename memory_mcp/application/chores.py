"""The chores: what a server does after a reply, each in short steps that let answers pass."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from memory_mcp.application.background_backup import BackingUp
from memory_mcp.application.background_look import look_again, read_statements
from memory_mcp.application.background_retention import Retiring
from memory_mcp.application.opening import settle
from memory_mcp.application.throttle import Every
from memory_mcp.application.writing_step import writing_step
from memory_mcp.capture.events.closing import tell_waiting
from memory_mcp.store.file.database import Database
from memory_mcp.store.text_index import trigrams
from memory_mcp.store.vectors import index
from memory_mcp.tools.framework.comparing import compare_near_waiting, compare_waiting, read_waiting
from memory_mcp.tools.framework.runtime import Runtime
from memory_mcp.tools.framework.scheduler import Lane

# One step of deferred work holds the connection for some milliseconds, so that an answer waits no longer.
_TRIGRAM_BATCH: Final = 200
_VECTOR_BATCH: Final = 16
# A download may take minutes; deferred work has a thread of its own and nothing better to do.
_LOADING_PATIENCE_S: Final = 600.0
_BETWEEN_LOOKS_US: Final = 300_000_000


def chores(runtime: Runtime, lane: Lane) -> list[Callable[[], bool]]:
    """Return what happens after a reply, in its order; each says whether there is more to do."""
    return [
        partial(_note_usage, runtime, lane),
        partial(_follow, runtime),
        partial(_index_substrings, runtime, lane),
        partial(_tell, runtime, lane, Every(runtime.clock, _BETWEEN_LOOKS_US)),
        partial(_identify, runtime, lane, Every(runtime.clock, _BETWEEN_LOOKS_US)),
        partial(_between_calls, runtime, lane, _read_by_words),
        partial(_between_calls, runtime, lane, compare_waiting),
        partial(_embed, runtime),
        partial(_load_readers, runtime),
        partial(_between_calls, runtime, lane, compare_near_waiting),
        partial(_read_facts, runtime),
        partial(look_again, runtime),
        partial(read_statements, runtime),
        Retiring(runtime, lane),
        partial(_move_log, runtime, lane),
        BackingUp(runtime, lane),
    ]


@writing_step
def _note_usage(runtime: Runtime, lane: Lane) -> bool:
    with lane.deferred():
        settle(runtime)
    return False


def _follow(runtime: Runtime) -> bool:
    """Tell the hub what was just written; a thread of its own does it."""
    if runtime.following is not None and runtime.may_write:
        runtime.following.ask()
    return False


@writing_step
def _index_substrings(runtime: Runtime, lane: Lane) -> bool:
    with lane.deferred():
        return trigrams.catch_up(runtime.db, _TRIGRAM_BATCH) > 0


@writing_step
def _tell(runtime: Runtime, lane: Lane, looks: Every) -> bool:
    """Tell of a session that came in with old transcripts; look again after a while when there is none."""
    if not looks.is_due():
        return False
    with lane.deferred():
        if tell_waiting(runtime.db):
            return True
    looks.note()
    return False


@writing_step
def _identify(runtime: Runtime, lane: Lane, looks: Every) -> bool:
    """Note which repositories projects are, and look again after a while.

    A file that is carried to another machine says so there, where nobody can look.
    """
    if not looks.is_due():
        return False
    from memory_mcp.transfer.merging.project_names import identify  # noqa: PLC0415 - no handshake waits for it

    identify(runtime.db, lane.deferred)
    looks.note()
    return False


def _read_by_words(db: Database) -> bool:
    """Read what people said about how to work, as far as words alone tell it, and what that ends."""
    from memory_mcp.store.endings import by_words  # noqa: PLC0415 - its rules take longer than the list of tools

    return by_words.step(db)


@writing_step
def _between_calls(runtime: Runtime, lane: Lane, step: Callable[[Database], bool]) -> bool:
    """Do a step that needs the connection while no call does, and so before anybody asks for what it finds."""
    with lane.deferred():
        return step(runtime.db)


@writing_step
def _embed(runtime: Runtime) -> bool:
    # Something was stored or asked: from now on vectors are wanted.
    if not runtime.embedding.wait(_LOADING_PATIENCE_S):
        return False
    step = index.catch_up(runtime.db, runtime.embedding.embedder, _VECTOR_BATCH)
    return isinstance(step, index.CaughtUp) and step.waiting > 0


def _load_readers(runtime: Runtime) -> bool:
    """Load what reads, if a prompt came and found it missing, or a search has asked it; neither waits for all of it."""
    runtime.reading.load_wanted()
    return False


@writing_step
def _read_facts(runtime: Runtime) -> bool:
    """Read facts beside those near them. Like the vectors it stands on, the network runs beside whoever calls."""
    return read_waiting(runtime)


@writing_step
def _move_log(runtime: Runtime, lane: Lane) -> bool:
    # Whoever deletes the log under us, or copies the file without it, finds everything in the file.
    if not lane.is_wanted:
        with lane.deferred():
            runtime.db.checkpoint(at_once=True)
    return False
