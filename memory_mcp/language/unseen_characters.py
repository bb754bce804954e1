"""Escape characters that are not seen: those that control a terminal or turn the direction of writing."""

from __future__ import annotations

import json
import unicodedata
from typing import Any, Final

# What nobody sees: controls, formats (turns of direction, tags), surrogates, private, unassigned, breaks.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Scripts and emoji are written with these.
_JOINERS: Final = frozenset("\u200c\u200d")
# What ends a line, and the mark that files begin with: data has them as they are, for they steer and hide nothing.
_OF_DATA: Final = "\t\n\r\u2028\u2029\ufeff"


def visible(text: str, kept: str = "\t\n") -> str:
    r"""Return the text with every unseen character as ``\x1b`` or ``\u202e``, but for those in ``kept``.

    A joiner behind a letter or sign that is not ASCII is how that is written, and stays.
    """
    if text.isprintable() or text.translate(dict.fromkeys(map(ord, kept))).isprintable():
        return text
    pairs = zip(" " + text, text, strict=False)
    return "".join(one if one in kept else _seen(before, one) for before, one in pairs)


def all_visible(value: Any) -> Any:
    """Return a JSON value in which every string is ``visible``, keys included; line ends of all kinds stay."""
    if isinstance(value, str):
        return visible(value, _OF_DATA)
    if isinstance(value, dict):
        return {all_visible(key): all_visible(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [all_visible(item) for item in value]
    return value


def json_text(value: Any, *, indent: int | None = None, is_compact: bool = False) -> str:
    """Return a value as JSON in which every character is seen and none is lost: the unseen ones as JSON spells them."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=(",", ":") if is_compact else None)
    if text.isprintable():
        return text
    pairs = zip(" " + text, text, strict=False)
    return "".join(one if one == "\n" or _seen(before, one) == one else json.dumps(one)[1:-1] for before, one in pairs)


def _seen(before: str, character: str) -> str:
    is_writing = character in _JOINERS and not before.isascii()
    if is_writing or unicodedata.category(character) not in _UNSEEN:
        return character
    return f"\\x{ord(character):02x}" if character <= "\xff" else f"\\u{ord(character):04x}"
