"""Read what was touched since a number that only this file counts, but not what a target itself told."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, LiteralString

from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.file.mending.damage import damage_error

_ARRIVING: Final = "arriving_from"
_ROWS_A_STEP: Final = 20_000

_LAST: Final = """
    SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'touched'), 0)
"""
_AFTER: Final = """
    SELECT id, kind, key
    FROM touched
    WHERE id > :after AND source <> :target
    ORDER BY id
    LIMIT :most
"""
_COUNT: Final = """
    SELECT count(*)
    FROM touched
    WHERE id > :after AND source <> :target
"""
# What a fact speaks of, the turn or entity it belongs to, and the session it was said in.
_REFERRED: Final = """
    WITH referred (kind, key) AS (
        SELECT 'fact', parent_uid
        FROM item
        WHERE uid IN (SELECT value FROM json_each(:uids))
        UNION
        SELECT 'fact', target_uid
        FROM item
        WHERE uid IN (SELECT value FROM json_each(:uids))
        UNION
        SELECT 'session', session_uid
        FROM item
        WHERE uid IN (SELECT value FROM json_each(:uids))
        UNION
        SELECT 'fact', value
        FROM json_each(:others)
    )
    SELECT DISTINCT referred.kind, referred.key
    FROM referred
    JOIN touched ON touched.kind = referred.kind AND touched.key = referred.key
    WHERE touched.id > :after AND touched.source <> :target
"""
# By their numbers, as a page reads them.
_TOLD: Final[LiteralString] = """(
              SELECT key
              FROM touched
              WHERE id > :after AND +kind = 'fact' AND source <> :target
          )"""
_ANY_TOLD: Final = f"""
    SELECT 1
    FROM {_TOLD}
    LIMIT 1
"""
_FOUND: Final = f"""
    -- By their indexes, as whoever tells them reads them.
    SELECT (SELECT count(*) FROM item WHERE uid IN {_TOLD}),
           (SELECT count(*) FROM item WHERE parent_uid IN {_TOLD} AND kind = 'passage'),
           (SELECT count(*) FROM change WHERE uid IN {_TOLD})
"""
_STORED: Final = f"""
    SELECT coalesce(sum(uid IN {_TOLD}), 0), coalesce(sum(kind = 'passage' AND parent_uid IN {_TOLD}), 0),
           (SELECT count(*) FROM change NOT INDEXED WHERE uid IN {_TOLD})
    FROM item NOT INDEXED
"""
_NEXT_STEP: Final = """
    SELECT max(id)
    FROM (SELECT id FROM item WHERE id > :after ORDER BY id LIMIT :most)
"""
_FILL_FACTS: Final = """
    INSERT INTO touch (kind, key)
    SELECT 'fact', uid
    FROM item
    WHERE id > :after AND id <= :through AND kind <> 'passage'
    GROUP BY uid
    ORDER BY min(id)
"""
_FILL_OTHERS: Final = """
    INSERT INTO touch (kind, key)
    SELECT 'goal', project.name FROM goal JOIN project ON project.id = goal.project_id
    UNION ALL
    SELECT 'profile', field FROM profile
    UNION ALL
    SELECT 'session', uid FROM session
    UNION ALL
    SELECT 'handoff', uid FROM handoff
    UNION ALL
    SELECT 'dismissal', a || ' ' || b FROM dismissal
    UNION ALL
    SELECT 'relationValue', relation FROM relation_cardinality
    UNION ALL
    SELECT 'erasure', uid FROM erasure
    UNION ALL
    SELECT 'rename', old || ' > ' || new FROM project_rename
    UNION ALL
    SELECT 'project', identity || ' ' || project.name
    FROM project_identity
    JOIN project ON project.id = project_identity.project_id
"""
_FILLED: Final = """
    UPDATE sync_target
    SET filled_through = :through
    WHERE id = :target
"""
_PRUNE: Final = """
    DELETE FROM touched
    WHERE id <= (SELECT min(pushed_through) FROM sync_target) OR NOT EXISTS (SELECT 1 FROM sync_target)
"""


@dataclass(frozen=True, slots=True)
class Touched:
    """Something that was touched: its number, and the kind and key it has in ``touched``."""

    number: int
    kind: str
    key: str


def last(snapshot: Snapshot) -> int:
    """Return the number of what was touched last; 0 before anything was."""
    return int(snapshot.value(_LAST))


def after(snapshot: Snapshot, number: int, *, target: int, most: int) -> list[Touched]:
    """Return up to ``most`` of what was touched after a number, in order, but for what came from the target."""
    rows = snapshot.rows(_AFTER, {"after": number, "target": target, "most": most})
    return [Touched(*row) for row in rows]


def count(snapshot: Snapshot, number: int, *, target: int) -> int:
    """Return how much was touched after a number, but for what came from the target."""
    return int(snapshot.value(_COUNT, {"after": number, "target": target}))


def refuse_short(db: Database, snapshot: Snapshot, number: int, *, target: int) -> None:
    """Compare how much of the facts that ``after`` tells their indexes find with how much the tables have.

    That is their versions, passages and changes. It takes one scan for all of them, 1 s for a million rows, and none
    where no fact was touched; ``refuse_damaged`` looks each row up. Raises CorruptError as that does.
    """
    asked = {"after": number, "target": target}
    if snapshot.row(_ANY_TOLD, asked) is None:
        return
    [found], [stored] = snapshot.rows(_FOUND, asked), snapshot.rows(_STORED, asked)
    if found != stored:
        raise damage_error(db, [
            f"{name}: {few} of {many} rows are found"
            for name, few, many in zip(("item", "passages of item", "change"), found, stored, strict=True)
            if few != many
        ])  # fmt: skip


def referred(
    snapshot: Snapshot, uids: Collection[str], others: Collection[str], number: int, *, target: int
) -> set[tuple[str, str]]:
    """Return (kind, key) of what facts refer to, and of the facts ``others``, that were touched after a number."""
    asked = {"uids": json.dumps(list(uids)), "others": json.dumps(list(others)), "after": number, "target": target}
    return {(kind, key) for kind, key in snapshot.rows(_REFERRED, asked)}


def fill_step(tx: Transaction, target: int, filled_through: int) -> int | None:
    """Put a part of what was there before a target into ``touched``; return how far that is, None when all is there."""
    through = tx.value(_NEXT_STEP, {"after": filled_through, "most": _ROWS_A_STEP})
    if through is None:
        tx.execute(_FILL_OTHERS)
    else:
        tx.execute(_FILL_FACTS, {"after": filled_through, "through": through})
    tx.execute(_FILLED, {"target": target, "through": through})
    return None if through is None else int(through)


def prune(tx: Transaction) -> None:
    """Drop what every target has, or all where there is none."""
    tx.execute(_PRUNE)


@contextmanager
def of_this_file(tx: Transaction) -> Iterator[None]:
    """Let what changes meanwhile be pushed to every target, also to the one that a transaction's changes come from."""
    target = meta.get(tx, _ARRIVING)
    meta.remove(tx, _ARRIVING)
    yield
    if target is not None:
        meta.put(tx, _ARRIVING, target)


@contextmanager
def arriving(db: Database, actor: str, target: int) -> Iterator[Transaction]:
    """Hand out a write transaction whose changes are not pushed to the target they come from; 0 is none."""
    with db.writing(actor) as tx:
        if target:
            meta.put(tx, _ARRIVING, target)
        yield tx
        if target:
            meta.remove(tx, _ARRIVING)
