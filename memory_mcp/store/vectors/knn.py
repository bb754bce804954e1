"""Find the vectors nearest to a query among the rows a filter holds: few by a statement, many by a copy in memory.

The statement is sqlite-vec's exact KNN with the filter inside. Where there are many vectors, a process that asks again
keeps a compact copy: whole vectors while they are small enough, beyond that one bit for each dimension of the vector
less the mean (0.99 of the true top 10 are among the 400 nearest by bits; raw sign bits find half). Of those near by
bits, the ones that agree best with the whole query are scored again with the vectors from the file: 256 of 800 hold
more of the true nearest than 400 of 400 do. Only the file is authoritative: a copy is checked by the file's data
version and adds what has newer ids.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary, proxy

import numpy as np
import numpy.typing as npt

from memory_mcp.embedding import process_memory
from memory_mcp.store.facts.versions import Kind
from memory_mcp.store.facts.visibility import Filter, filtered
from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.vectors.distances import (
    Integers,
    Near,
    Vector,
    agreement,
    best,
    bits,
    bits_apart,
    centred_matrix,
    lowest,
)
from memory_mcp.store.vectors.index import mean_of, shared_by_all
from memory_mcp.store.vectors.row_columns import KIND_CODES, Columns, is_of, may_hold

FEW: Final = 200
"""Vectors up to which the statement is as fast as a copy: 0.3 ms; at 2,000 it is 2.8 against 0.2."""
MOST_WHOLE: Final = 20_000
"""Vectors up to which a copy holds them whole (31 MB); beyond it holds bits (4.8 MB for 100,000)."""
_ASKED_BY_A_COMMAND: Final = 2
"""Questions of one command: in its project, and everywhere. To read 10,000 vectors takes as long as four statements."""
_COARSE: Final = 800
_FINE: Final = 256
_COARSE_EARLIER: Final = 128
_ASKED_AT_ONCE: Final = 256
_BLOCK: Final = 1_024
_MOST_K: Final = 4_096
_FEW_OF: Final = 4

_KNN: Final = filtered("""
    SELECT item_embedding.item_id, near.distance
    FROM (
        SELECT rowid AS id, distance
        FROM item_vector
        WHERE embedding MATCH :vector
          AND k = :k
          AND rowid IN (
              SELECT item_embedding.id
              FROM item_embedding
              CROSS JOIN item ON item.id = item_embedding.item_id
              WHERE {filter}
          )
    ) AS near
    CROSS JOIN item_embedding ON item_embedding.id = near.id
    ORDER BY near.distance, item_embedding.item_id
""")
_COUNT_FEW: Final = """
    SELECT count(*)
    FROM (
        SELECT 1
        FROM item_embedding
        LIMIT :most
    )
"""
_SIZE: Final = """
    SELECT (SELECT count(*) FROM item_embedding),
           (SELECT count(*) FROM item_embedding WHERE id > :after), (SELECT count(*) FROM clock_shift)
"""
_ROWS_AFTER: Final = """
    SELECT item_embedding.id, item_embedding.item_id, item.project_id, item.kind, item.valid_from, item.valid_to,
           item.recorded_at, item_vector.embedding
    FROM item_embedding
    CROSS JOIN item ON item.id = item_embedding.item_id
    CROSS JOIN item_vector ON item_vector.rowid = item_embedding.id
    WHERE item_embedding.id > :after
    ORDER BY item_embedding.id
"""
_VECTORS_OF: Final = """
    SELECT item_embedding.item_id, item_vector.embedding
    FROM json_each(:item_ids) AS wanted
    CROSS JOIN item_embedding ON item_embedding.item_id = wanted.value
    CROSS JOIN item_vector ON item_vector.rowid = item_embedding.id
"""
_VECTOR: Final = """
    SELECT embedding
    FROM item_vector
    WHERE rowid = :id
"""
_HOLD: Final = filtered("""
    SELECT item.id
    FROM json_each(:item_ids) AS wanted
    CROSS JOIN item ON item.id = wanted.value
    WHERE {filter}
