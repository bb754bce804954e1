"""What a write shows its caller: rows that are like the new one, current facts it may contradict, what was masked."""

from __future__ import annotations

from typing import Any, NamedTuple, TypedDict, TypeVar

from memory_mcp.gatekeeper import Similar
from memory_mcp.store.clash import clash
from memory_mcp.store.comparing import claim, compare, declared, keep
from memory_mcp.store.db import Snapshot, Transaction
from memory_mcp.store.items import Draft
from memory_mcp.store.likely import Words
from memory_mcp.store.similar import most_similar, neighbours
from memory_mcp.tools.call import Call

_SNIPPET = 160
_MOST_CONTRADICTIONS = 3
# A step of deferred work delays the next answer by so many comparisons at most.
_COMPARED_AT_ONCE = 50
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


class Seen(NamedTuple):
    """What a new fact meets."""

    similar: list[SimilarRow]
    contradictions: list[Contradiction]


def seen_beside(snapshot: Snapshot, draft: Draft, *, uid: str = "", words: Words | None = None) -> Seen:
    """Return what is known that is like the draft, and what may not hold beside it, from one look at the index."""
    among = neighbours(snapshot, draft, uid=uid, words=words)
    similar = [
        SimilarRow(id=item.uid, snippet=_short(item.body), similarity=round(measure, 3))
        for item, measure in most_similar(draft, among)
    ]
    holds = declared(snapshot)
    text = claim(draft.kind, draft.title, draft.body)
    contradicting: list[Contradiction] = []
    for item in among:
        if len(contradicting) == _MOST_CONTRADICTIONS:
            break
        found = clash(
            claim(item.kind, item.title, item.body), text, is_one_entity=draft.kind == "observation", relations=holds
        )
        if found is not None and draft.valid.overlaps(item.valid):
            contradicting.append(
                Contradiction(id=item.uid, kind=found.kind, snippet=_short(item.body), evidence=found.evidence)
            )
    return Seen(similar, contradicting)


def compare_later(call: Call, facts: int = 1) -> None:
    """Have new facts compared with all that came before them, once the answer is out, a few at a time."""
    for _ in range(0, facts, _COMPARED_AT_ONCE):
        call.after_reply(compare_some)


def compare_some(tx: Transaction) -> None:
    """Compare a few facts that were not compared yet."""
    keep(tx, compare(tx, most=_COMPARED_AT_ONCE))


def evidence_of(rows: list[SimilarRow]) -> tuple[Similar, ...]:
    """Return the rows as the gatekeeper judges them."""
    return tuple(Similar(row["id"], row["snippet"], row["similarity"]) for row in rows)


def with_redactions(call: Call, result: _R) -> _R:
    """Return the result with the count of what was masked in the caller's text, if anything was."""
    if call.redacted:
        result["redacted"] = dict(call.redacted)
    return result


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SNIPPET else line[: _SNIPPET - 1] + "…"
