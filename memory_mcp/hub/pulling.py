"""Read what others told the hub, in pages of native records, in the order of the hub's numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final, LiteralString

from memory_mcp.hub.checking import ASIDE, MINE, Gate, HubRecord
from memory_mcp.hub.connection import Hub
from memory_mcp.hub.rows import fact_of, in_order

ROWS_A_PAGE: Final = 5_000

_OF_PAGE: Final[LiteralString] = f"""number > %(after)s AND number <= %(through)s
          AND machine <> %(machine)s AND {MINE}"""
"""Told behind ``after`` up to ``through`` by another machine, and for this role to read."""
# A page ends with a whole number: what a push told together comes together.
_NEXT: Final[LiteralString] = f"""
    SELECT max(number)
    FROM (
        (SELECT number FROM memory.item
         WHERE {_OF_PAGE}
         ORDER BY number LIMIT %(most)s)
        UNION ALL
        (SELECT number FROM memory.register
         WHERE {_OF_PAGE}
         ORDER BY number LIMIT %(most)s)
        ORDER BY number
        LIMIT %(most)s
    ) AS page
"""
_TOUCHED: Final[LiteralString] = f"""
    WITH told (uid) AS (
        SELECT uid FROM memory.item
        WHERE kind <> 'passage' AND {_OF_PAGE}
        UNION
        SELECT uid FROM memory.change
        WHERE {_OF_PAGE}
        UNION
        SELECT key FROM memory.register
        WHERE kind = 'state' AND {_OF_PAGE}
    )
    SELECT uid FROM told
    UNION
    -- What they refer to and a later page would bring.
    SELECT referred.uid
    FROM told
    JOIN memory.item ON item.uid = told.uid
    JOIN memory.item AS referred ON referred.uid IN (item.parent_uid, item.target_uid)
    WHERE referred.number > %(through)s AND referred.machine <> %(machine)s
"""
_VERSIONS: Final[LiteralString] = f"""
    SELECT kind, uid, record, person, project, true, CASE WHEN superseded_at < 'infinity'
        THEN to_char(superseded_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') END
    FROM memory.item
    WHERE uid = ANY (%(uids)s) AND kind <> 'passage' AND {MINE}
    ORDER BY uid, recorded_at, origin, lower(valid)
"""
_CHANGES: Final[LiteralString] = f"""
    SELECT 'change', uid, record, person, project
    FROM memory.change
    WHERE uid = ANY (%(uids)s) AND {MINE}
    ORDER BY uid, at, origin
"""
_STATES: Final[LiteralString] = f"""
    SELECT kind, key, record, person, project
    FROM memory.register
    WHERE kind = 'state' AND key = ANY (%(uids)s) AND {MINE}
    ORDER BY key, number
"""
# A version is never rewritten: where a person's own say of which project a session is, so may its register.
_REGISTERS: Final[LiteralString] = f"""
    SELECT kind, key, record, person, project, kind = 'session' AND person = session_user AND EXISTS (
               SELECT 1
               FROM memory.item
               WHERE item.session_uid = register.key AND item.project = register.project AND item.person = session_user
           )
    FROM memory.register
    WHERE kind <> 'state' AND {_OF_PAGE}
    ORDER BY array_position(ARRAY['profile', 'goal', 'session'], kind) NULLS LAST, number
"""
_ERASURES: Final[LiteralString] = f"""
    SELECT 'erasure', uid, record, person, project
    FROM memory.erasure
    WHERE {_OF_PAGE}
    ORDER BY number
"""
_NAMES: Final = frozenset({"project", "rename"})
_LATE: Final = frozenset({"handoff", "dismissal", "relationValue"})


def read_pages(
    hub: Hub, gate: Gate, after: int, head: int, machine: str, *, most: int = ROWS_A_PAGE
) -> Iterator[tuple[int, Iterator[list[dict[str, Any]]]]]:
    """Yield (number, lists of records) of what others told behind ``after`` up to ``head``: all up to each number.

    Each list is read once the one before it was taken in, for the gate to see what that changed.
    """
    while after < head:
        asked: dict[str, Any] = {"after": after, "through": head, "machine": machine}
        last = hub.value(_NEXT, asked | {"most": most})
        through = head if last is None else int(last)
        yield through, _page(hub, gate, asked | {"through": through})
        after = through


def _page(hub: Hub, gate: Gate, asked: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    uids = [uid for (uid,) in hub.rows(_TOUCHED, asked)]
    others = [HubRecord(*row) for row in hub.rows(_REGISTERS, asked)]
    # Which names are one project says where all else is.
    yield _records(gate.passed(row for row in others if row.kind in _NAMES))
    erased = [HubRecord(*row) for row in hub.rows(_ERASURES, asked)]
    told = [row for row in others if row.kind not in _NAMES]
    facts = (
        [HubRecord(*row) for sql in (_VERSIONS, _CHANGES, _STATES) for row in hub.rows(sql, {"uids": uids})]
        if uids
        else []
    )
    passed = gate.passed([*erased, *told, *facts])
    aside = [row for row in passed if row.kind in ASIDE]
    first = [row for row in aside if row.kind not in _LATE]
    late = [row for row in aside if row.kind in _LATE]
    whole, *again = _facts([row for row in passed if row.kind not in ASIDE])
    yield [*_records(first), *whole, *_records(late)]
    yield from again


def _records(rows: list[HubRecord]) -> list[dict[str, Any]]:
    return [row.record for row in rows]


def _facts(rows: list[HubRecord]) -> list[list[dict[str, Any]]]:
    """Return all records of some facts, to be taken in one after the other: a list for each machine's states."""
    versions: defaultdict[str, list[tuple[dict[str, Any], str | None]]] = defaultdict(list)
    changes, states = defaultdict(list), defaultdict(list)
    for row in rows:
        if row.kind == "change":
            changes[row.key].append(row.record)
        elif row.kind == "state":
            states[row.key].append(row.record)
        else:
            versions[row.key].append((row.record, row.superseded_at))
    # Records of one fact that follow each other are one fact, with one state: the states of others come apart.
    most = max(map(len, states.values()), default=1)
    return [
        in_order(
            record
            for uid, found in versions.items()
            if place == 0 or place < len(states[uid])
            for record in fact_of(found, changes[uid], states[uid][place] if states[uid] else None)
        )
        for place in range(most)
    ]
