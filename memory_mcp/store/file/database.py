"""One connection per process, handed out as reading and writing transactions; SQLite's errors become ours here."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, LiteralString

import apsw

from memory_mcp.errors import BusyError, MemoryMcpError, RefusedError, UnsupportedError
from memory_mcp.store.file.atomic_files import is_writable
from memory_mcp.store.file.busy_handler import Patience
from memory_mcp.store.file.encryption import damaged, unreadable
from memory_mcp.store.file.migrate import file_version, migrate
from memory_mcp.temporal import Clock, Instant

Row = tuple[Any, ...]
Parameters = Mapping[str, Any]

SERVER_BUSY_TIMEOUT_MS: Final = 5_000
HOOK_BUSY_TIMEOUT_MS: Final = 2_000
_LOCATION_HINT: Final = "Check that the folder exists, is writable and has space, or set MEMORY_DB_PATH."
_DAMAGED: Final = "Restore a backup: `memory-mcp restore PATH` keeps what stands there now beside it."

_STEPS_BETWEEN_QUESTIONS: Final = 5_000

ROW_REFUSED: Final = (apsw.ConstraintError, apsw.TooBigError, OverflowError)
"""What one row may be refused with inside a transaction: it breaks a constraint, or is too big for SQLite."""

_LAST_TRANSACTION: Final = """
    SELECT max(at)
    FROM txn
"""
_NEW_TRANSACTION: Final = """
    INSERT INTO txn (at, origin, actor, session_uid)
    VALUES (:at, :origin, :actor, :session_uid)
"""
_ORIGIN: Final = """
    SELECT value
    FROM meta
    WHERE key = 'origin'
