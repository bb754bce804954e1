"""Pass handoffs between sessions: a start shows them, the first real prompt claims one, an end gives it back.

A start claims nothing: somebody who opens a session and leaves it again has only been shown what waits.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.handoffs import handoff_rows, handoffs
from memory_mcp.store.handoffs.handoff_rows import Handoff
from memory_mcp.temporal import Instant

_OF_SESSION: Final = """
    SELECT project_id, client, path, hands_over
    FROM session
    WHERE uid = :uid
"""
_HAS_BEGUN: Final = """
    SELECT 1
    FROM item
    WHERE session_uid = :session
"""
_WITHDRAW: Final = """
    DELETE FROM handoff_offer
    WHERE session_uid = :session
"""
_OFFER: Final = """
    INSERT INTO handoff_offer (session_uid, position, handoff_uid)
    VALUES (:session, :position, :handoff)
"""
_OFFERED: Final = """
    SELECT handoff_uid
    FROM handoff_offer
    WHERE session_uid = :session
    ORDER BY position
"""


class Part(NamedTuple):
    """The part a session takes in handing work over: as which client, where, and whether any."""

    project_id: int
    client: str
    path: str
    hands_over: bool


def part_of(snapshot: Snapshot, session: str) -> Part | None:
    """Return the part a session takes in handing work over; None for an unknown session."""
    row = snapshot.row(_OF_SESSION, {"uid": session})
    return None if row is None else Part(row[0], row[1], row[2], hands_over=bool(row[3]))


def offer(tx: Transaction, session: str) -> list[Handoff]:
    """Return the handoffs a session is shown at its start, and record them in place of those it was shown before.

    A session in which something was said already is at work: it is shown none and takes one up only by ``accept``.
    """
    part = part_of(tx, session)
    if part is None or not part.hands_over:
        return []
    shown = handoff_rows.offered(tx, part.project_id, part.client, part.path, session)
    if not tx.value(_HAS_BEGUN, {"session": session}):
        tx.execute(_WITHDRAW, {"session": session})
        _note(tx, session, shown)
    return shown


def take_up(tx: Transaction, session: str) -> Handoff | None:
    """Claim the first handoff that a session was shown and that is still open; return it, or None.

    Called when the session goes to work. A handoff that it left itself by ending is claimed again.
    """
    part = part_of(tx, session)
    if part is None or not part.hands_over:
        return None
    own = handoff_rows.latest_of(tx, session)
    if own is not None and own.origin == "automatic":
        handoffs.claim(tx, own.uid, session=session, client=part.client)
    shown = [uid for (uid,) in tx.rows(_OFFERED, {"session": session})]
    if not shown:
        return None
    tx.execute(_WITHDRAW, {"session": session})
    return next(
        (taken for uid in shown if (taken := handoffs.claim(tx, uid, session=session, client=part.client))), None
    )


def give_back(tx: Transaction, session: str, *, since: Instant = 0) -> list[Handoff]:
    """Open again the handoffs a session claimed after ``since``, and return them.

    If the session goes on after all, it may take them up again.
    """
    released = handoffs.release(tx, session, since=since)
    if released:
        tx.execute(_WITHDRAW, {"session": session})
        _note(tx, session, released)
    return released


def _note(tx: Transaction, session: str, shown: list[Handoff]) -> None:
    if shown:
        tx.many(
            _OFFER,
            [
                {"session": session, "position": position, "handoff": one.uid}
                for position, one in enumerate(shown, start=1)
            ],
        )
