"""Build the digest of a session by rules, turn by turn as they come; it is always up to date with the last turn."""

from __future__ import annotations

import json
import os
from typing import Any, Final, NamedTuple

from memory_mcp.store.facts.projects.projects import roots
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Row, Snapshot, Transaction
from memory_mcp.store.sessions import gist, sessions
from memory_mcp.store.sessions.digest_rules import TASK_TOOLS, State, open_todos, read
from memory_mcp.temporal import Instant

# Turns read at once; where there are more, the next refresh goes on.
_TURNS_A_REFRESH: Final = 2_000

_BY_SESSION: Final = """
    SELECT body, last_position
    FROM session_digest
    WHERE session_uid = :session_uid
"""
_NEW_TURNS: Final = f"""
    -- What tools gave back is long and of no use here, but for the tools that say there what they did.
    SELECT position, attributes ->> 'role', title,
           CASE
               WHEN attributes ->> 'role' <> 'tool' OR title IN (SELECT value FROM json_each(:with_words)) THEN body
               ELSE ''
           END,
           attributes, valid_from
    FROM item
    WHERE session_uid = :session_uid AND kind = 'turn' AND position > :last_position
      AND {BELIEVED}
    ORDER BY position
    LIMIT :limit
"""
_KEEP: Final = """
    INSERT INTO session_digest (session_uid, last_position, body, changed_at)
    VALUES (:session_uid, :last_position, :body, :now)
    ON CONFLICT (session_uid) DO UPDATE
    SET last_position = :last_position, body = :body, changed_at = :now
"""
_DROP: Final = """
    DELETE FROM session_digest
    WHERE session_uid = :session_uid
"""
_HAS_READ_ALL: Final = """
    SELECT last_position >= coalesce(
        (SELECT max(position) FROM item WHERE session_uid = :session_uid AND kind = 'turn'), 0
    )
    FROM session_digest
    WHERE session_uid = :session_uid
"""
_READ_FROM: Final = """
    UPDATE session_digest
    SET body = iif(:from_start, '{}', body),
        last_position = iif(
            :from_start,
            0,
            coalesce((SELECT max(position) FROM item WHERE session_uid = :session_uid AND kind = 'turn'), 0)
        )
    WHERE session_uid = :session_uid
"""
_WRITTEN: Final = f"""
    SELECT uid, min(recorded_at)
    FROM item
    WHERE session_uid = :session_uid AND kind IN ('decision', 'learning')
      AND {BELIEVED}
    GROUP BY uid
    ORDER BY min(recorded_at), min(id)
    LIMIT 100
"""


class Digest(NamedTuple):
    """What a session did. Texts are as they were stored: without secrets, cut to a line; lists have the latest last."""

    session_uid: str
    prompt: str
    """The first thing that was asked for and says something, on one line; where nothing does, what says most."""
    files: tuple[str, ...]
    """Written or edited, relative to the project's folder where they lie in it."""
    passed: tuple[str, ...]
    failed: tuple[str, ...]
    """Commands by how their last run ended."""
    ran: tuple[str, ...]
    """Commands of which nobody said how they ended."""
    written: tuple[str, ...]
    """The uids of the decisions and learnings recorded in it."""
    closing: str
    """The last paragraph the assistant said."""
    outcome: str
    """What came of it, in the assistant's words: what it said of the last work, or where it only talked the last that
    says something; empty where nothing does."""
    answered: str
    """The request that the outcome answers; empty where it is the first one, or says nothing."""
    todos: tuple[str, ...]
    """What is still to be done."""
    prompts: tuple[str, ...]
    """The last few things that were asked for."""
    started_at: Instant
    last_at: Instant
    turns: int

    @property
    def has_real_work(self) -> bool:
        """Say whether the session changed a file, ran a command or recorded a fact."""
        return bool(self.files or self.passed or self.failed or self.ran or self.written)


