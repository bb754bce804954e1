"""The sections of a session's opening: lines in the order in which they are read, each with how pressing it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final
from zlib import crc32

from memory_mcp.capture.context.budget import LATER, Entry, Section, Thread
from memory_mcp.capture.context.earlier_sessions import BRIEFLY, EarlierSession
from memory_mcp.capture.context.framing import WIDTH, line, row_line, row_text
from memory_mcp.capture.context.passed_on import SHOWN
from memory_mcp.capture.context.selection import SessionContext
from memory_mcp.capture.context.threads import threads
from memory_mcp.language.plurals import listed
from memory_mcp.language.questions import ends_as_question
from memory_mcp.store.facts.short_ids import short
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.handoffs.handoff_rows import Handoff
from memory_mcp.store.handoffs.session_end import FAILED
from memory_mcp.store.sessions.fact_pairs import Replaced, Side, Unresolved
from memory_mcp.store.sessions.statements import ASIDE_LEAST, Statement
from memory_mcp.temporal import Instant, describe_gap, utc_day

if TYPE_CHECKING:
    from memory_mcp.statements.recognition import StatementRole

# Of what a session left, which commands failed when they were last run.
_FAILED: Final = "- failed: "
_BEFORE: Final = 120
# Of a later request, which is what an earlier session came to.
_ANSWERED: Final = 50
# A list's entry and a heading end so as well.
_SENTENCE_ENDS: Final = (".", "!", "?", "\N{HORIZONTAL ELLIPSIS}", ":", ";", ",", "\N{IDEOGRAPHIC FULL STOP}")
# What rows of each kind are called where they are counted.
_NOUNS: Final = {
    "decision": "decision", "learning": "lesson", "observation": "fact", "turn": "turn", "document": "document",
}  # fmt: skip

# Of each section how pressing its first line is, and what each further one adds. Where room is small the lowest go in
# first.
_URGENCY: Final[Mapping[str, tuple[float, float]]] = {
    "handoff": (0.0, 3.0),
    "doing": (0.0, 0.1),
    "goal": (0.8, 0.0),
    "standing": (0.9, 0.2),
    "pinned": (1.0, 0.4),
    "change": (1.2, 0.25),
    "last session": (1.2, 0.2),
    "open": (1.3, 0.25),
    "decision": (1.4, 0.25),
    "replaced fact": (1.5, 0.3),
    "about the person": (1.5, 0.4),
    "noted decision": (1.6, 0.6),
    "lesson": (1.8, 0.6),
    "earlier session": (1.8, 0.5),
    "meanwhile": (3.0, 0.5),
    "contradiction": (3.0, 1.0),
    "aside": (7.0, 0.1),
}
# What a person confirmed, whatever its place.
_CONFIRMED: Final = 0.5
# Of one handoff, each line after its first.
_STEP_OF_HANDOFF: Final = 0.3


def _urgency(name: str, place: int = 0) -> float:
    """Return how pressing the line at a place of a section is, from 0: lower goes first."""
    first, step = _URGENCY[name]
    return first + step * place


def sections_of(context: SessionContext) -> Iterator[Section]:
    """Yield what there is to say in the order it is read. What goes in first where room is small is another matter."""
    lines = threads(_told_since(context), context.later)
    yield _doing(context.doing)
    if not context.is_compacted:
        yield _left(context.handoffs)
    yield Section("Standing wishes:", "standing wish", _told_as(context, "standing", lines))
    yield Section("Changed:", "change", [
        *_stated(context, "change", lines),
        *(_replaced(context, pair, place, lines) for place, pair in enumerate(context.replaced)),
    ])  # fmt: skip
    yield Section("Still open:", "open end", _told_as(context, "open", lines))
    told = set() if context.is_compacted else {item.uid for item in context.happened}
    decisions, lessons = ([item for item in items if item.uid not in told][: context.depth.rows]
                          for items in (context.decisions, context.learnings))  # fmt: skip
    yield Section("Decisions:", "decision", [
        *_rows(context, decisions, lines, "noted decision"), *_told_as(context, "decision", lines),
    ])  # fmt: skip
    # To the network, how a thing is and that it changed are one.
    yield Section("How things are:", "fact", _in_passing(context, context.likely("change"), lines))
    if not context.is_compacted:
        yield from _past(context)
        yield _meanwhile(context, lines)
    yield Section("Lessons:", "lesson", _rows(context, lessons, lines, "lesson"))
    yield Section(
        "Contradictions nobody resolved (memory_contradictions says how):", "contradiction",
        [_contradiction(context, pair, place) for place, pair in enumerate(context.contradictions)],
    )  # fmt: skip
    yield Section("Pinned:", "pinned row", _rows(context, context.pinned, lines, "pinned"))
    yield _asides(context, lines)
    yield _goal(context)
    yield Section("About the person:", "field about the person", [
        Entry(f"- {line(name, 60)}: {line(value, WIDTH)}", _urgency("about the person", place),
              (f"profile:{name}", text_sum(value)))
        for place, (name, value) in enumerate(context.profile.items())
    ])  # fmt: skip


def _told_since(context: SessionContext) -> dict[str, Instant]:
    """Return since when what is told has been said or noted, by id."""
    statements = chain(chain.from_iterable(context.stated.values()), context.asides)
    rows = chain(context.happened, context.decisions, context.learnings, context.pinned)
    changed = {pair.newer.uid: pair.newer.since for pair in context.replaced}
    return {one.uid: one.said_at for one in statements} | {row.uid: row.valid.start for row in rows} | changed


def _told_as(context: SessionContext, role: StatementRole, lines: Mapping[str, str]) -> list[Entry]:
    """Tell what rules know of a role, and where there is room what is as good as sure to be of it."""
    return [*_stated(context, role, lines), *_in_passing(context, context.likely(role), lines)]


def _stated(context: SessionContext, role: StatementRole, lines: Mapping[str, str]) -> list[Entry]:
    return [
        _statement(context, one, _CONFIRMED if one.is_confirmed else _urgency(role, place), lines)
        for place, one in enumerate(context.stated[role])
    ]


def _asides(context: SessionContext, lines: Mapping[str, str]) -> Section:
    """Tell what else may matter, in the order it was said."""
    in_order = sorted(context.unsure, key=lambda one: one.said_at)
    return Section("Also said, and may still hold:", "aside", _in_passing(context, in_order, lines))


def _in_passing(context: SessionContext, asides: Sequence[Statement], lines: Mapping[str, str]) -> list[Entry]:
    """Tell asides, of all there are the likeliest first where room is small."""
    places = {one.uid: place for place, one in enumerate(context.asides)}
    return [
        _statement(context, one, _CONFIRMED if one.is_confirmed else _urgency("aside", places[one.uid]), lines)
        for one in asides
    ]


def _statement(context: SessionContext, one: Statement, urgency: float, lines: Mapping[str, str]) -> Entry:
    """Tell a statement, and with it what may withdraw it."""
    said = LATER.join([_said(context, one), *_taken_back(context, one.uid)])
    return Entry(f"- {said}", urgency, (one.uid, text_sum(one.text)), thread=_thread(one.uid, one.said_at, lines))


def _said(context: SessionContext, one: Statement) -> str:
    return f"{_day(context, one)} {_change(one)} [{short(one.uid)}]"


def _taken_back(context: SessionContext, uid: str) -> list[str]:
    """Return what was said later of something that nobody is told alone, but for its matter."""
    return [_said(context, each) for each in context.later.get(uid, ()) if not _is_told_alone(context, each)]


def _is_told_alone(context: SessionContext, one: Statement) -> bool:
    """Whether something may have a line of its own: no withdrawal has, nor what says too little by itself."""
    ruled = context.stated.get(one.role)
    return ruled is not None and (one.share >= ASIDE_LEAST or any(one.uid == each.uid for each in ruled))


def _thread(uid: str, at: Instant, lines: Mapping[str, str]) -> Thread | None:
    return Thread(lines[uid], at) if uid in lines else None


def _day(context: SessionContext, one: Statement) -> str:
    """Return the day something was said; of what was said before in the same words that day too."""
    first, last = utc_day(context.first_said.get(one.uid, one.said_at)), utc_day(one.said_at)
    return last if first == last else f"{first}, again {last}"


def _change(one: Statement) -> str:
    """Return what was said; of a change that does not say it, also what was said before."""
    said = line(one.text, WIDTH)
    before = one.replaces if one.replaces and not one.value_before else ""
    return f"{said} (before: {line(before, _BEFORE)})" if before else said


def _replaced(context: SessionContext, pair: Replaced, place: int, lines: Mapping[str, str]) -> Entry:
    """Tell a fact behind the one whose place it took, and with it what may withdraw it."""
    about = f"{line(pair.about, 80)}: " if pair.about else ""
    text = f"{line(pair.older.text, _BEFORE)} -> {line(pair.newer.text, WIDTH)}"
    why = f" (because: {line(pair.reason, WIDTH)})" if pair.reason else ""
    uid, since = pair.newer.uid, pair.newer.since
    told = LATER.join([f"- {utc_day(since)} {about}{text}{why} [{short(uid)}]", *_taken_back(context, uid)])
    return Entry(told, _urgency("replaced fact", place), (uid, pair.newer.row), thread=_thread(uid, since, lines))


def _goal(context: SessionContext) -> Section:
    goal = context.goal
    entries = [] if goal is None else [
        Entry(f"Goal since {utc_day(goal.since)}: {line(goal.text, 400)}", _urgency("goal"),
              (f"goal:{goal.project_id}", text_sum(goal.text)))
    ]  # fmt: skip
    return Section("", "goal", entries)


def _doing(lines: Sequence[str]) -> Section:
    entries = [Entry(f"- {line(text, 600)}", _urgency("doing", place)) for place, text in enumerate(lines)]
    return Section("What was being done when this conversation was compacted:", "line of what was being done", entries)


def _past(context: SessionContext) -> Iterator[Section]:
    """Tell of the last session that said something, and of those before it in a line each."""
    left_by = {handoff.from_session: handoff for handoff in context.handoffs if handoff.origin == "automatic"}
    telling = [(one, told) for one in context.past if (told := _recap(one))]
    # What an earlier one left by ending says what a line on it would.
    before = ((one, told) for one, told in telling[1:] if _says_anything(one) and one.session.uid not in left_by)
    telling = [*telling[:1], *before]
    for one, told in telling[:1]:
        first, rest = told[0], told[1:]
        if (handoff := left_by.get(one.session.uid)) is not None:
            # What it left by ending says all else.
            first, rest = "", [] if _tells_failures(handoff) else [text for text in rest if text.startswith(_FAILED)]
        if not (first or rest):
            continue
        about = f"Last session ({_when(one, context.now)}): {first}".removesuffix(": ")
        lines = [f"{about} [{short(one.session.uid)}]", *rest]
        entries = _together(lines, *_URGENCY["last session"], _version(one, told))
        entries[0] = entries[0]._replace(lasting=f"{first} [{short(one.session.uid)}]" if first else "")
        yield Section("", "line of the last session", entries)
    yield Section("Before that:", "earlier session", [
        _before_that(context, one, _urgency("earlier session", place), _version(one, told))
        for place, (one, told) in enumerate(telling[1:])
    ])  # fmt: skip


def _before_that(context: SessionContext, one: EarlierSession, urgency: float, version: tuple[str, int]) -> Entry:
    said = f": {_about(one)} [{short(one.session.uid)}]"
    return Entry(f"- {_when(one, context.now)}{said}", urgency, version, lasting=said)


def _says_anything(one: EarlierSession) -> bool:
    """Whether a line on a session says anything: a question that nothing came of does not."""
    return bool(one.about or (one.asked and not ends_as_question(one.asked)))


def _tells_failures(handoff: Handoff) -> bool:
    return any(question.startswith(FAILED) for question in handoff.open_questions)


def _about(one: EarlierSession) -> str:
    """Return one line: what a session was for, and behind an arrow what came of it, where both are known."""
    came_of_it = line(one.about, BRIEFLY)
    asked = "; ".join(filter(None, (line(one.asked, BRIEFLY), line(one.answered, _ANSWERED))))
    return came_of_it if asked in came_of_it else f"{asked} -> {came_of_it}" if came_of_it else asked


def _version(one: EarlierSession, told: list[str]) -> tuple[str, int]:
    """Return under what a session is noted as shown: by what it says, not by how long ago it was."""
    return one.session.uid, text_sum("\n".join(told))


def _recap(one: EarlierSession) -> list[str]:
    """Return the lines on a session, the first one perhaps empty; none where it said nothing."""
    if not (one.about or one.left):
        return []
    return [line(one.about, 600), *(f"- {what}: {line(text, WIDTH)}" for what, text in one.left)]


def _meanwhile(context: SessionContext, lines: Mapping[str, str]) -> Section:
    said = listed({noun: context.counts.get(kind, 0) for kind, noun in _NOUNS.items()})
    heading = f"Since then ({said}):" if said else "Since then:"
    return Section(heading, "row that came since", _rows(context, context.happened, lines, "meanwhile"))


def _rows(context: SessionContext, items: Sequence[Item], lines: Mapping[str, str], section: str) -> list[Entry]:
    return [
        Entry(
            LATER.join([_row(context, item), *_taken_back(context, item.uid)]), _urgency(section, place),
            (item.uid, item.id), thread=_thread(item.uid, item.valid.start, lines),
        )
        for place, item in enumerate(items)
    ]  # fmt: skip


def _row(context: SessionContext, item: Item) -> str:
    why = str(item.attributes.get("reasoning") or "") if item.kind == "decision" else ""
    text = f"{line(row_text(item), WIDTH)} (because: {line(why, WIDTH)})" if why else ""
    client = context.clients.get(item.session_uid or "", "")
    return row_line(item, client, verdict=context.verdicts.get(item.uid), text=text, width=2 * WIDTH)


def _contradiction(context: SessionContext, pair: Unresolved, place: int) -> Entry:
    """Tell a pair; one of whose facts is pressing is as pressing, as it has no other line."""
    is_pressing = not context.pressing.isdisjoint((pair.older.uid, pair.newer.uid))
    urgency = _urgency("noted decision" if is_pressing else "contradiction", place)
    about = f"{line(pair.about, 80)}: " if pair.about else ""
    is_one = pair.older.uid == pair.newer.uid
    older = _side(pair.older) if is_one else f"{_side(pair.older)} [{short(pair.older.uid)}]"
    newer = f"{_side(pair.newer)} [{short(pair.newer.uid)}]"
    shows = (f"{pair.older.uid}/{pair.newer.uid}", text_sum(f"{pair.older.row}/{pair.newer.row}"))
    return Entry(f"- {about}{older} or {newer}? ({line(pair.apart, 400) or pair.kind})", urgency, shows)


def _side(side: Side) -> str:
    return f'"{line(side.text, 140)}" ({utc_day(side.since)})'


def _is_telling(handoff: Handoff) -> bool:
    """Whether a handoff says anything that the rest of the opening does not."""
    return bool(handoff.summary.strip() or handoff.open_questions or handoff.next_steps or handoff.files)


def _left(handoffs: Sequence[Handoff]) -> Section:
    telling = enumerate(filter(_is_telling, handoffs))
    entries = [entry for place, handoff in telling for entry in _handoff(handoff, place)]
    return Section("Left for this session (accept with memory_handoff):", "line of a handoff", entries)


def _handoff(handoff: Handoff, place: int) -> list[Entry]:
    about = line(_sentences(handoff.summary), SHOWN)
    lines = [" ".join(filter(None, (f"- {utc_day(handoff.created_at)}", about, f"(id {handoff.uid})")))]
    lines += [f"  open: {line(question, 120)}" for question in handoff.open_questions[:3]]
    lines += [f"  next: {line(step, 120)}" for step in handoff.next_steps[:5]]
    lines += [f"  files: {line(', '.join(handoff.files[:10]), 200)}"] if handoff.files else []
    return _together(lines, _urgency("handoff", place), _STEP_OF_HANDOFF, (handoff.uid, text_sum("\n".join(lines))))


def _sentences(text: str) -> str:
    """Return a text whose lines each end as a sentence does but for the last, so that they can stand on one."""
    *lines, last = filter(None, map(str.strip, text.splitlines())) if text.strip() else [""]
    return " ".join([*(one if one.endswith(_SENTENCE_ENDS) else f"{one}." for one in lines), last])


def _together(lines: list[str], first: float, step: float, shows: tuple[str, int]) -> list[Entry]:
    """Make lines that are one thing: told again when it changes, the later ones only after the first."""
    return [Entry(text, first + step * place, shows, group=shows[0]) for place, text in enumerate(lines)]


def _when(one: EarlierSession, now: Instant) -> str:
    client = f"{line(one.session.client, 40)}, " if one.session.client else ""
    return f"{client}{utc_day(one.last_active_at)}, {describe_gap(now - one.last_active_at)} ago"


def text_sum(text: str) -> int:
    """Return the version of a text by which it is noted as shown."""
    return crc32(text.encode("utf-8", "replace"))
