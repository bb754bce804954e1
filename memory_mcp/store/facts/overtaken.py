"""Tell which of the notes that were found a later statement most likely ends, though nobody corrected them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, LiteralString

from memory_mcp.store.facts.scope import NOT_ARCHIVED
from memory_mcp.store.file.as_of import BELIEVED, HOLDS
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant

OVER_FROM: Final = 0.65
"""How likely a sentence ends a statement, or what a note says, 0 to 1, from which on it is over."""

NOT_CONFIRMED_SINCE: Final[LiteralString] = """NOT EXISTS (
          SELECT 1
          FROM item_state AS judged
          WHERE judged.uid = note.uid AND judged.verified = 1 AND judged.verified_at >= item.valid_from
      )"""
"""Nobody has said since a later word (``item``) that a ``note`` is right."""

_OVERTAKEN: Final = f"""
    SELECT note.uid, item.parent_uid
    FROM json_each(:ids) AS wanted
    CROSS JOIN item AS note ON note.id = wanted.value
    -- It may have another number since: a tag was added.
    CROSS JOIN item AS version ON version.uid = note.uid AND version.body = note.body AND version.title = note.title
    CROSS JOIN note_later ON note_later.note_id = version.id AND note_later.likelihood >= :least
    CROSS JOIN item ON item.id = note_later.item_id AND item.project_id = note.project_id
    WHERE {BELIEVED} AND {HOLDS} AND {NOT_ARCHIVED}
      AND {NOT_CONFIRMED_SINCE}
    ORDER BY item.valid_from, item.id
"""


def overtaken(snapshot: Snapshot, item_ids: Sequence[int], *, at: Instant) -> dict[str, str]:
    """Return which of those rows are notes that a later word ends, which holds ``at``, and the last turn saying so.

    A note that was corrected or said to be right since is none.
    """
    asked = {"ids": json.dumps(list(item_ids)), "least": OVER_FROM, "valid_at": at}
    return dict(snapshot.rows(_OVERTAKEN, asked))
