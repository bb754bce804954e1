"""Look the memory over: what is used, stale, hot, open, contradicting, double or alone; and how it grows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict, cast

from memory_mcp.store.contradictions import pairs as contradictions
from memory_mcp.store.handoffs import handoff_rows
from memory_mcp.store.overview.insights import insights
from memory_mcp.store.sessions import sessions
from memory_mcp.store.upkeep import reflection, stale_premises
from memory_mcp.temporal import DAY_US, WEEK_US
from memory_mcp.tools.framework import safe_markdown
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.comparing import waiting_notices
from memory_mcp.tools.framework.declare import Clamp, tool
from memory_mcp.tools.framework.paging import cut_notice, fit
from memory_mcp.tools.framework.shared_parameters import SeenProject
from memory_mcp.tools.rows.findings import TITLES, FindingRow, PairRow, finding_rows, overview, pair_line

_WEEKS = 8
_SECTIONS = (
    "mostUsed", "stale", "hotEntities", "openDecisions", "stalePremises", "contradictions", "orphans",
    "nearDuplicates",
)  # fmt: skip


class ReflectResult(TypedDict, total=False):
    """What deserves a look; totals says how many there are of each."""

    summary: str
    mostUsed: list[FindingRow]
    stale: list[FindingRow]
    hotEntities: list[FindingRow]
    openDecisions: list[FindingRow]
    stalePremises: list[FindingRow]
    contradictions: list[PairRow]
    orphans: list[FindingRow]
    nearDuplicates: list[PairRow]
    totals: dict[str, int]
    growth: dict[str, int]
    project: str | None
    notice: str


class KindCounts(TypedDict, total=False):
    """How many of a kind hold now: live, archived, and pinned of both."""

    current: int
    archived: int
    pinned: int


class WeekRow(TypedDict, total=False):
    """New facts of a week; weeksAgo 0 is the week that ends now."""

    weeksAgo: int
    added: int


class UsageCounts(TypedDict, total=False):
    """How often what holds now was shown in an answer, opened, and cited; of rowsUsed rows."""

    shown: int
    opened: int
    cited: int
    rowsUsed: int


class InsightsResult(TypedDict, total=False):
    """Counts and breakdowns of what is in this memory."""

    project: str | None
    kinds: dict[str, KindCounts]
    learningsByCategory: dict[str, int]
    learningsByType: dict[str, int]
    entitiesByType: dict[str, int]
    topTags: dict[str, int]
    projects: dict[str, int]
    decisions: dict[str, int]
    changes: dict[str, int]
    usage: UsageCounts
    sessions: int
    openHandoffs: int
    growth: list[WeekRow]
    notice: str


def report(result: Mapping[str, Any]) -> str:
    """Write a reflection as Markdown: the same lines, each with its id and the call that acts on it."""
    lines = [result["summary"]]
    if result.get("notice"):
        lines += ["", f"notice: {safe_markdown.escaped(result['notice'])}"]
    for key, title in TITLES.items():
        if result[key]:
            lines += ["", f"## {title.capitalize()} ({result['totals'][key]})"]
            lines += [_pair_line(row) if "older" in row else _line(row) for row in result[key]]
    return "\n".join(lines)


@tool(title="Reflect", read_only=True, idempotent=True, text=report)
def memory_reflect(
    call: Call,
    project: SeenProject = None,
    lookback_days: Annotated[int, Clamp(1, 3_650), "How many days are recent, 1-3650."] = 7,
    stale_threshold_days: Annotated[int, Clamp(1, 3_650), "How many unused days are stale, 1-3650."] = 30,
    limit: Annotated[int, Clamp(1, 50), "How many lines a section, 1-50."] = 5,
) -> ReflectResult:
    """List what is most used, stale, hot, undecided, contradicting, alone or double, with what to do."""
    with call.reading() as snapshot:
        scope = call.scope(snapshot, project)
        found = reflection.reflect(
            snapshot,
            scope.id,
            since=snapshot.now - lookback_days * DAY_US,
            stale_before=snapshot.now - stale_threshold_days * DAY_US,
            limit=limit,
        )
        pairs = contradictions.kept(snapshot, project=scope.id, limit=limit)
        doubles = contradictions.near_duplicates(snapshot, project=scope.id, limit=limit)
        call.notices += waiting_notices(call, snapshot)
        has_changes = stale_premises.is_pending(snapshot)
        now = snapshot.now
    sections = finding_rows(found, now)
    totals = {key: section.total for key, section in sections.items()}
    totals |= {"contradictions": pairs.total, "nearDuplicates": doubles.total}
    lists: dict[str, Any] = {key: section.rows for key, section in sections.items()}
    lists["contradictions"] = [pair_line(pair) for pair in pairs.pairs]
    lists["nearDuplicates"] = [pair_line(pair) for pair in doubles.pairs]
    result: dict[str, Any] = {"summary": overview(totals, found.growth, lookback_days)}
    result |= {key: lists[key] for key in _SECTIONS}
    result |= {"totals": totals, "growth": found.growth, "project": scope.name}
    cut = fit(result, _SECTIONS)
    if cut:
        call.notices.append(cut_notice(cut, "ask for a smaller limit, or for one project"))
    if has_changes:
        call.after_reply(stale_premises.keep)
    return cast("ReflectResult", result)


@tool(title="Counts and growth", read_only=True, idempotent=True)
def memory_insights(call: Call, project: SeenProject = None) -> InsightsResult:
    """Count what is here by kind, category, tag, project and week."""
    with call.reading() as snapshot:
        scope = call.scope(snapshot, project)
        found = insights(snapshot, scope.id, since=snapshot.now - _WEEKS * WEEK_US)
        total_sessions = sessions.total(snapshot, scope.id)
        open_handoffs = handoff_rows.open_count(snapshot, scope.id)
    return InsightsResult(
        project=scope.name,
        kinds={
            kind: KindCounts(current=count.current, archived=count.archived, pinned=count.pinned)
            for kind, count in found.kinds.items()
        },
        learningsByCategory=found.categories,
        learningsByType=found.memory_types,
        entitiesByType=found.entity_types,
        topTags=found.tags,
        projects={name or "(none)": count for name, count in found.projects.items()},
        decisions=found.decisions,
        changes=found.changes,
        usage=cast("UsageCounts", found.usage),
        sessions=total_sessions,
        openHandoffs=open_handoffs,
        growth=[WeekRow(weeksAgo=week, added=found.weeks.get(week, 0)) for week in range(_WEEKS)],
    )


def _line(row: FindingRow) -> str:
    what, why = safe_markdown.escaped(row["snippet"]), safe_markdown.escaped(row["why"])
    return f"- {row['type']}: {what} ({why}): {safe_markdown.call(row['act'])}"


def _pair_line(row: PairRow) -> str:
    kind = row["kind"].replace("_", " ")
    evidence = f" ({safe_markdown.escaped(row['evidence'])})" if row["evidence"] else ""
    older, newer = (safe_markdown.escaped(fact["snippet"]) for fact in (row["older"], row["newer"]))
    calls = " or ".join(safe_markdown.call(row[key]) for key in ("resolve", "restore", "dismiss") if key in row)
    return f"- {kind}{evidence}: {older} / {newer}: {calls}"
