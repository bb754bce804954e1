"""Say why a file cannot be read: it is encrypted, it is not encrypted, it has another key, or it is damaged."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Literal, TypeAlias

from memory_mcp.errors import CorruptError, MemoryMcpError, RefusedError
from memory_mcp.keys.change_lock import being_changed, is_being_changed

GivenKey: TypeAlias = Literal["none", "whole", "with a blank at an end"]
"""What is known of a key where it opens nothing: a blank is a part of it, and nobody sees it."""
SEALED: Final = ".sealed"
"""How the name of an encrypted file ends that is not a memory itself: an export, or an event that waits."""

_PLAIN: Final = b"SQLite format 3\0"
_SETTINGS: Final = "MEMORY_DB_KEY, MEMORY_DB_KEY_FILE or MEMORY_DB_KEYCHAIN"
_UNTOUCHED: Final = "Nothing was written."


def is_plain(path: Path) -> bool:
    """Whether the file begins as an SQLite file without encryption does; an empty one, or what is no file, is too.

    Closing the file again drops the locks this process holds on it: only for a file it could not open.
    """
    if not os.path.isfile(path):  # noqa: PTH113 - no error in a folder that may not be entered
        return True  # opening a pipe would wait for a writer
    try:
        with path.open("rb") as file:
            start = file.read(len(_PLAIN))
    except OSError:
        return True
    return start in {b"", _PLAIN}


class WrongKeyError(RefusedError):
    """The file is there, and the key that is given does not open it."""


def as_given(key: str | None) -> GivenKey:
    """Return what is to be known of a key."""
    if not key:
        return "none"
    return "whole" if key == key.strip() else "with a blank at an end"


def unreadable(path: Path, reason: Exception, key: GivenKey, *, hint: str) -> MemoryMcpError:
    """Return what to tell about a file whose first page cannot be read; ``hint`` is for where no key would help."""
    if is_being_changed(path):
        return being_changed(path)
    if is_plain(path):
        if key == "none":
            return damaged(path, reason, hint=hint)
        return RefusedError(
            f"{path} is not encrypted, but a key is given",
            hint=f"Unset {_SETTINGS} to use it as it is, or encrypt it: memory-mcp key init. {_UNTOUCHED}",
        )
    if key != "none":
        has_blanks = key == "with a blank at an end"
        blanks = "The key here begins or ends with a blank, which is a part of it. " if has_blanks else ""
        return WrongKeyError(
            f"{path} is encrypted with another key, or not an SQLite file",
            hint=f"{blanks}Check {_SETTINGS}, start the client anew if the key was changed, or ask memory-mcp key "
            f"test. {_UNTOUCHED}",
        )
    return RefusedError(
        f"{path} is encrypted, or not an SQLite file",
        hint=f"Set {_SETTINGS}: none is set here. {hint and f'If the file never had a key: {hint} '}{_UNTOUCHED}",
    )


def damaged(path: Path, reason: Exception, *, hint: str) -> CorruptError:
    """Return what to tell about a file that no key would mend."""
    return CorruptError(f"{path} is damaged: {reason}", hint=f"{hint} {_UNTOUCHED}".lstrip())
