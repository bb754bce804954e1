"""Find rows that share rare words with a text, by the word index, at a bounded cost however large the file is.

A word is looked up only so far as to know whether it is rare. Rows are counted by how many of the rare words they
share. Of words that many rows hold only the newest rows are read, and only where no word is rarer.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from memory_mcp.language.stopwords import STOPWORDS
from memory_mcp.language.unspaced_scripts import bigrams
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.tokenizer import tokenize

_MOST_TERMS: Final = 16
_RARE: Final = 500
_FEWEST_TERMS: Final = 2
# Of so many words one in common is chance.
_ENOUGH_TERMS: Final = 4
_MOST_ROWS: Final = 1_000
# A common word is looked up for so many ids at once.
_AHEAD: Final = 500
_NO_BOUND: Final = 2**63 - 1
_LONGEST_TEXT: Final = 4_000
_ID_BITS: Final = 63
_ANY_ID: Final = 2**_ID_BITS - 1

_HOW_RARE: Final = """
    SELECT count(*), min(rowid)
    FROM (
        SELECT rowid
        FROM item_fts
        WHERE item_fts MATCH :match
        LIMIT :most
    )
"""
_HAVING: Final = f"""
    SELECT item.id,
           item.kind IN (SELECT value FROM json_each(:kinds))
           AND (:project = 0 OR item.project_id IN (0, :project))
           AND {BELIEVED}
    FROM (
        SELECT rowid AS id
        FROM item_fts
        WHERE item_fts MATCH :match AND rowid < :before
        ORDER BY rowid DESC
        LIMIT :most
    ) AS found
    CROSS JOIN item ON item.id = found.id
    ORDER BY item.id
"""
_SIBLINGS: Final = f"""
    SELECT item.id
    FROM item
    WHERE item.parent_uid = :parent AND item.kind = :kind
      AND {BELIEVED}
    ORDER BY item.id DESC
    LIMIT :most
"""


class _Holding(NamedTuple):
    """The rows that hold a word, ascending: those below ``until``, at least the newest of them; those of the scope."""

    until: int
    every: list[int]
    wanted: list[int]

    def newest(self, before: int) -> list[int]:
        """Return the rows of the scope among the newest below an id."""
        end = bisect_left(self.every, before)
        oldest = self.every[max(0, end - _RARE)] if end else before
        return self.wanted[bisect_left(self.wanted, oldest) : bisect_left(self.wanted, before)]


class Among(NamedTuple):
    """The rows among which some are looked for: of these kinds, and of a project and of none (0: of every project)."""

    kinds: tuple[str, ...]
    project: int


@dataclass
class TermLookup:
    """What was looked up so far within one snapshot: of a word how many rows hold it, the first, and all among some."""

    counts: dict[str, int] = field(default_factory=dict)
    firsts: dict[str, int] = field(default_factory=dict)
    rows: dict[tuple[str, Among], _Holding] = field(default_factory=dict)

    def forget_above(self, most: int) -> None:
        """Let go of what was looked up if it is of more than so many words; whoever asks again looks it up again."""
        if max(len(self.counts), len(self.rows)) > most:
            for looked_up in (self.counts, self.firsts, self.rows):
                looked_up.clear()


def sharing_rare_terms(
    snapshot: Snapshot, text: str, among: Among, *, most: int, before: int | None = None,
    lookup: TermLookup | None = None,
) -> list[int]:  # fmt: skip
    """Return up to ``most`` ids of believed rows that share the text's rare words, those that share most first.

    ``before`` bounds the ids. ``lookup`` is what a caller with many texts keeps between them.
    """
    lookup = TermLookup() if lookup is None else lookup
    bound = _NO_BOUND if before is None else before
    shared: Counter[int] = Counter()
    terms = _rare(snapshot, text, lookup)
    for term in terms:
        if lookup.firsts[term] < bound:
            shared.update(_holding(snapshot, term, among, bound, lookup).newest(bound))
    least = 1 if len(terms) < _ENOUGH_TERMS else 2
    # One number says both how many words are shared and how new the row is.
    found = sorted([(count << _ID_BITS) + item_id for item_id, count in shared.items() if count >= least])
    return [each & _ANY_ID for each in found[: -most - 1 : -1]]


def _holding(snapshot: Snapshot, term: str, among: Among, bound: int, lookup: TermLookup) -> _Holding:
    """Return the rows that hold a term, at least the newest of them below an id."""
    known = lookup.rows.get((term, among))
    if known is None or known.until < bound:
        # Of a common word so many more that the next texts need not ask again.
        more = _AHEAD if lookup.counts[term] >= _RARE and bound < _NO_BOUND else 0
        until = bound + more if more else _NO_BOUND
        asked = {"kinds": json.dumps(among.kinds), "project": among.project}
        rows = snapshot.rows(_HAVING, asked | {"match": term, "most": _RARE + more, "before": until})
        known = _Holding(until, [row[0] for row in rows], [row[0] for row in rows if row[1]])
        lookup.rows[term, among] = known
    return known


def siblings(snapshot: Snapshot, parent: str, kind: str, *, most: int) -> list[int]:
    """Return the ids of the newest believed rows of a kind that belong to a parent."""
    return [item_id for (item_id,) in snapshot.rows(_SIBLINGS, {"parent": parent, "kind": kind, "most": most})]


def _rare(snapshot: Snapshot, text: str, lookup: TermLookup) -> list[str]:
    """Return the text's terms as match expressions, rarest first, as many as keep the rows few, at least two."""
    for term in (terms := _terms(text)):
        if term not in lookup.counts:
            count, first = snapshot.rows(_HOW_RARE, {"match": term, "most": _RARE})[0]
            lookup.counts[term], lookup.firsts[term] = count, first or 0
    found: list[str] = []
    rows = 0
    for term in sorted(terms, key=lambda term: (lookup.counts[term], term)):
        rows += lookup.counts[term]
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
