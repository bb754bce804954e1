"""Let the network read what people said, where no server has: when a session ends, and after an import.

Loading it takes half a second, which is too long for a prompt or the end of a turn. A server reads what is left.
"""

from __future__ import annotations

import logging
import os
import time
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from memory_mcp.errors import BusyError
from memory_mcp.store.sessions import turn_reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_mcp.config import Settings
    from memory_mcp.embedding.choose import Choice
    from memory_mcp.reading.statement_reader import StatementReader
    from memory_mcp.store.file.database import Database

_log: Final = logging.getLogger(__name__)

AT_AN_END_S: Final = 1.0
"""What the end of a session may take: clients wait a second and a half at most, and end what takes longer."""
BEHIND_AN_IMPORT_S: Final = 20.0
"""What an import may take for it."""
_LEAST_AT_AN_END: Final = 4

_WAITS_MS: Final = 30_000
_MOST_S: Final = 600.0
_NICE: Final = 10


def is_worth_reading(db: Database, settings: Settings) -> bool:
    """Whether more than a few turns wait where a session ended; few are read with the next. Raises nothing."""
    with suppress(BusyError):
        return not settings.embed_disabled and turn_reading.are_waiting(db, _LEAST_AT_AN_END)
    return False


def read_at_an_end(db: Database, settings: Settings, begun: float) -> None:
    """Read what waits where a session ended, of which was heard at ``begun`` of the monotonic clock; raises nothing."""
    read_on(db, settings, AT_AN_END_S - (time.monotonic() - begun))


def read_on(db: Database, settings: Settings, seconds: float, is_time_up: Callable[[], bool] = lambda: False) -> None:
    """Read what waits, for about so many seconds or until ``is_time_up`` says so; nothing without the bundled model.

    Everything is stored by now, so it raises nothing: whoever can reads it later.
    """
    until = time.monotonic() + seconds
    try:
        if seconds > 0 and _is_waiting(db) and (reader := _reader(settings)) is not None:
            # numpy, which few ends of sessions need.
            from memory_mcp.store.endings import readings  # noqa: PLC0415

            readings.read_all(db, reader, lambda: time.monotonic() >= until or is_time_up())
    except BusyError:
        # Whoever is writing goes first.
        return
    except Exception:  # noqa: BLE001 - an edge: what was asked for is done
        _log.exception("reading what was said failed")


def read_all_that_waits(db: Database, settings: Settings) -> None:
    """Bring in what waits in the spool and read what was said, unless another process is at it. Raises BusyError."""
    # The end of a session needs neither.
    from memory_mcp.capture.events.lease import Lease  # noqa: PLC0415
    from memory_mcp.capture.events.spooled import import_spool  # noqa: PLC0415

    db.wait_at_most(_WAITS_MS)
    lease = Lease(db)
    if not lease.take():
        return
    if hasattr(os, "nice"):
        os.nice(_NICE)
    try:
        while not lease.is_lost():
            if import_spool(db, settings, lease.is_lost):
                # More may have come to wait meanwhile.
                continue
            read_on(db, settings, _MOST_S, lease.is_lost)
            if not import_spool(db, settings, lease.is_lost):
                break
    finally:
        lease.give_back()


def is_at_work(db: Database) -> bool:
    """Whether a process apart does what waits. Raises nothing."""
    from memory_mcp.capture.events.lease import is_taken  # noqa: PLC0415 - as above

    with suppress(BusyError), db.reading() as snapshot:
        return is_taken(snapshot)
    return False


def _is_waiting(db: Database) -> bool:
    """Whether turns wait, or what they end: a read may be cut between both."""
    if turn_reading.are_waiting(db, 1):
        return True
    from memory_mcp.store.endings import readings  # noqa: PLC0415 - as above

    return readings.is_work_left(db)


def _reader(settings: Settings) -> StatementReader | None:
    # Few ends of sessions come this far, and no hook has time for what it does not need.
    from memory_mcp.embedding.service import EmbeddingService  # noqa: PLC0415

    choice = EmbeddingService.of(settings).choice
    return _loaded(choice) if choice.engine == "bundled" else None


@lru_cache(maxsize=1)
def _loaded(choice: Choice) -> StatementReader | None:
    from memory_mcp.reading.readers import readers_of  # noqa: PLC0415 - numpy, and what runs the network

    readers = readers_of(choice.load())
    return None if readers is None else readers.statements