""")


class NeighbourQuery(NamedTuple):
    """A vector whose neighbours are wanted: its id, and of what kinds, project (0: any) and rows (None: any) they are.

    Neighbours of a project are those of none too.
    """

    id: int
    kinds: tuple[Kind, ...]
    project: int
    among: tuple[int, ...] | None = None


_NO_ROWS: Final = Columns(*(np.zeros(0, np.int64) for _ in Columns._fields))


class Compared(NamedTuple):
    """A question and how far it is from each vector (n,) of a state of the copy: cosines, or bits that differ."""

    query: Vector
    state: int
    found: npt.NDArray[Any]


class VectorCopy:
    """What a staying process knows of the file's vectors; every question brings it up to the snapshot first."""

    def __init__(self, db: Database, *, most_whole: int = MOST_WHOLE) -> None:
        # A copy is kept as long as its file is open, and must not be what keeps it open.
        self._db: Database = proxy(db)
        self._most_whole = most_whole
        self._version: tuple[int, int] | None = None
        self._questions = 0
        self._shifts = 0  # moved times change what is held of a row
        # Another one with each change of what is held.
        self._state = 0
        self._compared: Compared | None = None
        self._clear(is_whole=True)

    def is_worth_it(self, snapshot: Snapshot) -> bool:
        """Say whether to read the vectors: not for those of a command, unless by bits later ones had other answers."""
        self._questions += 1
        return (
            self._questions > _ASKED_BY_A_COMMAND
            or snapshot.value(_COUNT_FEW, {"most": self._most_whole + 1}) > self._most_whole
        )

    def _clear(self, *, is_whole: bool) -> None:
        # They tell of most rows, without the file, that a filter does not hold them.
        self._rows = _NO_ROWS
        self._is_whole = is_whole
        # float32 (n, dim), or the bits as uint64 (dim / 64, n): the same word of all vectors side by side.
        self._held: npt.NDArray[Any] | None = None
        self._mean: Vector | None = None
        self._state += 1

    def compare(self, query: Vector) -> Compared | None:
        """Compare a question (dim,) with all vectors held by now, so that nothing of it is left to ``nearest``.

        Any thread may call this: the file is not asked. None where nothing is held, or vectors of another model.
        """
        # In this order: what is held changes before the number of its state does.
        state, held, mean = self._state, self._held, self._mean
        if held is None or mean is None or mean.shape != query.shape:
            return None
        found = np.vecdot(held, query) if held.dtype == np.float32 else bits_apart(held, query - mean)
        self._compared = Compared(query, state, found)
        return self._compared

    def _to(self, query: Vector, places: Integers) -> npt.NDArray[Any]:
        """Return how far a question is from the vectors at some places: as ``compare`` found it, or found now."""
        assert self._held is not None
        known = self._compared
        if known is None or known.query is not query or known.state != self._state:
            # Those of few are read alone; to gather most of them takes longer than to read all.
            if self._is_whole and _FEW_OF * len(places) < len(self._held):
                return np.asarray(np.vecdot(self._held[places], query))
            known = self.compare(query)
            assert known is not None
        return known.found[places]

    def refresh(self, snapshot: Snapshot) -> None:
        """Take in what is new; start over when something went away or outgrew the form it is held in."""
        version = self._db.data_version()
        if version == self._version:
            return
        known = int(self._rows.id[-1]) if len(self._rows.id) else 0
        count, newer, shifts = snapshot.rows(_SIZE, {"after": known})[0]
        is_whole = count <= self._most_whole
        if (len(self._rows.id) + newer, is_whole, shifts) != (count, self._is_whole, self._shifts):
            self._clear(is_whole=is_whole)
            self._shifts, known = shifts, 0
        for rows, vectors in _blocks(snapshot, known):
            self._append(snapshot, rows, vectors)
        if newer > _BLOCK:
            process_memory.give_back()  # of 249 MB after a search among 10,000 rows, 35
        self._version = version

    def _append(self, snapshot: Snapshot, rows: Columns, vectors: Vector) -> None:
        if self._mean is None:
            self._mean = mean_of(snapshot)[0]
        form = vectors if self._is_whole else bits(vectors - self._mean)
        self._rows = self._rows.plus(rows)
        self._held = form if self._held is None else np.concatenate([self._held, form], axis=0 if self._is_whole else 1)
        self._state += 1

    def nearest(self, snapshot: Snapshot, query: Vector, filter_: Filter, k: int) -> Near:
        """Return the k nearest rows that the filter holds."""
        self.refresh(snapshot)
        if self._held is None or self._mean is None:
            return []
        places = np.flatnonzero(may_hold(self._rows, filter_) & is_of(self._rows, snapshot, filter_))
        if self._is_whole:
            items, cosines = self._rows.item[places], self._to(query, places)
            return best(_walk(snapshot, filter_, items, -cosines, k), items, cosines, k)
        near = self._coarse(snapshot, query, filter_, places, k)
        if not near:
            return []
        found, vectors = vectors_of(snapshot, near)
        return best(near, found, np.vecdot(vectors, query), k)

    def _coarse(self, snapshot: Snapshot, query: Vector, filter_: Filter, places: Integers, k: int) -> list[int]:
        """Return the rows among which the k nearest most likely are, by bits: of many that differ in few, the best."""
        assert self._held is not None
        assert self._mean is not None
        costs, wanted, reach = self._to(query, places), max(_FINE, 4 * k), max(_COARSE, 12 * k)
        while True:
            close = places[lowest(costs, reach)]
            agreed = agreement(self._held[:, close], query - self._mean)
            near = _walk(snapshot, filter_, self._rows.item[close], -agreed, wanted)
            if len(near) >= wanted or reach >= len(places):
                return near
            reach *= 4

    def earlier(
        self, snapshot: Snapshot, queries: Sequence[NeighbourQuery], *, most: int, least: float
    ) -> list[list[int]]:
        """Return for each query up to ``most`` other rows whose vectors are older than its own, nearest first.

        Their cosine is at least ``least``, both vectors less what all share: so it says what sets them apart.
        """
        self.refresh(snapshot)
        shared = shared_by_all(snapshot)
        places = np.searchsorted(self._rows.id, [one.id for one in queries])
        found: list[list[int]] = [[] for _ in queries]
        # What was erased meanwhile is not there any more.
        left = [n for n, one in enumerate(queries) if self._rows.id[places[n] : places[n] + 1].tolist() == [one.id]]
        for first in range(0, len(left), _ASKED_AT_ONCE):
            chosen = left[first : first + _ASKED_AT_ONCE]
            within = self._whole_earlier if self._is_whole else self._coarse_earlier
            near = within(snapshot, [queries[n] for n in chosen], places[chosen], shared, least)
            for n, (items, cosines) in zip(chosen, near, strict=True):
                order = np.argsort(-cosines, kind="stable")
                found[n] = list(dict.fromkeys(items[order].tolist()))[:most]
        return found

    def _whole_earlier(
        self, _snapshot: Snapshot, queries: Sequence[NeighbourQuery], places: Integers, shared: Vector, least: float
    ) -> Iterator[tuple[Integers, Vector]]:
        """Yield the rows that may be neighbours and are near enough, and their cosines."""
        assert self._held is not None
        cosines = centred_matrix(shared, self._held[: places.max() + 1], self._held[places])
        for one, place, near in zip(queries, places, cosines, strict=True):
            candidates = np.flatnonzero(near[:place] >= least)
            candidates = candidates[self._are_allowed(candidates, one, place)]
            yield self._rows.item[candidates], near[candidates]

    def _coarse_earlier(
        self, snapshot: Snapshot, queries: Sequence[NeighbourQuery], places: Integers, shared: Vector, least: float
    ) -> Iterator[tuple[Integers, Vector]]:
        assert self._held is not None
        assert self._mean is not None
        for one, place in zip(queries, places, strict=True):
            query = np.frombuffer(snapshot.value(_VECTOR, {"id": one.id}), "<f4")
            candidates = np.flatnonzero(self._are_allowed(np.arange(place), one, place))
            apart = bits_apart(self._held, query - self._mean)
            close = candidates[lowest(apart[candidates], _COARSE_EARLIER)]
            items, vectors = vectors_of(snapshot, list(dict.fromkeys(self._rows.item[close].tolist())))
            if not len(items):
                yield items, np.zeros(0, np.float32)
                continue
            near = centred_matrix(shared, vectors, query[None, :])[0]
            yield items[near >= least], near[near >= least]

    def _are_allowed(self, places: Integers, one: NeighbourQuery, own: int) -> npt.NDArray[np.bool_]:
        rows = self._rows
        may = np.isin(rows.kind[places], [KIND_CODES[kind] for kind in one.kinds])
        may &= rows.item[places] != rows.item[own]
        if one.project:
            may &= (rows.project[places] == 0) | (rows.project[places] == one.project)
        if one.among is not None:
            may &= np.isin(rows.item[places], one.among)
        return np.asarray(may)

    def vectors_of(self, snapshot: Snapshot, item_ids: list[int]) -> tuple[Integers, Vector]:
        """Return the row id (n,) and vector (n, dim) of every passage of those rows."""
        if not self._is_whole or self._held is None:
            return vectors_of(snapshot, item_ids)
        self.refresh(snapshot)
        if not self._is_whole:
            return vectors_of(snapshot, item_ids)
        places = np.flatnonzero(np.isin(self._rows.item, np.array(item_ids, np.int64), kind="table"))
        return self._rows.item[places], np.asarray(self._held[places], dtype=np.float32)


