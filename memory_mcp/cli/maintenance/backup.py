"""Backup and restore: copies of the whole file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from memory_mcp.cli.options import GivenPath, json_option, running, settings_of
from memory_mcp.cli.output import print_json, progress_bar, say
from memory_mcp.keys.lookup import find_key
from memory_mcp.language.plurals import counted
from memory_mcp.temporal import SystemClock

if TYPE_CHECKING:
    from memory_mcp.config import Settings
    from memory_mcp.store.file.database import Database


@click.command()
@click.argument("target", required=False, type=GivenPath(path_type=Path))
@click.option("--prune", "is_pruning", is_flag=True, help="Then remove older copies that hold what was erased.")
@json_option
@click.pass_context
def backup(ctx: click.Context, target: Path | None, *, is_pruning: bool, as_json: bool) -> None:
    """Copy the file to TARGET while it is in use; default: a dated name in the backup folder beside it.

    With --prune, copies in that folder and beside the file that still hold erased rows are removed; those that cannot
    be looked into, and a page that shows such a row, are named.
    """
    from memory_mcp.store.file.copies.backup import backup as copy
    from memory_mcp.store.file.copies.kept_backups import free_backup_path

    settings = settings_of(ctx)
    if target is None:
        target = free_backup_path(settings.backup_dir, settings.db_path.stem, SystemClock().now())
    with running(ctx) as runtime, progress_bar("Copying") as progress:
        made = copy(runtime.db, target, key=find_key(settings), progress=progress)
        pruned = _prune(runtime.db, settings, made.path) if is_pruning else _Pruned([], [])
    if as_json:
        told: dict[str, Any] = {"path": str(made.path), "sizeBytes": made.size, "versions": made.versions}
        if is_pruning:
            told |= {name: [str(path) for path in paths] for name, paths in pruned._asdict().items()}
        print_json(told)
        return
    say(f"{made.path} ({made.size / 1024:.0f} KB, {counted(made.versions, 'version')}, checked)")
    for path in pruned.removed:
        say(f"removed {path}")
    for path in pruned.mayHold:
        say(f"may still hold what was erased, delete it or keep it safe: {path}")


class _Pruned(NamedTuple):
    """What went, and what may hold erased rows and was left: copies of an unknown key or damaged, pages, exports."""

    removed: list[Path]
    mayHold: list[Path]  # noqa: N815 - as JSON names it


def _prune(db: Database, settings: Settings, new: Path) -> _Pruned:
    """Overwrite and remove the copies that hold what was erased, but the one just made."""
    from memory_mcp.keys.storage import known_keys
    from memory_mcp.store.file.copies.erased_copies import copies_of, erased_uids, holding, naming, pages_of
    from memory_mcp.store.file.copies.erased_elsewhere import exports_holding, memories_beside
    from memory_mcp.store.file.copies.overwriting import overwrite
    from memory_mcp.tools.framework.file_access import EXPORTS

    with db.connection() as connection:
        uids = erased_uids(connection)
    copies = [path for path in copies_of(settings.db_path, settings.backup_dir) if path.resolve() != new.resolve()]
    keys = known_keys(settings)
    gone, closed = holding(copies, uids, keys)
    # The log of a copy is a part of it.
    gone += [log for log in closed if any(log == path.with_name(f"{path.name}-wal") for path in gone)]
    for path in gone:
        overwrite(path)
    beside = memories_beside(settings.db_path, copies)
    left = [path for path in closed if path not in gone] + naming(pages_of(settings.db_path), uids)
    for found in (*holding(beside, uids, keys), *exports_holding(settings.db_path.absolute().parent / EXPORTS, uids)):
        left += found
    return _Pruned(gone, left if uids else [])


@click.command()
@click.argument("source", type=GivenPath(path_type=Path))
@json_option
@click.pass_context
def restore(ctx: click.Context, source: Path, *, as_json: bool) -> None:
    """Put the backup SOURCE in the place of the file, and keep the old file beside it.

    Close the clients first: the command refuses to work while another process has the file open. A backup made with a
    key before, or without one, is encrypted with the key of now.
    """
    from memory_mcp.keys.storage import known_keys
    from memory_mcp.store.file.copies.key_change import key_of, only_change, under_key
    from memory_mcp.store.file.copies.restoring import restore as bring_back

    settings = settings_of(ctx)
    path = settings.db_path
    # A key that is changed meanwhile would be that of neither the backup nor what is moved aside.
    with only_change(path):
        key = find_key(settings)
        old = key_of(source, known_keys(settings)) if key else None
        with under_key(source, path, old=old, new=key) as readable, progress_bar("Restoring") as progress:
            done = bring_back(readable, path, key=key, progress=progress)
    kept = None if done.kept is None else str(done.kept)
    if as_json:
        print_json({"path": str(settings.db_path), "versions": done.backup.versions, "kept": kept})
    else:
        say(f"{settings.db_path} holds {counted(done.backup.versions, 'version')} again.")
        if kept:
            say(f"What stood there before is at {kept}.")
