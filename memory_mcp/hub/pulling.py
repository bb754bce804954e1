"""What others told the hub, in pages of native records, in the order of the hub's numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final, LiteralString

from memory_mcp.hub.connection import Hub
from memory_mcp.hub.rows import fact_of, in_order

ROWS_A_PAGE: Final = 5_000

# Also of a role that row-level security does not hold: an owner synchronises as a person.
MINE: Final[LiteralString] = """(
    person = session_user OR (project, person) IN (SELECT r.project, r.person FROM memory.readable() AS r)
)"""
# A page ends with a whole number: what a push told together comes together.
_NEXT: Final[LiteralString] = """
    SELECT max(number)
    FROM (
        (SELECT number FROM memory.item
         WHERE number > %(after)s AND number <= %(head)s AND machine <> %(machine)s AND {mine}
         ORDER BY number LIMIT %(most)s)
        UNION ALL
        (SELECT number FROM memory.register
         WHERE number > %(after)s AND number <= %(head)s AND machine <> %(machine)s AND {mine}
         ORDER BY number LIMIT %(most)s)
        ORDER BY number
        LIMIT %(most)s
    ) AS page
""".replace("{mine}", MINE)
_TOUCHED: Final[LiteralString] = """
    WITH told (uid) AS (
        SELECT uid FROM memory.item
        WHERE kind <> 'passage' AND number > %(after)s AND number <= %(through)s AND machine <> %(machine)s AND {mine}
        UNION
        SELECT uid FROM memory.change
        WHERE number > %(after)s AND number <= %(through)s AND machine <> %(machine)s AND {mine}
        UNION
        SELECT key FROM memory.register
        WHERE kind = 'state' AND number > %(after)s AND number <= %(through)s AND machine <> %(machine)s AND {mine}
    )
    SELECT uid FROM told
    UNION
    -- What they refer to and a later page would bring.
    SELECT referred.uid
    FROM told
    JOIN memory.item ON item.uid = told.uid
    JOIN memory.item AS referred ON referred.uid IN (item.parent_uid, item.target_uid)
    WHERE referred.number > %(through)s AND referred.machine <> %(machine)s
""".replace("{mine}", MINE)
_VERSIONS: Final[LiteralString] = """
    SELECT uid, record, CASE WHEN superseded_at < 'infinity'
        THEN to_char(superseded_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') END
    FROM memory.item
    WHERE uid = ANY (%(uids)s) AND {mine}
    ORDER BY uid, recorded_at, origin, lower(valid)
""".replace("{mine}", MINE)
_CHANGES: Final[LiteralString] = """
    SELECT uid, record
    FROM memory.change
    WHERE uid = ANY (%(uids)s) AND {mine}
    ORDER BY uid, at, origin
""".replace("{mine}", MINE)
_STATES: Final[LiteralString] = """
    SELECT key, record
    FROM memory.register
    WHERE kind = 'state' AND key = ANY (%(uids)s) AND {mine}
    ORDER BY key, number
""".replace("{mine}", MINE)
_REGISTERS: Final[LiteralString] = """
    SELECT record
    FROM memory.register
    WHERE kind <> 'state' AND number > %(after)s AND number <= %(through)s AND machine <> %(machine)s AND {mine}
    ORDER BY array_position(ARRAY['profile', 'goal', 'session'], kind) NULLS LAST, number
""".replace("{mine}", MINE)
_ERASURES: Final[LiteralString] = """
    SELECT record
    FROM memory.erasure
    WHERE number > %(after)s AND number <= %(through)s AND machine <> %(machine)s AND {mine}
    ORDER BY number
""".replace("{mine}", MINE)
_LATE: Final = frozenset({"handoff", "dismissal", "relationValue"})


def read_pages(
    hub: Hub, after: int, head: int, machine: str, *, most: int = ROWS_A_PAGE
) -> Iterator[tuple[int, list[list[dict[str, Any]]]]]:
    """Yield (number, lists of records) of what others told behind ``after`` up to ``head``: all up to each number."""
    while after < head:
        asked: dict[str, Any] = {"after": after, "head": head, "machine": machine, "most": most}
        through = hub.value(_NEXT, asked)
        through = head if through is None else int(through)
        yield through, _page(hub, {"after": after, "through": through, "machine": machine})
        after = through


def _page(hub: Hub, asked: dict[str, Any]) -> list[list[dict[str, Any]]]:
    uids = [uid for (uid,) in hub.rows(_TOUCHED, asked)]
    others = [record for (record,) in hub.rows(_REGISTERS, asked)]
    erased = [record for (record,) in hub.rows(_ERASURES, asked)]
    first = [record for record in others if record["type"] not in _LATE]
    late = [record for record in others if record["type"] in _LATE]
    facts, *again = _facts(hub, uids) if uids else [[]]
    return [[*erased, *first, *facts, *late], *again]


def _facts(hub: Hub, uids: list[str]) -> list[list[dict[str, Any]]]:
    """Return all records of some facts, to be taken in one after the other: a list for each machine's states."""
    versions: defaultdict[str, list[tuple[dict[str, Any], str | None]]] = defaultdict(list)
    for uid, record, superseded_at in hub.rows(_VERSIONS, {"uids": uids}):
        versions[uid].append((record, superseded_at))
    changes, states = defaultdict(list), defaultdict(list)
    for uid, record in hub.rows(_CHANGES, {"uids": uids}):
        changes[uid].append(record)
    for uid, record in hub.rows(_STATES, {"uids": uids}):
        states[uid].append(record)
    # Records of one fact that follow each other are one fact, with one state: the states of others come apart.
    most = max((len(found) for found in states.values()), default=1)
    return [
        in_order(
            record
            for uid, found in versions.items()
            if place == 0 or place < len(states[uid])
            for record in fact_of(found, changes[uid], states[uid][place] if states[uid] else None)
        )
        for place in range(max(most, 1))
    ]
