"""Leave out of a text the code that Markdown fences off: between lines of ``` or ~~~, or from one to the end."""

from __future__ import annotations

import re
from typing import Final

# Compiled when a text needs it: hooks load this too, and re keeps it then.
_FENCED: Final = r"(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t\r]*$|\Z)"


def without_fenced(text: str) -> str:
    """Return the text without fenced code; the line it began on stays, empty."""
    return re.sub(_FENCED, "", text) if "```" in text or "~~~" in text else text
