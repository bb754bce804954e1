"""Skip signs that are not seen, a terminal's colours and letters without width, before secrets are looked for."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_mcp.language.folding import beyond_ascii
from memory_mcp.privacy.text.spans import Span, compiled

_UNSEEN: Final = (
    "\x1b\\[[0-9;:?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]{0,400}(?:\x07|\x1b\\\\)|\x1b[@-Z\\\\-_]|\x9b[0-9;:?]*[@-~]"
    r"|(?:\\u001[bB]|\\x1[bB]|\\033|\\e|\^\[)\[[0-9;]{0,24}[mK]"
    "|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\U000e0000-\U000e007f]+"
)
# A letter and its accents or Japanese marks, or the parts of a Korean syllable. Putting signs in order takes time in
# their square.
_APART: Final = "[^\\W\\d_][\u0300-\u036f\u3099\u309a]{1,8}|[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?"
# How a terminal's escape may be spelled; each begins with a sign, which is found as fast as the memory is read.
_SPELLED: Final = (r"\\(?:u001[bB]|x1[bB]|033|e)\[", r"\^\[\[")
_ESCAPE: Final = "\x1b"
# The same and a bracket in one, beyond ASCII.
_CONTROL: Final = "\x9b"
WIDTHLESS: Final = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\U000e0020"


class Seen(NamedTuple):
    """A text as it is seen, and for each piece where it begins there and how far its signs were moved.

    ``ends`` is how far the last sign of what became one sign was moved.
    """

    text: str
    begins: list[int]
    shifts: list[int]
    ends: list[int]

    def origin(self, span: Span) -> Span:
        """Return a span of the text seen as a span of the text as it is."""
        last = span.end - 1
        return Span(
            span.start + self.shifts[self._piece(span.start)], span.end + self.ends[self._piece(last)], span.kind
        )

    def _piece(self, position: int) -> int:
        return bisect_right(self.begins, position) - 1


def seen(text: str) -> Seen | None:
    """Return a text without what is not seen, each letter with its accent in one sign; None where it is so already."""
    places = sorted((*_unseen(text), *_apart(text)))
    if not places:
        return None
    found = Seen("", [], [], [])
    pieces, length, position = list[str](), 0, 0
    for place in (*places, len(text)):
        match = _changed(text, place) if place >= position else None
        if match is None and place < len(text):
            continue
        whole = unicodedata.normalize("NFC", match[0]) if match and match[0][0].isalpha() else ""
        for piece, begin in ((text[position:place], position), (whole, place)):
            if piece:
                pieces.append(piece)
                found.begins.append(length)
                found.shifts.append(begin - length)
                length += len(piece)
                found.ends.append((match.end() if match and begin == place else begin + len(piece)) - length)
        position = match.end() if match else place
    return found._replace(text="".join(pieces)) if pieces else None


def _changed(text: str, place: int) -> re.Match[str] | None:
    """Return what is not seen at a place of a text, or a letter whose accent is a sign of its own."""
    return compiled(_UNSEEN).match(text, place) or compiled(_APART).match(text, place)


def _apart(text: str) -> Iterator[int]:
    """Yield where a letter and its accent are two signs, as some systems write the names of files."""
    if not unicodedata.is_normalized("NFC", text):
        yield from (match.start() for match in compiled(_APART).finditer(text))


def _unseen(text: str) -> Iterator[int]:
    """Yield where a sign that is not seen may stand."""
    beyond = () if text.isascii() else beyond_ascii(text.encode("utf-8", "replace"))
    for letter in (_ESCAPE, *(letter for letter in (_CONTROL, *WIDTHLESS) if letter in beyond)):
        yield from _places(text, letter)
    for pattern in _SPELLED:
        yield from (match.start() for match in compiled(pattern).finditer(text))


def _places(text: str, beginning: str) -> Iterator[int]:
    place = text.find(beginning)
    while place >= 0:
        yield place
        place = text.find(beginning, place + 1)
