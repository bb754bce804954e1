"""Revise a fact that is here by what a file without a history says of it: the later of the two stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from memory_mcp.store.facts import facts, versions
from memory_mcp.store.facts.decisions import reasons_of
from memory_mcp.store.facts.known_ids import KnownVersion
from memory_mcp.store.facts.versions import Draft, Item
from memory_mcp.store.file.database import Transaction
from memory_mcp.temporal import DAY_US, FOREVER, Period
from memory_mcp.transfer.merging.batches import Batch
from memory_mcp.transfer.merging.history import close, write_version
from memory_mcp.transfer.model import page_parts
from memory_mcp.transfer.model.entry import Version
from memory_mcp.transfer.model.report import Outcome

_CHANGED: Final = "changed here since"


def end_there(tx: Transaction, uid: str, version: Version) -> bool:
    """End what is open here where the file ends it, unless it began later, or that end was taken back here."""
    at = version.draft.valid.end
    believed = versions.believed(tx, uid)
    if not believed or believed[-1].valid.end <= at or believed[-1].valid.start >= at:
        return False
    # Pages name the day alone.
    if any(at - DAY_US < known.valid.end <= at for known in versions.versions(tx, uid)):
        return False
    facts.supersede(tx, uid, by=None, at=at, reason="it has ended in the imported file")
    return True


def is_placeholder(tx: Transaction, uid: str) -> bool:
    """Whether a row was made up for what speaks of it, until it comes itself."""
    newest = versions.newest(tx, uid)
    return newest is not None and bool(newest.attributes.get("placeholder"))


def move_in(
    batch: Batch, uid: str, version: Version, here: list[KnownVersion], *, was_believed: bool
) -> Outcome | str:  # fmt: skip
    """Write a version whose time was moved to now, where it is not here: each time it comes it has another time.

    So it is known by its text; one that is open comes once more behind what the same file has closed.
    """
    tx, draft = batch.tx, version.draft
    ours = versions.require(tx, uid)
    if ours.kind == "document" and ours.attributes.get("hash") != draft.attributes.get("hash"):
        return "its text is another one here"
    is_known = (draft.title, draft.body) in [(old.title, old.body) for old in versions.versions(tx, uid)]
    is_open = version.superseded_at == FOREVER
    if not is_known or (is_open and was_believed and not ours.is_believed):
        return write_version(tx, uid, version, here)
    if not ours.is_believed or (ours.title, ours.body) != (draft.title, draft.body):
        return "unchanged"
    if not is_open:
        closed = [close(tx, one, version.superseded_at) for one in here if one.origin == version.origin]
        return "merged" if any(closed) else "unchanged"
    return "merged" if draft.valid.end != FOREVER and end_there(tx, uid, version) else "unchanged"


def revise(batch: Batch, uid: str, version: Version) -> Outcome | str:
    """Compare a version without a transaction time of ours with what is believed; the later one stands."""
    ours = versions.require(batch.tx, uid)
    # Of the second it was stored so, with words struck out.
    if not ours.is_believed or version.line == ours.body != "":
        return "unchanged"
    beside = _beside_ours(batch.tx, ours, version)
    return _CHANGED if beside is None else _revise(batch, ours, beside)


def _beside_ours(tx: Transaction, ours: Item, version: Version) -> Version | None:
    """Return a version with our parts, where they were changed here and its page says of them what it said at first.

    None where a part was changed both here and in the page.
    """
    draft = version.draft
    for part, was in version.parts_were.items():
        said = draft.body if part == page_parts.SUMMARY else draft.attributes.get(part, "")
        if not page_parts.changed_since(tx, ours, part, was, said):
            continue
        if page_parts.digest(said) != was:
            return None
        kept = page_parts.part_of(ours, part)
        if part == page_parts.SUMMARY:
            draft = draft._replace(body=kept)
        else:
            others = {key: value for key, value in draft.attributes.items() if key != part}
            draft = draft._replace(attributes=others | ({part: kept} if kept else {}))
    return replace(version, draft=draft)


def _revise(batch: Batch, ours: Item, version: Version) -> Outcome | str:
    tx, uid, draft = batch.tx, ours.uid, version.draft
    if ours.kind == "document":
        # A page says no word of the summary.
        draft = draft._replace(body=draft.body or ours.body)
        version = replace(version, draft=draft)
    says_the_same = (ours.title, ours.body) == (draft.title, draft.body) and all(
        ours.attributes.get(key) == value for key, value in draft.attributes.items()
    )
    if says_the_same:
        return "merged" if draft.valid.end != FOREVER and end_there(tx, uid, version) else "unchanged"
    if ours.kind == "document" and ours.attributes.get("hash") != draft.attributes.get("hash"):
        return "its text is another one here"
    if (version.line or version.was) and ours.valid.end <= tx.now:
        by = facts.superseded_by(tx, uid)
        if version.line or by is not None:
            is_here = by is not None and versions.require(tx, by).body == draft.body
            return "unchanged" if is_here else _CHANGED
    exported_at = batch.run.exported_at
    is_made_up = bool(ours.attributes.get("placeholder"))
    is_later = not is_made_up and (exported_at is None or exported_at <= ours.recorded_at)
    if is_later or (version.was and versions.changed_since(tx, uid, version.was, draft.body)):
        return _CHANGED
    _put(tx, uid, ours, version)
    if draft.valid.end != FOREVER:
        end_there(tx, uid, version)
    return "merged"


def _put(tx: Transaction, uid: str, ours: Item, version: Version) -> None:
    """Correct a row, or where the file strikes out what it said put a new one in its place from now on."""
    draft = version.draft
    attributes = {**{key: value for key, value in ours.attributes.items() if key != "placeholder"}, **draft.attributes}
    said: dict[str, Any] = {
        "title": draft.title, "body": draft.body, "tags": draft.tags, "attributes": attributes,
        "context": reasons_of(attributes) if ours.kind == "decision" else draft.context,
        "confidence": ours.confidence if draft.confidence is None else draft.confidence,
    }  # fmt: skip
    if not version.line:
        facts.correct(tx, uid, reason="the imported file says otherwise", **said)
        return
    kept = {name: getattr(ours, name) for name in Draft._fields}
    # A key of another memory names the old fact.
    new = Draft(**(kept | said | {"valid": Period(tx.now), "external_id": None, "session_uid": None}))
    facts.supersede(tx, uid, by=facts.assert_(tx, new).uid, reason="it is struck out in the imported file")