_COPIES: Final[WeakKeyDictionary[Database, VectorCopy]] = WeakKeyDictionary()


def copy_of(db: Database) -> VectorCopy:
    """Return the process's copy of the vectors of an open file; it costs nothing before the first question."""
    return _COPIES.setdefault(db, VectorCopy(db))


def nearest(snapshot: Snapshot, query: Vector, filter_: Filter, k: int, copy: VectorCopy | None = None) -> Near:
    """Return the k rows nearest to the query (dim,), of those the filter holds: the filter is never behind the k.

    Needs the vector extension loaded. ``copy`` is what a process that stays gives; without it the statement answers.
    """
    count = snapshot.value(_COUNT_FEW, {"most": FEW + 1})
    if not count:
        return []
    if copy is not None and count > FEW and copy.is_worth_it(snapshot):
        return copy.nearest(snapshot, query, filter_, k)
    return _by_statement(snapshot, query, filter_, k)


def vectors_of(snapshot: Snapshot, item_ids: list[int]) -> tuple[Integers, Vector]:
    """Return the row id (n,) and vector (n, dim) of every passage of those rows, from the file."""
    found = snapshot.rows(_VECTORS_OF, {"item_ids": json.dumps(sorted(item_ids))})
    if not found:
        return np.zeros(0, np.int64), np.zeros((0, 0), np.float32)
    vectors = np.frombuffer(b"".join(vector for _, vector in found), "<f4").reshape(len(found), -1)
    return np.array([item_id for item_id, _ in found], np.int64), vectors


