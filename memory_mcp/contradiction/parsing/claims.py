"""Read what the first sentence of a note claims, by itself and with each of the clauses behind it.

A claim is read with what it denies, what narrows it, and whether it says how something is now: plans, and what is over,
claim nothing of today.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from typing import Final, NamedTuple

from memory_mcp.contradiction.parsing.sentences import FUTURE, may_swim, tokens_of, words_in
from memory_mcp.contradiction.parsing.tokens import Token
from memory_mcp.language.antonyms import opposites_of
from memory_mcp.language.data_files import Language, any_of_each, any_word_of_each, words_of_each
from memory_mcp.language.lexicon import common, cues_of, words_of
from memory_mcp.language.narrowing import apart_of
from memory_mcp.language.quotation_marks import CLOSING, OPENING
from memory_mcp.language.traits import NEGATIVE_CONCORD

_FILE: Final = "parsing"
_CLAUSE: Final = re.compile(r"[,;:]\s+|\s+[\u2013\u2014-]\s+|\s*\((?=\w)|\)\s*")
_BEHIND_CONDITION: Final = re.compile(r"([,:] )")
_MOST_CLAIMS: Final = 3  # 2: 1989 / 87, 4: 2011 / 87
# What a text calls by a name in quotation marks, or with a capital amid the sentence, denies nothing.
_NAMED: Final = re.compile(rf"[{OPENING}][^{CLOSING}]*[{CLOSING}]|(?<!\w)'[^'\s]+'(?!\w)")


class Claim(NamedTuple):
    """One reading of what a note claims: its telling tokens, its plain words, the places of words that deny.

    ``narrowed`` is what stands behind an "if" or "when" in it, denied where ``is_unless``;
    ``is_said``: it neither plans nor looks back; ``adds``: it names one of several (too, one of, among).
    ``named`` are the words in quotation marks or code; at ``clauses`` each clause but the first begins.
    ``whom``: it speaks of "he" alone or of "she" alone.
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
    whom: str = ""

    def clause_of(self, place: int) -> int:
        """Return the number of the clause a word stands in."""
        return bisect_right(self.clauses, place)

    def is_denied(self, language: Language, but: frozenset[int] = frozenset()) -> bool:
        """Whether the claim is denied: twice denied is said. ``but``: places that are not counted."""
        if not self.denials:
            return False
        places = [place for place in self.denials if place not in but]
        if language not in NEGATIVE_CONCORD:
            return len(places) % 2 == 1
        lacking = words_of(language).without | words_of(language).lacking
        apart = [place for place in places if self.words[place] in lacking]
        firsts = _first_negators()
        first = [place for place in places if self.words[place] in firsts]
        others = max(len(first), 1) if len(places) > len(apart) else 0
        return (others + len(apart)) % 2 == 1


@cache
def _if() -> re.Pattern[str]:
    """Return what narrows the clause in front of it: unless, only if."""
    return re.compile(rf"(?:{any_of_each(_FILE, 'if')})\b", re.IGNORECASE)


@cache
def _idea() -> re.Pattern[str]:
    """Return what begins an idea: an idea for the summer: paint the kitchen white."""
    return re.compile(rf"(?:{any_word_of_each(_FILE, 'idea')})\b[^:]{{0,40}}(?::|$)")


def _first_negators() -> frozenset[str]:
    """Return the first of two negators that are one denial (non ... mai), but where the first is said twice."""
    return words_of_each(_FILE, "first_negators")


def claims_of(sentence: str, language: Language) -> tuple[Claim, ...]:
    """Return the claims of a sentence, by clauses: the first, the first two ... all."""
    # What narrows a claim belongs to it: he may, if she is there.
    ends = [found.start() for found in _CLAUSE.finditer(sentence) if not _if().match(sentence[found.end() :])]
    whole = _narrowed(sentence, language, is_whole=True)
    if not ends:
        return (whole,)
    has_reason = cues_of(language).reasons.search(sentence.lower()) is not None
    is_plain = whole.is_said and not (whole.adds or whole.narrowed or has_reason)
    claims: list[Claim] = []
    for end in ends[: _MOST_CLAIMS - 1]:
        text = sentence[:end]
        claim = _begun(whole, text, language) if is_plain else _narrowed(text, language, is_whole=False)
        if claim.tokens and (not claims or claim.words != claims[-1].words):
            claims.append(claim._replace(clauses=_starts(claims, claim)))
    return (*claims, whole._replace(clauses=_starts(claims, whole)))


