from __future__ import annotations

import apsw
import pytest

from memory_mcp.store.facts import facts, lifecycle, versions
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import clock_correction, clock_repair, invariants
from memory_mcp.store.sessions import sessions
from memory_mcp.store.upkeep import retention
from memory_mcp.temporal import AsOf, ManualClock, Period

DAY = 86_400_000_000
IN_2100 = 4_102_444_800_000_000


def learned(db, body):
    with db.writing("test") as tx:
        return facts.assert_(tx, Draft("learning", body, Period(tx.now)))


@pytest.fixture
def wrong_once(db, clock):
    """One fact before, one written and one changed while the clock stood in 2100, and an hour of true time more."""
    before = learned(db, "before")
    begun = clock.now()
    clock.set(IN_2100)
    wrong = learned(db, "wrong")
    with db.writing("test") as tx:
        facts.correct(tx, before.uid, body="corrected")
    clock.set(begun + DAY // 24)
    return before, wrong


def test_one_write_in_2100_leaves_later_rows_their_true_time(db, clock, wrong_once):
    later = learned(db, "later")
    assert later.recorded_at == clock.now()
    assert later.valid.start == clock.now()


def test_what_was_written_in_2100_is_seen_as_of_tomorrow_before_anything_else_is_written(db, clock, wrong_once):
    before, wrong = wrong_once
    tomorrow = AsOf(clock.now() + DAY, clock.now() + DAY)
    with db.reading() as snapshot:
        assert versions.held(snapshot, wrong.uid, tomorrow).body == "wrong"
        assert versions.held(snapshot, before.uid, tomorrow).body == "corrected"
        assert snapshot.now == clock.now()
        assert invariants.check(snapshot) == []


def test_what_was_written_in_2100_lies_between_its_neighbours_and_keeps_what_the_clock_said(db, clock, wrong_once):
    before, wrong = wrong_once
    later = learned(db, "later")
    with db.reading() as snapshot:
        (moved,) = versions.versions(snapshot, wrong.uid)
        said = snapshot.value("SELECT clock_at FROM txn WHERE id = :id", {"id": moved.txn_id})
    assert before.recorded_at < moved.recorded_at < later.recorded_at
    assert said == IN_2100


def test_a_file_born_in_2100_is_dated_right_once_the_clock_is(tmp_path):
    clock = ManualClock(IN_2100)
    db = Database(tmp_path / "memory.db", clock)
    born = learned(db, "born")
    clock.set(IN_2100 - 73 * 365 * DAY)
    with db.reading() as snapshot:
        assert versions.versions(snapshot, born.uid)[0].recorded_at <= clock.now()
    db.close()


def test_sessions_and_uses_lose_the_jump_too(db, clock):
    learned(db, "before")
    begun = clock.now()
    with db.writing("test") as tx:
        session, _ = sessions.start(tx, project_id=0, client="x", client_session="y")
    clock.set(IN_2100)
    wrong = learned(db, "wrong")
    with db.writing("test") as tx:
        lifecycle.note_use(tx, wrong.uid)
        sessions.end(tx, session.uid)
    clock.set(begun + DAY)
    with db.reading() as snapshot:
        assert sessions.by_client(snapshot, "x", "y").ended_at <= clock.now()
        assert lifecycle.state(snapshot, wrong.uid).last_used_at <= clock.now()


def test_a_clock_that_goes_back_by_hours_keeps_the_order_and_what_it_said(db, clock):
    first = learned(db, "first")
    clock.advance(hours=-5)
    second = learned(db, "second")
    with db.reading() as snapshot:
        said = snapshot.value("SELECT clock_at FROM txn WHERE id = :id", {"id": second.txn_id})
    assert second.recorded_at == first.recorded_at + 1
    assert said == clock.now()


def test_a_clock_set_back_behind_weeks_of_use_moves_nothing(db, clock):
    rows = []
    for day in range(28):
        # Each weekend is a pause of more than a day.
        clock.advance(days=3 if day % 5 == 0 else 0.9)
        rows.append(learned(db, f"day {day}"))
    clock.advance(days=-12)
    with db.reading() as snapshot:
        assert [versions.versions(snapshot, row.uid)[0].recorded_at for row in rows] == [
            row.recorded_at for row in rows
        ]


def test_a_clock_that_starts_again_in_1970_moves_nothing(db, clock):
    first = learned(db, "first")
    clock.set(0)
    second = learned(db, "second")
    assert second.recorded_at == first.recorded_at + 1


def test_a_pause_of_months_is_no_wrong_clock(db, clock):
    learned(db, "before")
    clock.advance(days=90)
    after = learned(db, "after")
    with db.connection() as connection:
        assert clock_correction.jumps_ahead(connection, clock.now()) == []
    assert after.recorded_at == clock.now()


def test_times_ahead_under_weeks_of_use_are_moved_only_when_somebody_says_the_clock_is_right(db, clock):
    before = learned(db, "before")
    begun = clock.now()
    clock.advance(days=30)
    for _ in range(5):
        clock.advance(days=1)
        last = learned(db, "under a wrong clock")
    clock.set(begun + 6 * DAY)
    with db.reading() as snapshot:
        assert clock_repair.clock_state(snapshot, clock.now()).ahead == last.recorded_at - clock.now()

    (jump,) = clock_repair.repair(db)

    assert jump.transactions == 5
    assert learned(db, "after").recorded_at == clock.now()
    with db.reading() as snapshot:
        assert versions.versions(snapshot, last.uid)[0].recorded_at == before.recorded_at + 1 + 4 * DAY
        assert clock_repair.clock_state(snapshot, clock.now()).ahead == 0


def test_a_version_is_written_once_while_no_clock_is_corrected(db, clock, wrong_once):
    later = learned(db, "later")
    with pytest.raises(apsw.ConstraintError, match="written once"), db.writing("test") as tx:
        tx.execute("UPDATE item SET recorded_at = recorded_at - 1 WHERE uid = :uid", {"uid": later.uid})


def test_a_run_of_retention_in_2100_does_not_keep_the_next_from_running(db, clock):
    begun = clock.now()
    clock.set(IN_2100)
    with db.writing("test") as tx:
        assert retention.claim(tx)
    clock.set(begun)
    with db.writing("test") as tx:
        assert retention.claim(tx)
        assert not retention.claim(tx)


def test_a_clock_set_back_behind_a_year_of_a_row_a_week_moves_nothing(db, clock):
    rows = []
    for week in range(50):
        clock.advance(days=7)
        rows.append(learned(db, f"week {week}"))
    clock.advance(days=-200)
    with db.reading() as snapshot:
        found = [versions.versions(snapshot, row.uid)[0].recorded_at for row in rows]
    assert found == [row.recorded_at for row in rows]
