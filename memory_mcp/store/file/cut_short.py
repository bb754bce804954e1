"""Tell whether a file that is open here was cut short in place: its name and number stay, its content is gone.

SQLite notices neither: it goes on writing behind the hole and acknowledges it, and a log whose first frames are gone is
worth nothing after a restart. The index of the log says how long the log must be; its layout is published (SQLite,
"WAL-mode File Format", sections 2.1 and 2.2: https://sqlite.org/walformat.html).
"""

from __future__ import annotations

import os
import struct
from contextlib import suppress
from typing import Final, Literal, NamedTuple, TypeAlias

import apsw

_Identity: TypeAlias = tuple[int, int]
Cut: TypeAlias = Literal["file", "log", "index"]

_HEADER_BYTES: Final = 48
_INDEX_BYTES: Final = 100
_INDEX_REGION: Final = 32 * 1024
_LOG_HEADER_BYTES: Final = 32
_FRAME_HEADER_BYTES: Final = 24
_SALT: Final = slice(32, 40)
_SALT_IN_LOG: Final = slice(16, 24)
# Whether it is in use, the size of a page (1 for 65,536), the frames in the log, and the pages of the memory.
_STATE: Final = struct.Struct("=12xBxHII")
_MOVED: Final = struct.Struct("=96xI")
_TRIES: Final = 50


class LogState(NamedTuple):
    """What the index says of the log: its frames, how many of them are in the file as well, and its mark."""

    frames: int
    moved: int
    pages: int
    page_size: int
    salt: bytes

    @property
    def length(self) -> int:
        """The bytes that the log must have at least."""
        return _LOG_HEADER_BYTES + self.frames * (_FRAME_HEADER_BYTES + self.page_size) if self.frames else 0


class Lengths:
    """How long the file, its log and the index of the log have to be, by what was seen of them so far."""

    def __init__(self, path: str, log: _Identity, index: _Identity) -> None:
        self.path = path
        self.log = log
        self.index = index
        self.file_bytes = self.log_bytes = 0
        self.index_bytes = _INDEX_REGION
        # Whether every page stands in the log once more, behind what is gone of it.
        self.is_rewritten = False
        self._log_descriptor = self._index_descriptor = -1

    def cut(self) -> Cut | None:
        """Return what is shorter than it must be, None while nothing is; notes what has grown. Takes 15 us."""
        for _ in range(_TRIES):
            before = self._index_read()
            found = self._cut(before)
            # Where another process began the log anew meanwhile, its index was changed first.
            if found is None or before == self._index_read():
                return found
        return None

    def state(self) -> LogState | None:
        """Return what the index says; None where it is not to be read, or SQLite has to make it anew."""
        return _parsed(self._index_read())

    def note(self) -> None:
        """Remember how long the log must be by now: after a commit."""
        state = self.state()
        self.log_bytes = 0 if state is None else state.length

    def rescue(self, connection: apsw.Connection) -> bool:
        """Move what a log held that was cut short into the file, from the pages in memory; False where that fails.

        A page that is neither in memory nor in the file cannot be read, and nothing is changed then. Not where
        somebody wrote behind what is gone: what is gone reads as zeros there.
        """
        state = self.state()
        if state is None:
            return False
        with suppress(apsw.Error):
            if state.moved < state.frames and not self.is_rewritten:
                if _size(f"{self.path}-wal") >= state.length:
                    return False
                connection.execute("VACUUM")
                self.is_rewritten = True
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            self.is_rewritten = False
        return self.cut() is None

    def restore_index(self) -> None:
        """Give the index its length back, as zeros: SQLite makes it anew from the log, as after a crash."""
        os.truncate(f"{self.path}-shm", self.index_bytes)

    def has_log_beginning(self, state: LogState) -> bool:
        """Whether the log still begins as its index says; else it was cut and written behind, or overwritten."""
        self._log_descriptor, head = _read(self._log_descriptor, self.log, _LOG_HEADER_BYTES)
        return self._log_descriptor < 0 or head[_SALT_IN_LOG] == state.salt

    def _cut(self, index: bytes | None) -> Cut | None:
        file_bytes, log_bytes, index_bytes = (_size(self.path + suffix) for suffix in ("", "-wal", "-shm"))
        state = _parsed(index)
        is_all_moved = state is not None and state.pages > 0 and state.moved >= state.frames
        if file_bytes < (state.pages * state.page_size if state and is_all_moved else self.file_bytes):
            return "file"
        if index_bytes < self.index_bytes:
            # Its log can only be compared with what was known of it.
            return "log" if log_bytes < self.log_bytes else "index"
        if state and state.frames and (log_bytes < state.length or not self.has_log_beginning(state)):
            return "log"
        self.file_bytes, self.index_bytes = file_bytes, index_bytes
        return None

    def _index_read(self) -> bytes | None:
        self._index_descriptor, read = _read(self._index_descriptor, self.index, _INDEX_BYTES)
        return None if self._index_descriptor < 0 else read


def _parsed(index: bytes | None) -> LogState | None:
    if index is None or len(index) < _INDEX_BYTES or index[:_HEADER_BYTES] != index[_HEADER_BYTES : 2 * _HEADER_BYTES]:
        return None
    is_in_use, page_size, frames, pages = _STATE.unpack_from(index)
    if not is_in_use:
        return None
    return LogState(frames, _MOVED.unpack_from(index)[0], pages, 65_536 if page_size == 1 else page_size, index[_SALT])


def _read(descriptor: int, identity: _Identity, size: int) -> tuple[int, bytes]:
    """Read the beginning of a file through the descriptor that SQLite has of it; -1 where there is none to be found.

    To open it here, and close it again, would give up the locks that SQLite holds on it.
    """
    if not hasattr(os, "pread"):
        return -1, b""
    if not _is_of(descriptor, identity):
        descriptor = next((number for number in _descriptors() if _is_of(number, identity)), -1)
    return descriptor, os.pread(descriptor, size, 0) if descriptor >= 0 else b""


def _is_of(descriptor: int, identity: _Identity) -> bool:
    try:
        found = os.fstat(descriptor)
    except OSError:
        return False
    return (found.st_dev, found.st_ino) == identity


def _descriptors() -> list[int]:
    with suppress(OSError):
        return [int(name) for name in os.listdir("/dev/fd")]  # noqa: PTH208 - names alone
    return []


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116 - before each commit, without a Path's detour
    except OSError:
        return 0
