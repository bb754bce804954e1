"""Let the network read captured turns, a few at a time, beside the calls, as vectors are made."""

from __future__ import annotations

from typing import Final

from memory_mcp.application.writing_step import writing_step
from memory_mcp.keys.lookup import find_key
from memory_mcp.tools.framework.runtime import Runtime

_AT_ONCE: Final = 8


@writing_step
def look_again(runtime: Runtime) -> bool:
    """Look at a few turns for secrets that only the network reads; whether there may be more."""
    if runtime.settings.redact == "off" or runtime.embedding.state != "ready":
        return False
    # No handshake waits for it.
    from memory_mcp.capture.events.closing import forget_turns  # noqa: PLC0415
    from memory_mcp.store.upkeep import second_look  # noqa: PLC0415
    from memory_mcp.store.upkeep.erased_beside import erase_beside  # noqa: PLC0415

    if not second_look.is_waiting(runtime.db) or (readers := runtime.reading.load()) is None:
        return False
    looked = second_look.look(runtime.db, readers.secrets, _AT_ONCE, forget_turns)
    if looked.erased:
        # Backups made before hold it until they are rotated out, as SECURITY.md says.
        runtime.db.checkpoint()
        erase_beside(runtime.settings, looked.erased, find_key(runtime.settings))
    return looked.is_more


@writing_step
def read_statements(runtime: Runtime) -> bool:
    """Read a few turns for what they say about how to work, and what they end; whether there may be more."""
    if runtime.embedding.state != "ready":
        return False
    # No handshake waits for it.
    from memory_mcp.store.endings import readings  # noqa: PLC0415

    if not readings.is_waiting(runtime.db) or (readers := runtime.reading.load()) is None:
        return False
    return readings.step(runtime.db, readers.statements, _AT_ONCE)
