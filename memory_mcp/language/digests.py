"""BLAKE2b as Python has it itself: ``hashlib`` hands out the same, and loads OpenSSL for the others.

That takes a process 4 ms, where loading SQLite's library takes 18.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # An interpreter that was built without it.
    from hashlib import blake2b

__all__ = ["blake2b"]
