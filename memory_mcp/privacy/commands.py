"""Passwords that programs take as an option."""

from __future__ import annotations

from typing import Final

from memory_mcp.privacy.spans import Span, compiled, taken
from memory_mcp.privacy.values import is_placeholder

# Where programs take a password as an option: the program, and the option up to the value.
# How these options go on behind the hyphen.
OPTIONS: Final = frozenset("pu-")
PROGRAMS: Final = ("mysql", "mariadb", "sshpass", "docker login", "podman login", "curl ")
_COMMANDS: Final = (
    r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n]{0,120}? -p(?P<secret>[^\s-][^\s]{3,128})"
    r"|\b(?:sshpass|docker login|podman login)\b[^\n]{0,120}? -p[ =]?[\"']?(?P<option>[^\s\"']{4,128})"
    r"|\bcurl\b[^\n]{0,120}? (?:-u|--user)[ =]?[\"']?[^\s:\"']{1,64}:(?P<pair>[^\s\"']{4,128})"
)


def command(text: str, position: int) -> Span | None:
    """Return the password a program at this place is given as an option."""
    match = compiled(_COMMANDS).match(text, position)
    if match is None or match.lastgroup is None or is_placeholder(match[match.lastgroup]):
        return None
    return taken(match, match.lastgroup, "password")
