"""Show at a terminal one row whole, the session it is from, and all that is known of a person or thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from memory_mcp.cli.options import call_here, call_tool, json_option, looking, project_option, running, settings_of
from memory_mcp.cli.output import console, is_terminal, paged, print_json, remark, remark_notice, shown, through_pager
from memory_mcp.errors import NotFoundError
from memory_mcp.language.shortening import one_line
from memory_mcp.language.typed_commands import typed

if TYPE_CHECKING:
    from memory_mcp.config import Settings
    from memory_mcp.tools.framework.call import Call

# What a heading has said, and what is for programs.
_UNSAID: Final = frozenset(
    {"id", "type", "project", "validFrom", "body", "title", "asOf", "knownAt", "notice", "sessionId", "recordedAt"}
)
_PAGE: Final = 50
_MOST: Final = 200


@click.command()
@click.argument("row")
@click.option("--lines", help="Only these lines of a document or session: '10-40'.")
@click.option(
    "--around", default=0, type=click.IntRange(0, 50), help="How many turns before and after a turn, 0 to 50."
)
@click.option("--history", is_flag=True, help="All versions, by whom and why.")
@json_option
@click.pass_context
def read(ctx: click.Context, /, row: str, *, as_json: bool, **options: Any) -> None:
    """Read ROW whole: the number of a hit in the last list, an id, or the last 8 characters of one."""
    from memory_mcp.cli.everyday.hits import numbered
    from memory_mcp.tools import tool_named

    arguments = {key: value for key, value in options.items() if value} | {"id": numbered(settings_of(ctx), row)}
    with running(ctx) as runtime:
        answer = call_tool(runtime, "memory_read", arguments)
    if as_json:
        print_json(answer)
    elif not is_terminal() or answer["type"] == "session" or options["history"] or options["around"]:
        paged([(line, "") for line in tool_named("memory_read").text(answer).split("\n")])
    else:
        paged(list(_row(answer)))
        remark_notice(answer)


def _row(answer: dict[str, Any]) -> list[tuple[str, str]]:
    from memory_mcp.store.facts.short_ids import short
    from memory_mcp.tools.framework.render import render

    where = f"project {answer['project']}" if answer.get("project") else "no project"
    since = f"since {(answer['validFrom'] or '')[:10]}" if answer.get("validFrom") else ""
    lines = [("  ".join(filter(None, (answer["type"], since, where, short(answer["id"])))), "bold")]
    lines += [(answer["title"], "bold")] if answer.get("title") else []
    if text := answer.get("body") or _related(answer):
        lines += [(f"    {line}", "") for line in text.split("\n")]
    if answer.get("sessionId"):
        lines.append((f"said in session {short(answer['sessionId'])}: memory-mcp open {short(answer['id'])}", "dim"))
    # That it holds is what a row is taken for.
    unsaid = _UNSAID | {"current"} if answer.get("current") else _UNSAID
    rest = {key: value for key, value in answer.items() if key not in unsaid and value not in (None, "", [])}
    return [*lines, *((line, "dim") for line in (render(rest).split("\n") if rest else []))]


def _related(answer: dict[str, Any]) -> str:
    """Return what a relation says; empty for any other row."""
    kind = answer.get("relationType", "").replace("_", " ")
    return " ".join(filter(None, (answer.get("fromName"), kind, answer.get("toName")))) if kind else ""


@click.command(name="open")
@click.argument("row")
@json_option
@click.pass_context
def open_(ctx: click.Context, row: str, *, as_json: bool) -> None:
    """Open the session of ROW, at the place where it was said: a number of the last list, an id or its end."""
    from memory_mcp.cli.everyday.hits import numbered
    from memory_mcp.cli.everyday.sessions import show
    from memory_mcp.store.facts import short_ids, versions
    from memory_mcp.store.sessions import sessions, transcript

    given = numbered(settings_of(ctx), row)
    with running(ctx) as runtime, runtime.db.reading() as snapshot:
        uid = short_ids.whole(snapshot, given)
        session, place = uid, 1
        if sessions.find(snapshot, uid) is None:
            item = versions.require(snapshot, uid)
            if item.session_uid is None:
                hint = f"memory-mcp read {short_ids.short(uid)}"
                raise NotFoundError(f"{item.kind} {uid} was recorded in no session", hint=hint, field="id")
            session, place = item.session_uid, transcript.place_of(snapshot, item)
    ctx.invoke(show, session=session, page=-(-place // _PAGE), limit=_PAGE, full=False, as_json=as_json)
    if not as_json and place > 1:
        remark(f"It was said in turn {place}.")


@click.command()
@click.argument("name", nargs=-1)
@click.option("--type", "entity_type", help="Of this type only.")
@click.option("--as-of", help="As it was then.")
@project_option
@json_option
@click.pass_context
def entity(ctx: click.Context, /, name: tuple[str, ...], *, as_json: bool, **options: Any) -> None:
    """Show what is known of the person or thing NAME (or its id); without a name, list those that are known."""
    from memory_mcp.cli.everyday.empty import is_empty, nothing_stored
    from memory_mcp.tools import tool_named

    with looking(ctx) as runtime:
        call, is_new = call_here(runtime), not name and is_empty(runtime)
        everywhere = {} if call.project(None).name else {"project": "*"}
        given = " ".join(name)
        if not given:
            tool, answer = "", _known(call)
        else:
            arguments = {key: value for key, value in options.items() if value} | everywhere | {"name": given}
            tool, answer = "memory_entity_open", opened(runtime, given, arguments)
    if as_json:
        print_json(answer)
    elif given and is_terminal():
        with through_pager():
            _show_entity(settings_of(ctx), answer)
        remark_notice(answer)
    elif given:
        paged([(line, "") for line in tool_named(tool).text(answer).split("\n")])
    elif answer["hits"]:
        from memory_mcp.cli.everyday.search import listed

        with through_pager():
            listed(settings_of(ctx), answer["hits"])
    else:
        hint = nothing_stored() if is_new else "Assistants note them with memory_entity_observe."
        remark(f"No person or thing is known here. {hint}")


def _show_entity(settings: Settings, answer: dict[str, Any]) -> None:
    """Print a person or thing, its facts in a list whose numbers can be given, and what it has to do with."""
    from rich.text import Text

    from memory_mcp.cli.everyday.hits import but_see, print_row, remember
    from memory_mcp.store.facts.short_ids import short

    one, facts = answer["entity"], answer["observations"]
    where = f"project {one['project']}" if one.get("project") else "no project"
    out = console()
    out.print(Text(shown("  ".join([one["name"], one["entityType"], where, short(one["id"])])), style="bold"))
    if one.get("summary"):
        out.print(Text(shown(one["summary"])))
    for number, fact in enumerate(facts, 1):
        until = f" to {fact['validTo'][:10]}" if fact.get("validTo") else ""
        told = [f"{(fact['validFrom'] or '')[:10]}{until}", *but_see(fact), ""]
        print_row(number, "fact", told, fact["id"], Text(shown(fact["content"])))
    remember(settings, [fact["id"] for fact in facts])
    for relation in answer["relations"]:
        kind = relation["relationType"].replace("_", " ")
        out.print(Text(shown(f"    {relation['fromName']} {kind} {relation['toName']}"), style="dim"))
    more = answer.get("total", len(facts)) - len(facts)
    said = f"{more} more: {typed('search', one['name'])}" if more else "read 1 opens a fact" if facts else ""
    out.print(Text(shown(said), style="dim"))


def _known(call: Call) -> dict[str, Any]:
    """Return the people and things of the project here, elsewhere of all."""
    from memory_mcp.store.facts.projects import projects
    from memory_mcp.store.graph import entities
    from memory_mcp.temporal import AsOf
    from memory_mcp.tools.rows.hits import row_of

    with call.reading() as snapshot:
        scope = call.scope(snapshot, None if call.project(None).name else "*")
        found = entities.listed(snapshot, scope.id, AsOf(valid_at=snapshot.now, known_at=snapshot.now), limit=_MOST)
        names = projects.names(snapshot)
    return {"hits": [row_of(one, names, one_line(one.body)) for one in found]}


def opened(runtime: Any, given: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Open by name, and where nothing goes by it by id or its end."""
    try:
        return call_tool(runtime, "memory_entity_open", arguments)
    except NotFoundError:
        try:
            by_id = {key: value for key, value in arguments.items() if key != "name"} | {"id": given}
            return call_tool(runtime, "memory_entity_open", by_id)
        except NotFoundError:
            pass
        raise NotFoundError(
            f"nobody and nothing called {shown(given)!r} is known",
            hint="`memory-mcp entity` lists whom and what is; `memory-mcp search` finds where it is mentioned.",
            field="name",
        ) from None
