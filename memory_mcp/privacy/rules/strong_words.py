"""Passwords that are known by their letters alone: no other word of a sentence looks like them.

Such a word has a sign of the upper row of keys, letters of both cases and digits (``zUm9$kolibri``, ``C4sa!88``); or it
joins words with capitals to a number, as nothing else in prose does (``Ofenrohr_12``, ``Wald.Kauz7``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase, digits
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled, rule
from memory_mcp.privacy.values.candidates import CJK, NO_PART
from memory_mcp.privacy.values.drawn_values import is_sample
from memory_mcp.privacy.values.secret_values import is_placeholder, speaks_of_the_trade

_SIGNS: Final = "!#$%^&*?"
_MOST: Final = 32
_SIGHT: Final = 60
_CORE: Final = rf"[^{NO_PART}]{{0,{_MOST}}}"
# Letters in both cases, or with a digit for one of them, and a number behind a sign; a product in code has a star.
_NUMBERED: Final = (
    r"(?=[^\d!#$%^&*?]*(?:[a-z][A-Z][a-z][^#*]*\Z|[A-Za-z]*[@\d][A-Za-z]))"
    r"[A-Za-z][A-Za-z0-9@$!]{3,24}[!#$%^&*?]\d{2,5}[!?]?"
)
# Letters of both cases, digits and signs without order.
_NOISE: Final = (
    r"(?=.*[a-z].*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[A-Za-z0-9][!#$%^&*?][A-Za-z0-9])[A-Za-z0-9!#$%^&*?=+@_~-]{9,20}"
)
_CHANGES: Final = r"(?=([a-z][A-Z]|[A-Z][a-z]|[A-Za-z]\d|\d[A-Za-z]|[A-Za-z0-9][^A-Za-z0-9]|[^A-Za-z0-9][A-Za-z0-9]))"
_LEAST_CHANGES: Final = 0.5
# What a sign stands in otherwise: an address, a variable, a pair of a query, an escape, a name and its value.
_OTHER: Final = r".*(?:%[0-9A-Fa-f]{2}|&[a-z]+[;=]|\?[a-z]+=|://|@[\w-]+\.)|[A-Za-z_]\w*=.*|[@#&$%*].*|[A-Z]+[#*]\d+.*"
_CODE: Final = r"[{}()\[\]<>;|\\`$=]|\"[^ ]*\"|\w_\w|\w\.\w+\.\w|^\s*(?:#|//|\*)"


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield a sign with what stands behind it, in small letters, and what looks at the word around it."""
    found = rule(_strong)
    for sign in _SIGNS:
        for following in (*digits, *ascii_lowercase):
            yield sign + following, found


def _strong(text: str, position: int) -> Span | None:
    """Return the word around a sign at this place if it is a password's, in a sentence and not in code."""
    if position == 0 or not text[position - 1].isalnum() or not text[position - 1].isascii():
        return None
    front = compiled(_CORE).match(text[max(0, position - _MOST) : position][::-1])
    # A run without an end is no word.
    back = compiled(_CORE).match(text, position) if front is not None and front.end() < _MOST else None
    if front is None or back is None:
        return None
    start, core = position - front.end(), (text[position - front.end() : position] + back[0]).rstrip(".:,")
    end = start + len(core)
    if not is_strong(core) or text[start - 1 : start] in {"/", "@", "\\", ">"} or text[end : end + 1] in _BEHIND:
        return None
    return Span(start, end, "password") if _is_in_a_sentence(text, start, end) else None


def _is_in_a_sentence(text: str, start: int, end: int) -> bool:
    """Say whether words stand around a stretch of a line, and no code."""
    line = text[max(0, start - _SIGHT) : start].rpartition("\n")[2] + " " + text[end : end + _SIGHT].partition("\n")[0]
    is_sentence = line.count(" ") > _LEAST_WORDS or compiled(rf"[{CJK}].*[{CJK}]").search(line) is not None
    return is_sentence and compiled(_CODE).search(line) is None


_BEHIND: Final = frozenset("([{<=\\/|")
_LEAST_WORDS: Final = 3


def is_strong(core: str) -> bool:
    """Say whether a word can be nothing but a password."""
    if len(core) < len("Ab1!cd2e") or compiled(_OTHER).match(core) or is_placeholder(core) or is_sample(core):
        return False
    if compiled(_NUMBERED).fullmatch(core):
        return True
    changes = len(compiled(_CHANGES).findall(core))
    return compiled(_NOISE).fullmatch(core) is not None and changes >= _LEAST_CHANGES * (len(core) - 1)


# The class of each letter, by which such words are found as fast as the memory is read; signs stay.
_CLASSES: Final = bytes(
    ord("A") if letter.isupper() else ord("a") if letter.islower() else ord("1") if letter.isdecimal() else code
    for code, letter in ((code, chr(code)) for code in range(256))
)
_JOINED: Final = re.compile(
    rb"Aaaaa*+(?:(?:_A?aaa*+|Aaaa*+)?_1{1,4}+a{0,4}+|[.+&_](?:aaa{0,2}[-_])?Aaaaa*+1{1,3}+"
    rb"|-(?:aaa{0,2}[-_])?Aaaaa*+11{1,2}+|-1{1,2}-A?aaaa*+|-A?aaaa*+-1{1,3}+)(?![Aa1(\[=/_-]|\.[Aa1])"
)
# In front of a name, a path or a number that goes on.
_IN_FRONT: Final = frozenset("_./\\@:#$-")


def joined_words(text: str) -> Iterator[Span]:
    """Yield words with a capital that signs join with a number, in sentences; words of programs are names of things."""
    for match in _JOINED.finditer(text.encode("latin-1", "replace").translate(_CLASSES)):
        start, end = match.span()
        word = text[start:end]
        if text[start - 1 : start] in _IN_FRONT or _goes_on(text, start - 1) or _goes_on(text, end):
            continue
        if _is_in_a_sentence(text, start, end) and not (speaks_of_the_trade(word) or is_placeholder(word)):
            yield Span(start, end, "password")


def _goes_on(text: str, position: int) -> bool:
    """Say whether a letter at this place is part of a word beside it: one of a script without spaces is none."""
    letter = text[position : position + 1] if position >= 0 else ""
    return letter.isalnum() and compiled(f"[{CJK}]").match(letter) is None
