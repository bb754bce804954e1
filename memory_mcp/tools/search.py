"""Find stored rows again: by words and meaning, or by their exact letters."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, TypedDict

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.shortening import one_line
from memory_mcp.store.documents.documents import LONGEST_DOCUMENT
from memory_mcp.store.facts import facts, lifecycle, listing, short_ids
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.tags import forms
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.search.answer import SearchAnswer
from memory_mcp.store.search.boosts import Weights
from memory_mcp.store.search.later_rows import later_than
from memory_mcp.store.search.request import Fusion, Mode, Request, Verdict
from memory_mcp.store.sessions import sessions
from memory_mcp.store.text_index.fts_query import LONGEST_QUERY
from memory_mcp.temporal import Instant
from memory_mcp.tools.framework.call import Call, Scope
from memory_mcp.tools.framework.declare import Bound, Clamp, InWords, Length, Range, Unlisted, tool
from memory_mcp.tools.framework.given_times import as_of_given, instant_given
from memory_mcp.tools.framework.paging import ROOM, cursor_of, cut_notice, fit, when
from memory_mcp.tools.framework.query_vector import Meaning, answer, meaning_of
from memory_mcp.tools.framework.reach import entity_meant, reachable
from memory_mcp.tools.framework.shared_parameters import (
    TYPES,
    Hits,
    InSession,
    KnownAt,
    SeenProject,
    Since,
    TrueAt,
    Until,
    WantedTags,
)
from memory_mcp.tools.framework.wire_text import wire_size
from memory_mcp.tools.hub_search import check_asked, of_hub
from memory_mcp.tools.rows.hits import HitRow, hit_row, row_of, stands_behind
from memory_mcp.tools.rows.lean import lean_hits

if TYPE_CHECKING:
    from memory_mcp.store.search.grep import Match

Type = Literal["learning", "decision", "observation", "entity", "relation", "turn", "document", "digest"]
Types = Annotated[
    list[Type] | None,
    InWords(),
    "Only learning, decision, observation, entity, relation, turn, document or digest.",
]

# An answer of the default length; who asks for more hits, or for whole texts, gets more room.
_DEFAULT_HITS: Final = 10
DEFAULT_ROWS: Final = 20
# Names, numbers and code take a token for two to three characters: this stays below 25,000 of them.
_MOST_ROOM: Final = 60_000
# The bytes of their hits as JSON: what is written in no Latin letters has two or three for a character.
_MOST_BYTES: Final = 80_000
_LONGEST_LINE: Final = 400
_SNIPPET: Final = 200
_ID: Final = re.compile(r"[0-9A-Fa-f-]{8,36}")
_LESS: Final = "ask for fewer, or narrow the question"


class RankingOptions(TypedDict, total=False):
    """How to weigh; each weight is the most it may add to the relevance, as a share."""

    fusion: Fusion
    recencyWeight: Annotated[float, Range(0, 1)]
    usageWeight: Annotated[float, Range(0, 1)]
    importanceWeight: Annotated[float, Range(0, 1)]
    halfLifeDays: Annotated[float, Range(0.01, 36_500)]


Ranking = Annotated[
    RankingOptions | None,
    InWords(),
    Unlisted(),
    "fusion weighted or rrf; recencyWeight, usageWeight, importanceWeight 0-1; halfLifeDays.",
]


class SearchResult(TypedDict, total=False):
    """The hits, best first; `mode` is what ran. Without a query: newest first, of `total`.

    `confidence` is the chance that one of them answers, 0-1; `verdict` what that means.
    """

    hits: list[HitRow]
    count: int
    total: int
    nextCursor: str
    verdict: Verdict
    confidence: float
    mode: Mode
    requestedMode: Mode
    project: str | None


class GrepRow(TypedDict, total=False):
    """One match; `line` is where it is, as `lineNumber: text`."""

    id: str
    type: str
    title: str
    line: str
    lineNumber: int
    similarity: float
    project: str | None
    validFrom: str | None
    contradictedBy: str


class Wanted(NamedTuple):
    """The scope that a caller wants rows of, how many, and how many there are by default: more get more room."""

    scope: Scope
    limit: int
    default: int = _DEFAULT_HITS


class GrepResult(TypedDict, total=False):
    """The rows with a match, newest first (fuzzy: most alike first)."""

    hits: list[GrepRow]
    count: int
    partial: bool
    project: str | None


@tool(core=True, title="Search the memory", read_only=True, idempotent=True, lean=lean_hits)
def memory_search(
    call: Call,
    query: Annotated[str, Bound(LONGEST_DOCUMENT), "What to look for, names as they are."],
    limit: Hits = _DEFAULT_HITS,
    types: Types = None,
    mode: Annotated[Mode, InWords(), "hybrid, fts (words) or vector (meaning)."] = "hybrid",
    project: SeenProject = None,
    tags: WantedTags = None,
    entity: Annotated[str | None, "Only about this id or name."] = None,
    session_id: InSession = None,
    since: Since = None,
    until: Until = None,
    as_of: TrueAt = None,
    known_at: KnownAt = None,
    include_archived: Annotated[bool, "Archived rows too."] = False,
    ranking: Ranking = None,
    explain: Annotated[bool, "Show ids, times and scores."] = False,
    full: Annotated[bool, "Show all hits, whole."] = False,
    scope: Annotated[Literal["hub"] | None, InWords(), "hub asks all machines."] = None,
) -> SearchResult:
    """Find lessons, decisions, facts, conversations, documents. memory_read opens a hit.

    Example: {"query": "staging database port", "since": "last month"}
    """
    meaning = meaning_of(call, query, mode) if query.strip() else Meaning()
    check_asked(call, scope, query)
    with call.reading() as snapshot:
        seen = _seen(call, snapshot, query.strip(), project, session_id)
        point, (begin, end) = as_of_given(snapshot, as_of, known_at), _between(snapshot, since, until)
        session_uid, entity_uid = _ids(call, snapshot, (session_id, entity), project, point.known_at, scope)
        filter_ = Filter(as_of=point, project_id=seen.id, kinds=tuple(types or ()), tags=forms(snapshot, tags or ()),
                         session_uid=session_uid, entity_uid=entity_uid, since=begin, until=end,
                         include_archived=include_archived)  # fmt: skip
        if not query.strip():
            return _newest(call, snapshot, filter_, Wanted(seen, limit))
        asked = _weighed(Request(looked_at(call, query), filter_, limit, mode=mode, is_cut=not full), ranking or {})
        found = None if scope else (answer(call, snapshot, asked, meaning), projects.names(snapshot))
    found = found or of_hub(call, asked, seen, meaning, snapshot)
    return search_result(call, *found, Wanted(seen, limit), full=full, explain=explain)


def search_result(
    call: Call, found: SearchAnswer, names: dict[int, str], wanted: Wanted, *, full: bool = False, explain: bool = False
) -> SearchResult:
    """Return what a search found as its caller sees it, and have it noted that the rows were shown."""
    if found.notice:
        call.notices.append(found.notice)
    rows = [hit_row(hit, names, full=full, explain=explain) for hit in found.hits]
    result = SearchResult(
        hits=rows, count=len(rows), verdict=found.verdict, confidence=round(found.confidence, 2),
        mode=found.mode, requestedMode=found.requested_mode, project=wanted.scope.name,
    )  # fmt: skip
    cut_hits(call, result, wanted.limit, wanted.default, full=full or explain)
    note_shown(call, result["hits"])
    return result


def _seen(call: Call, snapshot: Snapshot, query: str, project: str | None, session_id: str | None) -> Scope:
    """Return what a search sees; a query that is an id of it, whole or as it is shown, is told how its row is opened.

    Raises RefusedError for a session of another project.
    """
    scope = reachable(call, snapshot, project, session_id, field="sessionId")
    if _ID.fullmatch(query):
        _tell_of_id(call, snapshot, query, scope)
    return scope


def _tell_of_id(call: Call, snapshot: Snapshot, query: str, scope: Scope) -> None:
    try:
        uid = short_ids.whole(snapshot, query)
    except InvalidInputError as exc:
        call.notices.append(f"{exc.message}: memory_read opens one. {exc.hint}")
        return
    kind = short_ids.kind_of(snapshot, uid)
    if kind is not None and not projects.outside(snapshot, [uid], scope.id):
        call.notices.append(f"the query is the id of a row of type {kind}: memory_read {uid} opens it")


def _newest(call: Call, snapshot: Snapshot, filter_: Filter, wanted: Wanted) -> SearchResult:
    call.notices.append("nothing was asked for: these are the newest")
    found = newest_rows(call, snapshot, filter_, projects.names(snapshot), wanted)
    # A search has no pages: memory_recall and memory_timeline have.
    found.pop("nextCursor", None)
    return found


def newest_rows(
    call: Call, snapshot: Snapshot, filter_: Filter, names: dict[int, str], wanted: Wanted,
    after: listing.Place | None = None,
) -> SearchResult:  # fmt: skip
    """Return a page of what the filter holds, newest first; a row's score falls with its place on the page."""
    page = listing.newest(snapshot, filter_, wanted.limit, after)
    rows = [row_of(item, names, one_line(item.body, _SNIPPET)) for item in page.rows]
    uids = [item.uid for item in page.rows]
    later = later_than(snapshot, [item.id for item in page.rows], filter_)
    successors, states = facts.successors(snapshot, uids), lifecycle.states(snapshot, uids)
    for number, row in enumerate(rows, 1):
        row["score"] = round(1 / number, 4)
        stands_behind(row, successors.get(row["id"]), later.get(row["id"]))
        if row["id"] in states and states[row["id"]].archived_at is not None:
            row["archived"] = True
    result = SearchResult(hits=rows, count=len(rows), total=page.total, project=wanted.scope.name)
    cut_hits(call, result, wanted.limit, wanted.default)
    count = len(result["hits"])
    if 0 < count < len(page.rows):
        result["nextCursor"] = cursor_of(*listing.place(page.rows[count - 1]))
    elif page.next is not None:
        result["nextCursor"] = cursor_of(*page.next)
    note_shown(call, result["hits"])
    return result


