"""Which earlier statement or note a later word is likeliest about, where nothing says for sure that it ends it.

Who is told the earlier one is told the later one with it, and judges. A later statement has one earlier one at most,
and any notes. It may be a withdrawal, which nobody is told alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from memory_mcp.store.file.as_of import BELIEVED, HOLDS, of
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.sessions.statements import STATED, Statement, of_row

# How likely a later word is about an earlier statement where words say so, which no network has read.
_BY_WORDS: Final = 0.3

_TIE: Final = """
    INSERT INTO later_word (item_id, earlier_id, likelihood)
    VALUES (:item_id, :earlier_id, :likelihood)
"""
_UNTIE: Final = """
    DELETE FROM later_word
    WHERE item_id = :item_id
      AND (SELECT kind FROM item WHERE id = earlier_id) = 'statement'
"""
_UNTIE_NOTES: Final = """
    DELETE FROM later_word
    WHERE item_id = :item_id
      AND (SELECT kind FROM item WHERE id = earlier_id) <> 'statement'
"""
_LATER: Final = f"""
    SELECT wanted.value, coalesce(later_word.likelihood, :as_likely), {STATED}
    FROM json_each(:uids) AS wanted
    CROSS JOIN item AS earlier ON earlier.uid = wanted.value
    CROSS JOIN later_word ON later_word.earlier_id = earlier.id
    CROSS JOIN item ON item.id = later_word.item_id
    WHERE {BELIEVED} AND {HOLDS}
      -- What was said of other words is not about these.
      AND EXISTS (
          SELECT 1
          FROM item AS version
          WHERE version.uid = earlier.uid AND version.body = earlier.body AND {of("version", BELIEVED)}
      )
    ORDER BY item.valid_from, item.id
"""


def tie(tx: Transaction, later_id: int, earlier_id: int | None, likelihood: float | None = None) -> None:
    """Note by row ids which statement a later one is about, and how likely the network reads it; None: none any more.

    Words alone say too little of how likely it is.
    """
    tx.execute(_UNTIE, {"item_id": later_id})
    if earlier_id is not None:
        tx.execute(_TIE, {"item_id": later_id, "earlier_id": earlier_id, "likelihood": likelihood})


def tie_notes(tx: Transaction, later_id: int, notes: Mapping[int, float]) -> None:
    """Note by row ids which notes a later statement is about, each with how likely it ends it, 0 to 1."""
    tx.execute(_UNTIE_NOTES, {"item_id": later_id})
    tx.many(_TIE, [{"item_id": later_id, "earlier_id": note, "likelihood": share} for note, share in notes.items()])


def later_words(snapshot: Snapshot, uids: Sequence[str]) -> dict[str, list[Statement]]:
    """Return what was said later that is likeliest about each statement or note and holds, in the order it was said.

    What was said of another wording of it is left out.
    """
    found: dict[str, list[Statement]] = {}
    asked = {"uids": json.dumps(list(uids)), "valid_at": snapshot.now, "as_likely": _BY_WORDS}
    for uid, likelihood, *row in snapshot.rows(_LATER, asked):
        found.setdefault(uid, []).append(of_row(tuple(row))._replace(about_earlier=likelihood))
    return found
