"""Recognise numbers that a sentence names as a network port; the word for port may also mean a door or a gate."""

from __future__ import annotations

from typing import Final

from memory_mcp.privacy.text.spans import compiled
from memory_mcp.privacy.values.cues import classes

# What stands right before the number. In Italian, Portuguese and Dutch it may be a door, which has a code.
_PORT: Final = (
    r"(?i)(?<![^\W\d_])(?:puertos?|portas?|porte|poort(?:en)?|\u043f\u043e\u0440\u0442\w{0,2}|porcie|portu|portta?"
    r"|\u7aef\u53e3|\u30dd\u30fc\u30c8|\ud3ec\ud2b8)[ :#]{0,2}\Z"
)
# Words that hyphens join count together.
_WORD: Final = r"[^\W\d_]+(?:-[^\W\d_]+)*"
_BEFORE: Final = 12
_AROUND: Final = 160
_MOST: Final = 65_535
# So many words beside the number are a sentence: what stands on other lines speaks of something else.
_SENTENCE: Final = 4
# What the words around speak of where it is a door's; an alarm is called so in many languages.
_OF_A_DOOR: Final = frozenset(("password", "code", "token", "unlock"))
_ALARM: Final = "larm"
_LINE: Final = "\n"


def is_port(text: str, start: int, stop: int) -> bool:
    """Whether a number of a text follows a word for a port, and no word around speaks of codes, passwords or alarms."""
    number = text[start:stop]
    if not (number.isascii() and number.isdecimal() and len(number) <= len(str(_MOST)) and int(number) <= _MOST):
        return False
    named = compiled(_PORT).search(text, max(0, start - _BEFORE), start)
    if named is None:
        return False
    before, behind = text[max(0, start - _AROUND) : named.start()], text[stop : stop + _AROUND]
    words = _words(f"{before.rpartition(_LINE)[2]} {behind.partition(_LINE)[0]}")
    if len(words) < _SENTENCE:
        words = _words(f"{before} {behind}")
    return not any(_is_of_a_door(word) for word in words)


def _words(text: str) -> list[str]:
    found: list[str] = compiled(_WORD).findall(text.lower())
    return found


def _is_of_a_door(word: str) -> bool:
    """Whether a word speaks of codes, passwords or alarms; "qr-code" and the like are names of something else."""
    if _ALARM in word:
        return True
    return not _OF_A_DOOR.isdisjoint(classes(word)) and all(classes(part) - {"none"} for part in word.split("-"))
