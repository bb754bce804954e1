"""Backup and restore: copies of the whole file."""

from __future__ import annotations

import json
from pathlib import Path

import click

from memory_mcp.cli.options import json_option, running, settings_of
from memory_mcp.cli.output import progress_bar
from memory_mcp.keys.lookup import find_key
from memory_mcp.language.plurals import counted
from memory_mcp.temporal import SystemClock, format_instant


@click.command()
@click.argument("target", required=False, type=click.Path(path_type=Path))
@json_option
@click.pass_context
def backup(ctx: click.Context, target: Path | None, *, as_json: bool) -> None:
    """Copy the file to TARGET while it is in use; default: a dated name in the backup folder beside it."""
    from memory_mcp.store.file.backup import backup as copy

    settings = settings_of(ctx)
    if target is None:
        day = (format_instant(SystemClock().now()) or "")[:19].replace(":", "").replace("-", "")
        target = settings.backup_dir / f"{settings.db_path.stem}-{day}.db"
    with running(ctx) as runtime, progress_bar("Copying") as progress:
        made = copy(runtime.db, target, key=find_key(settings), progress=progress)
    if as_json:
        click.echo(json.dumps({"path": str(made.path), "sizeBytes": made.size, "versions": made.versions}))
    else:
        click.echo(f"{made.path} ({made.size / 1024:.0f} KB, {counted(made.versions, 'version')}, checked)")


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@json_option
@click.pass_context
def restore(ctx: click.Context, source: Path, *, as_json: bool) -> None:
    """Put the backup SOURCE in the place of the file, and keep the old file beside it.

    Close the clients first: the command refuses to work while another process has the file open.
    """
    from memory_mcp.store.file.backup import restore as bring_back

    settings = settings_of(ctx)
    with progress_bar("Restoring") as progress:
        done = bring_back(source, settings.db_path, key=find_key(settings), progress=progress)
    kept = None if done.kept is None else str(done.kept)
    if as_json:
        click.echo(json.dumps({"path": str(settings.db_path), "versions": done.backup.versions, "kept": kept}))
    else:
        click.echo(f"{settings.db_path} holds {counted(done.backup.versions, 'version')} again.")
        if kept:
            click.echo(f"What stood there before is at {kept}.")
