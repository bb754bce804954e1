"""Skip signs that are not seen, a terminal's colours and letters without width, before secrets are looked for."""

from __future__ import annotations

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
# How a terminal's escape may be spelled; each begins with a sign, which is found as fast as the memory is read.
_SPELLED: Final = (r"\\(?:u001[bB]|x1[bB]|033|e)\[", r"\^\[\[")
_ESCAPE: Final = "\x1b"
# The same and a bracket in one, beyond ASCII.
_CONTROL: Final = "\x9b"
WIDTHLESS: Final = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\U000e0020"


class Seen(NamedTuple):
    """A text as it is seen, and for each piece where it begins there and how far it was moved."""

    text: str
    begins: list[int]
    shifts: list[int]

    def origin(self, span: Span) -> Span:
        """Return a span of the text seen as a span of the text as it is."""
        return Span(self._at(span.start), self._at(span.end - 1) + 1, span.kind)

    def _at(self, position: int) -> int:
        return position + self.shifts[bisect_right(self.begins, position) - 1]


def seen(text: str) -> Seen | None:
    """Return a text without what is not seen; None where all of it is."""
    beyond = () if text.isascii() else beyond_ascii(text.encode("utf-8", "replace"))
    letters = (_ESCAPE, *(letter for letter in (_CONTROL, *WIDTHLESS) if letter in beyond))
    unseen = [place for letter in letters for place in _places(text, letter)]
    spelled = [match.start() for pattern in _SPELLED for match in compiled(pattern).finditer(text)]
    places = sorted((*unseen, *spelled))
    if not places:
        return None
    pieces, begins, shifts = [], [], []
    position = length = 0
    for place in places:
        match = compiled(_UNSEEN).match(text, place) if place >= position else None
        if match is None:
            continue
        if match.start() > position:
            pieces.append(text[position : match.start()])
            begins.append(length)
            shifts.append(position - length)
            length += match.start() - position
        position = match.end()
    if position < len(text):
        pieces.append(text[position:])
        begins.append(length)
        shifts.append(position - length)
    return Seen("".join(pieces), begins, shifts) if begins else None


def _places(text: str, beginning: str) -> Iterator[int]:
    place = text.find(beginning)
    while place >= 0:
        yield place
        place = text.find(beginning, place + 1)
