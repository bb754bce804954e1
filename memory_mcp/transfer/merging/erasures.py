"""Erase here what another memory erased, and keep out whatever of it is still to come.

The line of an erasure has an id, a kind and a time, and no text. What belonged to the row is erased with it, here as
there, also what that memory never knew: the facts of an entity, the statements of a turn, the digest of its session.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.facts import erasure, versions
from memory_mcp.store.facts.erasure import KEY_OF_SESSION, By, KnownBy
from memory_mcp.store.facts.versions import KINDS
from memory_mcp.store.file import transactions
from memory_mcp.store.file.ids import is_derived
from memory_mcp.store.handoffs import handoffs
from memory_mcp.store.handoffs import imported as imported_handoffs
from memory_mcp.store.sessions import imported as imported_sessions
from memory_mcp.store.sessions import sessions
from memory_mcp.store.sync import touched
from memory_mcp.transfer.merging.batches import Batch
from memory_mcp.transfer.model.entry import Aside
from memory_mcp.transfer.model.report import Outcome
from memory_mcp.transfer.model.values import Reader

_KINDS = frozenset({*KINDS, "session", "handoff"})


def erasure_values(reader: Reader, data: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Read a line of an erasure.

    Raises InvalidInputError when it does not say what was erased.
    """
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise InvalidInputError(f"no kind of what was erased: {str(kind)[:20]!r}")
    return {
        "uid": reader.identifier(data), "kind": kind, "at": reader.past(data, "at", where) or reader.now,
        "origin": reader.key(data, "origin") or "", "actor": reader.name(data, "actor") or "import",
        "session_uid": reader.reference(data, "sessionId"), "captured_key": reader.key(data, "capturedKey"),
    }  # fmt: skip


def merge_erasure(batch: Batch, aside: Aside) -> Outcome:
    """Erase here what was erased elsewhere, and keep that it was."""
    tx, values = batch.tx, aside.values
    kind, uid = values["kind"], values["uid"]
    if kind in KINDS:
        uid = batch.ids.of(kind, uid)
    before = erasure.exported(tx, [uid])
    txn_id = transactions.ensure(
        tx, values["at"], origin=values["origin"] or tx.origin, actor=values["actor"], session_uid=None
    )  # fmt: skip
    by = By(txn_id, values["at"])
    done = len(tx.erased_uids)
    if kind in KINDS:
        _erase_fact(batch, uid, values, by)
    elif kind == "session" and imported_sessions.known(tx, [uid]):
        sessions.erase(tx, uid)
    elif kind == "handoff" and imported_handoffs.held(tx, uid) is not None:
        handoffs.erase(tx, uid)
    if kind not in KINDS and not _is_of_another_kind(batch, kind, uid):
        erasure.note_erasure(tx, uid, kind, known_by=KnownBy(captured_key=values["captured_key"]), by=by)
    if not before:
        _erase_captured_here(batch, kind, uid, values["captured_key"], by)
    batch.forget(tx.erased_uids[done:])
    return "added" if not before else "unchanged" if erasure.exported(tx, [uid]) == before else "merged"


def _erase_fact(batch: Batch, uid: str, values: Mapping[str, Any], by: By) -> None:
    tx, kind, session_uid = batch.tx, values["kind"], values["session_uid"]
    if _is_of_another_kind(batch, kind, uid):
        return
    newest = versions.newest(tx, uid)
    # First as it is told: here it may stand in another session that has the same line.
    known_by = KnownBy(session_uid=session_uid, captured_key=values["captured_key"])
    erasure.note_erasure(tx, uid, kind, known_by=known_by, by=by)
    if newest is not None:
        erasure.erase(tx, uid, by=by)
    if kind == "turn" and session_uid is not None:
        erasure.erase_told(tx, session_uid, by, uid)


def _is_of_another_kind(batch: Batch, kind: str, uid: str) -> bool:
    """Whether an id names a row of another kind here: then it is not that row which was erased."""
    newest = versions.newest(batch.tx, uid)
    if newest is not None:
        return newest.kind != kind
    is_session = bool(imported_sessions.known(batch.tx, [uid]))
    is_handoff = imported_handoffs.held(batch.tx, uid) is not None
    return (is_session and kind != "session") or (is_handoff and kind != "handoff")


def _erase_captured_here(batch: Batch, kind: str, uid: str, key: str | None, by: By) -> None:
    """Erase what this memory captured itself of what another one erased: under an id of its own, so all hear of it."""
    tx, session = batch.tx, batch.captured.get(key[:KEY_OF_SESSION]) if key is not None else None
    if session is None or key is None:
        return
    with touched.of_this_file(tx):
        if kind == "turn":
            for turn in erasure.turns_under(tx, session, key):
                # Where both have an id that follows from what they are, another id is another turn.
                if not (is_derived(uid) and is_derived(turn)):
                    erasure.erase(tx, turn, by=by)
            erasure.erase_told(tx, session, by, uid)
        elif kind == "session" and session != uid and imported_sessions.known(tx, [session]):
            sessions.erase(tx, session)
