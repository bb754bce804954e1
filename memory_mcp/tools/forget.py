"""Retract rows, or remove them for good."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Literal, TypedDict

from memory_mcp.errors import NotFoundError, UnsupportedError
from memory_mcp.store import documents, entities, facts, items, vectors
from memory_mcp.store.db import Transaction
from memory_mcp.store.items import Item
from memory_mcp.tools.call import Call
from memory_mcp.tools.declare import Length, tool
from memory_mcp.tools.erasing import be_able_to_erase, leave_no_trace


class ForgetRow(TypedDict, total=False):
    """What became of one row."""

    id: str
    type: str
    action: Literal["retracted", "already_retracted", "erased"]


class ForgetResult(TypedDict, total=False):
    """What became of every row, in the order given."""

    count: int
    results: list[ForgetRow]


@tool(core=True, title="Forget", destructive=True, idempotent=True)
def memory_forget(
    call: Call,
    ids: Annotated[list[str], Length(1, 100), "1-100 ids of any kind."],
    erase: Annotated[bool, "For good: text, versions, vectors."] = False,
    reason: Annotated[str, Length(0, 500), "Why."] = "",
) -> ForgetResult:
    """Forget rows: out of answers about now, still in history; erase: gone for good. All or none."""
    wanted = list(dict.fromkeys(ids))
    if erase:
        # Without the extension the vectors go with the next catch-up, as SQLite then cannot reach them.
        with suppress(UnsupportedError):
            call.runtime.db.load_vectors()
    results: list[ForgetRow] = []
    if erase:
        be_able_to_erase(call)
    with call.writing() as tx:
        unknown = [uid for uid in wanted if items.newest(tx, uid) is None]
        if unknown:
            raise NotFoundError(
                f"no row with id {', '.join(unknown[:5])}", hint="Nothing was forgotten. Ids come from memory_search.",
                field="ids",
            )  # fmt: skip
        why = call.clean(reason, "reason")
        for uid in wanted:
            found = items.newest(tx, uid)
            if found is None:  # went with its entity or document, earlier in this call
                results.append(ForgetRow(id=uid, action="erased"))
            elif erase:
                vectors.remove(tx, facts.erase(tx, uid, reason=why))
                results.append(ForgetRow(id=uid, type=found.kind, action="erased"))
            else:
                is_new = _retract(tx, found, why)
                action: Literal["retracted", "already_retracted"] = "retracted" if is_new else "already_retracted"
                results.append(ForgetRow(id=uid, type=found.kind, action=action))
    if erase:
        leave_no_trace(call)
    return ForgetResult(count=len(results), results=results)


def _retract(tx: Transaction, item: Item, reason: str) -> bool:
    """Retract a row with what belongs to it; False when it was not believed any more."""
    match item.kind:
        case "document":
            return documents.retract(tx, item.uid, reason=reason)
        case "entity":
            return entities.delete(tx, item.uid, reason=reason).action == "retracted"
        case _:
            return facts.retract(tx, item.uid, reason=reason)
