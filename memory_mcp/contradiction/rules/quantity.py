"""Contrast two amounts or days of two claims: 30 seconds, 2 minutes.

A number that names what is spoken of is no amount: room 12 is free, and so is room 14.
"""

from __future__ import annotations

from typing import Final

from memory_mcp.contradiction.parsing.claims import Claim
from memory_mcp.contradiction.parsing.notes import Note
from memory_mcp.contradiction.parsing.tokens import Token
from memory_mcp.contradiction.rules.alignment import Contrast, Laid, Run
from memory_mcp.contradiction.rules.contrasts import first_verb
from memory_mcp.contradiction.rules.subjects import by_dimension, subjects
from memory_mcp.language.competing_products import is_rival
from memory_mcp.language.data_files import Language, words_of_each
from memory_mcp.language.lexicon import common, words_of

_DAYS: Final = frozenset({"date", "weekday"})
_NEXT: Final = 2  # 1: 2010 / 85, 3: 2010 / 88
_NAMING: Final = frozenset({"word", "name"})


def amounts(laid: Laid, a: Note, b: Note) -> Contrast | None:
    """Return the two amounts or days the notes hold against each other."""
    if not a.tells_once and not b.tells_once:
        for dimension, run_a, run_b in by_dimension(laid.only_a, laid.only_b):
            if dimension in _DAYS and (a.may_tell or b.may_tell):
                continue
            if len(run_a) != len(run_b) or _are_labels(laid, run_a, run_b):
                continue
            if _count_one_thing(laid, run_a, run_b):
                return Contrast("value", run_a, run_b)
    return None


def _count_one_thing(laid: Laid, run_a: Run, run_b: Run) -> bool:
    """Whether what numbers count is in both notes: eight cores, twelve cores."""
    for claim, run, shared in ((laid.a, run_a, laid.shared_a), (laid.b, run_b, laid.shared_b)):
        if run[0].kind == "number" and not _is_version(run[0], claim, laid, shared):
            end = run[-1].place + run[-1].text.count(" ") + 1
            counted = next((token for token in claim.tokens if token.place == end and token.kind in _NAMING), None)
            if counted is not None and counted not in shared and claim.clause_of(end) == claim.clause_of(end - 1):
                return False
    return True


def _are_labels(laid: Laid, run_a: Run, run_b: Run) -> bool:
    """Whether values name what is spoken of instead of saying something of it: room 12 is, on Monday it."""
    if laid.begins_with(run_a[0], run_b[0]):
        return True
    if all(_names_event(claim, run, laid.language) for claim, run in ((laid.a, run_a), (laid.b, run_b))):
        return True
    return any(
        token.kind == "number"
        and _is_label(token, claim, laid.language)
        and not _is_version(token, claim, laid, shared)
        for claim, run, shared in ((laid.a, run_a, laid.shared_a), (laid.b, run_b, laid.shared_b))
        for token in run
    )


def _is_version(token: Token, claim: Claim, laid: Laid, shared: Run) -> bool:
    """Whether a number is the version of a product, of which both notes say where: PostgreSQL 14 runs in production."""
    product = claim.words[token.place - 1] if token.place else ""
    return is_rival(product) and any(each.word != product for each in subjects(shared, laid.language))


def _names_event(claim: Claim, run: Run, language: Language) -> bool:
    """Whether a day says which one is spoken of: the outage of 3 May."""
    token = run[0]
    if token.kind != "date" or len(claim.tokens) < _NEXT or claim.tokens[1] != token:
        return False
    before = claim.words[max(0, token.place - 2) : token.place]
    if not words_of(language).copulas.isdisjoint(before):
        # The offsite is on 3 May.
        return False
    # Outage 3 March: the disk was full.
    return (before[-1:] != () and before[-1] in words_of_each("parsing", "of")) or (
        token.place == 1 and len(claim.tokens) > _NEXT
    )


def _is_label(token: Token, claim: Claim, language: Language) -> bool:
    before = claim.words[token.place - 1] if token.place else ""
    if before in common("numberers"):
        return token.place < _NEXT or claim.words[token.place - _NEXT] not in common("numbered")
    known = words_of(language)
    is_label_anywhere = before in common("labels") and before not in common("counted_labels")
    if is_label_anywhere or not (known.events | known.once).isdisjoint(claim.words):
        return True
    verb = first_verb(claim, language)
    is_in_subject = verb is not None and 0 < token.place < verb
    return is_in_subject and (before in common("labels") or (before.isalpha() and token.word.isdigit()))
