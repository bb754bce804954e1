"""Retract rows, or remove them for good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Annotated, Final, Literal, NamedTuple, TypedDict

from memory_mcp.capture.events.closing import forget_turns
from memory_mcp.errors import InvalidInputError, NotFoundError
from memory_mcp.language.plurals import counted
from memory_mcp.language.shortening import echoed
from memory_mcp.store.documents import documents
from memory_mcp.store.facts import erasure, facts, versions
from memory_mcp.store.facts.short_ids import kind_of, too_short
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.graph import entities
from memory_mcp.store.handoffs import handoff_rows, handoffs, session_end
from memory_mcp.store.sessions import sessions
from memory_mcp.store.upkeep.erasure_proof import said_in_other_rows, said_in_places
from memory_mcp.store.vectors import index
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import Length, tool
from memory_mcp.tools.framework.erasing import be_able_to_erase, leave_no_trace
from memory_mcp.tools.framework.reach import deletable, reachable
from memory_mcp.tools.framework.shared_parameters import Reason, RowsProject

_MOST_COUNTED: Final = 100
_MOST_NAMED: Final = 5


class ForgetRow(TypedDict, total=False):
    """What became of one row."""

    id: str
    type: str
    action: Literal["retracted", "already_retracted", "erased"]


class ForgetResult(TypedDict, total=False):
    """What became of every row, in the order given."""

    count: int
    results: list[ForgetRow]


class Forgotten(NamedTuple):
    """What became of each row, the texts that are gone, and how many files of each kind may still hold them."""

    result: ForgetResult
    texts: list[str]
    beside: dict[str, int]


@tool(core=True, title="Forget", destructive=True, idempotent=True)
def memory_forget(
    call: Call,
    ids: Annotated[list[str], Length(1, 100), "1-100 ids of any kind."],
    erase: Annotated[bool, "Erase them for good."] = False,
    reason: Reason = "",
    project: RowsProject = None,
) -> ForgetResult:
    """Forget rows, all or none: they leave every answer and stay in history.

    Raises NotFoundError when one of the ids is unknown, RefusedError when one is of another project; then nothing is
    forgotten.
    """
    return forget_rows(call, ids, erase=erase, reason=reason, project=project).result


def forget_rows(
    call: Call, ids: list[str], *, erase: bool = False, reason: str = "", project: str | None = None,
    check: Callable[[Transaction], None] | None = None,
) -> Forgotten:  # fmt: skip
    """Forget rows, sessions and handoffs in one transaction; return what became of each, and what may be left of it.

    ``check`` looks at them first in the same transaction, and what it raises leaves them all.

    Raises NotFoundError when one of the ids is unknown, RefusedError when one is of another project, InvalidInputError
    for a session that is not to be erased, and for a part of a document; then nothing is forgotten.
    """
    wanted = list(dict.fromkeys(ids))
    if erase:
        be_able_to_erase(call)
    with call.writing() as tx:
        scope = reachable(call, tx, project, *wanted, field="ids")
        deletable(call, tx, scope, *wanted, field="ids")
        _check(tx, wanted)
        if check is not None:
            check(tx)
        why = call.masking.clean(reason, "reason")
        shortened = _sessions_of_turns(tx, wanted)
        quoted = [text for uid in shortened for text in erasure.digest_texts(tx, uid) if uid not in wanted]
        results = [_erased(call, tx, uid, why) for uid in wanted] if erase else _all_retracted(tx, wanted, why)
        # A digest, made anew, has words of turns that nobody asked to erase; reasons and steps are often alike.
        texts = list((Counter(tx.erased_texts) - Counter(quoted) - Counter(tx.erased_beside)).elements())
        for uid in shortened:
            if sessions.find(tx, uid) is not None:
                forget_turns(tx, uid)
    beside: dict[str, int] = {}
    if erase:
        opened = call.runtime.sessions
        with call.reading() as snapshot:
            opened[:] = [uid for uid in opened if sessions.find(snapshot, uid) is not None]
        beside = leave_no_trace(call, tx) | _said_elsewhere(
            call, texts, -1 if call.facts.is_person and project is None else scope.id
        )
    return Forgotten(ForgetResult(count=len(results), results=results), tx.erased_texts, beside)


def _check(snapshot: Snapshot, uids: list[str]) -> None:
    """Raise NotFoundError for ids nobody knows, InvalidInputError for a passage: its document would have a hole."""
    unknown = [uid for uid in uids if kind_of(snapshot, uid) is None]
    if unknown:
        named = ", ".join(map(echoed, unknown[:5]))
        hint = too_short(*unknown) or "Ids come from memory_search."
        raise NotFoundError(f"no row with id {named}", hint=f"Nothing was forgotten. {hint}", field="ids")
    for uid in uids:
        item = versions.newest(snapshot, uid)
        if item is not None and item.kind == "passage" and versions.newest(snapshot, item.parent_uid or "") is not None:
            raise InvalidInputError(
                f"{uid} is a part of the document {item.parent_uid}",
                hint="Nothing was forgotten. A document is forgotten as a whole, by its own id.", field="ids",
            )  # fmt: skip


def _said_elsewhere(call: Call, texts: list[str], project_id: int) -> dict[str, int]:
    """Say which rows say what was erased too: by their ids those the project sees (-1: all), of others how many.

    Returns how many there are, nothing where nothing was erased.
    """
    if not texts:
        return {}
    with call.reading() as snapshot:
        seen, unseen = said_in_other_rows(snapshot, texts, most=_MOST_COUNTED, project_id=project_id)
        places, unnamed = said_in_places(snapshot, texts, most=_MOST_COUNTED, project_id=project_id)
    if seen:
        call.notices.append(f"other rows say the same words and stay: {_first_of(seen)}; erase them by their ids")
    if unseen:
        call.notices.append(
            f"the same words stay in {counted(unseen, 'row')} of other projects: memory_search with project='*' names "
            "them"
        )
    if places:
        call.notices.append(f"the same words stay in {_first_of(places)}; correct what holds them, or erase the row")
    if unnamed:
        call.notices.append(
            f"the same words stay in {counted(unnamed, 'place')} of other projects (a goal, an alias or a source): "
            "`memory-mcp forget` names them to a person"
        )
    return {"other rows": len(seen) + unseen, "goals, profile, aliases and sources": len(places) + unnamed}


def _first_of(names: list[str]) -> str:
    return ", ".join(names[:_MOST_NAMED]) + (" and more" if len(names) > _MOST_NAMED else "")


def _sessions_of_turns(tx: Transaction, uids: list[str]) -> list[str]:
    """Return the sessions that lose turns, and with them what was told of those."""
    rows = [item for uid in uids if (item := versions.newest(tx, uid)) is not None and item.kind == "turn"]
    return list(dict.fromkeys(item.session_uid for item in rows if item.session_uid is not None))


def _erased(call: Call, tx: Transaction, uid: str, reason: str) -> ForgetRow:
    kind = kind_of(tx, uid)
    match kind:
        case None:  # went with its entity or document, earlier in this call
            return ForgetRow(id=uid, action="erased")
        case "session":
            index.remove(tx, erasure.erase_digest(tx, uid, reason=reason))
            session_end.forget(tx, uid, reason=reason)
            rows = sessions.erase(tx, uid, reason=reason)
            if rows:
                call.notices.append(
                    f"session {uid}: its texts are gone; it stays as the time and place of "
                    f"{counted(rows, 'row')} recorded in it; what they say goes by their own ids"
                )
        case "handoff":
            handoffs.erase(tx, uid, reason=reason)
        case _:
            index.remove(tx, erasure.erase(tx, uid, reason=reason))
    return ForgetRow(id=uid, type=kind, action="erased")


def _all_retracted(tx: Transaction, uids: list[str], reason: str) -> list[ForgetRow]:
    """Retract rows and return what became of each; what goes with another one of them is retracted here as well."""
    found = [versions.newest(tx, uid) for uid in uids]
    believed = {item.uid for item in found if item is not None and item.is_believed}
    results = [_retracted(tx, uid, reason) for uid in uids]
    for row in results:
        if row["id"] in believed:
            row["action"] = "retracted"
    return results


def _retracted(tx: Transaction, uid: str, reason: str) -> ForgetRow:
    kind = kind_of(tx, uid) or ""
    if kind == "session":
        raise InvalidInputError(
            f"session {uid} has no history it could stay in",
            hint="Nothing was forgotten. erase=true removes what it says, for good.", field="erase",
        )  # fmt: skip
    if kind == "handoff":
        is_new = handoff_rows.require(tx, uid).state in {"open", "claimed"}
        if is_new:
            handoffs.cancel(tx, uid)
    else:
        is_new = _retract_row(tx, versions.require(tx, uid), reason)
    return ForgetRow(id=uid, type=kind, action="retracted" if is_new else "already_retracted")


def _retract_row(tx: Transaction, item: Item, reason: str) -> bool:
    """Retract a row with what belongs to it; False when it was not believed any more."""
    match item.kind:
        case "document":
            return documents.retract(tx, item.uid, reason=reason)
        case "turn":
            versions.close_parts(tx, item.uid, "statement", tx.now)
            return facts.retract(tx, item.uid, reason=reason)
        case "entity":
            return entities.delete(tx, item.uid, reason=reason).action == "retracted"
        case _:
            return facts.retract(tx, item.uid, reason=reason)
