"""What people said about how to work: rows read out of turns, which point to the turn and go with it."""

from __future__ import annotations

import pytest
from transfers import Stores, exported, imported

from memory_mcp.statements import recognition
from memory_mcp.store.facts import erasure, facts, versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.projects.projects import ALL_PROJECTS
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import statements, turns
from memory_mcp.store.sessions.statements import Statement
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import ManualClock

WISH = "Always use pnpm in this repository."


def told(db: Database, *texts: str, role: turns.Role = "user") -> list[str]:
    """Store turns, read them, and return their ids."""
    with db.writing("test") as tx:
        added = turns.add_many(tx, [Utterance(text, speaker="Ada", role=role) for text in texts])
        statements.catch_up(tx)
    return [one.uid for one in added]


def current(db: Database) -> list[Statement]:
    with db.reading() as snapshot:
        return statements.current_statements(snapshot, [0], recognition.STATEMENT_ROLES, limit=10, at=snapshot.now)


def test_a_wish_is_kept_word_for_word_with_its_turn_and_speaker(db: Database) -> None:
    [turn] = told(db, f"Thanks for the fix. {WISH} The tests pass.")

    [kept] = current(db)
    assert (kept.role, kept.text, kept.speaker, kept.is_confirmed) == ("standing", WISH, "Ada", False)
    with db.reading() as snapshot:
        assert versions.require(snapshot, kept.uid).parent_uid == turn


def test_a_change_has_its_values(db: Database) -> None:
    told(db, "We changed the timeout from 30s to 60s.")

    [kept] = current(db)
    assert (kept.role, kept.value_before, kept.value_after) == ("change", "30s", "60s")


def test_chatter_leaves_nothing(db: Database) -> None:
    told(db, "I always loved hiking.", "Could you look at the log?", "Should we always use pnpm?")

    assert current(db) == []


def test_what_may_have_been_said_is_an_aside_and_nothing_else(db: Database) -> None:
    aside = "I read your diffs on the train, so it would help a lot if they stayed small"
    told(db, f"{aside}. {WISH}")

    [wish] = current(db)
    with db.reading() as snapshot:
        [kept] = statements.current_asides(snapshot, [0], most=10, at=snapshot.now)
    assert (wish.text, wish.share) == (WISH, 1.0)
    assert (kept.text, kept.role) == (f"{aside}.", "standing")
    assert 0.5 <= kept.share < 1


def test_an_older_aside_comes_behind_as_likely_a_newer_one(db: Database, clock: ManualClock) -> None:
    texts = [f"it would help a lot if your {what} stayed small and easy to read" for what in ("diffs", "mails")]
    for text in texts:
        told(db, text)
        clock.advance(seconds=60 * 86_400)

    with db.reading() as snapshot:
        asides = statements.current_asides(snapshot, [0], most=10, at=snapshot.now)
    assert [one.text for one in asides] == texts[::-1]


def test_turns_of_before_are_read_in_slices(db: Database) -> None:
    with db.writing("test") as tx:
        turns.add_many(tx, [Utterance(f"Always use tool{place} here.") for place in range(5)])
    steps = []
    while not steps or steps[-1].has_more:
        with db.writing("test") as tx:
            steps.append(statements.catch_up(tx, 2))

    assert len(current(db)) == 5
    assert len(steps) > 2


def test_reading_again_keeps_nothing_twice(db: Database) -> None:
    told(db, WISH)
    told(db)
    told(db)

    assert len(current(db)) == 1


@pytest.mark.parametrize("erases", [True, False])
def test_a_statement_goes_with_its_turn(db: Database, erases: bool) -> None:
    [turn] = told(db, WISH)
    [kept] = current(db)

    with db.writing("test") as tx:
        if erases:
            erasure.erase(tx, turn)
        else:
            versions.close_parts(tx, turn, "statement", tx.now)

    assert current(db) == []
    with db.reading() as snapshot:
        assert erasure.is_erased(snapshot, kept.uid) is erases


def test_what_replaced_another_names_it(db: Database, clock: ManualClock) -> None:
    told(db, "Always use npm in this repository.")
    clock.advance(seconds=60)
    told(db, WISH)
    newer, older = current(db)

    with db.writing("test") as tx:
        facts.supersede(tx, older.uid, by=newer.uid)

    [left] = current(db)
    assert (left.text, left.replaces) == (WISH, "Always use npm in this repository.")


def test_a_statement_of_another_project_is_not_told(db: Database) -> None:
    with db.writing("test") as tx:
        tx.execute("INSERT INTO project (id, name) VALUES (7, 'api')")
        turns.add(tx, Utterance(WISH, project_id=7))
        statements.catch_up(tx)

    assert current(db) == []
    with db.reading() as snapshot:
        every = statements.current_statements(snapshot, [ALL_PROJECTS], ["standing"], limit=10, at=snapshot.now)
    assert [one.project_id for one in every] == [7]


def test_a_statement_is_in_no_index_of_its_own(db: Database) -> None:
    told(db, WISH)

    with db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item_fts_docsize") == 1
        assert snapshot.value("SELECT count(*) FROM embedding_queue") == 1


def test_statements_go_out_and_come_in_with_their_turns(stores: Stores) -> None:
    here, other = stores.new(), stores.new()
    told(here, WISH)

    sent = stores.path("out.json")
    [record] = exported(here, sent)["statements"]
    imported(other, sent)
    again = imported(other, sent)

    assert [(one.role, one.text, one.speaker) for one in current(other)] == [("standing", WISH, "Ada")]
    assert (again.added, record["role"]) == (0, "standing")


def test_asides_go_out_and_come_in_with_their_turns(stores: Stores) -> None:
    aside = "I read your diffs on the train, so it would help a lot if they stayed small"
    here, other = stores.new(), stores.new()
    told(here, aside)
    sent = stores.path("out.json")
    exported(here, sent)
    imported(other, sent)

    with other.reading() as snapshot:
        [kept] = statements.current_asides(snapshot, [0], most=10, at=snapshot.now)
    assert (kept.text, kept.role) == (aside, "standing")
    assert kept.share < 1


def test_newer_asides_of_no_project_crowd_out_none_of_a_project(db: Database, clock: ManualClock) -> None:
    said = "it would help a lot if your diffs stayed small and easy to read"
    with db.writing("test") as tx:
        work = projects.ensure(tx, projects.named("work"))
        turns.add_many(tx, [Utterance(said, project_id=work)])
    clock.advance(seconds=60)
    told(db, *(f"it would help a lot if your mails of week {week} stayed small and easy to read" for week in range(3)))

    with db.reading() as snapshot:
        asides = statements.current_asides(snapshot, [work, 0], most=2, at=snapshot.now)
    assert sorted(one.project_id for one in asides) == [0, 0, work]
