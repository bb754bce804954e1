"""What happened, newest first."""

from __future__ import annotations

import re

import pytest
from two_ids import superseded_by_each

from memory_mcp.store.facts import erasure, facts, lifecycle
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft, Item
from memory_mcp.store.file.database import Database
from memory_mcp.store.overview import fact_lives
from memory_mcp.store.sessions import project_news, sessions, timeline
from memory_mcp.store.sessions.timeline import TimelineFilter, TimelinePage
from memory_mcp.temporal import Period

HOUR = 3_600_000_000


def put(db: Database, text: str, at: int, *, kind: str = "learning", project: int = 0, session: str | None = None):
    with db.writing("test") as tx:
        draft = Draft(kind=kind, body=text, valid=Period(at), project_id=project, session_uid=session)
        return facts.assert_(tx, draft)


def texts(db: Database, project: int = 0, **more) -> list[str]:
    with db.reading() as snapshot:
        return [item.body for item in timeline.events(snapshot, TimelineFilter(project, **more), limit=50).items]


def test_events_are_told_by_when_they_were_true_not_by_when_they_were_written(db, clock):
    put(db, "second", clock.now() - HOUR)
    put(db, "first", clock.now() - 2 * HOUR)
    put(db, "third", clock.now())
    assert texts(db) == ["third", "second", "first"]


def test_since_is_inclusive_and_until_is_not(db, clock):
    times = [clock.now() - hours * HOUR for hours in (3, 2, 1)]
    for name, at in zip("abc", times, strict=True):
        put(db, name, at)
    assert texts(db, since=times[1]) == ["c", "b"]
    assert texts(db, until=times[1]) == ["a"]
    assert texts(db, since=times[1], until=times[2]) == ["b"]


def test_what_is_still_to_come_has_not_happened(db, clock):
    put(db, "planned", clock.now() + HOUR)
    assert texts(db) == []
    assert texts(db, until=clock.now() + 2 * HOUR) == ["planned"]


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_pages_of_any_size_together_are_the_whole_without_gap_or_double(db, clock, size):
    for number in range(7):
        put(db, str(number), clock.now() - HOUR * (number // 3))
    whole, seen, before = texts(db), [], None
    with db.reading() as snapshot:
        while True:
            page = timeline.events(snapshot, TimelineFilter(0), limit=size, before=before)
            seen += [item.body for item in page.items]
            before = page.next
            if before is None:
                break
    assert seen == whole


def test_a_session_is_told_alone_and_with_what_is_known_of_it(db, clock):
    with db.writing("test") as tx:
        session, _ = sessions.start(tx, project_id=0, client="codex")
    put(db, "inside", clock.now(), session=session.uid)
    put(db, "outside", clock.now())
    with db.reading() as snapshot:
        page = timeline.events(snapshot, TimelineFilter(0, session=session.uid), limit=9)
    assert [item.body for item in page.items] == ["inside"]
    assert page.sessions[session.uid].client == "codex"


def test_kinds_project_archive_and_retraction_bound_what_is_told(db, clock):
    with db.writing("test") as tx:
        api, web = (projects.ensure(tx, projects.named(name)) for name in ("api", "web"))
    put(db, "own", clock.now(), project=api)
    put(db, "other", clock.now(), project=web)
    put(db, "choice", clock.now(), kind="decision")
    gone, archived = put(db, "gone", clock.now()), put(db, "archived", clock.now())
    with db.writing("test") as tx:
        facts.retract(tx, gone.uid)
        lifecycle.archive(tx, archived.uid)
    assert texts(db, api) == ["choice", "own"]
    assert texts(db, api, kinds=("decision",)) == ["choice"]
    assert set(texts(db, -1)) == {"choice", "own", "other"}


def lines(page: TimelinePage) -> list[str]:
    return [row.body if isinstance(row, Item) else f"{row.verb} {row.body}" for row in page.rows]


def told(db: Database, project: int = 0, **more) -> list[str]:
    with db.reading() as snapshot:
        return lines(timeline.told(snapshot, TimelineFilter(project, **more), limit=50))


def test_a_change_of_belief_is_told_when_it_was_made_with_what_came_of_it(db, clock):
    start = clock.now()
    old, wrong, typo = (put(db, text, start - HOUR) for text in ("old", "wrong", "tpyo"))
    clock.advance(hours=1)
    new = put(db, "new", clock.now())
    clock.advance(hours=1)
    with db.writing("test") as tx:
        facts.supersede(tx, old.uid, by=new.uid, reason="moved")
    clock.advance(hours=1)
    with db.writing("test") as tx:
        facts.correct(tx, typo.uid, body="typo")
        facts.retract(tx, wrong.uid)
    assert told(db) == ["retract wrong", "correct tpyo", "supersede old", "new", "typo", "old"]
    with db.reading() as snapshot:
        _, corrected, superseded = timeline.told(snapshot, TimelineFilter(0), limit=3).rows
    assert (superseded.superseded_by, superseded.reason, superseded.actor) == (new.uid, "moved", "test")
    assert (corrected.became, superseded.became) == ("typo", None)


def test_a_change_with_two_ids_of_what_came_instead_is_told_once(db, clock):
    old, new = put(db, "old", clock.now() - HOUR), put(db, "new", clock.now())
    superseded_by_each(db, old.uid, new.uid, "gone")
    with db.reading() as snapshot:
        changes = [
            row for row in timeline.told(snapshot, TimelineFilter(0), limit=50).rows if not isinstance(row, Item)
        ]
        lives, _ = fact_lives.lives(snapshot, -1, ("learning",), limit=9)
    assert [change.superseded_by for change in changes] == [new.uid]
    assert [closing.superseded_by for life in lives for closing in life.closings] == [new.uid]


def test_changes_are_bounded_like_events(db, clock):
    with db.writing("test") as tx:
        web = projects.ensure(tx, projects.named("web"))
        session, _ = sessions.start(tx, project_id=0, client="codex")
    made = [
        put(db, "other", clock.now(), project=web),
        put(db, "choice", clock.now(), kind="decision"),
        put(db, "gone", clock.now()),
    ]
    archived, erased = put(db, "archived", clock.now()), put(db, "erased", clock.now())
    clock.advance(hours=1)
    changed_at = clock.now()
    for number, one in enumerate([*made, archived, erased]):
        with db.writing("test", session.uid if number == 1 else None) as tx:
            facts.retract(tx, one.uid)
    with db.writing("test") as tx:
        lifecycle.archive(tx, archived.uid)
        erasure.erase(tx, erased.uid)
    assert told(db) == ["retract gone", "retract choice"]
    assert told(db, -1) == ["retract gone", "retract choice", "retract other"]
    assert told(db, kinds=("decision",)) == ["retract choice"]
    assert told(db, session=session.uid) == ["retract choice"]
    assert told(db, until=changed_at) == []
    assert told(db, since=changed_at) == ["retract gone", "retract choice"]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 20])
