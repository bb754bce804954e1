"""Compare short notes that were stored by name (lessons, decisions, facts) with later sentences.

Nothing said in passing ends a note. A sentence that may do so is stored beside the note, and shown with it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from memory_mcp.language.entity_names import first_of
from memory_mcp.store.endings.compared import Stated
from memory_mcp.store.facts.scope import NOT_ARCHIVED
from memory_mcp.store.file.as_of import CURRENT
from memory_mcp.store.file.database import Snapshot, Transaction

_KINDS: Final = ("learning", "decision", "observation")
# The newest, of so many of each kind that are looked at.
_MOST: Final = 100
_LOOKED_AT: Final = 200
# Characters: a longer one says several things, of which a sentence may end one.
_LONGEST: Final = 300

_NOTES: Final = f"""
    SELECT item.id, item.uid, item.project_id, item.session_uid, item.valid_from, item.kind, item.title, item.context,
           item.body
    FROM (
        -- One kind of one project, or the index gives no order and every note is read.
        SELECT id
        FROM item
        WHERE item.kind = :kind AND item.project_id = :project
          AND {CURRENT}
        ORDER BY item.valid_from DESC
        LIMIT :most
    ) AS newest
    CROSS JOIN item ON item.id = newest.id
    WHERE length(item.body) <= :longest
      AND {NOT_ARCHIVED}
"""
_VECTORS: Final = """
    SELECT item_id, embedding
    FROM note_reading
    WHERE item_id IN (SELECT value FROM json_each(:ids))
"""
_KEEP: Final = """
    INSERT OR IGNORE INTO note_reading (item_id, embedding)
    SELECT id, :embedding
    FROM item
    WHERE id = :item_id
"""


def current_notes(snapshot: Snapshot, project_id: int) -> list[Stated]:
    """Return the newest short notes of a project that hold, the newest first.

    One of no project is told in every other, where what was said in this one is nobody's business.
    """
    asked = {"project": project_id, "longest": _LONGEST, "most": _LOOKED_AT, "now": snapshot.now}
    found = [
        Stated(row_id, uid, project, session, since, kind, _text(kind, title, context, body), "", "", "")
        for each in _KINDS
        for row_id, uid, project, session, since, kind, title, context, body in snapshot.rows(
            _NOTES, asked | {"kind": each}
        )
    ]
    return sorted(found, key=lambda note: note.age, reverse=True)[:_MOST]


def note_vectors(snapshot: Snapshot, ids: Sequence[int]) -> dict[int, bytes]:
    """Return the vectors of notes that were read before, by row id."""
    return dict(snapshot.rows(_VECTORS, {"ids": json.dumps(list(ids))}))


def keep_vectors(tx: Transaction, vectors: dict[int, bytes]) -> None:
    """Keep vectors of notes by row id, of those that are still there."""
    tx.many(_KEEP, [{"item_id": row_id, "embedding": vector} for row_id, vector in vectors.items()])


def _text(kind: str, title: str, context: str, body: str) -> str:
    about = first_of(context) if kind == "observation" else title
    return body if not about or about in body else f"{about}: {body}"
