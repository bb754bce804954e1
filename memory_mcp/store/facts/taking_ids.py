"""Give a row another id: a turn that waited for its line, and what was read in it.

What other rooms keep of the row goes along, by the trigger ``item_take_id``. The file allows a change of ids for these
rows alone.
"""

from __future__ import annotations

from typing import Final

from memory_mcp.store.facts import imported
from memory_mcp.store.file.database import Transaction

_ROOT: Final = """
    SELECT item.recorded_at, txn.origin, item.id, item.superseded_at
    FROM item
    JOIN txn ON txn.id = item.txn_id
    WHERE item.uid = :uid
    ORDER BY item.recorded_at, item.id
    LIMIT 1
"""
_TAKE_ID: Final = """
    UPDATE item
    SET uid = :new, parent_uid = iif(kind = 'turn', parent_uid, :parent),
        external_id = iif(kind = 'turn', :key, replace(external_id, parent_uid, :parent))
    WHERE uid = :old
"""
# A later version closes each earlier one whose period it overlaps, and what was closed on either side is closed.
_CLOSE: Final = """
    UPDATE item
    SET superseded_at = closed.at
    FROM (
        SELECT earlier.id, max(earlier.recorded_at, min(
                   iif(earlier.id = :root, :closed_at, earlier.superseded_at),
                   coalesce(min(later.recorded_at), earlier.superseded_at)
               )) AS at
        FROM item AS earlier
        LEFT JOIN item AS later
            ON later.uid = earlier.uid AND later.recorded_at > earlier.recorded_at
            AND later.valid_from < earlier.valid_to AND earlier.valid_from < later.valid_to
        WHERE earlier.uid = :uid
        GROUP BY earlier.id
    ) AS closed
    WHERE item.id = closed.id AND closed.at < item.superseded_at
"""


def take(tx: Transaction, old: str, new: str, *, parent: str | None = None, key: str | None = None) -> bool:
    """Give a turn the id of its line with the line's ``key``, a statement that of its turn, which is ``parent`` by now.

    Returns whether a row of another memory has the id here, too. Then of the two roots the first stands, closed when
    either was, as where memories meet (``transfer.merging.captured``).
    """
    roots = [root for uid in (old, new) if (root := tx.row(_ROOT, {"uid": uid})) is not None]
    tx.execute(_TAKE_ID, {"old": old, "new": new, "parent": parent, "key": key})
    if len(roots) == 1:
        return False
    (*_, first, _), (*_, other, _) = sorted(roots)
    imported.take_out(tx, other)
    tx.execute(_CLOSE, {"uid": new, "root": first, "closed_at": min(closed_at for *_, closed_at in roots)})
    return True
