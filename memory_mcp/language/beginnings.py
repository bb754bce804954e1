"""Cut words to how they begin, by which forms of one word meet: port, ported, porting.

It is coarser than ``stemming``, knows no language and loads nothing, so hooks compare texts by it.
"""

from __future__ import annotations

from typing import Final

BEGINNING: Final = 5
"""Letters that the forms of a word share."""


def beginning(word: str) -> str:
    """Return the letters of a word that its forms share: the first five."""
    return word[:BEGINNING]
