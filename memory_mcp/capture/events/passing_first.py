"""Pass over what is not to be stored, apart from what waits: what could not be passed over yet goes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_mcp.config import Settings
from memory_mcp.errors import MemoryMcpError
from memory_mcp.store.capture_state.spool_places import places
from memory_mcp.store.file.database import Database

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_mcp.capture.events.payload import Event


def pass_over_before(db: Database, settings: Settings, is_time_up: Callable[[], bool] = lambda: False) -> bool:
    """Pass over what could not be while the file was locked; return whether there was time for all of it.

    It comes before any transcript is read. Raises BusyError, and RefusedError where the file cannot be written.
    """
    if not places(settings.spool_dir, settings.db_path):
        return True
    from memory_mcp.capture.events.spooled import pass_over_what_waits  # noqa: PLC0415 - as a rule nothing waits

    return pass_over_what_waits(db, settings, is_time_up)


def pass_over_now(db: Database, settings: Settings, event: Event, is_time_up: Callable[[], bool]) -> bool:
    """Pass over what was said by now, but for what events have to tell that wait; return whether that is done.

    What could not be passed over before goes first: it is none of what they tell. Raises nothing.
    """
    from memory_mcp.capture.events.passing_over import pass_over  # noqa: PLC0415 - most hooks pass over nothing

    if not places(settings.spool_dir, settings.db_path):
        return pass_over(db, event, is_time_up)
    from memory_mcp.capture.events.spooled import all_waiting, pass_over_what_waits  # noqa: PLC0415 - as above

    try:
        is_done = pass_over_what_waits(db, settings, is_time_up)
        return is_done and pass_over(db, event, is_time_up, all_waiting(settings))
    except (MemoryMcpError, OSError):
        return False
