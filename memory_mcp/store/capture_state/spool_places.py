"""Where events wait: beside the file, or, where that cannot be, in the system's folder for running programs."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

from memory_mcp.keys.private_folders import is_planted, refuse_planted
from memory_mcp.language.digests import blake2b

_NAME: Final = "memory-mcp-sqlite"
_NOT_KEPT: Final = "not-kept"
_MOST_LINES: Final = 10_000
_MOST_EMPTY: Final = 1_000
_IN_MEMORY: Final = frozenset({"tmpfs", "ramfs"})


def second_place(db_path: Path, *, in_memory: bool = False) -> Path | None:
    """Return the folder of this memory in the runtime folder, made or not; None where there is none.

    ``in_memory``: only where the system keeps it in memory until its user leaves, as Linux mostly does.
    """
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if not Path(runtime).is_absolute():
        runtime = f"/run/user/{os.getuid()}" if hasattr(os, "getuid") else ""
    if not runtime or not Path(runtime).is_dir():
        if in_memory:
            return None
        # macOS and Windows give each user a folder of his own in these.
        owner = os.getuid() if hasattr(os, "getuid") else "user"
        runtime = os.path.join(os.environ.get("TMPDIR") or os.environ.get("TEMP") or "/tmp", f"{_NAME}-{owner}")  # noqa: PTH118, S108 - a string like the others; looked at before it is used
    elif in_memory and not lies_in_memory(runtime):
        return None
    name = blake2b(str(db_path).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return Path(runtime) / _NAME / f"{name}-spool"


def lies_in_memory(folder: str) -> bool:
    """Whether a folder's file system is one that Linux keeps in memory; in a container it may be the disk's."""
    try:
        device = os.stat(folder).st_dev  # noqa: PTH116 - a string like the others
        with open("/proc/self/mountinfo", encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - as above
            mounts = [line.partition(" - ") for line in file]
    except OSError:
        return False
    number = f"{os.major(device)}:{os.minor(device)}"
    kinds = {kind.split()[0] for mount, _, kind in mounts if mount.split()[2] == number and kind}
    return bool(kinds) and kinds <= _IN_MEMORY


def places(spool_dir: Path, db_path: Path) -> list[Path]:
    """Return the folders that are there: beside the file, and the second place where nobody else can write it.

    A link beside the file that somebody else made is none.
    """
    is_there = os.path.exists(spool_dir)  # noqa: PTH110 - no error where it may not be looked for
    found = [spool_dir] if is_there and not is_planted(spool_dir) else []
    second = second_place(db_path)
    if second is not None and is_own(second):
        found.append(second)
    return found


def make_own(folder: Path) -> None:
    """Make a folder of mode 0700 with its parent; raise OSError where somebody else could write into it."""
    for path in (folder.parent.parent, folder.parent, folder):
        path.mkdir(mode=0o700, exist_ok=True)
    if not is_own(folder):
        raise PermissionError(f"{folder} belongs to somebody else")


def is_own(folder: Path) -> bool:
    """Whether a second place and the two folders above it are there, no links, and closed to everybody else."""
    try:
        found = [path.lstat() for path in (folder, folder.parent, folder.parent.parent)]
    except OSError:
        return False
    return all(
        stat.S_ISDIR(one.st_mode)
        and (not hasattr(os, "getuid") or (one.st_uid == os.getuid() and one.st_mode & 0o077 == 0))
        for one in found
    )


def note_not_kept(spool_dir: Path, db_path: Path, why: str) -> None:
    """Note that an event was lost, and why, in the first place that takes a line; never what it said.

    Where no place takes one, as on a full disk, an empty file, which needs no room, stands for the event. Its name has
    the number of the error that kept the line out.
    """
    line = " ".join(why.split())[:300] + "\n"
    second = second_place(db_path)
    refused: dict[Path, int] = {}
    for folder in [spool_dir] if second is None else [spool_dir, second]:
        try:
            if folder is second:
                make_own(folder)
            else:
                folder.mkdir(mode=0o700, exist_ok=True)
                refuse_planted(folder)
            # The reason may quote a path, which is nobody else's to read.
            (folder / _NOT_KEPT).touch(0o600)
            with (folder / _NOT_KEPT).open("a", encoding="utf-8", errors="replace") as file:
                file.write(line)
        except OSError as exc:
            refused[folder] = exc.errno or 0
        else:
            return
    for folder, number in refused.items():
        if not is_own(folder) if folder is second else is_planted(folder):
            continue
        with suppress(OSError):
            if len(_empty_files(folder)) < _MOST_EMPTY:
                (folder / f"{_NOT_KEPT}-{number}-{os.getpid()}-{os.urandom(4).hex()}").touch(0o600, exist_ok=False)
            return


def take_not_kept(folders: list[Path]) -> tuple[int, str]:
    """Return how many events were lost since this was asked last, and why the last one was; forget them.

    Of each folder at most 1,000 are told of that an empty file stands for, and 10,000 of which a line says why.
    """
    lines: list[str] = []
    for folder in folders:
        for empty in _empty_files(folder):
            lines.append(_why(empty))
            with suppress(OSError):
                empty.unlink()
        with suppress(OSError):
            path = folder / _NOT_KEPT
            lines += path.read_text(encoding="utf-8", errors="replace").splitlines()[:_MOST_LINES]
            path.unlink()
    return len(lines), lines[-1] if lines else ""


def _empty_files(folder: Path) -> list[Path]:
    """Return the files that stand for lost events, up to as many as are kept; none where they cannot be listed."""
    with suppress(OSError):
        return list(islice(folder.glob(f"{_NOT_KEPT}-*"), _MOST_EMPTY))
    return []


def _why(empty: Path) -> str:
    """Return why the event was lost that an empty file stands for: only a full disk is known to be the reason."""
    number = empty.name.removeprefix(f"{_NOT_KEPT}-").partition("-")[0]
    full = {str(one): one for one in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))}
    return os.strerror(full[number]) if number in full else "it could not be written"
