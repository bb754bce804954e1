"""Store lessons one by one or in bulk, edit them, and archive them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypedDict, assert_never, cast

from memory_mcp.errors import InvalidInputError, MemoryMcpError
from memory_mcp.language.plurals import counted
from memory_mcp.store.facts import admission, facts, lifecycle, versions
from memory_mcp.store.facts.citations import cite
from memory_mcp.store.facts.gatekeeper import Admit, Duplicate, Refuse
from memory_mcp.store.facts.memory_types import Category, MemoryType, memory_type
from memory_mcp.store.facts.told_again import tell_again
from memory_mcp.store.facts.versions import Draft, Item, Kind
from memory_mcp.store.file.database import Transaction
from memory_mcp.store.graph import entities
from memory_mcp.store.text_index.deferred_indexing import indexed_together
from memory_mcp.tools.amending import EDITED, LONGEST_TEXT, correct, require_believed
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.comparing import compare_later
from memory_mcp.tools.framework.declare import InWords, Length, Range, Unlisted, tool
from memory_mcp.tools.framework.given_times import instant_given, period_given
from memory_mcp.tools.framework.reach import reachable
from memory_mcp.tools.framework.shared_parameters import (
    CATEGORY,
    Confidence,
    HomeProject,
    Importance,
    NewTags,
    OtherConfidence,
    OtherTags,
    Reason,
    RowsProject,
    Source,
    ValidFrom,
)
from memory_mcp.tools.framework.write_feedback import (
    ContradictionRow,
    NearbyLookup,
    SimilarRow,
    vectors_of_written,
    with_redactions,
)
from memory_mcp.tools.rows.history import BROUGHT_BACK

Action = Literal["added", "skipped_duplicate"]
# An answer has room for what so many lessons resemble.
_MOST_TOLD: Final = 20
_PROGRESS_STEP: Final = 25
# A relation and a document are pinned and archived alone: each says more than a text.
_KEPT: Final[tuple[Kind, ...]] = (*EDITED, "relation", "document")


class LearnResult(TypedDict, total=False):
    """What became of a lesson."""

    id: str
    action: Action
    memoryType: MemoryType
    usageCount: int
    project: str | None
    similar: list[SimilarRow]
    possibleContradictions: list[ContradictionRow]
    redacted: dict[str, int]


class _Required(TypedDict):
    """What a lesson cannot do without."""

    category: Annotated[Category, "Kind."]
    content: Annotated[str, Length(1, LONGEST_TEXT), "The lesson, 1-10000 characters."]


class BulkEntry(_Required, total=False):
    """One lesson of a bulk call."""

    project: str
    tags: list[str]
    confidence: Annotated[float, Range(0, 1)]
    importance: Annotated[float, Range(0, 1)]
    source: str
    memoryType: MemoryType
    validFrom: str
    pinned: bool


class BulkRow(TypedDict, total=False):
    """What became of one lesson of a bulk call."""

    index: int
    id: str
    action: Action
    similar: list[SimilarRow]
    possibleContradictions: list[ContradictionRow]


class BulkResult(TypedDict, total=False):
    """What became of every lesson of a bulk call."""

    total: int
    added: int
    skipped: int
    results: list[BulkRow]
    redacted: dict[str, int]


class EditResult(TypedDict, total=False):
    """What became of an edit."""

    id: str
    action: Literal["updated", "archived", "already_archived", "restored"]
    redacted: dict[str, int]


@tool(core=True, title="Store a lesson")
def memory_learn(
    call: Call,
    category: Annotated[Category, "What kind it is."],
    content: Annotated[str, Length(1, LONGEST_TEXT), "A text understood alone, 1-10000."],
    project: HomeProject = None,
    tags: NewTags = [],  # noqa: B006 - a schema default, never changed
    confidence: Confidence = 0.7,
    importance: Importance = None,
    source: Source = None,
    memory_type: Annotated[MemoryType | None, Unlisted(), "Judged by default."] = None,
    valid_from: ValidFrom = None,
    pinned: Annotated[bool, "Never retired, and shown first."] = False,
) -> LearnResult:
    """Remember one lesson, preference or fact; supersede what is outdated.

    Example: {"category": "preference", "content": "Tests run with pnpm."}
    """
    entry = BulkEntry(category=category, content=content, tags=tags, confidence=confidence, pinned=pinned)
    optional = {"importance": importance, "source": source, "memoryType": memory_type, "validFrom": valid_from}
    entry |= cast("BulkEntry", {key: value for key, value in optional.items() if value is not None})
    with call.writing() as tx:
        scope = call.home(tx, project)
        learned = learn(call, tx, entry, scope.id)
        result = LearnResult(
            id=learned.uid,
            action=learned.action,
            memoryType=learned.memory_type,
            usageCount=lifecycle.state(tx, learned.uid).use_count,
            project=scope.name,
        )
    row = _seen(call, [learned])[0]
    result["similar"] = row.get("similar", [])
    result["possibleContradictions"] = row.get("possibleContradictions", [])
    compare_later(call)
    return with_redactions(call, result)


@tool(title="Store many lessons")
def memory_learn_bulk(
    call: Call,
    items: Annotated[
        list[BulkEntry],
        Length(1, 500),
        InWords(),
        "1-500 objects with the fields of memory_learn, category and content at least.",
    ],
) -> BulkResult:
    """Remember many lessons at once, all or nothing, in the order given."""
    homes: dict[str | None, int] = {}
    learned: list[Learned] = []
    with call.writing() as tx, indexed_together(tx):
        for index, entry in enumerate(items):
            project = entry.get("project")
            if project not in homes:
                homes[project] = call.home(tx, project).id
            try:
                learned.append(learn(call, tx, entry, homes[project]))
            except MemoryMcpError as exc:
                exc.message = f"items[{index}]: {exc.message}"
                raise
            if (index + 1) % _PROGRESS_STEP == 0 or index + 1 == len(items):
                call.facts.progress(index + 1, len(items))
    rows = _seen(call, learned)
    compare_later(call, len(items))
    added = sum(row["action"] == "added" for row in rows)
    return with_redactions(call, BulkResult(total=len(rows), added=added, skipped=len(rows) - added, results=rows))


@tool(title="Edit what was stored", idempotent=True)
def memory_learn_update(
    call: Call,
    learning_id: Annotated[str, "The id of a lesson, decision or fact."],
    content: Annotated[str | None, Length(1, LONGEST_TEXT), "Its new text, up to 10000."] = None,
    confidence: OtherConfidence = None,
    tags: OtherTags = None,
    category: Annotated[Category | None, InWords(), CATEGORY] = None,
    importance: Importance = None,
    pinned: Annotated[bool | None, "True pins it, false unpins it."] = None,
    restore: Annotated[str | None, "The recordedAt of the version to bring back."] = None,
    reason: Reason = "",
    project: RowsProject = None,
) -> EditResult:
    """Correct what was worded or filed wrongly, or bring an old version back.

    A fact that changed is superseded instead.

    Raises InvalidInputError without a change, NotFoundError for an unknown row, ConflictError for a retracted one.
    """
    is_edit = any(value is not None for value in (content, confidence, tags, category, importance))
    if not (is_edit or restore or pinned is not None):
        raise InvalidInputError("nothing to change was given", hint="Give content, tags, category or another field.")
    compare_later(call)
    with call.writing() as tx:
        kinds = EDITED if is_edit else _KEPT if restore is None else BROUGHT_BACK
        current = _row(call, tx, learning_id, project, kinds, has_category=category is not None)
        why = call.masking.clean(reason, "reason")
        current = _restored(tx, current, restore, why)
        wanted: dict[str, Any] = {
            "body": content and call.masking.clean(content), "importance": importance,
            "confidence": _sureness(current, content, confidence),
            "tags": None if tags is None else tuple(call.masking.cleaned(tags, "tags")),
            "attributes": None if category is None else {**current.attributes, "category": category},
        }  # fmt: skip
        if changed := {key: value for key, value in wanted.items() if value is not None}:
            correct(tx, learning_id, reason=why, field_name="learningId", **changed)
        if pinned is not None:
            _pin(tx, learning_id, pinned=pinned)
    return with_redactions(call, EditResult(id=learning_id, action="updated"))


def _pin(tx: Transaction, uid: str, *, pinned: bool) -> None:
    require_believed(tx, uid, "pinned", "learningId")
    lifecycle.pin(tx, uid, pinned=pinned)


def _row(
    call: Call, tx: Transaction, uid: str, project: str | None, kinds: tuple[Kind, ...], *, has_category: bool = False
) -> Item:
    reachable(call, tx, project, uid, field="learningId")
    found = versions.require(tx, uid, *kinds, field_name="learningId")
    if has_category and found.kind != "learning":
        what = f"{uid} is a {found.kind}, which has no category"
        raise InvalidInputError(what, hint="Leave the category out.", field="category")
    return found


def _sureness(current: Item, content: str | None, confidence: float | None) -> float | None:
    """Return the confidence to store; a statement that is corrected is confirmed, so that no guess ends it."""
    return 1.0 if confidence is None and content is not None and current.kind == "statement" else confidence


def _restored(tx: Transaction, current: Item, version: str | None, why: str) -> Item:
    """Return a row as it is once a version of it was brought back, where one is named."""
    if version is None:
        return current
    known_at = instant_given(tx, version, "restore", tx.now)
    if current.kind == "entity":
        return entities.restore(tx, current.uid, known_at, reason=why, field_name="restore")
    return facts.restore(tx, current.uid, known_at, reason=why, field_name="restore")[-1]


@tool(title="Archive what was stored", idempotent=True)
def memory_learn_archive(
    call: Call,
    learning_id: Annotated[str, "The id of a lesson, decision or fact."],
    reason: Reason = "",
    restore: Annotated[bool, "Bring it back instead."] = False,
    project: RowsProject = None,
) -> EditResult:
    """Take a row out of answers, or bring it back; includeArchived finds it meanwhile."""
    with call.writing() as tx:
        _row(call, tx, learning_id, project, _KEPT)
        done = "brought back from the archive" if restore else "archived"
        require_believed(tx, learning_id, done, "learningId")
        if restore:
            lifecycle.restore(tx, learning_id)
            return EditResult(id=learning_id, action="restored")
        is_new = lifecycle.archive(tx, learning_id, reason=call.masking.clean(reason, "reason"))
    return EditResult(id=learning_id, action="archived" if is_new else "already_archived")


@dataclass(frozen=True, slots=True)
class Learned:
    """What became of one lesson: its id, and the row where it is new."""

    uid: str
    memory_type: MemoryType
    item: Item | None

    @property
    def action(self) -> Action:
        """What a caller is told became of it."""
        return "skipped_duplicate" if self.item is None else "added"


def learn(call: Call, tx: Transaction, entry: BulkEntry, project_id: int) -> Learned:
    """Let one lesson through the gatekeeper and do as it says; raises InvalidInputError for one that says nothing."""
    draft = _draft(call, tx, entry, project_id)
    kind: MemoryType = draft.attributes["memoryType"]
    verdict = admission.verdict_on(tx, draft)
    match verdict:
        case Refuse(reason):
            raise InvalidInputError(
                f"this says nothing: {reason}", hint="Write one lesson as a sentence.", field="content"
            )
        case Duplicate(uid):
            tell_again(tx, uid, draft)
            if entry.get("pinned"):
                lifecycle.pin(tx, uid, pinned=True)
            return Learned(uid, kind, None)
        case Admit():
            item = facts.assert_(tx, draft)
            cite(tx, item.uid, draft.body)
            if entry.get("pinned"):
                lifecycle.pin(tx, item.uid, pinned=True)
            return Learned(item.uid, kind, item)
        case _:
            assert_never(verdict)


def _seen(call: Call, learned: list[Learned]) -> list[BulkRow]:
    """Return the rows of an answer, each with what is like it: looked up when all is stored and the lock is free."""
    rows = [BulkRow(index=index, id=one.uid, action=one.action) for index, one in enumerate(learned)]
    added = [(row, one.item) for row, one in zip(rows, learned, strict=True) if one.item is not None]
    if not added:
        return rows
    vectors = vectors_of_written(call, [item for _, item in added])
    told = 0
    with call.reading() as snapshot:
        lookup = NearbyLookup(call.runtime.db, snapshot, vectors, call.runtime.reading.pairs)
        for place, (row, item) in enumerate(added):
            if told == _MOST_TOLD:
                call.notices.append(
                    f"what is like the last {counted(len(added) - place, 'lesson')} is not shown; "
                    "memory_contradictions and memory_reflect list it"
                )
                break
            nearby = lookup.nearby(item)
            told += bool(nearby.similar or nearby.contradictions)
            if nearby.similar:
                row["similar"] = nearby.similar
            if nearby.contradictions:
                row["possibleContradictions"] = nearby.contradictions
    lookup.keep_what_was_read()
    return rows


def _draft(call: Call, tx: Transaction, entry: BulkEntry, project_id: int) -> Draft:
    content = call.masking.clean(entry["content"])
    attributes: dict[str, Any] = {
        "category": entry["category"],
        "memoryType": entry.get("memoryType") or memory_type(entry["category"], content),
    }
    if entry.get("source"):
        attributes["source"] = call.masking.clean(entry["source"], "source")
    return Draft(
        kind="learning",
        body=content,
        valid=period_given(tx, entry.get("validFrom")),
        project_id=project_id,
        session_uid=call.session_uid,
        tags=tuple(call.masking.cleaned(entry.get("tags", []), "tags")),
        attributes=attributes,
        confidence=entry.get("confidence", 0.7),
        importance=entry.get("importance"),
    )
