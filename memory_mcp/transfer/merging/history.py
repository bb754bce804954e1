"""Versions that bring their own transaction times: the transactions they were born in, and where they fit."""

from __future__ import annotations

import dataclasses
from typing import Final

from memory_mcp.store.facts import imported
from memory_mcp.store.facts.known_ids import Known
from memory_mcp.store.facts.versions import insert
from memory_mcp.store.file import transactions
from memory_mcp.store.file.database import Transaction
from memory_mcp.temporal import FOREVER, Instant
from memory_mcp.transfer.model.entry import Note, Version
from memory_mcp.transfer.model.report import Outcome

BELIEVED_OTHERWISE: Final = "changed later here"
OTHER_TEXT: Final = "another text under the same id"


def transaction_of(tx: Transaction, version: Version) -> tuple[int, Instant]:
    """Return the transaction a version was recorded in, made if it is not known here, and its time."""
    if version.recorded_at is None:
        return tx.id, tx.now
    txn_id = _transaction(tx, version.recorded_at, version.origin, version.actor, version.session)
    return txn_id, version.recorded_at


def write_version(tx: Transaction, uid: str, version: Version, here: list[Known]) -> Outcome | str:
    """Write one version next to those that are here, and note it among them; return what became of it.

    The same version is recognised by its times. One that was closed in the file is closed here, and one that is open
    in the file never opens a closed one. A version recorded later than an open one closes it.
    """
    draft = version.draft
    recorded_at = tx.now if version.recorded_at is None else version.recorded_at
    same = next((k for k in here if (k.recorded_at, k.valid_from) == (recorded_at, draft.valid.start)), None)
    if same is not None:
        if not imported.says(tx, same.id, draft.title, draft.body):
            return OTHER_TEXT
        if not same.is_believed or version.superseded_at == FOREVER:
            return "unchanged"
        _close(tx, same, version.superseded_at)
        return "merged"
    beside = [k for k in here if k.valid_from < draft.valid.end and draft.valid.start < k.valid_to]
    for older in beside:
        if older.is_believed and older.recorded_at < recorded_at:
            _close(tx, older, recorded_at)
    gaps = _uncovered(recorded_at, version.superseded_at, beside)
    for start, end in gaps:
        begun = dataclasses.replace(version, recorded_at=start) if start != recorded_at else version
        txn_id, _ = transaction_of(tx, begun)
        row_id, _ = insert(tx, draft, uid=uid, recorded_at=start, superseded_at=end, txn_id=txn_id)
        here.append(Known(row_id, draft.kind, start, end, draft.valid.start, draft.valid.end))
    return "added" if gaps else BELIEVED_OTHERWISE


def merge_changes(tx: Transaction, uid: str, changes: tuple[Note, ...], here: list[Known]) -> bool:
    """Note why a fact changed where that is not known yet; say whether any of it was new."""
    first = min((version.recorded_at for version in here), default=FOREVER)
    is_new = False
    for note in changes:
        if note.at < first:
            continue
        values = {
            "uid": uid,
            "txn_id": _transaction(tx, note.at, note.origin, note.actor, None),
            "verb": note.verb,
            "superseded_by": note.superseded_by,
            "reason": note.reason,
            "verified": None if note.verified is None else int(note.verified),
            "outcome": note.outcome,
        }
        is_new |= imported.add_change(tx, values, is_moved=note.is_moved)
    return is_new


def _transaction(tx: Transaction, at: Instant, origin: str, actor: str, session_uid: str | None) -> int:
    return transactions.ensure(tx, at, origin=origin or tx.origin, actor=actor, session_uid=session_uid)


def _close(tx: Transaction, version: Known, at: Instant) -> None:
    imported.close(tx, version.id, at)
    version.superseded_at = at


def _uncovered(start: Instant, end: Instant, beside: list[Known]) -> list[tuple[Instant, Instant]]:
    """Return the stretches of transaction time from ``start`` to ``end`` that no version beside covers."""
    gaps = []
    for version in sorted(beside, key=lambda known: known.recorded_at):
        if version.superseded_at <= start or version.recorded_at >= end:
            continue
        if start < version.recorded_at:
            gaps.append((start, version.recorded_at))
        start = max(start, version.superseded_at)
    if start < end:
        gaps.append((start, end))
    return gaps
