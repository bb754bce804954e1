"""Find decisions whose reasons rest on what is no longer believed: a replaced or withdrawn fact.

Nobody links a decision to the facts it rests on, so the words decide: the decision has most of the words of the fact
and names what it is about, or it has the fact's id. A fact that was corrected, or brought back to what it said before,
counts where words that the decision shares were taken out. Each change is looked at once, behind a watermark, and what
is found is kept.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from memory_mcp.language.stopwords import STOPWORDS
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.file.tokenizer import tokenize
from memory_mcp.store.text_index.rare_terms import Among, TermLookup, sharing_rare_terms
from memory_mcp.temporal import Instant

SLICE: Final = 200
"""Changes looked at between two looks at the file."""
_MOST_DECISIONS: Final = 30
_FEWEST_SHARED: Final = 2
_LEAST_SHARE: Final = 0.6
# An imported id may be a number like any other.
_SHORTEST_NAMED: Final = 8

_NEWER: Final = """
    SELECT change.id, change.uid, change.verb, txn.at, before.kind, before.project_id,
           trim(coalesce((
               SELECT entity.title
               FROM item AS entity
               WHERE entity.uid = before.parent_uid AND entity.kind = 'entity'
               ORDER BY entity.superseded_at DESC
               LIMIT 1
           ), '') || ' ' || before.title || ' ' || before.body) AS said,
           CASE WHEN change.verb IN ('correct', 'restore') THEN coalesce((
               SELECT after.title || ' ' || after.body
               FROM item AS after
               WHERE after.uid = change.uid AND after.recorded_at = txn.at
               LIMIT 1
           ), '') ELSE '' END AS says
    FROM change
    CROSS JOIN txn ON txn.id = change.txn_id
    -- What this change closed.
    LEFT JOIN item AS before ON before.id = (
        SELECT closed.id
        FROM item AS closed
        WHERE closed.uid = change.uid AND closed.superseded_at = txn.at
        LIMIT 1
    )
    WHERE change.id > :through
    ORDER BY change.id
    LIMIT :most
"""
_DECISIONS: Final = """
    SELECT item.uid, item.title || ' ' || item.body || ' ' || item.context
    FROM json_each(:ids) AS wanted
    CROSS JOIN item ON item.id = wanted.value
    WHERE item.recorded_at < :changed_at AND item.uid <> :uid
"""
_KEEP: Final = """
    INSERT OR IGNORE INTO stale_premise (decision_uid, change_id)
    VALUES (:decision_uid, :change_id)
"""
_PENDING: Final = """
    SELECT 1
    FROM change
    WHERE id > (SELECT value FROM meta WHERE key = 'premises_through')
"""

Found = list[tuple[str, int]]
"""Pairs of (decision, change)."""


def is_pending(snapshot: Snapshot) -> bool:
    """Whether there are changes nobody looked at yet."""
    return bool(snapshot.value(_PENDING))


class _Change(NamedTuple):
    """A change: when it was, of which fact of which project, and the stems of what that said.

    ``gone`` are the stems that were taken out, where the fact itself goes on; None where all of it is over.
    """

    at: Instant
    uid: str
    project_id: int
    said: str
    told: frozenset[str]
    gone: frozenset[str] | None


def look(snapshot: Snapshot, *, most: int = SLICE) -> tuple[Found, int]:
    """Return which decisions the next changes shake, and up to which change was looked; nothing is written."""
    through: int = meta.get(snapshot, "premises_through")
    lookup = TermLookup()
    found: Found = []
    for change_id, uid, verb, at, kind, project_id, said, says in snapshot.rows(
        _NEWER, {"through": through, "most": most}
    ):
        through = change_id
        if kind in ("learning", "observation", "decision"):
            told = _stems(said)
            gone = told - _stems(says) if verb in ("correct", "restore") else None
            change = _Change(at, uid, project_id, said, told, gone)
            found += [(decision, change_id) for decision in _resting(snapshot, change, lookup)]
    return found, through


def keep(tx: Transaction, *, most: int = SLICE) -> bool:
    """Keep what the next changes shake; return whether there is more to look at."""
    found, through = look(tx, most=most)
    tx.many(_KEEP, [{"decision_uid": decision, "change_id": change} for decision, change in found])
    meta.put(tx, "premises_through", through)
    return is_pending(tx)


def catch_up(db: Database) -> None:
    """Look at every change nobody looked at yet, a slice at a time."""
    while True:
        with db.reading() as snapshot:
            if not is_pending(snapshot):
                return
        with db.writing("premises") as tx:
            keep(tx)


def _resting(snapshot: Snapshot, change: _Change, lookup: TermLookup) -> list[str]:
    """Return the decisions that rest on what was said; where only some words are gone, on those among them."""
    among = Among(("decision",), change.project_id)
    ids, found = list[int](), []
    for text in (change.said, change.uid):
        ids += sharing_rare_terms(snapshot, text, among, most=_MOST_DECISIONS, lookup=lookup)
    asked = {"ids": json.dumps(ids), "uid": change.uid, "changed_at": change.at}
    for decision, text in snapshot.rows(_DECISIONS, asked):
        shared = change.told & _stems(text)
        is_said = len(shared) >= max(_FEWEST_SHARED, _LEAST_SHARE * len(change.told))
        if (is_said and (change.gone is None or shared & change.gone)) or _is_named(change.uid, text):
            found.append(decision)
    return list(dict.fromkeys(found))


def _is_named(uid: str, text: str) -> bool:
    return len(uid) >= _SHORTEST_NAMED and uid in text


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem for stem in tokenize(text) if stem not in STOPWORDS)
