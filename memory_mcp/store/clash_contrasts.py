"""What tells two things apart: two names, two members of a class, two words in the same place of two claims."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from memory_mcp.store import clash_lexicon as lexicon
from memory_mcp.store.clash_antonyms import OPPOSITES
from memory_mcp.store.clash_gist import Claim, classes_of
from memory_mcp.store.clash_lexicon import Language
from memory_mcp.store.clash_tokens import VALUE_KINDS, Token
from memory_mcp.store.stems import stem

WHOSE: Final = lexicon.words("his her my your their mein dein ihr mijn jouw zijn haar")
GENDERS: Final = frozenset(
    frozenset(pair.split()) for pair in ("el la", "los las", "il la", "i le", "o a", "os as", "un una", "um uma")
)
_SUBJECT: Final = 2
_ROMANCE: Final = frozenset({"es", "fr", "it", "pt"})
_NEAR: Final = 3


@dataclass(frozen=True, slots=True)
class Beside:
    """Two claims and the contrast found between them: its tokens on each side, or that one denies."""

    a: Claim
    b: Claim
    language: Language
    of_a: tuple[Token, ...]
    of_b: tuple[Token, ...]
    only_a: tuple[Token, ...]
    only_b: tuple[Token, ...]
    is_denial: bool


class Neighbour(NamedTuple):
    """The telling token next to another, and the words between."""

    token: Token | None
    between: tuple[str, ...]


def dimension_of(token: Token) -> str:
    """Return what kind of amount a token is; months and seconds are both time, a month is a date without a day."""
    if token.kind == "measure":
        dimension = token.key.partition(":")[0]
        return "time" if dimension == "months" else dimension
    return "date" if token.kind == "month" else token.kind


def is_name(token: Token, language: Language) -> bool:
    """Whether a word is a name: in German, where every noun has a capital, what has a sign in it too."""
    return token.kind == "name" and (language != "de" or token.text[:1].isupper() or not token.word.isalpha())


def classes_of_both(one: Token, other: Token, language: Language) -> list[int]:
    """Return the classes of which two words are different members."""
    here = classes_of(one, language)
    if not here:
        return []
    there = classes_of(other, language)
    if not there or here & there:
        return []
    return [number for number, _ in here if any(number == each for each, _ in there)]


def are_two_things(one: Token, other: Token, language: Language) -> bool:
    """Whether a word of one claim and a word of the other are two of a kind, wherever they stand."""
    if one.kind in VALUE_KINDS or other.kind in VALUE_KINDS:
        return one.kind in VALUE_KINDS and other.kind in VALUE_KINDS and dimension_of(one) == dimension_of(other)
    if classes_of_both(one, other, language) or other.word in OPPOSITES[language].get(one.word, ()):
        return True
    return language != "de" and one.kind == other.kind == "name"


def have_other_owners(a: Claim, b: Claim) -> bool:
    """Whether the subjects are two by their first words: his and her flight; o filho, a filha, else forms of one."""
    if len(a.words) < _SUBJECT or len(b.words) < _SUBJECT:
        return False
    if a.words[0] != b.words[0] and {a.words[0], b.words[0]} <= WHOSE:
        return True
    if a.words[1] == b.words[1] or frozenset((a.words[0], b.words[0])) not in GENDERS:
        return False
    return a.tokens[0].key == b.tokens[0].key


def first_verb(claim: Claim, language: Language) -> int | None:
    """Return where the first known verb of a claim stands; None where none is known."""
    relations = {token.place for token in claim.tokens if token.relation}
    verbs = lexicon.VERBS[language]
    return next((place for place, word in enumerate(claim.words) if word in verbs or place in relations), None)


def _is_verb(token: Token, language: Language) -> bool:
    return bool(token.relation) or token.word in lexicon.VERBS[language] or token.key in _VERB_STEMS[language]


_VERB_STEMS: Final = {
    language: frozenset(stem(verb, language) for verb in lexicon.VERBS[language]) for language in lexicon.LANGUAGES
}


def are_in_one_place(one: Token, other: Token, pair: Beside) -> bool:
    """Whether two words stand in one place: behind the same noun and preposition, before the same noun, both first."""
    language = pair.language
    aside_a = frozenset(pair.only_a) - frozenset(pair.of_a)
    aside_b = frozenset(pair.only_b) - frozenset(pair.of_b)
    previous_a, previous_b = _beside(one, pair.a, -1, aside_a), _beside(other, pair.b, -1, aside_b)
    next_a, next_b = _beside(one, pair.a, 1, aside_a), _beside(other, pair.b, 1, aside_b)
    are_verbs = _is_verb(one, language) or _is_verb(other, language)
    if (
        next_a.token
        and next_b.token
        and next_a.token.key == next_b.token.key
        and not are_verbs | bool(next_a.token.relation)
    ):
        if not next_a.between and not next_b.between:
            return True
        if (
            previous_a.token is None
            and previous_b.token is None
            and max(len(next_a.between), len(next_b.between)) <= _NEAR
        ):
            return True
    if previous_a.token is None or previous_b.token is None or are_verbs:
        return False
    is_behind_contrast = previous_a.token in pair.of_a and previous_b.token in pair.of_b
    if previous_a.token.key != previous_b.token.key and not is_behind_contrast:
        return False
    if not previous_a.between and not previous_b.between:
        # Without a preposition between, it may be the verb; in Romance languages an adjective; behind an amount, its thing.
        return previous_a.token.kind in {"measure", "number"} if is_behind_contrast else language in _ROMANCE
    if pair.is_denial and _is_verb(previous_a.token, language):
        return True
    return bool(previous_a.between and previous_b.between) and previous_a.between[0][0] == previous_b.between[0][0]


def _beside(token: Token, claim: Claim, step: int, aside: frozenset[Token]) -> Neighbour:
    """Return the nearest token both notes have, or the contrast, and the words between; no token at the claim's edge."""
    tokens = claim.tokens
    place = tokens.index(token) + step
    while 0 <= place < len(tokens) and tokens[place] in aside:
        place += step
    if not 0 <= place < len(tokens):
        return Neighbour(None, ())
    left, right = (tokens[place], token) if step < 0 else (token, tokens[place])
    return Neighbour(tokens[place], claim.words[left.place + left.text.count(" ") + 1 : right.place])
