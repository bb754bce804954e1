"""Read a freely worded note: what its first sentence claims, with or without the later clauses, and what it speaks of.

Where two notes say one thing in other words, their sentences cannot be compared word by word. What can be compared is
which things they speak of, what they deny of them, and which values, names and opposites they hold against each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_mcp.contradiction.parsing.claims import Claim, claims_of, whole_claim_of
from memory_mcp.contradiction.parsing.sentences import flattened, is_quoting, sentences_of
from memory_mcp.contradiction.parsing.token_similarity import Buckets, alike_in_both, buckets_of, turned
from memory_mcp.contradiction.parsing.tokens import VALUE_KINDS, Token
from memory_mcp.contradiction.parsing.turns import Turn, turns_of
from memory_mcp.language.antonyms import opposites_of
from memory_mcp.language.clock_times import digital
from memory_mcp.language.competing_products import is_rival
from memory_mcp.language.data_files import Language, any_of_each, any_word_of_each, words_of_each
from memory_mcp.language.detection import is_sure, most_likely, votes
from memory_mcp.language.frequencies import periodic
from memory_mcp.language.lexicon import Cues, common, cues_of, words_of
from memory_mcp.language.narrowing import apart_of, members_of
from memory_mcp.language.quantities import UNITS

# From here on two texts say the same, whatever little words differ; above 1 none does.
_SAME_TEXT: Final = 0.85  # 0.637: 2010 / 86, 1.062: 2018 / 86
# A note takes 5 KB; a comparison of all facts meets each of them many times.
_MOST_OTHERS: Final = 2  # 1: 2010 / 86, 3: 2010 / 86
_MOST_READ: Final = 10_240
_FILE: Final = "parsing"
_CODE: Final = re.compile(
    r"```|^\s*(?:`[^`]*`\s*$|(?:def|class|import|from|return|const|let|var|function) \S+[ (=:]*.*[(){};=]|import \w+$)"
)
_EXCLAMATION: Final = re.compile(r"[^,:;(]*!+")
_PAST_TENSE: Final = re.compile(r"[a-z]{3,}ed")
_DAY: Final = 86_400
_CURRENCIES: Final = frozenset({"euro", "dollar", "pound", "franc", "real"})


class Note(NamedTuple):
    """A text: the claims of its first sentence, the shortest first; all its telling tokens; what kind of speech it is.

    ``others`` is what its other sentences claim.
    ``tells_once``: it tells what happened; ``may_tell``: it may, as a state and what led to it are said alike.
    ``opposed`` are the words that exclude one of its own, for each.
    ``turned`` are what its words are the opposites of by how they begin or end. ``names``: some may be names.
    ``days`` are named from where it was written: yesterday.
    ``covers``: it speaks of all there is (all, only, entirely).
    ``turns`` are the clauses that say something is over or has changed; ``is_personal``: somebody says "I" or "you".
    """

    language: Language
    claims: tuple[Claim, ...]
    others: tuple[Claim, ...]
    tokens: tuple[Token, ...]
    keys: frozenset[str]
    buckets: Buckets
    values: frozenset[str]
    forms: frozenset[str]
    opposed: tuple[frozenset[str], ...]
    turned: frozenset[str]
    days: frozenset[str]
    is_claim: bool
    tells_once: bool
    may_tell: bool
    covers: bool
    names: bool
    turns: tuple[Turn, ...]
    is_personal: bool


class _Phrases(NamedTuple):
    """What is rewritten in a text before it is read, and what speaks to somebody.

    ``shown``: what shows that something is so says no more of it: the test showed that, it turned out that.
    ``and_a_half`` and ``full`` are one and a half, and one, of what they name. What is paid by the month is a price as
    well: ``rate`` has the ``money``. Whoever is called by name is spoken to (``vocative``): way to go, John.
    """

    shown: re.Pattern[str]
    and_a_half: re.Pattern[str]
    full: re.Pattern[str]
    rate: re.Pattern[str]
    vocative: re.Pattern[str]


@cache
def _phrases() -> _Phrases:
    said = {name: any_of_each(_FILE, name) for name in ("shown", "and_a_half", "whole", "enough")}
    one, per, spoken_to = (any_word_of_each(_FILE, name) for name in ("one", "per", "spoken_to"))
    money = _names_of(unit for unit, (dimension, _) in UNITS.items() if dimension in _CURRENCIES)
    period = _names_of(
        unit
        for unit, (dimension, size) in UNITS.items()
        if dimension == "months" or (dimension == "time" and size >= _DAY)
    )
    sign = r"[\u20ac$\u00a3]"
    return _Phrases(
        shown=re.compile(rf"^(?:\w+ ){{1,4}}(?:{said['shown']}) ?"),
        and_a_half=re.compile(rf"\b(?:{one}) (\w+) (?:{said['and_a_half']})\b", re.IGNORECASE),
        full=re.compile(rf"\b(?:{one}) (?:{said['whole']}) (\w+)|\b(?:{said['enough']})", re.IGNORECASE),
        rate=re.compile(
            rf"(?P<money>(?:{sign}\s?\d[\d.,]*|\d[\d.,]*\s?(?:{sign}|{money})))(?: |/)(?:{per})? ?(?:{period})\b",
            re.IGNORECASE,
        ),
        vocative=re.compile(rf"^[^,:;]+, [A-Z][a-z]+[.!]*$|^[A-Z][a-z]+, (?:{spoken_to})\b"),
    )


def _names_of(units: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, units)))


@lru_cache(maxsize=_MOST_READ)
def note_of(text: str, language: Language | None = None) -> Note:
    """Return what a text claims, read in the given language, else in the one its words speak for."""
    language = language or most_likely(votes(text))
    flat = periodic(_rewritten(digital(flattened(text), language)), language)
    cues = cues_of(language)
    whole = flat.lower()
    sentences = sentences_of(_without(cues.harmless, flat, whole))
    first = next((sentence for sentence, _ in sentences if len(sentence.split()) > 1), flat)
    claims = claims_of(first, language)
    others = [whole_claim_of(sentence, language) for sentence, _ in sentences if sentence != first]
    tokens = [*claims[-1].tokens, *claims[-1].narrowed, *(token for claim in others for token in claim.tokens)]
    opposites = opposites_of(language)
    forms = frozenset(form for token in tokens for form in (token.word, token.key))
    return Note(
        language=language,
        claims=claims,
        others=tuple(claim for claim in others[:_MOST_OTHERS] if len(claim.tokens) > 1),
        tokens=tuple(tokens),
        keys=frozenset(token.key for token in tokens),
        buckets=buckets_of(tokens, language),
        values=frozenset(token.key for token in tokens if token.kind in VALUE_KINDS),
        forms=forms,
        opposed=tuple(opposites[form] for form in forms if form in opposites),
        turned=_turned(tokens),
        days=_days(claims[-1], language),
        is_claim=not _CODE.search(text) and _is_claim(sentences, first, whole, cues),
        tells_once=_tells_once(claims[0], language),
        may_tell=_may_tell(claims[0], language),
        covers=cues.covers.search(whole) is not None,
        names=any(token.kind == "name" or token.word in claims[-1].named or is_rival(token.word) for token in tokens),
        turns=turns_of(flat, language),
        is_personal=not common("persons").isdisjoint(claims[-1].words),
    )


def _rewritten(flat: str) -> str:
    """Return a text without what shows that it is so, and with amounts and prices as others write them."""
    phrases = _phrases()
    flat = phrases.and_a_half.sub(r"1.5 \1", phrases.shown.sub("", flat))
    return phrases.rate.sub(r"\g<money>", phrases.full.sub(lambda found: f"1 {found[1] or found[2]}", flat))


def forget_texts() -> None:
    """Let go of what was read of texts: some 5 KB of each, of the last 10,240."""
    for read in (note_of, flattened, votes):
        read.cache_clear()


def _without(pattern: re.Pattern[str], text: str, lower: str) -> str:
    """Return a text with a space for each place where its lower case, as long as itself, fits a pattern."""
    parts, end = [], 0
    for found in pattern.finditer(lower):
        parts.append(text[end : found.start()])
        end = found.end()
    return " ".join((*parts, text[end:]))


def _is_claim(sentences: list[tuple[str, bool]], first: str, whole: str, cues: Cues) -> bool:
    """Whether a text says something by itself: it speaks to nobody, nor asks, excepts or repeats what others say."""
    return not (
        any(asks for _, asks in sentences)
        or cues.addresses.search(whole)
        or _phrases().vocative.search(first)
        or _EXCLAMATION.fullmatch(whole.strip())
        or cues.asks.search(whole)
        or cues.excepts.search(whole)
        or is_quoting(first)
        or cues.reports.search(first.lower())
    )


def _turned(tokens: list[Token]) -> frozenset[str]:
    """Return what the words of tokens are the opposites of by how they begin or end."""
    forms = {form for token in tokens if token.kind not in VALUE_KINDS for form in (token.key, token.word)}
    return frozenset(word for form in forms for word in turned(form))


def _days(claim: Claim, language: Language) -> frozenset[str]:
    """Return the days a claim names from where it was written, but each morning (jeden Morgen)."""
    return frozenset(
        word
        for before, word in zip(("", *claim.words), claim.words, strict=False)
        if word in words_of(language).days and before not in words_of_each(_FILE, "each")
    )


def _tells_once(claim: Claim, language: Language) -> bool:
    """Whether a claim tells what happened, so that another day or number is of another event."""
    lexicon, said = words_of(language), {*claim.words}
    if not lexicon.once.isdisjoint(said):
        return False
    if (
        language == "en"
        and lexicon.copulas.isdisjoint(said)
        and any(
            # With this ending it may be an adjective as well: a failed row.
            word in lexicon.events and not word.endswith("ed")
            for word in said
        )
    ):
        return True
    return cues_of(language).told.search(" ".join(claim.words)) is not None


def _may_tell(claim: Claim, language: Language) -> bool:
    """Whether a claim may tell what happened: on Monday the backup is failed, as German says."""
    if not words_of(language).once.isdisjoint(claim.words):
        return False
    if language == "en" and (words_of("en").copulas | words_of("en").verbs).isdisjoint(claim.words):
        return any(_PAST_TENSE.fullmatch(word) for word in claim.words[1:])
    return cues_of(language).participles.search(" ".join(claim.words)) is not None


def classes_of(token: Token, language: Language) -> frozenset[tuple[int, int]]:
    """Return the classes of words that narrow in which a word is, and which member of each it is."""
    members = members_of(language)
    return members.get(token.word) or members.get(token.key) or frozenset()


def said_in_both(a: Note, b: Note) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys of each note's tokens of which the other note speaks too."""
    return alike_in_both(a.buckets, b.buckets, a.keys & b.keys, apart_of(a.language))


def notes_of(a: str, b: str) -> tuple[Note, Note]:
    """Return two texts read in the language that both together speak for."""
    one, other = note_of(a), note_of(b)
    if one.language == other.language:
        # What both speak for, they speak for together.
        return one, other
    language = most_likely(tuple(x + y for x, y in zip(votes(a), votes(b), strict=True)))
    return note_of(a, language), note_of(b, language)


def are_of_two_languages(a: str, b: str) -> bool:
    """Whether two texts are each clearly written in another language."""
    return note_of(a).language != note_of(b).language and is_sure(votes(a)) and is_sure(votes(b))


def overlap(a: Note, b: Note) -> float:
    """Return the share of content words two notes have in common (Jaccard), 0 to 1; 0 where one has none."""
    if not a.keys or not b.keys:
        return 0.0
    return len(a.keys & b.keys) / len(a.keys | b.keys)


def is_same(a: Note, b: Note) -> bool:
    """Whether two notes say the same in nearly the same words, with the same values."""
    if a.values != b.values or overlap(a, b) < _SAME_TEXT:
        return False
    return [claim.denials != () for claim in (a.claims[-1], b.claims[-1])].count(True) != 1
