"""Tell where a session works, and whether it hands work over; this is a small module because every prompt asks it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from memory_mcp.privacy.redaction import redact
from memory_mcp.project import ProjectRef, place_of
from memory_mcp.store.file.database import Transaction

_SETTLE: Final = """
    UPDATE session
    SET path = :path, hands_over = :hands_over
    WHERE uid = :uid AND (path, hands_over) IS NOT (:path, :hands_over)
"""


def place(folder: Path, project: ProjectRef) -> str:
    """Return where a folder is, as ``project.place_of`` names it, with secrets in its name masked."""
    return redact(place_of(folder, project)).text


def settle(tx: Transaction, session: str, path: str, *, hands_over: bool) -> None:
    """Note where a session works (as ``place`` names it), and whether handoffs are for it at all."""
    tx.execute(_SETTLE, {"uid": session, "path": path, "hands_over": hands_over})
