"""Tell what of a file is no text: bytes that are not UTF-8 come in as U+FFFD, and its report names them."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Final, TextIO

from memory_mcp.transfer.model.input import Input

_AS_SURROGATES: Final = "surrogateescape"
_CHUNK: Final = 1_000_000
# What a byte that cannot be decoded becomes under that error handler.
_UNDECODED: Final = re.compile("[\udc80-\udcff]")


def in_file(source: Input) -> str:
    """Return what a report says of the bytes of a file that are not UTF-8, empty where all are or it is UTF-16.

    The file is read once more. Raises RefusedError for one that cannot be read.
    """
    with source.open(errors=_AS_SURROGATES) as file:
        return _problem(file)


def in_page(page: Path) -> str:
    """Return the same for a page, which is never read as UTF-16; empty for one that cannot be read."""
    with suppress(OSError), page.open(encoding="utf-8", errors=_AS_SURROGATES, newline="\n") as file:
        return _problem(file)
    return ""


def _problem(file: TextIO) -> str:
    count, first, line = 0, 0, 1
    while chunk := file.read(_CHUNK):
        for found in () if _is_text(chunk) else _UNDECODED.finditer(chunk):
            first = first or line + chunk.count("\n", 0, found.start())
            count += 1
        line += chunk.count("\n")
    if not count:
        return ""
    are = "1 byte is" if count == 1 else f"{count:,} bytes are"
    return f"{are} not UTF-8, from line {first} on; each is stored as U+FFFD: save the file as UTF-8 first"


def _is_text(chunk: str) -> bool:
    """Whether a piece of a file was decoded whole: much faster than a search, and nearly all are."""
    try:
        chunk.encode()
    except UnicodeEncodeError:
        return False
    return True
