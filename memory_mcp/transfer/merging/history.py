"""Unite two histories of one fact: versions keep their own transactions, and one rule says when each is closed.

A history is a set of versions that only grows. A version is identified by when and in which memory it was recorded, and
by where its period begins. It is believed until the first of these times: any memory closed it, or a later version of
the same fact was recorded whose period overlaps its own. "Later" is a total order, of the moment, then of the memory,
then of the period. So the time at which a version is closed is a minimum over a set: whichever copy joins which others,
in whatever order and however often, finds the same (a state-based CRDT; Shapiro, Preguiça, Baquero and Zawirski 2011,
"Conflict-free Replicated Data Types", section 2.2). Nothing is left out: of two concurrent edits the later one is
current, and the earlier one stays in history. Of two that were written at the very same moment, the one that gives way
was never believed.
"""

from __future__ import annotations

from typing import Final

from memory_mcp.store.facts import imported
from memory_mcp.store.facts.known_ids import KnownVersion
from memory_mcp.store.facts.versions import insert
from memory_mcp.store.file import transactions
from memory_mcp.store.file.database import Transaction
from memory_mcp.temporal import FOREVER, Instant
from memory_mcp.transfer.model.entry import FactChange, Version
from memory_mcp.transfer.model.report import Outcome

OTHER_TEXT: Final = "another text under the same id"


def transaction_of(tx: Transaction, version: Version) -> tuple[int, Instant]:
    """Return the transaction a version was recorded in, made if it is not known here, and its time."""
    if version.recorded_at is None:
        return tx.id, tx.now
    txn_id = _transaction(tx, version.recorded_at, version.origin, version.actor, version.session)
    return txn_id, version.recorded_at


def write_version(tx: Transaction, uid: str, version: Version, here: list[KnownVersion]) -> Outcome | str:
    """Write one version among those that are ``here``, close what has to be, and return what became of it."""
    draft = version.draft
    txn_id, recorded_at = transaction_of(tx, version)
    origin = (version.origin or tx.origin) if version.recorded_at is not None else tx.origin
    identity = (recorded_at, origin, draft.valid.start)
    same = next((known for known in here if known.identity == identity), None)
    if same is not None:
        if not imported.says(tx, same.id, draft.title, draft.body):
            return OTHER_TEXT
        return "merged" if close(tx, same, version.superseded_at) else "unchanged"
    new = KnownVersion(0, draft.kind, recorded_at, version.superseded_at, draft.valid.start, draft.valid.end, origin)
    beside = [known for known in here if new.valid_from < known.valid_to and known.valid_from < new.valid_to]
    for known in beside:
        if known.identity < identity:
            close(tx, known, recorded_at)
    later = (known.recorded_at for known in beside if known.identity > identity)
    new.superseded_at = min(version.superseded_at, *later, FOREVER)
    new.id, _ = insert(
        tx, draft, uid=uid, recorded_at=recorded_at, superseded_at=new.superseded_at, txn_id=txn_id
    )  # fmt: skip
    imported.note_seen(tx, new.id, version.seen)
    here.append(new)
    return "added"


def merge_changes(tx: Transaction, uid: str, changes: tuple[FactChange, ...], here: list[KnownVersion]) -> bool:
    """Note why a fact changed where that is not known yet; say whether any of it was new."""
    first = min((version.recorded_at for version in here), default=FOREVER)
    is_new = False
    for change in changes:
        if change.at < first:
            continue
        values = {
            "uid": uid,
            "txn_id": _transaction(tx, change.at, change.origin, change.actor, None),
            "verb": change.verb,
            "superseded_by": change.superseded_by,
            "reason": change.reason,
            "verified": None if change.verified is None else int(change.verified),
            "outcome": change.outcome,
        }
        is_new |= imported.add_change(tx, values, is_moved=change.is_moved)
    return is_new


def _transaction(tx: Transaction, at: Instant, origin: str, actor: str, session_uid: str | None) -> int:
    return transactions.ensure(tx, at, origin=origin or tx.origin, actor=actor, session_uid=session_uid)


def close(tx: Transaction, version: KnownVersion, at: Instant) -> bool:
    """Close a version at a time where it is open still, or closed later; say whether it was."""
    if at >= version.superseded_at:
        return False
    imported.close(tx, version.id, at)
    version.superseded_at = at
    return True
