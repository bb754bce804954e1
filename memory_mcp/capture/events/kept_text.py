"""Shorten a long text to its head and its tail, after its secrets are masked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from memory_mcp.language.folding import storable
from memory_mcp.language.plurals import in_number
from memory_mcp.privacy.private_parts import without_private
from memory_mcp.privacy.redaction import RedactMode, guard, guard_id, guard_name, lenient

SAID_CAP: Final = 200_000
"""Characters kept of what a person or a model said."""

TOOL_CAP: Final = 20_000
"""Characters kept of what a tool gave back."""

NAME_CAP: Final = 400
"""Characters kept of a name."""

# An event is named by a word or two.
_LONGEST_LOGGED: Final = 40
_MOST_OF_A_NAME: Final = 2_000

# Of a huge text only the ends are looked through for secrets: far more than is kept, so that none is cut in half.
_MARGIN: Final = 25


class CutText(NamedTuple):
    """What is kept of a text, and how many characters were left out of its middle."""

    text: str
    left_out: int


def keep(text: str, cap: int, redact: RedactMode, masked: Callable[[str], str] = str) -> CutText:
    """Return a text as it is stored: what can be stored, without secrets and private parts, head and tail if too long.

    A mode that refuses secrets masks them here: nobody is there to be asked. ``masked`` takes out first what else may
    not be kept.
    """
    mode = lenient(redact)
    window = cap * _MARGIN
    skipped = 0
    if len(text) > 2 * window:
        # A part that begins or ends in what is skipped would be heard as far as its paragraph.
        text = without_private(text).text
    pieces = [text]
    if len(text) > 2 * window:
        skipped = len(text) - 2 * window
        pieces = [text[:window], text[-window:]]
    whole = "".join([guard(storable(masked(piece)), mode, "turn").text for piece in pieces])
    if not skipped and len(whole) <= cap:
        return CutText(whole, 0)
    head, tail = cap - cap // 3, cap // 3
    left_out = len(whole) - head - tail + skipped
    return CutText(
        f"{whole[:head]}\n[... {left_out:,} {in_number(left_out, 'character')} left out ...]\n{whole[-tail:]}", left_out
    )


def keep_name(name: str, redact: RedactMode) -> str:
    """Return a name, such as a project's, as it is stored: without secrets and private parts, and not too long."""
    mode = lenient(redact)
    return keep(guard_name(storable(name), mode, "name").text, NAME_CAP, "off").text


def keep_id(uid: str, redact: RedactMode) -> str:
    """Return what names a session or a line as it is stored: masked like a name, and no two of them the same."""
    mode = lenient(redact)
    return guard_id(storable(uid), mode, "id").text


def logged_name(name: str) -> str:
    """Return a name from the command line as it may stand in the log: whoever wrote the hook may have put anything."""
    # Few hooks have anything to note.
    from memory_mcp.language.unseen_characters import visible  # noqa: PLC0415
    from memory_mcp.privacy.redaction import redact  # noqa: PLC0415 - the others call a mode so

    told = visible(" ".join(redact(name[:_MOST_OF_A_NAME]).text.split()))
    return told if len(told) <= _LONGEST_LOGGED else f"{told[:_LONGEST_LOGGED]}..."
