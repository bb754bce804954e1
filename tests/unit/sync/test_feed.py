"""The change feed: what was touched since a number, once, without an echo."""

from __future__ import annotations

import pytest
from transfers import learn, name, observe

from memory_mcp.store.contradictions import pairs
from memory_mcp.store.documents import documents
from memory_mcp.store.documents.documents import Document
from memory_mcp.store.facts import erasure, facts, lifecycle, profile
from memory_mcp.store.sessions import sessions
from memory_mcp.store.sync import targets, touched
from memory_mcp.sync.feed import changes_since, prepare

FOLDER = "/somewhere/shared"


def told(db, target, cursor, **options):
    """Return the ids that a page of the feed tells of, by type, and the cursor behind it."""
    with db.reading() as snapshot:
        changes = changes_since(snapshot, target.id, cursor, **options)
    return [(record["type"], record.get("id")) for record in changes.records], changes.cursor


@pytest.fixture
def target(here):
    return prepare(here, FOLDER)


def test_a_file_without_a_target_keeps_no_list_of_what_was_touched(here):
    learn(here, "we use tabs")
    with here.reading() as snapshot:
        assert touched.last(snapshot) == 0


def test_the_first_feed_tells_all_that_was_there_before(here):
    lesson = learn(here, "we use tabs")
    with here.writing("test") as tx:
        profile.set_field(tx, "name", "Ann", at=tx.now)
    target = prepare(here, FOLDER)
    later = learn(here, "we use four of them")
    records, _ = told(here, target, target.pushed_through)
    assert records[0] == ("profile", None)
    assert set(records[1:]) == {("learning", lesson), ("learning", later)}


def test_a_retracted_document_is_told_without_its_passages(here, target):
    with here.writing("test") as tx:
        uid = documents.save(tx, Document("one\n\ntwo")).uid
    _, cursor = told(here, target, 0)
    with here.writing("test") as tx:
        documents.retract(tx, uid)
    assert told(here, target, cursor)[0] == [("document", uid)]


def test_what_was_told_is_not_told_again(here, target):
    learn(here, "we use tabs")
    _, cursor = told(here, target, 0)
    new = learn(here, "we use spaces after all")
    assert told(here, target, cursor) == ([("learning", new)], cursor + 1)


def correct(tx, uid):
    facts.correct(tx, uid, body="otherwise")


def retract(tx, uid):
    facts.retract(tx, uid)


def archive(tx, uid):
    lifecycle.archive(tx, uid)


def verify(tx, uid):
    lifecycle.verify(tx, uid, verified=True, outcome="held")


@pytest.mark.parametrize("verb", [correct, retract, archive, verify])
def test_each_verb_tells_of_its_fact(here, target, verb):
    uid = learn(here, "we use tabs")
    _, cursor = told(here, target, 0)
    with here.writing("test") as tx:
        verb(tx, uid)
    records, _ = told(here, target, cursor)
    assert set(records) == {("learning", uid)}


def test_being_shown_tells_of_nothing(here, target):
    uid = learn(here, "we use tabs")
    _, cursor = told(here, target, 0)
    with here.writing("test") as tx:
        lifecycle.note_shown(tx, [uid])
        lifecycle.note_shown(tx, [uid])
    assert told(here, target, cursor) == ([], cursor)


def test_a_dismissal_a_session_and_a_goal_are_told(here, target):
    a, b = sorted([learn(here, "we use tabs"), learn(here, "we use no tabs")])
    _, cursor = told(here, target, 0)
    with here.writing("test") as tx:
        pairs.dismiss(tx, a, b, reason="", at=tx.now)
        session = sessions.start(tx, client="test", project_id=0)[0].uid
        profile.set_goal(tx, 0, "ship it", at=tx.now)
    records, _ = told(here, target, cursor)
    assert records == [("goal", None), ("session", session), ("dismissal", None)]


def test_a_page_holds_what_its_facts_speak_of(here, target):
    ann = name(here, "Ann")
    fact = observe(here, ann, "lives in Berlin")
    with here.writing("test") as tx:
        # The entity is on a later page by its number now.
        lifecycle.archive(tx, ann)
    records, _ = told(here, target, 0, most=1)
    assert records == [("entity", ann), ("observation", fact)]


def test_what_came_from_a_target_is_told_to_others_only(here, target):
    other = prepare(here, "/somewhere/else")
    with touched.arriving(here, "sync", target.id) as tx:
        lifecycle.pin(tx, "fact-from-there", pinned=True)
    learn(here, "we use tabs")
    with here.reading() as snapshot:
        assert touched.count(snapshot, 0, target=target.id) == 1
        assert touched.count(snapshot, 0, target=other.id) == 2


def test_a_local_change_is_told_though_the_target_touched_the_fact_later(here, target):
    uid = learn(here, "we use tabs")
    with touched.arriving(here, "sync", target.id) as tx:
        lifecycle.pin(tx, uid, pinned=True)
    assert told(here, target, 0)[0] == [("learning", uid)]


def test_what_every_target_has_is_dropped(here, target):
    learn(here, "we use tabs")
    _, cursor = told(here, target, 0)
    with here.writing("test") as tx:
        targets.pushed(tx, target.id, cursor)
        touched.prune(tx)
    later = learn(here, "we use spaces after all")
    assert told(here, target, 0)[0] == [("learning", later)]


def test_an_erased_fact_is_told_without_its_text(here, target):
    uid = learn(here, "the door code is 4711")
    with here.writing("test") as tx:
        erasure.erase(tx, uid)
    with here.reading() as snapshot:
        changes = changes_since(snapshot, target.id, 0)
    assert [record["type"] for record in changes.records] == ["erasure"]
    assert "4711" not in str(changes.records)
