"""Handoffs that a file brings in, with times of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.handoffs.handoffs import cancel_outdated
from memory_mcp.temporal import Instant

_CHANGED_AT: Final = """
    SELECT changed_at
    FROM handoff
    WHERE uid = :uid
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


def changed_at(snapshot: Snapshot, uid: str) -> Instant | None:
    """Return when a handoff last changed; None where it is not here."""
    at: Instant | None = snapshot.value(_CHANGED_AT, {"uid": uid})
    return at


def put(tx: Transaction, columns: Mapping[str, Any]) -> None:
    """Write a handoff as a file tells it; of one that is here only its state changes."""
    tx.execute(_PUT, columns)
    cancel_outdated(tx, columns["project_id"], columns["path"])
