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

# How likely a later word is about an earlier statement where words say so, which no network has read.
_BY_WORDS: Final = 0.3

_TIE: Final = """
    INSERT INTO statement_later (item_id, earlier_id)
    VALUES (:item_id, :earlier_id)
    ON CONFLICT (item_id) DO UPDATE SET earlier_id = excluded.earlier_id
"""
_NOTE: Final = """
    UPDATE statement_reading
    SET about_earlier = :likelihood
    WHERE item_id = :item_id
"""
_UNTIE: Final = """
    DELETE FROM statement_later
    WHERE item_id = :item_id
"""
_LATER: Final = f"""
    SELECT wanted.value,
           coalesce((SELECT about_earlier FROM statement_reading WHERE item_id = item.id), :as_likely), {STATED}
    FROM json_each(:uids) AS wanted
    CROSS JOIN item AS earlier ON earlier.uid = wanted.value
    CROSS JOIN statement_later ON statement_later.earlier_id = earlier.id
    CROSS JOIN item ON item.id = statement_later.item_id
    WHERE {BELIEVED} AND {HOLDS}
    ORDER BY item.valid_from, item.id
"""


def tie(tx: Transaction, later_id: int, earlier_id: int | None, likelihood: float | None = None) -> None:
    """Note by row ids which statement a later one is about, and how likely the network reads it; None: none any more.

    Words alone say too little of how likely it is.
    """
    if earlier_id is None:
        tx.execute(_UNTIE, {"item_id": later_id})
    else:
        tx.execute(_TIE, {"item_id": later_id, "earlier_id": earlier_id})
        tx.execute(_NOTE, {"item_id": later_id, "likelihood": likelihood})


def later_words(snapshot: Snapshot, uids: Sequence[str]) -> dict[str, list[Statement]]:
    """Return by statement what was said later that is likeliest about it and holds now, in the order it was said."""
    found: dict[str, list[Statement]] = {}
    asked = {"uids": json.dumps(list(uids)), "valid_at": snapshot.now, "as_likely": _BY_WORDS}
    for uid, likelihood, *row in snapshot.rows(_LATER, asked):
        found.setdefault(uid, []).append(of_row(tuple(row))._replace(about_earlier=likelihood))
    return found
