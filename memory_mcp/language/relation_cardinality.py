"""Tell whether a thing may have one or many of a relation: it lives in one place, and speaks many languages.

``data/all/relation_cardinality.txt`` names the relations of which there is one. The defaults can be overruled: a
declared name counts for texts that say it and for relations between entities alike.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from memory_mcp.language.data_files import sections_of, words

Cardinality = Literal["one", "many"]
Declared = Literal["one", "many", "default"]


def default_cardinality(relation: str) -> Cardinality:
    """Return how many values a relation may have where nobody said: many, unless it is known to have one."""
    return "one" if relation in _with_one_value() else "many"


@cache
def _with_one_value() -> frozenset[str]:
    return words(" ".join(sections_of("all", "relation_cardinality")["one"]))
