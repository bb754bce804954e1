"""What lives as long as the server: the file (opened when first needed), the embedding engine, and its sessions."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from memory_mcp.config import Settings
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.keys.lookup import find_key
from memory_mcp.reading.service import ReadingService
from memory_mcp.store.capture_state.spool_places import places
from memory_mcp.store.file.copies.backup import backup_before_migration
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.temporal import Clock, SystemClock

if TYPE_CHECKING:
    from memory_mcp.hub.following import Following

Deferred = Callable[[Transaction], object]
_MOST_DEFERRED: Final = 1_000
# How long the first call waits for what hooks could not write.
_MOST_OF_A_SPOOL_S: Final = 1.0


@dataclass
class Runtime:
    """The process-wide state behind every call."""

    settings: Settings
    embedding: EmbeddingService
    clock: Clock = field(default_factory=SystemClock)
    # Uids of sessions opened by this process and not yet ended, oldest first.
    sessions: list[str] = field(default_factory=list)
    # The prompt a person picked last, until what it asks for was done.
    picked: str = ""
    # Synchronises with the hub of the settings, where there is one.
    following: Following | None = None
    # Why the last backup that nobody asked for could not be made; empty once one was.
    backup_failure: str = ""
    reading: ReadingService = field(init=False)
    _database: Database | None = None
    _deferred: list[Deferred] = field(default_factory=list)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Put the readers of notes beside the engine that embeds them."""
        self.reading = ReadingService(self.embedding)

    @property
    def db(self) -> Database:
        """The file; opened, created or migrated when it is first needed, and again when another stands at its path.

        Raises RefusedError once where the write-ahead log was deleted and could not be saved.
        """
        with self._guard:
            self._leave_displaced()
            if self._database is None:
                settings, key = self.settings, find_key(self.settings)
                database = Database(
                    settings.db_path,
                    self.clock,
                    key=key,
                    before_migration=lambda connection, old: backup_before_migration(
                        connection, settings.backup_dir, old, key
                    ),
                    backup_dir=settings.backup_dir,
                )
                if places(settings.spool_dir, settings.db_path) and not database.is_read_only:
                    # What hooks could not write while the file was locked; rare, so nobody pays for it at start.
                    from memory_mcp.capture.events.spooled import import_spool  # noqa: PLC0415

                    # What cannot be read stays where it is, and health tells of it.
                    with suppress(OSError):
                        until = time.monotonic() + _MOST_OF_A_SPOOL_S
                        import_spool(database, settings, lambda: time.monotonic() >= until)
                self._database = database
            return self._database

    def _leave_displaced(self) -> None:
        """Close a file that is not at its path any more where another is; one that is just gone stays readable.

        One that was cut short stays open: what is left of it must not be taken for a new memory.
        """
        database = self._database
        if database is None or database.is_in_place or database.is_cut_short:
            return
        if database.is_displaced and self.settings.db_path.exists():
            self._database = None
            # They belong to the file that was left.
            self.sessions.clear()
            database.abandon()

    @property
    def is_open(self) -> bool:
        """Whether the file has been needed yet."""
        return self._database is not None

    @property
    def may_write(self) -> bool:
        """Whether the file is open, at its path, and can be written."""
        database = self._database
        return database is not None and not database.is_read_only and not database.is_displaced

    def was_picked(self, prompt: str) -> bool:
        """Whether a person asked for this by a prompt; once."""
        was_picked, self.picked = self.picked == prompt, ""
        return was_picked

    def defer(self, step: Deferred) -> None:
        """Note something (that a row was shown, opened) to be written after the reply."""
        with self._guard:
            if len(self._deferred) < _MOST_DEFERRED:
                self._deferred.append(step)

    def take_deferred(self) -> list[Deferred]:
        """Return and forget what was noted."""
        with self._guard:
            taken, self._deferred = self._deferred, []
            return taken

    def close(self) -> None:
        """Close the file. A courtesy: what was acknowledged is in it already; what was only noted is not written."""
        with self._guard:
            database, self._database = self._database, None
        if database is not None:
            database.close()
