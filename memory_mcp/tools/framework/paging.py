"""Decide how much an answer shows: one line of a text, a page of a list, and what fits."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from memory_mcp.capture.context.framing import row_text
from memory_mcp.errors import InvalidInputError
from memory_mcp.language.plurals import spaced
from memory_mcp.language.shortening import SNIPPET, one_line
from memory_mcp.store.facts.versions import Item
from memory_mcp.temporal import Instant, format_instant
from memory_mcp.tools.framework.render import render

if TYPE_CHECKING:
    from memory_mcp.store.sessions.timeline import BeliefChange

ROOM: Final = 5_800
"""Characters of rendered text an answer takes by default; the rest is the next page's, or is counted."""

# "key:" and the number before an entry stay or are counted with the whole.
_HEADING: Final = 2
_NONE_KEPT: Final[Mapping[str, int]] = MappingProxyType({})


def said(item: Item | BeliefChange, width: int = SNIPPET) -> str:
    """Return what a row says as one line: its title and text, where it has both; a fact with its subject."""
    return one_line(row_text(item), width)


def when(instant: Instant) -> str:
    """Write an instant that is not FOREVER."""
    return format_instant(instant) or ""


def filled(**values: Any) -> Any:
    """Return the optional keys of a row that have something to say."""
    return {key: value for key, value in values.items() if value}


def cursor_of(*place: int) -> str:
    """Return a place in a list as an opaque text."""
    return base64.urlsafe_b64encode(json.dumps(place, separators=(",", ":")).encode()).decode().rstrip("=")


def place_of(cursor: str, length: int) -> tuple[int, ...]:
    """Read a cursor of ``length`` numbers back; InvalidInputError when it is none of ours."""
    try:
        place = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (binascii.Error, ValueError, RecursionError):
        place = None
    if not isinstance(place, list) or len(place) != length or not all(type(number) is int for number in place):
        raise InvalidInputError(
            f"not a cursor of this tool: {one_line(cursor, 60)!r}",
            hint="Give nextCursor of the last answer as it was, with the same other arguments.",
            field="cursor",
        )
    return tuple(place)


def fit(
    result: dict[str, Any], keys: Sequence[str], room: int = ROOM, *, kept: Mapping[str, int] = _NONE_KEPT
) -> dict[str, int]:
    """Cut lists of a result from their ends until its text fits, and return how many were cut from which.

    Of the lists under ``keys`` (``a.b`` is b of a) the longest gives way, of equally long ones the first named.
    ``kept`` is how many entries of a list stay whatever the room, and do not count to its length.
    """

    def spare(key: str) -> int:
        return max(len(lists[key]) - kept.get(key, 0), 0)

    cut: dict[str, int] = {}
    lists = {key: found for key in keys if isinstance(found := _at(result, key), list)}
    while (size := len(render(result))) > room and any(map(spare, lists)):
        # Each entry's share is rendered alone, so that a long list costs one pass; then it is measured again.
        while size > room and any(map(spare, lists)):
            longest = max(lists, key=spare)
            entry = lists[longest].pop()
            size -= len(render({"": [entry]})) - _HEADING
            cut[longest] = cut.get(longest, 0) + 1
    return cut


def _at(result: dict[str, Any], key: str) -> Any:
    found: Any = result
    for part in key.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found


def cut_notice(cut: dict[str, int], advice: str) -> str:
    """Say what was left out, and how to see it."""
    said = ", ".join(f"{spaced(key.rpartition('.')[2])} ({count})" for key, count in cut.items())
    return f"left out for length: {said}; {advice}"
