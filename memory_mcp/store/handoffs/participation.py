"""The part a session takes in handing work over: where it works, whether it takes any, and whether it has to act.

Apart from what is done then, because every prompt asks.
"""

from __future__ import annotations

from typing import Final

from memory_mcp.store.file.database import Snapshot, Transaction

_PLACE: Final = """
    UPDATE session
    SET path = :path, hands_over = :hands_over
    WHERE uid = :uid AND (path, hands_over) IS NOT (:path, :hands_over)
"""
_MAY_TAKE: Final = """
    SELECT EXISTS (
        SELECT 1
        FROM handoff_offer
        WHERE session_uid = :session
    ) OR EXISTS (
        SELECT 1
        FROM handoff
        WHERE from_session = :session AND origin = 'automatic' AND state = 'open'
    )
"""


def settle(tx: Transaction, session: str, path: str, *, hands_over: bool) -> None:
    """Note where a session works (as ``scope.place_of`` names it), and whether handoffs are for it at all."""
    tx.execute(_PLACE, {"uid": session, "path": path, "hands_over": hands_over})


def may_take(snapshot: Snapshot, session: str) -> bool:
    """Whether a session that goes to work may have something to take up: shown to it, or left by itself."""
    return bool(snapshot.value(_MAY_TAKE, {"session": session}))
