"""Put the parts together: settings in, a whole application out; and the work that waits for a reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

from memory_mcp.application.application import Application
from memory_mcp.application.background_backup import BackingUp
from memory_mcp.application.background_look import look_again, read_statements
from memory_mcp.application.background_retention import Retiring
from memory_mcp.application.opening import open_runtime, settle
from memory_mcp.application.resources import MemoryLibrary
from memory_mcp.capture.events import truncation
from memory_mcp.capture.events.closing import tell_waiting
from memory_mcp.config import Settings
from memory_mcp.errors import BusyError
from memory_mcp.store.file.database import Database
from memory_mcp.store.text_index import trigrams
from memory_mcp.store.vectors import index
from memory_mcp.tools import registry
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import RequestFacts
from memory_mcp.tools.framework.runtime import Runtime
from memory_mcp.tools.framework.scheduler import Lane
from memory_mcp.tools.framework.write_feedback import compare_near_waiting, compare_waiting, read_waiting

# One step of deferred work holds the connection for some milliseconds, so that an answer waits no longer.
_TRIGRAM_BATCH: Final = 200
_VECTOR_BATCH: Final = 16
# A download may take minutes; deferred work has a thread of its own and nothing better to do.
_LOADING_PATIENCE_S: Final = 600.0
_BETWEEN_LOOKS_US: Final = 300_000_000


def open_application(settings: Settings) -> Application:
    """Return everything a server serves."""
    runtime = open_runtime(settings)
    lane = Lane()

    def make_call(facts: RequestFacts) -> Call:
        # Named as the client's hooks name it.
        facts = facts._replace(
            client_name=truncation.keep_name(facts.client_name, settings.redact),
            session_hint=truncation.keep_id(facts.session_hint, settings.redact),
        )
        return Call(runtime, facts, actor=f"tool {facts.client_name}".strip())

    def hear(payload: Mapping[str, Any]) -> str:
        # No handshake waits for what reads events.
        from memory_mcp.application.client_events import told  # noqa: PLC0415

        return told(runtime, payload)

    return Application(
        tools={name: spec for name, spec in registry().items() if settings.tools == "all" or spec.core},
        make_call=make_call,
        library=MemoryLibrary(),
        hear=hear,
        after_reply=_chores(runtime, lane),
        close=runtime.close,
        lane=lane,
    )


def _chores(runtime: Runtime, lane: Lane) -> list[Callable[[], bool]]:
    """Return what happens after a reply, each in short steps that let answers pass."""

    def note_usage() -> bool:
        if runtime.may_write:
            with lane.deferred():
                settle(runtime)
        return False

    def index_substrings() -> bool:
        if not runtime.may_write:
            return False
        with lane.deferred():
            return trigrams.catch_up(runtime.db, _TRIGRAM_BATCH) > 0

    def embed() -> bool:
        # Something was stored or asked: from now on vectors are wanted.
        if not runtime.may_write or not runtime.embedding.wait(_LOADING_PATIENCE_S):
            return False
        try:
            step = index.catch_up(runtime.db, runtime.embedding.embedder, _VECTOR_BATCH)
        except BusyError:
            # Another process writes; the rows stay in the queue.
            return True
        return isinstance(step, index.CaughtUp) and step.waiting > 0

    def move_log() -> bool:
        # Whoever deletes the log under us, or copies the file without it, finds everything in the file.
        if runtime.may_write and not lane.is_wanted:
            with lane.deferred():
                runtime.db.checkpoint(at_once=True)
        return False

    return [
        note_usage, partial(_follow, runtime), index_substrings, _telling(runtime, lane), _identifying(runtime, lane),
        partial(_compare, runtime, lane, _read_statements), partial(_compare, runtime, lane, compare_waiting), embed,
        partial(_compare, runtime, lane, compare_near_waiting), partial(_read, runtime), partial(look_again, runtime),
        partial(read_statements, runtime), Retiring(runtime, lane), move_log, BackingUp(runtime, lane),
    ]  # fmt: skip


def _read(runtime: Runtime) -> bool:
    """Read facts beside those near them. Like the vectors it stands on, the network runs beside whoever calls."""
    try:
        return runtime.may_write and read_waiting(runtime)
    except BusyError:
        return True


def _follow(runtime: Runtime) -> bool:
    """Have the hub told of what was just written; a thread of its own does it."""
    if runtime.following is not None and runtime.may_write:
        runtime.following.ask()
    return False


def _telling(runtime: Runtime, lane: Lane) -> Callable[[], bool]:
    """Return what tells of sessions that came in with old transcripts, one a step, and looks again after a while."""
    look_at = 0

    def tell() -> bool:
        nonlocal look_at
        if not runtime.may_write or runtime.clock.now() < look_at:
            return False
        try:
            with lane.deferred():
                if tell_waiting(runtime.db):
                    return True
        except BusyError:
            return True
        look_at = runtime.clock.now() + _BETWEEN_LOOKS_US
        return False

    return tell


def _identifying(runtime: Runtime, lane: Lane) -> Callable[[], bool]:
    """Return what notes which repositories projects are, and looks again after a while.

    A file that is carried to another machine says so there, where nobody can look.
    """
    look_at = 0

    def look() -> bool:
        nonlocal look_at
        if not runtime.may_write or runtime.clock.now() < look_at:
            return False
        from memory_mcp.transfer.merging.project_names import identify  # noqa: PLC0415 - no handshake waits for it

        with suppress(BusyError):
            identify(runtime.db, lane.deferred)
            look_at = runtime.clock.now() + _BETWEEN_LOOKS_US
        return False

    return look


def _read_statements(db: Database) -> bool:
    from memory_mcp.store.contradictions import stated  # noqa: PLC0415 - its rules take longer than the list of tools

    return stated.step(db)


def _compare(runtime: Runtime, lane: Lane, step: Callable[[Database], bool]) -> bool:
    """Find what cannot both hold before anybody asks: after an import, or where a vector came later."""
    if not runtime.may_write:
        return False
    try:
        with lane.deferred():
            return step(runtime.db)
    except BusyError:
        # Another process writes; the facts stay behind their watermark.
        return True
