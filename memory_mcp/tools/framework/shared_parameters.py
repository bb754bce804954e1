"""Parameters that several tools have: each means, accepts and says the same wherever it stands."""

from __future__ import annotations

from typing import Annotated, Final

from memory_mcp.tools.framework.declare import Clamp, Length, Range, Unlisted

HomeProject = Annotated[str | None, "Another project than this."]
"""Where a write goes, the current project by default."""
HomeOrShared = Annotated[str | None, "Another project; '' is for all."]
"""Where people and things are, the current project by default."""
SeenProject = Annotated[str | None, "Another project, or * for all."]
"""What a read sees, the current project and what belongs to none by default."""
RowsProject = Annotated[str | None, Unlisted(), "Another project, or * for all."]
"""The project of rows that are named by their ids."""

NewTags = Annotated[list[str], Length(0, 50), "Up to 50 tags."]
OtherTags = Annotated[list[str] | None, Length(0, 50), "Tags that replace all others, up to 50."]
WantedTags = Annotated[list[str] | None, Length(0, 50), "Tags it must have, up to 50."]

Confidence = Annotated[float, Range(0, 1), Unlisted(), "How sure it is, 0-1."]
OtherConfidence = Annotated[float | None, Range(0, 1), "How sure it is, 0-1."]
Importance = Annotated[float | None, Range(0, 1), "How important, 0-1; from 0.8 on it stays."]
SOURCE: Final = "Where it is from, up to 500."
Source = Annotated[str | None, Length(0, 500), SOURCE]
Reason = Annotated[str, Length(0, 500), "The reason, up to 500."]
CATEGORY: Final = "A category of memory_learn."
TYPES: Final = "Only these of memory_search's types."

Since = Annotated[str | None, "Since a date, or `3 days ago`."]
Until = Annotated[str | None, "Until then; a date means its end."]
TrueAt = Annotated[str | None, "What was true that day."]
KnownAt = Annotated[str | None, "What was known that day."]
ValidFrom = Annotated[str | None, "When it began, if not now."]

Hits = Annotated[int, Clamp(1, 100), "How many hits, 1-100."]
Cursor = Annotated[str | None, "The last nextCursor."]
InSession = Annotated[str | None, "Only of this session."]

SUMMARY: Final = "What was done and why, up to 10000."
OpenQuestions = Annotated[list[str] | None, Length(0, 50), "What is open, up to 50."]
NextSteps = Annotated[list[str] | None, Length(0, 50), "What is next, up to 50."]
