"""Rows that are like a text, by the word index alone: when a fact is written there is no vector yet."""

from __future__ import annotations

import re
from typing import Any, Final

from memory_mcp.store.db import Snapshot
from memory_mcp.store.items import Item, Kind, item_of
from memory_mcp.store.text import bigrams, fold, unspaced_runs

LEAST_SIMILARITY: Final = 0.45
_CANDIDATES: Final = 12
# The longest words are the rarest; more of them cost time and add nothing to what shares most words anyway.
_QUERY_WORDS: Final = 10
_WORD: Final = re.compile(r"[^\W_]+")

_LIKE: Final = """
    SELECT item.*
    FROM item_fts
    JOIN item ON item.id = item_fts.rowid
    WHERE item_fts MATCH :match
      AND item.kind = :kind
      AND item.project_id IN (0, :project_id)
      AND (:parent_uid IS NULL OR item.parent_uid = :parent_uid)
      AND item.uid <> :uid
      AND item.superseded_at = 9223372036854775807
      AND item.valid_from <= :now AND :now < item.valid_to
      AND NOT EXISTS (
          SELECT 1
          FROM item_state
          WHERE item_state.uid = item.uid AND item_state.archived_at IS NOT NULL
      )
    ORDER BY bm25(item_fts, 2.0, 1.0, 0.0, 1.0)
    LIMIT :candidates
"""


def similar(
    snapshot: Snapshot, text: str, *, kind: Kind, project_id: int, parent_uid: str | None = None, uid: str = "",
    limit: int = 3,
) -> list[tuple[Item, float]]:  # fmt: skip
    """Return current rows of the kind that share words with the text, most alike first, with a similarity in (0, 1].

    Similarity is the weighted Jaccard measure of the two sets of words, weight = length: long words say more.
    """
    words = _words(text)
    match = " OR ".join(f'"{word}"' for word in sorted(words, key=lambda w: (-len(w), w))[:_QUERY_WORDS])
    if not match:
        return []
    parameters: dict[str, Any] = {
        "match": "{title body bigrams} : (" + match + ")",
        "kind": kind,
        "project_id": project_id,
        "parent_uid": parent_uid,
        "uid": uid,
        "now": snapshot.now,
        "candidates": _CANDIDATES,
    }
    found = []
    for row in snapshot.rows(_LIKE, parameters):
        item = item_of(row)
        measure = jaccard(words, _words(f"{item.title} {item.body}"))
        if measure >= LEAST_SIMILARITY:
            found.append((item, measure))
    found.sort(key=lambda pair: (-pair[1], pair[0].uid))
    return found[:limit]


def jaccard(a: set[str], b: set[str]) -> float:
    """Return the length-weighted share of words two sets have in common."""
    union = sum(map(len, a | b))
    return sum(map(len, a & b)) / union if union else 0.0


def _words(text: str) -> set[str]:
    folded = fold(text)
    words = set(_WORD.findall(folded))
    if unspaced_runs(folded):
        words |= set(bigrams(folded).split())
    return words