def _by_statement(snapshot: Snapshot, query: Vector, filter_: Filter, k: int) -> Near:
    """Ask sqlite-vec. Passages of one text may fill the k, so more are asked for until there are k rows, or no more."""
    parameters = filter_.parameters | {"vector": query.astype("<f4").tobytes()}
    asked = k
    while True:
        asked = min(asked, _MOST_K)
        found = snapshot.rows(_KNN, parameters | {"k": asked})
        top: dict[int, float] = {}
        for item_id, distance in found:
            top.setdefault(item_id, 1.0 - distance)
        if len(top) >= k or len(found) < asked or asked == _MOST_K:
            return list(top.items())[:k]
        asked *= 4


def _blocks(snapshot: Snapshot, after: int) -> Iterator[tuple[Columns, Vector]]:
    """Read the vectors with newer ids, a block at a time: all of them at once would stay in the process's memory."""
    rows = snapshot.execute(_ROWS_AFTER, {"after": after})
    while block := list(itertools.islice(rows, _BLOCK)):
        columns = [(*row[:3], KIND_CODES[row[3]], *row[4:7]) for row in block]
        vectors = np.frombuffer(b"".join(row[7] for row in block), "<f4").reshape(len(block), -1)
        yield Columns(*np.array(columns, np.int64).T.copy()), vectors


def _walk(snapshot: Snapshot, filter_: Filter, items: Integers, costs: npt.NDArray[Any], wanted: int) -> list[int]:
    """Return the first ``wanted`` rows by cost that the filter holds; the file is asked about few more, if they do."""
    reach = wanted + wanted // 4
    while True:
        order = lowest(costs, reach)
        near = list(dict.fromkeys(items[order].tolist()))
        holds = {item_id for (item_id,) in snapshot.rows(_HOLD, filter_.parameters | {"item_ids": json.dumps(near)})}
        held = [item_id for item_id in near if item_id in holds]
        if len(held) >= wanted or reach >= len(items):
            return held[:wanted]
        reach *= 4
