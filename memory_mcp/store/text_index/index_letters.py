"""Write a text in the letters that the word index compares: small, without the marks that its tokenizer removes."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

import numpy as np

_MARKS: Final = re.compile("[\u0300-\u036f]+")
_LAST_ASCII: Final = 0x7F
# Bytes of a run that is worth remembering: a few letters.
_SHORT_RUN: Final = 12
_SIGMA: Final = "\u03a3"


def index_letters(text: str) -> str:
    """Return ``text`` without case and diacritics, as the index compares words."""
    return text.lower() if text.isascii() else index_bytes(text).decode("utf-8", "surrogatepass")


def index_bytes(text: str) -> bytes:
    """Return what ``index_letters`` returns, as UTF-8."""
    # Only a sigma has a small form that depends on the letters around it.
    raw = (text.lower() if _SIGMA in text else text).encode("utf-8", "surrogatepass").lower()
    if text.isascii():
        return raw
    beyond = np.frombuffer(b"\0" + raw + b"\0", np.uint8) > _LAST_ASCII
    edges = np.flatnonzero(beyond[1:] != beyond[:-1]).tolist()
    parts: list[bytes] = []
    end = 0
    # ASCII does not change beside other letters once marks are gone: a dash or an umlaut is a matter of its own.
    for start, stop in zip(edges[::2], edges[1::2], strict=True):
        parts += raw[end:start], _run(raw[start:stop])
        end = stop
    return b"".join([*parts, raw[end:]])


def _run(run: bytes) -> bytes:
    return _remembered(run) if len(run) <= _SHORT_RUN else _without_marks(run)


def _without_marks(run: bytes) -> bytes:
    letters = unicodedata.normalize("NFKD", run.decode("utf-8", "surrogatepass").lower())
    # Only the marks the index's tokenizer removes too.
    return unicodedata.normalize("NFC", _MARKS.sub("", letters)).encode("utf-8", "surrogatepass")


_remembered: Final = lru_cache(maxsize=4_096)(_without_marks)
