"""Make folders for what is this program's: nobody but their owner may look into them, or put something there."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

_OWNER_ALONE: Final = 0o700
_ROOT: Final = 0


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, of mode 0700; those that are there stay as they are.

    The mode that ``Path.mkdir`` is given is not that of the folders above. Raises OSError where one cannot be made, and
    where a link of somebody else stands there.
    """
    try:
        folder.mkdir(mode=_OWNER_ALONE, exist_ok=True)
    except FileNotFoundError:
        if folder == folder.parent:
            raise
        make_private(folder.parent)
        folder.mkdir(mode=_OWNER_ALONE, exist_ok=True)
    refuse_planted(folder)


def refuse_planted(folder: Path) -> None:
    """Raise PermissionError where a link of somebody else stands in the place of a folder."""
    if is_planted(folder):
        raise PermissionError(errno.EPERM, f"{folder} is a link that somebody else made")


def is_planted(folder: Path) -> bool:
    """Whether a link of somebody else stands in the place of a folder: it is neither ours nor the system's.

    Who owns the folder above may put there what he likes. Windows says of no link whose it is.
    """
    try:
        link = os.lstat(folder)
        if not stat.S_ISLNK(link.st_mode) or not hasattr(os, "getuid"):
            return False
        return link.st_uid not in (os.getuid(), _ROOT, os.stat(folder.parent).st_uid)  # noqa: PTH116 - as lstat
    except OSError:
        return False
