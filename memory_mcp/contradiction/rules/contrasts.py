"""Tell two things apart: by two names, two members of a class, or two words in the same place of two claims."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from memory_mcp.contradiction.parsing.claims import Claim
from memory_mcp.contradiction.parsing.notes import classes_of
from memory_mcp.contradiction.parsing.token_similarity import are_negated_forms
from memory_mcp.contradiction.parsing.tokens import VALUE_KINDS, Token, dimension_of
from memory_mcp.language.antonyms import opposites_of
from memory_mcp.language.data_files import Language, lines_of_each
from memory_mcp.language.lexicon import common, words_of
from memory_mcp.language.stemming import stem
from memory_mcp.language.traits import CAPITAL_NOUNS, NOUN_FIRST

_SUBJECT: Final = 2
_NEAR: Final = 3  # 2: 2010 / 87, 4: 2008 / 86


class Beside(NamedTuple):
    """Two claims and the contrast found between them: its tokens on each side, or that one denies.

    ``aside_a`` and ``aside_b`` are the places of the other words only one of the two has.
    """

    a: Claim
    b: Claim
    language: Language
    of_a: tuple[Token, ...]
    of_b: tuple[Token, ...]
    aside_a: frozenset[int]
    aside_b: frozenset[int]
    is_denial: bool


class Neighbour(NamedTuple):
    """The telling token next to another, and the words between."""

    token: Token | None
    between: tuple[str, ...]


def is_name(token: Token, language: Language) -> bool:
    """Whether a word is a name: in German, where every noun has a capital, what has a sign in it too."""
    return token.kind == "name" and (
        language not in CAPITAL_NOUNS or token.text[:1].isupper() or not token.word.isalpha()
    )


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
    if one.kind in VALUE_KINDS and other.kind in VALUE_KINDS:
        return dimension_of(one) == dimension_of(other)
    if are_negated_forms(one.key, other.key):
        return True
    if classes_of_both(one, other, language) or other.word in opposites_of(language).get(one.word, ()):
        return True
    return language not in CAPITAL_NOUNS and one.kind == other.kind == "name"


def have_other_owners(a: Claim, b: Claim) -> bool:
    """Whether the subjects are two by their first words: his and her flight; o filho, a filha, else forms of one."""
    if len(a.words) < _SUBJECT or len(b.words) < _SUBJECT:
        return False
    if a.whom and b.whom and a.whom != b.whom:
        return True
    if (_is_of_mine(a, b) and b.words[0] in common("selves")) or (_is_of_mine(b, a) and a.words[0] in common("selves")):
        return True
    if a.words[1] == b.words[1] or frozenset((a.words[0], b.words[0])) not in _genders():
        return False
    return a.tokens[0].key == b.tokens[0].key


@cache
def _genders() -> frozenset[frozenset[str]]:
    """Return the pairs of articles and of owners that tell one gender from the other: el and la, suo and sua."""
    return frozenset(frozenset(line.split()) for line in lines_of_each("parsing", "genders"))


def _is_of_mine(claim: Claim, other: Claim) -> bool:
    """Whether a claim begins with what is mine, of which the other does not speak: my bucket is, I am."""
    return claim.words[0] in common("mine") and all(token.key != claim.tokens[0].key for token in other.tokens)


def first_verb(claim: Claim, language: Language) -> int | None:
    """Return where the first known verb of a claim stands; None where none is known."""
    verbs = words_of(language).verbs
    return next((place for place, word in enumerate(claim.words) if word in verbs), None)


def is_verb(token: Token, language: Language) -> bool:
    """Whether a word is a form of a known verb."""
    return token.word in words_of(language).verbs or token.key in _verb_stems(language)


def _acts(token: Token, claim: Claim, language: Language) -> bool:
    """Whether a word is a known verb, and no noun: behind what leads to one (del pago), or before one (pagos usa)."""
    if not is_verb(token, language) or (token.place and claim.words[token.place - 1] in common("owns")):
        return False
    return token.place > 0 or not words_of(language).verbs.issuperset(claim.words[1:2])


@cache
def _verb_stems(language: Language) -> frozenset[str]:
    return frozenset(stem(verb, language) for verb in words_of(language).verbs | words_of(language).relations)


def are_in_one_place(one: Token, other: Token, pair: Beside) -> bool:
    """Whether two words stand in one place: before the same noun, both first, behind the same noun and preposition."""
    before = [_beside(one, pair.a, -1, pair.aside_a), _beside(other, pair.b, -1, pair.aside_b)]
    behind = [_beside(one, pair.a, 1, pair.aside_a), _beside(other, pair.b, 1, pair.aside_b)]
    verbs = [_acts(one, pair.a, pair.language), _acts(other, pair.b, pair.language)]
    # Between two amounts, one known verb tells that the other is one too, but where a claim may begin with its noun.
    is_of_amounts = bool(pair.of_a) and pair.of_a[0].kind in VALUE_KINDS
    if is_of_amounts and not all(each.token for each in before):
        is_of_amounts = _follows_pronoun(one, pair.a, pair.language) or _follows_pronoun(other, pair.b, pair.language)
    if not (any(verbs) if is_of_amounts else all(verbs)) and _are_before_one(before, behind, pair.language):
        return True
    if one.is_joined and other.is_joined and before[0].token and before[1].token:
        return before[0].token.key == before[1].token.key
    return not any(verbs) and _are_behind_one(before, pair, are_names=one.kind == other.kind == "name")


def _follows_pronoun(token: Token, claim: Claim, language: Language) -> bool:
    """Whether a known verb stands behind a small word that leads to no noun: on met, se sube."""
    if not token.place or not is_verb(token, language):
        return False
    before = claim.words[token.place - 1]
    leads = common("articles") | common("determiners") | common("places") | common("means")
    return before in words_of(language).small and before not in leads


def _are_before_one(before: list[Neighbour], behind: list[Neighbour], language: Language) -> bool:
    """Whether both stand right before the same noun (support team, sales team), or both begin and lead to it."""
    here, there = (neighbour.token for neighbour in behind)
    if here is None or there is None or here.key != there.key:
        return False
    if not behind[0].between and not behind[1].between:
        # Behind a noun it may be a verb.
        return any(each.token is None or each.between or is_verb(each.token, language) for each in before)
    return all(neighbour.token is None for neighbour in before) and all(
        len(neighbour.between) <= _NEAR for neighbour in behind
    )


def _are_behind_one(before: list[Neighbour], pair: Beside, *, are_names: bool) -> bool:
    """Whether both stand behind the same noun or verb, or behind the contrast: Anna from sales, Anna from design."""
    here, there = (neighbour.token for neighbour in before)
    if here is None or there is None:
        return False
    is_behind_contrast = here in pair.of_a and there in pair.of_b
    if here.key != there.key and not is_behind_contrast:
        return False
    if not before[0].between and not before[1].between:
        # Behind an amount stands its thing; behind a noun an adjective where nouns come first, elsewhere a verb.
        return here.kind in {"measure", "number"} if is_behind_contrast else are_names or pair.language in NOUN_FIRST
    copulas = words_of(pair.language).copulas
    led = [[word for word in neighbour.between if word not in copulas] for neighbour in before]
    words = [words[0] if words else "" for words in led]
    articles = all(word in common("articles") for neighbour in before for word in neighbour.between)
    if pair.is_denial and (is_verb(here, pair.language) or (articles and pair.language in NOUN_FIRST)):
        return True
    return _are_one_preposition(words, pair.language, is_behind_contrast=is_behind_contrast)


def _are_one_preposition(words: list[str], language: Language, *, is_behind_contrast: bool) -> bool:
    """Whether two words that lead to a noun are one: am, an der; any two of place: on, in."""
    if language in NOUN_FIRST and not is_behind_contrast and all(not word or word[0] == "d" for word in words):
        # La reunion d'equipe, la reunion de direction: an elided preposition is none here.
        return True
    known = words_of(language)
    if not all(word in known.small for word in words):
        return False
    return words[0][0] == words[1][0] or common("places").issuperset(words)


def _beside(token: Token, claim: Claim, step: int, aside: frozenset[int]) -> Neighbour:
    """Return the nearest token of both notes or of the contrast, and the words between; none at the claim's edge."""
    tokens = claim.tokens
    place = next(place for place, each in enumerate(tokens) if each.place == token.place) + step
    while 0 <= place < len(tokens) and tokens[place].place in aside:
        place += step
    if not 0 <= place < len(tokens):
        return Neighbour(None, ())
    left, right = (tokens[place], token) if step < 0 else (token, tokens[place])
    return Neighbour(tokens[place], claim.words[left.place + left.text.count(" ") + 1 : right.place])
