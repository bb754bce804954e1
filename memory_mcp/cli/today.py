"""What a new session would be told here, and why each line is in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import click

from memory_mcp.cli.options import call_here, json_option, project_option, running
from memory_mcp.cli.output import paged

if TYPE_CHECKING:
    from memory_mcp.store.facts.versions import Item
    from memory_mcp.store.file.database import Snapshot
    from memory_mcp.tools.framework.call import Call

# Enough of what a row says to know its line by.
_OPENING: Final = 40


@click.command()
@click.option("--client", default="", metavar="NAME", help="As a session of this client: claude-code, codex ...")
@project_option
@json_option
@click.pass_context
def today(ctx: click.Context, *, client: str, as_json: bool) -> None:
    """Show what a session that starts here would be told, and below each line why it is told."""
    from memory_mcp.cli.empty import is_empty, nothing_stored

    with running(ctx) as runtime:
        call = call_here(runtime)
        with call.reading() as snapshot:
            lines = list(_told(call, snapshot, client))
        nothing = nothing_stored() if not lines and is_empty(runtime) else (
            "A session here would be told nothing: nothing of this project is pinned, decided, learned or left open."
        )  # fmt: skip
    if as_json:
        click.echo(json.dumps({"lines": lines, "project": call.project(None).name or None}, ensure_ascii=False))
    elif lines:
        paged([one for line in lines for one in _shown(line)])
    else:
        click.echo(nothing, err=True)


def _shown(line: dict[str, Any]) -> Iterator[tuple[str, str]]:
    from memory_mcp.store.facts.short_ids import short

    yield line["text"], "" if line["text"].startswith(("- ", "  ")) else "bold"
    if line["why"]:
        said = "; ".join(line["why"])
        yield f"    {said}" + (f"  ({short(line['id'])})" if line["id"] else ""), "dim"


def _told(call: Call, snapshot: Snapshot, client: str) -> Iterator[dict[str, Any]]:
    """Yield each line of the block without its frame, with the row it shows and why that is shown."""
    from memory_mcp.capture.context.block import context_block
    from memory_mcp.capture.context.framing import row_text
    from memory_mcp.capture.context.selection import select_context
    from memory_mcp.store.facts import versions

    scope = call.scope(snapshot, None)
    request = call.context_request(snapshot, scope, client)
    block = context_block(select_context(snapshot, request))
    rows = [item for uid in block.shown if (item := versions.newest(snapshot, uid)) is not None]
    openings = {" ".join(row_text(item).split())[:_OPENING]: item for item in rows}
    heading = ""
    for text in block.text.split("\n")[2:-1]:
        item = next((item for opening, item in openings.items() if opening and opening in text), None)
        if not text.startswith(("- ", "  ")):
            heading = text.rstrip(":")
        yield {"text": text, "id": item.uid if item else None,
               "why": _why(snapshot, item, heading) if item else []}  # fmt: skip


def _why(snapshot: Snapshot, item: Item, heading: str) -> list[str]:
    from memory_mcp.store.facts import lifecycle
    from memory_mcp.temporal import utc_day

    state = lifecycle.state(snapshot, item.uid)
    said: Mapping[str, Any] = {
        "pinned": state.pinned,
        f"under '{heading}'": heading and not state.pinned,
        f"importance {item.importance}": item.importance is not None,
        f"used {state.use_count} times": state.use_count,
        f"cited {state.cited_count} times": state.cited_count,
        f"shown {state.shown_count} times before": state.shown_count,
        f"true since {utc_day(item.valid.start)}": True,
    }
    return [text for text, holds in said.items() if holds]
