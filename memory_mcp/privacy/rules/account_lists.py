"""Passwords in a list of accounts: lines of a name, a sign and a last word, below a line that announces accounts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled
from memory_mcp.privacy.values.candidates import NUMBERED, group_of
from memory_mcp.privacy.values.word_lists import word_list

_HEADING: Final = r"[^\n]{1,60}?[:\uff1a]?[ \t]*\r?\n(?:[ \t]*\r?\n)?(?=[^\n])"
_ROW: Final = (
    r"[ \t]*(?:[-*\u2022][ \t]+|\d{1,2}[.)][ \t]+)?(?P<name>[^\s:|/][^\n|]{0,60}?)"
    r"(?:[ \t]+(?P<sign>[/|:\u2013\u2014-])[ \t]+|(?P<colon>:)[ \t]+)(?P<value>[^\s|]{5,40})[ \t]*\r?(?:\n|\Z)"
)
_MOST_ROWS: Final = 30
_MOST_WORDS: Final = 5
_FEWEST: Final = 2


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield the words that announce accounts, and what looks at the lines below."""
    for word in word_list("accounts"):
        yield word, _listed


def _listed(text: str, position: int) -> Iterator[Span]:
    """Yield the last words of a list's lines where most of them have letters and digits, as passwords do."""
    line_end = text.find("\n", position, position + _LONGEST_HEADING)
    heading = compiled(_HEADING).match(text, position) if line_end >= 0 else None
    row = compiled(_ROW).match(text, heading.end()) if heading else None
    if row is None:
        return
    values: list[tuple[int, int, str]] = []
    signs: set[str] = set()
    while row is not None and len(values) < _MOST_ROWS and len(row["name"].split()) <= _MOST_WORDS:
        values.append((*row.span("value"), group_of(row["value"])))
        signs.add(row["sign"] or row["colon"])
        row = compiled(_ROW).match(text, row.end())
    made_up = sum(group in NUMBERED for _, _, group in values)
    if len(signs) == 1 and made_up >= max(_FEWEST, len(values) - 1):
        yield from (Span(start, end, "password") for start, end, group in values if group)


_LONGEST_HEADING: Final = 64
