"""Statements that words ended in passing: what a network reads of that sentence, and what the file keeps."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from ended_statements import CHATTER, LIKELY, SURE, Reader, held, say

from memory_mcp.statements.sentences import SaidSentence
from memory_mcp.store.endings import by_reading, readings, taken_back
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft, close_parts
from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.file.mending import invariants
from memory_mcp.store.sessions import statements, turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import ManualClock, Period

OPEN = "Still to do: the umlauts in the PDF export."
TAKEN_UP = "umlauts are fine, wrong font"
OVER = "Anke has moved to another floor, so do it whenever you like."


def changes(snapshot: Snapshot) -> list[facts.Change]:
    [uid] = snapshot.row("SELECT DISTINCT uid FROM item WHERE kind = 'statement' AND body = ?", (OPEN,))
    return facts.changes(snapshot, uid)


def test_what_words_ended_holds_again_where_it_is_not_read_as_over(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN)
    [before] = held(db)
    say(db, clock, TAKEN_UP)
    assert held(db) == []
    with db.reading() as snapshot:
        turn = snapshot.value("SELECT uid FROM item WHERE kind = 'turn' AND body = ?", (TAKEN_UP,))
    readings.read_all(db, Reader({}))

    [after] = held(db)
    assert (after.uid, after.text, after.said_at) == (before.uid, before.text, before.said_at)
    with db.reading() as snapshot:
        reasons = [change.reason for change in facts.changes(snapshot, after.uid)]
        assert invariants.check(snapshot) == []
    assert reasons == [f"taken up in {turn}", f"read as holding after {turn}"]


def test_what_words_ended_stays_over_where_it_is_read_as_likely_over(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN, TAKEN_UP)
    readings.read_all(db, Reader({TAKEN_UP: ("umlauts", LIKELY)}))

    assert held(db) == []


def test_what_holds_again_is_not_ended_again_by_the_words_that_ended_it(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN, TAKEN_UP)
    readings.read_all(db, Reader({}))
    say(db, clock, CHATTER)

    assert [one.text for one in held(db)] == [OPEN]


def test_what_holds_again_is_ended_by_what_is_said_from_then_on(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN, TAKEN_UP)
    readings.read_all(db, Reader({}))
    say(db, clock, "umlauts in the PDF export are fine now")

    assert held(db) == []


def test_what_holds_again_is_weighed_by_who_read_it_and_leaves_the_next_session_nothing(
    db: Database, clock: ManualClock
) -> None:
    say(db, clock, OPEN, TAKEN_UP)
    readings.read_all(db, Reader({}))

    assert [one.text for one in held(db)] == [OPEN]
    with db.reading() as snapshot:
        assert not statements.is_unsettled(snapshot)


def test_what_holds_again_is_met_by_every_turn(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN, TAKEN_UP, OVER)
    readings.read_all(db, Reader({OVER: ("umlauts", SURE)}))

    assert held(db) == []


def test_what_holds_again_is_met_by_turns_that_were_stored_before_it(db: Database, clock: ManualClock) -> None:
    began = clock.now()
    for minutes, text in ((3, OVER), (2, TAKEN_UP), (1, OPEN)):
        with db.writing("import") as tx:
            turns.add(tx, Utterance(text, at=began + minutes * 60_000_000))
    clock.advance(seconds=600)
    say(db, clock)
    assert held(db) == []
    readings.read_all(db, Reader({OVER: ("umlauts", SURE)}))

    assert held(db) == []
    with db.reading() as snapshot:
        assert [change.reason.split(" in ")[0] for change in changes(snapshot)][-1] == "read as over"
        assert invariants.check(snapshot) == []


def test_what_holds_again_is_ended_by_the_words_of_another_turn_that_was_there(
    db: Database, clock: ManualClock
) -> None:
    say(db, clock, OPEN, TAKEN_UP, "umlauts in the PDF export are fine now")
    readings.read_all(db, Reader({"umlauts in the PDF export are fine now": ("umlauts", LIKELY)}))
    say(db, clock, CHATTER)

    assert held(db) == []


def test_what_a_person_did_with_it_since_words_ended_it_stays(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN)
    [one] = held(db)
    say(db, clock, TAKEN_UP)

    class Slow(Reader):
        def endings(self, pairs: Sequence[tuple[str, SaidSentence]]) -> list[float]:
            with db.writing("test") as tx:
                facts.retract(tx, one.uid, reason="never meant")
            return super().endings(pairs)

    readings.read_all(db, Slow({}))

    with db.reading() as snapshot:
        assert changes(snapshot)[-1].reason == "never meant"


def test_what_a_person_had_once_corrected_stays_over(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN)
    with db.writing("person") as tx:
        facts.correct(tx, held(db)[0].uid, importance=0.5, reason="matters more")
    say(db, clock, TAKEN_UP)
    assert held(db) == []
    readings.read_all(db, Reader({}))

    assert held(db) == []
    assert not readings.is_waiting(db)


def test_what_nobody_believes_any_more_when_it_was_read_does_not_come_back(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN, TAKEN_UP)

    class Slow(Reader):
        def endings(self, pairs: Sequence[tuple[str, SaidSentence]]) -> list[float]:
            with db.writing("test") as tx:
                [turn] = tx.row("SELECT uid FROM item WHERE kind = 'turn' AND body = ?", (OPEN,))
                close_parts(tx, turn, "statement", tx.now)
            return super().endings(pairs)

    readings.read_all(db, Slow({}))

    assert held(db) == []


def test_a_network_that_fails_leaves_what_words_ended(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN, TAKEN_UP)

    class Failing(Reader):
        def endings(self, pairs: Sequence[tuple[str, SaidSentence]]) -> list[float]:
            raise RuntimeError("no memory left")

    readings.read_all(db, Failing({}))

    assert held(db) == []
    assert not readings.is_waiting(db)


def test_a_turn_that_has_another_id_by_now_is_found_by_its_time(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN, TAKEN_UP)
    with db.writing("test") as tx:
        tx.execute("UPDATE change SET reason = 'taken up in 019ca8a2-fda0-767c-a438-b1f81ea71642'")
    readings.read_all(db, Reader({}))

    assert [one.text for one in held(db)] == [OPEN]


def test_many_other_changes_are_passed_over_once(
    db: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(db, clock, OPEN)
    with db.writing("person") as tx:
        facts.correct(tx, held(db)[0].uid, importance=0.5)
        facts.correct(tx, held(db)[0].uid, importance=0.6)
    monkeypatch.setattr(taken_back, "_PASSED_OVER", 1)
    assert taken_back.is_waiting(db)
    taken_back.catch_up(db, Reader({}))

    assert not taken_back.is_waiting(db)


def test_what_a_person_allowed_stays_over_however_it_is_read(db: Database, clock: ManualClock) -> None:
    say(db, clock, "Never push to main.", "You can push to main now.")
    readings.read_all(db, Reader({}))

    assert held(db) == []


def test_turns_wait_until_what_words_ended_is_read(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN, TAKEN_UP)
    reader = Reader({})
    assert by_reading.catch_up(db, reader, 8)

    assert reader.read == []


def test_what_a_decision_took_the_place_of_since_words_ended_it_stays_over(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN)
    [one] = held(db)
    say(db, clock, TAKEN_UP)
    with db.writing("person") as tx:
        decision = facts.assert_(tx, Draft("decision", "PDFs have no umlauts", Period(tx.now)))
        facts.supersede(tx, one.uid, by=decision.uid)
    readings.read_all(db, Reader({}))

    assert held(db) == []
    with db.reading() as snapshot:
        assert facts.superseded_by(snapshot, one.uid) == decision.uid
        assert invariants.check(snapshot) == []
