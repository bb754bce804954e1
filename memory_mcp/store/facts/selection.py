"""Read as a stream what goes into an export: rows of a scope, at a point in both times or with all history."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.facts import Change
from memory_mcp.store.facts.lifecycle import State
from memory_mcp.store.facts.projects.projects import ALL_PROJECTS
from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.facts.versions import ITEM_WIDTH, Item, Kind, item_of
from memory_mcp.store.file.as_of import HOLDS, KNOWN, RECORDED, of
from memory_mcp.store.file.database import Row, Snapshot
from memory_mcp.store.file.kinds import IS_PART, IS_SAID
from memory_mcp.temporal import FOREVER, Instant

# An observation or relation goes with the entities it speaks of, or not at all.
_SELECTED: Final = f"""
    FROM item
    JOIN txn ON txn.id = item.txn_id
    JOIN project ON project.id = item.project_id
    LEFT JOIN item_state ON item_state.uid = item.uid
    WHERE item.kind = :kind
      AND {IN_SCOPE}
      AND {RECORDED}
      AND (
          :history
          OR (
              {KNOWN}
              AND (
                  :valid_at IS NULL OR item.kind = 'entity'
                  OR ({HOLDS})
              )
          )
      )
      AND (:archived OR item_state.archived_at IS NULL)
      AND (
          NOT {IS_PART}
          OR NOT EXISTS (
              SELECT 1
              FROM (
                  SELECT item.parent_uid AS uid
                  UNION
                  SELECT item.target_uid WHERE item.target_uid IS NOT NULL
              ) AS part
              WHERE NOT EXISTS (
                  SELECT 1
                  FROM item AS entity
                  LEFT JOIN item_state AS entity_state ON entity_state.uid = entity.uid
                  WHERE entity.uid = part.uid AND entity.kind = 'entity'
                    AND {of("entity", IN_SCOPE)}
                    AND {of("entity", RECORDED)}
                    AND (:history OR {of("entity", KNOWN)})
                    AND (:archived OR entity_state.archived_at IS NULL)
              )
          )
      )
"""
_COLUMNS: Final = f"""
           item.*, txn.origin, txn.actor, txn.session_uid, project.name,
           EXISTS (SELECT 1 FROM change WHERE change.uid = item.uid),
           (SELECT json_group_object(origin, at) FROM version_seen WHERE item_id = item.id),
           CASE WHEN {IS_SAID} THEN (
               SELECT waits_until
               FROM pending_turn
               WHERE turn_uid = iif(item.kind = 'turn', item.uid, item.parent_uid) AND waits_until > :now
           ) END,
           item_state.uid IS NOT NULL, item_state.archived_at, item_state.archive_reason, item_state.pinned,
           item_state.use_count, item_state.shown_count, item_state.last_used_at, item_state.verified,
           item_state.verified_at, item_state.outcome, item_state.changed_at, item_state.cited_count,
           item_state.archive_changed_at, item_state.pin_changed_at, item_state.verdict_changed_at
"""
_IN_ORDER: Final = """
    ORDER BY item.uid, item.recorded_at, txn.origin, item.valid_from
