"""Let the network read in turns what people said about how to work, a few turns at a time.

``statements`` keeps what rules and weights of words find as soon as a turn is stored. The network takes milliseconds a
sentence, so it reads outside every transaction, in a process that has loaded it, behind a watermark of its own (meta
``statements_read_through``). It gives the likelihood that a sentence says anything, and what, which is kept in
``statement_reading`` and used by a session's opening. A sentence that nothing else kept becomes an aside. Old turns are
passed over, since no opening shows them.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from memory_mcp.statements.recognition import Recognised, as_read, ruled_in, told_of, with_how_to_answer
from memory_mcp.statements.sentences import SaidSentence, all_of, told_by
from memory_mcp.statements.weighing import says_anything
from memory_mcp.store.facts import erasure, facts
from memory_mcp.store.facts.versions import Draft, last_row_id
from memory_mcp.store.file import meta
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Database, Row, Snapshot, Transaction
from memory_mcp.store.sessions import captured_ids, statements
from memory_mcp.temporal import DAY_US, Instant, Period

_log: Final = logging.getLogger(__name__)

THROUGH: Final = "statements_read_through"
"""The watermark over ``item.id``: turns up to it were read."""
KEPT_FROM: Final = 0.5
"""How likely a sentence says anything, 0 to 1, from which on it is kept where nothing else kept it."""
TELLING_FROM: Final = 0.3
"""The same, from which on what is kept is told, and compared with what is said later."""
_PASSED_OVER: Final = 1_000
WITHIN_US: Final = 30 * DAY_US
"""Microseconds ago: what was said before is not read."""
# Less than what a person says for sure.
_SUREST: Final = 0.999
# The most that is noted of what nobody is told by itself.
_UNTOLD: Final = TELLING_FROM - 0.001
# Of so many statements that rules found in a turn, none may have been forgotten.
_MOST_KEYS: Final = 32
_ACTOR: Final = "statements"

TURN: Final = """item.id, item.uid, item.project_id, item.session_uid, item.valid_from,
           item.attributes ->> 'role' = 'assistant', item.title, item.body,
           (
               SELECT before.body
               FROM item AS before
               WHERE before.session_uid = item.session_uid AND before.kind = 'turn'
                 AND before.position BETWEEN item.position - 3 AND item.position - 1
                 AND before.attributes ->> 'role' IN ('user', 'assistant')
               ORDER BY before.position DESC
               LIMIT 1
           )"""
"""What a statement selects of ``item`` for ``turn_of``."""
NEXT: Final = f"""
    SELECT {TURN}
    FROM item
    WHERE item.id > :through AND item.id <= :last AND +item.kind = 'turn' AND +item.valid_from >= :since
      AND item.attributes ->> 'role' IN ('user', 'assistant')
      AND {BELIEVED}
    ORDER BY item.id
    LIMIT :most
"""
_KNOWN: Final = """
    SELECT max(id), body
    FROM item
    WHERE parent_uid = :uid AND kind = 'statement'
    GROUP BY body
"""
_NOTE: Final = """
    INSERT INTO statement_reading (item_id, share, role, embedding)
    VALUES (:item_id, :share, :role, :embedding)
    ON CONFLICT (item_id)
        DO UPDATE SET share = excluded.share, role = excluded.role, embedding = excluded.embedding
"""
_VECTORS: Final = """
    SELECT item.id, max(reading.embedding)
    FROM json_each(:ids) AS wanted
    JOIN item ON item.id = wanted.value
    JOIN item AS version ON version.uid = item.uid AND version.body = item.body
    JOIN statement_reading AS reading ON reading.item_id = version.id
    WHERE reading.embedding IS NOT NULL
    GROUP BY item.id
"""
_WAS_READ: Final = """
    SELECT 1
    FROM item
    JOIN item AS version ON version.uid = item.uid AND version.body = item.body
    JOIN statement_reading AS reading ON reading.item_id = version.id
    WHERE item.id = :id
    LIMIT 1
"""
_STILL: Final = f"""
    SELECT item.project_id
    FROM item
    WHERE item.id = :id AND item.uid = :uid AND item.body = :body
      AND {BELIEVED}
