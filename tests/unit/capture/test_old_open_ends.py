"""How long a session is told what was left to do: while the project was worked on for a few days since."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_mcp.capture.context.block import SessionStart
from memory_mcp.project import NO_PROJECT, ProjectRef
from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.sessions import sessions, turns
from memory_mcp.store.sessions.open_ends import TOLD_FOR
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import Period

WORK = ProjectRef("work", Path("/srv/work"), "repository")
LEFT = "Rate limiting is still to do."
_READ = """
    INSERT INTO statement_reading (item_id, share, role)
    SELECT id, 0.9, :role
    FROM item
    WHERE uid = :uid
"""


@pytest.fixture
def work(db):
    with db.writing("test") as tx:
        return projects.ensure(tx, WORK)


def state(db, work, text=LEFT, **attributes):
    """Keep a statement of a turn that says it."""
    with db.writing("test") as tx:
        said = turns.add(tx, Utterance(text, work)).uid
        draft = Draft(
            "statement", text, Period(tx.now), project_id=work, parent_uid=said,
            attributes={"role": "open", "speaker": "user", **attributes}, confidence=0.9 if attributes else None,
        )  # fmt: skip
        return facts.assert_(tx, draft).uid


def worked(db, clock, project, *, days, says="Look at the cart."):
    """Let sessions happen on so many further days, two on each; in one that says nothing nothing happens."""
    for day in range(days):
        clock.advance(days=1)
        for name in "ab":
            with db.writing("test") as tx:
                uid = sessions.start(tx, project_id=project, client="codex", client_session=f"{project}{day}{name}")[
                    0
                ].uid
                if says:
                    turns.add(tx, Utterance(f"{says} {day}{name}", project, uid))


def tell(db):
    with db.reading() as snapshot:
        return SessionStart(WORK, "claude-code").read(snapshot)


def test_what_was_left_is_told_for_days_of_work_and_then_no_more(db, work, clock):
    state(db, work)
    worked(db, clock, work, days=TOLD_FOR)
    # The last of these days is today.
    assert LEFT in tell(db)

    clock.advance(days=1)
    assert LEFT not in tell(db)


def test_where_nobody_works_nothing_that_was_left_grows_old(db, work, clock):
    state(db, work)
    with db.writing("test") as tx:
        other = projects.ensure(tx, ProjectRef("other", Path("/srv/other"), "repository"))
    worked(db, clock, other, days=2 * TOLD_FOR)
    worked(db, clock, work, days=2 * TOLD_FOR, says="")

    assert LEFT in tell(db)


def test_what_a_person_said_to_be_right_is_told_however_old_it_is(db, work, clock):
    uid = state(db, work)
    with db.writing("test") as tx:
        lifecycle.verify(tx, uid, verified=True, outcome=None)
    worked(db, clock, work, days=2 * TOLD_FOR)

    assert LEFT in tell(db)


def test_many_that_are_old_leave_room_for_one_that_is_told_still(db, work, clock):
    uid = state(db, work)
    with db.writing("test") as tx:
        lifecycle.verify(tx, uid, verified=True, outcome=None)
    for number in range(25):
        state(db, work, f"Still to do: paint door {number} in its own colour.")
    worked(db, clock, work, days=2 * TOLD_FOR)

    told = tell(db)
    assert LEFT in told
    assert "paint door" not in told


@pytest.mark.parametrize(("role", "is_told"), [("open", False), ("standing", True), (None, True)])
def test_what_an_aside_is_says_what_read_it(db, work, clock, role, is_told):
    """Its words say that it is a wish; where nothing read it they decide."""
    uid = state(db, work, "Somebody has to book the boiler man.", role="aside", **{"as": "standing"})
    if role is not None:
        with db.writing("test") as tx:
            tx.execute(_READ, {"uid": uid, "role": role})
    worked(db, clock, work, days=TOLD_FOR + 1)

    assert ("boiler" in tell(db)) is is_told


@pytest.mark.parametrize("attributes", [{}, {"role": "aside", "as": "open"}])
def test_what_was_left_to_do_outside_any_project_is_told_outside_projects_alone(db, work, attributes):
    state(db, work, "Look at the cart.")
    state(db, 0, "Still to do: book the flight.", **attributes)
    state(db, 0, "Always answer in German.", role="standing")

    assert "book the flight" not in tell(db)
    assert "answer in German" in tell(db)
    with db.reading() as snapshot:
        assert "book the flight" in SessionStart(NO_PROJECT, "claude-code").read(snapshot)
