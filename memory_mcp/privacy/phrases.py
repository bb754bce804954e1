"""Whether a value is a few words without grammar, as people make passphrases."""

from __future__ import annotations

from typing import Final

from memory_mcp.privacy.secret_values import speaks_of_the_trade
from memory_mcp.privacy.spans import compiled


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


_LEAST_PHRASE: Final = 4
_LEAST_NUMBERED: Final = 2
_LONGEST_PHRASE: Final = 8
FUNCTION_WORDS: Final = frozenset(
    (
        "a", "an", "the", "in", "on", "at", "to", "of", "for", "by", "with", "from", "and", "or", "but", "not",
        "too", "only", "also", "still", "no", "your", "my", "our", "his", "her", "their", "its", "it", "this",
        "that", "these", "those", "is", "are", "was", "were", "be", "been", "has", "have", "had", "do", "does",
        "did", "can", "could", "will", "would", "should", "must", "may", "might", "when", "where", "while",
        "until", "before", "after", "as", "if", "than", "then", "so", "very", "more", "most", "same", "stored",
        "set", "used", "asked", "needed", "der", "die", "das", "und", "oder", "nicht", "ist", "sind", "ein",
        "eine", "el", "la", "los", "las", "y", "o", "es", "son", "un", "una", "le", "les", "et", "ou", "est",
        "sont", "des", "du", "il", "lo", "gli", "e", "sono", "di", "da", "de", "van", "het", "een", "en", "zijn",
        "na", "z", "w", "nie", "jest", "и", "в", "на", "не", "please", "field", "characters", "long", "least",
    )
)  # fmt: skip
