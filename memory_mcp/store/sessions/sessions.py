"""Store sessions: one conversation of one client, which is opened, perhaps resumed, and perhaps closed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final, NamedTuple

from memory_mcp.errors import NotFoundError
from memory_mcp.language.shortening import echoed
from memory_mcp.store.facts import erasure
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Row, Snapshot, Transaction
from memory_mcp.store.file.ids import new_uid
from memory_mcp.store.sessions import captured_ids, shown_rows
from memory_mcp.temporal import Instant

_COLUMNS: Final = """uid, project_id, client, client_session, started_at, ended_at, summary, tasks, open_questions,
           next_steps, changed_at, path, title"""
_BY_UID: Final = f"""
    SELECT {_COLUMNS}
    FROM session
    WHERE uid = :uid
"""
_BY_CLIENT: Final = f"""
    SELECT {_COLUMNS}
    FROM session
    -- The last makes the index of named sessions fit.
    WHERE client = :client AND client_session = :client_session AND client_session <> ''
"""
_ADD: Final = """
    INSERT INTO session (uid, project_id, client, client_session, started_at, changed_at)
    VALUES (:uid, :project_id, :client, :client_session, :started_at, :now)
"""
_REOPEN: Final = """
    UPDATE session
    SET ended_at = NULL, changed_at = :now
    WHERE uid = :uid AND ended_at IS NOT NULL
"""
_END: Final = """
    UPDATE session
    SET ended_at = iif(:is_over, coalesce(ended_at, max(started_at, :at)), ended_at),
        summary = coalesce(:summary, summary),
        tasks = coalesce(:tasks, tasks),
        open_questions = coalesce(:open_questions, open_questions),
        next_steps = coalesce(:next_steps, next_steps),
        changed_at = :now
    WHERE uid = :uid
"""
_WIDEN: Final = """
    UPDATE session
    SET started_at = min(started_at, :first),
        ended_at = CASE WHEN :is_over OR ended_at IS NOT NULL THEN max(coalesce(ended_at, :last), :last) END
    WHERE uid = :uid
"""
SAYS_SOMETHING: Final = """(
                  summary <> '' OR tasks <> '[]' OR open_questions <> '[]' OR next_steps <> '[]'
                  OR EXISTS (SELECT 1 FROM item WHERE item.session_uid = session.uid)
              )"""
"""Whether there is anything of a ``session``: clients open some in which nothing is ever said."""
_TOTAL: Final = f"""
    SELECT count(*)
    FROM session
    WHERE (:project = -1 OR project_id = :project) AND {SAYS_SOMETHING}
"""
_PREVIOUS: Final = f"""
    -- The latest are found by the index alone; one more is read in place of the one left out.
    WITH latest AS MATERIALIZED (
        SELECT session.*
        FROM (
            SELECT id
            FROM session
            WHERE project_id IN (SELECT id FROM project WHERE :project = -1 OR id = :project)
              AND started_at <= :now AND {SAYS_SOMETHING}
            ORDER BY started_at DESC, id DESC
            LIMIT :limit + 1
        ) AS found
        CROSS JOIN session ON session.id = found.id
        WHERE session.uid <> :but
    )
    SELECT {_COLUMNS},
           -- A session nobody ended was left when the last thing was said in it.
           max(
               coalesce(ended_at, started_at),
               coalesce(
                   (
                       SELECT max(item.valid_from)
                       FROM item
                       WHERE item.session_uid = latest.uid AND item.valid_from <= :now
                   ),
                   started_at
               )
           ) AS last_active_at
    FROM latest
    ORDER BY last_active_at DESC, started_at DESC, id DESC
    LIMIT :limit
"""
_CLIENTS: Final = """
    SELECT uid, client
    FROM session
    WHERE uid IN (SELECT value FROM json_each(:uids))
"""
_ROWS: Final = """
    SELECT count(DISTINCT uid)
    FROM item
    WHERE session_uid = :uid
"""
_BLANK: Final = """
    UPDATE session
    SET title = '', summary = '', tasks = '[]', open_questions = '[]', next_steps = '[]', changed_at = :now
    WHERE uid = :uid
"""
_ERASE: Final = """
    DELETE FROM session
    WHERE uid = :uid
"""
_DROP_DIGEST: Final = """
    DELETE FROM session_digest
    WHERE session_uid = :uid
"""
_EMPTY_DIGEST: Final = """
    -- It tells only of the turns that are still to come.
    INSERT INTO session_digest (session_uid, last_position, body, changed_at)
    SELECT :uid, coalesce(max(position), 0), '{}', :now
    FROM item
    WHERE session_uid = :uid AND kind = 'turn'
"""


class Session(NamedTuple):
    """A session as it stands; ``ended_at`` is None while it is open."""

    uid: str
    project_id: int
    client: str
    client_session: str
    started_at: Instant
    ended_at: Instant | None
    summary: str
    tasks: tuple[str, ...]
    open_questions: tuple[str, ...]
    next_steps: tuple[str, ...]
    changed_at: Instant
    path: str
    """The folder it works in: below its project's root (there: empty), or whole."""
    title: str = ""
    """What its client calls it; empty where it has no name."""


class Past(NamedTuple):
    """An earlier session, and when the last thing happened in it."""

    session: Session
    last_active_at: Instant


