"""Correct times that a wrong clock gave: what ``memory-mcp repair --clock`` does."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from memory_mcp.cli.options import settings_of
from memory_mcp.keys.lookup import find_key
from memory_mcp.language.plurals import counted
from memory_mcp.temporal import SystemClock, describe_gap, format_instant

if TYPE_CHECKING:
    from memory_mcp.store.file.mending.clock_correction import Jump


def repair_clock(ctx: click.Context, *, is_trial: bool, as_json: bool) -> int:
    """Show which transactions are dated ahead of the clock and move them back in their order, unless it is a trial.

    Returns the exit code: 0, or 1 where times are ahead that no jump of the clock explains.
    """
    from memory_mcp.store.file.database import Database
    from memory_mcp.store.file.mending import clock_repair

    settings = settings_of(ctx)
    db = Database(settings.db_path, SystemClock(), key=find_key(settings))
    try:
        jumps = clock_repair.planned(db) if is_trial else clock_repair.repair(db)
        # Asking would move what is evident.
        with nullcontext() if jumps else db.reading() as snapshot:
            state = None if snapshot is None else clock_repair.clock_state(snapshot, db.clock.now())
    finally:
        db.close()
    ahead = 0 if state is None else state.ahead
    if as_json:
        moved = [
            {"transactions": one.transactions, "from": format_instant(one.at), "last": format_instant(one.last),
             "to": format_instant(one.at - one.length)}
            for one in jumps
        ]  # fmt: skip
        click.echo(json.dumps({"moved": moved, "dryRun": is_trial, "aheadSeconds": ahead // 1_000_000}))
    else:
        _say(jumps, ahead, "would move" if is_trial else "moved")
    return int(ahead > 0)


def _say(jumps: list[Jump], ahead: int, verb: str) -> None:
    for one in jumps:
        click.echo(
            f"{counted(one.transactions, 'transaction')} from {format_instant(one.at)} to {format_instant(one.last)} "
            f"{verb} back by {describe_gap(one.length)}, the first to {format_instant(one.at - one.length)}."
        )
    if ahead:
        click.echo(
            f"The newest row is dated {describe_gap(ahead)} ahead of the clock, and no jump explains it: the clock of "
            "this machine is behind. Set it right; nothing was changed."
        )
    elif not jumps:
        click.echo("No row is dated ahead of the clock.")