"""
_ROWS: Final = "SELECT" + _COLUMNS + _SELECTED + _IN_ORDER
_WHOLE: Final = (
    "SELECT"
    + _COLUMNS
    + """
    FROM item
    JOIN txn ON txn.id = item.txn_id
    JOIN project ON project.id = item.project_id
    LEFT JOIN item_state ON item_state.uid = item.uid
    """
)
_OF_FACTS: Final = (
    _WHOLE
    + f"""
    WHERE item.uid IN (SELECT value FROM json_each(:uids))
      -- Others hear of what a hook told once it has the id that it has on every machine.
      AND NOT ({IS_SAID} AND EXISTS (
          SELECT 1
          FROM pending_turn
          WHERE turn_uid = iif(item.kind = 'turn', item.uid, item.parent_uid) AND waits_until > :now
      ))
    """
    + _IN_ORDER
)
_OF_DOCUMENTS: Final = (
    _WHOLE + "WHERE item.kind = 'passage' AND item.parent_uid IN (SELECT value FROM json_each(:uids))" + _IN_ORDER
)
_COUNT: Final = "SELECT count(*) " + _SELECTED


@dataclass(frozen=True, slots=True)
class Selection:
    """What to export. ``project`` is a scope (-1: all); ``project_name`` is how the file calls it.

    With ``as_of`` it is what held then; with ``include_history`` every version recorded up to ``known_at`` is there,
    otherwise what is held now. Both times are None where nothing was asked.
    """

    project: int = ALL_PROJECTS
    project_name: str | None = None
    include_sessions: bool = True
    include_archived: bool = True
    include_history: bool = True
    as_of: Instant | None = None
    known_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Exported:
    """One version on its way out, and what a file says besides. ``state`` and ``changes`` stand at the last one."""

    item: Item
    origin: str
    actor: str
    session: str | None
    project: str | None
    superseded_at: Instant
    superseded_by: str | None = None
    state: State | None = None
    changes: tuple[Change, ...] = ()
    is_last: bool = False
    # What it knew of its fact when it was written: up to when, by memory.
    seen: dict[str, Instant] = field(default_factory=dict)
    # Until when it may still get another id (store/sessions/pending_turns.py).
    waits_until: Instant | None = None


def parameters(snapshot: Snapshot, selection: Selection) -> dict[str, Any]:
    """Return a selection as the parameters of the queries here."""
    history = selection.include_history and selection.as_of is None
    valid_at = selection.as_of if selection.as_of is not None or selection.include_history else snapshot.now
    return {
        "now": snapshot.now,
        "project": selection.project,
        "known_at": snapshot.now if selection.known_at is None else selection.known_at,
        "history": history,
        "valid_at": None if history else valid_at,
        "archived": selection.include_archived,
    }


def count(snapshot: Snapshot, kind: Kind, selection: Selection) -> int:
    """Return how many versions of a kind a selection has."""
    return int(snapshot.value(_COUNT, parameters(snapshot, selection) | {"kind": kind}))


def believed(snapshot: Snapshot, kind: Kind, selection: Selection) -> Iterator[Exported]:
    """Yield one version of each id: what is believed of it, also of what has ended; as of a time, what held then."""
    asked = parameters(snapshot, selection) | {"history": False, "valid_at": selection.as_of}
    rows = snapshot.execute(_ROWS, asked | {"kind": kind})
    return (exported for exported in _versions(snapshot, rows, asked["known_at"]) if exported.is_last)


def versions(snapshot: Snapshot, kind: Kind, selection: Selection) -> Iterator[Exported]:
    """Yield the versions of a kind, those of one id together and in order."""
    asked = parameters(snapshot, selection)
    return _versions(snapshot, snapshot.execute(_ROWS, asked | {"kind": kind}), asked["known_at"])


def facts_whole(snapshot: Snapshot, uids: Collection[str]) -> Iterator[Exported]:
    """Yield every version of these facts, of whatever kind, those of one id together and in order.

    Without what waits for its line.
    """
    asked = {"uids": json.dumps(list(uids)), "now": snapshot.now}
    return _versions(snapshot, snapshot.execute(_OF_FACTS, asked), FOREVER)


def passages_of(snapshot: Snapshot, uids: Collection[str]) -> Iterator[Exported]:
    """Yield every version of the passages of these documents, which no export holds: it has their text."""
    asked = {"uids": json.dumps(list(uids)), "now": snapshot.now}
    return _versions(snapshot, snapshot.execute(_OF_DOCUMENTS, asked), FOREVER)


def _versions(snapshot: Snapshot, found: Iterator[Row], known_at: Instant) -> Iterator[Exported]:
    for uid, group in groupby(found, key=lambda row: row[1]):
        rows = list(group)
        changes = facts.changes(snapshot, uid, known_at) if rows[-1][ITEM_WIDTH + 4] else []
        for place, row in enumerate(rows):
            yield _exported(row, known_at, changes if place == len(rows) - 1 else None)


def left_out(snapshot: Snapshot, selection: Selection, *kinds: Kind) -> dict[str, int]:
    """Return how many versions a selection has of each kind that a format has no place for."""
    found = {kind: count(snapshot, kind, selection) for kind in kinds}
    return {kind: number for kind, number in found.items() if number}


def check_times(snapshot: Snapshot, selection: Selection) -> None:
    """Check that a selection asks only for what can be known.

    Raises InvalidInputError for a ``known_at`` in the future.
    """
    if selection.known_at is not None and selection.known_at > snapshot.now:
        raise InvalidInputError(
            "knownAt lies in the future", hint="Leave it out for what is known now.", field="knownAt"
        )


def _exported(row: tuple[Any, ...], known_at: Instant, changes: list[Change] | None) -> Exported:
    """Build one version; ``changes`` is None for all but the last of its id."""
    item = item_of(row)
    origin, actor, session, project, _, seen, waits_until, has_state, *state = row[ITEM_WIDTH:]
    is_last = changes is not None
    superseded_by = next((c.superseded_by for c in reversed(changes or []) if c.verb in ("supersede", "restore")), None)
    return Exported(
        item=item, origin=origin, actor=actor, session=session, project=project or None,
        # What was closed later was still open then.
        superseded_at=item.superseded_at if item.superseded_at <= known_at else FOREVER,
        superseded_by=superseded_by, state=_state(state) if is_last and has_state else None,
        changes=tuple(changes or ()), is_last=is_last, seen={} if seen == "{}" else json.loads(seen),
        waits_until=waits_until,
    )  # fmt: skip


def _state(values: list[Any]) -> State:
    archived_at, reason, pinned, use_count, shown_count, last_used_at, verified, *rest = values
    return State(
        archived_at, reason, bool(pinned), use_count, shown_count, last_used_at,
        None if verified is None else bool(verified), *rest,
    )  # fmt: skip
