"""End statements that a later sentence makes out of date in other words; the network reads the two side by side.

``by_words`` ends statements by rules and shared words as soon as a turn is stored. The network takes some milliseconds
a pair, so it reads outside every transaction, in a process that has loaded it, behind a watermark of its own (meta
``endings_read_through``). Each sentence of a turn that says anything is compared with the statements of its project
that speak of the nearest matter. A sure end ends the statement; a likely one is shown on the same line. Ends that words
found have been read before (``taken_back``). A statement that an old transcript brings in after the turns that end it
is left to the rules. Notes that were stored by name are compared in the same way, but no sentence ends a note: what is
likely about it is shown with it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from memory_mcp.statements import ending
from memory_mcp.statements.replacement import Later, Rarity
from memory_mcp.statements.sentences import SaidSentence
from memory_mcp.statements.weighing import says_anything
from memory_mcp.statements.wishes import lifts
from memory_mcp.store.endings import taken_back
from memory_mcp.store.endings.by_words import rarity_of
from memory_mcp.store.endings.compared import READ_AS_OVER_IN, Stated, current_statements, ends_all_of, may_end
from memory_mcp.store.endings.notes import current_notes, keep_vectors, note_vectors
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.overtaken import OVER_FROM
from memory_mcp.store.facts.versions import believed_rows
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.sessions import later_words, statements, turn_reading
from memory_mcp.store.sessions.turn_reading import ReadsStatements, Turn, Waiting, waiting

_log: Final = logging.getLogger(__name__)

THROUGH: Final = "endings_read_through"
"""The watermark over ``item.id``: turns up to it were read beside the statements of before."""
TOLD_FROM: Final = 0.35
"""How likely a sentence ends a statement, 0 to 1, from which on both are told in one line, and who reads it judges."""
OF_ONE_MATTER_FROM: Final = 0.15
"""The same where more than the network says that both speak of one matter."""
# How likely a sentence says anything, from which on it is compared with the statements before it.
_COMPARED_FROM: Final = 0.1
_NEAREST: Final = 12
_NEAREST_NOTES: Final = 3
_NOTES_AT_ONCE: Final = 8
# A cosine: what is less near speaks of something else.
_NEAR_NOTE: Final = 0.3
_MOST_STATEMENTS: Final = 300
_BEHIND: Final = (statements.SETTLED_THROUGH, turn_reading.THROUGH)
_ACTOR: Final = "endings"

_OF_TURN: Final = """
    SELECT id
    FROM item
    WHERE parent_uid = :uid AND kind = 'statement' AND body = :text
    ORDER BY id DESC
    LIMIT 1
