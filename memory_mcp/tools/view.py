"""Return as data what a person sees in the window: who and what, how they relate, what happened, what contradicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, TypedDict, cast

from memory_mcp.store.contradictions import pairs as contradictions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.short_ids import short
from memory_mcp.store.facts.versions import Item, Kind
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.graph import entities, observations, relations
from memory_mcp.store.sessions import timeline
from memory_mcp.temporal import AsOf, format_instant
from memory_mcp.tools.framework import safe_markdown
from memory_mcp.tools.framework.call import EVERYWHERE, Call, Scope
from memory_mcp.tools.framework.comparing import not_compared
from memory_mcp.tools.framework.declare import Length, tool
from memory_mcp.tools.framework.given_times import as_of_given
from memory_mcp.tools.framework.paging import cut_notice, fit, said, when
from memory_mcp.tools.framework.reach import entity_meant
from memory_mcp.tools.framework.shared_parameters import SeenProject, TrueAt
from memory_mcp.tools.rows.findings import PairRow, pair_line
from memory_mcp.tools.rows.graph import EntityRow, RelationRow, entity_row, relation_row

EXPLORER_URI: Final = "ui://memory/explorer"
"""The page that clients which show apps open for this tool."""

_ENTITIES = 40
_EVENTS = 20
_PAIRS = 10
_EVENT_KINDS: Final[tuple[Kind, ...]] = ("learning", "decision", "observation", "document", "digest")
_DEPTH = 2


class ViewEvent(TypedDict, total=False):
    """Something that began to be true."""

    id: str
    type: str
    at: str
    until: str | None
    snippet: str


class ViewResult(TypedDict, total=False):
    """The neighbourhood of the focus, or the entities most is known about."""

    focus: str | None
    entities: list[EntityRow]
    relations: list[RelationRow]
    timeline: list[ViewEvent]
    contradictions: list[PairRow]
    asOf: str
    project: str | None
    notice: str


def summary(result: Mapping[str, Any]) -> str:
    """Write a view as Markdown a person can read: a line for each thing, with its date and short id."""
    lines = list(_summary(result))
    if result.get("notice"):
        lines += ["", f"notice: {safe_markdown.escaped(result['notice'])}"]
    return "\n".join(lines)


def _summary(result: Mapping[str, Any]) -> Iterator[str]:
    yield f"What is known of {safe_markdown.escaped(_whole(result))} on {result['asOf'][:10]}"
    sections = (
        ("People and things", "entities", _entity_line),
        ("Relations", "relations", _relation_line),
        ("What happened", "timeline", _event_line),
        ("Contradictions", "contradictions", _pair_line),
    )
    for title, key, line in sections:
        if result[key]:
            yield from ("", f"## {title}")
            yield from (line(row) for row in result[key])
    if not any(result[key] for _, key, _line in sections):
        yield "Nothing yet: what is learned, decided and observed in this project will stand here."


def _whole(result: Mapping[str, Any]) -> str:
    if result["focus"]:
        return next((str(row["name"]) for row in result["entities"] if row["id"] == result["focus"]), result["focus"])
    return {None: "no project", EVERYWHERE: "all projects"}.get(result["project"], str(result["project"]))


def _entity_line(row: Mapping[str, Any]) -> str:
    told = f": {safe_markdown.escaped(row['summary'])}" if row.get("summary") else ""
    name, kind = safe_markdown.escaped(row["name"]), safe_markdown.escaped(row["entityType"])
    return f"- {name} ({kind}){told} [{short(row['id'])}]"


def _relation_line(row: Mapping[str, Any]) -> str:
    ends = [safe_markdown.escaped(row[key]) for key in ("fromName", "relationType", "toName")]
    until = f" until {row['validTo'][:10]}" if row.get("validTo") else ""
    return f"- {' '.join(ends)}, since {row['validFrom'][:10]}{until} [{short(row['id'])}]"


def _event_line(row: Mapping[str, Any]) -> str:
    until = f", until {row['until'][:10]}" if row.get("until") else ""
    return f"- {row['at'][:10]}{until} {row['type']}: {safe_markdown.escaped(row['snippet'])} [{short(row['id'])}]"


def _pair_line(row: Mapping[str, Any]) -> str:
    older, newer = (f"{safe_markdown.escaped(row[side]['snippet'])} [{short(row[side]['id'])}]"
                    for side in ("older", "newer"))  # fmt: skip
    apart = f" ({safe_markdown.escaped(row['evidence'])})" if row["kind"] == "concurrent" else ""
    return f"- {older} or {newer}?{apart} memory_contradictions says how to settle it"


@tool(title="View the memory", read_only=True, idempotent=True, text=summary, page=EXPLORER_URI)
def memory_view(
    call: Call,
    focus: Annotated[str | None, Length(1, 200), "An entity's id or name, else the whole project."] = None,
    as_of: TrueAt = None,
    project: SeenProject = None,
) -> ViewResult:
    """Show the graph around an entity, or of a project, with its timeline and contradictions."""
    with call.reading() as snapshot:
        scope = call.scope(snapshot, project)
        point = as_of_given(snapshot, as_of, None)
        names = projects.names(snapshot)
        centre = None if focus is None else _centre(call, snapshot, focus, project)
        shown, edges = _graph(snapshot, centre, scope, point)
        events = _events(snapshot, centre, scope, point)
        pairs = contradictions.kept(
            snapshot, project=scope.id, entity_uid=None if centre is None else centre.uid, limit=_PAIRS
        )
        waiting = contradictions.pending(snapshot)
    if waiting:
        call.notices.append(not_compared(waiting))
    known = {entity.uid: entity.title for entity in shown}
    result: dict[str, Any] = {
        "focus": None if centre is None else centre.uid,
        "entities": [entity_row(entity, names) for entity in shown],
        "relations": [
            relation_row(edge, known) for edge in edges if edge.parent_uid in known and edge.target_uid in known
        ],
        "timeline": [_event(item) for item in events],
        "contradictions": [pair_line(pair) for pair in pairs.pairs],
        "asOf": when(point.valid_at),
        "project": scope.name,
    }
    cut = fit(result, ("timeline", "relations", "entities", "contradictions"))
    if cut:
        call.notices.append(cut_notice(cut, "give a focus to see more of it"))
    return cast("ViewResult", result)


def _graph(snapshot: Snapshot, centre: Item | None, scope: Scope, point: AsOf) -> tuple[list[Item], list[Item]]:
    """Return the entities and relations around one of them, or of the scope."""
    if centre is None:
        listed = entities.listed(snapshot, scope.id, point, limit=_ENTITIES)
        return listed, relations.among(snapshot, [entity.uid for entity in listed], point, project=scope.id)
    around = relations.around(snapshot, centre.uid, point, depth=_DEPTH, project=centre.project_id or scope.id)
    return [centre, *(one.entity for one in around.neighbours[: _ENTITIES - 1])], around.relations


def _centre(call: Call, snapshot: Snapshot, focus: str, project: str | None) -> Item:
    """Return the entity that is meant by its id or the end of it or, in the scope, by its name."""
    meant = entity_meant(call, snapshot, project, focus, field="focus")
    return entities.require(snapshot, meant.uid, field_name="focus")


def _events(snapshot: Snapshot, centre: Item | None, scope: Scope, point: AsOf) -> list[Item]:
    if centre is not None:
        seen = centre.project_id or scope.id
        return observations.history(snapshot, centre.uid, point, project=seen, limit=_EVENTS)
    wanted = timeline.TimelineFilter(scope.id, kinds=_EVENT_KINDS, until=point.valid_at + 1)
    return timeline.events(snapshot, wanted, limit=_EVENTS).items


def _event(item: Item) -> ViewEvent:
    return ViewEvent(
        id=item.uid, type=item.kind, at=when(item.valid.start), until=format_instant(item.valid.end),
        snippet=said(item),
    )  # fmt: skip
