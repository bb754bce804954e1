"""Notes that something said later may make out of date: none is ended, and who is told one is told what was said."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from calling import Client
from compared_facts import learn, observe
from ended_statements import CHATTER, SURE, Reader, say

from memory_mcp.capture.context.block import SessionStart
from memory_mcp.project import NO_PROJECT
from memory_mcp.store.endings import by_reading, notes, readings
from memory_mcp.store.endings.by_words import rarity_of
from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.facts.overtaken import overtaken
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import invariants
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import search
from memory_mcp.store.sessions import later_words, turn_reading
from memory_mcp.temporal import AsOf, ManualClock
from memory_mcp.tools.documents import memory_read
from memory_mcp.tools.learnings import memory_learn

NOTE = "The printer of the office stands on the second floor."
MOVED = "We moved the office printer to the cellar."
LIKELY = -1.0


def later(db: Database, uid: str) -> list[str]:
    with db.reading() as snapshot:
        return [one.text for one in later_words.later_words(snapshot, [uid]).get(uid, ())]


def behind(db: Database, uid: str) -> str | None:
    with db.reading() as snapshot:
        row_id = snapshot.value("SELECT max(id) FROM item WHERE uid = ?", (uid,))
        return overtaken(snapshot, [int(row_id)], at=snapshot.now).get(uid)


def read(db: Database, clock: ManualClock, odds: float = SURE, *, said: str = MOVED) -> None:
    say(db, clock, CHATTER, said)
    readings.read_all(db, Reader({said: ("printer", odds)}))
    clock.advance(seconds=60)


@pytest.mark.parametrize("odds", [LIKELY, SURE])
def test_what_may_make_a_note_out_of_date_is_told_with_it_and_the_note_holds(
    db: Database, clock: ManualClock, odds: float
) -> None:
    uid = learn(db, NOTE)
    read(db, clock, odds)

    assert later(db, uid) == [MOVED]
    with db.reading() as snapshot:
        told = SessionStart(NO_PROJECT, "codex").read(snapshot)
        assert invariants.check(snapshot) == []
    [line] = [line for line in told.splitlines() if NOTE in line]
    assert f"learning: {NOTE} [{uid[-8:]}]; later: 2026-03-01 {MOVED}" in line
    assert told.count(MOVED) == 1


def test_a_note_that_took_anothers_place_is_told_with_what_may_make_it_out_of_date(
    db: Database, clock: ManualClock
) -> None:
    before = learn(db, "The printer of the office stands in the hall.")
    clock.advance(seconds=60)
    uid = learn(db, NOTE)
    with db.writing("test") as tx:
        facts.supersede(tx, before, by=uid)
    read(db, clock)

    with db.reading() as snapshot:
        told = SessionStart(NO_PROJECT, "codex").read(snapshot)
    [line] = [line for line in told.splitlines() if NOTE in line]
    assert f"in the hall. -> {NOTE} [{uid[-8:]}]; later: 2026-03-01 {MOVED}" in line
    assert told.count(MOVED) == 1


def test_a_fact_about_something_is_met_too(db: Database, clock: ManualClock) -> None:
    _, uid = observe(db, "printer", "Stands on the second floor.")
    read(db, clock)

    assert later(db, uid) == [MOVED]


def test_a_note_of_after_it_and_one_of_another_matter_are_told_alone(db: Database, clock: ManualClock) -> None:
    coffee = learn(db, "The coffee machine wants distilled water.")
    say(db, clock, MOVED)
    printer = learn(db, NOTE)
    readings.read_all(db, Reader({MOVED: ("printer", SURE)}))

    assert (later(db, coffee), later(db, printer)) == ([], [])


def test_a_note_of_no_project_is_not_told_with_what_was_said_in_one(db: Database, clock: ManualClock) -> None:
    uid = learn(db, NOTE)
    with db.writing("test") as tx:
        work = projects.ensure(tx, projects.named("work"))
    say(db, clock, MOVED, project=work)
    readings.read_all(db, Reader({MOVED: ("printer", SURE)}))

    assert later(db, uid) == []


def test_a_note_that_is_of_no_project_by_now_is_told_alone(db: Database, clock: ManualClock) -> None:
    with db.writing("test") as tx:
        work = projects.ensure(tx, projects.named("work"))
    uid = learn(db, NOTE, project=work)
    say(db, clock, MOVED, project=work)
    readings.read_all(db, Reader({MOVED: ("printer", SURE)}))
    clock.advance(seconds=60)
    assert later(db, uid) == [MOVED]
    with db.writing("test") as tx:
        facts.correct(tx, uid, project_id=0)

    assert (later(db, uid), behind(db, uid)) == ([], None)


def test_a_long_note_says_several_things_and_is_told_alone(db: Database, clock: ManualClock) -> None:
    uid = learn(db, " ".join([NOTE, *(f"Number {number} hangs beside it." for number in range(20))]))
    read(db, clock)

    assert later(db, uid) == []


def test_a_note_that_was_corrected_since_is_told_alone(db: Database, clock: ManualClock) -> None:
    uid = learn(db, NOTE)
    read(db, clock)
    assert later(db, uid) == [MOVED]
    with db.writing("test") as tx:
        facts.correct(tx, uid, body="The printer stands in the cellar.")

    assert later(db, uid) == []


def test_what_was_forgotten_is_told_with_no_note(db: Database, clock: ManualClock) -> None:
    uid = learn(db, NOTE)
    read(db, clock)
    with db.writing("test") as tx:
        [said] = later_words.later_words(tx, [uid])[uid]
        facts.supersede(tx, said.uid, by=None)
    clock.advance(seconds=60)

    assert (later(db, uid), behind(db, uid)) == ([], None)


def test_what_is_taken_out_of_live_answers_is_told_with_no_note(db: Database, clock: ManualClock) -> None:
    uid = learn(db, NOTE)
    read(db, clock)
    with db.writing("test") as tx:
        [said] = later_words.later_words(tx, [uid])[uid]
        lifecycle.archive(tx, said.uid)
    clock.advance(seconds=60)

    assert (later(db, uid), behind(db, uid)) == ([], None)


def test_a_statement_of_no_project_is_not_told_with_what_is_of_one_by_now(db: Database, clock: ManualClock) -> None:
    # A session that is brought in again may turn out to be of a project: what it says goes there.
    wish = "Always send what is for the boss to the printer on the second floor."
    say(db, clock, wish)
    with db.writing("test") as tx:
        work = projects.ensure(tx, projects.named("work"))
    say(db, clock, MOVED, project=work)
    readings.read_all(db, Reader({MOVED: ("printer", SURE)}))
    with db.writing("test") as tx:
        [(earlier, uid)] = tx.rows("SELECT id, uid FROM item WHERE kind = 'statement' AND body = ?", (wish,))
        said = tx.value("SELECT max(id) FROM item WHERE kind = 'statement' AND body = ?", (MOVED,))
        later_words.tie(tx, int(said), int(earlier))

    assert later(db, uid) == []


def test_a_note_with_another_tag_is_told_with_the_same(db: Database, clock: ManualClock) -> None:
    uid = learn(db, NOTE)
    read(db, clock)
    with db.writing("test") as tx:
        facts.correct(tx, uid, tags=("office",))

    assert (later(db, uid), behind(db, uid) is None) == ([MOVED], False)


def test_a_note_with_another_title_is_told_alone(db: Database, clock: ManualClock) -> None:
    uid = learn(db, "It stands on the second floor.", title="The printer")
    read(db, clock)
    assert later(db, uid) == [MOVED]
    with db.writing("test") as tx:
        facts.correct(tx, uid, title="The coffee machine")

    assert (later(db, uid), behind(db, uid)) == ([], None)


def test_a_note_that_somebody_says_is_right_after_all_is_told_alone(db: Database, clock: ManualClock) -> None:
    uid = learn(db, NOTE)
    read(db, clock)
    with db.writing("test") as tx:
        lifecycle.verify(tx, uid, verified=True, outcome=None)

    assert (later(db, uid), behind(db, uid)) == ([], None)


def test_many_notes_are_made_ready_a_few_at_a_time(db: Database, clock: ManualClock) -> None:
    for number in range(20):
        learn(db, f"The printer number {number} of the office stands on the second floor.")
    asked: list[int] = []

    class Counting(Reader):
        def vectors(self, texts: Sequence[str]) -> list[bytes]:
            asked.append(len(texts))
            return super().vectors(texts)

    say(db, clock, MOVED)
    readings.read_all(db, Counting({MOVED: ("printer", SURE)}))

    assert max(asked) <= 8
    with db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM note_reading") == 20


@pytest.mark.parametrize(("odds", "is_behind"), [(LIKELY, False), (SURE, True)])
def test_a_search_names_what_most_likely_ends_a_note(
    db: Database, clock: ManualClock, odds: float, *, is_behind: bool
) -> None:
    uid = learn(db, NOTE)
    read(db, clock, odds)
    with db.reading() as snapshot:
        turn = snapshot.value("SELECT uid FROM item WHERE kind = 'turn' AND body = ?", (MOVED,))
        found = search(snapshot, Request("which floor has the printer", Filter(AsOf(snapshot.now, snapshot.now), -1)))
    [by] = [hit.contradicted_by for hit in found.hits if hit.item.uid == uid]
    assert by == (turn if is_behind else None)


def test_words_are_counted_once_all_notes_have_vectors(db, clock, monkeypatch):
    counted = []
    monkeypatch.setattr(by_reading, "rarity_of", lambda *of: counted.append(of) or rarity_of(*of))
    for floor in range(20):
        learn(db, f"The printer of room {floor} stands on floor {floor}.")
    say(db, clock, CHATTER, MOVED)
    reader = Reader({MOVED: ("printer", SURE)})
    while turn_reading.is_waiting(db):
        turn_reading.catch_up(db, reader, 2)
    steps = 1
    while by_reading.catch_up(db, reader, 2):
        steps += 1

    assert len(counted) == 1 < steps - 2


def test_a_later_word_keeps_its_statement_and_its_notes(db: Database, clock: ManualClock) -> None:
    wish = "Always send what is for the boss to the printer on the second floor."
    say(db, clock, wish)
    uid = learn(db, NOTE)
    read(db, clock, -2.0)
    with db.reading() as snapshot:
        [stated] = snapshot.rows("SELECT uid FROM item WHERE kind = 'statement' AND body = ?", (wish,))
    with db.writing("test") as tx:
        said = tx.value("SELECT max(id) FROM item WHERE kind = 'statement' AND body = ?", (MOVED,))
        note = tx.value("SELECT max(id) FROM item WHERE uid = ?", (uid,))
        later_words.tie_notes(tx, int(said), {int(note): 0.4})

    assert later(db, stated[0]) == [MOVED]
    assert later(db, uid) == [MOVED]


def test_where_the_network_fails_at_notes_turns_are_read_all_the_same(db: Database, clock: ManualClock) -> None:
    learn(db, NOTE)

    class Failing(Reader):
        def vectors(self, texts: list[str]) -> list[bytes]:  # type: ignore[override]  # a list is what it is given
            if NOTE in texts:
                raise ValueError(NOTE)
            return super().vectors(texts)

    say(db, clock, MOVED)
    readings.read_all(db, Failing({}))
    assert not readings.is_waiting(db)


def test_the_newest_notes_are_found_without_looking_at_every_note(db: Database) -> None:
    asked = {"kind": "learning", "project": 1, "now": 1, "most": 9, "longest": 9}
    with db.reading() as snapshot:
        plan = [step for *_, step in snapshot.rows(f"EXPLAIN QUERY PLAN {notes._NOTES}", asked)]
    assert not [step for step in plan if "TEMP B-TREE" in step]


def test_who_reads_a_note_is_told_what_was_said_of_it_later(client: Client, clock: ManualClock) -> None:
    uid = client.call(memory_learn, content=NOTE, category="insight", project="")["id"]
    read(client.runtime.db, clock)

    [told] = client.call(memory_read, id=uid)["saidLater"]
    assert told.startswith(f"2026-03-01: {MOVED} (")
