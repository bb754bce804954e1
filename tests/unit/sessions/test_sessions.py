"""Sessions: opened, resumed, closed, and what happened between two."""

from __future__ import annotations

import pytest

from memory_mcp.errors import NotFoundError
from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import project_news, sessions
from memory_mcp.temporal import Period

HOUR = 3_600_000_000


def start(db: Database, project: int = 0, **more) -> tuple[sessions.Session, bool]:
    with db.writing("test") as tx:
        return sessions.start(tx, project_id=project, **more)


def learn(db: Database, text: str, *, project: int = 0, session: str | None = None, kind: str = "learning") -> str:
    with db.writing("test") as tx:
        draft = Draft(kind=kind, body=text, valid=Period(tx.now), project_id=project, session_uid=session)
        return facts.assert_(tx, draft).uid


def project(db: Database, name: str) -> int:
    with db.writing("test") as tx:
        return projects.ensure(tx, projects.named(name))


def test_the_same_conversation_of_a_client_is_one_session(db, clock):
    first, is_first = start(db, client="codex", client_session="c-1")
    clock.advance(hours=1)
    again, is_again = start(db, client="codex", client_session="c-1")
    other, _ = start(db, client="gemini", client_session="c-1")
    assert (is_first, is_again) == (True, False)
    assert (first.uid, True) == (again.uid, other.uid != first.uid)


def test_a_client_that_names_no_conversation_gets_a_session_each_time(db):
    assert start(db, client="codex")[0].uid != start(db, client="codex")[0].uid


def test_a_conversation_that_is_resumed_after_its_end_is_open_again_with_its_summary(db):
    session, _ = start(db, client="codex", client_session="c-1")
    with db.writing("test") as tx:
        sessions.end(tx, session.uid, summary="half done")
    again, _ = start(db, client="codex", client_session="c-1")
    assert (again.uid, again.ended_at, again.summary) == (session.uid, None, "half done")


def test_ending_again_keeps_what_is_not_given_and_the_time_of_the_first_end(db, clock):
    session, _ = start(db)
    with db.writing("test") as tx:
        first, was_open = sessions.end(tx, session.uid, summary="done", tasks=["a"], next_steps=["rest"])
    clock.advance(hours=1)
    with db.writing("test") as tx:
        again, still_open = sessions.end(tx, session.uid, open_questions=["why?"])
    assert (was_open, still_open) == (True, False)
    assert (again.summary, again.tasks, again.open_questions, again.next_steps) == (
        "done",
        ("a",),
        ("why?",),
        ("rest",),
    )
    assert again.ended_at == first.ended_at


def test_a_session_nobody_opened_cannot_be_ended(db):
    with db.writing("test") as tx, pytest.raises(NotFoundError, match="no session with id 'nope'"):
        sessions.end(tx, "nope")


def test_earlier_sessions_are_those_of_the_project_newest_first(db, clock):
    api, web = project(db, "api"), project(db, "web")
    uids = []
    for where in (api, api, web, api):
        clock.advance(hours=1)
        uids.append(start(db, where)[0].uid)
        learn(db, "said in it", session=uids[-1])
    with db.reading() as snapshot:
        found = [past.session.uid for past in sessions.previous(snapshot, api, limit=2, but=uids[3])]
        assert (found, sessions.total(snapshot, api), sessions.total(snapshot, -1)) == ([uids[1], uids[0]], 3, 4)


def test_sessions_in_which_nothing_was_said_hide_none_in_which_something_was(db, clock):
    told, summed_up = (start(db)[0].uid for _ in range(2))
    learn(db, "said in it", session=told)
    with db.writing("test") as tx:
        sessions.end(tx, summed_up, summary="done")
    for _ in range(4):
        clock.advance(hours=1)
        start(db)
    with db.reading() as snapshot:
        found = {past.session.uid for past in sessions.previous(snapshot, 0, limit=2)}
        assert (found, sessions.total(snapshot, 0)) == ({told, summed_up}, 2)


def test_a_session_nobody_ended_was_left_when_the_last_thing_was_said_in_it(db, clock):
    session, _ = start(db)
    clock.advance(hours=2)
    learn(db, "said late", session=session.uid)
    said_at = clock.now()
    clock.advance(hours=5)
    with db.reading() as snapshot:
        (past,) = sessions.previous(snapshot, 0, limit=3)
    assert past.last_active_at == said_at


def test_of_sessions_at_once_the_last_is_the_one_in_which_something_was_said_last(db, clock):
    long, short = start(db)[0].uid, start(db)[0].uid
    for uid in (long, short, long):
        clock.advance(hours=1)
        learn(db, f"said at {clock.now()}", session=uid)
    with db.reading() as snapshot:
        assert [past.session.uid for past in sessions.previous(snapshot, 0, limit=2)] == [long, short]


def test_what_happened_since_is_what_began_then_and_still_holds_in_scope(db, clock):
    api, web = project(db, "api"), project(db, "web")
    learn(db, "before", project=api)
    clock.advance(hours=1)
    since = clock.now()
    clock.advance(hours=1)
    learn(db, "elsewhere", project=web)
    learn(db, "lesson", project=api)
    gone = learn(db, "gone", project=api)
    archived = learn(db, "archived", project=api)
    learn(db, "choice", kind="decision")
    with db.writing("test") as tx:
        facts.retract(tx, gone)
        lifecycle.archive(tx, archived)
    with db.reading() as snapshot:
        assert [item.body for item in project_news.happened(snapshot, api, since, limit=9)] == ["choice", "lesson"]
        assert project_news.counts_since(snapshot, api, since) == {"decision": 1, "learning": 2}


def test_pinned_rows_come_with_the_most_important_first(db):
    with db.writing("test") as tx:
        for text, importance in (("minor", 0.2), ("unset", None), ("major", 0.9)):
            draft = Draft(kind="learning", body=text, valid=Period(tx.now), importance=importance)
            lifecycle.pin(tx, facts.assert_(tx, draft).uid, pinned=True)
    learn(db, "not pinned")
    with db.reading() as snapshot:
        assert [item.body for item in project_news.pinned(snapshot, 0, limit=9)] == ["major", "unset", "minor"]
