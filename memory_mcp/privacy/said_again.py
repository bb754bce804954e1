"""A secret that is said again: for how long what was taken out of one text is masked in those that follow it.

What is masked does not come back, so a secret counts only where it is not likely to be another thing. One that mixes
digits with letters or signs, of eight characters or more, is no other word of the same conversation. A shorter one with
a digit, such as a code of four, may be a count or a year a little later, so it is masked until the person speaks again.
Three characters are met by chance in one answer, and a word of letters alone may be a name that an answer needs. What a
tool prints is mostly code, whose names a wrong guess would take everywhere: of it counts what was drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from memory_mcp.language.unspaced_scripts import unspaced_runs
from memory_mcp.privacy.rules.repeated import is_distinct
from memory_mcp.privacy.text.spans import compiled
from memory_mcp.privacy.values.drawn_values import is_drawn_short, is_random

Reach: TypeAlias = Literal["session", "answer", "nowhere"]

MASK: Final = "[redacted: secret]"
LONGEST_TOLD: Final = 4_000
"""Characters of a text whose secrets are looked for in what follows; a longer one is a file."""

LONGEST: Final = 128
"""Characters of a secret that is masked again; a longer one is known by its shape."""

_SHORTEST: Final = 4
_ANY_MARK: Final = "[redacted:"
_SHORTEST_DRAWN: Final = 16


def reach(value: str, *, is_of_person: bool) -> Reach:
    """Return in how much of what follows a secret is masked."""
    if not _SHORTEST <= len(value) <= LONGEST or _ANY_MARK in value or "\n" in value:
        return "nowhere"
    if not is_of_person:
        is_one_word = is_distinct(value)
        return "session" if is_one_word and (is_drawn_short(value) or _is_long_and_random(value)) else "nowhere"
    if is_distinct(value):
        return "session"
    return "answer" if any(map(str.isdigit, value)) else "nowhere"


def _is_long_and_random(value: str) -> bool:
    return len(value) >= _SHORTEST_DRAWN and is_random(value)


def places(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yield where a secret stands in a text as a word of its own."""
    start = text.find(value)
    while start >= 0:
        end = start + len(value)
        if is_apart(text, start, end):
            yield start, end
            start = text.find(value, end)
        else:
            start = text.find(value, start + 1)


def is_apart(text: str, start: int, end: int) -> bool:
    """Say whether a stretch is a word of its own: no letter or digit goes on with it, nor a number such as a date."""
    before, behind = text[max(0, start - 2) : start], text[end : end + 2]
    if _goes_on(before[-1:]) or _goes_on(behind[:1]):
        return False
    is_number = text[start:end].isdecimal()
    return not (is_number and (compiled(r"\d[.,:/-]").fullmatch(before) or compiled(r"[.,:/-]\d").fullmatch(behind)))


def _goes_on(sign: str) -> bool:
    """Say whether a sign beside a word belongs to it; scripts without spaces leave none between words."""
    return (sign.isalnum() or sign == "_") and not unspaced_runs(sign)


def without(text: str, stretches: list[tuple[int, int]]) -> str:
    """Return a text with a mark for each of these stretches, which may overlap."""
    pieces, position = [], 0
    for start, end in sorted(stretches):
        if start >= position:
            pieces += [text[position:start], MASK]
        position = max(position, end)
    return "".join([*pieces, text[position:]])
