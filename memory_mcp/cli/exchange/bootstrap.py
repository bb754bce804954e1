"""Bootstrap: bring in a project's own files at once."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memory_mcp.cli.options import GivenPath, json_option, project_option, running, settings_of
from memory_mcp.cli.output import (
    console,
    counted,
    is_terminal,
    masked_kinds,
    print_fields,
    print_json,
    progress_bar,
    remark,
    shown,
)

if TYPE_CHECKING:
    from memory_mcp.capture.bootstrap.importing import Plan


@click.command()
@click.argument("path", required=False, default=".", type=GivenPath(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Say what would happen and write nothing.")
@project_option
@json_option
@click.pass_context
def bootstrap(ctx: click.Context, path: Path, *, dry_run: bool, as_json: bool) -> None:
    """Bring in what a project says of itself, from PATH (default: the working directory) and below.

    It reads rules for assistants, readmes, documents, the docstrings and leading comments of modules, and the recent
    history of git. They become documents that rank below what was said or decided. What Claude Code noted for itself
    of the folder becomes learnings. A second run replaces what changed and retires what is gone. It leaves out what git
    ignores and what [capture] in .memory-mcp.toml keeps out.
    """
    from memory_mcp.capture.bootstrap import importing
    from memory_mcp.setup.places import Places

    settings, passages, notes = settings_of(ctx), 0, 0
    with ExitStack() as stack:
        # Looking must not make what is looked for.
        is_new = dry_run and not settings.db_path.exists()
        db = None if is_new else stack.enter_context(running(ctx)).db
        with progress_bar("Reading") as progress:
            plan = importing.plan(db, path, project=settings.project, redact=settings.redact, progress=progress)
        if db is not None and not dry_run:
            with progress_bar("Storing") as progress:
                passages = importing.apply(db, plan, progress)
            notes = importing.read_notes(db, path, plan, Places.here().claude, settings.redact)
    if as_json:
        account = plan.as_dict() | {"passages": passages, "notes": notes, "dryRun": dry_run}
        print_json(account)
        return
    if is_terminal():
        _show(plan)
    else:
        for step in plan.steps:
            print_fields([step.action, step.path])
        for one in plan.left_out:
            print_fields(["left out", one.path, one.reason])
    remark(_summary(plan, dry_run=dry_run))


def _show(plan: Plan) -> None:
    from rich.table import Table
    from rich.text import Text

    styles = {"added": "green", "replaced": "yellow", "retired": "red"}
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for step in plan.steps:
        table.add_row(Text(step.action, style=styles[step.action]), Text(shown(step.path)), "")
    for one in plan.left_out:
        table.add_row(Text("left out", style="dim"), Text(shown(one.path)), Text(shown(one.reason), style="dim"))
    if table.row_count:
        console().print(table)


def _summary(plan: Plan, *, dry_run: bool) -> str:
    said = counted({action: len(plan.paths(action)) for action in ("added", "replaced", "retired")})
    where = f"project {plan.home}" if plan.home else "no project"
    masked = f"; masked: {masked_kinds(plan.redacted)}" if plan.redacted else ""
    rest = f"{len(plan.unchanged)} unchanged, {len(plan.left_out)} left out{masked}"
    return shown(f"{where}: {said}, {rest}{' (dry run: nothing was written)' if dry_run else ''}")
