"""What a write shows its caller: rows that are like the new one, current facts it may contradict, what was masked."""

from __future__ import annotations

from typing import Any, NamedTuple, TypedDict, TypeVar

from memory_mcp.contradiction.verdict import clash
from memory_mcp.language.plurals import counted
from memory_mcp.store.contradictions import pairs, vector_scan
from memory_mcp.store.contradictions.scan import claim, compare, declared, keep
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.text_index.near_duplicates import most_similar, neighbours
from memory_mcp.store.text_index.rare_terms import Words
from memory_mcp.tools.framework.call import Call

_SNIPPET = 160
_MOST_CONTRADICTIONS = 3
# Those that share most words come first; the rest is compared once the answer is out.
_MOST_COMPARED = 10
# A step of deferred work delays the next answer by so many comparisons at most.
_COMPARED_AT_ONCE = 50
_PAIRS_AT_ONCE = 400
_NEAR_AT_ONCE = 25
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
    for item in among[:_MOST_COMPARED]:
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
    keep(tx, compare(tx, most=_COMPARED_AT_ONCE, most_pairs=_PAIRS_AT_ONCE))


def compare_waiting(db: Database) -> bool:
    """Compare a few facts that nobody asked to compare, as after an import; whether there may be more."""
    with db.reading() as snapshot:
        found = compare(snapshot, most=_COMPARED_AT_ONCE, most_pairs=_PAIRS_AT_ONCE)
    if found.is_news:
        with db.writing("compare") as tx:
            keep(tx, found)
    return found.facts > 0


def compare_near_waiting(db: Database) -> bool:
    """Compare a few facts with those whose vectors are near; whether there may be more."""
    return vector_scan.catch_up(db, most=_NEAR_AT_ONCE) > 0


def waiting_notices(snapshot: Snapshot) -> list[str]:
    """Return what an answer about contradictions says while facts wait for their comparison."""
    waiting, near = pairs.pending(snapshot), pairs.pending_near(snapshot)
    notices = [not_compared(waiting)] if waiting else []
    if near:
        be, their = ("is", "its vector is") if near == 1 else ("are", "their vectors are")
        notices.append(f"{counted(near, 'fact')} {be} compared by words only until {their} there and looked at")
    return notices


def not_compared(waiting: int) -> str:
    """Say that facts wait to be compared."""
    be, them = ("is", "it") if waiting == 1 else ("are", "them")
    return f"{counted(waiting, 'fact')} {be} not compared yet; memory_contradictions compares {them}"


def with_redactions(call: Call, result: _R) -> _R:
    """Return the result with the count of what was masked in the caller's text, if anything was."""
    if call.redacted:
        result["redacted"] = dict(call.redacted)
    return result


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SNIPPET else line[: _SNIPPET - 1] + "…"