def whole_claim_of(sentence: str, language: Language) -> Claim:
    """Return what a sentence claims as a whole."""
    return _narrowed(sentence, language, is_whole=True)


def _starts(claims: list[Claim], claim: Claim) -> tuple[int, ...]:
    """Return where the clauses behind the first begin in a claim."""
    return tuple(len(each.words) for each in claims if claim.words[: len(each.words)] == each.words)


def _begun(whole: Claim, text: str, language: Language) -> Claim:
    """Return what of a claim stands in its beginning."""
    end = len(words_in(text, language))
    return whole._replace(
        tokens=tuple(token for token in whole.tokens if token.place < end),
        words=whole.words[:end],
        denials=tuple(place for place in whole.denials if place < end),
    )


def _narrowed(text: str, language: Language, *, is_whole: bool) -> Claim:
    """Return what a text claims up to its condition; where it begins with one, what stands behind its comma."""
    said, behind, is_said = text, "", True
    if (condition := cues_of(language).conditions.search(text.lower())) is not None:
        said, behind = text[: condition.start()], text[condition.end() :]
        if len(said.split()) <= 1:
            behind, comma, said = (
                _BEHIND_CONDITION.split(behind, maxsplit=1) if _BEHIND_CONDITION.search(behind) else (behind, "", "")
            )
            said, is_said = said or behind, is_whole or bool(said)
            if comma.startswith(":"):
                # When one wants to know it is no condition of it: if a pipe bursts: the stopcock is on the right.
                behind = ""
    claim = claim_of(_without_reason(said, language), language)
    narrowed = claim_of(behind, language) if behind.strip() else Claim((), (), ())
    return claim._replace(
        narrowed=narrowed.tokens,
        is_unless=bool(narrowed.denials),
        is_said=is_said and _is_said(text, claim.words, language),
        adds=cues_of(language).adds.search(text.lower()) is not None,
    )


def _is_said(text: str, words: tuple[str, ...], language: Language) -> bool:
    """Whether a text says how something is: it neither plans nor looks back."""
    lower, cues = text.lower(), cues_of(language)
    known = words_of(language)
    if FUTURE in text or _idea().match(lower):
        return False
    if not known.past_auxiliaries.isdisjoint(words):
        # What happened once is so for good: was released in March.
        return not known.once.isdisjoint(words)
    return not (cues.plans.search(lower) or cues.past.search(lower))


def _without_reason(text: str, language: Language) -> str:
    found = cues_of(language).reasons.search(text.lower())
    return text[: found.start()] if found and text[: found.start()].strip() else text


def claim_of(text: str, language: Language) -> Claim:
    """Return the telling tokens of a text and where it denies."""
    tokens, words = tokens_of(text, language)
    denying = words_of(language).negators | words_of(language).without | words_of(language).lacking
    named = frozenset(re.findall(r"\w+", " ".join(_NAMED.findall(text)).lower()))
    inner = [word.strip(".,:;!") for word in text.split()[1:]]
    swims = may_swim()
    capital = {word.lower() for word in inner if word.istitle() and len(word) > 1}
    denials = [
        place
        for place, word in enumerate(words)
        if word in denying
        and word not in named
        and word not in capital
        and (word not in swims or _denies(words, place))
    ]
    apart = apart_of(language)
    kept = [
        token._replace(key=token.word) if token.word in apart else token
        for token in tokens
        if token.kind != "small" or token.is_joined or _is_particle(token, words, language)
    ]
    return Claim(tuple(kept), words, tuple(denials), named=named, whom=_whom(words))


def _whom(words: tuple[str, ...]) -> str:
    """Return "he" or "she" where a claim speaks of the one and not of the other."""
    said = [whom for whom in ("he", "she") if not common(whom).isdisjoint(words)]
    return said[0] if len(said) == 1 else ""


def _denies(words: tuple[str, ...], place: int) -> bool:
    """Whether "nada" is nothing: behind another negator, or at the beginning. Else somebody swims."""
    return place == 0 or not _first_negators().isdisjoint(words[:place])


def _is_particle(token: Token, words: tuple[str, ...], language: Language) -> bool:
    """Whether a small word is a verb's, and tells as much as one: staat uit, ist an, is off."""
    if token.word not in common("particles") or token.word not in opposites_of(language):
        return False
    if token.place == len(words) - 1:
        return True
    before = words[token.place - 1] if token.place else ""
    after = words[token.place + 1]
    return before in common("switched") and after in words_of(language).small and after not in common("determiners")
