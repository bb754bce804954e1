"""Sessions at a terminal: a list of them, and one of them word for word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import click

from memory_mcp.capture.clients.resuming import resume_command
from memory_mcp.cli.everyday.hits import numbered, remember
from memory_mcp.cli.options import json_option, looking, project_option, running, settings_of
from memory_mcp.cli.output import (
    clock_of,
    console,
    is_terminal,
    paged,
    print_fields,
    print_json,
    remark,
    shown,
    through_pager,
)
from memory_mcp.language.plurals import counted, in_number
from memory_mcp.language.shortening import one_line
from memory_mcp.language.unseen_characters import visible

if TYPE_CHECKING:
    from memory_mcp.store.facts.versions import Item
    from memory_mcp.store.file.database import Snapshot
    from memory_mcp.store.sessions.sessions import Session
    from memory_mcp.store.sessions.transcript import Listed

_WIDTH: Final = 160
_HEADER: Final = ("id", "client", "project", "started", "last active", "turns", "asked first")
_NO_SESSION: Final = (
    "No session. `memory-mcp setup` has your clients record theirs, and `memory-mcp import` brings in old ones."
)
_MOST_CLIENTS: Final = 10
_STYLES: Final = {"user": "bold cyan", "assistant": "bold green", "tool": "dim"}


@click.command()
@click.option(
    "-n", "--limit", default=20, show_default=True, type=click.IntRange(1, 1_000), help="How many sessions to list."
)
@click.option("--client", default="", metavar="NAME", help="Only of this client: claude, codex, gemini ...")
@click.option("--all", "everywhere", is_flag=True, help="In every project.")
@click.option("--empty", is_flag=True, help="Also those in which nothing was said.")
@project_option
@json_option
@click.pass_context
def sessions(ctx: click.Context, *, limit: int, client: str, everywhere: bool, empty: bool, as_json: bool) -> None:
    """List sessions, the last active first: id, client, project, times, turns, and what it is about."""
    from memory_mcp.capture.events.payload import client_of
    from memory_mcp.cli.options import call_here
    from memory_mcp.store.facts.projects import projects
    from memory_mcp.store.sessions import transcript as conversations

    who = client_of(client, {}) if client.strip() else ""
    with looking(ctx, everywhere=everywhere) as runtime, runtime.db.reading() as snapshot:
        call = call_here(runtime)
        scope = call.scope(snapshot, "*" if everywhere or not call.project(None).name else None)
        found = conversations.listed(snapshot, scope.id, limit=limit, client=who, with_empty=empty)
        total = conversations.count(snapshot, scope.id, client=who, with_empty=empty)
        left_out = conversations.count(snapshot, scope.id, client=who) - total
        elsewhere = conversations.count(snapshot, projects.ALL_PROJECTS, client=who, with_empty=empty) - total
        names = projects.names(snapshot)
        folders = {key: projects.roots(snapshot, key) for key in {one.session.project_id for one in found}}
        nothing = "" if found else "No session." if elsewhere or left_out else _no_session(snapshot, who)
    rows = [_listed_row(one, names, folders) for one in found]
    if as_json:
        answer = {"sessions": rows, "count": len(rows), "total": total, "elsewhere": elsewhere, "empty": left_out}
        print_json(answer | {"project": scope.name})
        return
    if is_terminal():
        with through_pager():
            _show_sessions(rows)
            if nothing:
                console().print(nothing, soft_wrap=True)
        remember(settings_of(ctx), [row["id"] for row in rows])
    else:
        if rows:
            print_fields(_HEADER)
        for row in rows:
            times = (clock_of(row["startedAt"]), clock_of(row["lastActiveAt"]))
            print_fields([row["id"], row["client"], row["project"] or "", *times, str(row["turns"]), _about(row)])
        if nothing:
            remark(nothing)
    _say_more(len(rows), total, elsewhere, left_out, scope.name)


@click.command()
@click.argument("session")
@click.option("--page", default=1, show_default=True, type=click.IntRange(1), help="Which page to print.")
@click.option("-n", "--limit", default=50, show_default=True, type=click.IntRange(1, 1_000), help="Turns a page.")
@click.option("--full", is_flag=True, help="Print the whole output of tools, instead of a line each.")
@json_option
@click.pass_context
def show(ctx: click.Context, session: str, *, page: int, limit: int, full: bool, as_json: bool) -> None:
    """Show what was said in SESSION, word for word, a page at a time.

    SESSION is its number in the last list, its id or the end of it, the client's own id of it, or the beginning of
    either. JSON always has every text whole.

    \f
    Raises NotFoundError for an unknown session and for a page that it does not have, InvalidInputError where the name
    means several.
    """  # noqa: D301 - click reads the form feed itself as "the help ends here"
    from memory_mcp.errors import NotFoundError
    from memory_mcp.store.facts.projects import projects
    from memory_mcp.store.sessions import digests
    from memory_mcp.store.sessions import transcript as conversations

    with suppress(NotFoundError):
        session = numbered(settings_of(ctx), session)
    first = (page - 1) * limit + 1
    with running(ctx) as runtime, runtime.db.reading() as snapshot:
        meant = conversations.named(snapshot, session)
        turns, total = conversations.said(snapshot, meant.uid, first=first, limit=limit)
        project = projects.name_of(snapshot, meant.project_id)
        digest = digests.of_session(snapshot, meant.uid)
        folders = projects.roots(snapshot, meant.project_id)
    if first > max(total, 1):
        raise NotFoundError(
            f"session {meant.uid} has no page {page}",
            hint=f"It has {counted(total, 'turn')}, {counted(-(-total // limit), 'page')}.",
        )
    head = _session_row(meant, project, folders) | {"digest": digest.body if digest else ""}
    rows = [_turn_row(number, turn) for number, turn in enumerate(turns, first)]
    if as_json:
        answer = {"session": head, "turns": rows, "page": page, "totalTurns": total}
        print_json(answer)
        return
    paged([*_heading(head, page), *(line for row in rows for line in _turn(row, full=full))])
    last = first + len(rows) - 1
    told = f"turns {first}-{last} of {total}" if rows else "nothing was said"
    remark(f"{told}; --page {page + 1} goes on" if last < total else told)


def _listed_row(one: Listed, names: dict[int, str], folders: dict[int, list[str]]) -> dict[str, Any]:
    """Return a session as a list has it, with the names and the folders of all projects by their ids."""
    of = one.session.project_id
    more = {"lastActiveAt": _time(one.last_active_at), "turns": one.turns, "prompt": one.prompt}
    return _session_row(one.session, names.get(of), folders[of]) | more


def _session_row(session: Session, project: str | None, folders: list[str]) -> dict[str, Any]:
    """Return what is said of a session itself, and how its client goes on with it."""
    return {
        "id": session.uid, "client": session.client, "clientSession": session.client_session, "project": project,
        "title": session.title, "startedAt": _time(session.started_at), "endedAt": _time(session.ended_at),
        "summary": session.summary, "resume": resume_command(session, folders),
    }  # fmt: skip


def _about(row: dict[str, Any]) -> str:
    """Return in one line what a session of a list is about."""
    return one_line(row["title"] or row["prompt"] or row["summary"], _WIDTH)


def _turn_row(number: int, turn: Item) -> dict[str, Any]:
    from memory_mcp.store.sessions.turns import spoken_text

    row = {"number": number, "id": turn.uid, "role": turn.attributes.get("role", ""), "speaker": turn.title}
    row |= {"validFrom": _time(turn.valid.start), "text": spoken_text(turn)}
    kept = ("command", "files", "exit", "failed", "leftOut", "caption")
    return row | {key: turn.attributes[key] for key in kept if key in turn.attributes}


def _show_sessions(rows: list[dict[str, Any]]) -> None:
    """Print each session in two lines that fit the window, and how its client goes on with it."""
    from rich.text import Text

    from memory_mcp.cli.everyday.hits import print_row

    for number, row in enumerate(rows, 1):
        facts = [clock_of(row["lastActiveAt"]), counted(row["turns"], "turn"), row["project"] or ""]
        print_row(number, row["client"] or "-", facts, row["id"], Text(shown(_about(row))))
        if row["resume"]:
            console().print(Text(f"    {shown(row['resume'])}", style="dim"), soft_wrap=True)


def _no_session(snapshot: Snapshot, client: str) -> str:
    """Say why there is no session of a client (empty: of any) in the whole memory."""
    from memory_mcp.store.facts.client_names import KNOWN
    from memory_mcp.store.facts.projects.projects import ALL_PROJECTS
    from memory_mcp.store.overview.growth import growth

    there = [] if client in ("", *KNOWN) else [name for name in growth(snapshot, ALL_PROJECTS, weeks=1).clients if name]
    if not there:
        return _NO_SESSION
    those = ", ".join(one_line(name, _WIDTH) for name in there[:_MOST_CLIENTS])
    return shown(f"No session: no client named {one_line(client, _WIDTH)} is known. There are sessions of: {those}.")


def _say_more(count: int, total: int, elsewhere: int, left_out: int, project: str | None) -> None:
    more = [f"memory-mcp show {'1' if is_terminal() else 'ID'} prints one"] if count else []
    more += [f"{count} of {total}; -n shows more"] if count < total else []
    if left_out:
        more.append(f"{left_out} more in which nothing was said; --empty shows them")
    if elsewhere:
        more.append(f"{elsewhere} more outside {f'project {project}' if project else 'no project'}; --all shows them")
    if more:
        remark(shown("; ".join(more)))


def _heading(head: dict[str, Any], page: int) -> Iterator[tuple[str, str]]:
    facts = [
        head["client"],
        f"project {head['project']}" if head["project"] else "no project",
        clock_of(head["startedAt"]),
    ]
    yield f"session {_seen_id(head['id'])}  " + "  ".join(one_line(fact, _WIDTH) for fact in facts if fact), "bold"
    if head["title"]:
        yield f"    {one_line(head['title'], _WIDTH)}", "bold"
    if head["resume"]:
        # Whole, else it could not be typed.
        yield f"    {visible(head['resume'], '')}", "dim"
    if page == 1 and (did := head["digest"] or head["summary"]):
        yield from ((f"    {line}", "italic") for line in _lines(did))


def _seen_id(uid: str) -> str:
    """Return an id as a person types it, whole where a program reads it."""
    from memory_mcp.store.facts.short_ids import short

    return short(uid) if is_terminal() else uid


def _turn(row: dict[str, Any], *, full: bool) -> Iterator[tuple[str, str]]:
    """Yield the lines of a turn; its words stand indented, where they cannot pose as a heading of ours."""
    who = one_line(row["speaker"], _WIDTH) or row["role"]
    head = f"[{row['number']}] {who}  {clock_of(row['validFrom'])}"
    style = _STYLES.get(row["role"], "bold")
    if row["role"] == "tool" and not full:
        yield f"{head}  {tool_line(row)}", style
        return
    yield f"{head}  {_seen_id(row['id'])}", style
    yield from ((f"    {line}", "dim" if row["role"] == "tool" else "") for line in _lines(row["text"]))
    if row.get("caption"):
        yield f"    [image: {one_line(row['caption'], _WIDTH)}]", "italic"


def tool_line(row: dict[str, Any]) -> str:
    """Return a tool's turn in one line: its first line, how it ended if it failed, and the length of its output."""
    first, _, rest = row["text"].partition("\n")
    ended = f"  [exit {row['exit']}]" if row.get("exit") else "  [failed]" if row.get("failed") else ""
    said = f"  ({len(rest):,} {in_number(len(rest), 'character')})" if rest else ""
    return f"{one_line(first, _WIDTH)}{ended}{said}"


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")


def _time(instant: int | None) -> str | None:
    from memory_mcp.temporal import format_instant

    return format_instant(instant)
