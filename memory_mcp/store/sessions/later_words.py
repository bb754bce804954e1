"""Which earlier statement a later one is likeliest about, where nothing says for sure that it ends it.

Who is told the earlier one is told the later one with it, and judges. A later statement has one earlier one at most. It
may be a withdrawal, which nobody is told alone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from memory_mcp.store.file.as_of import BELIEVED, HOLDS
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.sessions.statements import STATED, Statement, of_row

_TIE: Final = """
    INSERT INTO statement_later (item_id, earlier_id, likelihood)
    VALUES (:item_id, :earlier_id, :likelihood)
    ON CONFLICT (item_id) DO UPDATE SET earlier_id = excluded.earlier_id, likelihood = excluded.likelihood
"""
_UNTIE: Final = """
    DELETE FROM statement_later
    WHERE item_id = :item_id
"""
_LATER: Final = f"""
    SELECT wanted.value, statement_later.likelihood, {STATED}
    FROM json_each(:uids) AS wanted
    CROSS JOIN item AS earlier ON earlier.uid = wanted.value
    CROSS JOIN statement_later ON statement_later.earlier_id = earlier.id
    CROSS JOIN item ON item.id = statement_later.item_id
    WHERE {BELIEVED} AND {HOLDS}
    ORDER BY item.valid_from, item.id
"""


def tie(tx: Transaction, later_id: int, earlier_id: int | None, likelihood: float = 0.0) -> None:
    """Note by row ids which statement a later one is about, and how likely, 0 to 1; None: none any more."""
    if earlier_id is None:
        tx.execute(_UNTIE, {"item_id": later_id})
    else:
        tx.execute(_TIE, {"item_id": later_id, "earlier_id": earlier_id, "likelihood": likelihood})


def later_words(snapshot: Snapshot, uids: Sequence[str]) -> dict[str, list[Statement]]:
    """Return by statement what was said later that is likeliest about it and holds now, in the order it was said."""
    found: dict[str, list[Statement]] = {}
    for uid, likelihood, *row in snapshot.rows(_LATER, {"uids": json.dumps(list(uids)), "valid_at": snapshot.now}):
        found.setdefault(uid, []).append(of_row(tuple(row))._replace(about_earlier=likelihood))
    return found
