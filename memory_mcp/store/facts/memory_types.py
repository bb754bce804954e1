"""Whether a learning tells what happened once (episodic) or what holds (semantic)."""

from __future__ import annotations

import re
from typing import Final, Literal

MemoryType = Literal["episodic", "semantic"]

# Categories that tell what happened or holds by their nature; the others are judged by their words.
_SEMANTIC_CATEGORIES: Final = frozenset({"pattern", "architecture", "infrastructure", "preference", "security", "fact"})
_EPISODE: Final = re.compile(
    r"\b(today|yesterday|tonight|this (?:morning|week|afternoon)|last (?:week|night|month)|just now|"
    r"(?:we|i) (?:shipped|fixed|deployed|released|merged|broke|met|tried|ran|found)|heute|gestern|hoy|ayer|"
    r"aujourd'hui|hier|oggi|ieri|hoje|ontem|vandaag|gisteren)\b",
    re.IGNORECASE,
)


def memory_type(category: str, text: str) -> MemoryType:
    """Tell what happened once (episodic) from what holds (semantic), by the words and then the category."""
    if _EPISODE.search(text):
        return "episodic"
    if category in _SEMANTIC_CATEGORIES:
        return "semantic"
    return "episodic" if category == "mistake" else "semantic"
