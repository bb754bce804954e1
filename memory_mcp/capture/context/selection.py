"""Select what a session should know at its start, once for all ways in which it is told.

The hook, the tool, the resource and the prompt all call ``select_context``, so that all of them tell the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from memory_mcp.capture.context.earlier_sessions import BRIEFLY, SHOWN, EarlierSession, digests_of, recaps_of
from memory_mcp.capture.context.framing import WIDTH, row_text
from memory_mcp.capture.context.passed_on import beside, told_by
from memory_mcp.capture.context.repeated import Outdated, ToldTexts, beginnings_of, outdated, takes_up
from memory_mcp.capture.context.said_again import said_again
from memory_mcp.store.contradictions import concurrent
from memory_mcp.store.facts import profile
from memory_mcp.store.facts.decisions import verdicts
from memory_mcp.store.facts.profile import Goal
from memory_mcp.store.facts.projects.projects import ALL_PROJECTS
from memory_mcp.store.facts.versions import Item, Kind
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.handoffs import handoff_rows, offers
from memory_mcp.store.handoffs.handoff_rows import Handoff
from memory_mcp.store.sessions import compaction_notes, project_news, sessions
from memory_mcp.store.sessions.digest_builder import Digest
from memory_mcp.store.sessions.fact_pairs import Replaced, Unresolved, replaced, unresolved
from memory_mcp.store.sessions.later_words import later_words
from memory_mcp.store.sessions.open_ends import likely_done
from memory_mcp.store.sessions.salience import most_salient
from memory_mcp.store.sessions.statements import Statement, current_asides, current_statements, retired_texts
from memory_mcp.temporal import DAY_US, HOUR_US, Instant, describe_gap

if TYPE_CHECKING:
    from memory_mcp.statements.recognition import StatementRole

_PAST: Final = 14
_PINNED: Final = 20
_CONTRADICTIONS: Final = 3
_CHANGED: Final = 8
_OWN_NOTES: Final = 40
_READ_ANYWAY: Final = {("claude-code", "MEMORY.md"), ("codex", "memory_summary.md")}
_STATED: Final[tuple[tuple[StatementRole, int], ...]] = (
    ("standing", 30),
    ("change", 16),
    ("open", 100),
    ("decision", 20),
)
# Of the open ends that are looked at most may be done by now; so many are told.
_OPEN: Final = 20
_NOTED: Final[tuple[Kind, ...]] = ("decision", "learning")
_ASIDES_LOOKED_AT, _ASIDES = 200, 60
# What the network reads as at least so likely is told by its role. Of such asides that tell a planted fact
# (bench/nineteenth_histories, bench/twentieth_histories, half of the next) 21 of 22 were wishes, 6 of 6 open ends,
# 21 of 26 decisions (the others wishes and values), and 26 of 31 values or changes, which are one class to the network.
_SURE_OF_ROLE: Final = 0.9
# Of 22 asides of an assistant that were told with less, none was a fact that a session has to know; of 19 with more
# two were, and of 253 of a person 177 (bench/eleventh_histories, bench/twelfth_histories).
_REPORT_LEAST: Final = 0.9
# What is less likely to say anything than not is told for its number: so 5 of 12 asides told a fact that held, without
# a number 2 of 32 (bench/sixteenth_histories to bench/twentysecond_histories, on day 14).
_TOLD_ANYWAY: Final = 0.5
# Asides that find room in a block of the default length, whatever else is told.
_SURE_OF_ROOM: Final = 20
TOKENS: Final = 1_500
"""What a block takes at most by default."""


class Depth(NamedTuple):
    """How much is told: rows that came meanwhile, decisions and lessons each."""

    meanwhile: int
    rows: int


# The longer a project was left, the less of it is remembered and the more happened meanwhile.
_DEPTHS: Final = (
    (HOUR_US, Depth(0, 5)), (DAY_US, Depth(3, 5)), (7 * DAY_US, Depth(5, 6)), (30 * DAY_US, Depth(8, 8)),
)  # fmt: skip
_DEEPEST: Final = Depth(12, 10)


class ContextRequest(NamedTuple):
    """Who asks where a project stands: a session that starts, or without ``session`` a client that only reads.

    ``project_id`` is a scope of the store (-1: all). ``place`` is where in the project the client works, as
    ``project.place_of`` names it. ``source`` is how the session starts, in the word clients have for it: ``startup``
    and ``clear`` find an empty context, ``resume`` one that has what the session was shown before, ``compact`` one that
    lost it while the work goes on.
    """

    project_id: int
    project: str = ""
    client: str = ""
    place: str = ""
    session: str = ""
    source: str = "startup"
    hands_over: bool = True
    tokens: int = TOKENS


class SessionContext(NamedTuple):
    """What there is to know. ``left_at`` is None where nobody was there before.

    ``taken`` are handoffs the session has claimed, ``handoffs`` those that wait for it. ``doing`` is what it was at
    before a compaction. ``stated`` is what people said about how to work and still holds, by role, newest first, and
    ``asides`` are what only may be such, the likeliest first; ``later`` is what was said later that is likely about one
    of both, or about a row. ``first_said`` is when what was said again was first said. ``replaced`` are facts whose
    value changed. ``past`` is newest first. ``decisions`` and ``learnings`` are those that matter most, also where they
    stand in ``happened``; none is pinned. No text stands in two places. ``pressing`` are facts without a line of
    their own that would have one if they contradicted none.
    """

    request: ContextRequest
    now: Instant
    taken: list[Handoff]
    handoffs: list[Handoff]
    doing: Sequence[str]
    pinned: list[Item]
    profile: dict[str, str]
    goal: Goal | None
    stated: dict[StatementRole, list[Statement]]
    asides: list[Statement]
    later: dict[str, list[Statement]]
    first_said: dict[str, Instant]
    replaced: list[Replaced]
    past: list[EarlierSession]
    left_at: Instant | None
    depth: Depth
    counts: dict[str, int]
    happened: list[Item]
    decisions: list[Item]
    learnings: list[Item]
    contradictions: list[Unresolved]
    pressing: frozenset[str]
    clients: dict[str, str]
    verdicts: dict[str, bool]

    def likely(self, role: StatementRole) -> list[Statement]:
        """Return the asides that are as good as sure to be of a role, the latest first."""
        found = [one for one in self.asides if one.role == role and _is_of_sure_role(one)]
        return sorted(found, key=lambda one: one.said_at, reverse=True)

    @property
    def unsure(self) -> list[Statement]:
        """All other asides, the likeliest first."""
        return [one for one in self.asides if not _is_of_sure_role(one)]

    @property
    def is_compacted(self) -> bool:
        """Whether the session goes on with what it was doing, and needs no telling of what was before it."""
        return self.request.source == "compact"

    @property
    def gap(self) -> str:
        """How long ago somebody was there: ``3 days``; empty where nobody was."""
        return "" if self.left_at is None else describe_gap(self.now - self.left_at)


def select_context(snapshot: Snapshot, request: ContextRequest) -> SessionContext:
    """Return where a project stands at the start of a session, without that session itself.

    In a transaction it records which handoffs the session is offered. Raises NotFoundError for an unknown session.
    """
    scope = request.project_id
    every = sessions.previous(snapshot, scope, limit=_PAST, but="" if request.source == "resume" else request.session)
    left_at = max((one.last_active_at for one in every), default=None)
    depth = _depth(snapshot.now, left_at)
    contradictions = _contradictions(snapshot, scope)
    rows = _rows(snapshot, request, left_at, depth, _sides(contradictions))
    others = [one for one in every if one.session.uid != request.session]
    past, did = others[:SHOWN], digests_of(snapshot, others)
    # From here on each step leaves out what is told by then, and adds to it what it tells.
    told = ToldTexts(row_text(item)[:WIDTH] for item in rows.items)
    stated, old = _stated(snapshot, scope, past, did, told)
    stated, asides, first_said = _said_once(stated, _asides(snapshot, scope, old))
    ruled = [*chain.from_iterable(stated.values())]
    later = later_words(snapshot, [*(one.uid for one in (*ruled, *asides)), *rows.uids])
    taken, waiting = _handoffs(snapshot, request)
    tied = frozenset({*later, *(each.uid for each in chain.from_iterable(later.values()))})
    # What a person corrected or confirmed has a line of its own too, by whose id it can be corrected again.
    tied |= {one.uid for one in asides if one.is_confirmed}
    doing = compaction_notes.lines(snapshot, request.session) if request.source == "compact" else []
    asides = _worth_telling(asides, tied, told_by(waiting, doing))
    in_lines = _in_lines(asides, tied, [] if request.source == "compact" else past, did)
    asides = [one for one in asides if one.uid in in_lines or told.add(one.text)]
    recaps = list(recaps_of(past, did, told, old, [*ruled, *asides]))
    return SessionContext(
        request=request, now=snapshot.now, taken=taken, handoffs=_left(waiting, ruled, asides, request.tokens),
        doing=doing, profile=profile.fields(snapshot), goal=profile.goal(snapshot, scope),
        stated=stated, asides=_untold_asides(asides, in_lines, recaps, told), later=later, first_said=first_said,
        replaced=rows.replaced, past=recaps, left_at=left_at, depth=depth, pinned=rows.pinned, happened=rows.happened,
        counts={} if left_at is None else project_news.counts_since(snapshot, scope, left_at),
        decisions=rows.decisions, learnings=rows.learnings, contradictions=contradictions,
        pressing=rows.pressing, clients=sessions.clients_of(snapshot, rows.items),
        verdicts=verdicts(snapshot, rows.items),
    )  # fmt: skip


class _Rows(NamedTuple):
    """Rows and pairs of facts that are told, and ids, as ``SessionContext`` has them."""

    pinned: list[Item]
    replaced: list[Replaced]
    happened: list[Item]
    decisions: list[Item]
    learnings: list[Item]
    pressing: frozenset[str]

    @property
    def items(self) -> list[Item]:
        """All rows that have a line of their own; some twice."""
        return [*self.pinned, *self.happened, *self.decisions, *self.learnings]

    @property
    def uids(self) -> list[str]:
        """The ids of all rows that are told, those that took another's place too."""
        return [*(item.uid for item in self.items), *(pair.newer.uid for pair in self.replaced)]