@tool(title="Search by exact letters", read_only=True, idempotent=True, lean=lean_hits)
def memory_grep(
    call: Call,
    pattern: Annotated[str, Length(1, 1_000), "A regular expression, or plain text if fuzzy, 1-1000."],
    fuzzy: Annotated[bool, "Find typos too."] = False,
    threshold: Annotated[float, Range(0, 100), "How alike it must be if fuzzy, 0-100."] = 80,
    types: Annotated[list[Type] | None, InWords(), TYPES] = None,
    project: SeenProject = None,
    since: Since = None,
    until: Until = None,
    ignore_case: Annotated[bool, "Upper or lower case alike."] = True,
    limit: Annotated[int, Clamp(1, 100), "How many rows, 1-100."] = DEFAULT_ROWS,
) -> GrepResult:
    """Find rows by a regular expression or misspelt text.

    For questions use memory_search.
    """
    from memory_mcp.store.search.grep import Pattern, grep  # noqa: PLC0415 - regex and rapidfuzz, 20 ms of a server's start

    wanted = Pattern(pattern, _of_hundred(call, threshold) if fuzzy else None, ignore_case)
    with call.reading() as snapshot:
        scope = call.scope(snapshot, project)
        begin, end = _between(snapshot, since, until)
        filter_ = Filter(
            as_of=as_of_given(snapshot, None, None), project_id=scope.id, kinds=tuple(types or ()),
            since=begin, until=end,
        )  # fmt: skip
        found = grep(snapshot, wanted, filter_, limit=limit)
        names = projects.names(snapshot)
        later = later_than(snapshot, [match.item.id for match in found.matches], filter_)
    rows = [_grep_row(match, names, later) for match in found.matches]
    if found.is_partial:
        call.notices.append(
            "the time was up before every row was looked at; a simpler pattern, or one with a fixed word, sees more"
        )
    result = GrepResult(hits=rows, count=len(rows), partial=found.is_partial, project=scope.name)
    cut_hits(call, result, limit, DEFAULT_ROWS)
    return result


