"""Show a conversation a page at a time: the words of people and models whole, the output of tools cut."""

from __future__ import annotations

from typing import Final, TypedDict

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.shortening import one_line
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions import transcript
from memory_mcp.temporal import Instant
from memory_mcp.tools.framework.line_range import line_range
from memory_mcp.tools.framework.paging import when
from memory_mcp.tools.framework.wire_text import wire_size
from memory_mcp.tools.rows.history import BEGINNING

_MOST_TURNS: Final = 40
# No session has so many turns.
_FARTHEST: Final = 10**9
# Bytes of texts of one page as JSON: about 15,000 tokens.
_ROOM: Final = 60_000


class TurnRow(TypedDict, total=False):
    """An utterance; `number` is its place in the session, `characters` its length where text is only its beginning."""

    id: str
    number: int
    externalId: str
    role: str
    speaker: str
    text: str
    characters: int
    validFrom: str


class SessionPage(TypedDict, total=False):
    """Some turns of a session, which they are, and how many it has."""

    turns: list[TurnRow]
    lines: str
    totalTurns: int


def turn_row(turn: Item, most: int = BEGINNING) -> TurnRow:
    """Return a turn as lists show it, with at most so many characters of its text."""
    row = TurnRow(
        id=turn.uid, role=turn.attributes.get("role", ""), text=turn.body[:most], validFrom=when(turn.valid.start)
    )
    if len(turn.body) > most:
        row["characters"] = len(turn.body)
    if turn.external_id is not None:
        row["externalId"] = turn.external_id
    if turn.title:
        row["speaker"] = turn.title
    return row


def session_page(
    snapshot: Snapshot, uid: str, *, lines: str | None, full: bool, known_at: Instant, notices: list[str]
) -> SessionPage:
    """Return the turns of a session that ``lines`` names (all where it is None), as many as go into one answer.

    Where it goes on, and what was cut, is added to ``notices``. Raises InvalidInputError for places there are not.
    """
    first, last = _places(lines)
    said, total = transcript.said(
        snapshot, uid, first=first, limit=min(_MOST_TURNS, last - first + 1), known_at=known_at
    )
    if lines is not None and not said:
        raise InvalidInputError(
            f"no such turns: {one_line(lines, 40)!r}", hint=f"The session has turns 1-{total}; for example '1-40'.",
            field="lines",
        )  # fmt: skip
    page = SessionPage(turns=[], totalTurns=total)
    room = _ROOM
    for number, turn in enumerate(said, first):
        whole = full and turn.attributes.get("role") != "tool"
        row = turn_row(turn, _ROOM if whole else BEGINNING)
        size = wire_size(row["text"])
        if size > room and page["turns"]:
            break
        if size > room:
            row["text"], row["characters"] = _cut(row["text"], room), len(turn.body)
            notices.append(f"turn {number} is longer than an answer; memory_read with its id leads on")
        row["number"] = number
        page["turns"].append(row)
        room -= size
    reached = first + len(page["turns"]) - 1
    if page["turns"]:
        page["lines"] = f"{first}-{reached}"
    if reached < min(last, total):
        notices.append(f"turns {first}-{reached} of {total}; go on with lines='{reached + 1}-'")
    return page


def _places(lines: str | None) -> tuple[int, int]:
    """Read which turns: '41-80', '41-' or '41'. InvalidInputError for anything else."""
    if lines is None:
        return 1, _FARTHEST
    meant = line_range(lines)
    if meant is None or meant.is_empty:
        raise InvalidInputError(
            f"no such turns: {one_line(lines, 40)!r}", hint="A session has turns; for example '1-40'.", field="lines"
        )
    return meant.first, _FARTHEST if meant.last is None else meant.last


def _cut(text: str, room: int) -> str:
    while (size := wire_size(text)) > room:
        text = text[: len(text) * room // size]
    return text