def _rows(
    snapshot: Snapshot, request: ContextRequest, left_at: Instant | None, depth: Depth, apart: frozenset[str]
) -> _Rows:
    """Return what is told of rows; those ``apart`` are told with what contradicts them."""
    scope = request.project_id
    pinned = project_news.pinned(snapshot, scope, limit=_PINNED)
    alone = apart - {item.uid for item in pinned}
    told = {item.uid for item in pinned} | alone
    latest = replaced(snapshot, scope, limit=_CHANGED)
    changed = [pair for pair in latest if pair.newer.uid not in told]
    told |= {pair.newer.uid for pair in changed}
    happened = _happened(snapshot, scope, left_at, told, most=depth.meanwhile)
    most = depth.rows + len(happened)
    noted = [_noted(snapshot, request, kind, told - alone, most=most + len(alone)) for kind in _NOTED]
    pressing = {item.uid for items in noted for item in items[: depth.rows]} | {pair.newer.uid for pair in latest}
    decisions, learnings = ([item for item in items if item.uid not in alone][:most] for items in noted)
    return _Rows(pinned, changed, happened, decisions, learnings, alone & pressing)


def _said_once(
    stated: Mapping[StatementRole, list[Statement]], asides: list[Statement]
) -> tuple[dict[StatementRole, list[Statement]], list[Statement], dict[str, Instant]]:
    """Leave out what another says again; also return when what is left of it was first said, by id."""
    again, first_said = said_again([*chain.from_iterable(stated.values())], asides)
    left: dict[StatementRole, list[Statement]] = {}
    for role, rows in stated.items():
        left[role] = [one for one in rows if one.uid not in again]
    return left, [one for one in asides if one.uid not in again], first_said


