"""Find rows that hold a text character for character; the indexes first narrow down which rows are read.

A word index knows whole words, and the first and the last word of a text may be parts of longer ones. Every row that
holds the text has the words between them in a row. A text without words in between is looked up by its letters.
"""

from __future__ import annotations

from typing import Any, Final, LiteralString
from unicodedata import combining

from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.file.as_of import OPEN_END
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.tokenizer import inner_words
from memory_mcp.store.text_index.fts_query import phrase
from memory_mcp.store.text_index.trigrams import SHORTEST, watermark

_MOST_WORDS: Final = 16
_MOST_LETTERS: Final = 40


def _saying(candidates: LiteralString) -> LiteralString:
    """Return the statement that looks for a text in rows that may hold it."""
    return f"""
    WITH likely (id) AS MATERIALIZED ({candidates})
    -- A passage is a part of its document, which has an id that people know.
    SELECT iif(item.kind = 'passage', coalesce(item.parent_uid, item.uid), item.uid), max({IN_SCOPE})
    FROM (
        SELECT id
        FROM likely
        UNION
        -- Statements are in no index; their turns are, which say the same, but where a person corrected one.
        SELECT statement.id
        FROM likely
        CROSS JOIN item AS turn ON turn.id = likely.id AND turn.kind = 'turn'
        CROSS JOIN item AS statement ON statement.parent_uid = turn.uid AND statement.kind = 'statement'
        UNION
        SELECT statement.id
        FROM item AS old
        CROSS JOIN item AS statement ON statement.uid = old.uid
        WHERE old.kind = 'statement' AND old.project_id IN (SELECT id FROM project) AND old.superseded_at < {OPEN_END}
    ) AS found
    CROSS JOIN item ON item.id = found.id
    WHERE instr(item.body, :text) OR instr(item.title, :text)
    GROUP BY 1
    ORDER BY 2 DESC, 1 DESC
    LIMIT :most
"""


_BY_WORDS: Final = _saying("""
        SELECT rowid
        FROM item_fts
        WHERE item_fts MATCH :match
    """)
_BY_LETTERS: Final = _saying("""
        SELECT rowid
        FROM item_trigram
        WHERE item_trigram MATCH :match
        UNION ALL
        SELECT id
        FROM item
        WHERE id > :through
    """)


def holding(snapshot: Snapshot, text: str, *, most: int, project_id: int = -1) -> dict[str, bool]:
    """Return ids of up to ``most`` rows whose title or text holds a text as it is, and if a project sees each.

    ``project_id`` -1 sees every row. Those it sees come first, of them the newest. The text has three characters or
    more.
    """
    asked: dict[str, Any] = {"text": text, "most": most, "project": project_id}
    if words := inner_words(text, _MOST_WORDS):
        found = snapshot.rows(_BY_WORDS, asked | {"match": f"{{title body}} : {phrase(words)}"})
    else:
        letters = text[:_MOST_LETTERS]
        # The index takes a letter and the marks upon it for one; of fewer than it looks up every row is read.
        through = watermark(snapshot) if sum(not combining(one) for one in letters) >= SHORTEST else -1
        found = snapshot.rows(_BY_LETTERS, asked | {"match": phrase(letters), "through": through})
    return {uid: bool(is_seen) for uid, is_seen in found}
