"""Find rows that have to do with a prompt, by the word index alone, at a bounded cost.

Each word of a text tells as much as it is rare: the logarithm of how many rows there are to one that holds it. A row is
measured by what the words it shares tell together (``information``, in nats), by how much of what the text's words
could tell that is (``share``), and by how many words it shares. A word that very many rows hold tells nothing. A turn
that says little beyond the text is the same question asked earlier, and no answer.
"""

from __future__ import annotations

import json
import math
from typing import Final, LiteralString, NamedTuple

from memory_mcp.language.stopwords import STOPWORDS
from memory_mcp.language.unspaced_scripts import bigrams
from memory_mcp.store.facts.scope import NOT_ARCHIVED
from memory_mcp.store.facts.versions import Item, item_of, last_row_id
from memory_mcp.store.file.as_of import CURRENT, of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.text_index.fts_query import content_words, words_of

NOTED_KINDS: Final = ("learning", "decision", "observation", "passage")
"""Kinds of what was noted on purpose."""
LEAST_ROWS: Final = 10
"""Notes below which nothing stands out."""
MOST_NOTES: Final = 1_000
"""Notes looked at of each kind, of the project and of none: a cosine takes 4 microseconds."""
_MOST_TERMS: Final = 16
LONGEST_TEXT: Final = 2_000
"""Characters of a text that are looked at."""

_COMMON: Final = 400
_MOST_ROWS: Final = 2_000
_LOOKED_AT: Final = 24
_NEW_WORDS: Final = 4
# What a word tells of which only is known that it is common: about e to one.
_TELLS_LITTLE: Final = 1.0

_HOLDING: Final = """
    SELECT rowid
    FROM item_fts
    WHERE item_fts MATCH :match
    ORDER BY rowid DESC
    LIMIT :most
"""
MAY_BE_TOLD: Final[LiteralString] = f"""item.project_id IN (0, :project)
      AND {CURRENT}
      AND (
          -- The files a project brings in of itself are of no importance: a client reads them anyway.
          item.kind IN ('learning', 'decision', 'observation', 'passage') AND item.importance IS NOT 0
          OR item.kind = 'turn' AND item.session_uid IS NOT :session AND EXISTS (
              SELECT 1
              FROM item AS statement
              WHERE statement.parent_uid = item.uid AND statement.kind = 'statement'
                AND statement.attributes ->> 'role' NOT IN ('withdrawn', 'aside')
                AND {of("statement", CURRENT)}
                AND {of("statement", NOT_ARCHIVED)}
          )
      )
      AND {NOT_ARCHIVED}"""
"""What was noted in a project or in none, and what an earlier conversation said about how to work."""
_NOTED: Final[LiteralString] = f"""
    -- In the order of an index, so that no more rows are read than are wanted.
    SELECT item.id
    FROM item
    WHERE item.kind = :kind AND item.project_id = :of AND {MAY_BE_TOLD}
    ORDER BY item.valid_from DESC
    LIMIT :most
"""
_SAID: Final[LiteralString] = f"""
    SELECT DISTINCT item.id
    FROM (
        SELECT parent_uid
        FROM item INDEXED BY item_stated
        WHERE item.kind = 'statement' AND item.attributes ->> 'role' <> 'aside' AND item.project_id = :of AND {CURRENT}
        ORDER BY item.valid_from DESC
        LIMIT :most
    ) AS said
    -- Otherwise all turns of the project are read for each of them.
    CROSS JOIN item INDEXED BY sqlite_autoindex_item_1 ON item.uid = said.parent_uid AND item.kind = 'turn'
    WHERE {MAY_BE_TOLD}
"""
_SEEN: Final = f"""
    SELECT item.*
    FROM json_each(:ids) AS wanted
    CROSS JOIN item ON item.id = wanted.value
    WHERE {MAY_BE_TOLD}
      AND NOT EXISTS (
          SELECT 1
          FROM session_shown
          WHERE session_shown.session_uid = :session AND session_shown.uid = item.uid
            AND session_shown.version = item.id
      )
"""


