"""Private parts: what stands between ``<private>`` and ``</private>`` is heard by nobody.

The tag is known in the spellings in which it reaches this program: with spaces, attributes or line breaks in it, as
an entity of HTML, escaped as in JSON, with letters without width in it, in any case. In a code span or a code fence,
and in a file that is read as it is, the word is text. A part that is not closed reaches to the end of its paragraph.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_mcp.privacy.escapes import WIDTHLESS
from memory_mcp.privacy.spans import compiled

_UNSEEN: Final = "[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*"
_WORD: Final = _UNSEEN.join("private")
_OPENING: Final = r"(?:<|&(?:amp;){0,3}(?:lt|#0*60|#x0*3c);|\\{1,2}u003c|\\{1,2}x3c|%3c|\uff1c|\\<)"
_CLOSING: Final = r"(?:>|&(?:amp;){0,3}(?:gt|#0*62|#x0*3e);|\\{1,2}u003e|\\{1,2}x3e|%3e|\uff1e|\\>)"
_BLANK: Final = r"(?:\s|\\[nrt]|&nbsp;|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff])"
_TAG: Final = (
    rf"{_OPENING}{_BLANK}{{0,20}}(?P<close>\\?/|%2f|&#x0*2f;|&#0*47;|\\{{1,2}}u002f)?{_BLANK}{{0,20}}{_WORD}"
    rf"(?:{_BLANK}{{1,20}}(?:(?!{_CLOSING})[^<>]){{0,200}}?)?{_BLANK}{{0,20}}/?{_CLOSING}"
)
_TRIED: Final = re.IGNORECASE
_FENCE: Final = (
    r"(?m)^[ \t>]{0,12}(?P<fence>`{3,}|~{3,})[^\n]*\n(?:(?![ \t>]{0,12}(?P=fence))[^\n]*(?:\n|\Z))*?"
    r"(?:[ \t>]{0,12}(?P=fence)[^\n]*|\Z)"
)
_SPAN: Final = r"(?<!`)(?P<ticks>`{1,3})(?!`)(?:[^`\n]|\n(?![ \t]*\n)|(?!(?P=ticks)(?!`))`){1,2000}?(?P=ticks)(?!`)"
_PARAGRAPH: Final = r"\r?\n[ \t>]*\r?\n|\\n[ \t]*\\n"


class Heard(NamedTuple):
    """A text without its private parts, and the words of them; the last may have been left open."""

    text: str
    parts: tuple[str, ...] = ()
    # How many characters of them went because a tag was not closed.
    left_open: int = 0
    # Whether a tag was not closed.
    is_open: bool = False


def closed_first(text: str) -> tuple[str, str] | None:
    """Return what stands before and behind a closing tag that nothing in this text opened; None where none is first."""
    first = next(_tags(text), None) if _may_hold_tag(text) else None
    return None if first is None or not first["close"] else (text[: first.start()], text[first.end() :])


def without_private(text: str) -> Heard:
    """Cut private parts out; parts may be nested. One that is not closed reaches to the end of its paragraph."""
    if not _may_hold_tag(text):
        return Heard(text)
    tags = list(_tags(text))
    closed_by = _pairs(tags)
    kept: list[str] = []
    parts: list[str] = []
    position = left_open = 0
    is_open = False
    for number, tag in enumerate(tags):
        if tag["close"] or tag.start() < position:
            continue
        kept.append(text[position : tag.start()])
        closing = closed_by.get(number)
        if closing is None:
            position = _paragraph_end(text, tag.end())
            parts.append(text[tag.end() : position])
            left_open += position - tag.end()
            is_open = True
        else:
            position = tags[closing].end()
            parts.append(text[tag.end() : tags[closing].start()])
    return Heard(_joined([*kept, text[position:]]), tuple(parts), left_open, is_open) if parts else Heard(text)


def _pairs(tags: list[re.Match[str]]) -> dict[int, int]:
    """Return for each opening tag that is closed the number of the tag that does."""
    waiting: list[int] = []
    closed_by: dict[int, int] = {}
    for number, tag in enumerate(tags):
        if not tag["close"]:
            waiting.append(number)
        elif waiting:
            closed_by[waiting.pop()] = number
    return closed_by


def _may_hold_tag(text: str) -> bool:
    # Written out letter by letter the word is rare; with letters of no width in it, it is looked for as a pattern.
    if "private" in text.lower():
        return True
    is_hidden = not text.isascii() and any(letter in text for letter in WIDTHLESS + _OTHER_I)
    return is_hidden and compiled(_WORD, _TRIED).search(text) is not None


# Letters that a pattern takes for an i in any case.
_OTHER_I: Final = "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}\N{LATIN SMALL LETTER DOTLESS I}"


def _tags(text: str) -> Iterator[re.Match[str]]:
    found = list(_written(text))
    if not found:
        return
    code = sorted(_code(text))
    begins = [begin for begin, _ in code]
    for tag in found:
        span = bisect_right(begins, tag.start()) - 1
        if span < 0 or tag.end() > code[span][1]:
            yield tag


def _written(text: str) -> Iterator[re.Match[str]]:
    """Yield the tags of a text, each looked for where its word stands."""
    folded = text.replace("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}", "i").lower()
    hidden = [] if text.isascii() else [letter for letter in WIDTHLESS if letter in text]
    if hidden:
        # Looked for letter by letter only where the word follows a sign that opens a tag once they are away.
        if _may_open(folded, hidden):
            yield from compiled(_TAG, _TRIED).finditer(text)
        return
    end = 0
    place = folded.find("private")
    while place >= 0:
        # From the sign that opens the tag, as far in front of the word as the pattern reaches.
        begin = max(end, place - _FARTHEST)
        if text[begin:place].rstrip()[-1:] in _IN_FRONT:
            tag = compiled(_TAG, _TRIED).search(text, begin, place + len("private") + _FARTHEST)
            if tag is not None and tag.start() <= place < tag.end():
                end = tag.end()
                yield tag
        place = folded.find("private", max(place + 1, end))


def _may_open(folded: str, hidden: list[str]) -> bool:
    """Say whether the word stands behind what opens a tag, in a text in small letters without these letters."""
    for letter in hidden:
        folded = folded.replace(letter, "")
    folded = folded.replace("\N{LATIN SMALL LETTER DOTLESS I}", "i")
    place = folded.find("private")
    while place >= 0:
        if folded[max(0, place - _FARTHEST) : place].rstrip()[-1:] in _IN_FRONT:
            return True
        place = folded.find("private", place + 1)
    return False


_FARTHEST: Final = 260
# With what a tag's beginning ends, in any of its spellings.
_IN_FRONT: Final = frozenset("<;/cCfFnNrRtT\uff1c")


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Yield where code stands: fences over lines, and between them spans between as many backticks in a paragraph."""
    fences = [match.span() for match in compiled(_FENCE).finditer(text)] if "```" in text or "~~~" in text else []
    yield from fences
    if "`" in text:
        position = 0
        for begin, end in [*fences, (len(text), len(text))]:
            for span in compiled(_SPAN).finditer(text, position, begin):
                yield span.span()
            position = end


def _paragraph_end(text: str, start: int) -> int:
    match = compiled(_PARAGRAPH).search(text, start)
    return len(text) if match is None else match.start()


def _joined(pieces: list[str]) -> str:
    joined: list[str] = []
    for piece in filter(None, pieces):
        # What stood apart must not grow together into a new word, or a new tag.
        if joined and not joined[-1][-1].isspace() and not piece[0].isspace():
            joined.append(" ")
        joined.append(piece)
    return "".join(joined)
