"""What the rules of this room share: a stretch of text that is a secret, and what finds one at a place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple, TypeAlias


@cache
def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return the pattern, compiled once."""
    return re.compile(pattern, flags)


class Span(NamedTuple):
    """From where to where a secret reaches in a text, and of which kind it is."""

    start: int
    end: int
    kind: str


Rule: TypeAlias = Callable[[str, int], Span | None]
"""Looks at a text from where a literal stands, a bounded way, and returns the secret that belongs to it."""


def taken(match: re.Match[str] | None, group: str | int, kind: str) -> Span | None:
    """Return the span of a group; None where nothing matched or the group did not take part."""
    return Span(match.start(group), match.end(group), kind) if match and match[group] else None


def hits(text: str, searched: str, needle: str, rule: Rule) -> Iterator[Span]:
    """Yield what a rule finds wherever a literal stands in ``searched``, which has the positions of ``text``."""
    position = searched.find(needle)
    while position >= 0:
        span = rule(text, position)
        if span is not None:
            yield span
        position = searched.find(needle, max(position + 1, span.end if span else 0))


def run_end(text: str, position: int) -> int:
    """Return where the unbroken run of characters ends: more than was judged, so that no rest of a secret stays."""
    match = compiled(r"[^\s\"'`<>\\]*").match(text, position)
    end = match.end() if match else position
    while end > position and text[end - 1] in ".,;:)]}|":
        end -= 1
    return end
