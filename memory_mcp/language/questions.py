"""Tell whether a text asks, by its question marks, in whatever script."""

from __future__ import annotations

from typing import Final

QUESTION_MARKS: Final = ("?", "\uff1f", "\u061f", "\u037e", "\u055e")
_CLOSING: Final = " \t\r\n\"')]*_`}\u00bb\u201d\u2019"


def ends_as_question(text: str) -> bool:
    """Return whether the last sign of a text is a question mark, of whatever script."""
    return text.rstrip(_CLOSING).endswith(QUESTION_MARKS)
