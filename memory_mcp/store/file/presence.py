"""Check that the file a process holds, and its write-ahead log, are still the ones at its path.

Somebody may move or delete the file under a running process, and a program that synchronises folders may delete the
log. SQLite would go on writing into files that have no name any more, and acknowledge it.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

import apsw

from memory_mcp.errors import MemoryMcpError, RefusedError
from memory_mcp.keys.change_lock import being_changed, is_being_changed
from memory_mcp.store.file.atomic_files import is_allowed
from memory_mcp.store.file.cut_short import Cut, Lengths

_Identity: TypeAlias = tuple[int, int]
Missing: TypeAlias = Literal["file", "log"]
_NONE: Final = -1
LOCATION_HINT: Final = "Check that the folder exists, is writable and has space, or set MEMORY_DB_PATH."
_OWNER_HINT: Final = "Make it and its folder yours again (a run with sudo makes them root's), or set MEMORY_DB_PATH."


class Presence(NamedTuple):
    """The file as it was opened: where it is, and which file and log that was (device and number of the inode)."""

    path: str
    file: _Identity | None
    log: _Identity | None
    log_index: _Identity | None
    lengths: Lengths | None

    def missing(self) -> Missing | None:
        """Return what is not at its path any more, or another than was opened; None while all is there. Takes 5 us."""
        if _identity(self.path) != self.file:
            return "file"
        if self.log is not None and (_identity(f"{self.path}-wal"), _identity(f"{self.path}-shm")) != (
            self.log, self.log_index,
        ):  # fmt: skip
            return "log"
        return None

    def is_behind_a_link(self) -> bool:
        """Whether the file was moved and a symbolic link to it left: whoever opens it now has its log elsewhere."""
        with suppress(OSError):
            found = os.stat(self.path)  # noqa: PTH116 - as below
            return os.path.islink(self.path) and (found.st_dev, found.st_ino) == self.file  # noqa: PTH114 - as below
        return False

    def is_whole(self) -> bool:
        """Whether nothing is missing and nothing was cut short."""
        return self.missing() is None and (self.lengths is None or self.lengths.cut() is None)

    def cut(self) -> Cut | None:
        """Return what was cut short at its path; None while nothing is, or something is missing. Takes 20 us."""
        return None if self.lengths is None or self.missing() else self.lengths.cut()

    def note(self) -> None:
        """Remember how long the log is after a commit."""
        if self.lengths is not None:
            self.lengths.note()

    def rescues(self, connection: apsw.Connection) -> bool:
        """Move a log that is gone, still open, into the file, unless another process has begun one; whether it is."""
        if self.has_new_log():
            return False
        with suppress(apsw.BusyError, apsw.LockedError):
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_FULL)
            return True
        return False

    def mends(self, connection: apsw.Connection, cut: Cut) -> bool:
        """Make good what was cut short; whether that could be: of the file itself, never."""
        if self.lengths is None or cut == "file":
            return False
        if cut == "log":
            return self.lengths.rescue(connection)
        self.lengths.restore_index()
        return True

    def has_new_log(self) -> bool:
        """Whether another process has begun a log of its own since ours was taken away."""
        real = os.path.realpath(self.path)
        return any(_identity(real + suffix) not in (None, old) for suffix, old in self._beside())

    def _beside(self) -> list[tuple[str, _Identity | None]]:
        return [("-wal", self.log), ("-shm", self.log_index)]


def presence_of(path: Path) -> Presence:
    """Return which file is open at ``path``. SQLite keeps the log beside the file that a symbolic link leads to."""
    real = os.path.realpath(path)
    log, index = _identity(f"{real}-wal"), _identity(f"{real}-shm")
    return Presence(real, _identity(real), log, index, Lengths(real, log, index) if log and index else None)


def displaced(path: Path, missing: Missing, *, is_rescued: bool) -> MemoryMcpError:
    """Return what to tell a writer whose file or log is gone; ``is_rescued``: what the log held is in the file."""
    if missing == "file":
        # What is there now may have a log with rows that nothing else holds: nobody is told to delete that.
        if is_being_changed(path):
            return being_changed(path)
        hint = "Another file is there now, as after a key change or a restore. Call again: it is then opened anew."
        if not os.path.lexists(os.path.realpath(path)):
            hint = "Put it back, or a backup of it, and call again; to begin an empty one, delete its log too."
        return RefusedError(
            f"{path} was moved, replaced or deleted while it was in use; nothing was written", hint=hint
        )
    kept = "what it held is in the file" if is_rescued else "what was written in the last seconds may be lost"
    return RefusedError(
        f"the write-ahead log of {path} was deleted while it was in use: {kept}; this call wrote nothing",
        hint="Call again. Keep the file out of folders that a program synchronises.",
    )


def cut_short(path: Path, cut: Cut, *, advice: str) -> RefusedError:
    """Return what to tell where the file or its log was cut short; ``advice``: what helps where it was the file."""
    if cut == "file":
        return RefusedError(f"{path} was cut short while it was in use; nothing was written", hint=advice)
    if cut == "index":
        what = f"the index of the write-ahead log of {path} was cut short while it was in use, and is made anew"
        return RefusedError(f"{what}; this call wrote nothing", hint="Call again.")
    return RefusedError(
        f"the write-ahead log of {path} was cut short while it was in use: what was written in the last seconds may be "
        "lost; this call wrote nothing",
        hint="Call again; if this comes again, close all clients that use this memory and start them anew.",
    )


def refuse_cut_off(path: Path) -> None:
    """Raise RefusedError for a file without a byte, or none, whose log holds some: SQLite would delete the log."""
    if is_away(path):
        log = Path(f"{os.path.realpath(path)}-wal").name
        raise RefusedError(
            f"{path} is not there, and its write-ahead log is: it was moved or deleted",
            hint=f"Put it back, or a backup by `memory-mcp restore PATH`; to begin anew, delete {log}.",
        )
    if is_cut_off(path):
        raise RefusedError(
            f"{path} is empty and its write-ahead log is not: it was cut short",
            hint="`memory-mcp repair` saves what the log holds, `memory-mcp restore PATH` brings a backup back.",
        )


def is_missing(path: Path) -> bool:
    """Whether nothing is at a path, neither a file nor the log of one; not where that cannot be looked at."""
    try:
        path.stat()
    except PermissionError:
        return False
    except OSError as exc:
        # Nothing can be made in the place of a circle of links.
        return exc.errno != errno.ELOOP and not is_away(path)
    return False


def refuse_unmakeable(path: Path) -> None:
    """Raise RefusedError where no file can be made at a path, since nothing may be put into the folder for it."""
    folder = next((one for one in Path(os.path.realpath(path)).parents if one.exists()), None)
    if folder is not None and not is_allowed(folder, os.W_OK | os.X_OK):
        raise RefusedError(f"{path} cannot be created: you cannot write into {folder}", hint=LOCATION_HINT)


def refuse_unreadable(path: Path) -> None:
    """Raise RefusedError where this process may not read the file or its log; what ``refuse_what_is_no_file`` raises.

    Where there is no file it raises nothing.
    """
    refuse_what_is_no_file(path)
    if (closed := _closed(path)) is not None:
        raise closed


def cannot_be_opened(path: Path, reason: Exception) -> RefusedError:
    """Return what to tell where SQLite cannot open the file or its log: which of them somebody else's run left."""
    return _closed(path) or RefusedError(f"{path} cannot be opened: {reason}", hint=LOCATION_HINT)


