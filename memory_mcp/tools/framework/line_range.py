"""Read which lines of a document, or turns of a session, a caller means: '10-40', '10-' or '10'."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_RANGE: Final = re.compile(r"\s*(\d{1,9})\s*(?:([-:\u2013])\s*(\d{1,9})?)?\s*")


class LineRange(NamedTuple):
    """Places counted from 1, both ends included; ``last`` is None where it goes on to the end."""

    first: int
    last: int | None

    @property
    def is_empty(self) -> bool:
        """Whether no place can be in it: it begins before 1, or ends before it begins."""
        return self.first < 1 or (self.last is not None and self.last < self.first)


def line_range(text: str) -> LineRange | None:
    """Return the range that a text means, perhaps an empty one; None where it is none."""
    found = _RANGE.fullmatch(text)
    if found is None:
        return None
    first = int(found[1])
    return LineRange(first, int(found[3]) if found[3] else None if found[2] else first)
