"""The kinds of contradiction between two facts, how sure each is, and the form in which facts are compared.

It loads none of the rules, so that a server can show contradictions before it looks for any.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, get_args

from memory_mcp.language.folding import name_key

ContradictionKind = Literal["negation", "value", "antonym", "meaning", "confidence_drift"]
CONTRADICTION_KINDS: Final[tuple[ContradictionKind, ...]] = get_args(ContradictionKind)

Confidence = Literal["high", "possible"]
# From this share of common words on, at least 97 of 100 pairs told are right: of the labelled development pairs (told,
# right) antonym 398, 393; negation 445, 434; value 423, 412. Below it negation is right in 153 of 165, value in 277 of
# 307. Of sentence pairs nobody tuned on (SICK) negation is right in 433 of 473 and 18 of 39. A drift is what it says.
SURE_FROM: Final[Mapping[ContradictionKind, float]] = {
    "antonym": 0.0,
    "negation": 0.5,
    "value": 0.4,
    "meaning": 0.9,
    "confidence_drift": 0.0,
}
# Other rules, or another network: what was compared is compared anew.
RULES_VERSION: Final = 17
DEFAULT_DRIFT: Final = 0.2
ROUNDING: Final = 1e-9
"""What a drift may fall short: 0.7 - 0.5 is a hair under 0.2 in binary."""


class Contradiction(NamedTuple):
    """Why two facts cannot both hold: its kind, the words or values that differ, how alike the texts are (0 to 1)."""

    kind: ContradictionKind
    evidence: str
    similarity: float

    @property
    def certainty(self) -> Confidence:
        """How sure it is, measured by kind and by how alike the texts are."""
        return "high" if self.similarity >= SURE_FROM[self.kind] else "possible"


def drift_of(a: float | None, b: float | None, least: float, similarity: float) -> Contradiction | None:
    """Return that two confidences in one text are apart, or None where they are by less than ``least``."""
    if a is None or b is None or abs(a - b) < least - ROUNDING:
        return None
    return Contradiction("confidence_drift", f"confidence {a:g} / {b:g}", similarity)


class ComparedFact(NamedTuple):
    """A fact as it is compared: what it says, under which title, and who says it; the last two may be empty."""

    text: str
    title: str = ""
    speaker: str = ""

    @property
    def whole(self) -> str:
        """The text with its title before it."""
        return f"{self.title}: {self.text}" if self.title else self.text


def are_of_one_title(a: ComparedFact, b: ComparedFact) -> bool:
    """Whether two facts have the same title: whoever wrote them says that both are of one matter."""
    return bool(a.title) and name_key(a.title) == name_key(b.title)
