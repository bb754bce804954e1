"""What a person looks at: the facts of a project with all their versions, and how much happened on which day."""

from __future__ import annotations

__all__ = ["activity", "fact_lives"]
