"""Numbers that a sentence names as a port of the network, also where the word for it means a door or a gate, too."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from memory_mcp.privacy.values.cues import classes

# What stands right before the number. In Italian, Portuguese and Dutch it may be a door, which has a code.
_PORT: Final = (
    r"(?i)(?<![^\W\d_])(?:puertos?|portas?|porte|poort(?:en)?|\u043f\u043e\u0440\u0442\w{0,2}|porcie|portu|portta?"
    r"|\u7aef\u53e3|\u30dd\u30fc\u30c8|\ud3ec\ud2b8)[ :#]{0,2}\Z"
)
_WORD: Final = r"[^\W\d_]+"
_BEFORE: Final = 12
_CLAUSE: Final = 80
_SECRET: Final = frozenset(("password", "code", "token"))


def is_port(text: str, start: int, stop: int) -> bool:
    """Whether a number of a text follows a word for a port, with no word for a code or a password before it."""
    if not text[start:stop].isdecimal() or _port().search(text, max(0, start - _BEFORE), start) is None:
        return False
    before = re.split(r"[.!?;\n]\s", text[max(0, start - _CLAUSE) : start])[-1]
    return all(_SECRET.isdisjoint(classes(word)) for word in re.findall(_WORD, before.lower()))


@cache
def _port() -> re.Pattern[str]:
    return re.compile(_PORT)
