"""Write texts and rows of this memory on one line for a client: words stay whole, and no text can leave the frame."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from memory_mcp.capture.clients.injected_markup import CLIENTS_MARKS
from memory_mcp.language.entity_names import first_of
from memory_mcp.language.unseen_characters import visible
from memory_mcp.store.facts.short_ids import short
from memory_mcp.store.facts.versions import Item
from memory_mcp.temporal import utc_day

if TYPE_CHECKING:
    from memory_mcp.store.sessions.timeline import BeliefChange

WIDTH: Final = 240
"""What a line of one row takes at most by default, in characters."""

# What would end a frame, or begin one that a client or this memory alone may open. It is disarmed, not removed:
# what is removed may leave another one behind.
_MARK: Final = rf"(?i)<(?=\s*+(?:/\s*+)?(?:{'|'.join(CLIENTS_MARKS)})\b)"
_DISARMED: Final = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}"
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"
# A word longer than this is cut: it is none.
_LONGEST_WORD: Final = 80


def line(text: str, width: int) -> str:
    """Return a text on one line of at most ``width`` characters, cut between words, that cannot end its frame."""
    whole = disarmed(" ".join(text[: 4 * width + 1_000].split()))
    if len(whole) <= width:
        return whole
    cut = whole[: width - 1]
    if whole[width - 1] != " " and (space := cut.rfind(" ", max(0, width - 1 - _LONGEST_WORD))) > 0:
        cut = cut[:space]
    return cut.rstrip() + _ELLIPSIS


def row_line(item: Item, client: str = "", *, verdict: bool | None = None, text: str = "", width: int = WIDTH) -> str:
    """Return the line; ``text`` stands in for what the row says, ``verdict`` is whether a decision turned out right."""
    said = text or row_text(item)
    source = str(item.attributes.get("source") or "") or client
    what: str = item.kind
    if verdict is not None:
        what += ", turned out right" if verdict else ", turned out wrong"
    what += f" ({line(source, 60)})" if source else ""
    return f"- {utc_day(item.valid.start)} {what}: {line(said, width)} [{short(item.uid)}]"


def row_text(item: Item | BeliefChange) -> str:
    """Return what a row says; a fact about somebody or something says of whom, by the first of its names."""
    if item.kind == "relation":
        return item.context or item.title
    about = first_of(item.context) if item.kind == "observation" else item.title
    return f"{about}: {item.body}" if about and item.body else about or item.body


def disarmed(text: str) -> str:
    """Return a text that neither ends a frame it stands in nor begins one, and hides nothing from who reads it.

    Marks are looked for as they would be read: an unseen character in one of them is escaped first.
    """
    return _without_marks(visible(text))


def all_disarmed(value: Any) -> Any:
    """Return a JSON value, visible already, in which no string has a mark that a client takes for its own."""
    if isinstance(value, str):
        return _without_marks(value)
    if isinstance(value, dict):
        return {_without_marks(key): all_disarmed(member) for key, member in value.items()}
    return [all_disarmed(item) for item in value] if isinstance(value, list) else value


def _without_marks(text: str) -> str:
    return re.sub(_MARK, _DISARMED, text) if "<" in text else text


def weight(text: str) -> int:
    """Return about how many quarters of a token a text takes: a letter one, another alphabet's two, a sign four."""
    if text.isascii():
        return len(text)
    return sum(1 if c < "\x80" else 2 if c < "\u2e80" else 4 for c in text)
