"""Store a text that a person has rewritten: as a correction, or as a new fact that replaces the old one from now on."""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.errors import ConflictError, InvalidInputError
from memory_mcp.language.unseen_characters import is_blank
from memory_mcp.store.endings.compared import ended_in
from memory_mcp.store.facts import facts, versions
from memory_mcp.store.facts.citations import cite
from memory_mcp.store.facts.gatekeeper import why_says_nothing
from memory_mcp.store.facts.short_ids import kind_of, short
from memory_mcp.store.facts.versions import Draft, Item, Kind
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import FOREVER, Period
from memory_mcp.tools.framework.call import Call

EDITED: Final[tuple[Kind, ...]] = ("learning", "statement", "decision", "observation")
"""What is corrected, confirmed (pinned, or sure to the full) and archived like a lesson."""
LONGEST_TEXT: Final = 10_000
"""Characters of a text that is stored as one lesson, decision or fact, or in the place of one."""


def amendable(snapshot: Snapshot, uid: str, *, is_change: bool = False) -> Item:
    """Return the newest version of a row whose text can be corrected, or with ``is_change`` replaced from now on.

    Raises NotFoundError for an unknown row, InvalidInputError for a kind that cannot, ConflictError for a row that was
    retracted.
    """
    if kind_of(snapshot, uid) == "session":
        raise InvalidInputError(
            f"{uid} is a session, which has no text to edit", hint=f"`memory-mcp open {short(uid)}` shows it.",
            field="id",
        )  # fmt: skip
    item = versions.require(snapshot, uid)
    if item.kind not in EDITED:
        *others, last = EDITED
        article = "an" if item.kind[0] in "aeiou" else "a"
        stays = "What was said stays as it was said; " if item.kind == "turn" else ""
        raise InvalidInputError(
            f"{uid} is {article} {item.kind}; only a {', '.join(others)} or {last} can be edited",
            hint=f"{stays}`memory-mcp forget` retracts it.", field="id",
        )  # fmt: skip
    if is_change and item.kind == "statement":
        # A new statement would name a turn that does not say it.
        raise InvalidInputError(
            f"{uid} is a statement, what somebody said in a turn; it is corrected, not replaced",
            hint=f"Store what holds from now on with `memory-mcp learn`, then `memory-mcp forget {short(uid)}`.",
            field="id",
        )
    if not item.is_believed:
        done = "replaced" if is_change else "corrected"
        hint = f"`memory-mcp read {short(uid)} --history` names the calls that bring it back, for `memory-mcp call`."
        raise ConflictError(f"{uid} was retracted and cannot be {done}", hint=hint, field="id")
    return item


def require_believed(snapshot: Snapshot, uid: str, done: str, field_name: str) -> None:
    """Raise ConflictError for a row that was retracted: it is in no answer, whatever is ``done`` to it."""
    if not versions.require(snapshot, uid).is_believed:
        raise ConflictError(
            f"{uid} was retracted and cannot be {done}", field=field_name,
            hint="memory_read with history=true shows its versions, and the calls that bring one back.",
        )  # fmt: skip


def _require_holding(snapshot: Snapshot, item: Item) -> None:
    """Raise ConflictError for a row that holds no more: what came in its place would stand beside another."""
    if item.valid.end <= snapshot.now:
        by = facts.superseded_by(snapshot, item.uid)
        hint = "Store what holds from now on with `memory-mcp learn`."
        hint = hint if by is None else f"Edit what came in its place: {short(by)}."
        raise ConflictError(f"{item.uid} is over already", hint=hint, field="id")


def require_said(text: str) -> None:
    """Raise InvalidInputError for a new text that says nothing, as for one that is stored first."""
    if (reason := why_says_nothing(text)) is not None:
        raise InvalidInputError(
            f"this says nothing: {reason}", hint="Give the text as it reads now; memory_forget takes a row back.",
            field="content",
        )  # fmt: skip


def longest_for(before: str) -> int:
    """Return how many characters a new text may have: what came in longer, by an import, may stay as long as it was."""
    return max(LONGEST_TEXT, len(before))


def require_visible(text: str, field_name: str) -> None:
    """Raise InvalidInputError for a name or text of which nothing is seen."""
    if is_blank(text):
        raise InvalidInputError(f"{field_name} is empty", hint="Give at least one visible character.", field=field_name)


def correct(tx: Transaction, uid: str, *, reason: str = "", field_name: str = "id", **changed: Any) -> None:
    """Give a row new values (fields of Draft) for the whole time it held, and note what its text cites.

    Of a person or thing there may be nothing to say beside its facts.

    Raises ConflictError for a row that was retracted, and what ``require_said`` raises.
    """
    if "body" in changed and versions.require(tx, uid).kind in EDITED:
        require_said(changed["body"])
    facts.correct(tx, uid, reason=reason, field_name=field_name, **changed)
    cite(tx, uid, changed.get("body", ""))


def amend(call: Call, tx: Transaction, uid: str, text: str, *, is_change: bool = False, reason: str = "") -> str:
    """Correct what a row says and return its id; with ``is_change`` end it and store the text as a new row from now on.

    A statement is confirmed by it, so that no later word ends it in passing, and one that was ended so holds again.

    Raises ConflictError for a row that was retracted, and with ``is_change`` for one that is over, InvalidInputError
    for a text that is too long, and what ``amendable`` and ``require_said`` raise.
    """
    item = amendable(tx, uid, is_change=is_change)
    if len(text) > (most := longest_for(item.body)):
        raise InvalidInputError(
            f"the text may have {most:,} characters, has {len(text):,}",
            hint="Shorten it, or keep it as a document: `memory-mcp import FILE.md`.", field="content",
        )  # fmt: skip
    said, why = call.masking.clean(text), call.masking.clean(reason, "reason")
    if not is_change:
        if item.kind != "statement":
            correct(tx, uid, reason=why, body=said)
            return uid
        is_over = bool(ended_in(tx, uid))
        correct(tx, uid, reason=why, body=said, confidence=1.0)
        if is_over:
            facts.reopen(tx, uid, reason="corrected by a person")
            call.notices.append("it was over and holds again")
        return uid
    _require_holding(tx, item)
    require_said(said)
    kept = {name: getattr(item, name) for name in Draft._fields}
    # A key of another memory names the old fact.
    new = Draft(**(kept | {"body": said, "valid": Period(tx.now, FOREVER), "external_id": None,
                           "session_uid": call.session_uid}))  # fmt: skip
    by = facts.assert_(tx, new).uid
    facts.supersede(tx, uid, by=by, reason=why)
    cite(tx, by, said)
    return by
