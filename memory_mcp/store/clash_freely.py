"""Whether two freely worded notes contradict each other: one contrast between them, and the rest about one thing.

Two notes are laid side by side word by word, wherever the words stand. What neither shares with the other is a contrast
where it is of one kind: opposites, two values of one dimension, two members of a class, two names in one part; or where
one denies what the other says. One contrast is a contradiction. Two are two things: the reader of invoices closes at
five in winter, the one in the annexe at six in summer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from memory_mcp.store import clash_lexicon as lexicon
from memory_mcp.store.clash_antonyms import OPPOSITES
from memory_mcp.store.clash_classes import exclusive
from memory_mcp.store.clash_gist import Claim, Gist, are_alike
from memory_mcp.store.clash_lexicon import Language
from memory_mcp.store.clash_relations import Cardinality, are_rivals, default_cardinality
from memory_mcp.store.clash_tokens import VALUE_KINDS, Token
from memory_mcp.store.cues import CUES

FreeKind = Literal["negation", "value", "antonym"]
Found = tuple[FreeKind, str]

# Of the telling words of the shorter claim, so many at least are in the other note; of the longer, so many.
_LEAST_COVERED: Final = 0.6
_LEAST_COVERED_OTHER: Final = 0.34
_LEAST_SHARED: Final = 2
_NAME_WEIGHT: Final = 1.5
_BESIDE: Final = 3
_DATES: Final = frozenset({"date", "month", "weekday"})
_FIRST_PERSON: Final = lexicon.words("my our mein meine unser unsere mi mis nuestro nuestra mon ma mes notre nos mio mia nostro "
                                     "nostra meu minha nosso nossa mijn onze ons")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Laid:
    """Two claims laid side by side: what each shares with the other note, and what it alone has."""

    a: Claim
    b: Claim
    language: Language
    shared_a: tuple[Token, ...]
    shared_b: tuple[Token, ...]
    only_a: tuple[Token, ...]
    only_b: tuple[Token, ...]


def freely(
    a: Gist, b: Gist, *, is_one_entity: bool = False, relations: Mapping[str, Cardinality] | None = None
) -> Found | None:
    """Return the kind and evidence of the contradiction of two notes, or None."""
    if not a.is_claim or not b.is_claim or not _are_narrowed_alike(a, b):
        return None
    for one in a.claims:
        for other in b.claims:
            laid = _laid(a, b, one, other)
            found = _contrast(laid, a, b, is_one_entity=is_one_entity, relations=relations or {})
            if found is not None:
                return found
    return None


def _are_narrowed_alike(a: Gist, b: Gist) -> bool:
    """Whether what narrows each is said in the other too."""
    return all(
        any(are_alike(token, other) for other in whole)
        for narrowed, whole in ((a.conditions, b.tokens), (b.conditions, a.tokens))
        for token in narrowed
    )


def _laid(a: Gist, b: Gist, one: Claim, other: Claim) -> Laid:
    shared_a, only_a = _parted(one.tokens, b.tokens)
    shared_b, only_b = _parted(other.tokens, a.tokens)
    return Laid(one, other, a.language, shared_a, shared_b, only_a, only_b)


def _parted(tokens: tuple[Token, ...], others: tuple[Token, ...]) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    shared: list[Token] = []
    only: list[Token] = []
    for token in tokens:
        (shared if any(are_alike(token, other) for other in others) else only).append(token)
    return tuple(shared), tuple(only)


def _contrast(
    laid: Laid, a: Gist, b: Gist, *, is_one_entity: bool, relations: Mapping[str, Cardinality]
) -> Found | None:
    denied_a, denied_b = laid.a.is_denied(laid.language), laid.b.is_denied(laid.language)
    found = None
    if (pair := next(_opposites(laid), None)) is not None:
        # An opposite that is denied says the same.
        if denied_a != denied_b:
            return None
        found = "antonym", pair
    elif denied_a != denied_b:
        if _is_denial_of_shared(laid.a if denied_a else laid.b, laid.shared_a if denied_a else laid.shared_b):
            found = "negation", ()
    elif laid.a.lacks != laid.b.lacks:
        lacked = laid.a.lacks ^ laid.b.lacks
        if all(any(token.key == key for token in (*laid.shared_a, *laid.shared_b)) for key in lacked):
            found = "negation", ()
    elif not denied_a and (pair := _values(laid, a, b, relations)) is not None:
        found = "value", pair
    if found is None:
        return None
    kind, pair = found
    rest_a = tuple(token for token in laid.only_a if token not in pair)
    rest_b = tuple(token for token in laid.only_b if token not in pair)
    if not _are_about_one_thing(laid, rest_a, rest_b, is_one_entity=is_one_entity):
        return None
    if _differ_otherwise(laid, rest_a, rest_b):
        return None
    if kind == "negation":
        claim = laid.a if denied_a else laid.b
        words = [claim.words[place] for place in claim.denials] or sorted(laid.a.lacks ^ laid.b.lacks)
        return kind, f"denied in one: {', '.join(dict.fromkeys(words))}"
    return kind, " / ".join(token.text for token in pair)


def _weight(tokens: tuple[Token, ...]) -> float:
    return sum(_NAME_WEIGHT if token.kind == "name" else 1.0 for token in tokens)


def _are_about_one_thing(
    laid: Laid, rest_a: tuple[Token, ...], rest_b: tuple[Token, ...], *, is_one_entity: bool
) -> bool:
    """Whether the claims share enough of what they say beside the contrast."""
    shared_a, shared_b = _weight(laid.shared_a), _weight(laid.shared_b)
    if is_one_entity:
        shared_a, shared_b = shared_a + 1, shared_b + 1
    covered = sorted(
        shared / whole if (whole := shared + _weight(rest)) else 0.0
        for shared, rest in ((shared_a, rest_a), (shared_b, rest_b))
    )
    if covered[1] < _LEAST_COVERED or covered[0] < _LEAST_COVERED_OTHER:
        return False
    return max(shared_a, shared_b) >= _LEAST_SHARED or covered[0] == 1.0


def _opposites(laid: Laid) -> Iterator[tuple[Token, Token]]:
    """Yield the pairs of words that exclude each other."""
    table = OPPOSITES[laid.language]
    for one in laid.only_a:
        against = table.get(one.word) or table.get(one.key)
        if against:
            for other in laid.only_b:
                if other.word in against or other.key in against:
                    yield one, other


def _is_denial_of_shared(claim: Claim, shared: tuple[Token, ...]) -> bool:
    """Whether a negator stands beside something the other note speaks of too."""
    return any(abs(token.place - place) <= _BESIDE for token in shared for place in claim.denials)


def _values(laid: Laid, a: Gist, b: Gist, relations: Mapping[str, Cardinality]) -> tuple[Token, Token] | None:
    """Return the two values the notes hold against each other."""
    for one in laid.only_a:
        for other in laid.only_b:
            if _are_two_amounts(one, other, laid) or _are_two_of_class(one, other, laid.language):
                return one, other
    if a.adds or b.adds:
        return None
    return _two_names(laid, a, b, relations)


def _dimension(token: Token) -> str:
    if token.kind == "measure":
        dimension = token.key.partition(":")[0]
        return "time" if dimension == "months" else dimension
    return "date" if token.kind == "month" else token.kind


def _are_two_amounts(one: Token, other: Token, laid: Laid) -> bool:
    if one.kind not in VALUE_KINDS or other.kind not in VALUE_KINDS or _dimension(one) != _dimension(other):
        return False
    dimension = _dimension(one)
    if any(len([token for token in only if token.kind in VALUE_KINDS and _dimension(token) == dimension]) > 1
           for only in (laid.only_a, laid.only_b)):  # fmt: skip
        return False
    return not (dimension in _DATES and (_tells_event(laid.a) or _tells_event(laid.b)))


def _tells_event(claim: Claim) -> bool:
    return not lexicon.EVENTS.isdisjoint(claim.words)


def _are_two_of_class(one: Token, other: Token, language: Language) -> bool:
    cues = CUES[language]
    if exclusive(one.word, other.word, language) is not None:
        return True
    return any(number < cues.first_narrowing for number in _classes(one, other, language))


def _classes(one: Token, other: Token, language: Language) -> list[int]:
    """Return the classes of which two words are different members."""
    members = CUES[language].members
    here = members.get(one.word) or members.get(one.key) or frozenset()
    there = members.get(other.word) or members.get(other.key) or frozenset()
    same = here & there
    return [] if same else [number for number, _ in here if any(number == each for each, _ in there)]


def _two_names(laid: Laid, a: Gist, b: Gist, relations: Mapping[str, Cardinality]) -> tuple[Token, Token] | None:
    """Return two names of which there is one: behind a relation of one value, or where all there is is spoken of."""
    names_a = [token for token in laid.only_a if token.kind == "name"]
    names_b = [token for token in laid.only_b if token.kind == "name"]
    if len(names_a) != 1 or len(names_b) != 1:
        return None
    one, other = names_a[0], names_b[0]
    said = [{token.relation for token in claim.tokens if token.relation} for claim in (laid.a, laid.b)]
    is_one = any(relations.get(each, default_cardinality(each)) == "one" for each in said[0] & said[1])
    if is_one or are_rivals(one.word, other.word) or a.covers or b.covers:
        return one, other
    return None


def _differ_otherwise(laid: Laid, rest_a: tuple[Token, ...], rest_b: tuple[Token, ...]) -> bool:
    """Whether there is another contrast beside the one found: then the two speak of two things."""
    said = [{token.relation for token in claim.tokens if token.relation} for claim in (laid.a, laid.b)]
    if said[0] and said[1] and said[0].isdisjoint(said[1]):
        return True
    return any(_are_two_things(one, other, laid) for one in rest_a for other in rest_b)


def _are_two_things(one: Token, other: Token, laid: Laid) -> bool:
    if one.kind in VALUE_KINDS or other.kind in VALUE_KINDS:
        return one.kind in VALUE_KINDS and other.kind in VALUE_KINDS and _dimension(one) == _dimension(other)
    if _classes(one, other, laid.language) or exclusive(one.word, other.word, laid.language):
        return True
    if other.word in OPPOSITES[laid.language].get(one.word, ()):
        return True
    if _is_name(one, laid) and _is_name(other, laid):
        return True
    verbs = lexicon.VERBS[laid.language]
    if one.word in verbs or other.word in verbs or one.relation or other.relation:
        return False
    return _context(laid.a, one, laid.b, other) >= 1.0


def _is_name(token: Token, laid: Laid) -> bool:
    """Whether a word is a name: in German, where every noun has a capital, only what no dictionary holds."""
    return token.kind == "name" and (laid.language != "de" or not token.word.isalpha())


def _context(a: Claim, one: Token, b: Claim, other: Token) -> float:
    """Return how alike the places of two words are: the words before and behind them, small ones for half."""
    total = 0.0
    for step in (-1, 1):
        place_a, place_b = one.place + step, other.place + step
        weight = 1.0
        while 0 <= place_a < len(a.words) and 0 <= place_b < len(b.words) and a.words[place_a] == b.words[place_b]:
            is_telling = any(token.place == place_a for token in a.tokens)
            total += weight if is_telling else weight / 2
            if is_telling:
                break
            weight /= 2
            place_a, place_b = place_a + step, place_b + step
    return total
