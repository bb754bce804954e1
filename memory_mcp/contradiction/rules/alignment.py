"""Align two claims word by word, and find where they differ."""

from __future__ import annotations

from typing import Literal, NamedTuple

from memory_mcp.contradiction.parsing.claims import Claim
from memory_mcp.contradiction.parsing.tokens import Token
from memory_mcp.language.data_files import Language
from memory_mcp.language.lexicon import common, words_of

FreeKind = Literal["negation", "value", "antonym"]
Run = tuple[Token, ...]


class Laid(NamedTuple):
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
        if self.a.tokens[0] != one or self.b.tokens[0] != other:
            return False
        # Of the user both may speak, named or not: the user hates, loves.
        return common("user").isdisjoint((*self.a.words[: one.place], *self.b.words[: other.place])) and (
            not {one.word, other.word} <= words_of(self.language).verbs
        )


class Contrast(NamedTuple):
    """What two claims hold against each other; a denial has no tokens of its own."""

    kind: FreeKind
    of_a: Run = ()
    of_b: Run = ()
    is_of_names: bool = False
    are_rivals: bool = False


class Parted(NamedTuple):
    """A claim, what of it the other note says too, and what it alone has; ``said`` is all the other note says too."""

    claim: Claim
    shared: Run
    only: Run
    said: frozenset[str]


def laid_out(language: Language, one: Parted, other: Parted) -> Laid:
    """Lay two claims side by side."""
    return Laid(one.claim, other.claim, language, one.shared, other.shared, one.only, other.only, one.said, other.said)


def parted(claim: Claim, said: frozenset[str]) -> Parted:
    """Part the tokens of a claim by the keys of its note of which the other note speaks."""
    shared: list[Token] = []
    only: list[Token] = []
    for token in claim.tokens:
        (shared if token.key in said else only).append(token)
    return Parted(claim, tuple(shared), tuple(only), said)
