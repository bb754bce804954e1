"""How handoffs pass from session to session: shown, taken by going to work, given back unused."""

from __future__ import annotations

import pytest

from memory_mcp.store.file.database import Database
from memory_mcp.store.handoffs import handoff_rows, handoffs, offers
from memory_mcp.store.handoffs.handoffs import HandoffDraft
from memory_mcp.store.sessions import handover, sessions


def opened(db: Database, name: str, *, client: str = "codex", path: str = "", hands_over: bool = True) -> str:
    """A session that was opened and shown what waits."""
    with db.writing("test") as tx:
        uid = sessions.start(tx, project_id=0, client=client, client_session=name)[0].uid
        handover.settle(tx, uid, path, hands_over=hands_over)
        offers.offer(tx, uid)
    return uid


def left(db: Database, summary: str = "half done", **more) -> str:
    with db.writing("test") as tx:
        said = {name: more.pop(name) for name in HandoffDraft._fields if name in more}
        return handoffs.begin(tx, HandoffDraft(summary, **said), project_id=0, **more)[0].uid


def goes_to_work(db: Database, session: str) -> str | None:
    with db.writing("test") as tx:
        taken = offers.take_up(tx, session)
    return None if taken is None else taken.uid


def state(db: Database, uid: str) -> tuple[str, str | None]:
    with db.reading() as snapshot:
        found = handoff_rows.require(snapshot, uid)
    return found.state, found.claimed_by


def test_a_session_that_starts_has_taken_nothing(db):
    waiting = left(db)
    opened(db, "one")
    assert state(db, waiting) == ("open", None)


def test_the_first_work_after_the_start_takes_what_was_shown_and_later_work_takes_no_more(db):
    waiting = left(db)
    session = opened(db, "one")
    assert goes_to_work(db, session) == waiting
    assert state(db, waiting) == ("claimed", session)
    left(db, "came later")
    assert goes_to_work(db, session) is None


def test_what_came_after_the_start_is_not_taken(db):
    session = opened(db, "one")
    later = left(db)
    assert goes_to_work(db, session) is None
    assert state(db, later) == ("open", None)


def test_of_two_that_were_shown_the_same_the_second_takes_what_is_left(db):
    waiting = left(db)
    first, second = opened(db, "one"), opened(db, "two")
    assert (goes_to_work(db, second), goes_to_work(db, first)) == (waiting, None)


def test_the_next_of_several_is_taken_when_the_first_is_gone(db, clock):
    older = left(db, "older")
    clock.advance(hours=1)
    newer = left(db, "newer")
    first, second = opened(db, "one"), opened(db, "two")
    assert (goes_to_work(db, first), goes_to_work(db, second)) == (newer, older)


def test_what_was_meant_for_another_client_is_not_taken(db):
    waiting = left(db, to_client="gemini-cli")
    assert goes_to_work(db, opened(db, "one", client="codex")) is None
    session = opened(db, "two", client="gemini-cli")
    assert (goes_to_work(db, session), state(db, waiting)) == (waiting, ("claimed", session))


def test_what_expired_since_it_was_shown_is_not_taken(db, clock):
    waiting = left(db)
    session = opened(db, "one")
    clock.advance(days=7, seconds=1)
    assert (goes_to_work(db, session), state(db, waiting)) == (None, ("expired", None))


def test_a_session_that_takes_no_part_is_shown_nothing_and_takes_nothing(db):
    waiting = left(db)
    session = opened(db, "one", hands_over=False)
    assert (goes_to_work(db, session), state(db, waiting)) == (None, ("open", None))


def test_a_session_that_goes_on_takes_back_what_it_left_by_ending(db):
    session = opened(db, "one")
    by_ending, on_purpose = left(db, "by ending", from_session=session, origin="automatic"), left(db, "on purpose")
    goes_to_work(db, session)
    assert (state(db, by_ending), state(db, on_purpose)) == (("claimed", session), ("open", None))


def test_what_was_given_back_is_open_and_taken_again_by_the_same_session_if_it_goes_on(db):
    waiting = left(db)
    session = opened(db, "one")
    goes_to_work(db, session)
    with db.writing("test") as tx:
        assert [one.uid for one in offers.give_back(tx, session)] == [waiting]
    assert state(db, waiting) == ("open", None)
    assert goes_to_work(db, session) == waiting


@pytest.mark.parametrize("what", ["handoff", "session"])
def test_an_offer_goes_with_what_is_erased(db, what):
    waiting = left(db)
    session = opened(db, "one")
    with db.writing("test") as tx:
        handoffs.erase(tx, waiting) if what == "handoff" else sessions.erase(tx, session)
        assert tx.value("SELECT count(*) FROM handoff_offer") == 0
