"""The long words of a text, of which tokens are made."""

from __future__ import annotations

from string import ascii_letters, digits
from typing import Final

_LEAST_LONG: Final = 18
_IN_A_TOKEN: Final = frozenset((ascii_letters + digits + "_-.+/=~$!:%").encode())
_SHAPE: Final = bytes(ord("x") if code in _IN_A_TOKEN else ord(" ") for code in range(256))


def long_words(text: str) -> list[tuple[int, int]]:
    """Return from where to where runs of characters reach of which tokens are made, long enough for one.

    Their class is looked at instead of the characters: a run is then a literal, found as fast as the memory is read.
    """
    shape = text.encode("latin-1", "replace").translate(_SHAPE) + b" "
    words = []
    start = shape.find(b"x" * _LEAST_LONG)
    while start >= 0:
        end = shape.index(b" ", start)
        words.append((start, end))
        start = shape.find(b"x" * _LEAST_LONG, end)
    return words
