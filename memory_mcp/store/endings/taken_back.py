"""Restore statements that shared words ended, where the network reads no end in the sentence.

Words end a statement as soon as a turn is stored (``by_words``), and one in two such ends is wrong. A process that has
the network reads each end of the last 30 days once, in the order in which they were noted, behind a watermark over
``change.id`` (meta ``words_ends_read_through``). It does so before the other readings, so a restored statement is
compared with all turns that are not read yet. What a person or a rule did with a statement by then is left as it is.
"""

from __future__ import annotations

import logging
from typing import Final, NamedTuple

from memory_mcp.statements import ending
from memory_mcp.statements.replacement import Later, Rarity, odds
from memory_mcp.statements.wishes import lifts
from memory_mcp.store.endings.by_words import rarity_of
from memory_mcp.store.endings.compared import HOLDING_AFTER, TAKEN_UP_IN, Stated, ends_all_of, statement_of
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import believed
from memory_mcp.store.file import meta
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.sessions.turn_reading import TURN, WITHIN_US, ReadsStatements, Turn, turn_of

_log: Final = logging.getLogger(__name__)

THROUGH: Final = "words_ends_read_through"
"""The watermark over ``change.id``: ends noted up to it were read."""
HOLDS_BELOW: Final = 0.2
"""How likely a sentence ends a statement, 0 to 1, below which it holds again."""
# Words take a sentence for an end from a likelihood of .6 on; how rare they are has changed a little since.
_LEAST_ODDS: Final = -1.0
_PASSED_OVER: Final = 1_000
# To know how telling words are takes a tenth of a second where much was said, a pair some hundredths.
_AT_ONCE: Final = 16
_ACTOR: Final = "endings"

_LAST: Final = """
    SELECT coalesce(max(id), 0)
    FROM change
"""
_NEXT: Final = f"""
    SELECT change.id, change.uid, change.reason
    FROM change
    JOIN txn ON txn.id = change.txn_id
    WHERE change.id > :through AND change.verb = 'end' AND instr(change.reason, '{TAKEN_UP_IN}') = 1
      AND txn.at >= :since
    ORDER BY change.id
    LIMIT :most
"""
# A turn that was told before its line in the transcript was there has another id by now.
_TURN: Final = f"""
    SELECT {TURN}
    FROM item
    WHERE item.kind = 'turn' AND item.project_id = :project AND item.valid_from = :said_at
      AND item.attributes ->> 'role' IN ('user', 'assistant')
      AND {BELIEVED}
    ORDER BY item.uid <> :uid, item.id
    LIMIT 1
"""


class _End(NamedTuple):
    """An end that words made: the statement as it is believed, the turn, the reason noted, how telling words are."""

    stated: Stated
    turn: Turn
    reason: str
    rarity: Rarity


class _Waiting(NamedTuple):
    """The next ends, the watermark they stand behind, and where it moves to."""

    since: int
    to: int
    ends: list[_End]


def is_waiting(db: Database) -> bool:
    """Whether an end was not read yet, or much else was noted that nobody should look through. Raises BusyError."""
    with db.reading() as snapshot:
        return is_any(snapshot) or int(snapshot.value(_LAST)) - meta.watermark(snapshot, THROUGH) > _PASSED_OVER


def is_any(snapshot: Snapshot) -> bool:
    """Whether an end was not read yet."""
    return bool(_next(snapshot, meta.watermark(snapshot, THROUGH), 1))


def catch_up(db: Database, reader: ReadsStatements) -> None:
    """Read the next ends. Raises BusyError."""
    with db.reading() as snapshot:
        waiting = _waiting(snapshot)
    holding = [end for end in waiting.ends if _holds(reader, end)]
    with db.writing(_ACTOR) as tx:
        if meta.advance(tx, THROUGH, waiting.to, since=waiting.since):
            for end in holding:
                if _is_as_words_left_it(tx, end.stated, end.reason):
                    facts.reopen(tx, end.stated.uid, reason=f"{HOLDING_AFTER}{end.turn.uid}")


def _next(snapshot: Snapshot, through: int, most: int) -> list[tuple[int, str, str]]:
    asked = {"through": through, "most": most, "since": snapshot.now - WITHIN_US}
    return [(int(number), str(uid), str(reason)) for number, uid, reason in snapshot.rows(_NEXT, asked)]


def _waiting(snapshot: Snapshot) -> _Waiting:
    since = meta.watermark(snapshot, THROUGH)
    rows = _next(snapshot, since, _AT_ONCE)
    to = rows[-1][0] if len(rows) == _AT_ONCE else max(int(snapshot.value(_LAST)), since)
    ends, rarities = list[_End](), dict[int, Rarity]()
    for _, uid, reason in rows:
        stated = statement_of(snapshot, uid)
        if stated is None or not _is_as_words_left_it(snapshot, stated, reason):
            continue
        [version] = believed(snapshot, uid)
        asked = {"project": stated.project_id, "said_at": version.valid.end, "uid": reason.removeprefix(TAKEN_UP_IN)}
        turn = next((turn_of(row) for row in snapshot.rows(_TURN, asked)), None)
        if turn is not None and turn.said_at >= snapshot.now - WITHIN_US:
            if stated.project_id not in rarities:
                rarities[stated.project_id] = rarity_of(snapshot, stated.project_id)
            ends.append(_End(stated, turn, reason, rarities[stated.project_id]))
    return _Waiting(since, to, ends)


def _is_as_words_left_it(snapshot: Snapshot, stated: Stated, reason: str) -> bool:
    """Whether nothing ever happened to a statement but ends in passing, the last for this reason, and their undoing."""
    changes = facts.changes(snapshot, stated.uid)
    return (
        stated.is_unconfirmed
        and bool(changes)
        and changes[-1].verb == "end"
        and changes[-1].reason == reason
        and all(change.reason.startswith((TAKEN_UP_IN, HOLDING_AFTER)) for change in changes)
        and len(believed(snapshot, stated.uid)) == 1
    )


def _holds(reader: ReadsStatements, end: _End) -> bool:
    """Whether no sentence that words take for the end of a statement is read as one; False where the network fails."""
    stated, turn = end.stated, end.turn
    is_one_session = stated.is_of(turn.session_uid)
    every = [(one, odds(Later(one.text, one.by_assistant, is_one_session), stated.earlier, end.rarity))
             for one in turn.every]  # fmt: skip
    weighed = [(one, words) for one, words in every if words is not None and words >= _LEAST_ODDS]
    if not weighed:
        return False
    try:
        weighed = [each for each in weighed if ends_all_of(reader, stated, each[0].text)]
        if not weighed:
            # Each leaves a part of the statement that says something of its own.
            return True
        if any(lifts(one.text, stated.text) for one, _ in weighed):
            return False
        network = reader.endings([(stated.text, one) for one, _ in weighed])
    except Exception:  # noqa: BLE001 - whatever a model's library raises of one turn, the others are read
        _log.exception("reading the turn %s failed", turn.uid)
        return False
    return all(
        ending.likelihood_after_words(words, of_network) < HOLDS_BELOW
        for (_, words), of_network in zip(weighed, network, strict=True)
    )
