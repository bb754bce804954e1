"""Statements that are over in other words: what a network reads of each later sentence, and what the file keeps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from memory_mcp.errors import BusyError
from memory_mcp.statements.sentences import Said
from memory_mcp.statements.weighing import CLASSES
from memory_mcp.store.contradictions import endings_read, stated, statement_reading
from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.file import invariants, meta
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import later_words, statements, turns
from memory_mcp.store.sessions.statements import Statement
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import ManualClock

WISH = "Always ask me before you restart the server."
OVER = "Anke has moved to another floor, so do it whenever you like."
CHATTER = "Thank you, the page loads again."


OPEN = "Still to do: the umlauts in the PDF export."
TAKEN_UP = "umlauts are fine, wrong font"

SURE, LIKELY, NEVER = 8.0, -2.0, -12.0


class Reader:
    """Takes a sentence for the end of statements with a word, with the odds it is told; chatter says nothing."""

    def __init__(self, ends: dict[str, tuple[str, float]]) -> None:
        self.ends, self.read = ends, list[tuple[str, Said]]()

    def shares(self, said: Sequence[Said]) -> list[dict[str, float]]:
        says = [0.0 if one.text == CHATTER else 0.8 for one in said]
        return [dict.fromkeys(CLASSES, 0.0) | {"none": 1 - share, "decision": share} for share in says]

    def vectors(self, texts: Sequence[str]) -> list[bytes]:
        return [np.array([1, 0], "<f4").tobytes() for _ in texts]

    def endings(self, pairs: Sequence[tuple[str, Said]]) -> list[float]:
        self.read += pairs
        found = []
        for statement, later in pairs:
            word, odds = self.ends.get(later.text, ("", NEVER))
            found.append(odds if word and word in statement else NEVER)
        return found


def say(db: Database, clock: ManualClock, *texts: str, role: str = "user") -> None:
    """Say one text a minute, and have rules settle what they can."""
    for text in texts:
        clock.advance(seconds=60)
        with db.writing("hook") as tx:
            turns.add(tx, Utterance(text, role=role))
    clock.advance(seconds=60)
    while stated.step(db):
        pass


def held(db: Database) -> list[Statement]:
    with db.reading() as snapshot:
        return statements.current_statements(snapshot, [0], ("standing", "open"), limit=20, at=snapshot.now)


def test_what_a_later_sentence_is_read_to_end_is_over_since_it_was_said(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, CHATTER, OVER)
    [wish] = held(db)
    with db.reading() as snapshot:
        said_at, uid = snapshot.row("SELECT valid_from, uid FROM item WHERE kind = 'turn' AND body = ?", (OVER,))
    statement_reading.read_all(db, Reader({OVER: ("restart", SURE)}))

    assert held(db) == []
    assert not statement_reading.is_waiting(db)
    with db.reading() as snapshot:
        ended = snapshot.value("SELECT valid_to FROM item WHERE uid = ? ORDER BY id DESC", (wish.uid,))
        reason = snapshot.value("SELECT reason FROM change WHERE uid = ? ORDER BY id DESC", (wish.uid,))
        assert invariants.check(snapshot) == []
    assert (ended, reason) == (said_at, f"read as over in {uid}")


def test_what_is_likely_is_told_in_one_line_and_holds(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, OVER)
    [wish] = held(db)
    statement_reading.read_all(db, Reader({OVER: ("restart", LIKELY)}))

    assert [one.text for one in held(db)] == [WISH]
    with db.reading() as snapshot:
        assert [one.text for one in later_words.later_words(snapshot, [wish.uid])[wish.uid]] == [OVER]


def test_what_words_took_for_likely_is_read_anew(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, OVER)
    statement_reading.read_all(db, Reader({OVER: ("restart", LIKELY)}))
    [wish] = held(db)
    with db.writing("test") as tx:
        meta.put(tx, endings_read.THROUGH, 0)
    statement_reading.read_all(db, Reader({}))

    with db.reading() as snapshot:
        assert later_words.later_words(snapshot, [wish.uid]) == {}


def test_a_sentence_meets_what_was_said_before_it_with_what_was_said_right_before(
    db: Database, clock: ManualClock
) -> None:
    reader = Reader({})
    say(db, clock, WISH, "So it is up? It is up again now, thanks.", CHATTER)
    statement_reading.read_all(db, reader)

    assert [pair for pair in reader.read if pair[0] == WISH] == [
        (WISH, Said("It is up again now, thanks.", False, "So it is up?"))
    ]


def test_what_a_person_confirmed_is_not_read_as_over(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH)
    [wish] = held(db)
    with db.writing("test") as tx:
        lifecycle.pin(tx, wish.uid, pinned=True)
    say(db, clock, OVER)
    statement_reading.read_all(db, Reader({OVER: ("restart", SURE)}))

    assert [one.text for one in held(db)] == [WISH]


def test_what_was_confirmed_while_it_was_read_stays(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, OVER)

    class Slow(Reader):
        def endings(self, pairs: Sequence[tuple[str, Said]]) -> list[float]:
            with db.writing("test") as tx:
                lifecycle.pin(tx, held(db)[0].uid, pinned=True)
            return super().endings(pairs)

    statement_reading.read_all(db, Slow({OVER: ("restart", SURE)}))

    assert [one.text for one in held(db)] == [WISH]


def test_turns_that_rules_have_not_settled_wait(db: Database, clock: ManualClock) -> None:
    clock.advance(seconds=60)
    with db.writing("hook") as tx:
        turns.add(tx, Utterance(WISH))

    assert not statement_reading.is_waiting(db)
    while stated.step(db):
        pass
    assert statement_reading.is_waiting(db)


def test_reading_stops_when_it_is_late_and_goes_on_where_it_was(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, OVER)
    statement_reading.read_all(db, Reader({OVER: ("restart", SURE)}), lambda: True)
    assert statement_reading.is_waiting(db)
    statement_reading.read_all(db, Reader({OVER: ("restart", SURE)}))

    assert held(db) == []


def test_a_file_that_another_process_writes_is_busy(db: Database, clock: ManualClock) -> None:
    say(db, clock, WISH, OVER)
    other = Database(db.path, clock, busy_timeout_ms=1)
    try:
        with db.writing("test"), pytest.raises(BusyError):
            statement_reading.read_all(other, Reader({}))
    finally:
        other.close()


def test_what_words_ended_holds_again_where_it_is_not_read_as_over(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN)
    [before] = held(db)
    say(db, clock, TAKEN_UP)
    assert held(db) == []
    with db.reading() as snapshot:
        turn = snapshot.value("SELECT uid FROM item WHERE kind = 'turn' AND body = ?", (TAKEN_UP,))
    statement_reading.read_all(db, Reader({}))

    [after] = held(db)
    assert (after.uid, after.text, after.said_at) == (before.uid, before.text, before.said_at)
    with db.reading() as snapshot:
        reasons = [change.reason for change in facts.changes(snapshot, after.uid)]
        assert invariants.check(snapshot) == []
    assert reasons == [f"taken up in {turn}", f"read as holding after {turn}"]


def test_what_words_ended_stays_over_where_it_is_read_as_likely_over(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN, TAKEN_UP)
    statement_reading.read_all(db, Reader({TAKEN_UP: ("umlauts", LIKELY)}))

    assert held(db) == []


def test_what_holds_again_is_not_ended_again_by_the_words_that_ended_it(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN, TAKEN_UP)
    statement_reading.read_all(db, Reader({}))
    say(db, clock, CHATTER)

    assert [one.text for one in held(db)] == [OPEN]


def test_what_holds_again_is_ended_by_what_is_said_from_then_on(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN, TAKEN_UP)
    statement_reading.read_all(db, Reader({}))
    say(db, clock, "umlauts in the PDF export are fine now")

    assert held(db) == []


def test_a_turn_that_is_read_with_it_ends_what_holds_again(db: Database, clock: ManualClock) -> None:
    # Two turns are read at once.
    say(db, clock, CHATTER, OPEN, TAKEN_UP, OVER)
    statement_reading.read_all(db, Reader({OVER: ("umlauts", SURE)}))

    assert held(db) == []


def test_what_a_person_did_with_it_since_words_ended_it_stays(db: Database, clock: ManualClock) -> None:
    say(db, clock, OPEN)
    [one] = held(db)
    say(db, clock, TAKEN_UP)

    class Slow(Reader):
        def endings(self, pairs: Sequence[tuple[str, Said]]) -> list[float]:
            with db.writing("test") as tx:
                facts.retract(tx, one.uid, reason="never meant")
            return super().endings(pairs)

    statement_reading.read_all(db, Slow({}))

    with db.reading() as snapshot:
        assert facts.changes(snapshot, one.uid)[-1].reason == "never meant"


def test_what_a_person_allowed_stays_over_however_it_is_read(db: Database, clock: ManualClock) -> None:
    say(db, clock, "Never push to main.", "You can push to main now.")
    statement_reading.read_all(db, Reader({}))

    assert held(db) == []
