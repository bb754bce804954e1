"""Show a person line by line what a new session would be told, and why each line is among them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memory_mcp.capture.context.block import ToldLine, context_block
from memory_mcp.capture.context.selection import select_context
from memory_mcp.store.facts import lifecycle, versions
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import utc_day
from memory_mcp.tools.framework.call import Call, Scope


@dataclass(frozen=True, slots=True)
class LineTold:
    """A line and the heading it stands under; the id and kind of the row it shows, where it shows one, and why.

    ``reasons`` is the same why as values by name: importance, used, cited, shown, since (a day). ``shows`` names what a
    line shows that is no row: a session or handoff by its id, a pair as ``older/newer``, ``goal:PROJECT``,
    ``profile:FIELD``. What was said later of the same follows it, where a session is told both in one line.
    """

    heading: str
    text: str
    id: str | None
    kind: str
    why: tuple[str, ...]
    reasons: dict[str, str | float]
    shows: str = ""


def lines_told(call: Call, snapshot: Snapshot, scope: Scope, client: str = "") -> list[LineTold]:
    """Return what a session of a client (default: any) that starts in a scope would be told, in order."""
    request = call.context_request(snapshot, scope, client or call.client)
    block = context_block(select_context(snapshot, request))
    found = []
    for line in block.lines:
        item = None if line.uid is None else versions.newest(snapshot, line.uid)
        reasons = {} if item is None else _reasons(snapshot, item)
        why = () if item is None else tuple(_why(snapshot, item, line, reasons))
        uid, kind, shows = (item.uid, item.kind, "") if item else (None, "", line.uid or "")
        found.append(LineTold(line.heading, line.text, uid, kind, why, reasons, shows))
    return found


def _reasons(snapshot: Snapshot, item: Item) -> dict[str, str | float]:
    state = lifecycle.state(snapshot, item.uid)
    counted = {"used": state.use_count, "cited": state.cited_count, "shown": state.shown_count}
    found: dict[str, str | float] = {"importance": item.importance} if item.importance else {}
    return found | {name: times for name, times in counted.items() if times} | {"since": utc_day(item.valid.start)}


def _why(snapshot: Snapshot, item: Item, line: ToldLine, reasons: dict[str, str | float]) -> Iterator[str]:
    if lifecycle.state(snapshot, item.uid).pinned:
        yield "pinned"
    elif line.is_later:
        yield "said later of the line above, and told with it"
    elif line.heading:
        yield f"under '{line.heading}'"
    for name, value in reasons.items():
        match name:
            case "importance":
                yield f"importance {value}"
            case "since":
                yield f"true since {value}"
            case _:
                times = "once" if value == 1 else f"{value} times"
                yield f"{name} {times}" + " before" * (name == "shown")
