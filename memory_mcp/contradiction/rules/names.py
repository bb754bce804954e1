"""Contrast two names where there can be only one: works at Siemens, is employed by Bosch."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from memory_mcp.contradiction.parsing.claims import Claim
from memory_mcp.contradiction.parsing.notes import Note
from memory_mcp.contradiction.parsing.tokens import Token
from memory_mcp.contradiction.rules.alignment import Contrast, Laid, Run
from memory_mcp.contradiction.rules.contrasts import is_name
from memory_mcp.language.competing_products import are_rivals, is_rival
from memory_mcp.language.countries import is_country
from memory_mcp.language.data_files import Language, words_of_each
from memory_mcp.language.lexicon import common, words_of
from memory_mcp.language.traits import CAPITAL_NOUNS

_NEXT: Final = 2  # 1: 2007 / 86, 3: 2007 / 86
_LONGEST_NAME: Final = 3  # 2: 2010 / 85, 4: 2010 / 86
_SAME_PART: Final = 4  # 3: 2010 / 86, 5: 2010 / 86


def names(laid: Laid, a: Note, b: Note, *, is_one: bool = False) -> Contrast | None:
    """Return two names of which there is one: in one part, or where all there is is meant."""
    if not a.names or not b.names or laid.a.adds or laid.b.adds or a.tells_once or b.tells_once:
        return None
    names_a, names_b = (
        tuple(token for token in claim.tokens if _is_of_one(token, claim, other, only, laid.language))
        for claim, other, only in ((laid.a, laid.b, laid.only_a), (laid.b, laid.a, laid.only_b))
    )
    names_a, names_b = _without_first(names_a), _without_first(names_b)
    if not _is_one_name(names_a, laid.a) or not _is_one_name(names_b, laid.b):
        return None
    if _is_country(laid.a, names_a) != _is_country(laid.b, names_b):
        # A country and a town in it.
        return None
    # What both begin with is what they speak of: Kafka runs in production, Redis runs in production.
    is_told = not laid.begins_with(names_a[0], names_b[0])
    is_one = (
        is_one
        or (
            is_told
            and _may_rival(laid)
            and any(are_rivals(one.word, other.word) for one in names_a for other in names_b)
        )
        or _have_one_part(laid, is_told=is_told)
        or (
            _are_told(laid.a, laid.shared_a, names_a, laid.language)
            and _are_told(laid.b, laid.shared_b, names_b, laid.language)
        )
        or (is_told and (a.covers or b.covers))
        or (is_told and _fill_one_place(laid, names_a, names_b))
    )
    if not is_one:
        return None
    are_known = any(are_rivals(one.word, other.word) for one in names_a for other in names_b)
    return Contrast("value", names_a, names_b, is_of_names=True, are_rivals=are_known)


def _is_country(claim: Claim, names: Run) -> bool:
    return is_country(" ".join(claim.words[names[0].place : names[-1].place + 1]))


def _is_of_one(token: Token, claim: Claim, other: Claim, only: Run, language: Language) -> bool:
    """Whether a token may be a name that only one claim has; elsewhere in the other note it may stand: no more X."""
    is_name_here = is_name(token, language) or token.word in claim.named or is_rival(token.word)
    return is_name_here and (token in only or all(token.key != each.key for each in other.tokens))


def says_part(token: Token, language: Language) -> bool:
    """Whether a word says what part somebody plays: looks after, is responsible."""
    return token.word in words_of(language).roles or any(token.word in part for part in words_of(language).parts)


def _fill_one_place(laid: Laid, names_a: Run, names_b: Run) -> bool:
    """Whether one claim says nothing else that the other note does not: CI runs on X, our CI is on Y."""
    if not _may_rival(laid):
        return False
    are_values = not any(token.word.isalpha() for token in (*names_a, *names_b))
    rests = [
        # A path, a host or a version is a value, whatever the verb.
        [] if are_values else [token for token in only if token not in names]
        for only, names in ((laid.only_a, names_a), (laid.only_b, names_b))
    ]
    if any(token.key in laid.said_a for token in names_a) or any(token.key in laid.said_b for token in names_b):
        # One note names both, and says only one of them of this: Vue it is, Angular is gone.
        return True
    if all(rests):
        led = [
            {_led_by(token, claim, of[0], laid.language) for token in rest}
            for claim, rest, of in ((laid.a, rests[0], names_a), (laid.b, rests[1], names_b))
        ]
        if led[0] != led[1] or "" in led[0]:
            return False
    return all(_is_led_to(claim, names, laid.language) for claim, names in ((laid.a, names_a), (laid.b, names_b)))


def _led_by(token: Token, claim: Claim, name: Token, language: Language) -> str:
    """Return what leads from a verb to a name, "means" or a place: is built with, goes out via, is written in."""
    between = claim.words[token.place + 1 : name.place]
    known = words_of(language)
    is_passive = token.place > 0 and claim.words[token.place - 1] in known.copulas
    if not between or len(between) > _NEXT or not (is_passive or token.word in known.generic):
        return ""
    if between[-1] in common("means"):
        return "means"
    return between[-1] if token.word in known.relations and between[-1] in common("places") else ""


def _is_led_to(claim: Claim, names: Run, language: Language) -> bool:
    """Whether a copula or preposition leads to names, or a claim begins with them: of an object there are many."""
    if language in CAPITAL_NOUNS and not any(is_rival(token.word) or not token.word.isalpha() for token in names):
        # Every noun has a capital.
        return False
    place = names[0].place - 1
    while place > 0 and (claim.words[place] in common("indefinite") or claim.words[place] in common("determiners")):
        place -= 1
    if place < 0:
        return True
    led = claim.words[place]
    known = words_of(language)
    if not any(token.word.isalpha() for token in names) and led in known.small | known.verbs | known.relations:
        return True
    return led in common("places") or led in common("means") or led in known.copulas


def _are_told(claim: Claim, shared: Run, names: Run, language: Language) -> bool:
    """Whether a copula leads from what both notes speak of to the name: our boiler is a Vaillant."""
    before = [token for token in claim.tokens if token.place < names[0].place]
    if not before or not all(token in shared for token in before):
        return False
    place = names[0].place - 1
    while place > before[-1].place and claim.words[place] in common("indefinite"):
        place -= 1
    return (
        claim.words[place] in words_of(language).copulas and place == before[-1].place + before[-1].text.count(" ") + 1
    )


def _may_rival(laid: Laid) -> bool:
    """Whether nothing is said of which there may be many: speaks, knows, supports."""
    many = words_of(laid.language).many
    return many.isdisjoint(laid.a.words) and many.isdisjoint(laid.b.words)


def _have_one_part(laid: Laid, *, is_told: bool) -> bool:
    """Whether both claims name the part somebody or something plays, and the same: owned by, is the owner."""
    roles = words_of(laid.language).roles
    here, there = (
        {word for word in (*claim.words, *(token.key for token in claim.tokens)) if word in roles}
        for claim in (laid.a, laid.b)
    )
    if any(one[:_SAME_PART] == other[:_SAME_PART] for one in here for other in there):
        return True
    in_charge, *others = words_of(laid.language).parts
    if not in_charge.isdisjoint(laid.a.words) and not in_charge.isdisjoint(laid.b.words):
        return True
    # Two people may work at one place, and live at one.
    return is_told and any(not part.isdisjoint(laid.a.words) and not part.isdisjoint(laid.b.words) for part in others)


def _without_first(names: Run) -> Run:
    """Return names without the first word of a note, which has its capital for that, where it stands apart."""
    if len(names) > 1 and names[0].place == 0 and names[1].place > 1:
        return names[1:]
    return names


def _is_one_name(tokens: Run, claim: Claim) -> bool:
    """Whether tokens are one name: they stand next to each other, or joined as names are (Montalban y Socios)."""
    if not tokens or len(tokens) > _LONGEST_NAME:
        return False
    return all(
        two.place - one.place == 1
        or (
            two.place - one.place == _NEXT
            and claim.words[one.place + 1] in words_of_each("parsing", "joints")
            and two.text[:1].isupper()
        )
        for one, two in pairwise(tokens)
    )
