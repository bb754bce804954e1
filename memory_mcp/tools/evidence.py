"""What a write shows its caller: rows that are like the new one, current facts it may contradict, what was masked."""

from __future__ import annotations

from typing import Any, TypedDict, TypeVar

from memory_mcp.gatekeeper import Similar
from memory_mcp.store.contradictions import clash
from memory_mcp.store.db import Snapshot
from memory_mcp.store.items import Draft
from memory_mcp.store.similar import similar
from memory_mcp.tools.call import Call

_SNIPPET = 160
_R = TypeVar("_R", bound=Any)


class SimilarRow(TypedDict, total=False):
    """A current row that is like the new one; similarity from 0 to 1."""

    id: str
    snippet: str
    similarity: float


class Contradiction(TypedDict, total=False):
    """A current fact that may not hold beside the new one."""

    id: str
    kind: str
    snippet: str
    evidence: str


def similar_rows(snapshot: Snapshot, draft: Draft, *, uid: str = "") -> list[SimilarRow]:
    """Return up to three current rows of the same kind that are like the draft."""
    found = similar(
        snapshot, f"{draft.title} {draft.body}", kind=draft.kind, project_id=draft.project_id,
        parent_uid=draft.parent_uid, uid=uid,
    )  # fmt: skip
    return [SimilarRow(id=item.uid, snippet=_short(item.body), similarity=round(measure, 3)) for item, measure in found]


def evidence_of(rows: list[SimilarRow]) -> tuple[Similar, ...]:
    """Return the rows as the gatekeeper judges them."""
    return tuple(Similar(row["id"], row["snippet"], row["similarity"]) for row in rows)


def contradictions_with(snapshot: Snapshot, draft: Draft, uid: str) -> list[Contradiction]:
    """Return up to three current facts that share words with the draft and may not hold beside it."""
    found = similar(
        snapshot, f"{draft.title} {draft.body}", kind=draft.kind, project_id=draft.project_id,
        parent_uid=draft.parent_uid, uid=uid, limit=10,
    )  # fmt: skip
    contradictions = []
    for item, _measure in found:
        found_clash = clash(draft.body, item.body)
        if found_clash is not None:
            contradictions.append(
                Contradiction(
                    id=item.uid, kind=found_clash.kind, snippet=_short(item.body), evidence=found_clash.evidence
                )
            )
    return contradictions[:3]


def with_redactions(call: Call, result: _R) -> _R:
    """Return the result with the count of what was masked in the caller's text, if anything was."""
    if call.redacted:
        result["redacted"] = dict(call.redacted)
    return result


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SNIPPET else line[: _SNIPPET - 1] + "…"
