"""Write down beside the file what went wrong in a hook, so that capture does not die unnoticed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final

from memory_mcp.capture.events.kept_text import logged_name
from memory_mcp.config import Settings
from memory_mcp.keys.private_folders import make_private
from memory_mcp.temporal import SystemClock, format_instant

_LOG_SIZE: Final = 200_000


def note_problem(settings: Settings | None, event: str, client: str, problem: str) -> None:
    """Add a line to the log of hooks, or to standard error where no settings say where that is. Raises nothing."""
    event, client = logged_name(event), logged_name(client)
    if settings is None:
        # A client may have closed it.
        with suppress(OSError, ValueError, AttributeError):
            sys.stderr.write(f"memory-mcp hook {event}: {problem}\n")
        return
    path = settings.hook_log_path
    with suppress(OSError):
        make_private(path.parent)
        if path.exists() and path.stat().st_size > _LOG_SIZE:
            path.replace(path.with_name(path.name + ".old"))
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "a", encoding="utf-8", errors="replace") as file:
            file.write(f"{format_instant(SystemClock().now())} {event} {client}: {problem}\n")
