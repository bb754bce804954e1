"""Settle handoffs when a session ends: return what it claimed and did not use, and leave its work for the next.

Everything here may run again for the same end: what was done stays done.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from memory_mcp.language.shortening import cut, one_line
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.handoffs import handoff_rows, handoffs, offers
from memory_mcp.store.handoffs.handoff_rows import Handoff
from memory_mcp.store.handoffs.handoffs import LIFETIME_US
from memory_mcp.store.sessions.digest_builder import Digest
from memory_mcp.store.sessions.sessions import Session
from memory_mcp.temporal import Instant

SUMMARY_CAP: Final = 2_000
LINE_CAP: Final = 300
MOST_LINES: Final = 20
MOST_FILES: Final = 50
ASKED_FOR: Final = "Asked for: "
LAST_ASKED_FOR: Final = "Last asked for: "
LAST_SAID: Final = "Last said: "
FAILED: Final = "failed when it was last run: "

_LAST_WRITTEN: Final = """
    SELECT max(recorded_at)
    FROM item
    WHERE session_uid = :session
      AND kind IN ('learning', 'decision', 'observation', 'entity', 'relation', 'document', 'passage')
"""
_LAST_TOOL: Final = """
    SELECT recorded_at
    FROM item
    WHERE session_uid = :session AND kind = 'turn' AND attributes ->> 'role' = 'tool'
    ORDER BY position DESC
    LIMIT 1
"""


class Settled(NamedTuple):
    """The handoffs that the end of a session changed: those that are open again, and the one left for the next."""

    released: tuple[Handoff, ...] = ()
    begun: Handoff | None = None


def at_end(tx: Transaction, session: Session, digest: Digest, *, has_said: bool) -> Settled:
    """Release and leave handoffs for a session that ended, and return what changed.

    ``has_said`` means that the session told in words what it did.
    """
    worked_at = _worked_at(tx, digest)
    released = [] if has_said else offers.give_back(tx, session.uid, since=worked_at)
    return Settled(tuple(released), _leave(tx, session, digest, worked_at))


def forget(tx: Transaction, session_uid: str, *, reason: str = "") -> None:
    """Delete for good what a session left by ending, since it was made of words that are gone."""
    for uid in handoff_rows.left_by_ending(tx, session_uid):
        handoffs.erase(tx, uid, reason=reason)


def _worked_at(snapshot: Snapshot, digest: Digest) -> Instant:
    """Return when the last real work of a session was recorded, 0 if there was none: talk and reading are none."""
    written = snapshot.value(_LAST_WRITTEN, {"session": digest.session_uid}) or 0
    acted = snapshot.value(_LAST_TOOL, {"session": digest.session_uid}) or 0 if digest.has_real_work else 0
    return max(written, acted)


def _leave(tx: Transaction, session: Session, digest: Digest, worked_at: Instant) -> Handoff | None:
    """Leave what a session did, in place of what it left before; None where there is nothing new, or no use for it."""
    part = offers.part_of(tx, session.uid)
    ended_at = session.ended_at if session.ended_at is not None else tx.now
    if part is None or not part.hands_over or not digest.has_real_work or ended_at + LIFETIME_US <= tx.now:
        return None
    before = handoff_rows.latest_of(tx, session.uid)
    if before is not None:
        if worked_at <= before.changed_at or (before.origin != "automatic" and before.state == "open"):
            return None
        if before.state == "open":
            handoffs.cancel(tx, before.uid)
    if handoff_rows.is_outdated(tx, session.project_id, part.path, ended_at, by_other_than=session.uid):
        return None
    failed = [f"{FAILED}{command}" for command in digest.failed]
    draft = handoffs.HandoffDraft(
        _summary(session, digest), _lines(session.open_questions or failed), _lines(session.next_steps or digest.todos),
        digest.files[-MOST_FILES:], path=part.path,
    )  # fmt: skip
    begun, _ = handoffs.begin(
        tx, draft, project_id=session.project_id, from_session=session.uid, origin="automatic", at=ended_at
    )
    return begun


def _summary(session: Session, digest: Digest) -> str:
    asked = f"{ASKED_FOR}{digest.prompt}" if digest.prompt else ""
    # What was said last may be no answer to what was asked first.
    answered = f"{LAST_ASKED_FOR}{digest.answered}" if digest.answered and digest.outcome else ""
    closed = f"{LAST_SAID}{digest.outcome}" if digest.outcome else ""
    said = session.summary or "\n".join(filter(None, (asked, answered, closed)))
    said = said or f"Decisions and lessons recorded: {len(digest.written)}"
    return cut(said, SUMMARY_CAP)


def _lines(lines: list[str] | tuple[str, ...]) -> list[str]:
    return [one_line(line, LINE_CAP) for line in lines[:MOST_LINES]]
