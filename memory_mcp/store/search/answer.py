"""What a search answers: hits, how they were found, and what they are worth.

It is what a server needs of searching before it is asked; ``search`` imports numpy, which takes 100 ms and 20 MB.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from memory_mcp.store.facts.versions import Item
from memory_mcp.store.search.request import Mode, Verdict


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer. ``item`` is what to show (a passage's document); ``text`` and ``lines`` are where it was found.

    The ranks count from 1, None where that leg did not find it; ``parts`` sum up to the score. ``chance`` is how likely
    it answers, 0 to 1; ``alike`` are further rows that say the same; ``contradicted_by`` is the id of a newer one.
    """

    item: Item
    score: float
    chance: float
    text: str
    snippet: str
    lexical_rank: int | None = None
    semantic_rank: int | None = None
    lines: tuple[int, int] | None = None
    superseded_by: str | None = None
    contradicted_by: str | None = None
    is_archived: bool = False
    parts: dict[str, float] = field(default_factory=dict)
    alike: int = 0


class SearchAnswer(NamedTuple):
    """The hits, best first; ``mode`` is what ran, and ``notice`` says why where that is not what was asked.

    ``confidence`` is the chance that one of the first ten answers, 0 to 1, and ``verdict`` what that means.
    """

    hits: tuple[Hit, ...]
    mode: Mode
    requested_mode: Mode
    notice: str = ""
    verdict: Verdict = "nothing"
    confidence: float = 0.0
