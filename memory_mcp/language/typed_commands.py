"""Write commands as a person types them into a shell; a name or a path in them may be anything."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable
from typing import Final

_OUTSIDE: Final = re.compile(r"['\\]")


def typed(command: str, *given: str) -> str:
    """Return a command of this program with what is given to it, quoted where a shell needs that.

    ``--`` stands before what would be taken for an option.
    """
    marked = ["--"] if any(one.startswith("-") for one in given) else []
    return joined(["memory-mcp", *command.split(), *marked, *given])


def joined(words: Iterable[str]) -> str:
    """Return words as one line for sh, bash, zsh and fish."""
    return " ".join(map(quoted, words))


def quoted(word: str) -> str:
    """Return a word as each of these shells takes it whole.

    Quotes and backslashes stand outside of quotes: fish takes a backslash within them for one with what follows.
    """
    # On Windows a backslash stands in every path, and PowerShell takes it as it is.
    if "\\" not in word or os.name == "nt":
        return shlex.quote(word)
    return "'" + _OUTSIDE.sub(r"'\\\g<0>'", word) + "'"
