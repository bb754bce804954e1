"""The letters of a text: in small ones, each at its place, and which of them make up long words."""

from __future__ import annotations

from string import ascii_letters, digits
from typing import Final

_TWO_SMALL: Final = "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}"
# Its small form depends on what stands around it.
_FINAL: Final = "\N{GREEK CAPITAL LETTER SIGMA}"
_ASCII: Final = bytes(range(128))
# From so many capitals beyond ASCII on, it takes less time to ask each letter of the text for its small form.
_MANY: Final = 6


def folded(text: str) -> str:
    """Return a text in small letters; the positions stay those of the text, and a surrogate stands for no character."""
    if text.isascii():
        return text.lower()
    encoded = text.encode("utf-8", "replace")
    capitals = {letter: letter.lower() for letter in beyond_ascii(encoded) if letter.lower() != letter}
    if len(capitals) > _MANY or _FINAL in capitals:
        # No letter but this one has two as its small form.
        return encoded.decode("utf-8").replace(_TWO_SMALL, "i").lower()
    small = encoded.lower().decode("utf-8")
    for capital, letter in capitals.items():
        small = small.replace(capital, "i" if capital == _TWO_SMALL else letter)
    return small


def beyond_ascii(encoded: bytes) -> set[str]:
    """Return the characters beyond ASCII of a text in UTF-8, in less time than it takes to look for two of them."""
    return set(encoded.translate(None, _ASCII).decode("utf-8"))


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
