"""Whether two freely worded notes contradict each other: one contrast between them, and the rest about one thing.

Two notes are laid side by side word by word, wherever the words stand. What neither shares with the other is a contrast
where it is of one kind: opposites, two values of one dimension, two members of a class, two names in one part; or where
one denies what the other says. One contrast is a contradiction. Two are two things: the reading room closes at five in
winter, and at eight in summer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from memory_mcp.contradiction.parsing.claims import Claim
from memory_mcp.contradiction.parsing.propositions import Gist, said_in_both
from memory_mcp.contradiction.parsing.tokens import Token
from memory_mcp.contradiction.rules.alignment import Contrast, FreeKind, Laid, Run, laid_out
from memory_mcp.contradiction.rules.contrasts import (
    MINE,
    ORDINALS,
    Beside,
    are_in_one_place,
    are_two_things,
    classes_of_both,
    have_other_owners,
)
from memory_mcp.contradiction.rules.names import says_part
from memory_mcp.contradiction.rules.opposition import contrast, may_oppose
from memory_mcp.language.function_words import Language, words


@dataclass(frozen=True, slots=True)
class _Least:
    """How much of two claims is shared at least: of the shorter and the longer, in words; of the longer beside all."""

    of_one: float
    of_other: float
    words: float
    of_other_of_whole: float


# Opposites and a denial say more by themselves than two amounts do, and those more than two names.
_OF_OPPOSITES: Final = _Least(0.34, 0.15, 1.0, 0.25)
_OF_DENIAL: Final = _Least(0.34, 0.15, 1.5, 2.0)
_OF_AMOUNTS: Final = _Least(0.4, 0.2, 1.0, 0.33)
_OF_NAMES: Final = _Least(0.5, 0.3, 1.5, 0.4)
_MANY_WORDS: Final = 6
_NAME_WEIGHT: Final = 1.5
_NEXT: Final = 2
_OWNS: Final = words("of von de del du di do da dos das van")
_TELLING_KINDS: Final = frozenset({"measure", "weekday", "word"})


def freely(a: Gist, b: Gist, *, is_one_entity: bool = False) -> tuple[FreeKind, str] | None:
    """Return the kind and evidence of the contradiction of two notes, or None."""
    if not _are_comparable(a, b):
        return None
    here, there = said_in_both(a, b)
    if len(here) <= 1 and min(len(a.tokens), len(b.tokens)) >= _MANY_WORDS:
        # One word of so many is chance.
        return None
    hints = may_oppose(a, b)
    for one in a.claims:
        if not one.is_said or not _is_said_too(one.narrowed, here):
            continue
        for other in b.claims:
            if (
                one.is_unless != other.is_unless
                or not other.is_said
                or not _is_said_too(other.narrowed, there)
                or have_other_owners(one, other)
            ):
                continue
            laid = laid_out(a.language, one, other, here, there)
            if not laid.shared_a or not laid.shared_b:
                continue
            found = contrast(laid, a, b, hints)
            if found is not None and _are_about_one_thing(laid, found, is_one_entity=is_one_entity):
                whole = laid_out(a.language, a.claims[-1], b.claims[-1], here, there)
                if not _differ_otherwise(laid, whole, found):
                    return found.kind, _evidence(laid, found)
    return None


def _are_comparable(a: Gist, b: Gist) -> bool:
    """Whether both claim something, of the same days, and share a word or what may be one."""
    if not a.is_claim or not b.is_claim or (a.language == "en" and a.tells_once != b.tells_once):
        return False
    if a.days != b.days:
        return False
    return not (a.keys.isdisjoint(b.keys) and a.buckets.keys().isdisjoint(b.buckets))


def _is_said_too(narrowed: Run, said: frozenset[str]) -> bool:
    """Whether half of what narrows a claim is in the other note."""
    return not narrowed or 2 * sum(token.key in said for token in narrowed) >= len(narrowed)


def _differ_otherwise(laid: Laid, whole: Laid, found: Contrast) -> bool:
    """Whether the claims hold something else against each other, or what the clauses say that are no part of them."""
    if found.of_a and (_begin_apart(laid, found) or _is_of_part(laid, found)):
        return True
    if _are_narrowed_apart(laid) or _has_other_owner(laid.a, laid.b) or _has_other_owner(laid.b, laid.a):
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


def _are_narrowed_apart(laid: Laid) -> bool:
    """Whether each is narrowed by something that is not in the other: if it is empty, if it is warm."""
    return any(token.key not in laid.said_a for token in laid.a.narrowed) and any(
        token.key not in laid.said_b for token in laid.b.narrowed
    )


def _have_two_of_a_kind(rest_a: list[Token], rest_b: list[Token], found: Contrast, language: Language) -> bool:
    return any(
        are_two_things(one, other, language) and not _is_part_of_it(one, other, found, language)
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
        if not _is_part_of_it(one, other, found, language)
        and not (found.is_of_names and says_part(one, language) and says_part(other, language))
    )


def _has_other_owner(mine: Claim, other: Claim) -> bool:
    """Whether one speaks of what is mine and the other of what is somebody's by name: my bike, the bike of Lucia."""
    if MINE.isdisjoint(mine.words) or not MINE.isdisjoint(other.words):
        return False
    return any(token.kind == "name" and token.place and other.words[token.place - 1] in _OWNS for token in other.tokens)