def _happened(snapshot: Snapshot, scope: int, left_at: Instant | None, told: set[str], *, most: int) -> list[Item]:
    """Return what came in since somebody was there, without what is told."""
    found = [] if left_at is None else project_news.happened(snapshot, scope, left_at, limit=most + len(told))
    return [item for item in found if item.uid not in told][:most]


def _contradictions(snapshot: Snapshot, scope: int) -> list[Unresolved]:
    apart = concurrent.unresolved(snapshot, scope, limit=_CONTRADICTIONS)
    return [*apart, *unresolved(snapshot, scope, limit=_CONTRADICTIONS)][:_CONTRADICTIONS]


def _sides(contradictions: Sequence[Unresolved]) -> frozenset[str]:
    """Return the ids of both facts of each pair; two versions of one fact have a line of their own as well."""
    return frozenset(
        side.uid for pair in contradictions if pair.older.uid != pair.newer.uid for side in (pair.older, pair.newer)
    )


def _noted(snapshot: Snapshot, request: ContextRequest, kind: Kind, told: set[str], *, most: int) -> list[Item]:
    """Return the rows of a kind that matter most, but those that are told anyway."""
    found = most_salient(snapshot, request.project_id, kind, limit=most + len(told) + _OWN_NOTES)
    return [item for item in found if item.uid not in told and not _is_read_anyway(item, request.client)][:most]