def start(
    tx: Transaction,
    *,
    project_id: int,
    client: str = "",
    client_session: str = "",
    started_at: Instant | None = None,
    uid: str | None = None,
) -> tuple[Session, bool]:
    """Open a session and say whether it is new.

    The client's own id of the conversation (``client_session``) finds the session again, and opens it again if it
    was ended: a conversation that is resumed is one session.
    """
    if client_session:
        row = tx.row(_BY_CLIENT, {"client": client, "client_session": client_session})
        if row is not None:
            tx.execute(_REOPEN, {"uid": row[0], "now": tx.now})
            return require(tx, row[0]), False
    uid = uid or captured_ids.of_session(tx, client, client_session) or new_uid(tx.now)
    tx.execute(
        _ADD,
        {
            "uid": uid,
            "project_id": project_id,
            "client": client,
            "client_session": client_session,
            "started_at": tx.now if started_at is None else started_at,
            "now": tx.now,
        },
    )
    return require(tx, uid), True


def find(snapshot: Snapshot, uid: str) -> Session | None:
    """Return a session, or None when the id is none of one."""
    row = snapshot.row(_BY_UID, {"uid": uid})
    return None if row is None else _session_of(row)


def require(snapshot: Snapshot, uid: str) -> Session:
    """Return a session.

    Raises NotFoundError for an unknown id.
    """
    found = find(snapshot, uid)
    if found is None:
        raise NotFoundError(
            f"no session with id {echoed(uid)!r}", hint="memory_session_start returns the id.", field="sessionId"
        )
    return found


def end(
    tx: Transaction,
    uid: str,
    *,
    at: Instant | None = None,
    summary: str | None = None,
    tasks: list[str] | None = None,
    open_questions: list[str] | None = None,
    next_steps: list[str] | None = None,
    is_over: bool = True,
) -> tuple[Session, bool]:
    """Close a session and return it, and whether it was open; one that is not over stays as open as it was.

    ``at`` is when it ended, now when absent. A text or list that is None keeps what was said before. Raises
    NotFoundError for an unknown id.
    """
    was_open = require(tx, uid).ended_at is None
    tx.execute(
        _END,
        {
            "uid": uid,
            "now": tx.now,
            "at": tx.now if at is None else at,
            "is_over": is_over,
            "summary": summary,
            "tasks": _json(tasks),
            "open_questions": _json(open_questions),
            "next_steps": _json(next_steps),
        },
    )
    return require(tx, uid), was_open


def erase(tx: Transaction, uid: str, *, reason: str = "") -> int:
    """Delete for good what a session says of itself, and return how many rows were recorded in it.

    Where there are any, the session stays without its texts, as the place and time they came from; otherwise it is
    gone. Raises NotFoundError for an unknown id.
    """
    session = require(tx, uid)
    tx.erased_texts.extend((session.summary, session.title))
    lists = (*session.tasks, *session.open_questions, *session.next_steps)
    tx.erased_texts.extend(lists)
    tx.erased_beside.extend(lists)
    tx.erased_uids.append(uid)
    erasure.erase_digest(tx, uid, reason=reason)
    tx.execute(_DROP_DIGEST, {"uid": uid})
    rows = int(tx.value(_ROWS, {"uid": uid}))
    shown_rows.forget(tx, uid)
    if rows:
        tx.execute(_EMPTY_DIGEST, {"uid": uid, "now": tx.now})
        tx.execute(_BLANK, {"uid": uid, "now": tx.now})
        if (digest := captured_ids.of_digest(tx, uid)) is not None:
            # Whoever captured it too may have told of it already, or is going to.
            erasure.note_erasure(tx, digest, "digest", reason)
    else:
        key = erasure.session_keys(tx, _json([uid])).get(uid)
        tx.execute(_ERASE, {"uid": uid})
        erasure.note_erasure(tx, uid, "session", reason, erasure.KnownBy(captured_key=key))
    return rows


def by_client(snapshot: Snapshot, client: str, client_session: str) -> Session | None:
    """Return the session a client knows by its own id, or None."""
    row = snapshot.row(_BY_CLIENT, {"client": client, "client_session": client_session})
    return None if row is None else _session_of(row)


def clients_of(snapshot: Snapshot, items: Iterable[Item]) -> dict[str, str]:
    """Return the clients of the sessions that rows were recorded in, by session."""
    uids = sorted({item.session_uid for item in items if item.session_uid})
    return dict(snapshot.rows(_CLIENTS, {"uids": json.dumps(uids)})) if uids else {}


def widen(tx: Transaction, uid: str, first: Instant, last: Instant, *, is_over: bool) -> None:
    """Let a session begin no later than ``first`` and, if it is over, end no earlier than ``last``."""
    tx.execute(_WIDEN, {"uid": uid, "first": first, "last": last, "is_over": is_over})


def total(snapshot: Snapshot, project: int) -> int:
    """Return in how many sessions of a project something was said or recorded (-1: of all projects)."""
    return int(snapshot.value(_TOTAL, {"project": project}))


def previous(snapshot: Snapshot, project: int, *, limit: int, but: str = "") -> list[Past]:
    """Return a project's latest sessions (-1: of all projects), without the session ``but``.

    They are those that began last; the one in which something was said last comes first. One in which nothing was said
    or recorded, and which says nothing of itself, is none.
    """
    rows = snapshot.rows(_PREVIOUS, {"project": project, "but": but, "limit": limit, "now": snapshot.now})
    return [Past(_session_of(row), row[-1]) for row in rows]


def _session_of(row: Row) -> Session:
    uid, project_id, client, client_session, started_at, ended_at, summary, *lists, changed_at, path, title = row[:13]
    tasks, open_questions, next_steps = (tuple(json.loads(text)) for text in lists)
    return Session(
        uid=uid, project_id=project_id, client=client, client_session=client_session, started_at=started_at,
        ended_at=ended_at, summary=summary, tasks=tasks, open_questions=open_questions, next_steps=next_steps,
        changed_at=changed_at, path=path, title=title,
    )  # fmt: skip


def _json(texts: list[str] | None) -> str | None:
    return None if texts is None else json.dumps(texts, ensure_ascii=False)
