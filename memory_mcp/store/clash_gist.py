"""What a freely worded note claims: its first sentence, with or without the clauses behind it, and what narrows it.

Where two notes say one thing in other words, their sentences cannot be laid one upon the other. What can be compared is
which things they speak of, what they deny of them, and which values, names and opposites they hold against each other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from memory_mcp.store import clash_lexicon as lexicon
from memory_mcp.store.clash_lexicon import Language
from memory_mcp.store.clash_tokens import VALUE_KINDS, Token
from memory_mcp.store.cues import CUES
from memory_mcp.store.reading import MOST_READ, flattened, is_quoting, sentences_of, tokens_of

_CLAUSE: Final = re.compile(r"[,;]\s+|\s+[\u2013\u2014-]\s+|\s*\((?=\w)|\)\s*")
_MOST_CLAIMS: Final = 4
# A word of so many letters that holds another is a compound of it: Teilruckerstattung, privérepo.
_SHORTEST_PART: Final = 4
_SAME_BEGINNING: Final = 5
_SAME_SHARE: Final = 0.6
_CONCORD: Final = frozenset({"es", "fr", "it", "pt"})


@dataclass(frozen=True, slots=True)
class Claim:
    """One reading of what a note claims: its telling tokens, its plain words, where it denies."""

    tokens: tuple[Token, ...]
    words: tuple[str, ...]
    denials: tuple[int, ...]
    lacks: frozenset[str]

    def is_denied(self, language: Language) -> bool:
        """Whether the claim is denied: twice denied is said, but where two negators are one."""
        if language in _CONCORD:
            return bool(self.denials)
        return len(self.denials) % 2 == 1


@dataclass(frozen=True, slots=True)
class Gist:
    """A note: its claims, the shortest first; all its telling tokens; what narrows it; what kind of speech it is.

    ``adds``: it names one of several (too, one of, among). ``covers``: it speaks of all there is (all, only, entirely).
    """

    language: Language
    claims: tuple[Claim, ...]
    tokens: tuple[Token, ...]
    conditions: tuple[Token, ...]
    is_claim: bool
    adds: bool
    covers: bool


@lru_cache(maxsize=MOST_READ)
def gist(text: str, language: Language) -> Gist:
    """Return what a note in the language claims."""
    flat = flattened(text)
    cues = CUES[language]
    sentences = sentences_of(flat)
    if not sentences:
        return Gist(language, (), (), (), is_claim=False, adds=False, covers=False)
    first = sentences[0][0]
    lower, whole = first.lower(), flat.lower()
    asks = any(asks for _, asks in sentences) or cues.asks.search(whole) is not None
    is_other = (
        asks
        or lexicon.PLANS[language].search(lower)
        or cues.plans.search(lower)
        or lexicon.REPORTS[language].search(lower)
        or cues.reports.search(lower)
        or is_quoting(first)
        or lexicon.PAST[language].search(lower)
        or cues.past.search(lower)
        or cues.excepts.search(whole)
    )
    harmless = cues.harmless.sub(" ", lexicon.HARMLESS.sub(" ", first))
    claims, narrowed = _claims(harmless, language)
    if any(word in lexicon.PAST_AUXILIARIES[language] for word in claims[-1].words):
        is_other = True
    rest = [token for sentence, _ in sentences[1:] for token in telling(sentence, language).tokens]
    tokens = (*claims[-1].tokens, *narrowed, *rest)
    return Gist(
        language,
        claims,
        tokens,
        narrowed,
        is_claim=not is_other,
        adds=cues.adds.search(whole) is not None,
        covers=cues.covers.search(whole) is not None,
    )


def _claims(sentence: str, language: Language) -> tuple[tuple[Claim, ...], tuple[Token, ...]]:
    """Return the claims of a sentence, by clauses: the first, the first two ...; and what narrows them."""
    ends = [found.start() for found in _CLAUSE.finditer(sentence)]
    claims: list[Claim] = []
    narrowed: tuple[Token, ...] = ()
    for end in [*ends[: _MOST_CLAIMS - 1], len(sentence)]:
        said = sentence[:end]
        condition = lexicon.CONDITIONS[language].search(said.lower())
        said, behind = (said[: condition.start()], said[condition.end() :]) if condition else (said, "")
        if not said.strip():
            # It begins with what narrows it: all of it is the claim.
            said, behind = behind, ""
        claim = telling(_without_reason(said, language), language)
        if claim.tokens and (not claims or claim != claims[-1]):
            claims.append(claim)
        narrowed = telling(behind, language).tokens if behind.strip() else ()
    return tuple(claims) or (telling(sentence, language),), narrowed


def _without_reason(text: str, language: Language) -> str:
    found = lexicon.REASONS[language].search(text.lower())
    return text[: found.start()] if found and text[: found.start()].strip() else text


def telling(text: str, language: Language) -> Claim:
    """Return the telling tokens of a text and where it denies."""
    tokens, words, negators, lacks = tokens_of(text, language)
    lacking = CUES[language].lacking
    denials = [place for place, word in enumerate(words) if word in lexicon.NEGATORS[language] or word in lacking]
    kept = tuple(token for token in tokens if token.kind != "small" and token.word not in lacking)
    return Claim(kept, words, tuple(denials), lacks)


def are_alike(a: Token, b: Token) -> bool:
    """Whether two tokens speak of one thing: the same word or a form of it, a part of a compound, the same value."""
    if a.key == b.key:
        return True
    if a.kind in VALUE_KINDS or b.kind in VALUE_KINDS:
        return False
    short, long = sorted((a.word, b.word), key=len)
    if any(c.isdigit() for c in short + long):
        return False
    if (
        len(short) >= _SHORTEST_PART
        and len(long) >= len(short) + 3
        and (long.startswith(short) or long.endswith(short))
    ):
        return True
    if a.word[:_SAME_BEGINNING] != b.word[:_SAME_BEGINNING]:
        return False
    shared = next((i for i, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    return shared >= max(_SAME_BEGINNING, _SAME_SHARE * len(long))
