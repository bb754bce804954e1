"""A row of this memory as one line of a block: its date, what it is, where it comes from, what it says."""

from __future__ import annotations

from typing import Final

from memory_mcp.capture.context.framing import line
from memory_mcp.store.facts.versions import Item
from memory_mcp.temporal import utc_day

WIDTH: Final = 240


def row_line(item: Item, client: str = "", *, verdict: bool | None = None, text: str = "", width: int = WIDTH) -> str:
    """Return the line; ``text`` stands in for what the row says, ``verdict`` is whether a decision turned out right."""
    said = text or said_by(item)
    source = str(item.attributes.get("source") or "") or client
    what: str = item.kind
    if verdict is not None:
        what += ", turned out right" if verdict else ", turned out wrong"
    what += f" ({line(source, 60)})" if source else ""
    return f"- {utc_day(item.valid.start)} {what}: {line(said, width)}"


def said_by(item: Item) -> str:
    """Return what a row says; a fact about somebody or something says of whom, by the first of its names."""
    about = item.context.partition(",")[0] if item.kind == "observation" else item.title
    return f"{about}: {item.body}" if about and item.body else about or item.body
