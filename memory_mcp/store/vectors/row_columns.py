"""Keep in columns what never changes of the rows that have a vector, and find which of them a filter may hold."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from memory_mcp.store.facts.projects.projects import ALL_PROJECTS
from memory_mcp.store.facts.visibility import SEARCHABLE, Filter
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.vectors.distances import Integers

_OF_SESSION: Final = """
    SELECT id
    FROM item
    WHERE session_uid = :session
"""
_OF_ENTITY: Final = """
    SELECT id
    FROM item
    WHERE uid = :entity
    UNION
    SELECT id
    FROM item
    WHERE parent_uid = :entity
"""
_OF_TAG: Final = """
    SELECT item_id
    FROM item_tag
    WHERE tag IN (SELECT value FROM json_each(:forms))
    UNION
    -- What a document was told to be since counts for its passages.
    SELECT passage.id
    FROM item_tag
    JOIN item AS document ON document.id = item_tag.item_id AND document.kind = 'document'
    JOIN item AS passage ON passage.parent_uid = document.uid AND passage.kind = 'passage'
    WHERE item_tag.tag IN (SELECT value FROM json_each(:forms))
"""

KIND_CODES: Final = {kind: code for code, kind in enumerate(SEARCHABLE)}


class Columns(NamedTuple):
    """Of each vector: its id, its row, and what never changes of that row; all (n,)."""

    id: Integers
    item: Integers
    project: Integers
    kind: Integers
    valid_from: Integers
    valid_to: Integers
    recorded_at: Integers

    def plus(self, others: Columns) -> Columns:
        """Return these and the others behind them."""
        return Columns(*(np.concatenate(both) for both in zip(self, others, strict=True)))


def may_hold(rows: Columns, filter_: Filter) -> npt.NDArray[np.bool_]:
    """Return for each row whether its columns that never change let the filter hold it."""
    as_of = filter_.as_of
    may = (rows.recorded_at <= as_of.known_at) & (rows.valid_from <= as_of.valid_at)
    may &= as_of.valid_at < rows.valid_to
    if filter_.project_id != ALL_PROJECTS:
        may &= (rows.project == 0) | (rows.project == filter_.project_id)
    if filter_.kinds:
        may &= np.isin(rows.kind, [KIND_CODES[kind] for kind in filter_.wanted_kinds if kind in KIND_CODES])
    if filter_.since is not None:
        may &= rows.valid_from >= filter_.since
    if filter_.until is not None:
        may &= rows.valid_from < filter_.until
    return np.asarray(may)


def is_of(rows: Columns, snapshot: Snapshot, filter_: Filter) -> npt.NDArray[np.bool_]:
    """Return for each row whether it has the session, entity and tags of the filter: few rows, found by an index."""
    may = np.ones(len(rows.id), np.bool_)
    if filter_.session_uid is not None:
        may &= _among(rows, snapshot.rows(_OF_SESSION, {"session": filter_.session_uid}))
    if filter_.entity_uid is not None:
        may &= _among(rows, snapshot.rows(_OF_ENTITY, {"entity": filter_.entity_uid}))
    for forms in filter_.wanted_tags:
        may &= _among(rows, snapshot.rows(_OF_TAG, {"forms": json.dumps(forms)}))
    return may


def _among(rows: Columns, found: list[tuple[Any, ...]]) -> npt.NDArray[np.bool_]:
    return np.isin(rows.item, np.array([item_id for (item_id,) in found], np.int64), kind="table")