def _closed(path: Path) -> RefusedError | None:
    """Return what to tell of a file or log that may not be read, None where each may."""
    # The log of a file behind a link lies beside the file.
    real = Path(os.path.realpath(path))
    for one in (real, *(real.with_name(real.name + suffix) for suffix in ("-wal", "-shm"))):
        if os.path.exists(one) and not is_allowed(one, os.R_OK):  # noqa: PTH110 - no error
            return RefusedError(f"{path} cannot be opened: you may not read {one.name}", hint=_OWNER_HINT)
    return None


def is_away(path: Path) -> bool:
    """Whether there is no file at a path, but a log that holds something: that of a file that was moved or deleted."""
    real = os.path.realpath(path)
    # The log first: whoever makes the file at this moment writes it before the log.
    return _length(f"{real}-wal") > 0 and not os.path.lexists(real)


def is_cut_off(path: Path) -> bool:
    """Whether nothing is left of the file, but of its log."""
    real = os.path.realpath(path)
    # The log first: whoever makes the file at this moment writes it before the log.
    return _length(f"{real}-wal") > 0 and _length(real) == 0


def is_empty(path: Path) -> bool:
    """Whether nothing was ever written into the file."""
    return _length(str(path)) == 0


def _length(path: str) -> int:
    """Return how many bytes a file has, ``_NONE`` for what is none or gone by now."""
    try:
        found = Path(path).stat()
    except OSError:
        return _NONE
    return found.st_size if stat.S_ISREG(found.st_mode) else _NONE


def refuse_what_is_no_file(path: Path) -> None:
    """Raise RefusedError for a folder, pipe, socket, device or circle of links: opening some would wait for ever.

    And for what is in a folder that may not be entered.
    """
    try:
        mode = path.stat().st_mode
    except PermissionError as exc:
        raise RefusedError(f"{path} cannot be reached: {exc.strerror}", hint=_OWNER_HINT) from exc
    except OSError as exc:
        if exc.errno != errno.ELOOP:
            return
        mode = 0
    if not stat.S_ISREG(mode):
        raise RefusedError(f"{path} is no regular file", hint="Set MEMORY_DB_PATH to a file, there already or not yet.")


def _identity(path: str) -> _Identity | None:
    try:
        # A link that was put in the place of the file leads elsewhere, though perhaps to the same file.
        found = os.lstat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
