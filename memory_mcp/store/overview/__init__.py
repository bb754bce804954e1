"""What a person looks at: facts with all their versions, and counts of what there is, what happened and what came."""

from __future__ import annotations

__all__ = [
    "activity",
    "fact_lives",
    "growth",
    "insights",
    "totals",
]