"""


class Snapshot:
    """A consistent view of the file: whoever holds one may read."""

    def __init__(self, connection: apsw.Connection, now: Instant) -> None:
        self._connection = connection
        self.now: Final = now

    def execute(self, sql: LiteralString, parameters: Parameters | None = None) -> Iterator[Row]:
        """Run one statement and return an iterator over its rows, as tuples."""
        return self._connection.execute(sql, parameters or {})

    def rows(self, sql: LiteralString, parameters: Parameters | None = None) -> list[Row]:
        """Return all rows, as tuples."""
        return self._connection.execute(sql, parameters or {}).fetchall()

    def row(self, sql: LiteralString, parameters: Parameters | None = None) -> Row | None:
        """Return the first row, or None."""
        return self._connection.execute(sql, parameters or {}).fetchone()

    def value(self, sql: LiteralString, parameters: Parameters | None = None) -> Any:
        """Return the first column of the first row, or None."""
        row = self._connection.execute(sql, parameters or {}).fetchone()
        return None if row is None else row[0]

    def dicts(self, sql: LiteralString, parameters: Parameters | None = None) -> list[dict[str, Any]]:
        """Return all rows as dictionaries by column name."""
        cursor = self._connection.execute(sql, parameters or {})
        names: list[str] = []
        found = []
        for row in cursor:
            # The description is only to be had while the statement runs.
            names = names or [column[0] for column in cursor.get_description()]
            found.append(dict(zip(names, row, strict=True)))
        return found


class Transaction(Snapshot):
    """A write in progress: whoever holds one may change the file, and everything in it has the same time."""

    def __init__(
        self, connection: apsw.Connection, now: Instant, *, origin: str, actor: str, session_uid: str | None
    ) -> None:
        super().__init__(connection, now)
        self.origin: Final = origin
        self.actor: Final = actor
        # May be told later, as long as nothing was written.
        self.session_uid = session_uid
        self._id: int | None = None

    @property
    def id(self) -> int:
        """The row in txn; made on first use, so that a call which changes no belief leaves no transaction."""
        if self._id is not None:
            return self._id
        self.execute(
            _NEW_TRANSACTION,
            {"at": self.now, "origin": self.origin, "actor": self.actor, "session_uid": self.session_uid},
        )
        made = self._connection.last_insert_rowid()
        self._id = made
        return made

    def changes(self) -> int:
        """Return how many rows the last statement changed."""
        return self._connection.changes()

    def inserted_id(self) -> int:
        """Return the integer key of the last inserted row."""
        return self._connection.last_insert_rowid()

    def many(self, sql: LiteralString, parameters: list[Parameters]) -> None:
        """Run one statement once per element of ``parameters``."""
        self._connection.executemany(sql, parameters)


class Database:
    """The file, opened once per process. Not opened before it is needed: make one where the first call comes."""

    def __init__(
        self,
        path: Path,
        clock: Clock,
        *,
        key: str | None = None,
        busy_timeout_ms: int = SERVER_BUSY_TIMEOUT_MS,
        before_migration: Callable[[apsw.Connection, int], object] | None = None,
    ) -> None:
        """Open or create ``path`` (0600 in a 0700 folder) and bring it to this program's schema.

        ``before_migration(connection, old_version)`` runs before an existing file is migrated: the place for a backup.
        Raises UnsupportedError, CorruptError, RefusedError or BusyError, and then has written nothing.
        """
        self.path: Final = path
        self.clock: Final = clock
        self._lock = threading.RLock()
        self._has_vectors = False
        self._patience = Patience(busy_timeout_ms)
        self._has_key = bool(key)
        with self._translated():
            self._connection = _open(path, key, self._patience)
            try:
                _configure(self._connection, path, busy_timeout_ms)
                migrate(
                    self._connection,
                    str(path),
                    before_first=lambda old: before_migration(self._connection, old) if before_migration else None,
                )
                self.origin: Final[str] = self._connection.execute(_ORIGIN).fetchone()[0]  # type: ignore[index]  # every migrated file has one
                self.is_read_only: Final = self._connection.readonly("main")
                """Whether the file could be opened for reading only: every write will be refused."""
            except BaseException:
                self._connection.close()
                raise

    @contextmanager
    def reading(self) -> Iterator[Snapshot]:
        """Hand out one consistent snapshot under ``query_only``: nothing in it can write."""
        with self._lock, self._translated():
            if self._connection.in_transaction:
                # Inside a writing() of the same thread: read what it sees.
                yield Snapshot(self._connection, self._now())
                return
            self._connection.execute("PRAGMA query_only = ON")
            self._connection.execute("BEGIN")
            try:
                yield Snapshot(self._connection, self._now())
            finally:
                self._connection.execute("ROLLBACK")
                self._connection.execute("PRAGMA query_only = OFF")

    @contextmanager
    def writing(self, actor: str, session_uid: str | None = None) -> Iterator[Transaction]:
        """Hand out one write transaction: committed when the block ends, undone when it raises.

        It takes the write lock at once (BEGIN IMMEDIATE), so it waits here or nowhere: BusyError after the time limit.
        """
        with self._lock, self._translated():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                last: Instant = self._connection.execute(_LAST_TRANSACTION).fetchone()[0] or 0  # type: ignore[index]  # an aggregate has one row
                now = max(self.clock.now(), last + 1)
                yield Transaction(self._connection, now, origin=self.origin, actor=actor, session_uid=session_uid)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

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
            _load_vector_extension(self._connection)
            self._has_vectors = True

    def data_version(self) -> tuple[int, int]:
        """Return a pair that changes whenever this or another process commits: what in-memory copies are checked by."""
        with self._lock:
            return int(self._connection.pragma("data_version")), self._connection.total_changes()

    def checkpoint(self, *, at_once: bool = False) -> bool:
        """Move the write-ahead log into the file and empty it; False when somebody was in the way for too long.

        ``at_once``: wait for nobody.
        """
        with self._lock, suppress(apsw.BusyError, apsw.LockedError):
            limit_ms = self._patience.limit_ms
            self._patience.limit_ms = 0 if at_once else limit_ms
            try:
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            finally:
                self._patience.limit_ms = limit_ms
            return True
        return False

    @contextmanager
    def connection(self) -> Iterator[apsw.Connection]:
        """Hand out the bare connection for what is no transaction: backup, integrity check, vacuum. Store only."""
        with self._lock, self._translated():
            yield self._connection

    def close(self, *, checkpoint: bool = True) -> None:
        """Close the file. What was acknowledged is already in it; without ``checkpoint`` the log stays as it is.

        A process that lives for one write would flush the disk twice more for it; commits of others move the log on.
        """
        with self._lock:
            if not checkpoint:
                self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            self._connection.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn SQLite's and the system's failures into ours, by class."""
        try:
            yield
        except (apsw.CorruptError, apsw.NotADBError) as exc:
            # Once it could be read, or its first page could, the key is the right one.
            if hasattr(self, "origin") or isinstance(exc, apsw.CorruptError):
                raise damaged(self.path, exc, hint=_DAMAGED) from exc
            raise unreadable(self.path, exc, has_key=self._has_key, hint=_DAMAGED) from exc
        except apsw.Error as exc:
            if (ours := _ours(exc, self.path)) is None:
                raise
            raise ours from exc

    def _now(self) -> Instant:
        last: Instant = self._connection.execute(_LAST_TRANSACTION).fetchone()[0] or 0  # type: ignore[index]  # an aggregate has one row
        return max(self.clock.now(), last)


