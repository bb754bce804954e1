"""Find sessions by any of their names, and read what was said in one, a page at a time."""

from __future__ import annotations

from typing import Any, Final, LiteralString, NamedTuple

from memory_mcp.errors import InvalidInputError, NotFoundError
from memory_mcp.language.shortening import echoed
from memory_mcp.store.facts import short_ids
from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.facts.versions import Item, item_of
from memory_mcp.store.file.as_of import BELIEVED, KNOWN, of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions import digest_builder, sessions
from memory_mcp.store.sessions.open_sessions import LAST_TURN_AT
from memory_mcp.store.sessions.sessions import Session
from memory_mcp.temporal import Instant

# Clients open sessions in which nothing is ever said.
_TELLS: Final[LiteralString] = f"""(
              :with_empty OR session.summary <> ''
              OR EXISTS (
                  SELECT 1
                  FROM item
                  WHERE item.session_uid = session.uid AND item.kind = 'turn'
                    AND {BELIEVED}
              )
          )"""
_LISTED: Final = f"""
    WITH listed AS MATERIALIZED (
        SELECT session.id, session.uid,
               max(
                   coalesce(session.ended_at, session.started_at),
                   {LAST_TURN_AT}
               ) AS last_active_at
        FROM session
        WHERE {of("session", IN_SCOPE)}
          AND (:client = '' OR session.client = :client)
          AND {_TELLS}
        ORDER BY last_active_at DESC, session.id DESC
        LIMIT :limit
    )
    SELECT listed.uid, listed.last_active_at,
           (
               SELECT count(*)
               FROM item
               WHERE item.session_uid = listed.uid AND item.kind = 'turn'
                 AND {BELIEVED}
           ),
           (
               SELECT substr(item.body, 1, :width)
               FROM item
               WHERE item.session_uid = listed.uid AND item.kind = 'turn'
                 AND {BELIEVED} AND item.attributes ->> 'role' = 'user'
               ORDER BY item.position
               LIMIT 1
           )
    FROM listed
    ORDER BY listed.last_active_at DESC, listed.id DESC
"""
_COUNT: Final = f"""
    SELECT count(*)
    FROM session
    WHERE {of("session", IN_SCOPE)}
      AND (:client = '' OR client = :client)
      AND {_TELLS}
"""
_NAMED: Final = """
    SELECT uid, uid = :given OR client_session = :given AS is_exact
    FROM session
    WHERE uid = :given OR client_session = :given
       OR substr(uid, 1, length(:given)) = :given
       OR substr(client_session, 1, length(:given)) = :given
    ORDER BY is_exact DESC, started_at DESC, id DESC
    LIMIT :limit
"""
_SAID: Final = f"""
    -- Which turns they are is told by short columns; only those of the page are read whole.
    WITH page AS MATERIALIZED (
        SELECT id, valid_from, position
        FROM item
        WHERE kind = 'turn' AND session_uid = :session_uid
          AND {KNOWN}
        ORDER BY valid_from, position
        LIMIT :limit OFFSET :skipped
    )
    SELECT item.*
    FROM page
    CROSS JOIN item ON item.id = page.id
    ORDER BY page.valid_from, page.position
"""
_SAID_COUNT: Final = f"""
    SELECT count(*)
    FROM item
    WHERE kind = 'turn' AND session_uid = :session_uid
      AND {KNOWN}
"""
_PLACE: Final = f"""
    SELECT count(*)
    FROM item
    WHERE kind = 'turn' AND session_uid = :session_uid
      AND {KNOWN}
      AND (valid_from, position) < (:valid_from, :position)
"""

_PROMPT_WIDTH: Final = 1_000
_MOST_NAMED: Final = 6


class Listed(NamedTuple):
    """A session as a list shows it: when something last happened in it, how much was said, and what was asked first."""

    session: Session
    last_active_at: Instant
    turns: int
    prompt: str


def listed(
    snapshot: Snapshot, project: int, *, limit: int, client: str = "", with_empty: bool = True
) -> list[Listed]:  # fmt: skip
    """Return the sessions of a scope (-1: all projects; else the project and none), the last active first.

    ``client`` is a client's name, empty for any. Without ``with_empty`` they are those with a turn or a summary.
    ``prompt`` is the first thing that was asked for.
    """
    parameters = {
        "project": project, "client": client, "limit": limit, "width": _PROMPT_WIDTH, "with_empty": with_empty
    }  # fmt: skip
    return [
        Listed(sessions.require(snapshot, uid), last_active_at, turns, _asked_first(snapshot, uid) or prompt or "")
        for uid, last_active_at, turns, prompt in snapshot.rows(_LISTED, parameters)
    ]


def _asked_first(snapshot: Snapshot, uid: str) -> str:
    """Return the first real prompt as the digest has it; nothing where there is none yet."""
    digest = digest_builder.of_session(snapshot, uid)
    return "" if digest is None else digest.prompt


def count(snapshot: Snapshot, project: int, *, client: str = "", with_empty: bool = True) -> int:
    """Return how many sessions a scope has; without ``with_empty`` those with a turn or a summary."""
    return int(snapshot.value(_COUNT, {"project": project, "client": client, "with_empty": with_empty}))


def named(snapshot: Snapshot, given: str) -> Session:
    """Return the session somebody means: by its id or its end, the client's own id of it, or the beginning of either.

    Raises NotFoundError when no session goes by that name, InvalidInputError when several do.
    """
    given = short_ids.whole(snapshot, given, field="session")
    found = snapshot.rows(_NAMED, {"given": given, "limit": _MOST_NAMED}) if given else []
    exact = [uid for uid, is_exact in found if is_exact]
    meant = exact or [uid for uid, _is_exact in found]
    if not meant:
        raise NotFoundError(f"no session {echoed(given)!r}", hint="`memory-mcp sessions` lists them.", field="session")
    if len(meant) > 1:
        more = ", ..." if len(meant) == _MOST_NAMED else ""
        raise InvalidInputError(
            f"{echoed(given)!r} is the beginning of several sessions' ids",
            hint=f"Give more of it: {', '.join(meant)}{more}", field="session",
        )  # fmt: skip
    return sessions.require(snapshot, meant[0])


def said(
    snapshot: Snapshot, session_uid: str, *, limit: int, first: int = 1, known_at: Instant | None = None
) -> tuple[list[Item], int]:
    """Return up to ``limit`` turns of a session in order, from turn ``first`` on, and how many turns there are.

    Turns are counted from 1. With ``known_at`` they are those believed at that time.
    """
    asked: dict[str, Any] = {
        "session_uid": session_uid,
        "known_at": snapshot.now if known_at is None else known_at,
    }
    rows = snapshot.rows(_SAID, asked | {"limit": limit, "skipped": first - 1})
    return [item_of(row) for row in rows], int(snapshot.value(_SAID_COUNT, asked))


def place_of(snapshot: Snapshot, item: Item) -> int:
    """Return which turn of its session a row is, from 1, or comes after; 1 where it is the first or in no session."""
    asked = {
        "session_uid": item.session_uid, "known_at": snapshot.now, "valid_from": item.valid.start,
        "position": item.position or 0,
    }  # fmt: skip
    return int(snapshot.value(_PLACE, asked)) + (item.kind == "turn") or 1