def _of_hundred(call: Call, threshold: float) -> float:
    """Return how alike is alike enough, of 100; a share up to 1 is meant as one: everything is 1 % alike."""
    if not 0 < threshold <= 1:
        return threshold
    call.notices.append(f"threshold: {threshold:g} was taken for {threshold * 100:g} of 100")
    return threshold * 100


def _grep_row(match: Match, names: dict[int, str], later: dict[str, str]) -> GrepRow:
    item = match.item
    shown = row_of(item, names, "")
    # A passage is shown as its document.
    row = GrepRow(
        id=item.parent_uid if item.kind == "passage" and item.parent_uid else item.uid,
        type="document" if item.kind == "passage" else item.kind,
        line=one_line(match.line, _LONGEST_LINE),
        lineNumber=match.line_number,
        project=shown["project"],
        validFrom=shown["validFrom"],
    )
    if "title" in shown:
        row["title"] = shown["title"]
    if match.similarity is not None:
        row["similarity"] = round(match.similarity, 1)
    if item.uid in later:
        row["contradictedBy"] = later[item.uid]
    return row


def _between(snapshot: Snapshot, since: str | None, until: str | None) -> tuple[Instant | None, Instant | None]:
    """Read the bounds of a search; InvalidInputError where nothing can lie between them."""
    begin = instant_given(snapshot, since, "since", None)
    end = instant_given(snapshot, until, "until", None, is_end=True)
    if begin is not None and end is not None and begin >= end:
        raise InvalidInputError(
            f"until must lie after since: {when(end)} is not after {when(begin)}",
            hint="until is exclusive; leave one of them out for an open side.", field="until",
        )  # fmt: skip
    return begin, end


