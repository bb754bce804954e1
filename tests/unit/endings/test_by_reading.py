"""Statements that are over in other words: what a network reads of each later sentence, and what the file keeps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from ended_statements import CHATTER, LIKELY, SURE, Reader, held, say

from memory_mcp.capture.context.block import SessionStart
from memory_mcp.errors import BusyError
from memory_mcp.project import NO_PROJECT
from memory_mcp.statements.sentences import SaidSentence
from memory_mcp.statements.weighing import CLASSES
from memory_mcp.store.endings import by_reading, by_words, readings
from memory_mcp.store.facts import erasure, facts, lifecycle, versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import invariants
from memory_mcp.store.sessions import later_words, sessions, statements, turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import ManualClock, Period

WISH = "Always ask me before you restart the server."
OVER = "Anke has moved to another floor, so do it whenever you like."
PASSING = "Anke sits on another floor, by the way."


def test_what_a_later_sentence_is_read_to_end_is_over_since_it_was_said(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, CHATTER, OVER)
    [wish] = held(db)
    with db.reading() as snapshot:
        said_at, uid = snapshot.row("SELECT valid_from, uid FROM item WHERE kind = 'turn' AND body = ?", (OVER,))
    readings.read_all(db, Reader({OVER: ("restart", SURE)}))

    assert held(db) == []
    assert not readings.is_waiting(db)
    with db.reading() as snapshot:
        ended = snapshot.value("SELECT valid_to FROM item WHERE uid = ? ORDER BY id DESC", (wish.uid,))
        reason = snapshot.value("SELECT reason FROM change WHERE uid = ? ORDER BY id DESC", (wish.uid,))
        assert invariants.check(snapshot) == []
    assert (ended, reason) == (said_at, f"read as over in {uid}")


def test_what_is_likely_is_told_in_one_line_and_holds(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, OVER)
    [wish] = held(db)
    readings.read_all(db, Reader({OVER: ("restart", LIKELY)}))

    assert [one.text for one in held(db)] == [WISH]
    with db.reading() as snapshot:
        assert [one.text for one in later_words.later_words(snapshot, [wish.uid])[wish.uid]] == [OVER]


class SaysLittle(Reader):
    """Reads that what ends a statement says hardly anything by itself."""

    def shares(self, said: Sequence[SaidSentence]) -> list[dict[str, float]]:
        return [share | {"none": 0.8, "decision": 0.2} if one.text == PASSING else share
                for one, share in zip(said, super().shares(said), strict=True)]  # fmt: skip


@pytest.mark.parametrize(("role", "is_told"), [("user", True), ("assistant", False)])
def test_what_says_little_by_itself_is_told_with_what_it_is_about_and_never_alone(
    db: Database, clock: ManualClock, role: str, *, is_told: bool
) -> None:
    say(db, clock, WISH)
    say(db, clock, PASSING, role=role)
    [wish] = held(db)
    readings.read_all(db, SaysLittle({PASSING: ("restart", 3.0)}))

    with db.reading() as snapshot:
        told = later_words.later_words(snapshot, [wish.uid]).get(wish.uid, [])
        assert [one.text for one in told] == [PASSING] * is_told
        assert statements.current_asides(snapshot, [0], most=20, at=snapshot.now) == []
        assert invariants.check(snapshot) == []


class Table(Reader):
    """Reads how much sentences say by a table."""

    def __init__(self, ends: dict[str, tuple[str, float]], says: dict[str, float]) -> None:
        super().__init__(ends)
        self.says = says

    def shares(self, said: Sequence[SaidSentence]) -> list[dict[str, float]]:
        says = [self.says.get(one.text, 0.8) for one in said]
        return [dict.fromkeys(CLASSES, 0.0) | {"none": 1 - share, "decision": share} for share in says]


def test_what_is_kept_as_a_later_word_is_never_told_alone_however_much_it_says(
    db: Database, clock: ManualClock
) -> None:  # fmt: skip
    say(db, clock, WISH, PASSING)
    readings.read_all(db, Table({PASSING: ("restart", 0.6)}, {PASSING: 0.45}))
    [wish] = held(db)

    with db.reading() as snapshot:
        assert [one.text for one in later_words.later_words(snapshot, [wish.uid])[wish.uid]] == [PASSING]
        assert statements.current_asides(snapshot, [0], most=20, at=snapshot.now) == []
        told = SessionStart(NO_PROJECT, "codex").read(snapshot)
    [line] = [line for line in told.splitlines() if WISH in line]
    assert f"; later: 2026-03-01 {PASSING} [" in line
    assert told.count(PASSING) == 1


@pytest.mark.parametrize("is_pinned", [False, True])
def test_a_later_word_is_not_told_alone_where_no_network_has_read_it_either(
    db: Database, clock: ManualClock, *, is_pinned: bool
) -> None:
    say(db, clock, WISH, PASSING)
    readings.read_all(db, Table({PASSING: ("restart", 0.6)}, {PASSING: 0.45}))
    [wish] = held(db)
    with db.writing("test") as tx:
        # As in another memory that was given it: what a network read stays where it did.
        tx.execute("DELETE FROM statement_reading")
        [later] = later_words.later_words(tx, [wish.uid])[wish.uid]
        lifecycle.pin(tx, later.uid, pinned=is_pinned)

    with db.reading() as snapshot:
        told = statements.current_asides(snapshot, [0], most=20, at=snapshot.now)
    assert [one.text for one in told] == [PASSING] * is_pinned


def test_a_later_word_that_is_said_twice_stays_tied_when_rules_look_at_it(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, PASSING, CHATTER, PASSING)
    readings.read_all(db, SaysLittle({PASSING: ("restart", 0.6)}))
    while by_words.step(db):
        pass

    [wish] = held(db)
    with db.reading() as snapshot:
        assert [one.text for one in later_words.later_words(snapshot, [wish.uid])[wish.uid]] == [PASSING]


NO_DOGS = "Never let dogs into the big dormitory."
GUITAR = "Somebody left a guitar in the big dormitory."


@pytest.mark.parametrize("says", [0.05, 0.8], ids=["nothing", "something-else"])
def test_what_words_tied_is_told_of_nothing_once_the_network_has_read_it(
    db: Database, clock: ManualClock, says: float
) -> None:
    say(db, clock, NO_DOGS, GUITAR)
    [wish] = held(db)
    assert words_later(db, wish.uid) == [GUITAR]
    readings.read_all(db, Table({}, {GUITAR: says}))
    assert words_later(db, wish.uid) == []


def test_words_do_not_tie_anew_what_the_network_has_read(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, GUITAR)
    readings.read_all(db, Table({GUITAR: ("restart", 0.6)}, {GUITAR: 0.8}))
    [wish] = held(db)
    with db.writing("test") as tx:
        turn = tx.value("SELECT uid FROM item WHERE kind = 'turn' AND body = :wish", {"wish": WISH})
        kept = Draft("statement", NO_DOGS, Period(wish.said_at), parent_uid=turn, confidence=0.8,
                     attributes={"role": "aside", "as": "decision", "speaker": "user"})  # fmt: skip
        late = facts.assert_(tx, kept).uid
    while by_words.step(db):
        pass
    assert (words_later(db, wish.uid), words_later(db, late)) == ([GUITAR], [])


def words_later(db: Database, uid: str) -> list[str]:
    with db.reading() as snapshot:
        return [one.text for one in later_words.later_words(snapshot, [uid]).get(uid, [])]


def test_a_later_word_behind_what_is_said_twice_has_a_key_of_its_own(db: Database, clock: ManualClock) -> None:
    twice = "The blue lamp is broken now."
    say(db, clock, WISH, f"{twice} {twice} {PASSING} The cats of the house sleep on the roof.")
    readings.read_all(db, Table({PASSING: ("restart", 3.0)}, {PASSING: 0.2, twice: 0.2}))

    with db.reading() as snapshot:
        keys = [key for (key,) in snapshot.rows("SELECT external_id FROM item WHERE kind = 'statement'")]
    assert len(keys) == len(set(keys)) == 3


def test_of_a_later_word_that_rules_kept_a_part_of_nothing_is_kept_twice(db: Database, clock: ManualClock) -> None:
    typed = "ok so anke sits there. always use tabs in the makefile. then restart whatever you like"
    say(db, clock, WISH, typed)
    readings.read_all(db, Table({typed: ("restart", 2.0)}, {typed: 0.2}))

    with db.reading() as snapshot:
        texts = [text for (text,) in snapshot.rows("SELECT body FROM item WHERE kind = 'statement'")]
    assert texts == [WISH, "always use tabs in the makefile."]


def test_where_rules_kept_a_part_of_a_sentence_that_is_told_with_what_the_whole_is_about(
    db: Database, clock: ManualClock
) -> None:
    whole = "anke sits somewhere else. from now on we always restart at noon"
    say(db, clock, WISH, whole)
    [wish] = [one for one in held(db) if one.text == WISH]
    readings.read_all(db, Reader({whole: ("you restart", LIKELY)}))

    with db.reading() as snapshot:
        told = later_words.later_words(snapshot, [wish.uid]).get(wish.uid, [])
    assert [one.text for one in told] == ["from now on we always restart at noon"]


def test_a_later_word_that_was_forgotten_is_not_kept_again(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, PASSING)
    [wish] = held(db)
    reader = SaysLittle({PASSING: ("restart", 3.0)})
    readings.read_all(db, reader)
    with db.writing("test") as tx:
        [later] = later_words.later_words(tx, [wish.uid])[wish.uid]
        erasure.erase(tx, later.uid)
        meta.put(tx, by_reading.THROUGH, 0)
    readings.read_all(db, reader)

    with db.reading() as snapshot:
        assert later_words.later_words(snapshot, [wish.uid]) == {}


@pytest.mark.parametrize(
    ("near", "odds", "is_told"),
    [(0.6, 0.3, True), (0.2, 3.2, False), (0.2, 4.6, True)],
    ids=["a quarter likely and near", "a quarter likely and of another matter", "likelier"],
)
def test_what_is_a_little_likely_is_told_where_both_are_of_one_matter(
    db: Database, clock: ManualClock, near: float, odds: float, *, is_told: bool
) -> None:
    class Apart(Reader):
        def vectors(self, texts: Sequence[str]) -> list[bytes]:
            places = [[near, (1 - near**2) ** 0.5] if text == OVER else [1, 0] for text in texts]
            return [np.array(place, "<f4").tobytes() for place in places]

    say(db, clock, WISH, OVER)
    [wish] = held(db)
    readings.read_all(db, Apart({OVER: ("restart", odds)}))

    with db.reading() as snapshot:
        assert (wish.uid in later_words.later_words(snapshot, [wish.uid])) == is_told


def test_what_words_took_for_likely_is_read_anew(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, OVER)
    readings.read_all(db, Reader({OVER: ("restart", LIKELY)}))
    [wish] = held(db)
    with db.writing("test") as tx:
        meta.put(tx, by_reading.THROUGH, 0)
    readings.read_all(db, Reader({}))

    with db.reading() as snapshot:
        assert later_words.later_words(snapshot, [wish.uid]) == {}


def test_a_sentence_meets_what_was_said_before_it_with_what_was_said_right_before(
    db: Database, clock: ManualClock
) -> None:
    reader = Reader({})
    say(db, clock, WISH, "So it is up? It is up again now, thanks.", CHATTER)
    readings.read_all(db, reader)

    assert [pair for pair in reader.read if pair[0] == WISH] == [
        (WISH, SaidSentence("It is up again now, thanks.", False, "So it is up?"))
    ]


def test_what_a_person_confirmed_is_not_read_as_over(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH)
    [wish] = held(db)
    with db.writing("test") as tx:
        lifecycle.pin(tx, wish.uid, pinned=True)
    say(db, clock, OVER)
    readings.read_all(db, Reader({OVER: ("restart", SURE)}))

    assert [one.text for one in held(db)] == [WISH]


def test_what_was_confirmed_while_it_was_read_stays(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, OVER)

    class Slow(Reader):
        def endings(self, pairs: Sequence[tuple[str, SaidSentence]]) -> list[float]:
            with db.writing("test") as tx:
                lifecycle.pin(tx, held(db)[0].uid, pinned=True)
            return super().endings(pairs)

    readings.read_all(db, Slow({OVER: ("restart", SURE)}))

    assert [one.text for one in held(db)] == [WISH]


def test_turns_that_rules_have_not_settled_wait(db: Database, clock: ManualClock) -> None:
    clock.advance(seconds=60)
    with db.writing("hook") as tx:
        turns.add(tx, Utterance(WISH))

    assert not readings.is_waiting(db)
    while by_words.step(db):
        pass
    assert readings.is_waiting(db)


def test_reading_stops_when_it_is_late_and_goes_on_where_it_was(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, OVER)
    readings.read_all(db, Reader({OVER: ("restart", SURE)}), lambda: True)
    assert readings.is_waiting(db)
    readings.read_all(db, Reader({OVER: ("restart", SURE)}))

    assert held(db) == []


def test_a_file_that_another_process_writes_is_busy(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, OVER)
    other = Database(db.path, clock, busy_timeout_ms=1)
    try:
        with db.writing("test"), pytest.raises(BusyError):
            readings.read_all(other, Reader({}))
    finally:
        other.close()


def test_a_turn_that_comes_to_another_project_while_it_is_read_leaves_nothing_in_the_first(
    db: Database, clock: ManualClock
) -> None:  # fmt: skip
    with db.writing("test") as tx:
        other = projects.add(tx, "other")
        session = sessions.start(tx, project_id=0, client="codex", client_session="talk")[0]
    say(db, clock, WISH)
    clock.advance(seconds=60)
    with db.writing("hook") as tx:
        turns.add(tx, Utterance(PASSING, 0, session_uid=session.uid, external_id="codex:1"))
    clock.advance(seconds=60)
    while by_words.step(db):
        pass

    class Moving(SaysLittle):
        def endings(self, pairs: Sequence[tuple[str, SaidSentence]]) -> list[float]:
            with db.writing("test") as tx:
                versions.put_in_project(tx, session.uid, other)
            return super().endings(pairs)

    readings.read_all(db, Moving({PASSING: ("restart", 3.0)}))

    with db.reading() as snapshot:
        assert list(snapshot.rows("SELECT body FROM item WHERE kind = 'statement' AND parent_uid IN"
                                  " (SELECT uid FROM item WHERE project_id <> 0)")) == []  # fmt: skip
