"""Write beside others: where another process has the write lock, give up after a moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from memory_mcp.store.file.database import SERVER_BUSY_TIMEOUT_MS

if TYPE_CHECKING:
    from memory_mcp.store.file.database import Database

LOCK_PATIENCE_MS: Final = 20
"""How long what need not be written before an answer waits for the write lock: it never delays one."""


@contextmanager
def short_wait(db: Database, milliseconds: int = LOCK_PATIENCE_MS) -> Iterator[None]:
    """Wait so long at most for another process's write in the block of a server; then it raises BusyError."""
    db.wait_at_most(milliseconds)
    try:
        yield
    finally:
        db.wait_at_most(SERVER_BUSY_TIMEOUT_MS)
