"""Find current facts that are like a text, by the word index alone: when a fact is written there is no vector yet."""

from __future__ import annotations

import json
import re
from typing import Final

from memory_mcp.language.folding import text_key
from memory_mcp.language.unspaced_scripts import bigrams, unspaced_runs
from memory_mcp.store.facts.scope import NOT_ARCHIVED
from memory_mcp.store.facts.versions import Draft, Item, item_of
from memory_mcp.store.file.as_of import CURRENT
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.text_index.rare_terms import Among, TermLookup, sharing_rare_terms, siblings

LEAST_SIMILARITY: Final = 0.45
_MOST_SHOWN: Final = 3
_MOST: Final = 20
_MOST_SIBLINGS: Final = 200
_WORD: Final = re.compile(r"[^\W_]+")

_CURRENT: Final = f"""
    SELECT item.*
    FROM json_each(:ids) AS wanted
    CROSS JOIN item ON item.id = wanted.value
    WHERE item.uid <> :uid
      AND {CURRENT}
      AND {NOT_ARCHIVED}
"""


def neighbours(
    snapshot: Snapshot, draft: Draft | Item, *, uid: str = "", lookup: TermLookup | None = None
) -> list[Item]:
    """Return current facts a new one may repeat or contradict, those that share most words first.

    Of an observation these are the newest of its entity; of a lesson or decision those of its project, and of none.
    ``lookup`` is what a caller with many drafts keeps between them.
    """
    if draft.kind == "observation" and draft.parent_uid is not None:
        ids = siblings(snapshot, draft.parent_uid, draft.kind, most=_MOST_SIBLINGS)
    else:
        among = Among(("learning", "decision"), draft.project_id)
        ids = sharing_rare_terms(snapshot, f"{draft.title} {draft.body}", among, most=_MOST, lookup=lookup)
    parameters = {"ids": json.dumps(ids), "uid": uid, "now": snapshot.now}
    found = [item_of(row) for row in snapshot.rows(_CURRENT, parameters)]
    return [item for item in found if item.project_id in (0, draft.project_id)]


def most_similar(draft: Draft | Item, among: list[Item]) -> list[tuple[Item, float]]:
    """Return at most three of the same kind that are like the draft, most alike first, with a similarity in (0, 1].

    Similarity is the weighted Jaccard measure of the two sets of words, weight = length: long words say more.
    """
    words = _words(f"{draft.title} {draft.body}")
    measured = [
        (item, jaccard(words, _words(f"{item.title} {item.body}"))) for item in among if item.kind == draft.kind
    ]
    found = [(item, measure) for item, measure in measured if measure >= LEAST_SIMILARITY]
    found.sort(key=lambda pair: (-pair[1], pair[0].uid))
    return found[:_MOST_SHOWN]


def jaccard(a: set[str], b: set[str]) -> float:
    """Return the length-weighted share of words two sets have in common."""
    union = sum(map(len, a | b))
    return sum(map(len, a & b)) / union if union else 0.0


def _words(text: str) -> set[str]:
    folded = text_key(text)
    words = set(_WORD.findall(folded))
    if unspaced_runs(folded):
        words |= set(bigrams(folded).split())
    return words
