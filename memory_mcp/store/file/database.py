"""One connection for each process, handed out as reading and writing transactions; SQLite's errors become ours here."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, LiteralString

import apsw

from memory_mcp.errors import MemoryMcpError
from memory_mcp.store.file.busy_handler import Patience
from memory_mcp.store.file.connection import BeforeMigration, connect, known_failure, leave, only_reads
from memory_mcp.store.file.encryption import as_given, damaged, unreadable
from memory_mcp.store.file.mending.clock_correction import jumps_ahead, last_time, take_out
from memory_mcp.store.file.mending.undecodable import is_of_a_cursor
from memory_mcp.store.file.presence import Missing, cut_short, displaced
from memory_mcp.store.file.snapshots import Parameters, Row, Snapshot, Transaction
from memory_mcp.store.file.vector_extension import load_vector_extension
from memory_mcp.temporal import DAY_US, Clock, Instant

# Whoever works with a file names what it hands out beside it.
__all__ = [
    "HOOK_BUSY_TIMEOUT_MS",
    "ORIGIN",
    "ROW_REFUSED",
    "SERVER_BUSY_TIMEOUT_MS",
    "Database",
    "Parameters",
    "Row",
    "Snapshot",
    "Transaction",
]

SERVER_BUSY_TIMEOUT_MS: Final = 5_000
HOOK_BUSY_TIMEOUT_MS: Final = 2_000

_STEPS_BETWEEN_QUESTIONS: Final = 5_000

ROW_REFUSED: Final = (apsw.ConstraintError, apsw.TooBigError, OverflowError)
"""What one row may be refused with inside a transaction: it breaks a constraint, or is too big for SQLite."""

ORIGIN: Final = """
    SELECT value
    FROM meta
    WHERE key = 'origin'
