"""Escape characters that are not seen: those that control a terminal or turn the direction of writing."""

from __future__ import annotations

import json
import unicodedata
from typing import Any, Final

# What nobody sees: controls, formats (turns of direction, tags), surrogates, private, unassigned, breaks.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SHOWN_AS_NOTHING: Final = frozenset({"Cc", "Cf", "Zl", "Zp"})
# Letters and marks by their category, which Unicode has all programs show as nothing (Default_Ignorable_Code_Point):
# fillers and vowels without a form, and what scripts and emoji are written with behind a letter or sign.
_FORMLESS: Final = "\u115f\u1160\u17b4\u17b5\u3164\uffa0"
_JOINERS: Final = "\u034f\u200c\u200d"
_SELECTORS: Final = "\u180b\u180c\u180d\u180f" + "".join(map(chr, range(0xFE00, 0xFE10)))
_IDEOGRAPHIC: Final = "".join(map(chr, range(0xE0100, 0xE01F0)))
_IGNORED: Final = frozenset(_FORMLESS + _JOINERS + _SELECTORS + _IDEOGRAPHIC)
_KEYCAPS: Final = frozenset("0123456789#*")
# What ends a line, and the mark that files begin with: data has them as they are, for they steer and hide nothing.
_OF_DATA: Final = "\t\n\r\u2028\u2029\ufeff"


def visible(text: str, kept: str = "\t\n") -> str:
    r"""Return the text with every unseen character as ``\x1b`` or ``\u202e``, but for those in ``kept``.

    One joiner or selector behind a letter or sign that is written with it stays.
    """
    if _is_seen(text) or _is_seen(text.translate(dict.fromkeys(map(ord, kept)))):
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


def is_blank(text: str) -> bool:
    """Whether nothing of a text is seen: it is empty, or all spaces, controls and what is shown as nothing.

    A character that this Unicode does not know, and a private one, may be seen elsewhere.
    """
    return all(one.isspace() or one in _IGNORED or unicodedata.category(one) in _SHOWN_AS_NOTHING for one in text)


def json_text(value: Any, *, indent: int | None = None, is_compact: bool = False) -> str:
    """Return a value as JSON in which every character is seen and none is lost: the unseen ones as JSON spells them."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=(",", ":") if is_compact else None)
    if _is_seen(text):
        return text
    pairs = zip(" " + text, text, strict=False)
    return "".join(one if one == "\n" or _seen(before, one) == one else json.dumps(one)[1:-1] for before, one in pairs)


def _is_seen(text: str) -> bool:
    """Whether nothing in a text can be unseen; all of ASCII that is printed is seen."""
    return text.isprintable() and (text.isascii() or _IGNORED.isdisjoint(text))


def _seen(before: str, character: str) -> str:
    is_unseen = character in _IGNORED or unicodedata.category(character) in _UNSEEN
    if not is_unseen or _is_written_so(before, character):
        return character
    return f"\\x{ord(character):02x}" if character <= "\xff" else f"\\u{ord(character):04x}"


def _is_written_so(before: str, character: str) -> bool:
    """Whether what nobody sees alone is how the letter or sign before it is written: rows of them are a hidden text."""
    if character in _JOINERS:
        return not before.isascii() and before not in _JOINERS
    if before in _IGNORED:
        return False
    if character in _SELECTORS:
        return not before.isascii() or before in _KEYCAPS
    return character in _IDEOGRAPHIC and unicodedata.category(before) == "Lo"
