"""Have the network read what people said, where no server has: when a session ends, and behind an import.

It takes half a second to load, which no prompt and no end of a turn has; what there is no time for a server reads.
"""

from __future__ import annotations

import logging
import time
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from memory_mcp.errors import BusyError
from memory_mcp.store.sessions import turn_reading

if TYPE_CHECKING:
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


def read_at_an_end(db: Database, settings: Settings, begun: float) -> None:
    """Read what waits where a session ended, of which was heard at ``begun`` of the monotonic clock; raises nothing.

    A few turns are not worth the time it takes to load: they are read with the next.
    """
    read_on(db, settings, AT_AN_END_S - (time.monotonic() - begun), least=_LEAST_AT_AN_END)


def read_on(db: Database, settings: Settings, seconds: float, *, least: int = 1) -> None:
    """Read what waits, for about so many seconds; nothing without the bundled model, or of fewer turns than ``least``.

    Everything is stored by now, so it raises nothing: whoever can reads it later.
    """
    until = time.monotonic() + seconds
    try:
        if seconds > 0 and _are_worth_it(db, least) and (reader := _reader(settings)) is not None:
            # numpy, which few ends of sessions need.
            from memory_mcp.store.endings import readings  # noqa: PLC0415

            readings.read_all(db, reader, lambda: time.monotonic() >= until)
    except BusyError:
        # Whoever is writing goes first.
        return
    except Exception:  # noqa: BLE001 - an edge: what was asked for is done
        _log.exception("reading what was said failed")


def _are_worth_it(db: Database, least: int) -> bool:
    """Whether so many turns wait; where one is enough, also what they end: a read may be cut between both."""
    if turn_reading.are_waiting(db, least):
        return True
    if least > 1:
        return False
    from memory_mcp.store.endings import readings  # noqa: PLC0415 - as above

    return readings.is_waiting(db)


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
