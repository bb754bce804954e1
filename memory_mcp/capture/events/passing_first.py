"""Pass over what could not be while the file was locked, before any transcript is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_mcp.config import Settings
from memory_mcp.store.capture_state.spool_places import places
from memory_mcp.store.file.database import Database

if TYPE_CHECKING:
    from collections.abc import Callable


def pass_over_before(db: Database, settings: Settings, is_time_up: Callable[[], bool] = lambda: False) -> bool:
    """Pass over what could not be while the file was locked; return whether there was time for all of it.

    It comes before any transcript is read. Raises BusyError, and RefusedError where the file cannot be written.
    """
    if not places(settings.spool_dir, settings.db_path):
        return True
    from memory_mcp.capture.events.spooled import pass_over_what_waits  # noqa: PLC0415 - as a rule nothing waits

    return pass_over_what_waits(db, settings, is_time_up)