def _ids(
    call: Call, snapshot: Snapshot, given: tuple[str | None, str | None], project: str | None, known_at: int,
    where: str | None,
) -> tuple[str | None, str | None]:  # fmt: skip
    """Return the whole ids of a session and of an entity, None for what was not asked; for the hub what was given."""
    session_id, entity = given
    # The hub knows of what this machine does not hold.
    if where is not None:
        return given
    session_uid = None if session_id is None else sessions.require(snapshot, session_id).uid
    if entity is None:
        return session_uid, None
    return session_uid, entity_meant(call, snapshot, project, entity, field="entity", known_at=known_at).uid


def _weighed(asked: Request, options: RankingOptions) -> Request:
    """Return a request that weighs as its caller asks, and as any other where that says nothing."""
    default = asked.weights
    weights = Weights(
        recency=options.get("recencyWeight", default.recency),
        usage=options.get("usageWeight", default.usage),
        importance=options.get("importanceWeight", default.importance),
        half_life_days=options.get("halfLifeDays", default.half_life_days),
    )
    return asked._replace(fusion=options.get("fusion", asked.fusion), weights=weights)


def looked_at(call: Call, query: str) -> str:
    """Return what is looked at of a query, and note it where that is not the whole."""
    if len(query) > LONGEST_QUERY:
        call.notices.append(f"query: cut to its first {LONGEST_QUERY} characters of {len(query)}")
    return query[:LONGEST_QUERY]


def cut_hits(call: Call, result: Any, limit: int, default: int, *, full: bool = False) -> None:
    """Keep an answer within its room, and say what was left out."""
    room = _MOST_ROOM if full else min(_MOST_ROOM, ROOM * max(limit, default) // default)
    cut, hits = fit(result, ("hits",), room), result["hits"]
    sizes = accumulate(map(wire_size, hits))
    if too_large := sum(size > _MOST_BYTES for size in sizes):
        del hits[-too_large:]
        cut["hits"] = cut.get("hits", 0) + too_large
    if cut:
        result["count"] = len(hits)
        call.notices.append(cut_notice(cut, _LESS))


def note_shown(call: Call, rows: list[HitRow]) -> None:
    """Count, once the answer is out, that these rows were shown."""
    uids = [row["id"] for row in rows]

    def note(tx: Transaction) -> None:
        lifecycle.note_shown(tx, uids)

    if uids:
        call.after_reply(note)
