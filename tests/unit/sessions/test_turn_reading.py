"""What a network reads in turns of what people said about how to work, and what the file keeps of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from memory_mcp.errors import BusyError
from memory_mcp.statements.sentences import SaidSentence
from memory_mcp.statements.weighing import CLASSES
from memory_mcp.store.endings import by_words
from memory_mcp.store.facts import erasure, facts, lifecycle, versions
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import invariants
from memory_mcp.store.sessions import statements, turn_reading, turns
from memory_mcp.store.sessions.statements import Statement
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import ManualClock, Period

PASSING = "make it 20, she scrolls anyway"
CHATTER = "Never again with Jonah on a Tuesday."


class Reader:
    """Takes sentences for decisions as likely as it is told, and all others for nothing."""

    def __init__(self, likely: dict[str, float]) -> None:
        self.likely, self.read = likely, list[SaidSentence]()

    def shares(self, said: Sequence[SaidSentence]) -> list[dict[str, float]]:
        self.read += said
        found = []
        for one in said:
            share = self.likely.get(one.text, 0.0)
            found.append(dict.fromkeys(CLASSES, 0.0) | {"none": 1 - share, "decision": share})
        return found

    def vectors(self, texts: Sequence[str]) -> list[bytes]:
        return [np.ones(4, "<f4").tobytes() for _ in texts]


def say(db: Database, clock: ManualClock, *texts: str, role: str = "user", session: str | None = None) -> None:
    """Say one text a minute, and have rules settle what they can."""
    for text in texts:
        clock.advance(seconds=60)
        with db.writing("hook") as tx:
            turns.add(tx, Utterance(text, role=role, session_uid=session))
    clock.advance(seconds=60)
    while by_words.step(db):
        pass


def read(db: Database, reader: Reader, most: int = 10) -> None:
    while turn_reading.catch_up(db, reader, most):
        pass


def asides(db: Database) -> list[Statement]:
    with db.reading() as snapshot:
        return statements.current_asides(snapshot, [0], most=50, at=snapshot.now)


def only_wish(db: Database) -> Statement:
    with db.reading() as snapshot:
        [one] = statements.current_statements(snapshot, [0], ("standing",), limit=5, at=snapshot.now)
    return one


def test_a_sentence_that_no_word_gave_away_is_kept_as_an_aside(db: Database, clock: ManualClock) -> None:
    say(db, clock, PASSING, "Thanks, that looks good to me.")
    read(db, Reader({PASSING: 0.9}))

    [aside] = [one for one in asides(db) if one.text == PASSING]
    assert (aside.role, aside.share) == ("decision", 0.9)
    with db.reading() as snapshot:
        assert invariants.check(snapshot) == []
        parent = snapshot.value(
            "SELECT turn.body FROM item JOIN item AS turn ON turn.uid = item.parent_uid WHERE item.uid = ?",
            (aside.uid,),
        )
    assert parent == PASSING


def test_what_the_network_takes_for_nothing_is_told_no_more(db: Database, clock: ManualClock) -> None:
    say(db, clock, CHATTER)
    with db.reading() as snapshot:
        before = statements.current_statements(snapshot, [0], ("standing",), limit=5, at=snapshot.now)
    assert CHATTER in [one.text for one in [*before, *asides(db)]]
    read(db, Reader({}))

    with db.reading() as snapshot:
        after = statements.current_statements(snapshot, [0], ("standing",), limit=5, at=snapshot.now)
    assert CHATTER not in [one.text for one in [*after, *asides(db)]]


def test_a_short_wish_is_read_as_a_request(db: Database, clock: ManualClock) -> None:
    say(db, clock, "never push to main")
    read(db, Reader({"never push to main": 0.05, "Please never push to main": 0.7}))
    assert only_wish(db).share == 0.7


def test_a_todo_is_read_as_what_is_still_to_do(db: Database, clock: ManualClock) -> None:
    say(db, clock, "todo: rename the env var")
    read(db, Reader({"todo: rename the env var": 0.03, "Still to do: rename the env var": 0.9}))
    with db.reading() as snapshot:
        [one] = statements.current_statements(snapshot, [0], ("open",), limit=5, at=snapshot.now)
    assert (one.text, one.share) == ("todo: rename the env var", 0.9)


def test_a_wish_behind_a_question_is_read_alone(db: Database, clock: ManualClock) -> None:
    wish = "ab jetzt bitte immer screenshots mit doppelter auflösung machen"
    say(db, clock, f"warum ist der knopf hier unten abgeschnitten? {wish}")
    read(db, Reader({wish: 0.9}))
    assert (only_wish(db).text, only_wish(db).share) == (wish, 0.9)


def test_a_wish_how_to_answer_is_told_though_the_network_takes_it_for_nothing(db: Database, clock: ManualClock) -> None:
    say(db, clock, "antworte kurz und auf deutsch", "antworte kurz was der port ist")
    read(db, Reader({}))

    [wish] = asides(db)
    assert (wish.text, wish.role, wish.speaker) == ("antworte kurz und auf deutsch", "standing", "user")


def test_what_a_person_confirmed_is_told_whatever_is_read(db: Database, clock: ManualClock) -> None:
    wish = "Always ask me before you restart the server."
    say(db, clock, wish)
    one = only_wish(db)
    with db.writing("test") as tx:
        lifecycle.pin(tx, one.uid, pinned=True)
    read(db, Reader({}))

    with db.reading() as snapshot:
        held = statements.current_statements(snapshot, [0], ("standing",), limit=5, at=snapshot.now)
    assert [one.text for one in held] == [wish]


def test_turns_are_read_once_and_of_a_person_every_sentence_but_questions(db: Database, clock: ManualClock) -> None:
    reader = Reader({})
    say(db, clock, "Is it up again? It is up again now, thanks.", "Hm.")
    assert turn_reading.is_waiting(db)
    read(db, reader, most=1)
    read(db, reader)

    assert [one.text for one in reader.read] == ["It is up again now, thanks."]
    assert reader.read[0].before == "Is it up again?"
    assert not turn_reading.is_waiting(db)


def test_many_rows_of_other_kinds_are_looked_through_once(db: Database, clock: ManualClock) -> None:
    reader = Reader({})
    with db.writing("test") as tx:
        for number in range(1_001):
            versions.insert(tx, versions.Draft("learning", f"Fact {number}.", Period(clock.now())))
    say(db, clock, "exit 0", role="tool")
    assert turn_reading.is_waiting(db)
    read(db, reader)

    assert not turn_reading.is_waiting(db)
    assert reader.read == []


def test_what_was_forgotten_is_not_kept_again(db: Database, clock: ManualClock) -> None:
    say(db, clock, PASSING)
    read(db, Reader({PASSING: 0.9}))
    [aside] = [one for one in asides(db) if one.text == PASSING]
    with db.writing("test") as tx:
        erasure.erase(tx, aside.uid, reason="test")
        meta.put(tx, turn_reading.THROUGH, 0)
    read(db, Reader({PASSING: 0.9}))

    assert PASSING not in [one.text for one in asides(db)]


def test_a_sentence_of_long_ago_becomes_no_aside(db: Database, clock: ManualClock) -> None:
    say(db, clock, PASSING)
    clock.advance(days=61)
    read(db, Reader({PASSING: 0.9}))

    assert PASSING not in [one.text for one in asides(db)]


def test_what_another_process_read_meanwhile_is_left_to_it(db: Database, clock: ManualClock) -> None:
    say(db, clock, PASSING)

    class Beaten(Reader):
        def shares(self, said: Sequence[SaidSentence]) -> list[dict[str, float]]:
            with db.writing("test") as tx:
                meta.put(tx, turn_reading.THROUGH, 1_000)
            return super().shares(said)

    read(db, Beaten({PASSING: 0.9}))

    assert PASSING not in [one.text for one in asides(db)]


def test_a_file_that_another_process_writes_is_busy(db: Database, clock: ManualClock) -> None:
    say(db, clock, PASSING)
    other = Database(db.path, clock, busy_timeout_ms=1)
    try:
        with db.writing("test"), pytest.raises(BusyError):
            turn_reading.catch_up(other, Reader({}), 10)
    finally:
        other.close()


@pytest.mark.parametrize("erases", [True, False])
def test_a_turn_that_was_forgotten_while_it_was_read_says_nothing(
    db: Database, clock: ManualClock, *, erases: bool
) -> None:
    say(db, clock, PASSING)
    with db.reading() as snapshot:
        uid = str(snapshot.value("SELECT uid FROM item WHERE kind = 'turn'"))

    class Slow(Reader):
        def shares(self, said: Sequence[SaidSentence]) -> list[dict[str, float]]:
            with db.writing("test") as tx:
                if erases:
                    erasure.erase(tx, uid, reason="test")
                else:
                    facts.retract(tx, uid)
            return super().shares(said)

    read(db, Slow({PASSING: 0.9}))

    assert PASSING not in [one.text for one in asides(db)]
    with db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM statement_reading") == 0


def test_a_forgotten_statement_of_a_turn_without_a_name_is_not_kept_again(db: Database, clock: ManualClock) -> None:
    wish = "Always ask me before you restart the server."
    say(db, clock, wish)
    one = only_wish(db)
    with db.writing("test") as tx:
        erasure.erase(tx, one.uid, reason="test")
    read(db, Reader({wish: 0.9}))

    assert asides(db) == []


def test_a_turn_that_the_network_fails_at_keeps_no_other_from_being_read(db: Database, clock: ManualClock) -> None:
    class Failing(Reader):
        def shares(self, said: Sequence[SaidSentence]) -> list[dict[str, float]]:
            if any("boom" in one.text for one in said):
                raise RuntimeError("no such shape")
            return super().shares(said)

    say(db, clock, "boom goes the network", PASSING)
    read(db, Failing({PASSING: 0.9}))

    assert PASSING in [one.text for one in asides(db)]
    assert not turn_reading.is_waiting(db)


def test_what_is_read_is_never_as_sure_as_what_a_person_confirms(db: Database, clock: ManualClock) -> None:
    say(db, clock, PASSING)
    read(db, Reader({PASSING: 1.0}))

    [aside] = [one for one in asides(db) if one.text == PASSING]
    assert aside.share < 1
    assert not aside.is_confirmed


def test_a_restored_version_keeps_what_was_read_of_its_words(db: Database, clock: ManualClock) -> None:
    say(db, clock, PASSING)
    read(db, Reader({PASSING: 0.9}))
    [aside] = [one for one in asides(db) if one.text == PASSING]
    before = clock.now()
    clock.advance(seconds=60)
    with db.writing("test") as tx:
        facts.supersede(tx, aside.uid, by=None, reason="test")
    clock.advance(seconds=60)
    with db.writing("test") as tx:
        facts.restore(tx, aside.uid, before)
    [again] = [one for one in asides(db) if one.text == PASSING]

    assert (again.uid, again.share) == (aside.uid, 0.9)
    with db.reading() as snapshot:
        ids = [row_id for (row_id,) in snapshot.rows("SELECT max(id) FROM item WHERE uid = ?", (aside.uid,))]
        assert set(turn_reading.vectors_of(snapshot, ids)) == set(ids)


def test_what_an_aside_would_be_is_what_the_network_read_and_not_its_words(db: Database, clock: ManualClock) -> None:
    errand = "Owners can collect up to 5 o'clock, I've told them a dozen times."
    say(db, clock, errand)
    [by_words] = asides(db)
    read(db, Reader({errand: 0.9}))
    [aside] = asides(db)

    assert (by_words.text, by_words.role) == (errand, "standing")
    assert (aside.uid, aside.role) == (by_words.uid, "decision")
