"""What the rules of this room share: a stretch of text that is a secret, and a function that finds one at a place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from string import ascii_letters, digits
from typing import Final, NamedTuple, TypeAlias

_LEAST_LONG: Final = 18
_IN_A_TOKEN: Final = frozenset((ascii_letters + digits + "_-.+/=~$!:%").encode())
_SHAPE: Final = bytes(ord("x") if code in _IN_A_TOKEN else ord(" ") for code in range(256))


@cache
def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return the pattern, compiled once."""
    return re.compile(pattern, flags)


class Span(NamedTuple):
    """From where to where a secret reaches in a text, and of which kind it is."""

    start: int
    end: int
    kind: str


Rule: TypeAlias = Callable[[str, int], Iterable[Span]]
"""Looks at a text around a place where a literal stands, a bounded way, and gives the secrets that belong to it."""


def taken(match: re.Match[str] | None, group: str | int, kind: str) -> Span | None:
    """Return the span of a group; None where nothing matched or the group did not take part."""
    return Span(match.start(group), match.end(group), kind) if match and match[group] else None


def rule(of_place: Callable[[str, int], Span | None]) -> Rule:
    """Return the rule that gives what a function of a text and a place returns."""

    def given(text: str, position: int) -> Iterable[Span]:
        span = of_place(text, position)
        return () if span is None else (span,)

    return given


def line_around(text: str, position: int, before: int, after: int) -> tuple[int, int]:
    """Return the start and end of the line around a place, at most so many characters before it and behind."""
    begin = max(0, position - before)
    end = text.find("\n", position, position + after)
    return max(text.rfind("\n", begin, position) + 1, begin), end if end >= 0 else min(len(text), position + after)


def run_end(text: str, position: int) -> int:
    """Return where the unbroken run of characters ends: more than was judged, so that no rest of a secret stays."""
    match = compiled(r"[^\s\"'`<>\\]*").match(text, position)
    end = match.end() if match else position
    while end > position and text[end - 1] in ".,;:)]}|":
        end -= 1
    return end


def long_words(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each run of characters that tokens are made of and that is long enough for one.

    Their class is looked at instead of the characters: a run is then a literal, found as fast as the memory is read.
    """
    shape = text.encode("latin-1", "replace").translate(_SHAPE) + b" "
    words = []
    start = shape.find(b"x" * _LEAST_LONG)
    while start >= 0:
        end = shape.index(b" ", start)
        words.append((start, end))
        start = shape.find(b"x" * _LEAST_LONG, end)
    return words
