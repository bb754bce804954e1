"""Private parts: nothing is kept of what stands between ``<private>`` and ``</private>``.

The tag is known in the spellings in which it reaches this program: with spaces, attributes or line breaks in it, as an
entity of HTML, escaped as in JSON, with letters without width in it, in letters of full width, in any case. In a code
span or a code fence, and in a file that is read as it is, the word is text. A part that is not closed reaches to the
end of its paragraph.
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
_SLASH: Final = r"(?:\\?/|%(?:25){0,3}2f|&#x0*2f;|&#0*47;|\\{1,2}u002f)"
_TAG: Final = (
    rf"{_OPENING}{_BLANK}{{0,20}}(?P<close>{_SLASH})?{_BLANK}{{0,20}}{_WORD}"
    rf"(?:{_BLANK}{{1,20}}(?:(?!{_CLOSING})[^<>]){{0,200}}?)?{_BLANK}{{0,20}}/?{_CLOSING}"
)
# The same in parts, of which none tries a place twice: up to the word, and between the word and what ends the tag.
_HEAD: Final = rf"{_OPENING}(?:{_BLANK}{{0,20}}{_SLASH}{_BLANK}{{0,20}}|{_BLANK}{{0,40}}){_WORD}"
_STOP: Final = rf"<|{_CLOSING}"
_BLANKS: Final = rf"{_BLANK}{{1,20}}"
_NOTHING: Final = rf"{_BLANK}{{0,20}}/?"
_ATTRIBUTES: Final = rf"[^<>]{{0,200}}?{_BLANK}{{0,20}}/?"
# Twice twenty blanks as HTML spells them, the attributes and a slash.
_LONGEST: Final = 2 * 20 * len("&nbsp;") + 200 + 1
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


def closed_parts(text: str) -> list[tuple[int, int]]:
    """Return where the private parts of a text begin and end that are closed, with their tags; none in another."""
    tags = list(_tags(text))
    parts: list[tuple[int, int]] = []
    for number, closing in sorted(_pairs(tags).items()):
        if not parts or tags[number].start() >= parts[-1][1]:
            parts.append((tags[number].start(), tags[closing].end()))
    return parts


def _pairs(tags: list[re.Match[str]]) -> dict[int, int]:
    """Return for each opening tag the number of the tag that closes it, where there is one."""
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
    hidden = list(filter(compiled(f"[{_IGNORED}]").match, beyond)) if beyond else []
    if hidden:
        # Looked for letter by letter only where the word follows a sign that opens a tag once they are away.
        if _may_open(small_in_place(text), hidden):
            yield from _everywhere(text)
        return
    if _OTHER_I in beyond or _may_be_a_tag(encoded.lower()):
        yield from _at_words(text, small_in_place(text))


def _everywhere(text: str) -> Iterator[re.Match[str]]:
    """Yield the tags of a text, as the pattern finds them."""
    beginnings = _Beginnings(text)
    position = 0
    while beginning := beginnings.next(position, len(text)):
        tag = beginnings.tag(beginning, len(text))
        position = beginning.start + 1 if tag is None else tag.end()
        if tag is not None:
            yield tag


def _at_words(text: str, small: str) -> Iterator[re.Match[str]]:
    """Yield the tags of a text that has no unseen letters; ``small`` is the text in small letters."""
    beginnings = _Beginnings(text)
    # Those that a tag may begin with, of which what ends it was too far behind a word.
    open_: list[_Beginning] = []
    end = looked_through = 0
    place = small.find("private")
    while place >= 0:
        # From the sign that opens the tag, as far in front of the word as the pattern reaches.
        begin, behind = max(end, place - _FARTHEST), place + len("private")
        if small[begin:place].rstrip().endswith(_IN_FRONT):
            open_ = [one for one in open_ if one.start >= begin]
            position = max(begin, looked_through)
            while beginning := beginnings.next(position, behind):
                open_.append(beginning)
                position = beginning.start + 1
            looked_through = behind
            tag = next(filter(None, (beginnings.tag(one, behind + _FARTHEST) for one in open_)), None)
            if tag is not None and tag.start() <= place < tag.end():
                end = tag.end()
                yield tag
        place = small.find("private", max(place + 1, end))


class _Beginning(NamedTuple):
    """Where a tag begins, and from where to where what ends it reaches."""

    start: int
    closing: int
    end: int


class _Beginnings:
    """The beginnings of tags in a text, each looked at once: one that nothing ends is none."""

    def __init__(self, text: str) -> None:
        self._text = text
        # Where the next sign that ends a tag or begins another is, of those behind the last one asked for.
        self._stop: tuple[int, int, bool] = (-1, -1, False)

    def next(self, position: int, end: int) -> _Beginning | None:
        """Return the first from a position on whose word ends before ``end``; None where there is none."""
        while head := compiled(_HEAD, _TRIED).search(self._text, position, end):
            if self._is_closed(head.end()):
                return _Beginning(head.start(), *self._stop[:2])
            position = head.start() + 1
        return None

    def tag(self, beginning: _Beginning, end: int) -> re.Match[str] | None:
        """Return the tag of a beginning; None where it ends behind ``end``."""
        if beginning.end > end and compiled(_CLOSING, _TRIED).match(self._text, beginning.closing, end) is None:
            return None
        return compiled(_TAG, _TRIED).match(self._text, beginning.start, end)

    def _is_closed(self, word_end: int) -> bool:
        """Whether the tag of a word is ended by the sign that is next behind it."""
        if self._stop[0] < word_end:
            stop = compiled(_STOP, _TRIED).search(self._text, word_end)
            self._stop = (*stop.span(), stop[0] != "<") if stop else (len(self._text), len(self._text), False)
        place, _, is_closing = self._stop
        if not is_closing or place - word_end > _LONGEST:
            return False
        if place == word_end or compiled(_NOTHING, _TRIED).fullmatch(self._text, word_end, place):
            return True
        blanks = compiled(_BLANKS, _TRIED).match(self._text, word_end, place)
        return bool(blanks and compiled(_ATTRIBUTES, _TRIED).fullmatch(self._text, blanks.end(), place))


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
    """Yield where the reading of code spans has to start for these places, the last place, and where a fence begins.

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
