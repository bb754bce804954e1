"""Contrast two plain words that are values of one attribute, or where one note says that there is no other."""

from __future__ import annotations

import re
from typing import Final

from memory_mcp.contradiction.parsing.claims import Claim
from memory_mcp.contradiction.parsing.tokens import VALUE_KINDS
from memory_mcp.contradiction.rules.alignment import Contrast, Laid, Run
from memory_mcp.contradiction.rules.contrasts import is_verb
from memory_mcp.language.data_files import Language
from memory_mcp.language.lexicon import common, words_of
from memory_mcp.language.traits import NOUN_FIRST

# What happens to it is no value of it.
_PARTICIPLE: Final = re.compile(r"\w+(?:ed|ing|[ai]d[oa]s?|[ai]t[oaie]|ees?)|ge\w+(?:t|en)")


def values_of_one(laid: Laid, *, is_all: bool) -> Contrast | None:
    """Return the two values of what has one: the default branch is main, is trunk; only works day shifts.

    ``is_all``: both speak of all there is, or of the one of its kind.
    """
    if not common("only").isdisjoint((*laid.a.words, *laid.b.words)):
        return _before_one_noun(laid)
    of_a, of_b = (
        _told(laid.a, laid.shared_a, laid.only_a, laid.language),
        _told(laid.b, laid.shared_b, laid.only_b, laid.language),
    )
    if not of_a or not of_b or not is_all or of_a[0].kind != of_b[0].kind:
        return None
    return Contrast("value", of_a, of_b)


def _told(claim: Claim, shared: Run, only: Run, language: Language) -> Run:
    """Return the few words a copula tells of an attribute, where the other note speaks of all else."""
    known = words_of(language)
    told = tuple(token for token in only if token.word not in known.relations)
    if not told or claim.tokens[-len(told) :] != told or not shared:
        return ()
    if not any(token.word in known.roles for token in shared):
        return ()
    if any(
        token.kind in VALUE_KINDS or is_verb(token, language) or _PARTICIPLE.fullmatch(token.word) for token in told
    ):
        return ()
    before = [word for word in claim.words[shared[-1].place + 1 : told[0].place] if word not in known.relations]
    is_told = told[0].place in claim.clauses or not known.copulas.isdisjoint(before)
    return told if is_told and all(word in known.small or word in common("user") for word in before) else ()


def _before_one_noun(laid: Laid) -> Contrast | None:
    """Return the two words that stand right before one noun, where one note says it is only so."""
    if laid.language in NOUN_FIRST:
        return None
    for noun in laid.shared_a:
        for other in laid.shared_b:
            if noun.key != other.key or (is_verb(noun, laid.language) and not noun.is_joined):
                continue
            one, two = (
                next((token for token in only if token.place == place - 1 and token.kind in ("word", "name")), None)
                for only, place in ((laid.only_a, noun.place), (laid.only_b, other.place))
            )
            if one is not None and two is not None and not is_verb(one, laid.language):
                return Contrast("value", (one,), (two,))
    return None
