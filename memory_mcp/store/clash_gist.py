"""What a freely worded note claims: its first sentence, with or without the clauses behind it, and what narrows it.

Where two notes say one thing in other words, their sentences cannot be laid one upon the other. What can be compared is
which things they speak of, what they deny of them, and which values, names and opposites they hold against each other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from memory_mcp.store import clash_lexicon as lexicon
from memory_mcp.store.clash_antonyms import opposites_of
from memory_mcp.store.clash_clocks import digital
from memory_mcp.store.clash_lexicon import Language
from memory_mcp.store.clash_likeness import Buckets, alike_in_both, buckets_of
from memory_mcp.store.clash_tokens import Token
from memory_mcp.store.lexica import cues_of
from memory_mcp.store.reading import MOST_READ, flattened, is_quoting, sentences_of, tokens_of

_CLAUSE: Final = re.compile(r"[,;:]\s+|\s+[\u2013\u2014-]\s+|\s*\((?=\w)|\)\s*")
_IF: Final = re.compile(r"(?:only |nur |alleen )?(?:if|unless|wenn|falls|sofern|als|tenzij|mits)\b", re.IGNORECASE)
_BEHIND_CONDITION: Final = re.compile(r"([,:] )")
_MOST_CLAIMS: Final = 5
# What a text calls by a name in quotation marks, or with a capital amid the sentence, denies nothing.
_NAMED: Final = re.compile(
    r"[\"\u201c\u201e\u00ab][^\"\u201d\u201c\u00bb]*[\"\u201d\u201c\u00bb]|(?<!\w)'[^'\s]+'(?!\w)"
)
_CODE: Final = re.compile(r"(?<=`)[^`\s]+(?=`)|(?<=')[^'\s]+(?=')")
_NOT_ALL: Final = re.compile(
    r"\b(?:not (?:all|every\w*|each|always)|nicht (?:alle[nrms]?|jede[rnms]?|immer|uberall)|niet (?:alle|iedereen|elke?|altijd)"
    r"|no (?:todos|todas|siempre)|pas (?:tous|toutes|toujours)|non (?:tutti|tutte|sempre)|nem (?:todos|todas|sempre))\b"
)
_SWITCHED: Final = lexicon.words("staat staan stond is are steht stehen ist sind turned switched")
_DETERMINERS: Final = lexicon.words(
    "de het een der die das den dem ein eine einen einem the a an this our my mein meine unser onze deze dit"
)
_EACH: Final = lexicon.words("jeden am elke iedere 's s guten")
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
    **lexicon.PARTICIPLES,
    "de": re.compile(r"\b(?:hat|habe|haben) .*\bge\w{2,}(?:t|en)$"),
    "nl": re.compile(r"\b(?:heeft|heb|hebben) .*\bge\w{2,}(?:t|d|en)$"),
}
# Two negators are one denial (non ... mai), but where the first is said twice.
_FIRST_NEGATORS: Final = lexicon.words("no non ne nao")
_CONCORD: Final = frozenset({"es", "fr", "it", "pt"})


@dataclass(frozen=True, slots=True)
class Claim:
    """One reading of what a note claims: its telling tokens, its plain words, the places of words that deny.

    ``narrowed`` is what stands behind an "if" or "when" in it, denied where ``is_unless``;
    ``is_said``: it neither plans nor looks back; ``adds``: it names one of several (too, one of, among).
    ``named`` are the words in quotation marks or code; at ``clauses`` each clause but the first begins.
    """

    tokens: tuple[Token, ...]
    words: tuple[str, ...]
    denials: tuple[int, ...]
    narrowed: tuple[Token, ...] = ()
    is_unless: bool = False
    is_said: bool = True
    adds: bool = False
    named: frozenset[str] = frozenset()
    clauses: tuple[int, ...] = ()

    def clause_of(self, place: int) -> int:
        """Return the number of the clause a word stands in."""
        return bisect_right(self.clauses, place)

    def is_denied(self, language: Language, but: frozenset[int] = frozenset()) -> bool:
        """Whether the claim is denied: twice denied is said. ``but``: places that are not counted."""
        places = [place for place in self.denials if place not in but]
        if language not in _CONCORD:
            return len(places) % 2 == 1
        lacking = lexicon.WITHOUT[language] | cues_of(language).lacking
        apart = [place for place in places if self.words[place] in lacking]
        first = [place for place in places if self.words[place] in _FIRST_NEGATORS]
        others = max(len(first), 1) if len(places) > len(apart) else 0
        return (others + len(apart)) % 2 == 1


@dataclass(frozen=True, slots=True)
class Gist:
    """A note: its claims, the shortest first; all its telling tokens; what kind of speech it is.

    ``tells_once``: it tells what happened; ``may_tell``: it may, as a state and what led to it are said alike.
    ``days`` are named from where it was written: yesterday.
    ``covers``: it speaks of all there is (all, only, entirely).
    """

    language: Language
    claims: tuple[Claim, ...]
    tokens: tuple[Token, ...]
    keys: frozenset[str]
    buckets: Buckets
    forms: frozenset[str]
    excluded: frozenset[str]
    classes: frozenset[int]
    days: frozenset[str]
    is_claim: bool
    tells_once: bool
    may_tell: bool
    covers: bool


@lru_cache(maxsize=MOST_READ)
def gist(text: str, language: Language) -> Gist:
    """Return what a note in the language claims."""
    flat = _CODE.sub(lambda found: found[0].replace("-", "_"), digital(flattened(text), language))
    flat = _RATE.sub(r"\g<money>", flat)
    cues = cues_of(language)
    sentences = sentences_of(cues.harmless.sub(" ", lexicon.HARMLESS.sub(" ", flat)))
    first = next((sentence for sentence, _ in sentences if len(sentence.split()) > 1), flat)
    whole = flat.lower()
    is_claim = not (
        any(asks for _, asks in sentences)
        or cues.asks.search(whole)
        or cues.excepts.search(whole)
        or _NOT_ALL.search(whole)
        or is_quoting(first)
        or cues.reports.search(first.lower())
        or lexicon.REPORTS[language].search(first.lower())
    )
    claims = _claims(first, language)
    tokens = [*claims[-1].tokens, *claims[-1].narrowed]
    tokens += [token for sentence, _ in sentences if sentence != first for token in _claim(sentence, language).tokens]
    forms = frozenset(form for token in tokens for form in (token.word, token.key))
    return Gist(
        language,
        claims,
        tuple(tokens),
        frozenset(token.key for token in tokens),
        buckets_of(tokens, language),
        forms,
        frozenset(
            word
            for token in tokens
            for form in (token.word, token.key)
            for word in opposites_of(language).get(form, ())
        ),
        frozenset(number for token in tokens for number, _ in classes_of(token, language)),
        _days(claims[-1], language),
        is_claim=is_claim,
        tells_once=_tells_once(claims[0], language),
        may_tell=_may_tell(claims[0], language),
        covers=cues.covers.search(whole) is not None,
    )


def _days(claim: Claim, language: Language) -> frozenset[str]:
    """Return the days a claim names from where it was written, but each morning (jeden Morgen)."""
    return frozenset(
        word
        for before, word in zip(("", *claim.words), claim.words, strict=False)
        # In French it is yesterday, in Dutch it is here.
        if word in lexicon.DEICTIC and before not in _EACH and (word != "hier" or language == "fr")
    )


def _is_said(text: str, words: tuple[str, ...], language: Language) -> bool:
    """Whether a text says how something is: it neither plans nor looks back."""
    lower, cues = text.lower(), cues_of(language)
    if not lexicon.PAST_AUXILIARIES[language].isdisjoint(words):
        return False
    return not any(
        pattern.search(lower) for pattern in (lexicon.PLANS[language], cues.plans, lexicon.PAST[language], cues.past)
    )


def _tells_once(claim: Claim, language: Language) -> bool:
    """Whether a claim tells what happened, so that another day or number is of another event."""
    words = {*claim.words}
    if not lexicon.ONCE.isdisjoint(words):
        return False
    if language == "en" and lexicon.COPULAS["en"].isdisjoint(words) and not lexicon.EVENTS.isdisjoint(words):
        return True
    return _PERFECT[language].search(" ".join(claim.words)) is not None


def _may_tell(claim: Claim, language: Language) -> bool:
    """Whether a claim may tell what happened: on Monday the backup is failed, as German says."""
    if not lexicon.ONCE.isdisjoint(claim.words):
        return False
    if language == "en" and (lexicon.COPULAS["en"] | lexicon.VERBS["en"]).isdisjoint(claim.words):
        return any(_PAST_TENSE.fullmatch(word) for word in claim.words[1:])
    return lexicon.PARTICIPLES[language].search(" ".join(claim.words)) is not None


def _claims(sentence: str, language: Language) -> tuple[Claim, ...]:
    """Return the claims of a sentence, by clauses: the first, the first two ... all."""
    # What narrows a claim belongs to it: he may, if she is there.
    ends = [found.start() for found in _CLAUSE.finditer(sentence) if not _IF.match(sentence[found.end() :])]
    claims: list[Claim] = []
    for end in [*ends[: _MOST_CLAIMS - 1], len(sentence)]:
        claim = _narrowed(sentence[:end], language, is_whole=end == len(sentence))
        starts = (len(each.words) for each in claims if claim.words[: len(each.words)] == each.words)
        claim = replace(claim, clauses=tuple(starts))
        if claim.tokens and (not claims or claim != claims[-1]):
            claims.append(claim)
    return tuple(claims) or (_claim(sentence, language),)


def _narrowed(text: str, language: Language, *, is_whole: bool) -> Claim:
    """Return what a text claims up to its condition; where it begins with one, what stands behind its comma."""
    said, behind, is_said = text, "", True
    if (condition := lexicon.CONDITIONS[language].search(text.lower())) is not None:
        said, behind = text[: condition.start()], text[condition.end() :]
        if len(said.split()) <= 1:
            behind, comma, said = (
                _BEHIND_CONDITION.split(behind, maxsplit=1) if _BEHIND_CONDITION.search(behind) else (behind, "", "")
            )
            said, is_said = said or behind, is_whole or bool(said)
            if comma.startswith(":"):
                # When one wants to know it is no condition of it: if a pipe bursts: the stopcock is on the right.
                behind = ""
    claim = _claim(_without_reason(said, language), language)
    narrowed = _claim(behind, language) if behind.strip() else Claim((), (), ())
    return Claim(
        claim.tokens,
        claim.words,
        claim.denials,
        narrowed.tokens,
        bool(narrowed.denials),
        is_said and _is_said(text, claim.words, language),
        cues_of(language).adds.search(text.lower()) is not None,
        claim.named,
    )


def _without_reason(text: str, language: Language) -> str:
    found = lexicon.REASONS[language].search(text.lower())
    return text[: found.start()] if found and text[: found.start()].strip() else text


def _claim(text: str, language: Language) -> Claim:
    """Return the telling tokens of a text and where it denies."""
    tokens, words, _, _ = tokens_of(text, language)
    denying = lexicon.NEGATORS[language] | lexicon.WITHOUT[language] | cues_of(language).lacking
    named = frozenset(re.findall(r"\w+", " ".join(_NAMED.findall(text)).lower()))
    inner = [word.strip(".,:;!") for word in text.split()[1:]]
    capital = {word.lower() for word in inner if word.istitle() and len(word) > 1}
    denials = [
        place for place, word in enumerate(words) if word in denying and word not in named and word not in capital
    ]
    apart = cues_of(language).apart
    kept = [
        replace(token, key=token.word) if token.word in apart else token
        for token in tokens
        if token.kind != "small" or _is_particle(token, words, language)
    ]
    return Claim(tuple(kept), words, tuple(denials), named=named)


def _is_particle(token: Token, words: tuple[str, ...], language: Language) -> bool:
    """Whether a small word is a verb's, and tells as much as one: staat uit, ist an, is off."""
    if token.word not in opposites_of(language):
        return False
    if token.place == len(words) - 1:
        return True
    before = words[token.place - 1] if token.place else ""
    return before in _SWITCHED and words[token.place + 1] not in _DETERMINERS


def classes_of(token: Token, language: Language) -> frozenset[tuple[int, int]]:
    """Return the classes a word is in, and which member of each it is."""
    members = cues_of(language).members
    return members.get(token.word) or members.get(token.key) or frozenset()


def said_in_both(a: Gist, b: Gist) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys of each note's tokens of which the other note speaks too."""
    return alike_in_both(a.buckets, b.buckets, a.keys & b.keys, cues_of(a.language).apart)
