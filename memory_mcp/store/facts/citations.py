"""Note that a row is cited: something written later names its id. This counts as a use, as opening a row does."""

from __future__ import annotations

import json
import re
from typing import Final

from memory_mcp.store.facts import lifecycle
from memory_mcp.store.file.database import Transaction

# Ids of ours look like this wherever they stand, memory://item/... among others; imported ones may be any word.
_ID: Final = re.compile(r"(?<![0-9a-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z])", re.IGNORECASE)
_MOST: Final = 50

_KNOWN: Final = """
    SELECT DISTINCT item.uid
    FROM json_each(:uids) AS named
    CROSS JOIN item ON item.uid = named.value
    WHERE item.uid <> :by
"""


def cite(tx: Transaction, by: str, *texts: str) -> list[str]:
    """Count a citation of every row whose id the texts of ``by`` name, each once; return their ids."""
    named = list(dict.fromkeys(found.lower() for text in texts for found in _ID.findall(text)))[:_MOST]
    if not named:
        return []
    cited = [uid for (uid,) in tx.rows(_KNOWN, {"uids": json.dumps(named), "by": by})]
    for uid in cited:
        lifecycle.note_cited(tx, uid)
    return cited
