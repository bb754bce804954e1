"""Leave out of a handoff what the rest of a session's opening says, and the other way round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from memory_mcp.capture.context.repeated import ToldTexts
from memory_mcp.store.handoffs.handoff_rows import Handoff
from memory_mcp.store.handoffs.session_end import ASKED_FOR, LAST_ASKED_FOR, LAST_SAID

SHOWN: Final = 400
"""Characters of a handoff's summary that an opening shows."""


def told_by(waiting: Iterable[Handoff], doing: Iterable[str] = ()) -> ToldTexts:
    """Return what the summaries of handoffs tell in an opening, and lines on what was being done before it."""
    return ToldTexts([*doing, *(text for handoff in waiting for text in handoff.summary[:SHOWN].splitlines())])


def beside(waiting: Iterable[Handoff], told: ToldTexts) -> list[Handoff]:
    """Return handoffs without what is ``told``, perhaps with an empty summary; what somebody wrote stays whole."""
    return [_beside(handoff, told) if handoff.origin == "automatic" else handoff for handoff in waiting]


def _beside(handoff: Handoff, told: ToldTexts) -> Handoff:
    lines = []
    for text in handoff.summary.splitlines():
        label = next((label for label in (ASKED_FOR, LAST_ASKED_FOR, LAST_SAID) if text.startswith(label)), "")
        rest = told.untold(text.removeprefix(label)) if label else text
        lines += [f"{label}{rest}"] if rest else []
    return handoff._replace(summary="\n".join(lines))
