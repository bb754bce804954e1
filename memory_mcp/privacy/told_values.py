"""Passwords and codes on the lines below one that announces them, and keys printed in blocks of letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.drawn_values import is_drawn
from memory_mcp.privacy.secret_values import is_mixed, is_strung, looks_made_up
from memory_mcp.privacy.spans import Rule, Span, compiled


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield words that announce codes below them or in blocks, with what looks there."""
    for word in (
        "password",
        "passphrase",
        "recovery code",
        "backup code",
        "credentials",
        "token",
        "secret key",
        "pw on",
        "password on",
        "passcode",
    ):
        yield word, _below
    for word in ("recovery key", "setup key", "secret key", "app-specific password", "app password", "recovery code"):
        yield word, _in_blocks


def is_told(value: str, *, is_linked: bool) -> bool:
    """Say whether a value that stands behind a word for a password is one."""
    if not any(map(str.isdigit, value)) or not any(map(str.isalpha, value)):
        return False
    return is_strung(value) or is_mixed(value) or looks_made_up(value, is_named=is_linked)


# Who says it, where the line is one of a chat.
_SAID: Final = r"(?:<[\w.-]{1,32}> |\[[\d: ]{4,20}\] [\w.-]{1,32}: )?"
_BELOW: Final = (
    r"[^\n]{0,120}[:?][ \t]*\r?\n(?:[ \t]*\r?\n)?"
    rf"(?P<lines>(?:{_SAID}[ \t>*`•-]{{0,6}}[^\s`]{{6,80}}`?[ \t]*(?:\n|\Z)){{1,12}})"
)
_ALONE: Final = rf"(?m)^{_SAID}[ \t>*`•-]*(?P<value>[^\s`]+)"


def _below(text: str, position: int) -> Iterator[Span]:
    """Yield what stands alone on the lines below one that announces it."""
    match = compiled(_BELOW).match(text, position)
    if match is None:
        return
    for line in compiled(_ALONE).finditer(text, match.start("lines"), match.end("lines")):
        value = line["value"]
        if (
            "/" in value[:2]
            or value.endswith((":", "{", ","))
            or ("=" in value[1:-1] and value.partition("=")[0].isidentifier())
        ):
            return
        is_code = compiled(r"(?=.{0,20}[0-9])[0-9a-z]{4,6}(?:-[0-9a-z]{4,6}){1,3}").fullmatch(value) is not None
        if is_code or is_drawn(value) or is_told(value, is_linked=False):
            yield Span(line.start("value"), line.end("value"), "password")


_BLOCKS: Final = (
    r"[^\n]{0,40}?[ :=\"'`\n](?P<value>[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){4,7}"
    r"|[a-z2-7]{4}(?: [a-z2-7]{4}){3,9}|[a-z]{4}(?:-[a-z]{4}){3})"
    r"(?![\w-]| [a-z]{5})"
)


def _in_blocks(text: str, position: int) -> Iterator[Span]:
    """Yield a key that is printed in blocks of letters, for people to type."""
    if match := compiled(_BLOCKS).match(text, position, position + 160):
        yield Span(match.start("value"), match.end("value"), "secret")
