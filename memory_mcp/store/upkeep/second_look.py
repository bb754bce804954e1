"""Look at captured turns a second time, for secrets that only the network reads: a hook has no time to load it.

A turn in which one is read is erased, as everything that is erased is, and comes back under another id without it: so
it leaves the index, the vectors, what was made of it and the other machines, and no transcript brings it in again.
Turns are looked at once, behind a watermark (meta ``looked_through``); of a file never looked at, the newest.
"""

from __future__ import annotations

from typing import Final, Protocol

from memory_mcp.errors import UnsupportedError
from memory_mcp.store.facts import erasure
from memory_mcp.store.facts.versions import Item, item_of, newest
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.sessions import turns
from memory_mcp.store.vectors import index

THROUGH: Final = "looked_through"
LONGEST: Final = 4_000
"""Characters of a turn that is looked at: longer ones are output and pasted files, where rules find what there is."""
_FIRST: Final = 2_000
_ACTOR: Final = "second look"
_REASON: Final = "a secret was read in it"

_START: Final = """
    SELECT max(0, coalesce(max(id), 0) - :first)
    FROM item
"""
_LAST: Final = """
    SELECT coalesce(max(id), 0)
    FROM item
"""
_NEXT: Final = """
    SELECT item.*
    FROM item
    WHERE item.id > :through AND item.kind = 'turn'
    ORDER BY item.id
    LIMIT :most
"""


class Reader(Protocol):
    """What reads a text for secrets."""

    def masked(self, text: str, *, is_awaited: bool = False) -> tuple[str, int]:
        """Return a text with a mark for each secret that is read in it, and how many they are."""
        ...


def is_waiting(db: Database) -> bool:
    """Whether a turn was not looked at yet."""
    with db.reading() as snapshot:
        return bool(snapshot.rows(_NEXT, {"through": _through(snapshot), "most": 1}))


def look(db: Database, reader: Reader, most: int) -> bool:
    """Look at up to ``most`` turns; return whether there may be more. Raises BusyError."""
    with db.reading() as snapshot:
        through = _through(snapshot)
        rows = [item_of(row) for row in snapshot.rows(_NEXT, {"through": through, "most": most})]
        to = rows[-1].id if len(rows) == most else int(snapshot.value(_LAST))
    found = {row.uid: masked for row in rows if (masked := _without(row, reader)) is not None}
    if to == through:
        return False
    if found and not _can_reach_vectors(db):
        # A process that can take the vectors out looks at them.
        return False
    with db.writing(_ACTOR) as tx:
        if _through(tx) == through:
            meta.put(tx, THROUGH, to)
            for uid, masked in found.items():
                _replace(tx, uid, masked)
    return len(rows) == most


def _through(snapshot: Snapshot) -> int:
    known = meta.get(snapshot, THROUGH)
    return int(snapshot.value(_START, {"first": _FIRST})) if known is None else int(known)


def _without(turn: Item, reader: Reader) -> str | None:
    """Return the words of a turn without the secrets that are read in them; None where there are none."""
    words = turns.spoken_text(turn)
    if turn.attributes.get("role") == "tool" or len(words) > LONGEST:
        return None
    masked, count = reader.masked(words)
    return masked if count else None


def _can_reach_vectors(db: Database) -> bool:
    with db.reading() as snapshot:
        if not index.are_kept(snapshot):
            return True
    try:
        db.load_vectors()
    except UnsupportedError:
        return False
    return True


def _replace(tx: Transaction, uid: str, masked: str) -> None:
    """Erase a turn and store it without its secrets, under no key: its own stands among what was erased."""
    turn = newest(tx, uid)
    if turn is None:
        return
    index.remove(tx, erasure.erase(tx, uid, reason=_REASON))
    attributes = {name: value for name, value in turn.attributes.items() if name not in ("role", "caption")}
    turns.add(
        tx,
        turns.Utterance(
            masked, turn.project_id, turn.session_uid, turn.attributes.get("role", "user"), turn.title,
            turn.attributes.get("caption", ""), at=turn.valid.start, tags=turn.tags, attributes=attributes,
        ),
    )  # fmt: skip
