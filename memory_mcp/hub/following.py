"""Let a server synchronise by itself, in a thread and on connections of its own: no answer waits for the hub."""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

from memory_mcp.config import Settings
from memory_mcp.errors import MemoryMcpError
from memory_mcp.hub import checking, synchronising
from memory_mcp.keys.lookup import find_key
from memory_mcp.store.file.database import Database
from memory_mcp.store.upkeep.erased_beside import erase_with_others
from memory_mcp.sync import machine
from memory_mcp.temporal import Clock

PATIENCE_S: Final = 0.2
"""How long the start of a session waits for what others told."""
_CONNECT_S: Final = 5
_BETWEEN_S: Final = 2.0
_AFTER_FAILURE_S: Final = 30.0
# Of a pull, a transaction: whoever writes meanwhile waits no longer than for these.
_ROWS: Final = 200

_log = logging.getLogger(__name__)


class Following:
    """Synchronises a memory with a hub, once at a time; ``failure`` says why the last one did not, "" where it did.

    ``left_out`` counts the records of the hub that were left out since the server runs.
    """

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._is_asked = False
        self._is_done = threading.Event()
        self.failure = ""
        self.left_out = 0

    def ask(self) -> None:
        """Ask for a synchronisation: now, or once the running one is over and it is time again."""
        with self._guard:
            self._is_asked = True
            self._is_done.clear()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="hub", daemon=True)
                self._thread.start()

    def wait(self, seconds: float = PATIENCE_S) -> bool:
        """Wait a moment until what was asked for is done; say whether it is."""
        return self._is_done.wait(seconds)

    def _run(self) -> None:
        while True:
            with self._guard:
                if not self._is_asked:
                    self._thread = None
                    self._is_done.set()
                    return
                self._is_asked = False
            try:
                self._synchronise()
                self.failure = ""
            except MemoryMcpError as exc:
                self.failure = exc.message
            except Exception as exc:  # noqa: BLE001 - an edge: the thread would end, and nobody would hear of it
                _log.exception("synchronising with the hub failed")
                self.failure = f"a defect of this program ({type(exc).__name__}); its log tells more"
            with self._guard:
                if not self._is_asked:
                    self._is_done.set()
            time.sleep(_AFTER_FAILURE_S if self.failure else _BETWEEN_S)

    def _synchronise(self) -> None:
        settings = self._settings
        assert settings.hub is not None
        db = Database(settings.db_path, self._clock, key=find_key(settings), backup_dir=settings.backup_dir)
        try:
            machine.checked(db)
            pulled, _ = synchronising.sync(db, settings.hub, connect_s=_CONNECT_S, redact=settings.redact, page=_ROWS)
            if pulled is not None:
                self.left_out += checking.left_out(pulled)
                erase_with_others(db, settings, pulled.erased_texts, find_key(settings))
        finally:
            db.close(checkpoint=False)
