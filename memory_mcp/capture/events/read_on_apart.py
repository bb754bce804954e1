"""Do in a process of its own what no client waits for: read the rest of a long transcript, and read what was said.

A session that began long before its first hook, or was resumed, has thousands of lines to read, and the network takes a
tenth of a second for a turn. That is longer than the end of a turn or of a session may take. An event that has more of
its transcript to read waits in the spool, where any later process can take it up.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import subprocess

    from memory_mcp.config import Settings

READING_S: Final = 1.0
"""How long an event reads a transcript before it leaves the rest: clients wait a second and a half at most."""

READ_ON: Final = "ReadOn"
"""The event of the process apart: ``reading_on.read_all_that_waits``."""


def read_on_apart(settings: Settings) -> subprocess.Popen[bytes] | None:
    """Start a process that does what waits; where none can be started, the next events and servers do it."""
    return start_apart(settings, ["hook", READ_ON, "--db", str(settings.db_path)])


def start_apart(settings: Settings, arguments: list[str]) -> subprocess.Popen[bytes] | None:
    """Start this program anew, to live on when we end; None where that cannot be done.

    It finds the key where we do, by an environment that no other user can list. A client starts us in a project's
    folder, whose modules it must not load (``-P``), and which it must not keep in use.
    """
    # Few events start one.
    import subprocess  # noqa: PLC0415

    places = {"MEMORY_DB_KEY_FILE": settings.key_file, "MEMORY_DB_KEYCHAIN": settings.keychain}
    environment = os.environ | {name: str(place) for name, place in places.items() if place}
    if settings.embed_disabled:
        # An option may have said so.
        environment["MEMORY_EMBED_DISABLED"] = "1"
    with suppress(OSError):
        return subprocess.Popen(  # noqa: S603 - this program itself
            [sys.executable, "-P", "-m", "memory_mcp", *arguments], env=environment, cwd=settings.db_path.parent,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    return None
