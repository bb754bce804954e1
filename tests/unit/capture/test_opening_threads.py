"""Statements that are likely about one matter share a line, that of what was said first."""

from __future__ import annotations

from memory_mcp.capture.context.threads import threads
from memory_mcp.store.sessions.statements import Statement

A, B, C, D = (
    Statement(name, "decision", f"said {name}", "user", at, None, 0) for at, name in enumerate("abcd", start=1)
)
SAID_AT = {one.uid: one.said_at for one in (A, B, C, D)}


def test_what_was_said_of_what_was_said_later_stands_in_the_line_too() -> None:
    assert threads(SAID_AT, {"a": [B], "b": [C]}) == {"a": "a", "b": "a", "c": "a"}


def test_a_line_has_three_at_most() -> None:
    assert threads(SAID_AT, {"a": [B, C, D]}) == {"a": "a", "b": "a", "c": "a"}


def test_who_is_not_told_has_no_line() -> None:
    assert threads({"a": 1, "c": 3}, {"a": [B], "b": [C]}) == {}
