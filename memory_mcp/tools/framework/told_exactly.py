"""Say of a text that somebody may write back where an answer does not tell it letter for letter."""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.capture.context.framing import all_disarmed
from memory_mcp.language.unseen_characters import all_visible
from memory_mcp.tools.framework.call import Call

CHANGED: Final = (
    "not letter for letter: marks of clients are told with \N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK} for their "
    "first sign, unseen characters escaped; memory_export to a path has them as they are stored"
)


def noted(call: Call, value: Any) -> Any:
    """Return a JSON value; where an answer tells it otherwise than it is stored, a notice is added that says so."""
    if all_disarmed(all_visible(value)) != value:
        # What is to be done next stands last.
        call.notices.insert(0, CHANGED)
    return value
