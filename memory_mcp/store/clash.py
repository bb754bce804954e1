"""Whether two texts can both hold: each kind of clash is one small pure rule over two readings.

A rule takes two readings and what is known of both facts, and returns the clash it sees or None. The first that sees
one wins. Adding a kind is adding a rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, get_args

from memory_mcp.store.negation import Reading, language_of, read, words_of

ClashKind = Literal["negation", "confidence_drift"]
CLASH_KINDS: Final[tuple[ClashKind, ...]] = get_args(ClashKind)

LEAST_OVERLAP: Final = 0.5
# From here on two texts say the same, whatever little words differ.
SAME_TEXT: Final = 0.85
DEFAULT_DRIFT: Final = 0.2


@dataclass(frozen=True, slots=True)
class Clash:
    """Why two facts cannot both hold: its kind, the words or values that clash, how alike the texts are (0 to 1)."""

    kind: ClashKind
    evidence: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts as the rules see them."""

    a: Reading
    b: Reading
    a_confidence: float | None
    b_confidence: float | None
    min_drift: float
    similarity: float


Rule = Callable[[Pair], Clash | None]


def clash(
    a_text: str,
    b_text: str,
    *,
    a_confidence: float | None = None,
    b_confidence: float | None = None,
    min_similarity: float = LEAST_OVERLAP,
    min_confidence_drift: float = DEFAULT_DRIFT,
) -> Clash | None:
    """Return why the two texts cannot both hold, or None. The order of the two does not matter."""
    language = language_of(words_of(a_text) + words_of(b_text))
    return judged(
        read(a_text, language),
        read(b_text, language),
        a_confidence=a_confidence,
        b_confidence=b_confidence,
        min_similarity=min_similarity,
        min_confidence_drift=min_confidence_drift,
    )


def judged(
    a: Reading,
    b: Reading,
    *,
    a_confidence: float | None = None,
    b_confidence: float | None = None,
    min_similarity: float = LEAST_OVERLAP,
    min_confidence_drift: float = DEFAULT_DRIFT,
) -> Clash | None:
    """Do the same with texts that were read before: a scan reads each text once."""
    similarity = overlap(a, b)
    if similarity < min_similarity or a.is_question or b.is_question:
        return None
    pair = Pair(a, b, a_confidence, b_confidence, min_confidence_drift, similarity)
    return next((found for rule in RULES if (found := rule(pair)) is not None), None)


def overlap(a: Reading, b: Reading) -> float:
    """Return the share of content words two readings have in common (Jaccard), 0 to 1; 0 where one has none."""
    if not a.content or not b.content:
        return 0.0
    return len(a.content & b.content) / len(a.content | b.content)


def negation(pair: Pair) -> Clash | None:
    """See the same statement made and denied.

    Where both sides have words of their own they speak of two things ("not on Friday", "on Monday"); where one only
    says more than the other, it is the same thing.
    """
    a, b = pair.a, pair.b
    if a.negated_clauses == b.negated_clauses:
        return None
    is_same_thing = a.content <= b.content or b.content <= a.content
    if not is_same_thing and (pair.similarity < SAME_TEXT or a.numbers != b.numbers):
        return None
    words = sorted({*a.negators} ^ {*b.negators}) or sorted({*a.negators, *b.negators})
    return Clash("negation", f"denied in one: {', '.join(words)}", pair.similarity)


def confidence_drift(pair: Pair) -> Clash | None:
    """See the same statement held with two degrees of confidence."""
    a, b = pair.a_confidence, pair.b_confidence
    if a is None or b is None or pair.similarity < SAME_TEXT:
        return None
    # 0.7 - 0.5 is a hair under 0.2 in binary.
    if abs(a - b) < pair.min_drift - 1e-9 or pair.a.numbers != pair.b.numbers:
        return None
    low, high = sorted((a, b))
    return Clash("confidence_drift", f"confidence {low:g} and {high:g}", pair.similarity)


RULES: Final[tuple[Rule, ...]] = (negation, confidence_drift)