"""
"""Which memory a file is: text, and as such in every file of ours."""


class Database:
    """The file, opened once per process. Not opened before it is needed: make one where the first call comes."""

    def __init__(
        self,
        path: Path,
        clock: Clock,
        *,
        key: str | None = None,
        busy_timeout_ms: int = SERVER_BUSY_TIMEOUT_MS,
        before_migration: BeforeMigration | None = None,
        backup_dir: Path | None = None,
    ) -> None:
        """Open or create ``path`` (0600 in a 0700 folder) and bring it to this program's schema.

        ``before_migration(connection, old_version)`` runs before an existing file is migrated: the place for a backup.
        ``backup_dir`` is where backups of it lie, by default a folder beside it.
        Raises UnsupportedError, CorruptError, RefusedError or BusyError, and then has written nothing.
        """
        self.path: Final = path
        self.clock: Final = clock
        self.backup_dir: Final = backup_dir or path.with_name(f"{path.name}-backups")
        self._lock = threading.RLock()
        self._has_vectors = False
        self._patience = Patience(busy_timeout_ms)
        self._key: Final = as_given(key)
        self._kept_ahead: Instant | None = None
        with self.translated():
            self._connection, self._presence = connect(path, key, self._patience, busy_timeout_ms, before_migration)
            origin = self._connection.execute(ORIGIN).get
        if not isinstance(origin, str):
            leave(self._connection)
            raise damaged(path, ValueError("it does not say which memory it is"), hint=self.damage_advice)
        self.origin: str = origin
        self.is_read_only: Final = self._connection.readonly("main")
        """Whether the file could be opened for reading only: every write will be refused."""

    @contextmanager
    def reading(self) -> Iterator[Snapshot]:
        """Hand out one consistent snapshot: what would write in it raises."""
        with self._lock, self.translated():
            if self._connection.in_transaction:
                # Inside a writing() of the same thread: read what it sees.
                yield Snapshot(self._connection, self._now())
                return
            self._mend_cut()
            self._mend_times()
            # The pragma that forbids writes has every statement prepared again, each time: 2 ms of a search.
            self._connection.execute("BEGIN")
            self._connection.exec_trace = only_reads
            try:
                yield Snapshot(self._connection, self._now())
            finally:
                self._connection.exec_trace = None
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def value(self, sql: LiteralString, parameters: Parameters | None = None) -> Any:
        """Return the first column of the first row of one statement, or None: it needs no transaction around it."""
        with self._lock, self.translated():
            self._mend_cut()
            return Snapshot(self._connection, 0).value(sql, parameters)

    @contextmanager
    def writing(self, actor: str, session_uid: str | None = None) -> Iterator[Transaction]:
        """Hand out one write transaction: committed when the block ends, undone when it raises.

        It takes the write lock at once (BEGIN IMMEDIATE), so it waits here or nowhere: BusyError after the time limit.
        """
        with self._lock, self.translated():
            self._mend_cut()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                reading = self.clock.now()
                take_out(self._connection, jumps_ahead(self._connection, reading), reading)
                yield Transaction(
                    self._connection, max(reading, last_time(self._connection) + 1), clock_at=reading,
                    origin=self.origin, actor=actor, session_uid=session_uid,
                )  # fmt: skip
                self._refuse_displaced()
                self._connection.execute("COMMIT")
                self._presence.note()
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @property
    def is_displaced(self) -> bool:
        """Whether the file, or its log, is not at its path any more: nothing can be written through this connection."""
        return self._presence.missing() is not None or self._presence.cut() in {"file", "log"}

    @property
    def is_in_place(self) -> bool:
        """Whether the file and its log are at their path as they were left: what is asked before every call."""
        return self._presence.is_whole()

    @property
    def is_cut_short(self) -> bool:
        """Whether the file itself was cut short in place: what stands there must not be taken for a new memory."""
        return self._presence.cut() == "file"

    @property
    def is_encrypted(self) -> bool:
        """Whether the file was opened with a key."""
        return self._key != "none"

    @property
    def damage_advice(self) -> str:
        """What to do once this file is damaged: repair it, or bring back the newest good backup."""
        from memory_mcp.store.file.copies.kept_backups import advice  # noqa: PLC0415 - hooks have no time

        return advice(self.backup_dir, self.path.stem, self.clock.now())

    def abandon(self) -> None:
        """Close a file that is displaced, after what a deleted log held was moved into it.

        Raises RefusedError, when closed, where another process has begun a new log: the old one is lost then.
        """
        with self._lock:
            missing, cut = self._presence.missing(), self._presence.cut()
            is_lost = self._has_lost_log(missing) and not self._presence.rescues(self._connection)
            is_cut = cut is not None and not self._presence.mends(self._connection, cut)
            self.close(checkpoint=False)
        if is_lost:
            raise displaced(self.path, "log", is_rescued=False)
        if is_cut:
            raise cut_short(self.path, "log", advice="")

    def _refuse_displaced(self) -> None:
        """Undo the transaction and raise RefusedError when the file or its log is gone from its path."""
        missing, cut = self._presence.missing(), self._presence.cut()
        if missing is None and cut is None:
            return
        if cut == "index":
            # Undoing looks into it.
            self._mend_cut()
        self._connection.execute("ROLLBACK")
        if cut is not None:
            self._mend_cut()
            raise cut_short(self.path, cut, advice=self.damage_advice)
        is_rescued = self._has_lost_log(missing) and self._presence.rescues(self._connection)
        raise displaced(self.path, missing or "file", is_rescued=is_rescued)

    def _has_lost_log(self, missing: Missing | None) -> bool:
        """Whether the file is there, and its log is none that anybody else would read."""
        return missing == "log" or (missing == "file" and self._presence.is_behind_a_link())

    def _mend_cut(self) -> None:
        """Make good that the log, or its index, was cut short; raises RefusedError where that cannot be."""
        if (cut := self._presence.cut()) and not self._presence.mends(self._connection, cut):
            raise cut_short(self.path, cut, advice=self.damage_advice)

    @contextmanager
    def giving_way(self, is_wanted: Callable[[], bool]) -> Iterator[None]:
        """Break off what is read in the block, and leave it, once ``is_wanted`` says so; asked many times a ms."""
        with self._lock:
            self._connection.set_progress_handler(is_wanted, _STEPS_BETWEEN_QUESTIONS)
        try:
            with suppress(apsw.InterruptError):
                yield
        finally:
            with self._lock:
                self._connection.set_progress_handler(None)

    def wait_at_most(self, milliseconds: int, *, is_in_all: bool = False) -> None:
        """Wait no longer than this for another process's write from now on; ``is_in_all``: for all of them together."""
        with self._lock:
            self._patience.limit_ms = max(0, milliseconds)
            if is_in_all:
                self._patience.until = time.monotonic() + milliseconds / 1_000

    def load_vectors(self) -> None:
        """Load sqlite-vec into the connection, once. Raises UnsupportedError when it cannot be had."""
        with self._lock:
            if self._has_vectors:
                return
            load_vector_extension(self._connection)
            self._has_vectors = True

    def data_version(self) -> tuple[int, int]:
        """Return a pair that changes whenever this or another process commits: what in-memory copies are checked by."""
        with self._lock:
            self._mend_cut()
            return int(self._connection.pragma("data_version")), self._connection.total_changes()

    def checkpoint(self, *, at_once: bool = False) -> bool:
        """Move the write-ahead log into the file and empty it; False when somebody was in the way for too long.

        ``at_once``: wait for nobody.
        """
        if self.is_displaced:
            return False
        with self._lock, suppress(apsw.BusyError, apsw.LockedError):
            self._mend_cut()
            limit_ms = self._patience.limit_ms
            self._patience.limit_ms = 0 if at_once else limit_ms
            try:
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            finally:
                self._patience.limit_ms = limit_ms
            self._presence.note()
            return True
        return False

    @contextmanager
    def connection(self) -> Iterator[apsw.Connection]:
        """Hand out the bare connection for what is no transaction: backup, integrity check, vacuum. Store only."""
        with self._lock, self.translated():
            yield self._connection

    def close(self, *, checkpoint: bool = True) -> None:
        """Close the file. What was acknowledged is already in it; without ``checkpoint`` the log stays as it is.

        A process that lives for one write would flush the disk twice more for it; commits of others move the log on.
        """
        with self._lock:
            leave(self._connection) if not checkpoint or self.is_displaced else self._connection.close()

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Turn SQLite's and the system's failures in the block into ours, by class.

        Raises BusyError while another process writes, CorruptError for a damaged file, and RefusedError for a full
        disk, another key, or a file that was replaced or cannot be opened or written.
        """
        try:
            yield
        except (apsw.CorruptError, apsw.NotADBError) as exc:
            if hasattr(self, "origin") and self.is_cut_short:
                raise cut_short(self.path, "file", advice=self.damage_advice) from exc
            if hasattr(self, "origin") and self.is_displaced:
                # The file held here was replaced, and may be overwritten: its key was changed.
                raise displaced(self.path, "file", is_rescued=False) from exc
            # Once it could be read, or its first page could, the key is the right one.
            if hasattr(self, "origin") or isinstance(exc, apsw.CorruptError):
                raise damaged(self.path, exc, hint=self.damage_advice) from exc
            raise unreadable(self.path, exc, self._key, hint=self.damage_advice) from exc
        except UnicodeDecodeError as exc:
            # Text of the file, which is read and kept as UTF-8, where nobody else decodes.
            if not is_of_a_cursor(exc):
                raise
            raise damaged(self.path, exc, hint=self.damage_advice) from exc
        except apsw.Error as exc:
            if (ours := known_failure(exc, self.path) or self._of_strange_tables(exc)) is None:
                raise
            raise ours from exc

    def _of_strange_tables(self, exc: apsw.Error) -> MemoryMcpError | None:
        """Return what to tell where a statement does not fit the file's tables, as they are not this program's."""
        if not isinstance(exc, apsw.SQLError) or not hasattr(self, "_connection"):
            return None
        from memory_mcp.store.file.mending.own_schema import strange_parts  # noqa: PLC0415 - hooks have no time

        strange = strange_parts(self._connection, int(self._connection.pragma("user_version")))
        return damaged(self.path, ValueError("; ".join(strange[:3])), hint=self.damage_advice) if strange else None

    def _now(self) -> Instant:
        return max(self.clock.now(), last_time(self._connection))

    def _mend_times(self) -> None:
        """Take out what a wrong clock left ahead of this one, before anything is asked; once where that cannot be."""
        last = last_time(self._connection)
        if last <= self.clock.now() + DAY_US or last == self._kept_ahead or self.is_read_only:
            return
        self._kept_ahead = last
        if jumps_ahead(self._connection, self.clock.now()):
            # A write does it first of all.
            with suppress(MemoryMcpError), self.writing("clock"):
                pass
