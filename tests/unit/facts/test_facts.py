from __future__ import annotations

import apsw
import pytest
from two_ids import superseded_by_each

from memory_mcp.errors import ConflictError, InvalidInputError, NotFoundError
from memory_mcp.store.facts import erasure, facts, versions
from memory_mcp.store.facts.versions import Draft
from memory_mcp.temporal import AsOf, Period


def lesson(body, now, **more):
    return Draft(kind="learning", body=body, valid=Period(now), **more)


def asserted(db, body, **more):
    with db.writing("test") as tx:
        return facts.assert_(tx, lesson(body, tx.now, **more))


def test_a_correction_leaves_the_old_belief_readable(db, clock):
    fact = asserted(db, "port 5432")
    before = clock.advance(days=1)
    clock.advance(days=1)

    with db.writing("test") as tx:
        facts.correct(tx, fact.uid, body="port 6543")

    with db.reading() as snapshot:
        assert versions.held(snapshot, fact.uid, AsOf(before, before)).body == "port 5432"
        assert versions.held(snapshot, fact.uid, AsOf(before, snapshot.now)).body == "port 6543"


def test_superseding_ends_the_old_fact_where_the_newer_one_starts_and_keeps_the_link(db, clock):
    old = asserted(db, "lives in Berlin")
    clock.advance(days=10)
    new = asserted(db, "lives in Hamburg")
    clock.advance(days=1)

    with db.writing("test") as tx:
        outcome = facts.supersede(tx, old.uid, by=new.uid, reason="moved")

    with db.reading() as snapshot:
        assert outcome == facts.Outcome("superseded", new.valid.start, new.uid)
        assert versions.believed(snapshot, old.uid)[0].valid.end == new.valid.start
        assert facts.superseded_by(snapshot, old.uid) == new.uid
        assert [change.reason for change in facts.changes(snapshot, old.uid)] == ["moved"]


def test_a_newer_fact_that_starts_no_later_leaves_nothing_of_the_old_one(db, clock):
    old = asserted(db, "a")
    with db.writing("test") as tx:
        new = facts.assert_(tx, Draft(kind="learning", body="b", valid=Period(old.valid.start)))
        outcome = facts.supersede(tx, old.uid, by=new.uid)

    assert (outcome.action, outcome.valid_to, outcome.superseded_by) == ("retracted", None, new.uid)


def test_superseding_twice_changes_nothing(db, clock):
    old, new = asserted(db, "a"), asserted(db, "b")
    clock.advance(days=1)
    with db.writing("test") as tx:
        facts.supersede(tx, old.uid, by=new.uid)
    with db.reading() as snapshot:
        before = versions.versions(snapshot, old.uid)

    with db.writing("test") as tx:
        again = facts.supersede(tx, old.uid, by=None)

    with db.reading() as snapshot:
        assert again.action == "already_superseded"
        assert versions.versions(snapshot, old.uid) == before


def test_a_fact_that_gives_way_tomorrow_can_give_way_to_another_today(db, clock):
    old, today = asserted(db, "a"), asserted(db, "b")
    clock.advance(days=1)
    with db.writing("test") as tx:
        tomorrow = facts.assert_(tx, Draft(kind="learning", body="c", valid=Period(tx.now + 86_400_000_000))).uid
        facts.supersede(tx, old.uid, by=tomorrow)
    clock.advance(hours=1)
    with db.writing("test") as tx:
        assert facts.supersede(tx, old.uid, by=tomorrow).action == "already_superseded"
        outcome = facts.supersede(tx, old.uid, by=today.uid)

    assert (outcome.action, outcome.valid_to, outcome.superseded_by) == ("superseded", today.valid.start, today.uid)


def test_an_end_that_is_still_to_come_can_be_moved(db, clock):
    fact = asserted(db, "contract runs")
    with db.writing("test") as tx:
        facts.supersede(tx, fact.uid, by=None, at=tx.now + 10_000_000)

    with db.writing("test") as tx:
        moved = facts.supersede(tx, fact.uid, by=None, at=tx.now + 5_000_000)

    assert moved.action == "superseded"


def test_a_fact_cannot_supersede_itself_nor_close_a_circle(db, clock):
    a, b = asserted(db, "a"), asserted(db, "b")
    clock.advance(days=1)
    with db.writing("test") as tx:
        facts.supersede(tx, a.uid, by=b.uid)

    with db.writing("test") as tx, pytest.raises(InvalidInputError):
        facts.supersede(tx, b.uid, by=b.uid)
    with db.writing("test") as tx, pytest.raises(ConflictError):
        facts.supersede(tx, b.uid, by=a.uid)


