"""The standard streams belong to the client; nothing else in this process may use them.

A library that prints, in Python or in C, would break the protocol, and a child that reads standard input would take a
request. So this module moves the two descriptors away before anything heavy is imported. What is printed after that
goes to standard error.
"""

from __future__ import annotations

import os
import sys
from typing import BinaryIO


def claim() -> tuple[BinaryIO, BinaryIO]:
    """Return the client's ends: the source to read from and the sink to write to.

    The null device and standard error take their place. Text streams become UTF-8 whatever the locale, so that printing
    any text works. Raises OSError when standard input or output is closed.
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