class Relevant(NamedTuple):
    """A row, what the words it shares with a text tell in nats, their share of all, and how many they are."""

    item: Item
    information: float
    share: float
    words: int


def notes(snapshot: Snapshot, *, project: int, session: str | None, most: int = MOST_NOTES) -> list[int]:
    """Return the ids of the newest rows that may be told to a session of a project: of each kind at most ``most``."""
    parameters = {"project": project, "session": session, "now": snapshot.now, "most": most}
    found: dict[int, None] = {}
    for where in {0, project}:
        asked: list[tuple[LiteralString, dict[str, str]]] = [(_NOTED, {"kind": kind}) for kind in NOTED_KINDS]
        asked.append((_SAID, {}))
        for statement, more in asked:
            rows = snapshot.rows(statement, parameters | more | {"of": where})
            found |= dict.fromkeys(item_id for (item_id,) in rows)
    return list(found)


def relevant(snapshot: Snapshot, text: str, *, project: int, session: str | None = None) -> list[Relevant]:
    """Return what may be told of a project and of none and shares what tells most of a text, best first.

    Not what ``session`` was shown.
    """
    text = text[:LONGEST_TEXT]
    tells, shares, all_tell = _telling(snapshot, text)
    best = sorted(tells, key=lambda row: (-tells[row], -row))[: 4 * _LOOKED_AT]
    parameters = {"ids": json.dumps(best), "project": project, "session": session, "now": snapshot.now}
    found = [
        Relevant(item, tells[item.id], tells[item.id] / all_tell, shares[item.id])
        for item in map(item_of, snapshot.rows(_SEEN, parameters))
        if says_more(item, text)
    ]
    found.sort(key=lambda one: (-one.information, -one.item.id))
    return found[:_LOOKED_AT]


def telling_words(snapshot: Snapshot, text: str) -> dict[int, float]:
    """Return what the words that a row shares with a text tell, by row id; 1 is a word that no other row has."""
    tells, _, _ = _telling(snapshot, text[:LONGEST_TEXT])
    most = math.log1p(last_row_id(snapshot)) or 1.0
    return {row: nats / most for row, nats in tells.items()}


def says_more(item: Item, text: str) -> bool:
    """Return whether a row says what the text does not: a turn that says little else is an earlier asking."""
    if item.kind != "turn":
        return True
    said = {word for word in words_of(item.body[:LONGEST_TEXT]) if word not in STOPWORDS}
    return len(said - set(words_of(text))) >= _NEW_WORDS


def _telling(snapshot: Snapshot, text: str) -> tuple[dict[int, float], dict[int, int], float]:
    """Return by row id what its shared words tell and how many they are, and what all words of the text could tell."""
    terms = _terms(text)
    total = last_row_id(snapshot)
    tells: dict[int, float] = {}
    shares: dict[int, int] = {}
    held = [(term, [row for (row,) in snapshot.rows(_HOLDING, {"match": term, "most": _COMMON})]) for term in terms]
    held.sort(key=lambda one: len(one[1]))
    room, all_tell = _MOST_ROWS, 0.0
    for _, rows in held:
        telling = _tells(len(rows), total)
        all_tell += telling
        if len(rows) == _COMMON or (room := room - len(rows)) < 0:
            continue
        for row in rows:
            tells[row] = tells.get(row, 0.0) + telling
            shares[row] = shares.get(row, 0) + 1
    return tells, shares, all_tell


def _terms(text: str) -> list[str]:
    """Return the words of a text as match expressions, the longest if there are many; pairs where none are spaced."""
    words = [word for word in content_words(text) if word not in STOPWORDS and len(word) > 1]
    words = sorted(words, key=lambda word: -len(word))[:_MOST_TERMS]
    pairs = list(dict.fromkeys(bigrams(text).split()))[:_MOST_TERMS]
    return [f'"{term}"' for term in words + pairs]


def _tells(count: int, total: int) -> float:
    if not count:
        # Nobody ever said it: all that is asked for, perhaps, and nothing here.
        return math.log1p(total)
    return _TELLS_LITTLE if count == _COMMON else math.log1p((total - count + 0.5) / (count + 0.5))
