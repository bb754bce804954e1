"""Give memory that the C library has freed back to the system, and keep its heap small."""

from __future__ import annotations

import ctypes
import sys
from typing import Final

# Of glibc's malloc.h.
_ARENA_MAX: Final = -8
_MMAP_THRESHOLD: Final = -3
_OWN_PAGES: Final = 512 * 1024
"""Bytes from which on an allocation has pages of its own, which go back to the system as soon as it is freed."""


def give_back() -> None:
    """Give back what can be, where the C library has a call for it (Linux): tens of MB after large arrays."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):
        trim(0)


def keep_heap_small() -> None:
    """Let threads that begin from now on share one heap, and keep large arrays out of it, where both can be (Linux).

    glibc gives threads a heap each, and what one frees another cannot use: of 207 to 234 MB after 60 searches among
    10,000 rows 202 were left. It also lifts the size from which an allocation has pages of its own to that of the
    largest one freed, so the arrays from which the networks are filled would leave holes in the heap: of 263 MB after
    as many searches with reading 251 are left. A search takes as long. glibc's documentation of ``mallopt`` has the
    numbers.
    """
    if sys.platform == "linux" and (mallopt := getattr(ctypes.CDLL(None), "mallopt", None)):
        mallopt(_ARENA_MAX, 1)
        mallopt(_MMAP_THRESHOLD, _OWN_PAGES)
