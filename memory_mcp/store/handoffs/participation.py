"""Tell whether a session may claim a handoff; this is a small module because every prompt asks it."""

from __future__ import annotations

from typing import Final

from memory_mcp.store.file.database import Snapshot

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


def may_take(snapshot: Snapshot, session: str) -> bool:
    """Say whether a session may have a handoff to take up: one that it was shown, or one that it left itself."""
    return bool(snapshot.value(_MAY_TAKE, {"session": session}))
