"""A console that sends none of the control codes that stored text holds to the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.segment import Segment

from memory_mcp.language.unseen_characters import visible

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderableType


class SafeConsole(Console):
    """Spells out what nobody sees in each piece of text; the codes of colours are made behind it."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the pieces of what is printed, all of them visible."""
        for piece in super().render(renderable, options):
            yield piece if piece.control else Segment(visible(piece.text), piece.style)
