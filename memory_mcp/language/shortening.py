"""Cut texts to a width in characters, so that a reader sees that they go on."""

from __future__ import annotations

from typing import Final

SNIPPET: Final = 160
"""Characters of a text that a list shows."""
_ECHO: Final = 60
# Of a long text the rest need not be looked at: so many characters of white space before its words are none.
_SPARE: Final = 1_000


def cut(text: str, width: int) -> str:
    """Return a text of at most ``width`` characters; a longer one ends in an ellipsis."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"


def one_line(text: str, width: int = SNIPPET) -> str:
    """Return a text on one line of at most ``width`` characters; a longer one ends in an ellipsis."""
    return cut(" ".join(text[: 4 * width + _SPARE].split()), width)


def echoed(argument: str) -> str:
    """Return as much of an argument as a refusal repeats: its beginning."""
    return cut(argument, _ECHO)
