"""Text in which everything can be seen: what controls a terminal or turns the direction of writing is escaped."""

from __future__ import annotations

import unicodedata
from typing import Final

# What nobody sees: controls, formats (turns of direction, tags), surrogates, private, unassigned, breaks.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Scripts and emoji are written with these.
_JOINERS: Final = frozenset("\u200c\u200d")


def visible(text: str, kept: str = "\t\n") -> str:
    r"""Return the text with every unseen character as ``\x1b`` or ``\u202e``, but for those in ``kept``.

    A joiner behind a letter or sign that is not ASCII is how that is written, and stays.
    """
    if text.isprintable():
        return text
    pairs = zip(" " + text, text, strict=False)
    return "".join(one if one in kept else _seen(before, one) for before, one in pairs)


def _seen(before: str, character: str) -> str:
    is_writing = character in _JOINERS and not before.isascii()
    if is_writing or unicodedata.category(character) not in _UNSEEN:
        return character
    return f"\\x{ord(character):02x}" if character <= "\xff" else f"\\u{ord(character):04x}"
