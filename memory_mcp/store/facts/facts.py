"""Bi-temporal facts: assert, supersede, end, retract, correct, restore.

Nothing is overwritten. A verb closes the versions it changes (superseded_at) and writes what is believed from now on;
the reason and the link to what came instead stay in ``change``.
The verbs follow Snodgrass, Developing Time-Oriented Database Applications in SQL (1999), sequenced modifications.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

from memory_mcp.errors import ConflictError, InvalidInputError, NotFoundError
from memory_mcp.language.shortening import echoed
from memory_mcp.store.facts.scope import TOLD_ONCE
from memory_mcp.store.facts.versions import Draft, Item, believed, insert, newest, require
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import FOREVER, Instant, Period, format_instant

Verb = Literal["supersede", "end", "retract", "correct", "restore", "verify"]
# They say something of a fact, and take nothing out of use.
_REMARKS: Final = frozenset({"correct", "verify"})

CLOSE: Final = """
    UPDATE item
    SET superseded_at = :now
    WHERE id = :id
"""
_TAKE_BACK: Final = """
    DELETE FROM item
    WHERE id = :id
"""
ADD_CHANGE: Final = """
    INSERT INTO change (uid, txn_id, verb, superseded_by, reason, verified, outcome)
    VALUES (:uid, :txn_id, :verb, :superseded_by, :reason, :verified, :outcome)
"""
_NOTE_SEEN: Final = """
    -- Of this memory itself it knew everything.
    INSERT INTO version_seen (item_id, origin, at)
    SELECT :id, txn.origin, max(txn.at)
    FROM (
        SELECT txn_id FROM item WHERE uid = :uid
        UNION
        SELECT txn_id FROM change WHERE uid = :uid
    ) AS known
    JOIN txn ON txn.id = known.txn_id
    WHERE txn.origin <> :origin
    GROUP BY txn.origin
"""
_CHANGES: Final = f"""
    SELECT change.verified, change.outcome, txn.at, change.verb, change.superseded_by, change.reason, txn.actor,
           txn.origin
    FROM change
    JOIN txn ON txn.id = change.txn_id
    WHERE change.uid = :uid AND txn.at <= :known_at
      AND {TOLD_ONCE}
    ORDER BY txn.at, txn.origin, change.id
"""
_SUCCESSORS: Final = f"""
    SELECT change.uid, change.superseded_by
    FROM json_each(:uids) AS wanted
    CROSS JOIN change ON change.uid = wanted.value
    JOIN txn ON txn.id = change.txn_id
    WHERE change.verb = 'supersede' AND txn.at <= :known_at
      AND {TOLD_ONCE}
      AND NOT EXISTS (
          SELECT 1
          FROM change AS back
          JOIN txn AS later ON later.id = back.txn_id
          WHERE back.uid = change.uid AND back.verb = 'restore' AND later.at <= :known_at
            AND (later.at, later.origin, back.id) > (txn.at, txn.origin, change.id)
      )
    ORDER BY txn.at, txn.origin, change.id
