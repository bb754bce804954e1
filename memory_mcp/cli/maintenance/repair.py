"""Repair a damaged file as far as it can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from memory_mcp.cli.maintenance.clock import repair_clock
from memory_mcp.cli.options import json_option, settings_of
from memory_mcp.cli.output import print_json, say
from memory_mcp.errors import CorruptError
from memory_mcp.keys.lookup import find_key
from memory_mcp.language.plurals import counted, listed
from memory_mcp.temporal import SystemClock

if TYPE_CHECKING:
    from memory_mcp.store.upkeep.repair import Repaired

_MOST_NAMED: Final = 20


@click.command()
@click.option("--clock", "is_clock", is_flag=True, help="Instead: move back rows dated ahead of the clock.")
@click.option("--dry-run", is_flag=True, help="With --clock: say what would change, and change nothing.")
@json_option
@click.pass_context
def repair(ctx: click.Context, *, is_clock: bool, dry_run: bool, as_json: bool) -> int:
    """Save what can be read of a damaged file, and keep the damaged file beside it.

    It makes the indexes anew; where that is not enough it brings every row that can be read into a new file. Close the
    clients first: the command refuses to work while another process has the file open. The exit code is 6 if something
    is lost or changed, else 0.

    With --clock it mends times that a wrong clock gave: it moves them back in their order and keeps what the clock
    said. Set the clock of the machine right first.
    """
    if is_clock:
        return repair_clock(ctx, is_trial=dry_run, as_json=as_json)
    if dry_run:
        raise click.UsageError("--dry-run goes with --clock; a repair works on copies and keeps the damaged file")
    from memory_mcp.store.upkeep.repair import repair as mend

    settings = settings_of(ctx)
    done = mend(settings.db_path, SystemClock(), key=find_key(settings), backup_dir=settings.backup_dir)
    if as_json:
        print_json(_account(done))
    else:
        _tell(done)
    return CorruptError.exit_code if _is_short(done) else 0


def _is_short(done: Repaired) -> bool:
    """Whether something is lost or changed, or may be all: an empty file is no proof that nothing was in the other."""
    is_empty = done.how == "rows" and not done.versions
    return is_empty or bool(done.lost or done.changed or done.refused or done.problems)


def _account(done: Repaired) -> dict[str, object]:
    return {
        "path": str(done.path), "how": done.how, "kept": None if done.kept is None else str(done.kept),
        "versions": done.versions, "lost": done.lost, "changed": done.changed, "refused": done.refused,
        "unaccounted": done.unaccounted,
        "mended": done.mended, "vectors": done.vectors, "vectorsWaiting": done.waiting, "problems": done.problems,
    }  # fmt: skip


def _tell(done: Repaired) -> None:
    if done.how == "whole":
        say(f"{done.path} is whole; nothing was changed.")
        return
    by = "its indexes were made anew" if done.how == "indexes" else "what can be read is in a new file at its place"
    say(f"{done.path} was damaged: {by}. The damaged file is kept at {done.kept}.")
    if done.versions:
        say(f"There are {listed(done.versions)}; {counted(done.vectors, 'vector')}, {done.waiting} to be made.")
    else:
        say("No row of it can be read. `memory-mcp restore PATH` brings a backup back.")
    for what, found in (
        ("Lost", done.lost),
        ("Changed (U+FFFD for bytes that were no text, nothing for JSON that was none)", done.changed),
    ):
        for kind, ids in found.items():
            more = f" and {len(ids) - _MOST_NAMED} more (--json names all)" if len(ids) > _MOST_NAMED else ""
            say(f"{what}, {kind}: {', '.join(ids[:_MOST_NAMED])}{more}")
    if done.refused:
        say(f"Rows that made no sense any more: {listed(done.refused)}.")
    if done.mended:
        say(f"Mended: {', '.join(f'{what} {count}' for what, count in done.mended.items())}.")
    for problem in done.problems:
        say(f"Still wrong: {problem}")
    if done.unaccounted > 0:
        rows = counted(done.unaccounted, "more row")
        say(f"The file once had {rows} that neither a table nor an index knows of: erased, or lost without a trace.")
    if not _is_short(done):
        say("Nothing that the file knew of is lost.")
