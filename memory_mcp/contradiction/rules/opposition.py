"""Find the contrast of two claims: opposites, a denial, two amounts or two names; or none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from memory_mcp.contradiction.parsing.claims import Claim
from memory_mcp.contradiction.parsing.notes import Note
from memory_mcp.contradiction.parsing.token_similarity import are_negated_forms, begins_or_ends
from memory_mcp.contradiction.parsing.tokens import VALUE_KINDS, Token
from memory_mcp.contradiction.rules.alignment import Contrast, Laid, Run
from memory_mcp.contradiction.rules.attribute_values import values_of_one
from memory_mcp.contradiction.rules.names import names
from memory_mcp.contradiction.rules.quantity import amounts
from memory_mcp.language.antonyms import opposites_of
from memory_mcp.language.data_files import Language, words_of_each
from memory_mcp.language.lexicon import common, words_of
from memory_mcp.language.relation_cardinality import Cardinality
from memory_mcp.language.traits import CAPITAL_NOUNS, COMPOUNDING, NEGATOR_FIRST

_BESIDE: Final = 3  # 2: 2005 / 86, 4: 2010 / 90
_NEXT: Final = 2  # 1: 2006 / 86, 3: 2012 / 86
_LONG_ENOUGH: Final = 5  # 4: 2011 / 86, 6: 2010 / 86


def may_oppose(a: Note, b: Note) -> tuple[bool, bool]:
    """Return whether two notes may have opposites that are listed, and such that are known by how they begin or end."""
    is_compounding = a.language in COMPOUNDING and bool(a.opposed or b.opposed)
    are_listed = is_compounding or any(not words.isdisjoint(b.forms) for words in a.opposed)
    return are_listed, not (a.turned.isdisjoint(b.forms) and b.turned.isdisjoint(a.forms))


def contrast(
    laid: Laid, a: Note, b: Note, hints: tuple[bool, bool], declared: Cardinality | None = None
) -> Contrast | None:
    """Return the contrast of two claims; None where they hold nothing against each other, or deny it themselves.

    ``hints`` is what ``may_oppose`` says of the notes, ``declared`` how many values their relation has.
    """
    are_listed, are_turned = hints
    pair = next(chain(_opposites(laid) if are_listed else (), _negated(laid) if are_turned else ()), None)
    if pair is not None:
        one, other = pair
        denied_a = laid.a.is_denied(laid.language, frozenset({one.place}))
        denied_b = laid.b.is_denied(laid.language, frozenset({other.place}))
        # An opposite that is denied says the same.
        return Contrast("antonym", (one,), (other,)) if denied_a == denied_b else None
    denied_a, denied_b = laid.a.is_denied(laid.language), laid.b.is_denied(laid.language)
    if denied_a != denied_b:
        return _denial(laid, is_of_a=denied_a)
    if laid.a.denials or laid.b.denials or declared == "many":
        return None
    return (
        amounts(laid, a, b)
        or names(laid, a, b, is_one=declared == "one")
        or values_of_one(laid, is_all=a.covers and b.covers)
    )


def _denial(laid: Laid, *, is_of_a: bool) -> Contrast | None:
    """Return the denial one claim holds against the other; None where it denies something else, or says the same."""
    denied, shared, said = (laid.a, laid.shared_a, laid.only_b) if is_of_a else (laid.b, laid.shared_b, laid.only_a)
    if denied.denials[0] == 0 and denied.words[0] in words_of(laid.language).without:
        # What it begins with is its condition.
        return None
    table = opposites_of(laid.language)
    if any(not common("allowed").isdisjoint(table.get(token.word, ())) for token in said):
        # Never do it, it is forbidden.
        return None
    return Contrast("negation") if _is_denial_of_shared(denied, shared, laid.language) else None


def _opposites(laid: Laid) -> Iterator[tuple[Token, Token]]:
    """Yield the pairs of words that exclude each other."""
    table = opposites_of(laid.language)
    here, there = _own(laid.a, laid.b), _own(laid.b, laid.a)
    for one in here:
        for other in there:
            if laid.begins_with(one, other) or _are_parts_of_days(laid, one, other):
                continue
            if _excludes(one, other, table, laid.language) or _excludes(other, one, table, laid.language):
                yield one, other


def _are_parts_of_days(laid: Laid, one: Token, other: Token) -> bool:
    """Whether both stand right behind a day only their note has: Tuesday mornings, Thursday afternoon."""
    return all(
        any(each.kind == "weekday" and each.place == token.place - 1 for each in only)
        for token, only in ((one, laid.only_a), (other, laid.only_b))
    )


def _negated(laid: Laid) -> Iterator[tuple[Token, Token]]:
    """Yield the pairs of words of which one is the other turned into its opposite."""
    for one in laid.only_a:
        for other in laid.only_b:
            if are_negated_forms(one.key, other.key) or are_negated_forms(one.word, other.word):
                yield one, other


def _own(claim: Claim, other: Claim) -> list[Token]:
    keys = {token.key for token in other.tokens}
    return [token for token in claim.tokens if token.key not in keys and token.kind not in VALUE_KINDS]


def _excludes(one: Token, other: Token, table: Mapping[str, frozenset[str]], language: Language) -> bool:
    if language not in CAPITAL_NOUNS and any(
        token.kind == "name" and token.place and not token.text.isupper() for token in (one, other)
    ):
        # With a capital amid the sentence it is a name: the village of Chiuso.
        return False
    against = table.get(one.word) or table.get(one.key)
    if not against:
        return one.kind == other.kind == "word" and are_negated_forms(one.key, other.key)
    if other.word in against or other.key in against:
        return True
    # A compound is made of one of the words and another: priverepo, Pflichtfeld, rookverbod.
    return language in COMPOUNDING and any(
        len(word) >= _LONG_ENOUGH and len(other.word) > len(word) and begins_or_ends(other.word, word)
        for word in against
    )


def _is_denial_of_shared(claim: Claim, shared: Run, language: Language) -> bool:
    """Whether a negator stands beside something the other note speaks of too, in a clause that is mostly of that.

    "Without" denies what comes next.
    """
    for place in claim.denials:
        clause = [token for token in claim.tokens if claim.clause_of(token.place) == claim.clause_of(place)]
        here = [token for token in clause if token in shared]
        if claim.words[place] in words_of(language).without:
            if any(0 < token.place - place <= _NEXT for token in here):
                return True
        elif place == 0 and here:
            # Nobody of the team: the whole clause is denied.
            return _is_mostly(here, clause)
        elif (
            _is_mostly(here, clause)
            and any(abs(token.place - place) <= _BESIDE for token in here)
            and (language not in NEGATOR_FIRST or _denies_shared(place, claim, clause, here))
        ):
            return True
    return False


def _denies_shared(place: int, claim: Claim, clause: list[Token], here: list[Token]) -> bool:
    """Whether what comes right behind a negator, in a language where that is what it denies, is in the other note."""
    behind = [token for token in clause if token.place > place]
    if not behind or behind[0] in here:
        return True
    before = [token for token in clause if token.place < place]
    if behind[0].word in common("in_force") and before and 2 * sum(token in here for token in before) >= len(before):
        # It is not there at all.
        return True
    # It may deny two things at once: never touches or eats.
    return (
        behind[1:] != []
        and behind[1] in here
        and claim.words[behind[1].place - 1] in words_of_each("parsing", "denied_together")
    )


def _is_mostly(here: list[Token], clause: list[Token]) -> bool:
    return 2 * len(here) > len(clause) or (2 * len(here) == len(clause) and len(here) > 1)
