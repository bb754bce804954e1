"""Begin and end every way in: make a runtime from the settings, and at the end write what was noted during calls."""

from __future__ import annotations

from memory_mcp.config import Settings
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.errors import BusyError
from memory_mcp.keys.lookup import find_key
from memory_mcp.store.file.presence import refuse_unmakeable
from memory_mcp.tools.framework.runtime import Runtime


def open_runtime(settings: Settings) -> Runtime:
    """Return the process-wide state for these settings; the file is opened and the model loaded on first need."""
    runtime = Runtime(settings, EmbeddingService.of(settings))
    if settings.hub is not None:
        from memory_mcp.hub.following import Following  # noqa: PLC0415 - nobody without a hub waits for it

        runtime.following = Following(settings, runtime.clock)
    return runtime


def check_makeable(settings: Settings) -> None:
    """Raise why the first thing stored could not make the file: RefusedError, and what ``find_key`` raises."""
    refuse_unmakeable(settings.db_path)
    find_key(settings)


def settle(runtime: Runtime) -> None:
    """Write what was noted during calls: rows shown and opened.

    Raises BusyError while another process writes; what was noted is kept then.
    """
    steps = runtime.take_deferred() if runtime.is_open else []
    if not steps or not runtime.may_write:
        return
    try:
        with runtime.db.writing("usage") as tx:
            for step in steps:
                step(tx)
    except BusyError:
        for step in steps:
            runtime.defer(step)
        raise
