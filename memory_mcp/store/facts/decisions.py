"""Decisions as rows: the choice is the text, reasons and alternatives help to find it; and what became of them."""

from __future__ import annotations

from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant, Period


def decision_draft(
    *,
    title: str,
    decision: str,
    reasoning: str,
    alternatives: str = "",
    valid: Period,
    project_id: int = 0,
    session_uid: str | None = None,
    tags: tuple[str, ...] = (),
    confidence: float | None = None,
) -> Draft:
    """Return what a decision says."""
    attributes = {"reasoning": reasoning} | ({"alternatives": alternatives} if alternatives else {})
    return Draft(
        kind="decision",
        title=title,
        body=decision,
        context=f"{reasoning}\n{alternatives}".rstrip(),
        valid=valid,
        project_id=project_id,
        session_uid=session_uid,
        tags=tags,
        attributes=attributes,
        confidence=confidence,
    )


def verdict(snapshot: Snapshot, uid: str, known_at: Instant) -> tuple[bool | None, str] | None:
    """Return whether a decision was held to have turned out right at ``known_at``, and what had become of it.

    None where nobody here ever said anything of it.
    """
    said = [change for change in facts.changes(snapshot, uid) if change.verb == "verify"]
    if not said:
        return None
    known = [change for change in said if change.at <= known_at]
    verified = next((change.verified for change in reversed(known) if change.verified is not None), None)
    return verified, next((change.outcome for change in reversed(known) if change.outcome is not None), "")