"""


class Change(NamedTuple):
    """One verb that was applied to a fact: when, by whom, why, and what came instead.

    ``verified`` and ``outcome`` are what was said of a decision; None left that as it was.
    """

    at: Instant
    verb: Verb
    superseded_by: str | None
    reason: str
    actor: str
    origin: str
    verified: bool | None = None
    outcome: str | None = None


class Outcome(NamedTuple):
    """What became of a fact. ``valid_to`` is where it ends now; None when nothing of it is left."""

    action: Literal["superseded", "retracted", "already_superseded"]
    valid_to: Instant | None
    superseded_by: str | None = None


def assert_(tx: Transaction, draft: Draft, *, uid: str | None = None) -> Item:
    """Believe something new and return it as it stands in the file."""
    row_id, uid = insert(tx, draft, uid=uid)
    return Item(**_said(draft), id=row_id, uid=uid, recorded_at=tx.now, txn_id=tx.id)


def supersede(tx: Transaction, uid: str, *, by: str | None, at: Instant | None = None, reason: str = "") -> Outcome:
    """Retire a fact: it ends at ``at``, else where ``by`` starts, else now. What was true before stays true before.

    Where nothing of its period is left it is a retraction. A second time changes nothing and says so.
    Raises NotFoundError for an unknown id, InvalidInputError for a fact by itself, ConflictError for a circle.
    """
    require(tx, uid)
    successor = None if by is None else _successor(tx, uid, by)
    current = believed(tx, uid)
    last = _last_retirement(tx, uid)
    if not current or _is_retired(current, last, tx.now, is_new=at is not None or _is_another(last, by)):
        ended = max((item.valid.end for item in current), default=None)
        if by is not None and current and last is not None and last.verb == "end":
            # When it ended stays; that something came in its place is new.
            _note(tx, uid, "supersede", by, reason)
            return Outcome("already_superseded", ended, by)
        return Outcome("already_superseded", ended, None if last is None else last.superseded_by)
    if at is None:
        at = tx.now if successor is None else successor.valid.start
    ended = _cut(tx, current, at)
    _note(tx, uid, "end" if by is None and ended is not None else "supersede" if by else "retract", by, reason)
    return Outcome("retracted" if ended is None else "superseded", ended, by)


def retract(tx: Transaction, uid: str, *, reason: str = "") -> bool:
    """Stop believing a fact at any valid time; its history stays. Return False when it was not believed any more."""
    require(tx, uid)
    current = believed(tx, uid)
    for item in current:
        _close(tx, item)
    if current:
        _note(tx, uid, "retract", None, reason)
    return bool(current)


def correct(tx: Transaction, uid: str, *, reason: str = "", field_name: str = "id", **changed: Any) -> list[Item]:
    """Replace what was believed by ``changed`` (fields of Draft): the new version stands for the whole old period.

    Returns the versions believed now. Raises ConflictError when the fact is not believed any more.
    """
    require(tx, uid)
    current = believed(tx, uid)
    if not current:
        raise ConflictError(
            f"{uid} was retracted and cannot be corrected", hint="Store it again as a new fact.", field=field_name
        )
    corrected = []
    for item in current:
        _close(tx, item)
        corrected.append(_rewrite(tx, item, **changed))
    _note(tx, uid, "correct", None, reason)
    return corrected


def restore(tx: Transaction, uid: str, known_at: Instant, *, reason: str = "", field_name: str = "id") -> list[Item]:
    """Believe of a fact again what was believed of it at ``known_at``; what is believed now gives way to it.

    Returns the versions believed now. Raises NotFoundError for an unknown id, InvalidInputError where nothing was
    believed of it then.
    """
    require(tx, uid)
    then = believed(tx, uid, known_at)
    if not then:
        raise InvalidInputError(
            f"nothing was believed of {uid} at {format_instant(known_at)}",
            hint="memory_read with history=true lists its versions; give the recordedAt of one.", field=field_name,
        )  # fmt: skip
    current = believed(tx, uid)
    if [_said(item) for item in current] == [_said(item) for item in then]:
        return current
    for item in current:
        _close(tx, item)
    restored = [_rewrite(tx, item) for item in then]
    _note(tx, uid, "restore", None, reason)
    return restored


def reopen(tx: Transaction, uid: str, *, reason: str = "") -> list[Item]:
    """Believe that a fact which ended goes on. Return the versions believed now: none where nobody believes it."""
    current = believed(tx, uid)
    last = max(current, key=lambda item: item.valid.end, default=None)
    if last is None or last.valid.end == FOREVER:
        return current
    _close(tx, last)
    reopened = _rewrite(tx, last, valid=Period(last.valid.start, FOREVER))
    _note(tx, uid, "restore", None, reason)
    return [*(item for item in current if item is not last), reopened]


def note_verdict(tx: Transaction, uid: str, *, verified: bool | None, outcome: str | None, reason: str = "") -> None:
    """Keep what was said of a decision, when, by whom and why; None leaves a value as it was."""
    _note(tx, uid, "verify", None, reason, verified=verified, outcome=outcome)


def changes(snapshot: Snapshot, uid: str, known_at: Instant | None = None) -> list[Change]:
    """Return the verbs applied to a fact, oldest first, as known at ``known_at`` (now when absent)."""
    parameters = {"uid": uid, "known_at": snapshot.now if known_at is None else known_at}
    return [
        Change(at, verb, by, reason, actor, origin, None if verified is None else bool(verified), outcome)
        for verified, outcome, at, verb, by, reason, actor, origin in snapshot.rows(_CHANGES, parameters)
    ]


def last_change(snapshot: Snapshot, uid: str) -> Change | None:
    """Return the newest verb applied to a fact, or None."""
    found = changes(snapshot, uid)
    return found[-1] if found else None


def superseded_by(snapshot: Snapshot, uid: str, known_at: Instant | None = None) -> str | None:
    """Return what came instead of a fact, as known at ``known_at``, or None."""
    for change in reversed(changes(snapshot, uid, known_at)):
        if change.verb in ("supersede", "restore"):
            return change.superseded_by
    return None


def successors(snapshot: Snapshot, uids: Sequence[str], known_at: Instant | None = None) -> dict[str, str]:
    """Return what came instead of those facts that were superseded, as ``superseded_by`` does of one."""
    parameters = {"uids": json.dumps(uids), "known_at": snapshot.now if known_at is None else known_at}
    return {uid: by for uid, by in snapshot.rows(_SUCCESSORS, parameters) if by is not None}


def _cut(tx: Transaction, current: list[Item], at: Instant) -> Instant | None:
    """End the given versions at ``at`` and return where the fact ends now, None when nothing is left."""
    left: list[Instant] = []
    for item in current:
        if item.valid.end <= at:
            left.append(item.valid.end)
            continue
        _close(tx, item)
        if item.valid.start < at:
            _rewrite(tx, item, valid=Period(item.valid.start, at))
            left.append(at)
    return max(left, default=None)


def _close(tx: Transaction, item: Item) -> None:
    """Stop believing a version. One written in this very transaction was never believed by anybody: it goes."""
    if item.recorded_at == tx.now:
        tx.execute(_TAKE_BACK, {"id": item.id})
    else:
        tx.execute(CLOSE, {"now": tx.now, "id": item.id})


def _rewrite(tx: Transaction, item: Item, **changed: Any) -> Item:
    written = assert_(tx, Draft(**(_said(item) | changed)), uid=item.uid)
    tx.execute(_NOTE_SEEN, {"id": written.id, "uid": item.uid, "origin": tx.origin})
    return written


def _said(item: Draft | Item) -> dict[str, Any]:
    return {name: getattr(item, name) for name in Draft._fields}


def _note(
    tx: Transaction, uid: str, verb: Verb, by: str | None, reason: str, *, verified: bool | None = None,
    outcome: str | None = None,
) -> None:  # fmt: skip
    told = {"verified": None if verified is None else int(verified), "outcome": outcome}
    noted = {"uid": uid, "txn_id": tx.id, "verb": verb, "superseded_by": by, "reason": reason}
    tx.execute(ADD_CHANGE, noted | told)


def _last_retirement(tx: Transaction, uid: str) -> Change | None:
    """Return the last verb that took the fact out of use; a correction of its words does not bring it back."""
    found = [change for change in changes(tx, uid) if change.verb not in _REMARKS]
    return found[-1] if found and found[-1].verb != "restore" else None


def _is_another(last: Change | None, by: str | None) -> bool:
    """Whether ``by`` is something else than what replaced the fact last."""
    return by is not None and last is not None and by != last.superseded_by


def _is_retired(current: list[Item], last: Change | None, now: Instant, *, is_new: bool) -> bool:
    """Whether something else stands in its place, or it has ended.

    An end that is still to come can be moved; where a successor made it, by what ``is_new``: a time, or another one.
    """
    if last is None or any(item.valid.end == FOREVER for item in current):
        return False
    return all(item.valid.end <= now for item in current) or (last.verb == "supersede" and not is_new)


def _successor(tx: Transaction, uid: str, by: str) -> Item:
    """Return the fact that replaces ``uid``, after checking that it can."""
    if by == uid:
        raise InvalidInputError(
            f"{uid} cannot supersede itself", hint="Give the id of the newer fact.", field="supersededById"
        )
    old, new = require(tx, uid), newest(tx, by)
    if new is None:
        raise NotFoundError(
            f"no fact with id {echoed(by)!r}", hint="Store the newer fact first.", field="supersededById"
        )
    if old.kind == new.kind == "observation" and old.parent_uid != new.parent_uid:
        raise InvalidInputError(
            f"{by} is a fact about another entity than {uid}", hint="Supersede a fact by one of the same entity.",
            field="supersededById",
        )  # fmt: skip
    seen = {uid}
    step: str | None = by
    while step is not None:
        if step in seen and step != by:
            raise ConflictError(
                f"{by} was itself superseded by {uid}", hint="Look at both: memory_read with history=true."
            )
        seen.add(step)
        step = superseded_by(tx, step)
    if not new.is_believed:
        raise ConflictError(
            f"{by} was retracted at {format_instant(new.superseded_at)}", hint="Give a fact that is still believed."
        )
    return new
