"""Show findings in an answer: each line with its id and the call that acts on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, TypedDict

from memory_mcp.language.plurals import counted, listed
from memory_mcp.language.shortening import one_line
from memory_mcp.store.contradictions.pair_facts import PairFact
from memory_mcp.store.contradictions.pairs import FoundPair
from memory_mcp.store.upkeep.reflection import Reflection, Section
from memory_mcp.store.upkeep.retention import Leaving
from memory_mcp.temporal import Instant, describe_gap
from memory_mcp.tools.framework.paging import when

_WIDTH: Final = 90
TITLES: Final = {
    "mostUsed": "used most",
    "stale": "stale",
    "hotEntities": "entities much was learned about",
    "openDecisions": "decisions without a verdict",
    "stalePremises": "decisions whose reasons changed",
    "contradictions": "contradictions",
    "orphans": "entities nothing is known about",
    "nearDuplicates": "near-duplicates",
}

_BECAME: Final = {"supersede": "superseded", "end": "ended", "retract": "retracted", "correct": "corrected",
           "restore": "brought back to what it said before"}  # fmt: skip


class ActionCall(TypedDict, total=False):
    """A call as it can be made."""

    tool: str
    arguments: dict[str, Any]


class FindingRow(TypedDict, total=False):
    """A row that deserves a look, why, and the call that acts on it."""

    id: str
    type: str
    snippet: str
    why: str
    act: ActionCall


class PairFactRow(TypedDict, total=False):
    """One fact of a pair."""

    id: str
    type: str
    snippet: str
    validFrom: str
    confidence: float | None


class PairRow(TypedDict, total=False):
    """Two current facts that contradict each other, or say the same, and the calls that settle it, ready to be made.

    resolve: the newer stands for the older; end: the older is over, and the newer nothing to do with it;
    dismiss: both hold. concurrent: two versions of one fact, edited apart from each other on two machines; the newer is
    current, restore: the older again.
    """

    kind: Literal["negation", "value", "antonym", "meaning", "confidence_drift", "near_duplicate", "concurrent"]
    confidence: Literal["high", "possible"]
    evidence: str
    similarity: float
    older: PairFactRow
    newer: PairFactRow
    entityId: str
    resolve: ActionCall
    end: ActionCall
    restore: ActionCall
    dismiss: ActionCall


class LeavingRow(TypedDict, total=False):
    """A row that goes, to the archive or for good, and why."""

    id: str
    type: str
    step: Literal["archive", "purge"]
    snippet: str
    why: str


class Findings(NamedTuple):
    """Rows of a section, and how many there are in all."""

    rows: list[FindingRow]
    total: int


def pair_row(pair: FoundPair) -> PairRow:
    """Return a pair as answers show it, with every call that settles it; the older fact gives way to the newer."""
    if pair.apart:
        return _concurrent_row(pair)
    row = PairRow(
        kind=pair.contradiction.kind if pair.contradiction else "near_duplicate",
        confidence=pair.contradiction.certainty if pair.contradiction else "high",
        evidence=pair.contradiction.evidence if pair.contradiction else "",
        similarity=round(pair.similarity, 3),
        older=_pair_fact(pair.older),
        newer=_pair_fact(pair.newer),
        resolve=ActionCall(
            tool="memory_observation_supersede",
            arguments={"observationId": pair.older.uid, "supersededById": pair.newer.uid},
        ),
        end=ActionCall(tool="memory_observation_supersede", arguments=_ended(pair)),
        dismiss=ActionCall(
            tool="memory_contradictions", arguments={"dismiss": {"a": pair.older.uid, "b": pair.newer.uid}}
        ),
    )
    if pair.older.entity_uid is not None:
        row["entityId"] = pair.older.entity_uid
    return row


def _concurrent_row(pair: FoundPair) -> PairRow:
    """Return two versions of one fact: to stay with the newer is a dismissal, to go back to the older a restoring.

    Where a memory took the older back, forgetting the fact is to agree with that.
    """
    stays = ActionCall(
        tool="memory_contradictions", arguments={"dismiss": {"a": pair.newer.uid, "b": pair.newer.uid}}
    )  # fmt: skip
    row = PairRow(
        kind="concurrent", confidence="high", evidence=pair.apart, similarity=1.0, older=_pair_fact(pair.older),
        newer=_pair_fact(pair.newer), dismiss=stays,
    )  # fmt: skip
    if pair.is_taken_back:
        row["resolve"] = ActionCall(tool="memory_forget", arguments={"ids": [pair.newer.uid]})
    if pair.is_edited and pair.older.kind == "learning":
        row["restore"] = ActionCall(
            tool="memory_learn_update",
            arguments={"learningId": pair.older.uid, "content": pair.older.body},
        )
    return row


def pair_line(pair: FoundPair) -> PairRow:
    """Return a pair as one line among others: without the call that ends a fact and links nothing."""
    row = pair_row(pair)
    row.pop("end", None)
    return row


def _ended(pair: FoundPair) -> dict[str, Any]:
    """Return how the older fact ends: where the newer begins, where that leaves something of it, else now."""
    arguments: dict[str, Any] = {"observationId": pair.older.uid}
    if pair.older.valid.start < pair.newer.valid.start:
        arguments["validTo"] = when(pair.newer.valid.start)
    return arguments


def leaving_row(row: Leaving) -> LeavingRow:
    """Return a row that goes as answers show it."""
    return LeavingRow(id=row.uid, type=row.kind, step=row.step, snippet=one_line(row.text, _WIDTH), why=row.why)


def finding_rows(found: Reflection, now: Instant) -> dict[str, Findings]:
    """Return the sections of a reflection as answers show them, by name."""
    return {
        "mostUsed": _section(
            found.most_used,
            _uses,
            lambda row: ActionCall(tool="memory_read", arguments={"id": row["uid"], "history": True}),
        ),
        "stale": _section(
            found.stale,
            lambda row: f"not used for {describe_gap(now - row['touched_at'])}",
            lambda row: ActionCall(tool="memory_learn_archive", arguments={"learningId": row["uid"]}),
        ),
        "hotEntities": _section(
            found.hot_entities,
            lambda row: counted(row["facts"], "new fact"),
            lambda row: ActionCall(tool="memory_entity_open", arguments={"id": row["uid"]}),
        ),
        "openDecisions": _section(
            found.open_decisions,
            lambda row: _verdict(row, now),
            lambda row: _verify(row, verdict=row["verified"] != 0),
        ),
        "stalePremises": _section(
            found.stale_premises,
            lambda row: _premise(row, now),
            lambda row: _verify(row, verdict=False),
        ),
        "orphans": _section(
            found.orphans,
            lambda row: f"known since {when(row['recorded_at'])[:10]}, no fact and no relation",
            lambda row: ActionCall(tool="memory_entity_delete", arguments={"id": row["uid"]}),
        ),
    }


def overview(totals: dict[str, int], growth: dict[str, int], lookback_days: int) -> str:
    """Return a short overview in Markdown: counts only, so that no stored text can pose as markup."""
    days = "day" if lookback_days == 1 else counted(lookback_days, "day")
    lines = [f"**Last {days}:** {listed(growth) or 'nothing'} recorded."]
    lines += [f"- {TITLES[key]}: {totals[key]}" for key in TITLES if totals.get(key)]
    if len(lines) == 1:
        lines.append("- nothing needs attention")
    return "\n".join(lines)


def _section(
    section: Section, why: Callable[[dict[str, Any]], str], act: Callable[[dict[str, Any]], ActionCall]
) -> Findings:
    rows = [
        FindingRow(
            id=row["uid"], type=row["kind"], snippet=one_line(row["title"] or row["body"], _WIDTH), why=why(row),
            act=act(row),
        )
        for row in section.rows
    ]  # fmt: skip
    return Findings(rows, section.total)


def _uses(row: dict[str, Any]) -> str:
    """Say what kind of use it was; being shown is none, and only explains."""
    uses = ("opened", row["used"] - row["cited"]), ("cited", row["cited"]), ("shown", row["shown"])
    return ", ".join(f"{what} {counted(times, 'time')}" for what, times in uses)


def _verdict(row: dict[str, Any], now: Instant) -> str:
    """Say what a decision lacks, and since when."""
    lacks = "no outcome yet" if row["verified"] is not None else "not verified"
    return f"{lacks}, decided {describe_gap(now - row['decided_at'])} ago"


def _verify(row: dict[str, Any], *, verdict: bool) -> ActionCall:
    return ActionCall(tool="memory_decide_update", arguments={"decisionId": row["uid"], "verified": verdict})


def _premise(row: dict[str, Any], now: Instant) -> str:
    """Say what a decision rested on and what became of it."""
    what = one_line(row["said"] or "", _WIDTH // 2) or row["premise"]
    return f"rested on '{what}' ({row['premise']}), {_BECAME[row['verb']]} {describe_gap(now - row['changed_at'])} ago"


def _pair_fact(fact: PairFact) -> PairFactRow:
    return PairFactRow(
        id=fact.uid, type=fact.kind, snippet=one_line(fact.text, _WIDTH), validFrom=when(fact.valid.start),
        confidence=fact.confidence,
    )  # fmt: skip
