"""Tell whether two claims differ in more than the contrast found between them: then they speak of two things."""

from __future__ import annotations

from memory_mcp.contradiction.parsing.claims import Claim
from memory_mcp.contradiction.parsing.tokens import DAYS, VALUE_KINDS, Token
from memory_mcp.contradiction.rules.alignment import Contrast, Laid, Run
from memory_mcp.contradiction.rules.contrasts import Beside, are_in_one_place, are_two_things, is_verb
from memory_mcp.contradiction.rules.names import says_part
from memory_mcp.contradiction.rules.subjects import subjects
from memory_mcp.language.data_files import Language
from memory_mcp.language.lexicon import common, words_of
from memory_mcp.language.traits import NOUN_FIRST


def differ_otherwise(laid: Laid, whole: Laid, found: Contrast) -> bool:
    """Whether the claims hold something else against each other, or what the clauses say that are no part of them."""
    if found.of_a and (_begin_apart(laid, found) or _is_of_part(laid, found) or _are_part_and_whole(laid, found)):
        return True
    if found.kind == "value" and found.of_a[0].kind in DAYS and _are_two_of_one(laid):
        return True
    if _are_narrowed_apart(laid):
        return True
    rest_a, rest_b = _rest(laid.a, laid.only_a, found.of_a), _rest(laid.b, laid.only_b, found.of_b)
    if any(one.word in laid.a.named and other.word in laid.b.named for one in rest_a for other in rest_b):
        return True
    rests = [(rest_a, rest_b)]
    if whole.a is not laid.a or whole.b is not laid.b:
        rests.append((_rest(whole.a, whole.only_a, found.of_a), _rest(whole.b, whole.only_b, found.of_b)))
    return any(_have_two_of_a_kind(*rest, found, laid.language) for rest in rests) or _have_two_in_one_place(
        rest_a, rest_b, laid, found
    )


def _are_two_of_one(laid: Laid) -> bool:
    """Whether each says when something else is of one thing: Pilates on Mondays, Lena swims on Wednesdays."""
    shared = subjects(laid.shared_a, laid.language)
    if len(shared) > 1 or len(subjects(laid.shared_b, laid.language)) > 1:
        return False
    fewer, more = sorted(
        sum(token.word.endswith("ing") or not is_verb(token, laid.language) for token in subjects(only, laid.language))
        for only in (laid.only_a, laid.only_b)
    )
    has_weekday = any(token.kind == "weekday" for token in laid.only_a)
    return fewer > 0 and (more > 1 or (shared != [] and shared[0].kind == "name" and has_weekday))


def _are_narrowed_apart(laid: Laid) -> bool:
    """Whether each is narrowed by something that is not in the other: if it is empty, if it is warm."""
    return any(token.key not in laid.said_a for token in laid.a.narrowed) and any(
        token.key not in laid.said_b for token in laid.b.narrowed
    )


def _have_two_of_a_kind(rest_a: list[Token], rest_b: list[Token], found: Contrast, language: Language) -> bool:
    return any(
        are_two_things(one, other, language) and not _is_part_of_it(one, other, found)
        for one in rest_a
        for other in rest_b
    )


def _have_two_in_one_place(rest_a: list[Token], rest_b: list[Token], laid: Laid, found: Contrast) -> bool:
    language = laid.language
    aside_a, aside_b = (frozenset(token.place for token in rest) for rest in (rest_a, rest_b))
    is_denial = found.kind == "negation"
    pair = Beside(laid.a, laid.b, language, found.of_a, found.of_b, aside_a, aside_b, is_denial)
    return any(
        are_in_one_place(one, other, pair)
        for one in rest_a
        for other in rest_b
        if not _is_part_of_it(one, other, found)
        and not (found.is_of_names and says_part(one, language) and says_part(other, language))
        and not (_is_amount(found) and _are_attributes(one, other, language))
    )


def _are_part_and_whole(laid: Laid, found: Contrast) -> bool:
    """Whether one alone narrows what both speak of: the flight leaves, the return flight departs."""
    if not _is_amount(found) or laid.language in NOUN_FIRST:
        return False
    here, there = _narrowings(laid.a, laid.only_a, found.of_a, laid), _narrowings(laid.b, laid.only_b, found.of_b, laid)
    return any(bool(here[key]) != bool(there[key]) for key in here.keys() & there.keys())


def _narrowings(claim: Claim, only: Run, contrast: Run, laid: Laid) -> dict[str, list[Token]]:
    """Return for each noun before the contrast the word right before it, where only this claim has that word."""
    known = words_of(laid.language)
    generic = known.generic | known.verbs | common("ages") | common("leads_to_amount")
    found: dict[str, list[Token]] = {}
    for place, token in enumerate(claim.tokens):
        if token in only or token.kind != "word" or token.place > contrast[0].place:
            continue
        beside = [each for each in claim.tokens[max(0, place - 1) : place] if each.place == token.place - 1]
        found[token.key] = [
            each for each in beside if each in only and each.kind == "word" and each.word not in generic
        ]
    return found


def _is_amount(found: Contrast) -> bool:
    return found.kind == "value" and bool(found.of_a) and found.of_a[0].kind in VALUE_KINDS


def _are_attributes(one: Token, other: Token, language: Language) -> bool:
    """Whether two words make no other subjects of an amount: maximum, users; up, or what else leads to an amount."""
    if one.word in common("leads_to_amount") or other.word in common("leads_to_amount"):
        return True
    generic = words_of(language).generic | words_of(language).verbs
    return one.word in generic and other.word in generic


def _rest(claim: Claim, only: Run, contrast: Run) -> list[Token]:
    return [token for token in only if token not in contrast and token.place not in claim.denials]


def _is_part_of_it(one: Token, other: Token, found: Contrast) -> bool:
    """Whether two that differ belong to a time the notes hold against each other: its hour, its month."""
    if not found.of_a or found.kind != "value":
        return False
    if not _is_time(found.of_a[0]):
        return False
    if _is_time(one) and _is_time(other):
        return True
    # Its part of the day: Tuesday mornings, Thursday afternoon.
    return all(
        token.kind == "word" and token.place == contrast[-1].place + 1 and contrast[-1].kind == "weekday"
        for token, contrast in ((one, found.of_a), (other, found.of_b))
    )


def _is_time(token: Token) -> bool:
    """Whether a token says when: a day, a date, a month or a time of day."""
    return token.kind in {"date", "weekday", "month"} or (token.kind == "number" and ":" in token.text)


def _is_of_part(laid: Laid, found: Contrast) -> bool:
    """Whether one counts something in a part of what the other speaks of: 240 in the club, 85 in its youth."""
    if not found.of_a or found.kind != "value" or found.of_a[0].kind not in {"number", "word"}:
        return False
    for part, whole, only in ((laid.a, laid.b, laid.only_a), (laid.b, laid.a, laid.only_b)):
        first, *rest = part.tokens
        if rest and first in only and rest[0].key == whole.tokens[0].key and rest[0].place - first.place > 1:
            return True
    return False


def _begin_apart(laid: Laid, found: Contrast) -> bool:
    """Whether nothing that leads to the contrast is in the other note, on either side: the attic is, the cellar is."""
    before = [
        [token for token in claim.tokens if token.place < contrast[0].place]
        for claim, contrast in ((laid.a, found.of_a), (laid.b, found.of_b))
    ]
    shared = (*laid.shared_a, *laid.shared_b)
    return all(before) and not any(token in shared for tokens in before for token in tokens)
