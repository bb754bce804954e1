"""Rows that share rare words with a text, found by the word index at a bounded cost however large the file is.

A word is looked up only so far as to know whether it is rare; of the rare ones the rows are counted by how many of
the words they share. Of words that many rows hold only the newest rows are seen, and only where nothing is rarer.
"""

from __future__ import annotations

import heapq
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from memory_mcp.language.folding import bigrams
from memory_mcp.language.stopwords import STOPWORDS
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.tokenizer import tokenize

_MOST_TERMS: Final = 16
_RARE: Final = 500
_FEWEST_TERMS: Final = 2
# Of so many words one in common is chance.
_ENOUGH_TERMS: Final = 4
_MOST_ROWS: Final = 1_000
_NO_BOUND: Final = 2**63 - 1
_LONGEST_TEXT: Final = 4_000

_HOW_RARE: Final = """
    SELECT count(*)
    FROM (
        SELECT rowid
        FROM item_fts
        WHERE item_fts MATCH :match
        LIMIT :most
    )
"""
_HAVING: Final = f"""
    SELECT item.id
    FROM (
        SELECT rowid AS id
        FROM item_fts
        WHERE item_fts MATCH :match AND rowid < :before
        ORDER BY rowid DESC
        LIMIT :most
    ) AS found
    CROSS JOIN item ON item.id = found.id
    WHERE item.kind IN (SELECT value FROM json_each(:kinds))
      AND (:project = 0 OR item.project_id IN (0, :project))
      AND {BELIEVED}
"""
_SIBLINGS: Final = f"""
    SELECT item.id
    FROM item
    WHERE item.parent_uid = :parent AND item.kind = :kind
      AND {BELIEVED}
    ORDER BY item.id DESC
    LIMIT :most
"""


@dataclass
class Words:
    """What was looked up so far within one snapshot: how rare a word is, and which rows of a scope hold it."""

    counts: dict[str, int] = field(default_factory=dict)
    rows: dict[tuple[str, str, int], list[int]] = field(default_factory=dict)


def likely(
    snapshot: Snapshot,
    text: str,
    *,
    kinds: tuple[str, ...],
    project: int,
    most: int,
    before: int | None = None,
    words: Words | None = None,
) -> list[int]:
    """Return up to ``most`` ids of believed rows that share the text's rare words, those that share most first.

    ``project`` 0 sees every project, another one itself and what belongs to none. ``before`` bounds the ids.
    ``words`` is what a caller with many texts keeps between them.
    """
    words = Words() if words is None else words
    wanted = json.dumps(kinds)
    shared: Counter[int] = Counter()
    terms = _rare(snapshot, text, words)
    for term in terms:
        key = (term, wanted, project)
        if key in words.rows:
            shared.update(words.rows[key])
            continue
        is_rare = words.counts[term] < _RARE
        bound = _NO_BOUND if is_rare or before is None else before
        parameters = {"match": term, "most": _RARE, "kinds": wanted, "project": project, "before": bound}
        rows = [item_id for (item_id,) in snapshot.rows(_HAVING, parameters)]
        if is_rare:
            words.rows[key] = rows
        shared.update(rows)
    least = 1 if len(terms) < _ENOUGH_TERMS else 2
    found = [
        (-count, -item_id)
        for item_id, count in shared.items()
        if count >= least and (before is None or item_id < before)
    ]
    return [-item_id for _, item_id in heapq.nsmallest(most, found)]


def siblings(snapshot: Snapshot, parent: str, kind: str, *, most: int) -> list[int]:
    """Return the ids of the newest believed rows of a kind that belong to a parent."""
    return [item_id for (item_id,) in snapshot.rows(_SIBLINGS, {"parent": parent, "kind": kind, "most": most})]


def _rare(snapshot: Snapshot, text: str, words: Words) -> list[str]:
    """Return the text's terms as match expressions, rarest first, as many as keep the rows few, at least two."""
    for term in (terms := _terms(text)):
        if term not in words.counts:
            words.counts[term] = snapshot.value(_HOW_RARE, {"match": term, "most": _RARE})
    found: list[str] = []
    rows = 0
    for term in sorted(terms, key=lambda term: (words.counts[term], term)):
        rows += words.counts[term]
        if len(found) >= _FEWEST_TERMS and rows > _MOST_ROWS:
            break
        found.append(term)
    return found


def _terms(text: str) -> list[str]:
    text = text[:_LONGEST_TEXT]
    stems = [stem for stem in dict.fromkeys(tokenize(text)) if stem not in STOPWORDS]
    stems.sort(key=lambda stem: -len(stem))
    pairs = list(dict.fromkeys(bigrams(text).split()))
    return [f'"{term}"' for term in stems[:_MOST_TERMS] + pairs[:_MOST_TERMS]]
