"""Find turns whose statements about how to work are all over, and where that was said.

What a person corrected counts as over too: the statement says what is right, and its turn still has the old words.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant

# A row that comes later leads no list.
_MOST: Final = 50
_STATEMENTS: Final = f"""
    SELECT turn.uid, item.valid_to,
           coalesce(
               newer.parent_uid,
               change.superseded_by,
               -- The reason of an end in passing names the turn last; anybody may have written another.
               (
                   SELECT teller.uid
                   FROM item AS teller
                   WHERE teller.uid = substr(change.reason, -36) AND teller.kind = 'turn'
                     AND change.reason LIKE '% in ' || teller.uid
                   LIMIT 1
               )
           ),
           iif(
               instr(turn.body, item.body) = 0
               AND EXISTS (SELECT 1 FROM change AS edit WHERE edit.uid = item.uid AND edit.verb = 'correct'),
               item.uid, NULL
           )
    FROM json_each(:ids) AS wanted
    CROSS JOIN item AS turn ON turn.id = wanted.value AND turn.kind = 'turn'
    CROSS JOIN item ON item.parent_uid = turn.uid AND item.kind = 'statement'
    LEFT JOIN change ON change.id = (SELECT max(last.id) FROM change AS last WHERE last.uid = item.uid)
    LEFT JOIN item AS newer ON newer.uid = change.superseded_by AND newer.kind = 'statement'
    WHERE {BELIEVED}
      AND item.attributes ->> 'role' <> 'withdrawn'
    ORDER BY item.id
"""


def outdated_turns(snapshot: Snapshot, item_ids: Sequence[int], *, at: Instant) -> dict[str, str]:
    """Return which of those rows, the first, are turns of which all that was stated was over ``at``, and by which row.

    That is a turn, the statement that a person corrected, or the row that somebody put in the place of one. One that a
    person's word retired, and for which no turn is stored, is left out: nothing can be named for it.
    """
    ends: dict[str, list[str | None]] = defaultdict(list)
    asked = {"ids": json.dumps(list(item_ids[:_MOST]))}
    for uid, until, by, corrected in snapshot.rows(_STATEMENTS, asked):
        ends[uid].append(by if until <= at else corrected)
    return {uid: found[-1] for uid, found in ends.items() if all(found) and found[-1] is not None}
