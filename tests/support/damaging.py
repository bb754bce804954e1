"""Files of the memory damaged on purpose: which pages belong to what, and bytes written over them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import apsw

PAGE = 4_096


def leaves_of(path: Path, name: str) -> list[int]:
    """Return the numbers of the leaf pages of a table or an index."""
    with closing(apsw.Connection(str(path))) as connection:
        return [
            page
            for (page,) in connection.execute(
                "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno", (name,)
            )
        ]


def overwrite(path: Path, page: int, content: bytes, at: int = 0) -> None:
    """Put bytes over a page, from a place within it; pages are numbered from 1."""
    with path.open("rb+") as file:
        file.seek((page - 1) * PAGE + at)
        file.write(content)


def shortened_leaf(path: Path, page: int) -> None:
    """Leave a leaf page only its first entry: SQLite reads on without a word."""
    overwrite(path, page, bytes([0, 1]), at=3)
