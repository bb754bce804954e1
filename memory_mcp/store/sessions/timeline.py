"""Read what happened, newest first, page by page: rows by when they began to be true, beliefs by when they changed."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from memory_mcp.store.facts.facts import Verb
from memory_mcp.store.facts.scope import IN_SCOPE, NOT_ARCHIVED, TOLD_ONCE
from memory_mcp.store.facts.versions import Item, Kind, item_of
from memory_mcp.store.file.as_of import BELIEVED, of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import BEGINNING, FOREVER, Instant

EVENT_KINDS: Final[tuple[Kind, ...]] = (
    "turn", "learning", "decision", "observation", "entity", "document", "digest",
)  # fmt: skip

_PAGE: Final = f"""item.valid_from >= :since AND item.valid_from < :until
      AND (item.valid_from, item.id) < (:before_time, :before_id)
      AND item.kind IN (SELECT value FROM json_each(:kinds))
      AND {BELIEVED}
      AND (:with_files OR item.kind <> 'document' OR item.importance IS NOT 0)
      AND {NOT_ARCHIVED}
    ORDER BY item.valid_from DESC, item.id DESC
    LIMIT :limit"""
_EVENTS: Final = f"""
    SELECT item.*
    -- Turns are most of what there is, so the latest rows in time are soon enough of them.
    FROM item INDEXED BY item_by_time
    WHERE {IN_SCOPE}
      AND {_PAGE}
"""
_RARE_EVENTS: Final = f"""
    SELECT item.*
    -- The few rows of other kinds are found by kind: in time they may lie far apart.
    FROM item INDEXED BY item_by_kind
    WHERE {IN_SCOPE}
      AND {_PAGE}
"""
_EVENTS_OF_SESSION: Final = f"""
    SELECT item.*
    FROM item
    WHERE item.session_uid = :session
      AND {IN_SCOPE}
      AND {_PAGE}
"""
_CHANGES: Final = f"""
    SELECT change.id, txn.at, txn.session_uid, txn.actor, change.verb, change.superseded_by, change.reason,
           item.uid, item.kind, item.project_id, item.title, item.body, item.context,
           (
               SELECT iif(after.kind = 'relation', coalesce(nullif(after.context, ''), after.title), after.title)
                      || iif(after.title <> '' AND after.body <> '', ': ', '') || after.body
               FROM item AS after
               WHERE change.verb IN ('correct', 'restore') AND after.uid = change.uid AND after.recorded_at = txn.at
               LIMIT 1
           ) AS became,
           change.verified, change.outcome
    -- The latest changes first, however many there were before them.
    FROM txn INDEXED BY txn_at
    CROSS JOIN change INDEXED BY change_by_txn ON change.txn_id = txn.id
    CROSS JOIN item ON item.id = coalesce(
        -- What this change closed; else whatever is known of it. Up to SQLite 3.51 ORDER BY could not say txn.at here.
        (
            SELECT closed.id
            FROM item AS closed
            WHERE closed.uid = change.uid AND closed.superseded_at = txn.at
            ORDER BY closed.id
            LIMIT 1
        ),
        (
            SELECT latest.id
            FROM item AS latest
            WHERE latest.uid = change.uid
            ORDER BY latest.superseded_at DESC, latest.id
            LIMIT 1
        )
    )
    WHERE txn.at >= :since AND txn.at < :until
      AND (txn.at, change.id) < (:before_time, :before_id)
      AND {TOLD_ONCE}
      AND item.kind IN (SELECT value FROM json_each(:kinds))
      AND (item.kind <> 'statement' OR item.importance IS NOT 0)
      AND {IN_SCOPE}
      AND (:session IS NULL OR txn.session_uid = :session)
      AND {NOT_ARCHIVED}
    ORDER BY txn.at DESC, change.id DESC
    LIMIT :limit
"""
_SESSIONS: Final = f"""
    SELECT uid, client, started_at, ended_at, summary, title
    FROM session
    WHERE uid IN (SELECT value FROM json_each(:uids))
      AND {of("session", IN_SCOPE)}
