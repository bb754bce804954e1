"""What a new session would be told, line by line, and why each line is among them: for people who look at it."""

from __future__ import annotations

from dataclasses import dataclass

from memory_mcp.capture.context.block import context_block
from memory_mcp.capture.context.selection import select_context
from memory_mcp.store.facts import lifecycle, versions
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import utc_day
from memory_mcp.tools.framework.call import Call, Scope


@dataclass(frozen=True, slots=True)
class LineTold:
    """A line and the heading it stands under; the id and kind of the row it shows, where it shows one, and why."""

    heading: str
    text: str
    id: str | None
    kind: str
    why: tuple[str, ...]


def lines_told(call: Call, snapshot: Snapshot, scope: Scope, client: str = "") -> list[LineTold]:
    """Return what a session of a client (default: any) that starts in a scope would be told, in order."""
    request = call.context_request(snapshot, scope, client or call.client)
    block = context_block(select_context(snapshot, request))
    found = []
    for line in block.lines:
        item = None if line.uid is None else versions.newest(snapshot, line.uid)
        why = () if item is None else _why(snapshot, item, line.heading)
        found.append(
            LineTold(line.heading, line.text, item.uid if item else None, item.kind if item else "", tuple(why))
        )
    return found


def _why(snapshot: Snapshot, item: Item, heading: str) -> list[str]:
    state = lifecycle.state(snapshot, item.uid)
    said = {
        "pinned": state.pinned,
        f"under '{heading}'": bool(heading) and not state.pinned,
        f"importance {item.importance}": item.importance is not None,
        f"used {_times(state.use_count)}": bool(state.use_count),
        f"cited {_times(state.cited_count)}": bool(state.cited_count),
        f"shown {_times(state.shown_count)} before": bool(state.shown_count),
        f"true since {utc_day(item.valid.start)}": True,
    }
    return [text for text, holds in said.items() if holds]


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
