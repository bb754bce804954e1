"""Show the latest rows of this memory, and with --follow every row that any process writes."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final

import click

from memory_mcp.cli.options import call_here, json_option, looking, project_option
from memory_mcp.cli.output import console, is_terminal, print_fields, print_json, remark, shown, through_pager
from memory_mcp.language.shortening import one_line

if TYPE_CHECKING:
    from memory_mcp.store.facts.versions import Kind
    from memory_mcp.store.file.database import Database
    from memory_mcp.store.sessions.change_feed import FeedEntry, FeedPosition
    from memory_mcp.tools.framework.call import Call

# How often it is asked whether anybody wrote: a few microseconds each time.
_INTERVAL_S: Final = 0.2
# Rows of one look, so that a large import is not in memory at once.
_BLOCK: Final = 2_000
_WIDTH: Final = 400


@click.command()
@click.option(
    "-n", "--limit", default=20, show_default=True, type=click.IntRange(0, 10_000), help="How many rows to print first."
)
@click.option("-f", "--follow", is_flag=True, help="Then print what any process writes, until Ctrl-C.")
@click.option("--type", "types", multiple=True, help="Only this type (turn, learning, decision ...); may be repeated.")
@click.option("--all", "everywhere", is_flag=True, help="In every project.")
@project_option
@json_option
@click.pass_context
def log(
    ctx: click.Context, *, limit: int, follow: bool, types: tuple[str, ...], everywhere: bool, as_json: bool
) -> None:
    """Print the latest turns and memories of all sessions, a line each, the newest last; JSON is an object a line."""
    from memory_mcp.cli.everyday.empty import nothing_here
    from memory_mcp.store.facts.projects import projects
    from memory_mcp.store.sessions import change_feed

    kinds = _kinds(types)
    with looking(ctx, everywhere=everywhere) as runtime:
        with runtime.db.reading() as snapshot:
            scope = call_here(runtime).scope(snapshot, "*" if everywhere else None)
            seen = change_feed.end(snapshot)
            found = change_feed.latest(snapshot, project=scope.id, kinds=kinds, limit=limit)
            names = projects.names(snapshot)
        # What is followed does not wait for somebody to turn pages.
        with nullcontext() if follow or as_json else through_pager():
            tell = _printer(as_json=as_json)
            for one in found:
                tell(one, names)
        if limit and not found and not as_json:
            remark(nothing_here(runtime))
        _flush()
        if follow:
            # Ctrl-C is how this ends.
            try:
                _follow(runtime.db, seen, None if everywhere else call_here(runtime), kinds, tell)
            except KeyboardInterrupt:
                return


def _follow(
    db: Database, seen: FeedPosition, call: Call | None, kinds: tuple[Kind, ...], tell: Callable[..., None]
) -> None:
    """Print what comes in until nobody reads it any more. The file is only read, and only when somebody wrote."""
    from memory_mcp.store.facts.projects import projects
    from memory_mcp.store.sessions import change_feed

    version = None
    while _is_read(_INTERVAL_S):
        if (now := db.data_version()) == version:
            continue
        version = now
        while True:
            with db.reading() as snapshot:
                end = change_feed.end(snapshot)
                through = change_feed.FeedPosition(
                    min(end.row, seen.row + _BLOCK), min(end.change, seen.change + _BLOCK)
                )
                # A project may be new, or get its first row, at any time.
                project = projects.ALL_PROJECTS if call is None else call.scope(snapshot, None).id
                found = change_feed.since(snapshot, seen, through, project=project, kinds=kinds)
                names = projects.names(snapshot)
            for one in found:
                tell(one, names)
            _flush()
            seen = through
            if through == end:
                break


def _flush() -> None:
    # It is none where the shell closed it.
    if sys.stdout is not None:
        sys.stdout.flush()


def _is_read(wait_s: float) -> bool:
    """Wait a moment; False when whoever read standard output has gone, or there is none."""
    if sys.stdout is None:
        return False
    if not hasattr(select, "poll"):
        time.sleep(wait_s)
        return True
    watched = select.poll()
    # No event is asked for: that the other end is closed is told unasked.
    watched.register(sys.stdout.fileno(), 0)
    return not watched.poll(wait_s * 1_000)


def _kinds(types: tuple[str, ...]) -> tuple[Kind, ...]:
    from memory_mcp.store.sessions.timeline import EVENT_KINDS

    chosen: tuple[Kind, ...] = tuple(kind for kind in EVENT_KINDS if types.count(kind))
    if unknown := sorted(set(types) - set(EVENT_KINDS)):
        raise click.BadParameter(f"{', '.join(unknown)}: there are {', '.join(EVENT_KINDS)}", param_hint="--type")
    return chosen or EVENT_KINDS


def _printer(*, as_json: bool) -> Callable[[FeedEntry, dict[int, str]], None]:
    if as_json:
        return lambda one, names: print_json(_row(one, names))
    if not is_terminal():
        return lambda one, names: print_fields(_fields(one, names))
    from rich.text import Text

    out = console()

    def tell(one: FeedEntry, names: dict[int, str]) -> None:
        when, kind, who, project, said, _uid = (shown(" ".join(field.split())) for field in _fields(one, names))
        where = f" {project}" if project else ""
        out.print(Text(when, style="dim") + Text(f" {kind}", style="cyan not dim") + Text(f" {who}{where}", style="dim")
                  + Text(f" {said}", style="not dim"))  # fmt: skip

    return tell


def _fields(one: FeedEntry, names: dict[int, str]) -> list[str]:
    """Return time, type, who, project, what was said on one line, and the id."""
    row = _row(one, names)
    who = " ".join(part for part in (row["client"], row.get("role", "")) if part)
    kind = f"{row['change']} {row['type']}" if "change" in row else row["type"]
    said = f"{row['title']}: {row['body'][:_WIDTH]}" if row["title"] and row["body"] else row["title"] or row["body"]
    said = one_line(f"{said} ({row['reason']})" if row.get("reason") else said, _WIDTH)
    return [row["recordedAt"][:19].replace("T", " "), kind, who, row["project"] or "", said, row["id"]]


def _row(one: FeedEntry, names: dict[int, str]) -> dict[str, Any]:
    from memory_mcp.temporal import format_instant
    from memory_mcp.tools.timeline import DONE

    item = one.item
    row = {
        "id": item.uid, "type": item.kind, "recordedAt": format_instant(item.recorded_at),
        "validFrom": format_instant(item.valid.start), "project": names.get(item.project_id),
        "sessionId": item.session_uid, "client": one.client, "title": item.title, "body": item.body,
    }  # fmt: skip
    if item.kind == "turn":
        row["role"] = item.attributes.get("role", "")
    if one.verb is not None:
        row |= {"change": DONE[one.verb], "reason": one.reason}
    return row