"""


class SessionLine(NamedTuple):
    """What to say of a session above its events."""

    uid: str
    client: str
    started_at: Instant
    ended_at: Instant | None
    summary: str
    title: str


class BeliefChange(NamedTuple):
    """A verb applied to a fact at ``at``: what it said, what a correction made of it, and why.

    ``session_uid`` is the session it was done in; ``verified`` (0 or 1) and ``outcome``: what was said of it.
    """

    id: int
    at: Instant
    session_uid: str | None
    actor: str
    verb: Verb
    superseded_by: str | None
    reason: str
    uid: str
    kind: Kind
    project_id: int
    title: str
    body: str
    context: str
    became: str | None
    verified: int | None
    outcome: str | None


Place = tuple[Instant, int, int]
"""A place in the timeline: a time, 1 for a change of belief and 0 for an event, and the row."""


class TimelineFilter(NamedTuple):
    """Which events and changes of belief are asked for: those that began or were made in ``[since, until)``.

    ``project`` -1 is all projects. ``session`` is one session alone. ``until`` None is now. ``with_files`` adds what
    files say of themselves.
    """

    project: int
    session: str | None = None
    kinds: tuple[Kind, ...] = EVENT_KINDS
    since: Instant = BEGINNING
    until: Instant | None = None
    with_files: bool = False


class TimelinePage(NamedTuple):
    """Events and changes of belief, newest first, the sessions they belong to, and where to go on (None: the end)."""

    rows: list[Item | BeliefChange]
    sessions: dict[str, SessionLine]
    next: Place | None


class Events(NamedTuple):
    """A page of rows, newest first, the sessions they belong to, and where to go on (None: that was all)."""

    items: list[Item]
    sessions: dict[str, SessionLine]
    next: tuple[Instant, int] | None


def place(row: Item | BeliefChange) -> Place:
    """Return where a row stands in the timeline; of one time, a change comes after the event."""
    return (row.valid.start, 0, row.id) if isinstance(row, Item) else (row.at, 1, row.id)


def told(snapshot: Snapshot, wanted: TimelineFilter, *, limit: int, before: Place | None = None) -> TimelinePage:
    """Return the events and the changes of belief that a filter holds; ``before`` is where an earlier page ended."""
    time, is_change, row_id = (FOREVER, 1, 0) if before is None else before
    found = events(snapshot, wanted, limit=limit, before=(time, FOREVER if is_change else row_id))
    changed = snapshot.rows(
        _CHANGES,
        _parameters(snapshot, wanted)
        | {"limit": limit + 1, "before_time": time, "before_id": row_id if is_change else -1},
    )
    rows: list[Item | BeliefChange] = [*found.items, *(BeliefChange(*row) for row in changed)]
    shown = sorted(rows, key=place, reverse=True)[:limit]
    uids = {row.session_uid for row in shown if row.session_uid}
    has_more = len(rows) > limit or found.next is not None
    return TimelinePage(shown, _session_lines(snapshot, uids, wanted.project), place(shown[-1]) if has_more else None)


def events(
    snapshot: Snapshot, wanted: TimelineFilter, *, limit: int, before: tuple[Instant, int] | None = None
) -> Events:
    """Return the events that a filter holds, without changes of belief; ``before`` is where an earlier page ended."""
    time, row_id = before or (FOREVER, 0)
    parameters = _parameters(snapshot, wanted) | {
        "before_time": time, "before_id": row_id, "limit": limit + 1, "with_files": wanted.with_files,
    }  # fmt: skip
    if wanted.session is not None:
        rows = snapshot.rows(_EVENTS_OF_SESSION, parameters)
    else:
        rows = snapshot.rows(_EVENTS if "turn" in wanted.kinds else _RARE_EVENTS, parameters)
    found = [item_of(row) for row in rows[:limit]]
    lines = _session_lines(snapshot, {item.session_uid for item in found if item.session_uid}, wanted.project)
    follows = (found[-1].valid.start, found[-1].id) if len(rows) > limit else None
    return Events(found, lines, follows)


def _parameters(snapshot: Snapshot, wanted: TimelineFilter) -> dict[str, Any]:
    return {
        "project": wanted.project, "session": wanted.session, "kinds": json.dumps(wanted.kinds), "since": wanted.since,
        "until": snapshot.now + 1 if wanted.until is None else wanted.until,
    }  # fmt: skip


def _session_lines(snapshot: Snapshot, uids: set[str], project: int) -> dict[str, SessionLine]:
    parameters = {"uids": json.dumps(sorted(uids)), "project": project}
    lines = [SessionLine(*row) for row in snapshot.rows(_SESSIONS, parameters)]
    return {line.uid: line for line in lines}
