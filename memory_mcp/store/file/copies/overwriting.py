"""Overwrite a file before its space is given back, so that the folder's disk does not keep the bytes.

A disk that writes elsewhere than it is told (an SSD, a file system that copies on write) may keep the old blocks.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

_BLOCK: Final = bytes(1 << 20)


def overwrite(path: Path) -> None:
    """Delete a file, if it is there, and overwrite it unless it has another name too."""
    with suppress(FileNotFoundError), path.open("rb+") as file:
        path.unlink()
        overwritten(file.fileno())


def overwritten(descriptor: int) -> bool:
    """Overwrite an open file that has no name any more; return whether that was so and could be done."""
    status = os.fstat(descriptor)
    if status.st_nlink:
        return False
    os.lseek(descriptor, 0, os.SEEK_SET)
    left = status.st_size
    with suppress(OSError):
        while left > 0:
            left -= os.write(descriptor, _BLOCK[:left])
        os.fsync(descriptor)
        return True
    return False
