"""Tell whether a value is a few words without grammar, as in a passphrase."""

from __future__ import annotations

from typing import Final

from memory_mcp.privacy.text.spans import compiled
from memory_mcp.privacy.values.names import kind_of_name
from memory_mcp.privacy.values.secret_values import speaks_of_the_trade
from memory_mcp.privacy.values.word_lists import word_list


def is_phrase(value: str) -> bool:
    """Say whether a value is a few words without grammar, as a passphrase is: ``violet tractor 88 lantern``."""
    words = value.lower().split(" ")
    least = _LEAST_NUMBERED if words[-1].isdigit() else _LEAST_PHRASE
    return (
        least <= len(words) <= _LONGEST_PHRASE
        and all(compiled(r"[a-zà-ÿ]{2,16}|[0-9]{1,4}").fullmatch(word) for word in words)
        and FUNCTION_WORDS.isdisjoint(words)
        and not speaks_of_the_trade(value)
        and not words[0].endswith("ed")
    )


def is_saying(name: str, value: str) -> bool:
    """Say whether what a name that ends as a password's does is given is a few words, with grammar or without.

    Words of programs and passwords are a message: "Wrong password".
    """
    words = value.split()
    return (
        kind_of_name("", compiled(r"[^\W\d_]+").findall(name)[-1]) == "password"
        and len(words) <= _LONGEST_PHRASE
        and all(compiled(r"[^\W_]{1,16}[!?.,]?").fullmatch(word) for word in words)
        and not speaks_of_the_trade(value)
    )


def is_line_noise(value: str) -> bool:
    """Say whether a value with spaces was drawn from all that a keyboard has, as the salts of a site are."""
    classes = (r"[a-z]", r"[A-Z]", r"[0-9]", r"[^\w\s]")
    return len(value) >= _LEAST_NOISE and all(len(compiled(one).findall(value)) >= _LEAST_OF_A_CLASS for one in classes)


_LEAST_NOISE: Final = 32
_LEAST_OF_A_CLASS: Final = 4
_LEAST_PHRASE: Final = 4
_LEAST_NUMBERED: Final = 2
_LONGEST_PHRASE: Final = 8
FUNCTION_WORDS: Final = frozenset(word_list("function_words"))
