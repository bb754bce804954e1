"""Private parts: what stands between ``<private>`` and ``</private>`` is heard by nobody.

The tag is known in the spellings in which it reaches this program: with spaces, attributes or line breaks in it, as
an entity of HTML, escaped as in JSON, with letters without width in it, in letters of full width, in any case. In a
code span or a code fence, and in a file that is read as it is, the word is text. A part that is not closed reaches to
the end of its paragraph.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from memory_mcp.language.folding import beyond_ascii, small_in_place
from memory_mcp.privacy.text.spans import compiled

# Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt, 16.0), and what fills a syllable with nothing.
_IGNORED: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\U000e0000-\U000e0fff"
)
_UNSEEN: Final = f"[{_IGNORED}]*"
_WORD: Final = _UNSEEN.join("private")
_OPENING: Final = (
    r"(?:<|&(?:amp;){0,3}(?:lt|#0*60|#x0*3c);?|\\{1,2}u003c|\\{1,2}u\{0*3c\}|\\{1,2}x3c|%(?:25){0,3}3c|\uff1c|\\<)"
)
_CLOSING: Final = (
    r"(?:>|&(?:amp;){0,3}(?:gt|#0*62|#x0*3e);?|\\{1,2}u003e|\\{1,2}u\{0*3e\}|\\{1,2}x3e|%(?:25){0,3}3e|\uff1e|\\>)"
)
_BLANK: Final = rf"(?:\s|\\[nrt]|&nbsp;|[{_IGNORED}])"
_TAG: Final = (
    rf"{_OPENING}{_BLANK}{{0,20}}(?P<close>\\?/|%(?:25){{0,3}}2f|&#x0*2f;|&#0*47;|\\{{1,2}}u002f)?"
    rf"{_BLANK}{{0,20}}{_WORD}"
    rf"(?:{_BLANK}{{1,20}}(?:(?!{_CLOSING})[^<>]){{0,200}}?)?{_BLANK}{{0,20}}/?{_CLOSING}"
)
_TRIED: Final = re.IGNORECASE
_FENCE: Final = (
    r"(?m)^[ \t>]{0,12}(?P<fence>`{3,}|~{3,})[^\n]*\n(?:(?![ \t>]{0,12}(?P=fence))[^\n]*(?:\n|\Z))*?"
    r"(?:[ \t>]{0,12}(?P=fence)[^\n]*|\Z)"
)
# One between two letters is an apostrophe: "don`t".
_SPAN: Final = (
    r"(?<!`)(?!(?<=\w)`\w)(?P<ticks>`{1,3})(?!`)"
    r"(?:[^`\n]|\n(?![ \t]*\n)|(?!(?P=ticks)(?!`))`){1,2000}?(?P=ticks)(?!`)"
)
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
    first = next(_tags(text), None)
    return None if first is None or not first["close"] else (text[: first.start()], text[first.end() :])


def without_private(text: str) -> Heard:
    """Cut private parts out; parts may be nested. One that is not closed reaches to the end of its paragraph."""
    tags = list(_tags(text))
    if not tags:
        return Heard(text)
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


# Its small form is taken for an i.
_OTHER_I: Final = "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}"


def _tags(text: str) -> Iterator[re.Match[str]]:
    found = list(_written(text))
    if not found:
        return
    code = sorted(_code(text, [tag.start() for tag in found]))
    begins = [begin for begin, _ in code]
    for tag in found:
        span = bisect_right(begins, tag.start()) - 1
        if span < 0 or tag.end() > code[span][1]:
            yield tag


def _written(text: str) -> Iterator[re.Match[str]]:
    """Yield the tags of a text, each looked for where its word stands."""
    encoded = text.encode("utf-8", "replace")
    beyond = set[str]() if text.isascii() else beyond_ascii(encoded)
    if forms := {ord(one): plain for one in beyond if (plain := _tag_letter(one))}:
        # Each stands for one letter: the places stay those of the text.
        text = text.translate(forms)
        encoded = text.encode("utf-8", "replace")
        beyond = beyond_ascii(encoded)
    hidden = list(filter(compiled(f"[{_IGNORED}]").match, beyond))
    if hidden:
        # Looked for letter by letter only where the word follows a sign that opens a tag once they are away.
        if _may_open(small_in_place(text), hidden):
            yield from compiled(_TAG, _TRIED).finditer(text)
        return
    if _OTHER_I not in beyond and not _may_be_a_tag(encoded.lower()):
        return
    small = small_in_place(text)
    end = 0
    place = small.find("private")
    while place >= 0:
        # From the sign that opens the tag, as far in front of the word as the pattern reaches.
        begin = max(end, place - _FARTHEST)
        if small[begin:place].rstrip().endswith(_IN_FRONT):
            tag = compiled(_TAG, _TRIED).search(text, begin, place + len("private") + _FARTHEST)
            if tag is not None and tag.start() <= place < tag.end():
                end = tag.end()
                yield tag
        place = small.find("private", max(place + 1, end))


@cache
def _tag_letter(letter: str) -> str:
    """Return the letter or sign of a tag that a character is another form of (of full width, bold); else nothing."""
    plain = unicodedata.normalize("NFKC", letter)
    return plain if plain in _LETTERS else ""


_LETTERS: Final = frozenset("<>/privatePRIVATE")


def _may_be_a_tag(small: bytes) -> bool:
    """Say whether the word stands behind what may open a tag, in a text in UTF-8 and small letters."""
    place = small.find(b"private")
    while place >= 0:
        front = small[max(0, place - _NEAR) : place].rstrip()
        # White space beyond ASCII, and the controls that count as such, are left to the slower look.
        if front.endswith(_ENDS_IN_FRONT) or not front.isascii() or not front or front[-1] < ord(" "):
            return True
        place = small.find(b"private", place + 1)
    return False


_NEAR: Final = 24


def _may_open(small: str, hidden: list[str]) -> bool:
    """Say whether the word stands behind what opens a tag, in a text in small letters without these letters."""
    for letter in hidden:
        small = small.replace(letter, "")
    small = small.replace("\N{LATIN SMALL LETTER DOTLESS I}", "i")
    place = small.find("private")
    while place >= 0:
        if small[max(0, place - _FARTHEST) : place].rstrip().endswith(_IN_FRONT):
            return True
        place = small.find("private", place + 1)
    return False


_FARTHEST: Final = 260
# With what a tag's beginning ends, in any of its spellings, in small letters.
_IN_FRONT: Final = ("<", ";", "/", "3c", "2f", "&lt", "60", "}", "\\n", "\\r", "\\t", "\uff1c")
_ENDS_IN_FRONT: Final = tuple(sign.encode() for sign in _IN_FRONT)


def _code(text: str, places: list[int]) -> Iterator[tuple[int, int]]:
    """Yield where code stands that may hold these places: fences, and spans between backticks in a paragraph."""
    fences = list(_fences(text, places[-1]))
    yield from fences
    if "`" in text:
        for begin, last, end in _paragraphs(text, places, fences):
            for span in compiled(_SPAN).finditer(text, begin, end):
                if span.start() > last:
                    break
                yield span.span()


def _fences(text: str, last: int) -> Iterator[tuple[int, int]]:
    """Yield where fences stand, each looked for on the lines that have its sign, up to the first behind a place."""
    position = 0
    signs = {sign: text.find(sign) for sign in ("```", "~~~")}
    while places := [place for place in signs.values() if place >= 0]:
        place = min(places)
        begin = text.rfind("\n", 0, place) + 1
        fence = compiled(_FENCE).match(text, begin) if begin >= position else None
        if fence is not None:
            yield fence.span()
            if begin > last:
                return
        line_end = text.find("\n", place)
        position = fence.end() if fence is not None else line_end if line_end >= 0 else len(text)
        signs = {sign: text.find(sign, position) if -1 < old < position else old for sign, old in signs.items()}


def _paragraphs(text: str, places: list[int], fences: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield from where code spans have to be read for these places, the last of them, and where a fence begins.

    No span reaches over a blank line, so that each is found from the beginning of its paragraph.
    """
    edges = [begin for begin, _ in fences]
    begin = last = end = -1
    for place in places:
        number = bisect_right(edges, place)
        low = fences[number - 1][1] if number else 0
        if place < low:
            continue
        # A paragraph that an earlier place is in goes on.
        floor = max(last, low)
        blank = _blank_line(text, floor, place)
        if last < low or blank is not None:
            if last >= 0:
                yield begin, last, end
            begin = low if blank is None else blank
        last, end = place, edges[number] if number < len(edges) else len(text)
    if last >= 0:
        yield begin, last, end


def _blank_line(text: str, begin: int, end: int) -> int | None:
    """Return where the last blank line in front of a place begins; None where none is."""
    line_end = text.rfind("\n", begin, end)
    while line_end > begin:
        line_begin = text.rfind("\n", begin, line_end)
        if line_begin >= 0 and not text[line_begin + 1 : line_end].strip(" \t"):
            return line_begin + 1
        line_end = line_begin
    return None


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
