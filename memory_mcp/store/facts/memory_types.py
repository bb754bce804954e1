"""Whether a learning tells what happened once (episodic) or what holds (semantic)."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal

from memory_mcp.language.data_files import any_of_each

MemoryType = Literal["episodic", "semantic"]

# Categories that tell what happened or holds by their nature; the others are judged by their words.
_SEMANTIC_CATEGORIES: Final = frozenset({"pattern", "architecture", "infrastructure", "preference", "security", "fact"})


@cache
def _episode() -> re.Pattern[str]:
    """Return what says, in any of the languages, that something happened: today, we shipped."""
    return re.compile(rf"\b(?:{any_of_each('memory_types', 'episode')})\b", re.IGNORECASE)


def memory_type(category: str, text: str) -> MemoryType:
    """Tell what happened once (episodic) from what holds (semantic), by the words and then the category."""
    if _episode().search(text):
        return "episodic"
    if category in _SEMANTIC_CATEGORIES:
        return "semantic"
    return "episodic" if category == "mistake" else "semantic"