def _is_read_anyway(item: Item, client: str) -> bool:
    """Whether a lesson is of the notes that a client reads itself at the start of every session."""
    return (item.attributes.get("client"), item.attributes.get("file")) in _READ_ANYWAY and (
        item.attributes["client"] == client
    )


def _stated(
    snapshot: Snapshot, scope: int, past: Sequence[sessions.Past], did: Mapping[str, Digest], told: ToldTexts
) -> tuple[dict[StatementRole, list[Statement]], Outdated]:
    """Return what was stated and holds, without what is ``told``, to which it is added; and what is old.

    What was left open is told until a later session takes it up: what is still open of it then is said there. What was
    left long ago is not told.
    """
    found: dict[StatementRole, list[Statement]] = {}
    for role, most in _STATED:
        # What is left to do outside any project concerns none.
        projects = [scope] if role == "open" else _projects(scope)
        found[role] = current_statements(snapshot, projects, [role], limit=most, at=snapshot.now)
    later = [(one.started_at, beginnings_of(" ".join((one.prompt, *one.prompts, one.closing)))) for one in did.values()]
    gone = {
        one.uid: one for one in found["open"]
        if not one.is_confirmed and takes_up((begun for at, begun in later if at > one.said_at), one.text)
    }  # fmt: skip
    done = likely_done(snapshot, found["open"]) | gone.keys()
    found["open"] = [one for one in found["open"] if one.uid not in done][:_OPEN]
    ended = retired_texts(snapshot, [one.session.uid for one in past])
    for one in gone.values():
        ended[one.text] = max(ended.get(one.text, 0), one.said_at + 1)
    old = outdated(ended, found["change"])
    for role, rows in found.items():
        found[role] = [one for one in rows if not old.ends(one) and told.add(one.text)]
    return found, old


def _asides(snapshot: Snapshot, scope: int, old: Outdated) -> list[Statement]:
    """Return the likeliest asides that may still hold."""
    found = current_asides(snapshot, _projects(scope), most=_ASIDES_LOOKED_AT, at=snapshot.now)
    done = likely_done(snapshot, found)
    here = (one for one in found if one.role != "open" or scope in {one.project_id, ALL_PROJECTS})
    likeliest = [one for one in here if one.uid not in done][:_ASIDES]
    return [one for one in likeliest if not old.ends(one)]


