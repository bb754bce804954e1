"""A change that names what came instead by two ids: a statement's before its line of the transcript, and after."""

from __future__ import annotations

from memory_mcp.store.facts import imported
from memory_mcp.store.file.database import Database


def superseded_by_each(db: Database, uid: str, *successors: str) -> None:
    """Have one supersede of ``uid`` noted once for each id of its successor, in this order, as a merge notes it."""
    with db.writing("test") as tx:
        for by in successors:
            values = {"uid": uid, "txn_id": tx.id, "verb": "supersede", "superseded_by": by, "reason": "said so"}
            imported.add_change(tx, values | {"verified": None, "outcome": None}, is_moved=False)
