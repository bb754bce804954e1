"""Overviews for a person: facts with all their versions, and counts of what there is, happened and came in."""

from __future__ import annotations

__all__ = [
    "activity",
    "fact_lives",
    "growth",
    "insights",
    "totals",
]
