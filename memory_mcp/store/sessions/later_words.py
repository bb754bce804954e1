"""Link a later statement to the earlier statement or note it is likeliest about, where nothing surely ends that one.

A reader who is shown the earlier one is shown the later one with it, and judges. A later statement is linked to at most
one earlier statement, and to any number of notes. It may be a withdrawal, which is never shown alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from memory_mcp.store.facts.overtaken import NOT_CONFIRMED_SINCE
from memory_mcp.store.facts.scope import NOT_ARCHIVED
from memory_mcp.store.file.as_of import BELIEVED, HOLDS, of
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
_TIE_NOTE: Final = """
    INSERT INTO note_later (item_id, note_id, likelihood)
    VALUES (:item_id, :note_id, :likelihood)
"""
_UNTIE_NOTES: Final = """
    DELETE FROM note_later
    WHERE item_id = :item_id
"""
_LATER: Final = f"""
    WITH told (uid, project_id, item_id, likelihood) AS (
        SELECT earlier.uid, earlier.project_id, later.item_id, reading.about_earlier
        FROM json_each(:uids) AS wanted
        CROSS JOIN item AS earlier ON earlier.uid = wanted.value
        CROSS JOIN statement_later AS later ON later.earlier_id = earlier.id
        LEFT JOIN statement_reading AS reading ON reading.item_id = later.item_id
        UNION ALL
        SELECT note.uid, version.project_id, later.item_id, later.likelihood
        FROM json_each(:uids) AS wanted
        CROSS JOIN item AS note ON note.uid = wanted.value
        CROSS JOIN note_later AS later ON later.note_id = note.id
        -- What was said of other words is not about these.
        CROSS JOIN item AS version ON version.uid = note.uid AND version.body = note.body AND version.title = note.title
        CROSS JOIN item ON item.id = later.item_id
        WHERE {of("version", BELIEVED)}
          AND {NOT_CONFIRMED_SINCE}
    )
    SELECT told.uid, coalesce(told.likelihood, :as_likely), {STATED}
    FROM told
    -- What is of another project by now, or of none, is told where nobody may see what was said.
    CROSS JOIN item ON item.id = told.item_id AND item.project_id = told.project_id
    WHERE {BELIEVED} AND {HOLDS} AND {NOT_ARCHIVED}
    ORDER BY item.valid_from, item.id
"""


def tie(tx: Transaction, later_id: int, earlier_id: int | None, likelihood: float | None = None) -> None:
    """Note which statement a later one is about, by row ids, and the network's likelihood; None: none any more.

    Words alone say too little of how likely it is.
    """
    if earlier_id is None:
        tx.execute(_UNTIE, {"item_id": later_id})
    else:
        tx.execute(_TIE, {"item_id": later_id, "earlier_id": earlier_id})
        tx.execute(_NOTE, {"item_id": later_id, "likelihood": likelihood})


def tie_notes(tx: Transaction, later_id: int, notes: Mapping[int, float]) -> None:
    """Note which notes a later statement is about, by row ids, each with how likely it is ended, 0 to 1."""
    tx.execute(_UNTIE_NOTES, {"item_id": later_id})
    tx.many(_TIE_NOTE, [{"item_id": later_id, "note_id": note, "likelihood": share} for note, share in notes.items()])


def later_words(snapshot: Snapshot, uids: Sequence[str]) -> dict[str, list[Statement]]:
    """Return what was said later that is likeliest about each statement or note and holds, in the order it was said.

    What was said of another wording of a note is left out.
    """
    found: dict[str, list[Statement]] = {}
    asked = {"uids": json.dumps(list(uids)), "valid_at": snapshot.now, "as_likely": _BY_WORDS}
    for uid, likelihood, *row in snapshot.rows(_LATER, asked):
        found.setdefault(uid, []).append(of_row(tuple(row))._replace(about_earlier=likelihood))
    return found