"""


class Turn(NamedTuple):
    """A turn that is read, and what was said right before it in its session, if anything."""

    id: int
    uid: str
    project_id: int
    session_uid: str | None
    said_at: Instant
    by_assistant: bool
    speaker: str
    text: str
    before: str | None

    @property
    def told(self) -> list[SaidSentence]:
        """Its sentences that may say anything."""
        return told_by(self.text, self.before or "", by_assistant=self.by_assistant)

    @property
    def every(self) -> list[SaidSentence]:
        """All its sentences."""
        return all_of(self.text, self.before or "", by_assistant=self.by_assistant)


class Waiting(NamedTuple):
    """The next turns: the watermark they stand behind, where it moves to, and whether there may be more."""

    since: int
    to: int
    turns: list[Turn]
    is_more: bool

    @property
    def is_any(self) -> bool:
        """Whether there is a turn, or so many rows of other kinds that nobody should look through them again."""
        return bool(self.turns) or self.to - self.since > _PASSED_OVER


class _Reading(NamedTuple):
    """The share of each class for a sentence, and the vector by which later ones find it, where it says anything."""

    shares: dict[str, float]
    vector: bytes | None

    @property
    def share(self) -> float:
        """How likely it says anything."""
        return min(_SUREST, round(says_anything(self.shares), 3))


class ReadsStatements(Protocol):
    """What reads sentences, and later ones beside statements."""

    def shares(self, said: Sequence[SaidSentence]) -> list[dict[str, float]]:
        """Return the share of each class for each sentence."""
        ...

    def vectors(self, texts: Sequence[str]) -> list[bytes]:
        """Return the vectors by which sentences are compared: float32 of length 1."""
        ...

    def endings(self, pairs: Sequence[tuple[str, SaidSentence]]) -> list[float]:
        """Return for each pair (statement, later sentence) the logarithm of the odds that the later one ends it."""
        ...


def was_read(snapshot: Snapshot, row_id: int) -> bool:
    """Whether the network has read the statement of a row, in its words."""
    return snapshot.value(_WAS_READ, {"id": row_id}) is not None


def is_waiting(db: Database) -> bool:
    """Whether a turn was not read yet that rules have looked through. Raises BusyError."""
    with db.reading() as snapshot:
        return waiting(snapshot, THROUGH, (statements.THROUGH,), 1).is_any


def are_waiting(db: Database, turns: int) -> bool:
    """Whether so many turns were not read yet. Raises BusyError."""
    with db.reading() as snapshot:
        return len(waiting(snapshot, THROUGH, (statements.THROUGH,), turns).turns) >= turns


def catch_up(db: Database, reader: ReadsStatements, most: int) -> bool:
    """Read up to ``most`` turns; whether there may be more. Raises BusyError."""
    with db.reading() as snapshot:
        next_turns = waiting(snapshot, THROUGH, (statements.THROUGH,), most)
    if next_turns.to == next_turns.since:
        return False
    read = [(turn, found) for turn in next_turns.turns if (found := _read(reader, turn))]
    with db.writing(_ACTOR) as tx:
        if not meta.advance(tx, THROUGH, next_turns.to, since=next_turns.since):
            return True
        for turn, found in read:
            project_id = still_in(tx, turn)
            if project_id is not None:
                _keep(tx, turn._replace(project_id=project_id), found)
    return next_turns.is_more


def waiting(snapshot: Snapshot, through: str, behind: Sequence[str], most: int) -> Waiting:
    """Return the next turns behind one watermark that others have passed; all by their names in ``meta``."""
    since = meta.watermark(snapshot, through)
    last = min(last_row_id(snapshot), *(meta.watermark(snapshot, name) for name in behind))
    asked = {"through": since, "last": last, "most": most, "since": snapshot.now - WITHIN_US}
    turns = [turn_of(row) for row in snapshot.rows(NEXT, asked)]
    is_more = len(turns) == most
    return Waiting(since, turns[-1].id if is_more else max(last, since), turns, is_more)


def turn_of(row: Row) -> Turn:
    """Return the turn of a row of the columns ``TURN``."""
    turn = Turn(*row)
    # SQLite has no truth values.
    return turn._replace(by_assistant=bool(turn.by_assistant))


def still_in(snapshot: Snapshot, turn: Turn) -> int | None:
    """Return the project of a turn that was read outside a transaction; None where it is not as it was any more."""
    project_id = snapshot.value(_STILL, {"id": turn.id, "uid": turn.uid, "body": turn.text})
    return None if project_id is None else int(project_id)


def _read(reader: ReadsStatements, turn: Turn) -> dict[str, _Reading]:
    """Return what is read of each sentence of a turn; nothing where the network fails at it."""
    told = turn.told
    kept = {one.text: said for one in told if (said := ruled_in(one.text, by_assistant=turn.by_assistant))}
    try:
        read = _shares(reader, told, kept) if told else []
        shares = [with_how_to_answer(one.text, of, by_assistant=turn.by_assistant)
                  for one, of in zip(told, read, strict=True)]  # fmt: skip
        telling = [one.text for one, of in zip(told, shares, strict=True) if says_anything(of) >= TELLING_FROM]
        words = [kept[text].text if text in kept else text for text in telling]
        vectors = dict(zip(telling, reader.vectors(words), strict=True))
    except Exception:  # noqa: BLE001 - whatever a model's library raises of one turn, the others are read
        _log.exception("reading the turn %s failed", turn.uid)
        return {}
    return {one.text: _Reading(of, vectors.get(one.text)) for one, of in zip(told, shares, strict=True)}


def _shares(
    reader: ReadsStatements, told: Sequence[SaidSentence], kept: Mapping[str, Recognised]
) -> list[dict[str, float]]:
    """Return the share of each class for each sentence; one that rules keep, or a part of it, says what that says."""
    parts = {text: words for text, one in kept.items() if (words := as_read(one)) != text}
    alone = [one._replace(text=parts[one.text]) for one in told if one.text in parts]
    of_part = iter(reader.shares(alone) if alone else ())
    return [
        max(of, next(of_part), key=says_anything) if one.text in parts else of
        for one, of in zip(told, reader.shares(told), strict=True)
    ]


class _Known:
    """What is kept of a turn: row ids by text, and the words that its statements' ids count on."""

    def __init__(self, tx: Transaction, turn: Turn) -> None:
        self._ids: dict[str, int] = {body: int(item_id) for item_id, body in tx.rows(_KNOWN, {"uid": turn.uid})}
        self.words = Counter[str]()
        for body in self._ids:
            captured_ids.of_statement(turn.uid, body, self.words)

    def in_text(self, text: str) -> int | None:
        """Return the row of a sentence, or of its part: of several typed in small letters rules keep one they know."""
        return self._ids.get(text) or next((item_id for body, item_id in self._ids.items() if body in text), None)