def _left(
    waiting: Sequence[Handoff], ruled: Sequence[Statement], asides: Sequence[Statement], tokens: int
) -> list[Handoff]:
    """Return what was left for the session, without what a statement tells that is sure to find room."""
    sure = [*ruled, *asides[: _SURE_OF_ROOM * tokens // TOKENS]]
    return beside(waiting, ToldTexts(one.text for one in sure))


def _worth_telling(asides: Sequence[Statement], tied: frozenset[str], left: ToldTexts) -> list[Statement]:
    """Return the asides that likely say something, and neither repeat what goes on nor what an assistant did."""
    return [
        one for one in asides
        if one.uid in tied or not (_is_mere_report(one) or _says_little(one) or left.has(one.text))
    ]  # fmt: skip


def _is_of_sure_role(one: Statement) -> bool:
    """Whether the network is as good as sure of a role; one that came in without any has no heading of its own."""
    is_of_role = any(one.role == role for role, _ in _STATED)
    return is_of_role and one.was_read and one.share >= _SURE_OF_ROLE and one.speaker != "assistant"


def _is_mere_report(one: Statement) -> bool:
    """Whether an assistant says what it did, rather than how things are: what came of a session says that too."""
    return one.speaker == "assistant" and not one.is_confirmed and one.share < _REPORT_LEAST


def _says_little(one: Statement) -> bool:
    """Whether an aside is less likely to say anything than not, and has no number either."""
    return one.share < _TOLD_ANYWAY and not any(map(str.isdigit, one.text))


def _in_lines(
    asides: Sequence[Statement], tied: frozenset[str], past: Sequence[sessions.Past], did: Mapping[str, Digest]
) -> frozenset[str]:
    """Return the ids of asides that the lines of earlier sessions tell: what these were for, and what came of them.

    A line has no room for a long one. What stands in a line with what was said later, or is that, stays there.
    """
    digests = [did[one.session.uid] for one in past if one.session.uid in did]
    lines = ToldTexts(text for one in digests for text in (one.prompt, one.outcome) if len(text) <= BRIEFLY)
    return frozenset(one.uid for one in asides if one.uid not in tied and lines.has(one.text))


def _untold_asides(
    asides: Sequence[Statement], in_lines: frozenset[str], recaps: Sequence[EarlierSession], told: ToldTexts
) -> list[Statement]:
    """Return the asides that no line of an earlier session tells after all: what of it holds no more is not told."""
    lines = ToldTexts(text for one in recaps for text in (one.asked, one.about))
    return [one for one in asides if one.uid not in in_lines or not (lines.has(one.text) or told.has(one.text))]


def _projects(scope: int) -> list[int]:
    return [scope] if scope in (ALL_PROJECTS, 0) else [scope, 0]


def _handoffs(snapshot: Snapshot, request: ContextRequest) -> tuple[list[Handoff], list[Handoff]]:
    """Return what the session took already and what waits for it: the first of this is its own once it works.

    After a compaction the work goes on: it is not offered any other.
    """
    if not request.hands_over or request.source == "compact":
        return [], []
    session = request.session
    is_here = session and sessions.require(snapshot, session).project_id == request.project_id
    if not isinstance(snapshot, Transaction) or not is_here:
        return [], handoff_rows.offered(snapshot, request.project_id, request.client, request.place, session or None)
    taken = [one for one in handoff_rows.claimed_by(snapshot, session) if one.from_session != session]
    return taken, offers.offer(snapshot, session)


def _depth(now: Instant, left_at: Instant | None) -> Depth:
    if left_at is None:
        return _DEEPEST
    return next((depth for limit, depth in _DEPTHS if now - left_at < limit), _DEEPEST)
