"""Store sessions that come from a file, with times of their own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.file.ids import new_uid
from memory_mcp.store.sessions import captured_ids
from memory_mcp.temporal import Instant

CLIENT: Final = "import"
"""The client of a conversation that a file names and no client told."""

_FIND: Final = """
    SELECT uid, changed_at
    FROM session
    WHERE uid = :uid
       -- Without a name of its own a session is found by its id alone.
       OR (client = :client AND client_session = :client_session AND client_session <> '')
    ORDER BY uid = :uid DESC
    LIMIT 1
"""
_HELD: Final = """
    SELECT project_id, client, client_session, path, title, started_at, ended_at, summary, tasks, open_questions,
           next_steps, changed_at
    FROM session
    WHERE uid = :uid
"""
_REPLACE: Final = """
    UPDATE session
    SET project_id = :project_id, path = :path, title = :title, started_at = :started_at, ended_at = :ended_at,
        summary = :summary, tasks = :tasks, open_questions = :open_questions, next_steps = :next_steps,
        changed_at = :changed_at
    WHERE uid = :uid
"""
_PUT: Final = """
    INSERT INTO session (
        uid, project_id, client, client_session, path, title, started_at, ended_at, summary, tasks, open_questions,
        next_steps, changed_at
    )
    VALUES (
        :uid, :project_id, :client, :client_session, :path, :title, :started_at, :ended_at, :summary, :tasks,
        :open_questions, :next_steps, :changed_at
    )
    ON CONFLICT (uid) DO UPDATE
    SET ended_at = coalesce(:ended_at, ended_at),
        title = CASE WHEN :title = '' THEN title ELSE :title END,
        summary = CASE WHEN :summary = '' THEN summary ELSE :summary END,
        tasks = CASE WHEN :tasks = '[]' THEN tasks ELSE :tasks END,
        open_questions = CASE WHEN :open_questions = '[]' THEN open_questions ELSE :open_questions END,
        next_steps = CASE WHEN :next_steps = '[]' THEN next_steps ELSE :next_steps END,
        changed_at = :changed_at
"""
_ADD_MISSING: Final = """
    INSERT INTO session (uid, project_id, client, started_at, ended_at, changed_at)
    SELECT session_uid, min(project_id), :client, min(valid_from), max(valid_from), :now
    FROM (SELECT value FROM json_each(:sessions) WHERE value NOT IN (SELECT uid FROM session)) AS missing
    CROSS JOIN item ON item.session_uid = missing.value AND item.kind = 'turn'
    GROUP BY session_uid
"""
_BY_NAME: Final = """
    SELECT client_session, uid
    FROM session
    WHERE client = :client AND client_session IN (SELECT value FROM json_each(:names)) AND client_session <> ''
"""
_KNOWN: Final = """
    SELECT uid
    FROM session
    WHERE uid IN (SELECT value FROM json_each(:uids))
"""
_ADD: Final = """
    INSERT INTO session (uid, project_id, client, client_session, title, started_at, ended_at, changed_at)
    VALUES (:uid, :project_id, :client, :name, :title, :started_at, :ended_at, :now)
"""
_ENTITLE: Final = """
    UPDATE session
    SET title = :title, changed_at = :now
    WHERE uid = :uid AND client = :client AND title <> :title
    RETURNING 1
"""
_WIDEN: Final = """
    UPDATE session
    SET started_at = min(started_at, :started_at), ended_at = max(coalesce(ended_at, started_at), :ended_at)
    WHERE uid = :uid AND client = :client
"""
_REMOVE: Final = """
    DELETE FROM session
    WHERE uid = :uid
"""


def find(snapshot: Snapshot, uid: str, client: str, client_session: str) -> tuple[str, Instant] | None:
    """Return (id, when it last changed) of the session of that id, else of that client's name; None where none is."""
    row = snapshot.row(_FIND, {"uid": uid, "client": client, "client_session": client_session})
    return None if row is None else (row[0], row[1])


def held(snapshot: Snapshot, uid: str) -> dict[str, Any]:
    """Return what a session that is here says, by column."""
    return snapshot.dicts(_HELD, {"uid": uid})[0]


def replace(tx: Transaction, columns: Mapping[str, Any]) -> None:
    """Write a session that is here as another memory has it, with what that one left or made empty."""
    tx.execute(_REPLACE, columns)


def put(tx: Transaction, columns: Mapping[str, Any]) -> None:
    """Write a session as a file tells it; over one that is here, what the file leaves empty stays."""
    tx.execute(_PUT, columns)


def add_missing(tx: Transaction, uids: Iterable[str]) -> None:
    """Make the sessions among these that turns belong to and that are not here."""
    tx.execute(_ADD_MISSING, {"sessions": json.dumps(sorted(uids)), "client": CLIENT, "now": tx.now})


def name_of(project: str, session: str) -> str:
    """Return the name under which a conversation of a project comes in that a file calls ``session``."""
    return json.dumps((project, session), ensure_ascii=False)


def project_in(name: str) -> str | None:
    """Return the project in a name that ``name_of`` gave; None for any other."""
    try:
        parts = json.loads(name)
    except (ValueError, RecursionError):
        return None
    return parts[0] if isinstance(parts, list) and parts and isinstance(parts[0], str) else None


def by_name(snapshot: Snapshot, names: Iterable[str]) -> dict[str, str]:
    """Return the ids of the conversations that came in under these names, by name."""
    return dict(snapshot.rows(_BY_NAME, {"client": CLIENT, "names": json.dumps(list(names))}))


def known(snapshot: Snapshot, uids: Iterable[str]) -> set[str]:
    """Return which of these ids are sessions here."""
    return {row[0] for row in snapshot.rows(_KNOWN, {"uids": json.dumps(list(uids))})}


def add(
    tx: Transaction, name: str, project_id: int, *, title: str, started_at: Instant, ended_at: Instant
) -> str:  # fmt: skip
    """Add a conversation that is over under a name of the file's, and return its id."""
    uid = captured_ids.of_session(tx, CLIENT, name) or new_uid(tx.now)
    tx.execute(
        _ADD,
        {
            "uid": uid, "project_id": project_id, "client": CLIENT, "name": name, "title": title,
            "started_at": started_at, "ended_at": ended_at, "now": tx.now,
        },
    )  # fmt: skip
    return uid


def entitle(tx: Transaction, uid: str, title: str) -> bool:
    """Call a conversation that came in what the file calls it now, and say if that is new.

    A client's own session keeps its name.
    """
    return bool(tx.value(_ENTITLE, {"uid": uid, "client": CLIENT, "title": title, "now": tx.now}))


def widen(tx: Transaction, uid: str, *, started_at: Instant, ended_at: Instant) -> None:
    """Let a conversation that came in begin no later and end no earlier; a client's own session stays as it is."""
    tx.execute(_WIDEN, {"uid": uid, "client": CLIENT, "started_at": started_at, "ended_at": ended_at})


def remove(tx: Transaction, uid: str) -> None:
    """Take out a session that holds nothing."""
    tx.execute(_REMOVE, {"uid": uid})
