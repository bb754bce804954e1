"""A text that a person has rewritten: a correction, or a new fact from now on in the place of the old."""

from __future__ import annotations

from typing import Final

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.facts import facts, versions
from memory_mcp.store.facts.citations import cite
from memory_mcp.store.facts.versions import Draft, Item
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import FOREVER, Period
from memory_mcp.tools.framework.call import Call

_KINDS: Final = ("learning", "decision", "observation")


def amendable(snapshot: Snapshot, uid: str) -> Item:
    """Return the newest version of a row that has a text of its own.

    Raises NotFoundError for an unknown row, InvalidInputError for a kind that has none.
    """
    item = versions.require(snapshot, uid)
    if item.kind not in _KINDS:
        raise InvalidInputError(
            f"{uid} is a {item.kind}; a {', '.join(_KINDS)} can be edited",
            hint="What was said stays as it was said; `memory-mcp forget` retracts it.", field="id",
        )  # fmt: skip
    return item


def amend(call: Call, tx: Transaction, uid: str, text: str, *, is_change: bool = False, reason: str = "") -> str:
    """Correct what a row says and return its id; with ``is_change`` end it and store the text as a new row from now on.

    Raises ConflictError for a row that was retracted, and what ``amendable`` raises.
    """
    item, said, why = amendable(tx, uid), call.clean(text), call.clean(reason, "reason")
    if not is_change:
        facts.correct(tx, uid, reason=why, body=said)
        cite(tx, uid, said)
        return uid
    kept = {name: getattr(item, name) for name in Draft._fields}
    # A key of another memory names the old fact.
    new = Draft(**(kept | {"body": said, "valid": Period(tx.now, FOREVER), "external_id": None,
                           "session_uid": call.session_uid}))  # fmt: skip
    by = facts.assert_(tx, new).uid
    facts.supersede(tx, uid, by=by, reason=why)
    cite(tx, by, said)
    return by
