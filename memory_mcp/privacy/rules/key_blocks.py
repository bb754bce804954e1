"""Private keys in a text: blocks with a first and a last line, of which a cut may have left only the first."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from typing import Final

_compiled = cache(re.compile)

_LABEL: Final = r"(?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V[0-9])-----"
_KEY_BEGIN: Final = rf"-----BEGIN {_LABEL}"
_KEY_END: Final = rf"-----END {_LABEL}"
_KEY_LINE: Final = (
    r"(?:[\s\"'+>|,*#-]|\\[nrt])*(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset)[ \t]*:[^\n\\]*(?:\s|\\[nr])*)*"
    r"(?P<run>=?[A-Za-z0-9+/]+={0,3})"
)


def key_blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each private key; one whose end was cut off reaches as far as its lines of base64 do."""
    if "-----END" in text:
        yield from _without_beginning(text)
    if "-----BEGIN" not in text:
        return
    begins = list(_compiled(_KEY_BEGIN).finditer(text))
    ends = [match.span() for match in _compiled(_KEY_END).finditer(text)]
    for number, begin in enumerate(begins):
        limit = begins[number + 1].start() if number + 1 < len(begins) else len(text)
        following = bisect_left(ends, begin.end(), key=lambda span: span[0])
        if following < len(ends) and ends[following][0] < limit:
            body_start, body_end = begin.end(), ends[following][0]
            if _compiled(r"[A-Za-z0-9+/]{16}").search(text, body_start, body_end):
                yield begin.start(), ends[following][1]
            continue
        end = _body_end(text, begin.end(), limit)
        if end > begin.end():
            yield begin.start(), end


# A line of base64 and its end, read backwards.
_LINE_CUT: Final = r"(?:\n\r?|n\\)[ \t]{0,8}={0,3}[A-Za-z0-9+/]{16,76}"
_LONGEST_LINE: Final = 100


def _without_beginning(text: str) -> Iterator[tuple[int, int]]:
    """Yield the lines of base64 that stand above the last line of a key, also where the first was cut off."""
    for last in _compiled(_KEY_END).finditer(text):
        start = last.start()
        while line := _compiled(_LINE_CUT).match(text[max(0, start - _LONGEST_LINE) : start][::-1]):
            start -= line.end()
        if start < last.start():
            yield start, last.end()


# The file of PuTTY: a count of lines that are the private half, and a code over all of it.
_PUTTY: Final = (
    r"Private-Lines:[ \t]*[0-9]+(?:\r?\n|\\n)(?P<body>(?:[ \t>]*[A-Za-z0-9+/=]{8,80}(?:\r?\n|\\n|\Z)){1,200})"
    r"(?:[ \t>]*Private-MAC:[ \t]*(?P<code>[0-9a-f]+))?"
)


def putty_key(text: str, position: int) -> Iterator[tuple[int, int]]:
    """Yield start and end of the private half of a key that PuTTY wrote, and of its code."""
    if match := _compiled(_PUTTY).match(text, position):
        yield match.span("body")
        if match["code"]:
            yield match.span("code")


def _body_end(text: str, position: int, limit: int) -> int:
    shortest = 8
    while match := _compiled(_KEY_LINE).match(text, position, limit):
        run = match["run"]
        is_word = run.isalpha() and run[1:].islower()
        is_last = match.end() == len(text) or text[match.end()] in "\r\n\\\"'"
        if (is_word and match.end() < len(text)) or (len(run) < shortest and not is_last):
            break
        position, shortest = match.end(), 16
    return position