"""


class _Held(NamedTuple):
    """A statement that a later sentence may end, and its vector (384)."""

    stated: Stated
    vector: npt.NDArray[np.float32]


class _Project(NamedTuple):
    """The newest statements of a project that were read and tell anything, its notes, and how telling its words are."""

    held: list[_Held]
    notes: list[_Held]
    rarity: Rarity


class _Notes(NamedTuple):
    """The notes of a project that have a vector, and those that have none yet."""

    held: list[_Held]
    unread: list[Stated]


class _Sentence(NamedTuple):
    """A sentence of a turn, the share of each class for it, and its vector (384)."""

    turn: Turn
    sentence: SaidSentence
    shares: dict[str, float]
    vector: npt.NDArray[np.float32]

    @property
    def share(self) -> float:
        """How likely it says anything."""
        return says_anything(self.shares)


class _Pair(NamedTuple):
    """How likely a sentence ends a statement, the statement, and whether both are clearly of one matter."""

    likelihood: float
    stated: Stated
    is_of_one_matter: bool

    @property
    def is_told(self) -> bool:
        """Whether who is told the statement is told the sentence with it."""
        return self.likelihood >= (OF_ONE_MATTER_FROM if self.is_of_one_matter else TOLD_FROM)


class _Read(NamedTuple):
    """A sentence of a turn with the statements it ends, and what it may be about: one statement, and notes."""

    turn: Turn
    text: str
    shares: dict[str, float]
    over: list[Stated]
    about: _Pair | None
    notes: list[_Pair]


def is_waiting(db: Database) -> bool:
    """Whether a turn was not read yet whose own statements are known. Raises BusyError."""
    with db.reading() as snapshot:
        return waiting(snapshot, THROUGH, _BEHIND, 1).is_any


def is_any_left(db: Database) -> bool:
    """Whether there is such a turn that is young enough to be read. Raises BusyError."""
    with db.reading() as snapshot:
        return bool(waiting(snapshot, THROUGH, _BEHIND, 1).turns)


def catch_up(db: Database, reader: ReadsStatements, most: int) -> bool:
    """Read up to ``most`` turns; whether there may be more. Raises BusyError."""
    with db.reading() as snapshot:
        if taken_back.is_any(snapshot):
            # What holds again is to meet these turns.
            return True
        next_turns = waiting(snapshot, THROUGH, _BEHIND, most)
        projects = dict.fromkeys(turn.project_id for turn in next_turns.turns)
        notes = {project: _notes_of(snapshot, project) for project in projects}
    if next_turns.to == next_turns.since:
        return False
    unread = [note for one in notes.values() for note in one.unread][:_NOTES_AT_ONCE]
    if unread and (vectors := _vectors_of_notes(reader, {note.id: note.text for note in unread})):
        # Of many notes these take seconds, and whoever waits is asked in between.
        with db.writing(_ACTOR) as tx:
            keep_vectors(tx, vectors)
        return True
    with db.reading() as snapshot:
        known = {project: _project(snapshot, project, of.held) for project, of in notes.items()}
    read = [one for turn in next_turns.turns for one in _read_safely(reader, turn, known[turn.project_id])]
    _move(db, next_turns, read)
    return next_turns.is_more


def _project(snapshot: Snapshot, project_id: int, notes: list[_Held]) -> _Project:
    stated = current_statements(snapshot, project_id, _MOST_STATEMENTS)
    held = _with_vectors(stated, turn_reading.vectors_of(snapshot, [one.id for one in stated]))
    # The words of all that was said lately are counted: only once the notes have their vectors.
    return _Project(held, notes, rarity_of(snapshot, project_id))


def _notes_of(snapshot: Snapshot, project_id: int) -> _Notes:
    notes = current_notes(snapshot, project_id)
    vectors = note_vectors(snapshot, [one.id for one in notes])
    return _Notes(_with_vectors(notes, vectors), [one for one in notes if one.id not in vectors])


def _with_vectors(stated: list[Stated], vectors: dict[int, bytes]) -> list[_Held]:
    return [_Held(one, np.frombuffer(vectors[one.id], "<f4")) for one in stated if one.id in vectors]


def _vectors_of_notes(reader: ReadsStatements, texts: dict[int, str]) -> dict[int, bytes]:
    """Return the vectors of notes; none where the network fails at them."""
    try:
        return dict(zip(texts, reader.vectors(list(texts.values())), strict=True))
    except Exception:  # noqa: BLE001 - whatever a model's library raises of notes, turns are read
        _log.exception("reading notes failed")
        return {}


def _read_safely(reader: ReadsStatements, turn: Turn, project: _Project) -> list[_Read]:
    """Return what is read of a turn; nothing where the network fails at it."""
    try:
        return list(_read(reader, turn, project))
    except Exception:  # noqa: BLE001 - whatever a model's library raises of one turn, the others are read
        _log.exception("reading the turn %s failed", turn.uid)
        return []


def _read(reader: ReadsStatements, turn: Turn, project: _Project) -> Iterator[_Read]:
    """Yield the sentences that say anything with what they end, and what they may be about: the likeliest alone."""
    shares = [*zip(turn.told, reader.shares(turn.told), strict=True)]
    telling = [each for each in shares if says_anything(each[1]) >= _COMPARED_FROM]
    # What words tied to something is about nothing then.
    yield from (_Read(turn, one.text, of_classes, [], None, []) for one, of_classes in shares
                if says_anything(of_classes) < _COMPARED_FROM)  # fmt: skip
    vectors = reader.vectors([one.text for one, _ in telling])
    gone = set[str]()
    for (one, of_classes), vector in zip(telling, vectors, strict=True):
        held = [each for each in project.held if each.stated.uid not in gone and _may_be_ended(each.stated, turn)]
        said = _Sentence(turn, one, of_classes, np.frombuffer(vector, "<f4"))
        likely = _likely(reader, said, _nearest(said.vector, held)[:_NEAREST], project.rarity)
        over = [each.stated for each in likely if each.likelihood >= OVER_FROM and may_end(each.stated, one)
                and ends_all_of(reader, each.stated, one.text)]  # fmt: skip
        gone |= {stated.uid for stated in over}
        rest = [each for each in likely if each.is_told and each.stated.uid not in gone]
        about = max(rest, key=lambda each: each.likelihood, default=None)
        yield _Read(turn, one.text, of_classes, over, about, _notes(reader, said, project))


def _notes(reader: ReadsStatements, said: _Sentence, project: _Project) -> list[_Pair]:
    """Return the notes that a sentence is likely to make out of date."""
    before = [each for each in project.notes if each.stated.said_at < said.turn.said_at]
    near = [each for each in _nearest(said.vector, before)[:_NEAREST_NOTES] if each[0] >= _NEAR_NOTE]
    likely = _likely(reader, said, near, project.rarity)
    return [each for each in likely if each.is_told and each.is_of_one_matter]


def _nearest(vector: npt.NDArray[np.float32], held: list[_Held]) -> list[tuple[float, Stated]]:
    """Return the statements in the order in which they speak of the nearest matter, with the cosines."""
    cosines = np.array([each.vector @ vector for each in held])
    return [(float(cosines[place]), held[place].stated) for place in np.argsort(-cosines, kind="stable")]


def _likely(
    reader: ReadsStatements, said: _Sentence, near: list[tuple[float, Stated]], rarity: Rarity
) -> list[_Pair]:  # fmt: skip
    """Return how likely a sentence ends each of the statements near it."""
    one = said.sentence
    network = reader.endings([(stated.text, one) for _, stated in near])
    read = []
    for (cosine, stated), of_network in zip(near, network, strict=True):
        later = Later(one.text, one.by_assistant, stated.is_of(said.turn.session_uid))
        read.append(ending.read_beside(later, stated.earlier, rarity, network=of_network, near=cosine))
    likely = zip(ending.likelihoods(said.share, read), near, read, strict=True)
    return [
        _Pair(1.0 if _is_lifted(stated, one) else likelihood, stated, of_pair.is_of_one_matter)
        for likelihood, (_, stated), of_pair in likely
    ]


def _is_lifted(stated: Stated, said: SaidSentence) -> bool:
    """Whether a person allows what a wish forbids: a plain word is as sure here as by rules."""
    return stated.role == "standing" and not said.by_assistant and lifts(said.text, stated.text)


def _may_be_ended(stated: Stated, turn: Turn) -> bool:
    """Whether a turn may end a statement: one said before it that no person confirmed."""
    return (
        stated.is_unconfirmed
        and stated.role != "withdrawn"
        and stated.said_at < turn.said_at
        and stated.turn != turn.uid
    )


def _move(db: Database, next_turns: Waiting, read: list[_Read]) -> None:
    """Move the watermark and end what was read as over, unless another process was faster."""
    with db.writing(_ACTOR) as tx:
        if not meta.advance(tx, THROUGH, next_turns.to, since=next_turns.since):
            return
        # Of most turns no sentence is about anything, and others wait meanwhile.
        held = {
            stated.id
            for project in {one.turn.project_id for one in read if one.over or one.about}
            for stated in current_statements(tx, project, _MOST_STATEMENTS)
            if stated.is_unconfirmed
        }
        for one in read:
            # In another project it is about other statements.
            if turn_reading.still_in(tx, one.turn) != one.turn.project_id:
                continue
            for stated in one.over:
                if stated.id in held:
                    held.discard(stated.id)
                    at = max(one.turn.said_at, stated.said_at + 1)
                    # The reason names the turn and none of its words, which may be erased.
                    facts.supersede(tx, stated.uid, by=None, at=at, reason=f"{READ_AS_OVER_IN}{one.turn.uid}")
            _tie(tx, one, held)


def _tie(tx: Transaction, read: _Read, held: set[int]) -> None:
    """Note what a sentence is likely about, and keep it where nothing did; what words made of it is read anew."""
    later = tx.value(_OF_TURN, {"uid": read.turn.uid, "text": read.text})
    about = read.about if read.about is not None and read.about.stated.id in held else None
    if later is None and about is not None and not read.turn.by_assistant:
        later = turn_reading.keep_later_word(tx, read.turn, read.text, read.shares)
    if later is None:
        return
    if about is None:
        later_words.tie(tx, int(later), None)
    else:
        later_words.tie(tx, int(later), about.stated.id, about.likelihood)
    notes = {pair.stated.id: pair.likelihood for pair in read.notes}
    later_words.tie_notes(tx, int(later), {note: notes[note] for note in believed_rows(tx, list(notes))})
