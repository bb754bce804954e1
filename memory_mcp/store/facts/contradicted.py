"""Tell which of the facts that were found a newer one is known to contradict."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, LiteralString

from memory_mcp.store.facts.scope import BOTH_STAND
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant

SURE: Final[LiteralString] = """contradiction.kind <> 'same_text'
    -- What was only read so, and by no rule, is told unasked where it is as good as sure (kinds.SURE_FROM).
    AND (contradiction.kind <> 'meaning' OR contradiction.similarity >= 0.9)"""
"""The pairs that are told where nobody asked for contradictions."""

_LIKELY: Final[LiteralString] = "contradiction.kind <> 'same_text'"
_CONTRADICTED: Final[dict[bool, LiteralString]] = {
    is_sure: f"""
    SELECT older.uid, newer.uid
    FROM json_each(:ids) AS wanted
    CROSS JOIN contradiction ON contradiction.older_id = wanted.value AND {SURE if is_sure else _LIKELY}
    CROSS JOIN item AS older ON older.id = contradiction.older_id
    CROSS JOIN item AS newer ON newer.id = contradiction.newer_id
    WHERE {BOTH_STAND}
    ORDER BY newer.valid_from
"""
    for is_sure in (True, False)
}


def contradicted(
    snapshot: Snapshot, item_ids: Sequence[int], *, project: int, at: Instant, is_sure: bool = True
) -> dict[str, str]:
    """Return the rows that a newer fact is known to contradict, by id, each with the id of the newest such fact.

    ``project`` is a scope (-1: all). Both facts are believed, hold at ``at``, and nobody dismissed the pair. Where it
    need not be sure, that fact may also be one that was only read so.
    """
    asked = {"ids": json.dumps(list(item_ids)), "project": project, "now": at}
    return dict(snapshot.rows(_CONTRADICTED[is_sure], asked))
