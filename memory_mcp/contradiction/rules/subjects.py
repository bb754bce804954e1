"""Compare the subjects of two notes: the words that name them, what only one has, and what makes it another subject."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from memory_mcp.contradiction.parsing.notes import Note
from memory_mcp.contradiction.parsing.tokens import VALUE_KINDS, Token, dimension_of
from memory_mcp.contradiction.rules.alignment import Contrast, Run
from memory_mcp.contradiction.rules.contrasts import classes_of_both
from memory_mcp.language.antonyms import opposites_of
from memory_mcp.language.data_files import Language
from memory_mcp.language.lexicon import common, words_of


def tells(plain: Note) -> bool:
    """Whether a note says how something is: it does not plan, look back, deny, tell an event or hold under an if."""
    claim = plain.claims[-1]
    return (
        claim.is_said
        and not claim.narrowed
        and not (plain.days or plain.tells_once or plain.may_tell)
        and not claim.is_denied(plain.language)
    )


def telling(tokens: Iterable[Token], language: Language) -> list[Token]:
    """Return the tokens that are neither values nor attributes of something (size, limit)."""
    generic = words_of(language).generic | common("ages")
    return [
        token
        for token in tokens
        if token.kind not in VALUE_KINDS and token.word not in generic and token.key not in generic
    ]


def subjects(tokens: Iterable[Token], language: Language) -> list[Token]:
    """Return the tokens that may say what is spoken of: no values, attributes or verbs."""
    verbs = words_of(language).verbs | words_of(language).relations
    return [token for token in telling(tokens, language) if token.word not in verbs]


def rests(tokens: Run, said: frozenset[str]) -> list[Token]:
    """Return the tokens of which the other note does not speak."""
    return [token for token in tokens if token.key not in said]


def are_of_two(a: Run, b: Run, rest_a: list[Token], rest_b: list[Token], language: Language) -> bool:
    """Whether two rests are of two things: of one class, or each right before one noun (red button, green button)."""
    if any(_are_apart(one, other, language) for one in rest_a for other in rest_b):
        return True
    return not _beside(a, rest_a, language).isdisjoint(_beside(b, rest_b, language))


def _beside(tokens: Run, rest: list[Token], language: Language) -> set[str]:
    """Return the words that have one of the rest right before them, or joined to them by a hyphen."""
    return {
        noun.key
        for one, other in pairwise(tokens)
        for token, noun in ((one, other), (other, one))
        if token in rest and noun not in rest and (token is one or token.is_joined)
        and other.place == one.place + 1 and telling((token,), language)
    }  # fmt: skip


def amounts_of(only_a: list[Token], only_b: list[Token]) -> Contrast | None:
    """Return the values of one dimension that each of two notes has for itself; None where there are none."""
    found = (Contrast("value", of_a, of_b) for _, of_a, of_b in by_dimension(only_a, only_b) if of_a and of_b)
    return next(found, None)


def _are_apart(one: Token, other: Token, language: Language) -> bool:
    return bool(classes_of_both(one, other, language)) or other.word in opposites_of(language).get(one.word, ())


def by_dimension(only_a: Iterable[Token], only_b: Iterable[Token]) -> Iterator[tuple[str, Run, Run]]:
    """Yield each dimension of which the first note has values for itself, with these and those of the second."""
    values_a, values_b = ([token for token in only if token.kind in VALUE_KINDS] for only in (only_a, only_b))
    for dimension in dict.fromkeys(map(dimension_of, values_a)):
        run_a, run_b = (tuple(each for each in of if dimension_of(each) == dimension) for of in (values_a, values_b))
        yield dimension, run_a, run_b
