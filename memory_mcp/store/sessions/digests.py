"""Store the digest of a closed session as a row that is searched like any other; a later close corrects the row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft, Item, item_of
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.sessions import captured_ids, digest_builder, open_sessions, sessions
from memory_mcp.store.sessions.digest_builder import Digest
from memory_mcp.store.sessions.sessions import Session
from memory_mcp.store.text_index.deferred_indexing import indexed_together
from memory_mcp.temporal import Period, describe_gap

_MOST_LISTED: Final = 20
_MOST_TEXT: Final = 6_000

_OF_SESSION: Final = f"""
    SELECT item.*
    FROM item
    WHERE session_uid = :session_uid AND kind = 'digest'
      AND {BELIEVED}
    ORDER BY valid_from DESC, id DESC
    LIMIT 1
"""
_WAS_SAID: Final = """
    SELECT 1
    FROM item
    WHERE session_uid = :session_uid AND kind = 'digest' AND title = :title AND body = :body
"""


def of_session(snapshot: Snapshot, session_uid: str) -> Item | None:
    """Return the row that holds the digest of a session; None where the session closed with nothing to say."""
    row = snapshot.row(_OF_SESSION, {"session_uid": session_uid})
    return None if row is None else item_of(row)


def publish(tx: Transaction, digest: Digest) -> Item | None:
    """Store the digest of a session as a row of its own, valid from the last thing that happened in it; return the row.

    A row that says the same stays as it is. One that says something else is corrected, and history keeps the old text.
    Returns None for a session in which nothing was said or done, and for one whose digest was retracted by hand.
    """
    session = sessions.require(tx, digest.session_uid)
    before = of_session(tx, session.uid)
    draft = _draft(session, digest, captured_ids.without(tx, session.uid))
    if draft is None:
        if before is not None:
            facts.retract(tx, before.uid, reason="nothing is left of what it told")
        return None
    if before is None:
        same = {"session_uid": session.uid, "title": draft.title, "body": draft.body}
        if tx.value(_WAS_SAID, same):
            return None
        return facts.assert_(tx, draft, uid=captured_ids.of_digest(tx, session.uid))
    if (before.title, before.body, before.valid) == (draft.title, draft.body, draft.valid):
        return before
    return facts.correct(
        tx, before.uid, reason="the session went on", title=draft.title, body=draft.body, valid=draft.valid,
        attributes=draft.attributes,
    )[-1]  # fmt: skip


def publish_untold(db: Database, *, most: int) -> bool:
    """Publish the digests of up to ``most`` ended sessions that have none yet, in one transaction; return whether any.

    The latest come first, and of a very long one a part, so that no step takes long. Raises BusyError.
    """
    with db.reading() as snapshot:
        uids = open_sessions.untold(snapshot, limit=most)
    if not uids:
        return False
    with db.writing("digest") as tx, indexed_together(tx):
        for uid in uids:
            digest = digest_builder.refresh(tx, uid)
            if not open_sessions.untold(tx, uid):
                publish(tx, digest)
    return True


def _draft(session: Session, digest: Digest, without: Mapping[str, Any]) -> Draft | None:
    said = [digest.prompt and digest.closing, session.summary, *session.tasks, *session.open_questions]
    if not (digest.has_real_work or any(said) or session.next_steps):
        return None
    return Draft(
        "digest", _text(session, digest), Period(digest.last_at),
        title=session.title or digest.prompt or _unasked(session), project_id=session.project_id,
        session_uid=session.uid,
        attributes={"turns": digest.turns, "startedAt": digest.started_at, "written": list(digest.written), **without},
    )  # fmt: skip


def _text(session: Session, digest: Digest) -> str:
    """Return what somebody said of a session, and what is known of it: a line a part, which lists put on one line."""
    parts = [
        # Else the prompt is what the row is called.
        f"asked for: {digest.prompt}" if session.title and digest.prompt else "",
        _listed("done", session.tasks),
        _listed("files changed", digest.files),
        _listed("passed", digest.passed),
        _listed("failed", digest.failed),
        _listed("ran", digest.ran),
        f"decisions and lessons recorded: {len(digest.written)}" if digest.written else "",
        f"at the end: {ended}" if (ended := digest.outcome or digest.closing) else "",
        _listed("to do", (*digest.todos, *session.next_steps)),
        _listed("open questions", session.open_questions),
        _size(session, digest),
    ]
    lines = [session.summary, *(f"\N{BULLET} {part}" for part in parts if part)]
    return "\n".join(filter(None, lines))[:_MOST_TEXT]


def _listed(name: str, entries: tuple[str, ...]) -> str:
    """Return the latest entries on one line, and how many there were where some are left out."""
    if not entries:
        return ""
    count = f" (the last {_MOST_LISTED} of {len(entries)})" if len(entries) > _MOST_LISTED else ""
    return f"{name}{count}: {'; '.join(entries[-_MOST_LISTED:])}"


def _size(session: Session, digest: Digest) -> str:
    took = describe_gap(digest.last_at - digest.started_at)
    turns = f"{digest.turns} {'turn' if digest.turns == 1 else 'turns'}, " if digest.turns else ""
    return f"{turns}{took}{', ' if session.client else ''}{session.client}"


def _unasked(session: Session) -> str:
    return f"session of {session.client}" if session.client else "session"
