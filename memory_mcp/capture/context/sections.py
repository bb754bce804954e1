"""The sections a session starts with: lines in the order they are read, each with how pressing it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from zlib import crc32

from memory_mcp.capture.context.budget import Entry, Section
from memory_mcp.capture.context.framing import WIDTH, line, row_line
from memory_mcp.capture.context.selection import Earlier, SessionContext
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.handoffs.handoffs import Handoff
from memory_mcp.store.sessions.salience import Unresolved
from memory_mcp.temporal import Instant, describe_gap, utc_day

# Of what a session left, how its commands ended.
_ENDED: Final = ("- failed: ", "- passed: ")
_KINDS: Final = (("decision", "decisions"), ("learning", "lessons"), ("observation", "facts"), ("turn", "turns"),
                 ("document", "documents"))  # fmt: skip


def sections_of(context: SessionContext) -> Iterator[Section]:
    """Yield what there is to say in the order it is read. What goes first where room is small stands in the entries."""
    yield _doing(context.doing)
    if not context.is_compacted:
        yield Section(
            "Left for this session (accept with memory_handoff):", "lines of handoffs",
            [entry for place, handoff in enumerate(context.handoffs) for entry in _handoff(handoff, place)],
        )  # fmt: skip
    yield Section("Pinned:", "pinned rows", _rows(context, context.pinned, first=1, step=0.4))
    yield Section("About the person:", "fields about the person", [
        Entry(f"- {line(name, 60)}: {line(value, WIDTH)}", 1.5 + 0.4 * place, (f"profile:{name}", _sum(value)))
        for place, (name, value) in enumerate(context.profile.items())
    ])  # fmt: skip
    yield _goal(context)
    if not context.is_compacted:
        yield from _past(context)
        yield _meanwhile(context)
    told = set() if context.is_compacted else {item.uid for item in context.happened}
    for heading, noun, items in (
        ("Decisions:", "decisions", context.decisions),
        ("Lessons:", "lessons", context.learnings),
    ):
        rows = [item for item in items if item.uid not in told][: context.depth.rows]
        yield Section(heading, noun, _rows(context, rows, first=1.8, step=0.6))
    yield Section(
        "Contradictions nobody resolved (memory_contradictions says how):", "contradictions",
        [_contradiction(pair, place) for place, pair in enumerate(context.contradictions)],
    )  # fmt: skip


def _goal(context: SessionContext) -> Section:
    goal = context.goal
    entries = [] if goal is None else [
        Entry(f"Goal since {utc_day(goal.since)}: {line(goal.text, 400)}", 0.8,
              (f"goal:{goal.project_id}", _sum(goal.text)))
    ]  # fmt: skip
    return Section("", "goal", entries)


def _doing(lines: Sequence[str]) -> Section:
    entries = [Entry(f"- {line(text, 600)}", 0.1 * place) for place, text in enumerate(lines)]
    return Section("What was being done when this conversation was compacted:", "lines of what was being done", entries)


def _past(context: SessionContext) -> Iterator[Section]:
    """Tell of the last session that said something, and the longer it is ago, of those before it in a line each."""
    left_by = {handoff.from_session for handoff in context.handoffs if handoff.origin == "automatic"}
    telling = [(one, told) for one in context.past if (told := _recap(one))]
    for one, told in telling[:1]:
        first, rest = told[0], told[1:]
        if one.session.uid in left_by:
            # What it left by ending says all else.
            first, rest = "", [text for text in rest if text.startswith(_ENDED)]
        lines = [f"Last session ({_when(one, context.now)}): {first}".removesuffix(": "), *rest]
        yield Section("", "lines of the last session", _together(lines, 1.2, 0.2, _version(one, told)))
    if context.depth.earlier:
        earlier = [(one, told) for one, told in telling[1:] if told[0]][: context.depth.earlier]
        yield Section("Before that:", "earlier sessions", [
            Entry(f"- {_when(one, context.now)}: {line(told[0], WIDTH)}", 4 + place, _version(one, told))
            for place, (one, told) in enumerate(earlier)
        ])  # fmt: skip


def _version(one: Earlier, told: list[str]) -> tuple[str, int]:
    """Return under what a session is noted as shown: by what it says, not by how long ago it was."""
    return one.session.uid, _sum("\n".join(told))


def _recap(one: Earlier) -> list[str]:
    """Return the lines on a session, the first one perhaps empty; none where it said nothing."""
    if not (one.about or one.left):
        return []
    return [line(one.about, 600), *(f"- {what}: {line(text, WIDTH)}" for what, text in one.left)]


def _meanwhile(context: SessionContext) -> Section:
    counts = [(context.counts.get(kind, 0), noun) for kind, noun in _KINDS]
    said = ", ".join(f"{count} {noun.removesuffix('s') if count == 1 else noun}" for count, noun in counts if count)
    heading = f"Since then ({said}):" if said else "Since then:"
    return Section(heading, "rows that came since", _rows(context, context.happened, first=3, step=0.5))


def _rows(context: SessionContext, items: Sequence[Item], *, first: float, step: float) -> list[Entry]:
    return [Entry(_row(context, item), first + step * place, (item.uid, item.id)) for place, item in enumerate(items)]


def _row(context: SessionContext, item: Item) -> str:
    return row_line(item, context.clients.get(item.session_uid or "", ""), verdict=context.verdicts.get(item.uid))


def _contradiction(pair: Unresolved, place: int) -> Entry:
    about = f"{line(pair.about, 80)}: " if pair.about else ""
    older, newer = (f'"{line(side.text, 140)}" ({utc_day(side.since)})' for side in (pair.older, pair.newer))
    shows = (f"{pair.older.uid}/{pair.newer.uid}", _sum(f"{pair.older.row}/{pair.newer.row}"))
    return Entry(f"- {about}{older} or {newer}? ({pair.kind})", 3 + place, shows)


def _handoff(handoff: Handoff, place: int) -> list[Entry]:
    lines = [f"- {utc_day(handoff.created_at)} {line(handoff.summary, 400)} (id {handoff.uid})"]
    lines += [f"  open: {line(question, 120)}" for question in handoff.open_questions[:3]]
    lines += [f"  next: {line(step, 120)}" for step in handoff.next_steps[:5]]
    lines += [f"  files: {line(', '.join(handoff.files[:10]), 200)}"] if handoff.files else []
    return _together(lines, 3.0 * place, 0.3, (handoff.uid, _sum("\n".join(lines))))


def _together(lines: list[str], first: float, step: float, shows: tuple[str, int]) -> list[Entry]:
    """Make lines that are one thing: told again when it changes, the later ones only after the first."""
    return [Entry(text, first + step * place, shows, group=shows[0]) for place, text in enumerate(lines)]


def _when(one: Earlier, now: Instant) -> str:
    client = f"{line(one.session.client, 40)}, " if one.session.client else ""
    return f"{client}{utc_day(one.last_active_at)}, {describe_gap(now - one.last_active_at)} ago"


def _sum(text: str) -> int:
    return crc32(text.encode("utf-8", "replace"))
