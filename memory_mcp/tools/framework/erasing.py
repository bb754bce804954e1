"""Erased means gone from the file: vectors and the write-ahead log too, or the answer says what is still there."""

from __future__ import annotations

from memory_mcp.errors import UnsupportedError
from memory_mcp.store.vectors import index
from memory_mcp.tools.framework.call import Call


def be_able_to_erase(call: Call) -> None:
    """Have the connection able to remove vectors, before the transaction that erases."""
    db = call.runtime.db
    with db.reading() as snapshot:
        if not index.are_kept(snapshot):
            return
    try:
        db.load_vectors()
    except UnsupportedError as exc:
        call.notices.append(f"vectors of what is erased stay until a process that can removes them: {exc.message}")


def leave_no_trace(call: Call) -> None:
    """Empty the write-ahead log, after the transaction that erased: what was erased must not stay readable in it."""
    if not call.runtime.db.checkpoint():
        call.notices.append("another process reads an older state: until it ends, what was erased is in the -wal file")
