"""Make folders for what is this program's: nobody but their owner may look into them, or put something there."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_OWNER_ALONE: Final = 0o700


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, of mode 0700; those that are there stay as they are.

    The mode that ``Path.mkdir`` is given is not that of the folders above. Raises OSError where one cannot be made.
    """
    try:
        folder.mkdir(mode=_OWNER_ALONE, exist_ok=True)
    except FileNotFoundError:
        if folder == folder.parent:
            raise
        make_private(folder.parent)
        folder.mkdir(mode=_OWNER_ALONE, exist_ok=True)
