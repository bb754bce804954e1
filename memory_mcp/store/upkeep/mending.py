"""Repair what lost rows leave behind: delete what belonged to them, and add a stand-in for what they held together."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, LiteralString

from memory_mcp.store.facts import versions
from memory_mcp.store.facts.versions import Draft, item_of
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Transaction
from memory_mcp.store.file.kinds import HAS_HASH
from memory_mcp.store.file.mending.salvage import insert
from memory_mcp.store.graph import entities
from memory_mcp.store.sessions import imported as sessions
from memory_mcp.temporal import FOREVER, Period

if TYPE_CHECKING:
    from memory_mcp.store.facts.versions import Kind

STAND_IN: Final = "lost, and made again by repair"

_LOST_TRANSACTIONS: Final = """
    -- A version has the time of its transaction; what only changed or erased one is dated by its neighbour.
    SELECT id, max(at)
    FROM (
        SELECT txn_id AS id, recorded_at AS at
        FROM item
        UNION ALL
        SELECT txn_id, max(
            coalesce((SELECT max(txn.at) FROM txn WHERE txn.id < change.txn_id), 0),
            coalesce((SELECT min(recorded_at) FROM item WHERE item.uid = change.uid), 0)
        )
        FROM change
        UNION ALL
        SELECT txn_id, coalesce((SELECT max(txn.at) FROM txn WHERE txn.id < erasure.txn_id), 0)
        FROM erasure
    )
    WHERE id NOT IN (SELECT id FROM txn)
    GROUP BY id
"""
_LOST_PROJECTS: Final = """
    SELECT project_id FROM item
    UNION SELECT project_id FROM session
    UNION SELECT project_id FROM handoff
    UNION SELECT project_id FROM goal
    UNION SELECT project_id FROM project_root
    UNION SELECT project_id FROM entity_name
    EXCEPT SELECT id FROM project
"""
_LOST_PARENTS: Final = """
    -- Of each its oldest part: the stand-in is believed and true from then on.
    SELECT CASE kind WHEN 'passage' THEN 'document' ELSE 'entity' END AS whole, uid, project_id, recorded_at, txn_id,
           valid_from
    FROM (
        SELECT kind, parent_uid AS uid, project_id, recorded_at, txn_id, valid_from
        FROM item
        WHERE kind IN ('observation', 'relation', 'passage')
        UNION ALL
        SELECT kind, target_uid, project_id, recorded_at, txn_id, valid_from
        FROM item
        WHERE kind = 'relation'
    ) AS part
    WHERE uid IS NOT NULL
      AND uid NOT IN (SELECT item.uid FROM item WHERE kind IN ('entity', 'document'))
    ORDER BY whole, uid, recorded_at, valid_from
"""
_LOST_SESSIONS: Final = """
    SELECT DISTINCT session_uid
    FROM item
    WHERE kind = 'turn' AND session_uid IS NOT NULL AND session_uid NOT IN (SELECT uid FROM session)
"""
_NAMELESS: Final = f"""
    SELECT item.*
    FROM item
    WHERE kind = 'entity' AND {BELIEVED} AND uid NOT IN (SELECT uid FROM entity_name WHERE is_alias = 0)
"""
_UNHASHED: Final = f"""
    SELECT item.*
    FROM item
    WHERE {HAS_HASH} AND id NOT IN (SELECT item_id FROM content_hash)
"""
_BY_ID: Final = """
    SELECT item.*
    FROM item
    WHERE id = :id
"""
# Table, and the condition under which a row of it belongs to nothing that is there.
_DANGLING: Final[tuple[tuple[LiteralString, LiteralString], ...]] = (
    ("item_state", "uid NOT IN (SELECT uid FROM item)"),
    ("change", "uid NOT IN (SELECT uid FROM item)"),
    ("entity_name", "uid NOT IN (SELECT uid FROM item WHERE kind = 'entity')"),
    ("content_hash", "item_id NOT IN (SELECT id FROM item)"),
    ("fact_vector", "item_id NOT IN (SELECT id FROM item)"),
    ("statement_later", "item_id NOT IN (SELECT id FROM item) OR earlier_id NOT IN (SELECT id FROM item)"),
    ("statement_reading", "item_id NOT IN (SELECT id FROM item)"),
    ("note_later", "item_id NOT IN (SELECT id FROM item) OR note_id NOT IN (SELECT id FROM item)"),
    ("note_reading", "item_id NOT IN (SELECT id FROM item)"),
    ("contradiction", "older_id NOT IN (SELECT id FROM item) OR newer_id NOT IN (SELECT id FROM item)"),
    ("stale_premise", "change_id NOT IN (SELECT id FROM change)"),
    ("dismissal", "a NOT IN (SELECT uid FROM item) OR b NOT IN (SELECT uid FROM item)"),
    (
        "session_digest",
        """session_uid NOT IN (SELECT uid FROM session) OR last_position > coalesce((SELECT max(position) FROM item
           WHERE kind = 'turn' AND item.session_uid = session_digest.session_uid), 0)""",
    ),
    (
        "handoff_offer",
        "session_uid NOT IN (SELECT uid FROM session) OR handoff_uid NOT IN (SELECT uid FROM handoff)",
    ),
)


def mend(tx: Transaction) -> dict[str, int]:
    """Mend what is broken by the loss of rows; return how many of what were made again or went."""
    lost = tx.rows(_LOST_TRANSACTIONS)
    rows = ((number, at, f"repair-{number}", "repair") for number, at in lost)
    insert(tx, "txn", ("id", "at", "origin", "actor"), rows, replacing=False)
    projects = [number for (number,) in tx.rows(_LOST_PROJECTS)]
    named = ((number, f"recovered project {number}") for number in projects)
    insert(tx, "project", ("id", "name"), named, replacing=False)
    unknown = {uid for (uid,) in tx.rows(_LOST_SESSIONS)}
    sessions.add_missing(tx, unknown)
    parents = _stand_ins(tx)
    gone = sum(_remove(tx, table, condition) for table, condition in _DANGLING)
    nameless = [item_of(row) for row in tx.rows(_NAMELESS)]
    for entity in nameless:
        entities.index_names(tx, entity)
    for item in map(item_of, tx.rows(_UNHASHED)):
        versions.add_hash(tx, item.id, item)
    told = {
        "transactions dated again": len(lost), "projects named again": len(projects),
        "sessions made again": len(unknown), "entities and documents made again": parents,
        "names of entities found again": len(nameless), "rows about lost rows removed": gone,
    }  # fmt: skip
    return {what: count for what, count in told.items() if count}


def _stand_ins(tx: Transaction) -> int:
    """Give parts whose entity or document is lost another one under its id, so that they can be found."""
    made = 0
    for (whole, uid), parts in groupby(tx.rows(_LOST_PARENTS), key=lambda row: row[:2]):
        _, _, project_id, recorded_at, txn_id, valid_from = next(parts)
        kind: Kind = "entity" if whole == "entity" else "document"
        draft = Draft(
            kind, STAND_IN, Period(valid_from, FOREVER), project_id=project_id, title=f"recovered {uid}"
        )  # fmt: skip
        row_id, _ = versions.insert(tx, draft, uid=uid, recorded_at=recorded_at, txn_id=txn_id)
        if kind == "entity":
            entities.index_names(tx, item_of(tx.rows(_BY_ID, {"id": row_id})[0]))
        made += 1
    return made


def _remove(tx: Transaction, table: LiteralString, condition: LiteralString) -> int:
    tx.execute(f"DELETE FROM {table} WHERE {condition}")
    return tx.changes()