def _rest(claim: Claim, only: Run, contrast: Run) -> list[Token]:
    return [token for token in only if token not in contrast and token.place not in claim.denials]


def _is_part_of_it(one: Token, other: Token, found: Contrast, language: Language) -> bool:
    """Whether two that differ belong to a time the notes hold against each other: its hour, its month, which Friday."""
    if not found.of_a or found.kind != "value":
        return False
    if classes_of_both(one, other, language) and classes_of_both(found.of_a[0], found.of_b[0], language):
        # Another word for the same colour: dark green, navy blue.
        return not set(classes_of_both(one, other, language)).isdisjoint(
            classes_of_both(found.of_a[0], found.of_b[0], language)
        )
    if not _is_time(found.of_a[0]):
        return False
    if _is_time(one) and _is_time(other):
        return True
    return all(
        token.word in ORDINALS and any(abs(token.place - part.place) <= _NEXT for part in contrast)
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


def _are_about_one_thing(laid: Laid, found: Contrast, *, is_one_entity: bool) -> bool:
    """Whether the claims share enough of what they say beside the contrast, or all that leads to it."""
    if found.of_a and found.kind == "antonym" and _follows_one_name(laid, found):
        return True
    if found.of_a and _leads(laid.a, laid.shared_a, found.of_a) and _leads(laid.b, laid.shared_b, found.of_b):
        return True
    bonus = 1.0 if is_one_entity else 0.0
    shared_a, shared_b = _weight(laid.shared_a) + bonus, _weight(laid.shared_b) + bonus
    covered = sorted(
        shared / whole if (whole := shared + _weight(tuple(token for token in only if token not in of))) else 0.0
        for shared, only, of in ((shared_a, laid.only_a, found.of_a), (shared_b, laid.only_b, found.of_b))
    )
    least = _least(found)
    if covered[1] == 1.0 and covered[0] >= least.of_other_of_whole:
        return True
    if covered[1] < least.of_one or covered[0] < least.of_other:
        return False
    return max(shared_a, shared_b) >= least.words


def _least(found: Contrast) -> _Least:
    match found.kind:
        case "negation":
            return _OF_DENIAL
        case "antonym":
            return _OF_OPPOSITES
        case _:
            return _OF_NAMES if found.is_of_names else _OF_AMOUNTS


def _follows_one_name(laid: Laid, found: Contrast) -> bool:
    """Whether right before the contrast stands the same name in both: remember that Pedro is left-handed."""
    before = [
        next((token for token in reversed(claim.tokens) if token.place < contrast[0].place), None)
        for claim, contrast in ((laid.a, found.of_a), (laid.b, found.of_b))
    ]
    here, there = before
    return here is not None and there is not None and here.key == there.key and here.kind == "name"


def _leads(claim: Claim, shared: Run, contrast: Run) -> bool:
    """Whether what leads to the contrast is all in the other note too: two words at least, or a name."""
    before = tuple(token for token in claim.tokens if token.place < contrast[0].place)
    least = 1.0 if contrast[0].kind in _TELLING_KINDS else _NAME_WEIGHT
    return _weight(before) >= least and all(token in shared for token in before)


def _weight(tokens: Run) -> float:
    return sum(_NAME_WEIGHT if token.kind == "name" else 1.0 for token in tokens)


def _evidence(laid: Laid, found: Contrast) -> str:
    if found.kind != "negation":
        return " / ".join(" ".join(token.text for token in run) for run in (found.of_a, found.of_b))
    claim = laid.a if laid.a.is_denied(laid.language) else laid.b
    return f"denied in one: {', '.join(dict.fromkeys(claim.words[place] for place in claim.denials))}"
