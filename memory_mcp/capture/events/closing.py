"""Close a session: the one place that does so, for a client, for a tool, and for a session that was left long ago."""

from __future__ import annotations

from typing import Final, NamedTuple

from memory_mcp.store.capture_state import private_marks
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.store.handoffs import session_end
from memory_mcp.store.handoffs.session_end import Settled
from memory_mcp.store.sessions import compaction_notes, digest_builder, open_sessions, sessions, statements
from memory_mcp.store.sessions import digests as digest_items
from memory_mcp.store.sessions.digest_builder import Digest
from memory_mcp.store.sessions.sessions import Session
from memory_mcp.temporal import HOUR_US, Instant

IDLE_US: Final = 4 * HOUR_US
"""How long nothing may happen in a session before it counts as left; one that goes on after all is opened again."""

MOST_A_HOOK: Final = 3
"""Sessions a hook closes at most: it has no time."""

MOST_A_CALL: Final = 20
"""Sessions a call of the server closes at most."""

_MOST_SLICES: Final = 4


class Closed(NamedTuple):
    """A session as it was closed, whether it was open until then, what it did, and what became of handoffs."""

    session: Session
    was_open: bool
    digest: Digest
    handoffs: Settled


def close_session(
    tx: Transaction, session_uid: str, *, at: Instant | None = None, summary: str | None = None,
    tasks: list[str] | None = None, open_questions: list[str] | None = None, next_steps: list[str] | None = None,
) -> Closed:  # fmt: skip
    """Close a session, make what it did a row that is found, and leave it to the next session.

    Closed again, only what changed since is written.

    ``at`` is when it ended, now when absent; what is None keeps what was said before. Raises NotFoundError.
    """
    session, was_open = sessions.end(
        tx, session_uid, at=at, summary=summary, tasks=tasks, open_questions=open_questions, next_steps=next_steps
    )
    private_marks.forget(tx, session_uid)
    digest = digest_builder.refresh(tx, session_uid, to_the_end=True)
    digest_items.publish(tx, digest)
    has_said = bool(summary or tasks or open_questions or next_steps or session.summary)
    return Closed(session, was_open, digest, session_end.at_end(tx, session, digest, has_said=has_said))


def close_left(tx: Transaction, project_id: int, *, but: str = "", most: int = MOST_A_HOOK) -> list[Closed]:
    """Close the sessions of a project in which nothing has happened for long, as of the last thing that did.

    At most ``most``, the latest first, never ``but``.
    """
    left = open_sessions.left(tx, project_id, before=tx.now - IDLE_US, but=but, limit=most)
    return [close_session(tx, uid, at=last_active_at) for uid, last_active_at in left]


def note_turn_end(tx: Transaction, session_uid: str, *, is_compacting: bool = False) -> Digest:
    """Bring the digest of a session up to date; one that is closed already is closed anew, with what came late.

    ``is_compacting``: the client is about to forget what was said, so what is being done is kept for after it.
    """
    if sessions.require(tx, session_uid).ended_at is not None:
        digest = close_session(tx, session_uid).digest
    else:
        digest = digest_builder.refresh(tx, session_uid)
    if is_compacting:
        compaction_notes.write(tx, digest)
    return digest


def read_statements(tx: Transaction) -> None:
    """Read what people said about how to work in the turns that are not read yet.

    No prompt and no end of a turn has the time: a session's end and the next one's start do it, of some 2,000 rows,
    and a server in between.
    """
    for _ in range(_MOST_SLICES):
        if not statements.catch_up(tx).has_more:
            break


def read_waiting(db: Database) -> None:
    """Read what waits to be read, and compare what people said with what was said before. Raises BusyError.

    Each is a transaction of its own: that it was said, and that it is over, are told apart, as another machine that
    captures it has them.
    """
    with db.reading() as snapshot:
        is_waiting = statements.is_waiting(snapshot)
    if is_waiting:
        with db.writing("statements") as tx:
            read_statements(tx)
    with db.reading() as snapshot:
        is_unsettled = statements.is_unsettled(snapshot)
    if is_unsettled:
        from memory_mcp.store.endings import by_words  # noqa: PLC0415 - most events say nothing of the kind

        with db.writing("statements") as tx:
            by_words.settle(tx)


def tell_waiting(db: Database) -> bool:
    """Publish the digest of one ended session that has none yet, in a short step; return whether there was one.

    Old transcripts come in by the thousand, without an event for the end of each. Raises BusyError.
    """
    return digest_items.publish_untold(db, most=1)


def forget_turns(tx: Transaction, session_uid: str) -> None:
    """Tell again what a session did, after turns of it were forgotten: without them. Raises NotFoundError."""
    digest = digest_builder.renew(tx, session_uid)
    session_end.forget(tx, session_uid)
    if sessions.require(tx, session_uid).ended_at is not None:
        digest_items.publish(tx, digest)
