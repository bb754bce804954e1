"""Whether two freely worded notes contradict each other: one contrast between them, and the rest about one thing.

Two notes are laid side by side word by word, wherever the words stand. What neither shares with the other is a contrast
where it is of one kind: opposites, two values of one dimension, two members of a class, two names in one part; or where
one denies what the other says. One contrast is a contradiction. Two are two things: the reading room closes at five in
winter, and at eight in summer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from memory_mcp.store import clash_lexicon as lexicon
from memory_mcp.store.clash_antonyms import opposites_of
from memory_mcp.store.clash_claims import Claim
from memory_mcp.store.clash_contrasts import (
    ORDINALS,
    Beside,
    are_in_one_place,
    are_two_things,
    classes_of_both,
    dimension_of,
    first_verb,
    have_other_owners,
    is_name,
)
from memory_mcp.store.clash_gist import Gist, classes_of, said_in_both
from memory_mcp.store.clash_lexicon import Language
from memory_mcp.store.clash_likeness import COMPOUNDING, LEAST_NEGATED, are_negated_forms, begins_or_ends
from memory_mcp.store.clash_relations import MANY_WORDS
from memory_mcp.store.clash_rivals import are_rivals, is_rival
from memory_mcp.store.clash_slots import ARTICLES, LABELS, LABELS_ANYWHERE, NUMBERED, NUMBERERS
from memory_mcp.store.clash_tokens import VALUE_KINDS, Token
from memory_mcp.store.lexica import cues_of

_HAPPENED: Final = lexicon.EVENTS | lexicon.ONCE
FreeKind = Literal["negation", "value", "antonym"]
Run = tuple[Token, ...]

# Of the telling words of the shorter claim, so many at least are in the other note; of the longer, so many.
_LEAST_COVERED: Final = 0.5
_LEAST_COVERED_OTHER: Final = 0.3
_LEAST_OF_VALUE: Final = 0.5
_LEAST_SHARED: Final = 1.5
_LEAST_SHARED_OF_DENIAL: Final = 2
_NAME_WEIGHT: Final = 1.5
_BESIDE: Final = 3
_NEXT: Final = 2
_LONGEST_NAME: Final = 3
_LONG_ENOUGH: Final = 5
_SAME_PART: Final = 4
_DAYS: Final = frozenset({"date", "weekday"})
# What leads to whose something is.
_OF: Final = lexicon.words_by_language(
    en="of", de="", es="de del", fr="de du des d", it="di del dello della dell", pt="de do da dos das", nl="van"
)
_JOINTS: Final = lexicon.words("y and et e und en de di do da van von of")
_TELLING_KINDS: Final = frozenset({"measure", "weekday", "word"})


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


@dataclass(frozen=True, slots=True)
class Contrast:
    """What two claims hold against each other; a denial has no tokens of its own."""

    kind: FreeKind
    of_a: Run = ()
    of_b: Run = ()


def freely(a: Gist, b: Gist, *, is_one_entity: bool = False) -> tuple[FreeKind, str] | None:
    """Return the kind and evidence of the contradiction of two notes, or None."""
    if (
        not a.is_claim
        or not b.is_claim
        or (a.language == "en" and a.tells_once != b.tells_once)
        or a.keys.isdisjoint(b.keys)
    ):
        return None
    if a.days != b.days or (a.keys.isdisjoint(b.keys) and a.buckets.keys().isdisjoint(b.buckets)):
        return None
    here, there = said_in_both(a, b)
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
            laid = _laid(a.language, one, other, here, there)
            found = _contrast(laid, a, b)
            if found is not None and _holds(laid, found, is_one_entity=is_one_entity):
                whole = _laid(a.language, a.claims[-1], b.claims[-1], here, there)
                if not _differ_otherwise(laid, whole, found):
                    return found.kind, _evidence(laid, found)
    return None


def _is_said_too(narrowed: Run, said: frozenset[str]) -> bool:
    """Whether half of what narrows a claim is in the other note."""
    return not narrowed or 2 * sum(token.key in said for token in narrowed) >= len(narrowed)


def _laid(language: Language, one: Claim, other: Claim, here: frozenset[str], there: frozenset[str]) -> Laid:
    shared_a, only_a = _parted(one.tokens, here)
    shared_b, only_b = _parted(other.tokens, there)
    return Laid(one, other, language, shared_a, shared_b, only_a, only_b, here, there)


def _parted(tokens: Run, said: frozenset[str]) -> tuple[Run, Run]:
    shared: list[Token] = []
    only: list[Token] = []
    for token in tokens:
        (shared if token.key in said else only).append(token)
    return tuple(shared), tuple(only)


def _contrast(laid: Laid, a: Gist, b: Gist) -> Contrast | None:
    """Return the contrast of two claims; None where they hold nothing against each other, or deny it themselves."""
    is_compounding = laid.language in COMPOUNDING and bool(a.opposed or b.opposed)
    may_exclude = is_compounding or any(not words.isdisjoint(b.forms) for words in a.opposed)
    pair = next(_opposites(laid) if may_exclude else _negated(laid), None)
    but = [frozenset({token.place}) if token else frozenset[int]() for token in pair or (None, None)]
    denied_a = laid.a.is_denied(laid.language, but[0])
    denied_b = laid.b.is_denied(laid.language, but[1])
    if pair is not None:
        # An opposite that is denied says the same.
        return Contrast("antonym", (pair[0],), (pair[1],)) if denied_a == denied_b else None
    if denied_a != denied_b:
        denied, shared = (laid.a, laid.shared_a) if denied_a else (laid.b, laid.shared_b)
        if denied.denials[0] == 0 and denied.words[0] in lexicon.WITHOUT[laid.language]:
            # What it begins with is its condition.
            return None
        return Contrast("negation") if _is_denial_of_shared(denied, shared, laid.language) else None
    if laid.a.denials or laid.b.denials:
        return None
    return _amounts(laid, a, b) or _names(laid, a, b)


def _opposites(laid: Laid) -> Iterator[tuple[Token, Token]]:
    """Yield the pairs of words that exclude each other."""
    table = opposites_of(laid.language)
    here, there = _own(laid.a, laid.b), _own(laid.b, laid.a)
    for one in here:
        for other in there:
            if _begin(laid, one, other):
                continue
            if _excludes(one, other, table, laid.language) or _excludes(other, one, table, laid.language):
                yield one, other


def _negated(laid: Laid) -> Iterator[tuple[Token, Token]]:
    """Yield the pairs of words of which one is the other turned into its opposite; they begin or end alike."""
    near: dict[str, list[Token]] = {}
    for one in laid.only_a:
        if one.kind not in VALUE_KINDS:
            near.setdefault(one.key[-LEAST_NEGATED:], []).append(one)
            near.setdefault(f"{one.key[:LEAST_NEGATED]} ", []).append(one)
    for other in laid.only_b:
        for end in (other.key[-LEAST_NEGATED:], f"{other.key[:LEAST_NEGATED]} "):
            for one in near.get(end, ()):
                if are_negated_forms(one.key, other.key) and not _begin(laid, one, other):
                    yield one, other


def _begin(laid: Laid, one: Token, other: Token) -> bool:
    """Whether both claims begin with the two: they name what is spoken of (the red button, the green button)."""
    return laid.a.tokens[0] == one and laid.b.tokens[0] == other


def _own(claim: Claim, other: Claim) -> list[Token]:
    keys = {token.key for token in other.tokens}
    return [token for token in claim.tokens if token.key not in keys and token.kind not in VALUE_KINDS]


def _excludes(one: Token, other: Token, table: Mapping[str, frozenset[str]], language: Language) -> bool:
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
        if claim.words[place] in lexicon.WITHOUT[language]:
            if any(0 < token.place - place <= _NEXT for token in here):
                return True
        elif place == 0 and here:
            # Nobody of the team: the whole clause is denied.
            return _is_mostly(here, clause)
        elif _is_mostly(here, clause) and any(abs(token.place - place) <= _BESIDE for token in here):
            return True
    return False


def _is_mostly(here: list[Token], clause: list[Token]) -> bool:
    return 2 * len(here) > len(clause) or (2 * len(here) == len(clause) and len(here) > 1)


def _amounts(laid: Laid, a: Gist, b: Gist) -> Contrast | None:
    """Return the two amounts, days or members of one class the notes hold against each other."""
    if not a.tells_once and not b.tells_once:
        for dimension in dict.fromkeys(dimension_of(token) for token in laid.only_a if token.kind in VALUE_KINDS):
            if dimension in _DAYS and (a.may_tell or b.may_tell):
                continue
            runs = [_of_dimension(only, dimension) for only in (laid.only_a, laid.only_b)]
            if len(runs[0]) == len(runs[1]) and not _are_labels(laid, *runs) and _count_one_thing(laid, *runs):
                return Contrast("value", *runs)
    if a.classes.isdisjoint(b.classes):
        return None
    here, there = ([token for token in only if classes_of(token, laid.language)] for only in (laid.only_a, laid.only_b))
    return next(
        (
            Contrast("value", (one,), (other,))
            for one in here
            for other in there
            if _are_two_of_class(one, other, laid.language) and not _begin(laid, one, other)
        ),
        None,
    )


def _of_dimension(tokens: Run, dimension: str) -> Run:
    return tuple(token for token in tokens if token.kind in VALUE_KINDS and dimension_of(token) == dimension)


def _count_one_thing(laid: Laid, run_a: Run, run_b: Run) -> bool:
    """Whether what numbers count is in both notes: eight cores, twelve cores."""
    for claim, run, shared in ((laid.a, run_a, laid.shared_a), (laid.b, run_b, laid.shared_b)):
        if run[0].kind == "number":
            end = run[-1].place + run[-1].text.count(" ") + 1
            counted = next((token for token in claim.tokens if token.place == end), None)
            if counted is not None and counted not in shared and claim.clause_of(end) == claim.clause_of(end - 1):
                return False
    return True


def _are_labels(laid: Laid, run_a: Run, run_b: Run) -> bool:
    """Whether values name what is spoken of instead of saying something of it: room 12 is, on Monday it."""
    if laid.a.tokens[0] == run_a[0] and laid.b.tokens[0] == run_b[0]:
        return True
    return any(
        token.kind == "number" and _is_label(token, claim, laid.language)
        for claim, run in ((laid.a, run_a), (laid.b, run_b))
        for token in run
    )


def _is_label(token: Token, claim: Claim, language: Language) -> bool:
    before = claim.words[token.place - 1] if token.place else ""
    if before in NUMBERERS:
        return token.place < _NEXT or claim.words[token.place - _NEXT] not in NUMBERED
    if before in LABELS_ANYWHERE or not _HAPPENED.isdisjoint(claim.words):
        return True
    verb = first_verb(claim, language)
    is_in_subject = verb is not None and 0 < token.place < verb
    return is_in_subject and (before in LABELS or (before.isalpha() and token.word.isdigit()))


def _are_two_of_class(one: Token, other: Token, language: Language) -> bool:
    return any(number < cues_of(language).first_narrowing for number in classes_of_both(one, other, language))


def _names(laid: Laid, a: Gist, b: Gist) -> Contrast | None:
    """Return two names of which there is one: in one part, or where all there is is meant."""
    if laid.a.adds or laid.b.adds or a.tells_once or b.tells_once:
        return None
    names_a, names_b = (
        tuple(token for token in only if _may_be_name(token, claim, laid.language))
        for claim, only in ((laid.a, laid.only_a), (laid.b, laid.only_b))
    )
    names_a, names_b = _without_first(names_a), _without_first(names_b)
    if not _is_one_name(names_a, laid.a) or not _is_one_name(names_b, laid.b):
        return None
    is_one = (
        (_may_rival(laid) and any(are_rivals(one.word, other.word) for one in names_a for other in names_b))
        or (_have_one_part(laid) and _are_who(laid, names_a, names_b))
        or (
            _are_told(laid.a, laid.shared_a, names_a, laid.language)
            and _are_told(laid.b, laid.shared_b, names_b, laid.language)
        )
        or a.covers
        or b.covers
    )
    return Contrast("value", names_a, names_b) if is_one else None


def _are_told(claim: Claim, shared: Run, names: Run, language: Language) -> bool:
    """Whether a copula leads from what both notes speak of to the name: our boiler is a Vaillant."""
    before = [token for token in claim.tokens if token.place < names[0].place]
    if not before or not all(token in shared for token in before):
        return False
    place = names[0].place - 1
    while place > before[-1].place and claim.words[place] in ARTICLES:
        place -= 1
    return (
        claim.words[place] in lexicon.COPULAS[language] and place == before[-1].place + before[-1].text.count(" ") + 1
    )


def _may_be_name(token: Token, claim: Claim, language: Language) -> bool:
    return is_name(token, language) or token.word in claim.named or is_rival(token.word)


def _may_rival(laid: Laid) -> bool:
    """Whether nothing is said of which there may be many: speaks, knows, supports."""
    many = MANY_WORDS[laid.language]
    return many.isdisjoint(laid.a.words) and many.isdisjoint(laid.b.words)


def _have_one_part(laid: Laid) -> bool:
    """Whether both claims name the part somebody or something plays, and the same: owned by, is the owner."""
    roles = cues_of(laid.language).roles
    here, there = (
        {word for word in (*claim.words, *(token.key for token in claim.tokens)) if word in roles}
        for claim in (laid.a, laid.b)
    )
    return any(one[:_SAME_PART] == other[:_SAME_PART] for one in here for other in there)


def _are_who(laid: Laid, names_a: Run, names_b: Run) -> bool:
    """Whether the names are who plays a part, and not whose: the doctor of Anita is Ferri."""
    of = _OF[laid.language]
    return not any(
        names[0].place and claim.words[names[0].place - 1] in of
        for claim, names in ((laid.a, names_a), (laid.b, names_b))
    )


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
        or (two.place - one.place == _NEXT and claim.words[one.place + 1] in _JOINTS and two.text[:1].isupper())
        for one, two in pairwise(tokens)
    )


def _holds(laid: Laid, found: Contrast, *, is_one_entity: bool) -> bool:
    """Whether the claims are about one thing but for the contrast."""
    rest_a = tuple(token for token in laid.only_a if token not in found.of_a)
    rest_b = tuple(token for token in laid.only_b if token not in found.of_b)
    return _are_about_one_thing(laid, found, rest_a, rest_b, is_one_entity=is_one_entity)


def _differ_otherwise(laid: Laid, whole: Laid, found: Contrast) -> bool:
    """Whether the claims hold something else against each other, or what the clauses say that are no part of them."""
    if found.of_a and (_begin_apart(laid, found) or _is_of_part(laid, found)):
        return True
    if any(token.key not in laid.said_a for token in laid.a.narrowed) and any(
        token.key not in laid.said_b for token in laid.b.narrowed
    ):
        return True
    language = laid.language
    rests = [
        (_rest(each.a, each.only_a, found.of_a), _rest(each.b, each.only_b, found.of_b))
        for each in ((laid,) if whole.a is laid.a and whole.b is laid.b else (laid, whole))
    ]
    if any(one.word in laid.a.named and other.word in laid.b.named for one in rests[0][0] for other in rests[0][1]):
        return True
    if any(
        are_two_things(one, other, language) and not _is_part_of_it(one, other, found, language)
        for rest in rests
        for one in rest[0]
        for other in rest[1]
    ):
        return True
    rest_a, rest_b = rests[0]
    aside_a, aside_b = (frozenset(token.place for token in rest) for rest in rests[0])
    is_denial = found.kind == "negation"
    pair = Beside(laid.a, laid.b, language, found.of_a, found.of_b, aside_a, aside_b, is_denial)
    return any(are_in_one_place(one, other, pair) for one in rest_a for other in rest_b)


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
    return token.kind in {"date", "weekday", "month"} or (token.kind == "number" and ":" in token.key)


def _is_of_part(laid: Laid, found: Contrast) -> bool:
    """Whether one counts something in a part of what the other speaks of: 240 in the club, 85 in its youth."""
    if not found.of_a or found.of_a[0].kind != "number":
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


def _are_about_one_thing(laid: Laid, found: Contrast, rest_a: Run, rest_b: Run, *, is_one_entity: bool) -> bool:
    """Whether the claims share enough of what they say beside the contrast, or all that leads to it."""
    if found.of_a and found.kind == "antonym" and _follows_one_name(laid, found):
        return True
    if found.of_a and _leads(laid.a, laid.shared_a, found.of_a) and _leads(laid.b, laid.shared_b, found.of_b):
        return True
    bonus = 1.0 if is_one_entity else 0.0
    shared_a, shared_b = _weight(laid.shared_a) + bonus, _weight(laid.shared_b) + bonus
    covered = sorted(
        shared / whole if (whole := shared + _weight(rest)) else 0.0
        for shared, rest in ((shared_a, rest_a), (shared_b, rest_b))
    )
    if found.of_a and covered[1] == 1.0 and covered[0] >= _LEAST_OF_VALUE:
        return True
    if covered[1] < _LEAST_COVERED or covered[0] < _LEAST_COVERED_OTHER:
        return False
    return max(shared_a, shared_b) >= (_LEAST_SHARED if found.of_a else _LEAST_SHARED_OF_DENIAL)


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
