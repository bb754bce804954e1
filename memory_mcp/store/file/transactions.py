"""Store transactions of other files: an imported version keeps the transaction in which it was born."""

from __future__ import annotations

from typing import Final

from memory_mcp.store.file.snapshots import ADD_TRANSACTION, Transaction
from memory_mcp.temporal import Instant

_FIND: Final = """
    SELECT id
    FROM txn
    WHERE origin = :origin AND at = :at
"""
_TELL_SESSION: Final = """
    UPDATE txn
    SET session_uid = :session_uid
    WHERE id = :id AND session_uid IS NULL
"""


def ensure(tx: Transaction, at: Instant, *, origin: str, actor: str, session_uid: str | None) -> int:
    """Return the row of a transaction of some file, made if it is not known here; of this one where it is this one."""
    if origin == tx.origin and at == tx.now:
        return tx.id
    found = tx.value(_FIND, {"origin": origin, "at": at})
    if found is not None:
        if session_uid is not None:
            # What was told of it first did not say.
            tx.execute(_TELL_SESSION, {"id": found, "session_uid": session_uid})
        return int(found)
    born = {"at": at, "clock_at": None, "origin": origin, "actor": actor, "session_uid": session_uid}
    tx.execute(ADD_TRANSACTION, born)
    return tx.inserted_id()
