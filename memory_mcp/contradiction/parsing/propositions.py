"""What a freely worded note claims: its first sentence, with or without the clauses behind it, and what it speaks of.

Where two notes say one thing in other words, their sentences cannot be laid one upon the other. What can be compared is
which things they speak of, what they deny of them, and which values, names and opposites they hold against each other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from memory_mcp.contradiction.parsing.claims import Claim, claim_of, claims_of
from memory_mcp.contradiction.parsing.statements import MOST_READ, flattened, is_quoting, sentences_of
from memory_mcp.contradiction.parsing.token_similarity import Buckets, alike_in_both, buckets_of, turned
from memory_mcp.contradiction.parsing.tokens import VALUE_KINDS, Token
from memory_mcp.language import function_words as lexicon
from memory_mcp.language import modality as moods
from memory_mcp.language.antonyms import opposites_of
from memory_mcp.language.clock_times import digital
from memory_mcp.language.competing_products import is_rival
from memory_mcp.language.function_words import Language
from memory_mcp.language.lexicon import cues_of

_CODE: Final = re.compile(r"(?<=`)[^`\s]+(?=`)|(?<=')[^'\s]+(?=')")
_NOT_ALL: Final = re.compile(
    r"\b(?:not (?:all|every\w*|each|always)|nicht (?:alle[nrms]?|jede[rnms]?|immer|uberall)|"
    r"niet (?:alle|iedereen|elke?|altijd)|no (?:todos|todas|siempre)|pas (?:tous|toutes|toujours)|"
    r"non (?:tutti|tutte|sempre)|nem (?:todos|todas|sempre))\b"
)
_EACH: Final = lexicon.words("jeden am elke iedere 's s guten")
# What may not be an adjective as well: a failed row.
_TOLD: Final = frozenset(word for word in moods.EVENTS if not word.endswith("ed"))
_PAST_TENSE: Final = re.compile(r"[a-z]{3,}ed")
# What is paid by the month is a price as well.
_RATE: Final = re.compile(
    r"(?P<money>(?:[\u20ac$\u00a3]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[\u20ac$\u00a3]|euros?|eur|dollars?|usd|chf|pounds?)))"
    r"(?: |/)(?:a|an|per|pro|al|por|par|im|au|ao|the|la|all'|el|de)? ?"
    r"(?:month|year|week|day|monat|jahr|woche|tag|mes|ano|semana|dia|mois|an|semaine|jour|mese|anno|settimana|giorno|"
    r"maand|jaar|dag)\b",
    re.IGNORECASE,
)
# What happened once, told in the perfect tense.
_PERFECT: Final[dict[Language, re.Pattern[str]]] = {
    **moods.PARTICIPLES,
    "de": re.compile(r"\b(?:hat|habe|haben) .*\bge\w{2,}(?:t|en)$"),
    "nl": re.compile(r"\b(?:heeft|heb|hebben) .*\bge\w{2,}(?:t|d|en)$"),
}


@dataclass(frozen=True, slots=True)
class Gist:
    """A note: its claims, the shortest first; all its telling tokens; what kind of speech it is.

    ``tells_once``: it tells what happened; ``may_tell``: it may, as a state and what led to it are said alike.
    ``opposed`` are the words that exclude one of its own, for each.
    ``turned`` are what its words are the opposites of by how they begin or end. ``names``: some may be names.
    ``days`` are named from where it was written: yesterday.
    ``covers``: it speaks of all there is (all, only, entirely).
    """

    language: Language
    claims: tuple[Claim, ...]
    tokens: tuple[Token, ...]
    keys: frozenset[str]
    buckets: Buckets
    forms: frozenset[str]
    opposed: tuple[frozenset[str], ...]
    turned: frozenset[str]
    classes: frozenset[int]
    days: frozenset[str]
    is_claim: bool
    tells_once: bool
    may_tell: bool
    covers: bool
    names: bool


@lru_cache(maxsize=MOST_READ)
def gist(text: str, language: Language) -> Gist:
    """Return what a note in the language claims."""
    flat = _CODE.sub(lambda found: found[0].replace("-", "_"), digital(flattened(text), language))
    flat = _RATE.sub(r"\g<money>", flat)
    cues = cues_of(language)
    sentences = sentences_of(cues.harmless.sub(" ", moods.HARMLESS.sub(" ", flat)))
    first = next((sentence for sentence, _ in sentences if len(sentence.split()) > 1), flat)
    whole = flat.lower()
    is_claim = not (
        any(asks for _, asks in sentences)
        or cues.asks.search(whole)
        or cues.excepts.search(whole)
        or _NOT_ALL.search(whole)
        or is_quoting(first)
        or cues.reports.search(first.lower())
        or moods.REPORTS[language].search(first.lower())
    )
    claims = claims_of(first, language)
    tokens = [*claims[-1].tokens, *claims[-1].narrowed]
    tokens += [token for sentence, _ in sentences if sentence != first for token in claim_of(sentence, language).tokens]
    opposites = opposites_of(language)
    forms = frozenset(form for token in tokens for form in (token.word, token.key))
    return Gist(
        language,
        claims,
        tuple(tokens),
        frozenset(token.key for token in tokens),
        buckets_of(tokens, language),
        forms,
        tuple(opposites[form] for form in forms if form in opposites),
        frozenset(word for token in tokens if token.kind not in VALUE_KINDS for word in turned(token.key)),
        frozenset(number for token in tokens for number, _ in classes_of(token, language)),
        _days(claims[-1], language),
        is_claim=is_claim,
        tells_once=_tells_once(claims[0], language),
        may_tell=_may_tell(claims[0], language),
        covers=cues.covers.search(whole) is not None,
        names=any(token.kind == "name" or token.word in claims[-1].named or is_rival(token.word) for token in tokens),
    )


def _days(claim: Claim, language: Language) -> frozenset[str]:
    """Return the days a claim names from where it was written, but each morning (jeden Morgen)."""
    return frozenset(
        word
        for before, word in zip(("", *claim.words), claim.words, strict=False)
        # In French it is yesterday, in Dutch it is here.
        if word in moods.DEICTIC and before not in _EACH and (word != "hier" or language == "fr")
    )


def _tells_once(claim: Claim, language: Language) -> bool:
    """Whether a claim tells what happened, so that another day or number is of another event."""
    words = {*claim.words}
    if not moods.ONCE.isdisjoint(words):
        return False
    if language == "en" and lexicon.COPULAS["en"].isdisjoint(words) and not _TOLD.isdisjoint(words):
        return True
    return _PERFECT[language].search(" ".join(claim.words)) is not None


def _may_tell(claim: Claim, language: Language) -> bool:
    """Whether a claim may tell what happened: on Monday the backup is failed, as German says."""
    if not moods.ONCE.isdisjoint(claim.words):
        return False
    if language == "en" and (lexicon.COPULAS["en"] | lexicon.VERBS["en"]).isdisjoint(claim.words):
        return any(_PAST_TENSE.fullmatch(word) for word in claim.words[1:])
    return moods.PARTICIPLES[language].search(" ".join(claim.words)) is not None


def classes_of(token: Token, language: Language) -> frozenset[tuple[int, int]]:
    """Return the classes a word is in, and which member of each it is."""
    members = cues_of(language).members
    return members.get(token.word) or members.get(token.key) or frozenset()


def said_in_both(a: Gist, b: Gist) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys of each note's tokens of which the other note speaks too."""
    return alike_in_both(a.buckets, b.buckets, a.keys & b.keys, cues_of(a.language).apart)
