"""Two claims laid side by side, and what they hold against each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from memory_mcp.contradiction.parsing.claims import Claim
from memory_mcp.contradiction.parsing.tokens import Token
from memory_mcp.language.lexicon import Language

FreeKind = Literal["negation", "value", "antonym"]
Run = tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """Two claims laid side by side: what each shares with the other note, and what it alone has."""

    a: Claim
    b: Claim
    language: Language
    shared_a: Run
    shared_b: Run
    only_a: Run
    only_b: Run
    said_a: frozenset[str]
    said_b: frozenset[str]

    def begins_with(self, one: Token, other: Token) -> bool:
        """Whether both claims begin with the two: they name what is spoken of (the red button, the green button)."""
        return self.a.tokens[0] == one and self.b.tokens[0] == other


@dataclass(frozen=True, slots=True)
class Contrast:
    """What two claims hold against each other; a denial has no tokens of its own."""

    kind: FreeKind
    of_a: Run = ()
    of_b: Run = ()
    is_of_names: bool = False
    are_rivals: bool = False


def laid_out(language: Language, one: Claim, other: Claim, here: frozenset[str], there: frozenset[str]) -> Laid:
    """Lay two claims side by side; ``here`` and ``there`` are the keys of each of which the other note speaks."""
    shared_a, only_a = _parted(one.tokens, here)
    shared_b, only_b = _parted(other.tokens, there)
    return Laid(one, other, language, shared_a, shared_b, only_a, only_b, here, there)


def _parted(tokens: Run, said: frozenset[str]) -> tuple[Run, Run]:
    shared: list[Token] = []
    only: list[Token] = []
    for token in tokens:
        (shared if token.key in said else only).append(token)
    return tuple(shared), tuple(only)