def keep_later_word(tx: Transaction, turn: Turn, text: str, shares: dict[str, float]) -> int | None:
    """Keep a sentence that is about what was said before as an aside, whether it says anything by itself; its row id.

    ``shares`` is as the network gives it. None where it, or what else the turn says, was forgotten; the part of it that
    rules kept, if they did. It is told only with what it is about, and no later sentence is compared with it.
    """
    known = _Known(tx, turn)
    if (part := known.in_text(text)) is not None:
        return part
    # As in ``_keep``: what is said twice in a turn has one place.
    place = list(dict.fromkeys(one.text for one in turn.told)).index(text)
    reading = _Reading(shares | {"none": max(shares["none"], 1 - _UNTOLD)}, None)
    item_id = _new_aside(tx, turn, text, place, reading, known.words)
    if item_id is not None:
        _note(tx, turn, item_id, reading)
    return item_id


def vectors_of(snapshot: Snapshot, ids: Sequence[int]) -> dict[int, bytes]:
    """Return the vectors of statements that were read and tell anything, by their row ids."""
    return dict(snapshot.rows(_VECTORS, {"ids": json.dumps(list(ids))}))


def _keep(tx: Transaction, turn: Turn, read: dict[str, _Reading]) -> None:
    """Note how likely the statements of a turn say anything, and keep the sentences of it that nothing else kept."""
    known = _Known(tx, turn)
    for place, (text, reading) in enumerate(read.items()):
        item_id = known.in_text(text)
        if item_id is None and reading.share >= KEPT_FROM:
            item_id = _new_aside(tx, turn, text, place, reading, known.words)
        if item_id is not None:
            _note(tx, turn, item_id, reading)


def _note(tx: Transaction, turn: Turn, item_id: int, reading: _Reading) -> None:
    role = told_of(reading.shares, by_assistant=turn.by_assistant)
    tx.execute(_NOTE, {"item_id": item_id, "share": reading.share, "role": role, "embedding": reading.vector})


def _new_aside(
    tx: Transaction, turn: Turn, text: str, place: int, reading: _Reading, words: Counter[str]
) -> int | None:  # fmt: skip
    """Keep a sentence of a turn as an aside; None where it, or what rules found in the turn, was forgotten."""
    key = f"{turn.uid}:read:{place}"
    uid = captured_ids.of_statement(turn.uid, text, words)
    keys = [key] if uid is not None else [key, *(f"{turn.uid}:{number}" for number in range(_MOST_KEYS))]
    if any(erasure.is_key_erased(tx, turn.project_id, each) for each in keys) or (
        uid is not None and erasure.is_erased(tx, uid)
    ):
        return None
    by = "assistant" if turn.by_assistant else "user"
    draft = Draft(
        "statement", text, Period(turn.said_at), project_id=turn.project_id, session_uid=turn.session_uid,
        parent_uid=turn.uid, position=place, external_id=key,
        attributes={"role": "aside", "as": told_of(reading.shares, by_assistant=turn.by_assistant),
                    "speaker": turn.speaker or by},
        confidence=reading.share, importance=0.0,
    )  # fmt: skip
    return facts.assert_(tx, draft, uid=uid).id