def vector_library() -> Path:
    """Return where sqlite-vec's loadable library is, without importing its package (which imports numpy)."""
    import importlib.util  # noqa: PLC0415 - hooks never need it, and have no time

    spec = importlib.util.find_spec("sqlite_vec")
    if spec is None or spec.origin is None:
        raise UnsupportedError("sqlite-vec is not installed", hint="Reinstall memory-mcp-sqlite with its dependencies.")
    return Path(spec.origin).parent / "vec0"


def _load_vector_extension(connection: apsw.Connection) -> None:
    library = vector_library()
    try:
        connection.enable_load_extension(True)
        connection.load_extension(str(library))
    except apsw.ExtensionLoadingError as exc:
        raise UnsupportedError(
            f"sqlite-vec cannot be loaded from {library}: {exc}",
            hint="Reinstall sqlite-vec for this platform; until then search is lexical.",
        ) from exc
    finally:
        connection.enable_load_extension(False)


def _open(path: Path, key: str | None, patience: Patience) -> apsw.Connection:
    if not path.exists():
        _create_private(path)
    if is_writable(path):
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
    else:
        connection = apsw.Connection(_unchanging(path), flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    connection.set_busy_handler(patience)
    if key:
        connection.pragma("key", key)
    return connection


def _unchanging(path: Path) -> str:
    """Return how SQLite opens a file that may only be read, without making files beside it.

    They would be as unwritable as the file, and stay so when it is not any more. Where they are, they are used.
    """
    log, index = (path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))
    has_log = log.exists() and log.stat().st_size > 0
    if has_log and not index.exists():
        raise RefusedError(f"{path} cannot be written, and its newest changes are in {log.name}", hint=_writable(path))
    return f"{path.absolute().as_uri()}?{'mode=ro' if index.exists() and log.exists() else 'immutable=1'}"


def _writable(path: Path) -> str:
    return f"Make {path} and its folder writable for you (chmod u+w) and start again: it was opened to read only."


def _create_private(path: Path) -> None:
    """Create the file for its owner alone; SQLite would make it readable for all, and the WAL takes the file's mode."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as exc:
        raise RefusedError(f"{path} cannot be created: {exc.strerror}", hint=_LOCATION_HINT) from exc


def _configure(connection: apsw.Connection, path: Path, busy_timeout_ms: int) -> None:
    # Before anything is changed: is it ours at all?
    file_version(connection, str(path))
    if not connection.readonly("main") and connection.pragma("journal_mode") != "wal":
        _retry_while_busy(lambda: connection.pragma("journal_mode", "wal"), busy_timeout_ms)
    # An acknowledged write survives a power cut.
    connection.pragma("synchronous", "full")
    connection.pragma("foreign_keys", True)
    # What is deleted is overwritten: erased text must not stay readable on a free page.
    connection.pragma("secure_delete", True)
    # A log that once grew gives its space back.
    connection.pragma("journal_size_limit", 16 * 1024 * 1024)
    connection.pragma("cache_size", -16_000)


def _retry_while_busy(action: Callable[[], object], limit_ms: int) -> None:
    """SQLite does not call its busy handler for the switch to WAL: two first starts would meet."""
    deadline = time.monotonic() + limit_ms / 1_000
    while True:
        try:
            action()
        except apsw.BusyError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _ours(exc: apsw.Error, path: Path) -> MemoryMcpError | None:
    """Return what to tell of a failure of SQLite or the system; None where it is a defect of ours."""
    match exc:
        case apsw.BusyError() | apsw.LockedError():
            return BusyError(f"{path} is being written by another process", hint="Try the same call again.")
        case apsw.FullError():
            return RefusedError(
                f"the disk that holds {path} is full", hint="Free some space and repeat the call; nothing was written."
            )
        case apsw.ReadOnlyError() | apsw.PermissionsError():
            return RefusedError(f"{path} cannot be written: {exc}", hint=_writable(path))
        case apsw.CantOpenError() | apsw.IOError():
            return RefusedError(f"{path} cannot be opened: {exc}", hint=_LOCATION_HINT)
    return None
