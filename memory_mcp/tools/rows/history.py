"""Show what a fact said before, who wrote it and why it changed, and what replaced it."""

from __future__ import annotations

from itertools import accumulate
from typing import Final, TypedDict, TypeVar

from memory_mcp.store.facts import facts, provenance
from memory_mcp.store.facts import versions as items
from memory_mcp.store.facts.facts import Change
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.provenance import Writer
from memory_mcp.store.facts.versions import Item, Kind
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import AsOf, format_instant
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.paging import said, when
from memory_mcp.tools.framework.wire_text import wire_size
from memory_mcp.tools.rows.findings import ActionCall

Row = TypeVar("Row")

BEGINNING: Final = 1_000
"""Characters shown of a text among others."""

_MOST_VERSIONS: Final = 50
BROUGHT_BACK: Final[tuple[Kind, ...]] = (
    "learning", "statement", "decision", "observation", "relation", "digest", "entity",
)  # fmt: skip
"""What was forgotten of these comes back as it was; of others more is gone than the row."""


class VersionRow(TypedDict, total=False):
    """What was believed from recordedAt until supersededAt (null: still), true from validFrom until validTo.

    restore: the call that brings back what the row said then. clockSaid: what a wrong clock said when it was recorded.
    """

    title: str
    body: str
    validFrom: str
    validTo: str | None
    recordedAt: str
    supersededAt: str | None
    clockSaid: str
    confidence: float | None
    tags: list[str]
    actor: str
    sessionId: str
    verb: str
    reason: str
    restore: ActionCall


class ChainRow(TypedDict, total=False):
    """One of the facts that replaced each other."""

    id: str
    snippet: str
    validFrom: str
    validTo: str | None
    current: bool


class ChangeRow(TypedDict, total=False):
    """Why it changed; verify: what was said of a decision."""

    at: str
    verb: str
    reason: str
    supersededById: str
    actor: str
    verified: bool
    outcome: str


class History(TypedDict, total=False):
    """How a fact came to be what it is."""

    versions: list[VersionRow]
    changes: list[ChangeRow]
    chain: list[ChainRow]


def history(call: Call, snapshot: Snapshot, uid: str, as_of: AsOf, scope: int, *, room: int) -> History:
    """Return every version known by then, oldest first, why each gave way, and the chain of what replaced what.

    Of many, and of what takes more than ``room`` bytes of JSON, the last. Of what a scope does not see the chain has
    the id alone.
    """
    known = [version for version in items.versions(snapshot, uid) if version.recorded_at <= as_of.known_at]
    written_by = provenance.writers(snapshot, uid)
    changes = facts.changes(snapshot, uid, as_of.known_at)
    made_by = {change.at: change for change in changes if change.verb != "verify"}
    found = History(versions=[], changes=_last([_change_row(one) for one in changes[-_MOST_VERSIONS:]], room // 3))
    chain = provenance.chain(snapshot, uid, known_at=as_of.known_at)
    if len(chain) > 1:
        found["chain"] = [_chain_row(items.newest(snapshot, one), one, as_of, scope) for one in chain]
    rows = [
        _version_row(one, written_by[one.txn_id], made_by.get(one.recorded_at), as_of)
        for one in known[-_MOST_VERSIONS:]
    ]
    found["versions"] = _last(rows, room - wire_size(found))
    if len(found["versions"]) < len(known):
        call.notices.append(f"the last {len(found['versions'])} of {len(known)} versions")
    return found


def _last(rows: list[Row], room: int) -> list[Row]:
    """Return the last rows that take no more than ``room`` bytes of JSON, and one in any case."""
    sizes = accumulate(map(wire_size, reversed(rows)))
    return rows[-max(1, sum(size <= room for size in sizes)) :]


def _change_row(change: Change) -> ChangeRow:
    row = ChangeRow(at=when(change.at), verb=change.verb, actor=change.actor)
    if change.reason:
        row["reason"] = change.reason
    if change.superseded_by is not None:
        row["supersededById"] = change.superseded_by
    if change.verified is not None:
        row["verified"] = change.verified
    if change.outcome is not None:
        row["outcome"] = change.outcome[:BEGINNING]
    return row


def _chain_row(item: Item | None, uid: str, as_of: AsOf, scope: int) -> ChainRow:
    # Of one that was erased it is still known that it was in between.
    if item is None or not projects.sees(scope, item.project_id):
        return ChainRow(id=uid, current=False)
    return ChainRow(
        id=uid,
        snippet=said(item),
        validFrom=when(item.valid.start),
        validTo=format_instant(item.valid.end),
        current=item.is_held(as_of),
    )


def _version_row(version: Item, writer: Writer, made_by: Change | None, as_of: AsOf) -> VersionRow:
    row = VersionRow(
        body=version.body[:BEGINNING],
        validFrom=when(version.valid.start),
        validTo=format_instant(version.valid.end),
        recordedAt=when(version.recorded_at),
        supersededAt=format_instant(version.superseded_at) if version.superseded_at <= as_of.known_at else None,
        confidence=version.confidence,
        actor=writer.actor,
    )
    if version.title:
        row["title"] = version.title
    if version.tags:
        row["tags"] = list(version.tags)
    if writer.session_uid is not None:
        row["sessionId"] = writer.session_uid
    if writer.clock_at is not None:
        row["clockSaid"] = when(writer.clock_at)
    if made_by is not None:
        row["verb"] = made_by.verb
        if made_by.reason:
            row["reason"] = made_by.reason
    if version.kind in BROUGHT_BACK and not version.is_believed:
        arguments = {"learningId": version.uid, "restore": when(version.recorded_at)}
        row["restore"] = ActionCall(tool="memory_learn_update", arguments=arguments)
    return row
