"""Passwords that a test or a robot types into the field of a form which is named on the same line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled
from memory_mcp.privacy.values.literals import is_entered
from memory_mcp.privacy.values.names import names_a_password

# Calls that type a text, or set what a field holds.
_TYPING: Final = (
    "fill", "type", "sendkeys", "send_keys", "setvalue", "set_value", "entertext", "typetext", "keys", "sendline",
)  # fmt: skip
_TYPED: Final = r"\(\s{0,8}(?P<quote>[\"'`])(?P<secret>(?:(?!(?P=quote))[^\\\n{}]){4,64})(?:\{enter\}|\\n)?(?P=quote)"
_TYPED_INTO: Final = (
    r"\(\s{0,8}(?P<field>\"[^\"\n]{1,80}\"|'[^'\n]{1,80}'|[\w.]{1,40}\([^()\n]{1,60}\)),\s{0,8}"
    r"(?P<quote>[\"'`])(?P<secret>(?:(?!(?P=quote))[^\\\n{}]){4,64})(?P=quote)"
)
_QUOTED: Final = r"(?P<quote>[\"'])(?P<secret>[^\"'\n]{4,64})(?P=quote)"
_WITH: Final = (
    rf"fill_in\s{{0,2}}\(?\s?[\"':](?P<field>[^\"'\n,]{{1,60}})[\"']?,\s{{0,4}}(?:with:|:with =>)\s{{0,2}}{_QUOTED}"
)
_CHANGED: Final = rf"\.change\((?P<field>[^\n]{{0,160}}?)value:\s{{0,4}}{_QUOTED}"
# The robot framework parts what it is told by two spaces or more.
_PART: Final = r"(?: {2,8}|\t)"
_ROBOT: Final = rf"Input (?:Text|Password|Secret){_PART}(?P<field>\S{{1,60}}){_PART}(?P<secret>[^\s$%@&]\S{{3,64}})"
_LINE: Final = 160


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield what fills a field, in small letters, and what looks at what is typed."""
    for name in _TYPING:
        yield f"{name}(", _typed
    for literal, pattern in (
        ("fill_in", _WITH), (".change(", _CHANGED), ("input text", _ROBOT), ("input password", _ROBOT),
    ):  # fmt: skip
        yield literal, partial(_named, pattern)


def _typed(text: str, position: int) -> Iterator[Span]:
    """Yield what is typed into a field that the call names, or that the line names in front of it."""
    bracket = text.index("(", position)
    if match := compiled(_TYPED_INTO).match(text, bracket):
        if names_a_password(match["field"]):
            yield from _kept(match)
        return
    match = compiled(_TYPED).match(text, bracket)
    if match is not None and names_a_password(_in_front(text, position)):
        yield from _kept(match)


def _in_front(text: str, position: int) -> str:
    """Return what stands in front of a call: its line, and the line above where the call goes on with that one."""
    front = text[max(0, position - _LINE) : position].rpartition("\n\n")[2].rpartition(";")[2]
    line = front.rpartition("\n")[2]
    if line.strip(" \t.") and not text.startswith("sendline", position):
        return line
    return "\n".join(front.rstrip(" \t.\n").rsplit("\n", 2)[-2:])


def _named(pattern: str, text: str, position: int) -> Iterator[Span]:
    match = compiled(pattern).match(text, position)
    if match is not None and names_a_password(match["field"]):
        yield from _kept(match)


def _kept(match: re.Match[str]) -> Iterator[Span]:
    if is_entered(match["secret"], "quoted"):
        yield Span(match.start("secret"), match.end("secret"), "password")
