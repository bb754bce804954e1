"""What the C library keeps of freed arrays, given back to the system."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> None:
    """Give back what can be, where the C library has a call for it (Linux): tens of MB after large arrays."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):
        trim(0)