def test_pages_with_changes_of_any_size_together_are_the_whole(db, clock, size):
    for number in range(6):
        one = put(db, str(number), clock.now() - HOUR * (number % 2))
        with db.writing("test") as tx:
            facts.correct(tx, one.uid, body=f"{number} corrected")
            if number % 3 == 0:
                facts.supersede(tx, one.uid, by=None)
        # Some begin to be true at the very time of another's change.
        put(db, f"{number} beside", clock.advance(seconds=1))
    whole, seen, before = told(db), [], None
    assert len(whole) == 6 + 6 + 6 + 2
    with db.reading() as snapshot:
        while True:
            page = timeline.told(snapshot, TimelineFilter(0), limit=size, before=before)
            seen += lines(page)
            before = page.next
            if before is None:
                break
    assert seen == whole


def test_the_latest_changes_are_read_in_the_order_of_time(db):
    parameters = dict.fromkeys(re.findall(r":(\w+)", timeline._CHANGES), 1) | {"kinds": "[]"}
    with db.reading() as snapshot:
        plan = [row[3] for row in snapshot.rows("EXPLAIN QUERY PLAN " + timeline._CHANGES, parameters)]
    assert plan[0].startswith("SEARCH txn USING") and "item_by" not in plan[0]  # noqa: PT018 - one step of one plan
    assert [step for step in plan if re.match(r"SCAN (item|change|txn|closed|after)\b", step)] == []


@pytest.mark.parametrize("statement", [timeline._EVENTS, timeline._EVENTS_OF_SESSION, project_news._RECENT])
def test_the_latest_rows_are_read_from_an_index_never_from_the_whole_table(db, statement):
    parameters = dict.fromkeys(re.findall(r":(\w+)", statement), 1) | {"kinds": "[]"}
    with db.reading() as snapshot:
        plan = [row[3] for row in snapshot.rows("EXPLAIN QUERY PLAN " + statement, parameters)]
    assert [step for step in plan if re.match(r"SCAN item\b", step)] == []
    assert any(step.startswith("SEARCH item USING INDEX") for step in plan)


def test_the_timeline_with_turns_is_read_in_the_order_of_time(db):
    parameters = dict.fromkeys(re.findall(r":(\w+)", timeline._EVENTS), 1) | {"kinds": "[]"}
    with db.reading() as snapshot:
        plan = [row[3] for row in snapshot.rows("EXPLAIN QUERY PLAN " + timeline._EVENTS, parameters)]
    assert [step for step in plan if "ORDER BY" in step] == []