def of_session(snapshot: Snapshot, session_uid: str) -> Digest | None:
    """Return the digest of a session as it was last refreshed; None where it never was."""
    row = snapshot.row(_BY_SESSION, {"session_uid": session_uid})
    return None if row is None else _digest(snapshot, sessions.require(snapshot, session_uid), json.loads(row[0]))


def refresh(tx: Transaction, session_uid: str, *, to_the_end: bool = False) -> Digest:
    """Read the turns that came since the last refresh into the digest of a session, and return the digest.

    Of very many turns only the first are read, unless ``to_the_end``. Raises NotFoundError for an unknown session.
    """
    session = sessions.require(tx, session_uid)
    row = tx.row(_BY_SESSION, {"session_uid": session_uid})
    state: State = {} if row is None else json.loads(row[0])
    before = through = 0 if row is None else row[1]
    folders = roots(tx, session.project_id)
    while True:
        new = _new_turns(tx, session_uid, through)
        for position, role, title, body, attributes, at in new:
            through = position
            read(state, role or "", title, body, _relative(json.loads(attributes), folders), at)
        if not to_the_end or len(new) < _TURNS_A_REFRESH:
            break
    if through > before or row is None:
        kept = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
        tx.execute(_KEEP, {"session_uid": session_uid, "last_position": through, "body": kept, "now": tx.now})
    return _digest(tx, session, state)


def has_read_all(snapshot: Snapshot, session_uid: str) -> bool:
    """Whether the digest of a session has read each of its turns; not where there is none."""
    return bool(snapshot.value(_HAS_READ_ALL, {"session_uid": session_uid}))


def go_on(tx: Transaction, session_uid: str, *, from_start: bool) -> None:
    """Let the next refresh of a digest, if there is one, read all turns, or only those that are still to come."""
    tx.execute(_READ_FROM, {"session_uid": session_uid, "from_start": from_start})


def renew(tx: Transaction, session_uid: str) -> Digest:
    """Build the digest of a session again from the turns that are still believed, and return it.

    Raises NotFoundError for an unknown session.
    """
    tx.execute(_DROP, {"session_uid": session_uid})
    return refresh(tx, session_uid, to_the_end=True)


def _new_turns(tx: Transaction, session_uid: str, through: int) -> list[Row]:
    parameters = {"session_uid": session_uid, "last_position": through, "limit": _TURNS_A_REFRESH}
    return tx.rows(_NEW_TURNS, {**parameters, "with_words": json.dumps(TASK_TOOLS)})


def _digest(snapshot: Snapshot, session: sessions.Session, state: State) -> Digest:
    commands: dict[str, str] = state.get("commands", {})
    by_outcome = {
        outcome: tuple(command for command, ended in commands.items() if ended == outcome)
        for outcome in ("passed", "failed", "ran")
    }
    written = snapshot.rows(_WRITTEN, {"session_uid": session.uid})
    latest = max([state.get("lastAt", session.started_at), *(at for _uid, at in written)])
    return Digest(
        session_uid=session.uid,
        prompt=gist.purpose(state),
        files=tuple(state.get("files", ())),
        **by_outcome,
        written=tuple(uid for uid, _at in written),
        closing=state.get("closing", ""),
        outcome=gist.outcome(state),
        answered=gist.answered(state),
        todos=tuple(open_todos(state)),
        prompts=tuple(state.get("prompts", ())),
        started_at=session.started_at,
        last_at=max(session.started_at, latest),
        turns=state.get("turns", 0),
    )


def _relative(attributes: dict[str, Any], folders: list[str]) -> dict[str, Any]:
    """Name the files of a turn from the project's folder on."""
    files = attributes.get("files")
    return {**attributes, "files": [_from(str(file), folders) for file in files]} if files and folders else attributes


def _from(file: str, folders: list[str]) -> str:
    for folder in folders:
        if file.startswith(folder.rstrip(os.sep) + os.sep):
            return file[len(folder.rstrip(os.sep)) + 1 :]
    return file
