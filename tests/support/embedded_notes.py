"""A file of notes with their vectors, made once for a module of tests: the vectors take time."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from fresh_files import fresh_file
from moments import START

from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.store.vectors import index
from memory_mcp.temporal import ManualClock, Period


def noted_file(
    folder: Path, texts: Iterable[str], engine: BundledEmbedder, begin: Callable[[Transaction], int] = lambda _tx: 0
) -> Path:
    """Return a file of lessons with their vectors; ``begin`` says which project they are of, 0 if none."""
    path = fresh_file(folder / "memory.db")
    db = Database(path, ManualClock(START))
    with db.writing("test") as tx:
        project = begin(tx)
        for text in texts:
            facts.assert_(tx, Draft("learning", text, Period(tx.now), project_id=project))
    db.load_vectors()
    index.catch_up(db, engine)
    db.close()
    return path


def opened_copy(path: Path, folder: Path, clock: ManualClock) -> Iterator[Database]:
    """Hand out a copy of a file with its vectors, and close it."""
    database = Database(Path(shutil.copy(path, folder)), clock)
    database.load_vectors()
    yield database
    database.close()
