"""What must hold of every file at any moment: named queries that return no rows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Final, LiteralString

from memory_mcp.store.file.as_of import BELIEVED, OPEN_END, of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.kinds import HAS_HASH, HAS_VECTOR, IS_PART

_MOST_SHOWN: Final = 20

# Each query returns one column: what breaks the claim, and where.
_TIME: Final[dict[LiteralString, LiteralString]] = {
    "a fact has one version at any point in both times": """
        SELECT a.uid || ' rows ' || a.id || ' and ' || b.id
        FROM item AS a
        JOIN item AS b ON b.uid = a.uid AND b.id > a.id
        WHERE a.recorded_at < b.superseded_at AND b.recorded_at < a.superseded_at
          AND a.valid_from < b.valid_to AND b.valid_from < a.valid_to
    """,
    "periods run forwards, within the years 1 to 9999": f"""
        SELECT 'item ' || id
        FROM item
        WHERE valid_from >= valid_to OR recorded_at > superseded_at
           OR valid_from NOT BETWEEN -62135596800000000 AND 253402300799999999
           OR (valid_to > 253402300799999999 AND valid_to <> {OPEN_END})
           OR (superseded_at > 253402300799999999 AND superseded_at <> {OPEN_END})
    """,
    "a version has the time of its transaction": """
        SELECT 'item ' || item.id || ' txn ' || txn.id
        FROM item
        JOIN txn ON txn.id = item.txn_id
        WHERE item.recorded_at <> txn.at
    """,
    "no fact changes before it is recorded": """
        SELECT 'change ' || change.id
        FROM change
        JOIN txn ON txn.id = change.txn_id
        WHERE txn.at < (SELECT min(recorded_at) FROM item WHERE item.uid = change.uid)
    """,
    "sessions end after they begin": """
        SELECT 'session ' || uid
        FROM session
        WHERE ended_at < started_at
    """,
}
_BELONGING: Final[dict[LiteralString, LiteralString]] = {
    "the versions of a fact are of one kind": """
        SELECT uid
        FROM item
        GROUP BY uid
        HAVING count(DISTINCT kind) > 1
    """,
    "every row is in a project that exists": """
        SELECT 'item ' || id
        FROM item
        WHERE project_id NOT IN (SELECT id FROM project)
        UNION ALL
        SELECT 'session ' || uid
        FROM session
        WHERE project_id NOT IN (SELECT id FROM project)
        UNION ALL
        SELECT 'handoff ' || uid
        FROM handoff
        WHERE project_id NOT IN (SELECT id FROM project)
        UNION ALL
        SELECT 'goal ' || project_id
        FROM goal
        WHERE project_id NOT IN (SELECT id FROM project)
    """,
    "every version was written by a transaction": """
        SELECT 'item ' || id
        FROM item
        WHERE txn_id NOT IN (SELECT id FROM txn)
        UNION ALL
        SELECT 'change ' || id
        FROM change
        WHERE txn_id NOT IN (SELECT id FROM txn)
        UNION ALL
        SELECT 'erasure of ' || uid
        FROM erasure
        WHERE txn_id NOT IN (SELECT id FROM txn)
    """,
    "observations and relations have the entities they speak of": f"""
        SELECT kind || ' ' || item.id || ' of ' || coalesce(parent_uid, 'nothing')
        FROM item
        WHERE {IS_PART}
          AND NOT EXISTS (SELECT 1 FROM item AS e WHERE e.uid = item.parent_uid AND e.kind = 'entity')
        UNION ALL
        SELECT 'relation ' || item.id || ' to ' || coalesce(target_uid, 'nothing')
        FROM item
        WHERE kind = 'relation'
          AND NOT EXISTS (SELECT 1 FROM item AS e WHERE e.uid = item.target_uid AND e.kind = 'entity')
    """,
    "passages have their document": """
        SELECT 'passage ' || item.id || ' of ' || coalesce(parent_uid, 'nothing')
        FROM item
        WHERE kind = 'passage'
          AND NOT EXISTS (SELECT 1 FROM item AS d WHERE d.uid = item.parent_uid AND d.kind = 'document')
    """,
    "passages are shown only while their document is": f"""
        SELECT 'passage ' || item.id || ' of ' || parent_uid
        FROM item
        WHERE kind = 'passage' AND {BELIEVED}
          AND NOT EXISTS (SELECT 1 FROM item AS d
                          WHERE d.uid = item.parent_uid AND {of("d", BELIEVED)})
    """,
    "a turn's session is known": """
        SELECT 'turn ' || id
        FROM item
        WHERE kind = 'turn' AND session_uid IS NOT NULL
          AND session_uid NOT IN (SELECT uid FROM session)
    """,
    "a digest is of a session that is known, and of turns that are there": """
        SELECT 'digest of ' || session_uid
        FROM session_digest
        WHERE session_uid NOT IN (SELECT uid FROM session)
           OR last_position > coalesce((SELECT max(position) FROM item WHERE kind = 'turn'
                                  AND item.session_uid = session_digest.session_uid), 0)
    """,
    "an observation is in the project of its entity, where that has one": """
        SELECT 'observation ' || item.id
        FROM item
        JOIN item AS e ON e.uid = item.parent_uid AND e.kind = 'entity'
        WHERE item.kind = 'observation'
        GROUP BY item.id
        HAVING sum(e.project_id IN (0, item.project_id)) = 0
    """,
}
_BESIDES: Final[dict[LiteralString, LiteralString]] = {
    "state, changes, names and dismissals are of rows that exist": """
        SELECT 'state of ' || uid
        FROM item_state
        WHERE uid NOT IN (SELECT uid FROM item)
        UNION ALL
        SELECT 'change ' || id
        FROM change
        WHERE uid NOT IN (SELECT uid FROM item)
        UNION ALL
        SELECT 'name ' || folded_name || ' of ' || uid
        FROM entity_name
        WHERE uid NOT IN (SELECT uid FROM item WHERE kind = 'entity')
        UNION ALL
        SELECT 'dismissal of ' || a || ' and ' || b
        FROM dismissal
        WHERE a NOT IN (SELECT uid FROM item) OR b NOT IN (SELECT uid FROM item)
    """,
    "what was erased is gone": """
        SELECT uid
        FROM erasure
        WHERE uid IN (SELECT uid FROM item)
    """,
    "every entity answers to a name": f"""
        SELECT uid
        FROM item
        WHERE kind = 'entity' AND {BELIEVED}
          AND uid NOT IN (SELECT uid FROM entity_name WHERE is_alias = 0)
    """,
    "a handoff is claimed by somebody": """
        SELECT uid
        FROM handoff
        WHERE (claimed_by IS NULL) <> (claimed_at IS NULL) OR (state = 'claimed') <> (claimed_at IS NOT NULL)
    """,
    "a session was offered a handoff, and both are there": """
        SELECT session_uid || ' ' || handoff_uid
        FROM handoff_offer
        WHERE session_uid NOT IN (SELECT uid FROM session) OR handoff_uid NOT IN (SELECT uid FROM handoff)
    """,
    "of what sessions left by ending one is open in each place": """
        SELECT project_id || ' ' || path
        FROM handoff
        WHERE origin = 'automatic' AND state = 'open'
        GROUP BY project_id, path
        HAVING count(*) > 1
    """,
    "tags are found by what carries them": """
        SELECT 'item ' || item.id || ' lacks ' || tag.value
        FROM item
        JOIN json_each(item.tags) AS tag
        WHERE item.tags <> '[]'
          AND NOT EXISTS (SELECT 1 FROM item_tag WHERE item_tag.item_id = item.id AND item_tag.tag = tag.value)
        UNION ALL
        SELECT 'item ' || item_id || ' has not ' || tag
        FROM item_tag
        WHERE NOT EXISTS (SELECT 1 FROM item JOIN json_each(item.tags) AS tag
                          WHERE item.id = item_tag.item_id AND tag.value = item_tag.tag)
    """,
    "what every lesson, fact and relation says is found when it comes again": f"""
        SELECT 'item ' || id
        FROM item
        WHERE {HAS_HASH} AND id NOT IN (SELECT item_id FROM content_hash)
    """,
}
_INDEXES: Final[dict[LiteralString, LiteralString]] = {
    "every row is in the word index, and nothing else": """
        SELECT 'item ' || id
        FROM item
        WHERE kind <> 'statement' AND id NOT IN (SELECT id FROM item_fts_docsize)
        UNION ALL
        SELECT 'words of ' || id
        FROM item_fts_docsize
        WHERE id NOT IN (SELECT id FROM item WHERE kind <> 'statement')
    """,
    "the substring index has come as far as it says": """
        SELECT 'item ' || id
        FROM item
        WHERE kind <> 'statement' AND id <= (SELECT value FROM meta WHERE key = 'trigram_through')
          AND id NOT IN (SELECT id FROM item_trigram_docsize)
        UNION ALL
        SELECT 'substrings of ' || id
        FROM item_trigram_docsize
        WHERE id NOT IN (SELECT id FROM item WHERE kind <> 'statement')
           OR id > (SELECT value FROM meta WHERE key = 'trigram_through')
    """,
    "every row has a vector or waits for one, not both": f"""
        SELECT 'item ' || id
        FROM item
        WHERE {HAS_VECTOR}
          AND (id IN (SELECT item_id FROM embedding_queue)) = (id IN (SELECT item_id FROM item_embedding))
        UNION ALL
        SELECT 'item ' || item_id
        FROM (SELECT item_id FROM embedding_queue UNION ALL SELECT item_id FROM item_embedding)
        WHERE item_id NOT IN (SELECT id FROM item WHERE {HAS_VECTOR})
    """,
}
_HAS_VECTORS: Final = """
    SELECT 1
    FROM sqlite_schema
    WHERE name = 'item_vector_rowids'
