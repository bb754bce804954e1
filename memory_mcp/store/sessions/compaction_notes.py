"""Keep what a conversation was doing when it was about to be compacted, so that its continuation is told."""

from __future__ import annotations

import json
from typing import Any, Final

from memory_mcp.language.shortening import one_line
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.sessions.digest_builder import Digest, of_session

_WRITE: Final = """
    UPDATE session_digest
    SET compaction_note = :compaction_note, changed_at = :now
    WHERE session_uid = :session_uid
"""
_READ: Final = """
    SELECT compaction_note
    FROM session_digest
    WHERE session_uid = :session_uid
"""
_MOST_LISTED: Final = 10
_WIDTH: Final = 300
_LONG: Final = 600


def write(tx: Transaction, digest: Digest) -> None:
    """Store what a session is doing now, as its refreshed digest says it."""
    kept = json.dumps({"at": tx.now, "lines": _lines(digest)}, ensure_ascii=False, separators=(",", ":"))
    tx.execute(_WRITE, {"session_uid": digest.session_uid, "compaction_note": kept, "now": tx.now})


def lines(snapshot: Snapshot, session_uid: str) -> list[str]:
    """Return what a session was doing when it was last compacted, else what it is doing now; each on one line.

    Returns an empty list where there is nothing to say. The lines together stay under 6,000 characters.
    """
    kept = snapshot.value(_READ, {"session_uid": session_uid})
    note: dict[str, Any] = json.loads(kept) if kept else {}
    if note:
        return list(note["lines"])
    digest = of_session(snapshot, session_uid)
    return [] if digest is None else _lines(digest)


def _lines(digest: Digest) -> list[str]:
    recent = [prompt for prompt in digest.prompts if prompt != digest.prompt]
    said = [f"Asked first: {one_line(digest.prompt, _WIDTH)}"] if digest.prompt else []
    said += [f"Asked lately: {one_line(prompt, _WIDTH)}" for prompt in recent]
    said += [f"Said last: {one_line(digest.closing, _LONG)}"] if digest.closing else []
    said += [f"To do: {one_line(todo, _WIDTH)}" for todo in digest.todos[:_MOST_LISTED]]
    for name, entries in (("Files changed", digest.files), ("Failed", digest.failed), ("Passed", digest.passed)):
        if entries:
            said.append(f"{name}: {one_line('; '.join(entries[-_MOST_LISTED:]), _LONG)}")
    return said
