"""Do before an opening is told what a hook's process does before it tells one: read what people said meanwhile."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Final

from memory_mcp.errors import MemoryMcpError
from memory_mcp.store.file.short_wait import short_wait
from memory_mcp.store.sessions import statements
from memory_mcp.tools.framework.comparing import compare_few
from memory_mcp.tools.framework.runtime import Runtime

_LONGEST_S: Final = 0.5


def read_before_opening(runtime: Runtime) -> None:
    """Read by words what people said and nobody has read yet, for half a second, and compare the few facts that wait.

    Hooks store prompts without reading them, and a session that goes on, or was killed, has no end at which that would
    be done. While another process is writing, or where nothing can be written, it is left to a server. Raises what
    opening the file does.
    """
    compare_few(runtime)
    if not runtime.may_write:
        return
    with suppress(MemoryMcpError), short_wait(runtime.db):
        with runtime.db.reading() as snapshot:
            is_waiting = statements.is_waiting(snapshot) or statements.is_unsettled(snapshot)
        if is_waiting:
            from memory_mcp.store.endings import by_words  # noqa: PLC0415 - most openings find nothing to read

            until = time.monotonic() + _LONGEST_S
            while by_words.step(runtime.db) and time.monotonic() < until:
                pass