def test_a_fact_about_another_entity_cannot_take_the_place(db):
    with db.writing("test") as tx:
        a = facts.assert_(tx, Draft(kind="observation", body="a", valid=Period(tx.now), parent_uid="ann"))
        b = facts.assert_(tx, Draft(kind="observation", body="b", valid=Period(tx.now), parent_uid="bob"))

        with pytest.raises(InvalidInputError, match="another entity"):
            facts.supersede(tx, a.uid, by=b.uid)


def test_a_version_changed_in_its_own_transaction_was_never_believed(db):
    with db.writing("test") as tx:
        fact = facts.assert_(tx, lesson("draft", tx.now))
        facts.correct(tx, fact.uid, body="final")

    with db.reading() as snapshot:
        assert [item.body for item in versions.versions(snapshot, fact.uid)] == ["final"]
        match = "SELECT count(*) FROM item_fts WHERE item_fts MATCH :word"
        assert snapshot.value(match, {"word": "draft"}) == 0


def test_a_written_version_cannot_be_rewritten_by_any_statement(db):
    fact = asserted(db, "as it was")

    for column in ("body", "title", "valid_from", "recorded_at", "tags", "confidence", "project_id"):
        with pytest.raises(Exception, match="written once"), db.writing("test") as tx:
            tx.execute(f"UPDATE item SET {column} = 1 WHERE uid = :uid", {"uid": fact.uid})


def test_erasing_leaves_a_line_without_the_content_and_nothing_in_any_index(db):
    fact = asserted(db, "the unspeakable word xylocopa", external_id="line-1", tags=("t",))

    with db.writing("test") as tx:
        erasure.erase(tx, fact.uid, reason="asked to")

    with db.reading() as snapshot:
        assert versions.newest(snapshot, fact.uid) is None
        assert erasure.is_erased(snapshot, fact.uid)
        assert erasure.is_key_erased(snapshot, 0, "line-1")
        assert snapshot.rows("SELECT * FROM item_tag") == []
    db.checkpoint()
    assert b"xylocopa" not in db.path.read_bytes()


def test_what_raises_in_a_transaction_leaves_nothing_behind(db):
    def fail(tx):
        facts.assert_(tx, lesson("half", tx.now))
        raise RuntimeError

    with pytest.raises(RuntimeError), db.writing("test") as tx:
        fail(tx)

    with db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item") == 0
        assert snapshot.value("SELECT count(*) FROM txn") == 0


def test_an_unknown_id_is_not_found(db):
    with db.writing("test") as tx, pytest.raises(NotFoundError, match="nobody"):
        facts.retract(tx, "nobody")


def test_times_increase_though_the_clock_stands_still_or_goes_back(db, clock):
    first = asserted(db, "a")
    clock.advance(hours=-3)
    second = asserted(db, "b")

    assert second.recorded_at == first.recorded_at + 1


def test_a_clock_that_was_days_ahead_dates_its_row_right_before_the_next(db, clock):
    first = asserted(db, "a")
    clock.advance(days=-3)
    second = asserted(db, "b")

    with db.reading() as snapshot:
        moved = versions.require(snapshot, first.uid)
    assert moved.recorded_at < second.recorded_at == clock.now()


def test_nothing_can_be_written_while_reading(db):
    with pytest.raises(Exception, match="cannot be written"), db.reading() as snapshot:
        snapshot.execute("DELETE FROM item")


def test_the_kinds_of_the_program_are_those_of_the_file(db):
    with db.reading() as snapshot:
        kinds = {name for (name,) in snapshot.rows("SELECT name FROM kind")}
    assert kinds == set(versions.KINDS)


def test_a_row_of_no_kind_is_refused_until_the_file_knows_the_kind(db):
    draft = Draft("learning", "bake at night", Period(0))._replace(kind="recipe")
    with pytest.raises(apsw.ConstraintError), db.writing("test") as tx:
        versions.insert(tx, draft)
    with db.writing("test") as tx:
        tx.execute("INSERT INTO kind (name) VALUES ('recipe')")
        _, uid = versions.insert(tx, draft)
        assert versions.require(tx, uid).kind == "recipe"


@pytest.mark.parametrize("is_known_first", [True, False])
def test_of_two_ids_a_successor_was_told_by_the_one_that_something_has_stands(db, clock, is_known_first):
    old, new = asserted(db, "we use tabs"), asserted(db, "we use spaces")
    superseded_by_each(db, old.uid, *([new.uid, "gone"] if is_known_first else ["gone", new.uid]))
    with db.reading() as snapshot:
        assert [change.superseded_by for change in facts.changes(snapshot, old.uid)] == [new.uid]
        assert facts.superseded_by(snapshot, old.uid) == new.uid
