"""Store handoffs that come from a file, with times of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from memory_mcp.store.file.database import Snapshot, Transaction

_HELD: Final = """
    SELECT state, claimed_by, claimed_at, changed_at
    FROM handoff
    WHERE uid = :uid
"""
_GIVE_WAY: Final = """
    -- Changed when the newer one was made, whichever memory looks: all copies say the same.
    UPDATE handoff
    SET state = 'cancelled', changed_at = max(changed_at, newest.created_at)
    FROM (
        SELECT created_at, uid
        FROM handoff
        WHERE origin = 'automatic' AND project_id = :project_id AND path = :path AND state IN ('open', 'claimed')
        ORDER BY created_at DESC, uid DESC
        LIMIT 1
    ) AS newest
    WHERE handoff.state = 'open' AND handoff.origin = 'automatic'
      AND handoff.project_id = :project_id AND handoff.path = :path
      AND (handoff.created_at, handoff.uid) < (newest.created_at, newest.uid)
"""
_PUT: Final = """
    INSERT INTO handoff (
        uid, project_id, state, from_session, to_client, origin, path, summary, open_questions, next_steps, files,
        created_at, expires_at, claimed_by, claimed_at, changed_at
    )
    VALUES (
        :uid, :project_id, :state, :from_session, :to_client, :origin, :path, :summary, :open_questions, :next_steps,
        :files, :created_at, :expires_at, :claimed_by, :claimed_at, :changed_at
    )
    ON CONFLICT (uid) DO UPDATE
    SET state = :state, claimed_by = :claimed_by, claimed_at = :claimed_at, changed_at = :changed_at
"""


def held(snapshot: Snapshot, uid: str) -> dict[str, Any] | None:
    """Return the state of a handoff, by column; None where it is not here."""
    found = snapshot.dicts(_HELD, {"uid": uid})
    return found[0] if found else None


def put(tx: Transaction, columns: Mapping[str, Any]) -> None:
    """Write a handoff as a file tells it; of one that is here only its state changes.

    Of one place one automatic handoff stays open, the newest.
    """
    tx.execute(_PUT, columns)
    if columns["origin"] == "automatic":
        tx.execute(_GIVE_WAY, {"project_id": columns["project_id"], "path": columns["path"]})
