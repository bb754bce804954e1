"""Projects at a terminal: listed, shown, renamed, moved, merged, and purged with all they hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from memory_mcp.cli.options import GivenPath, call_here, given_name, json_option, new_name, running
from memory_mcp.cli.output import clock_of, console, is_terminal, print_fields, print_json, remark, shown, table_of
from memory_mcp.language.plurals import counted
from memory_mcp.language.unseen_characters import json_text

if TYPE_CHECKING:
    from memory_mcp.store.facts.projects.project_upkeep import Held
    from memory_mcp.store.facts.versions import Item
    from memory_mcp.store.file.database import Snapshot


_NO_PROJECT: Final = "No project yet: one is made when something is stored in a repository's folder."


@click.group()
def project() -> None:
    """List projects, show one, rename, move or merge it, or purge it with all it holds."""


@project.command(name="list")
@json_option
@click.pass_context
def list_(ctx: click.Context, *, as_json: bool) -> None:
    """List the projects, the last used first: name, rows, sessions, when something last came."""
    from rich.text import Text

    from memory_mcp.store.facts.projects import project_upkeep

    with running(ctx) as runtime, runtime.db.reading() as snapshot:
        found = project_upkeep.held(snapshot)
    if as_json:
        print_json({"projects": [_row(one) for one in found]})
    elif not found:
        remark(_NO_PROJECT)
    elif not is_terminal():
        print_fields(["name", "rows", "sessions", "last"])
        for one in found:
            print_fields([one.name, str(one.rows), str(one.sessions), _last(one)])
    else:
        table = table_of("name", "rows", "sessions", "last", dim=("last",))
        for one in found:
            table.add_row(Text(shown(one.name)), str(one.rows), str(one.sessions), _last(one))
        console().print(table)


@project.command()
@click.argument("name", required=False, callback=given_name)
@json_option
@click.pass_context
def show(ctx: click.Context, name: str | None, *, as_json: bool) -> None:
    """Show what the project NAME (default: that of the working directory) holds, by kind, and its known folders."""
    from memory_mcp.store.facts.projects import project_upkeep, projects
    from memory_mcp.store.overview.growth import of_project

    with running(ctx) as runtime:
        wanted = name or call_here(runtime).home_name()
        if not wanted:
            raise click.UsageError("This folder is in no project: give a NAME.")
        with runtime.db.reading() as snapshot:
            project_id = project_upkeep.require(snapshot, wanted)
            called = str(projects.name_of(snapshot, project_id))
            kinds = of_project(snapshot, project_id)
            folders = projects.roots(snapshot, project_id)
    if as_json:
        print_json({"name": called, "kinds": kinds, "folders": folders})
        return
    told = [
        ("project", called),
        *((kind, str(count)) for kind, count in kinds.items()),
        *(("folder", one) for one in folders),
    ]
    if not is_terminal():
        for fields in told:
            print_fields(fields)
        return
    table = table_of("", "", dim=("",))
    table.show_header = False
    for what, value in told:
        table.add_row(what, shown(value))
    console().print(table)


@project.command()
@click.argument("name", callback=given_name)
@click.argument("new", callback=new_name)
@click.pass_context
def rename(ctx: click.Context, name: str, new: str) -> None:
    """Give the project NAME the name NEW; its rows and folders stay with it."""
    from memory_mcp.store.facts.projects import project_upkeep

    with running(ctx) as runtime:
        # As every tool would call it.
        new = call_here(runtime).project(new).name
        with runtime.db.writing("cli project rename") as tx:
            project_upkeep.rename(tx, name, new)
    click.echo(shown(f"{name} is {new} now."))


@project.command()
@click.argument("name", callback=given_name)
@click.argument("folder", type=GivenPath(path_type=Path))
@click.pass_context
def move(ctx: click.Context, name: str, folder: Path) -> None:
    """Say that the project NAME lies in FOLDER now; folders of it that are gone are no longer known."""
    from memory_mcp.store.facts.projects import project_upkeep

    with running(ctx) as runtime, runtime.db.writing("cli project move") as tx:
        gone = project_upkeep.move(tx, name, folder.resolve())
    click.echo(shown(f"{name} lies in {folder.resolve()} now."))
    for root in gone:
        click.echo(shown(f"No longer known: {root}"))


@project.command()
@click.argument("name", callback=given_name)
@click.argument("into", callback=given_name)
@click.option("--dry-run", is_flag=True, help="Name the rows and change nothing.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@click.pass_context
def merge(ctx: click.Context, name: str, into: str, *, dry_run: bool, yes: bool, as_json: bool) -> None:
    """Give all rows, sessions, handoffs and folders of the project NAME to the project INTO.

    INTO answers to both names from then on. Each row is named first and one question is asked: it cannot be undone.
    Other projects stay as they are.
    """
    from memory_mcp.cli.everyday.forgetting import confirm, preview
    from memory_mcp.store.facts.projects import project_upkeep

    with running(ctx) as runtime:
        call = call_here(runtime, "cli project merge")
        with call.reading() as snapshot:
            items, others = _all_of(snapshot, name)
            project_upkeep.require(snapshot, into)
        if not as_json or dry_run:
            preview(runtime, items, others, as_json=as_json)
        if dry_run:
            return
        answer = {"merged": name, "into": into, "rows": len(items) + len(others)}
        count, verb = counted(len(items) + len(others), "row"), "is" if answer["rows"] == 1 else "are"
        confirm(f"Merge project {name} with {count} into {into}?", is_answered=yes)
        with call.writing() as tx:
            project_upkeep.merge(tx, name, into)
    click.echo(json_text(answer) if as_json else shown(f"{count} of {name} {verb} in {into} now."))


def _all_of(snapshot: Snapshot, name: str) -> tuple[list[Item], list[str]]:
    """Return all rows of a project, and the ids of its sessions and handoffs. Raises NotFoundError without it."""
    from memory_mcp.store.facts import chosen
    from memory_mcp.store.facts.projects import project_upkeep

    project_id = project_upkeep.require(snapshot, name)
    others = [uid for uid, _kind in project_upkeep.sessions_and_handoffs(snapshot, project_id)]
    return chosen.rows(snapshot, chosen.Choice(project=project_id)), others


@project.command()
@click.argument("name", callback=given_name)
@click.option("--dry-run", is_flag=True, help="Name the rows and change nothing.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@click.pass_context
def purge(ctx: click.Context, name: str, *, dry_run: bool, yes: bool, as_json: bool) -> None:
    """Erase the project NAME with every row, session and handoff of it, for good; other projects stay as they are.

    Each row is named first, one question is asked, and afterwards the file, its indexes, its log, its backups and
    what else lies beside it are looked through for what was erased.
    """
    from memory_mcp.cli.everyday.forgetting import confirm, forget_all, preview, tell
    from memory_mcp.store.facts.projects import project_upkeep

    with running(ctx) as runtime:
        call = call_here(runtime, "cli project purge")
        with call.reading() as snapshot:
            project_id = project_upkeep.require(snapshot, name)
            items, others = _all_of(snapshot, name)
        if not as_json or dry_run:
            preview(runtime, items, others, as_json=as_json)
        if dry_run:
            return
        confirm(f"Erase project {name} with {counted(len(items) + len(others), 'row')}?", is_answered=yes)
        uids = [*(item.uid for item in items), *others]
        answer = forget_all(runtime, call, uids, erase=True, reason="project purged") if uids else {"results": []}
        with call.writing() as tx:
            is_gone = project_upkeep.drop(tx, project_id)
        if not is_gone:
            call.notices.append(
                f"project {name} stays as the place of rows that other projects recorded in its sessions"
            )
    tell(answer, call, as_json=as_json)


def _row(one: Held) -> dict[str, object]:
    from memory_mcp.temporal import format_instant

    last = format_instant(one.last)
    return {"name": one.name, "rows": one.rows, "sessions": one.sessions, "last": last}


def _last(one: Held) -> str:
    from memory_mcp.temporal import format_instant

    return "" if one.last is None else clock_of(format_instant(one.last))