"""
# The vector table's own list of keys can be read without its extension.
_VECTORS: Final[dict[LiteralString, LiteralString]] = {
    "every vector is of a row, and every row has the vectors it says": """
        SELECT 'vector ' || rowid
        FROM item_vector_rowids
        WHERE rowid NOT IN (SELECT id FROM item_embedding)
          AND rowid NOT IN (SELECT id FROM orphan_vector)
        UNION ALL
        SELECT 'vector ' || id || ' of item ' || item_id
        FROM item_embedding
        WHERE id NOT IN (SELECT rowid FROM item_vector_rowids)
    """,
}


@dataclass(frozen=True, slots=True)
class Violation:
    """A claim that does not hold, and the first rows that break it."""

    claim: str
    rows: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.claim}: {', '.join(self.rows)}"


def check(snapshot: Snapshot) -> list[Violation]:
    """Return every claim that does not hold of the file; empty is good. It reads all rows."""
    claims = _TIME | _BELONGING | _BESIDES | _INDEXES
    if snapshot.value(_HAS_VECTORS):
        claims |= _VECTORS
    found = []
    for claim, query in claims.items():
        rows = [str(row[0]) for row in islice(snapshot.execute(query), _MOST_SHOWN)]
        if rows:
            found.append(Violation(claim, tuple(rows)))
    return found


def claims() -> list[str]:
    """Return the names of all claims."""
    return [*_TIME, *_BELONGING, *_BESIDES, *_INDEXES, *_VECTORS]
