"""The standard streams are the client's; nothing else in this process may touch them.

A library that prints, in Python or in C, would break the protocol; a child that reads standard input would eat a
request. So the two descriptors are moved away before anything heavy is imported, and what is printed from then on
goes to standard error.
"""

from __future__ import annotations

import os
import sys
from typing import BinaryIO


def claim() -> tuple[BinaryIO, BinaryIO]:
    """Return the client's ends and leave the null device and standard error in their place.

    Text streams are set to UTF-8 whatever the locale, so that a print of any text cannot fail either.
    """
    source, sink = _moved(0, "rb"), _moved(1, "wb")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # started without standard error
        os.dup2(null, 1)
    os.close(null)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]  # always a TextIOWrapper here
    return source, sink


def _moved(descriptor: int, mode: str) -> BinaryIO:
    """Duplicate a descriptor; the copy is not inherited by children and is never closed under a blocked thread."""
    return os.fdopen(os.dup(descriptor), mode, closefd=False)  # type: ignore[return-value]  # mode is binary
