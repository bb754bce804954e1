"""Look at captured turns a second time for secrets that only the network reads; a hook has no time to load it.

A turn with such a secret is erased, with the effects of every erasure, and stored again without the secret, under an id
that follows from its own. So the secret leaves the index, the vectors, everything made of the turn and the other
machines; two machines that look apart make one row of it; and no transcript brings it in again. Turns are looked at
once, behind a watermark (meta ``looked_through``); in a file that was never looked at, the newest are.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

from memory_mcp.privacy.values.likely_places import likely_places
from memory_mcp.store.facts import erasure, lifecycle
from memory_mcp.store.facts.versions import Item, item_of, last_row_id, newest
from memory_mcp.store.file import meta
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.file.ids import derived_uid
from memory_mcp.store.sessions import captured_ids, sessions, turns
from memory_mcp.store.vectors import index
from memory_mcp.temporal import HOUR_US

_log: Final = logging.getLogger(__name__)

THROUGH: Final = "looked_through"
LONGEST: Final = 4_000
"""Characters of a turn that are read: of a longer one, as much in the lines and sentences that may tell a secret."""
_FIRST: Final = 2_000
_PASSED_OVER: Final = 1_000
_PATIENCE_US: Final = HOUR_US
_ACTOR: Final = "second look"
_REASON: Final = "a secret was read in it"

_START: Final = """
    SELECT max(0, coalesce(max(id), 0) - :first)
    FROM item
"""
# A turn that a hook told takes the id of its line once that is read, and until then no other id may follow from it.
_FIRST_WAITING: Final = """
    SELECT min(item.id)
    FROM pending_turn
    JOIN item ON item.uid = pending_turn.turn_uid
    WHERE pending_turn.waits_until IS NOT NULL AND pending_turn.said_at > :since
"""
_STATEMENTS: Final = f"""
    SELECT uid, body, max({BELIEVED})
    FROM item
    WHERE parent_uid = :uid AND kind = 'statement'
    GROUP BY uid
    ORDER BY min(id)
"""
_NEXT: Final = f"""
    SELECT item.*
    FROM item
    WHERE item.id > :through AND item.id < :before AND +item.kind = 'turn'
      AND {BELIEVED}
    ORDER BY item.id
    LIMIT :most
"""


class LookResult(NamedTuple):
    """Whether there may be more, and the texts that were erased."""

    is_more: bool
    erased: tuple[str, ...] = ()


class ReadsSecrets(Protocol):
    """What reads a text for secrets."""

    def masked(
        self, text: str, *, is_awaited: bool = False, places: Sequence[tuple[int, int]] | None = None
    ) -> tuple[str, int]:
        """Return a text with a mark for each secret that is read in it, or at places of it, and how many they are."""
        ...


def is_waiting(db: Database) -> bool:
    """Whether a turn was not looked at yet; many rows of other kinds are passed over for good. Raises BusyError."""
    with db.reading() as snapshot:
        known, through, last = meta.get(snapshot, THROUGH), _through(snapshot), _last(snapshot)
        if snapshot.rows(_NEXT, {"through": through, "before": last + 1, "most": 1}):
            return True
    if last - through > _PASSED_OVER:
        with db.writing(_ACTOR) as tx:
            if meta.get(tx, THROUGH) == known:
                meta.put(tx, THROUGH, last)
    return False


def look(db: Database, reader: ReadsSecrets, most: int, renew: Callable[[Transaction, str], None]) -> LookResult:
    """Look at up to ``most`` turns. Raises BusyError.

    ``renew`` makes anew, in the same transaction, what was made of the turns of a session.
    """
    with db.reading() as snapshot:
        known, through, last = meta.get(snapshot, THROUGH), _through(snapshot), _last(snapshot)
        asked = {"through": through, "before": last + 1, "most": most}
        rows = [item_of(row) for row in snapshot.rows(_NEXT, asked)]
        to = rows[-1].id if len(rows) == most else max(last, through)
    found = {row.uid: without for row in rows if (without := _without(row, reader)) is not None}
    if to == known:
        return LookResult(is_more=False)
    if found:
        index.reach(db)
    with db.writing(_ACTOR) as tx:
        if meta.get(tx, THROUGH) != known:
            return LookResult(is_more=True)
        meta.put(tx, THROUGH, to)
        shortened = [_replace(tx, uid, *without) for uid, without in found.items()]
        for session_uid in dict.fromkeys(filter(None, shortened)):
            if sessions.find(tx, session_uid) is not None:
                renew(tx, session_uid)
    return LookResult(len(rows) == most, tuple(tx.erased_texts))


def _last(snapshot: Snapshot) -> int:
    """Return the last row that may be looked at: before the first turn of this hour that waits for its line."""
    first = snapshot.value(_FIRST_WAITING, {"since": snapshot.now - _PATIENCE_US})
    return last_row_id(snapshot) if first is None else int(first) - 1


def _through(snapshot: Snapshot) -> int:
    known = meta.get(snapshot, THROUGH)
    return int(snapshot.value(_START, {"first": _FIRST})) if known is None else int(known)


def _without(turn: Item, reader: ReadsSecrets) -> tuple[str, str] | None:
    """Return the words of a turn and its caption without the secrets that are read in them; None where none are."""
    words, caption = turns.spoken_text(turn), str(turn.attributes.get("caption", ""))
    if turn.attributes.get("role") == "tool":
        return None
    places = likely_places([words, caption], LONGEST, 2 * LONGEST)
    try:
        masked = [
            reader.masked(text, places=at) if text and at != [] else (text, 0)
            for text, at in zip((words, caption), places, strict=True)
        ]
    except Exception:  # noqa: BLE001 - whatever a model's library raises of one turn, the others are looked at
        _log.exception("reading the turn %s failed", turn.uid)
        return None
    return (masked[0][0], masked[1][0]) if any(count for _, count in masked) else None


def _replace(tx: Transaction, uid: str, words: str, caption: str) -> str | None:
    """Erase a turn and store it in its place without its secrets; return its session.

    It has no key: its own stands among what was erased.
    """
    turn = newest(tx, uid)
    if turn is None or not turn.is_believed:
        return None
    own = derived_uid("turn", uid, _ACTOR)
    lifecycle.hand_on(tx, uid, own)
    said: Counter[str] = Counter()
    for statement, body, is_believed in list(tx.rows(_STATEMENTS, {"uid": uid})):
        # What is read in the masked words again has an id that follows from them; what was forgotten stays so.
        if again := captured_ids.of_statement(own, body, said):
            lifecycle.hand_on(tx, statement, again)
            if not is_believed:
                known_by = erasure.KnownBy(session_uid=turn.session_uid)
                erasure.note_erasure(tx, again, "statement", _REASON, known_by)
    index.remove(tx, erasure.erase(tx, uid, reason=_REASON))
    attributes = {name: value for name, value in turn.attributes.items() if name not in ("role", "caption")}
    turns.add(
        tx,
        turns.Utterance(
            words, turn.project_id, turn.session_uid, turn.attributes.get("role", "user"), turn.title, caption,
            at=turn.valid.start, tags=turn.tags, attributes=attributes, uid=own, position=turn.position,
        ),
    )  # fmt: skip
    return turn.session_uid
