"""The categories of learnings, and whether one tells what happened once (episodic) or what holds (semantic)."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, get_args

from memory_mcp.language.data_files import any_of_each

Category = Literal[
    "pattern", "mistake", "insight", "research", "architecture", "infrastructure", "tool", "workflow", "performance",
    "security", "preference", "fact",
]  # fmt: skip
CATEGORIES: Final[frozenset[str]] = frozenset(get_args(Category))
MemoryType = Literal["episodic", "semantic"]


@cache
def _episode() -> re.Pattern[str]:
    """Return what says, in any of the languages, that something happened: today, we shipped."""
    return re.compile(rf"\b(?:{any_of_each('memory_types', 'episode')})\b", re.IGNORECASE)


def memory_type(category: str, text: str) -> MemoryType:
    """Tell what happened once (episodic) from what holds (semantic), by the words and then the category."""
    return "episodic" if category == "mistake" or _episode().search(text) else "semantic"
