"""Mend what is wrong with the file."""

from __future__ import annotations

import click

from memory_mcp.cli.clock import repair_clock
from memory_mcp.cli.options import json_option


@click.command()
@click.option("--clock", "is_clock", is_flag=True, required=True, help="Move back rows dated ahead of the clock.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@json_option
@click.pass_context
def repair(ctx: click.Context, *, is_clock: bool, dry_run: bool, as_json: bool) -> int:  # noqa: ARG001 - the one thing there is
    """Mend times that a wrong clock gave: --clock moves them back in their order and keeps what the clock said.

    Set the clock of the machine right first.
    """
    return repair_clock(ctx, is_trial=dry_run, as_json=as_json)
