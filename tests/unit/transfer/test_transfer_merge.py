"""Two memories become one: nothing lost, nothing reverted, nothing twice."""

from __future__ import annotations

import pytest
from transfers import bodies, exported, imported, learn, name, observe, written

from memory_mcp.store.documents import documents
from memory_mcp.store.facts import erasure, facts, lifecycle, profile, versions
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.mending import invariants
from memory_mcp.store.graph import entities
from memory_mcp.store.sessions import turns
from memory_mcp.temporal import Period
from memory_mcp.transfer.exporting import export_file
from memory_mcp.transfer.importing import take_in

DAY = 86_400_000_000


def state_of(db, uid):
    with db.reading() as snapshot:
        return lifecycle.state(snapshot, uid)


def test_an_entity_of_the_same_name_keeps_its_id_and_its_facts(here, there, carry):
    mine = name(here, "Zoë")
    theirs = name(there, "ZOE", aliases=("Z",))
    observe(there, theirs, "likes tea")
    report = carry(there, here)

    with here.reading() as snapshot:
        assert snapshot.rows("SELECT parent_uid, body FROM item WHERE kind = 'observation'") == [(theirs, "likes tea")]
        assert [found.uid for found in entities.find(snapshot, "zoe", "person", project=-1)] == sorted([mine, theirs])
    assert (report.added, report.merged) == (2, 0)


def test_an_entity_of_another_type_is_another_entity(here, there, carry):
    name(here, "Mercury", entity_type="planet")
    name(there, "Mercury", entity_type="service")

    assert carry(there, here).added == 1


def test_a_relation_keeps_both_its_ends(here, there, carry):
    name(here, "Ann")
    theirs, bob = name(there, "Ann"), name(there, "Bob")
    with there.writing("test") as tx:
        draft = Draft("relation", "", Period(tx.now), title="knows", parent_uid=bob, target_uid=theirs)
        facts.assert_(tx, draft)
    carry(there, here)

    with here.reading() as snapshot:
        assert snapshot.rows("SELECT parent_uid, target_uid FROM item WHERE kind = 'relation'") == [(bob, theirs)]


def test_a_lesson_of_the_same_text_that_another_memory_recorded_stays_beside_it(here, there, carry):
    learn(here, "We use tabs.", tags=("a",))
    learn(there, "we use  TABS", tags=("b",))
    report = carry(there, here)

    assert (report.added, bodies(here, "learning")) == (1, ["We use tabs.", "we use  TABS"])


def test_a_lesson_of_the_same_text_without_a_history_is_the_same_lesson(here, stores):
    mine = learn(here, "We use tabs.", tags=("a",))
    lesson = {"id": "x", "content": "we use  TABS", "category": "fact", "tags": ["b"], "state": {"useCount": 1}}
    value = {"format": "memory-mcp-export", "version": 1, "learnings": [lesson]}
    report = imported(here, written(stores.path("in.json"), value))

    assert (report.added, report.merged, bodies(here, "learning")) == (0, 1, ["We use tabs."])
    with here.reading() as snapshot:
        assert versions.require(snapshot, mine).tags == ("a", "b")
    assert state_of(here, mine).use_count == 1


def test_a_tag_that_a_file_writes_otherwise_is_no_other_one(here, stores):
    mine = learn(here, "We use tabs.", tags=("Deploy",))
    lesson = {"id": "x", "content": "We use tabs.", "category": "fact", "tags": ["deploy", "weekly"]}
    value = {"format": "memory-mcp-export", "version": 1, "learnings": [lesson]}
    imported(here, written(stores.path("in.json"), value))
    with here.reading() as snapshot:
        assert versions.require(snapshot, mine).tags == ("Deploy", "weekly")


def test_a_lesson_of_the_same_text_in_another_project_is_another(here, there, carry):
    learn(here, "we use tabs")
    with there.writing("test") as tx:
        tx.execute("INSERT INTO project (name) VALUES ('api')")
        facts.assert_(tx, Draft("learning", "we use tabs", Period(tx.now), project_id=tx.inserted_id()))

    assert carry(there, here).added == 1


def test_two_lessons_one_memory_tells_apart_stay_two(here, there, carry):
    learn(there, "we use tabs")
    learn(there, "We use tabs")

    assert carry(there, here).added == 2


def test_a_use_count_never_falls(here, there, carry):
    uid = learn(there, "we use tabs")
    carry(there, here)
    for db, uses in ((here, 5), (there, 2)):
        for _ in range(uses):
            with db.writing("test") as tx:
                lifecycle.note_use(tx, uid)
    carry(there, here)

    assert state_of(here, uid).use_count == 5


def test_what_was_archived_there_is_archived_here(here, there, carry):
    uid = learn(there, "we use tabs")
    carry(there, here)
    with there.writing("test") as tx:
        lifecycle.archive(tx, uid, reason="old")
    report = carry(there, here)

    assert (state_of(here, uid).archive_reason, report.merged) == ("old", 1)


def test_what_was_archived_here_is_not_brought_back_by_an_older_file(here, there, carry):
    uid = learn(there, "we use tabs")
    carry(there, here)
    with here.writing("test") as tx:
        lifecycle.archive(tx, uid, reason="old")
    with there.writing("test") as tx:
        lifecycle.note_use(tx, uid)
    carry(there, here)

    assert state_of(here, uid).archived_at is not None


def test_what_was_restored_here_is_not_archived_again_by_an_older_file(here, there, carry, clock):
    uid = learn(there, "we use tabs")
    with there.writing("test") as tx:
        lifecycle.archive(tx, uid)
    carry(there, here)
    with here.writing("test") as tx:
        lifecycle.restore(tx, uid)

    assert carry(there, here).unchanged == 1
    assert state_of(here, uid).archived_at is None


def test_a_fact_that_was_superseded_there_is_superseded_here(here, there, carry, clock):
    ann = name(there, "Ann")
    berlin = observe(there, ann, "lives in Berlin")
    carry(there, here)
    clock.advance(days=1)
    hamburg = observe(there, ann, "lives in Hamburg")
    with there.writing("test") as tx:
        facts.supersede(tx, berlin, by=hamburg, reason="moved")
    report = carry(there, here)

    assert bodies(here, "observation") == ["lives in Hamburg"]
    assert (report.merged, report.added) == (1, 2)
    with here.reading() as snapshot:
        assert facts.superseded_by(snapshot, berlin) == hamburg


def test_a_fact_that_was_superseded_here_is_not_opened_again_by_an_older_file(here, there, carry, clock):
    uid = learn(there, "we use tabs")
    carry(there, here)
    clock.advance(days=1)
    with here.writing("test") as tx:
        facts.supersede(tx, uid, by=None)
    clock.advance(days=1)

    assert carry(there, here).unchanged == 1
    assert bodies(here, "learning") == []


def test_the_link_of_a_superseded_lesson_leads_to_what_replaced_it_there(here, there, carry):
    learn(here, "we use spaces")
    old, new = learn(there, "we use tabs"), learn(there, "we use spaces")
    with there.writing("test") as tx:
        facts.supersede(tx, old, by=new)
    carry(there, here)

    with here.reading() as snapshot:
        assert facts.superseded_by(snapshot, old) == new
        assert set(bodies(here, "learning")) == {"we use spaces"}


@pytest.mark.parametrize("later", ["here", "there"])
def test_of_two_corrections_apart_from_each_other_the_later_stands_on_both_sides(here, there, carry, clock, later):
    uid = learn(there, "we use tabs")
    carry(there, here)
    for db in (there, here) if later == "here" else (here, there):
        clock.advance(days=1)
        with db.writing("test") as tx:
            facts.correct(tx, uid, body=f"said {'here' if db is here else 'there'}")
    clock.advance(days=1)
    carry(there, here)
    carry(here, there)

    assert bodies(here, "learning") == bodies(there, "learning") == [f"said {later}"]


def test_two_memories_that_exchange_twice_are_the_same(here, there, carry, clock, stores):
    uid = learn(there, "we use tabs")
    name(here, "Bob")
    carry(there, here)
    carry(here, there)
    clock.advance(days=1)
    with here.writing("test") as tx:
        facts.correct(tx, uid, body="we use spaces")
    learn(there, "never on Fridays")
    carry(there, here)
    carry(here, there)

    assert exported(here, stores.path("a.json")) == exported(there, stores.path("b.json"))


def test_what_was_erased_here_is_not_brought_back(here, there, carry):
    ann = name(there, "Ann")
    observe(there, ann, "lives in Berlin")
    uid = learn(there, "my number is 5")
    carry(there, here)
    with here.writing("test") as tx:
        erasure.erase(tx, uid)
        erasure.erase(tx, ann)
    observe(there, ann, "said after it was erased here")
    report = carry(there, here)

    assert report.skipped == {"erased here": 4}
    assert bodies(here, "learning") == bodies(here, "entity") == bodies(here, "observation") == []


@pytest.mark.parametrize("kind", ["session", "handoff", "digest"])
def test_an_erasure_of_another_kind_leaves_a_row_of_that_id_as_it_is(here, kind):
    uid = learn(here, "tea")

    take_in(here, [{"type": "erasure", "id": uid, "kind": kind, "at": "2026-01-01T00:00:00Z", "origin": "other"}])

    with here.reading() as snapshot:
        assert not erasure.is_erased(snapshot, uid)
        assert invariants.check(snapshot) == []


def test_an_erasure_of_a_fact_leaves_a_session_of_that_id_as_it_is(here):
    take_in(here, [{"type": "session", "id": "s1", "client": "c", "clientSession": "c1"}])

    take_in(here, [{"type": "erasure", "id": "s1", "kind": "learning", "origin": "other"}])

    with here.reading() as snapshot:
        assert not erasure.is_erased(snapshot, "s1")


def test_an_erased_turn_is_not_brought_back_under_another_id(here, there, carry):
    with here.writing("test") as tx:
        uid = turns.add(tx, turns.Utterance("my number is 5", external_id="t")).uid
        erasure.erase(tx, uid)
    with there.writing("test") as tx:
        turns.add(tx, turns.Utterance("my number is 5", external_id="t"))

    assert carry(there, here).skipped == {"erased here": 1}


def test_the_same_turn_captured_twice_is_one(here, there, carry):
    for db in (here, there):
        with db.writing("test") as tx:
            turns.add(tx, turns.Utterance("hello", external_id="t"))

    assert carry(there, here).unchanged == 1


def test_other_words_under_the_key_of_a_turn_are_reported(here, there, carry):
    for db, text in ((here, "hello"), (there, "goodbye")):
        with db.writing("test") as tx:
            turns.add(tx, turns.Utterance(text, external_id="t"))
    report = carry(there, here)

    assert report.skipped == {"another text under the same key": 1}
    assert "another text under the same key" in report.problems[0]


def test_the_same_document_without_a_history_is_kept_once(here, stores):
    with here.writing("test") as tx:
        documents.save(tx, documents.Document("one\ntwo\n"))
    value = {"format": "memory-mcp-export", "version": 1, "documents": [{"id": "x", "text": "one\ntwo\n"}]}

    assert imported(here, written(stores.path("in.json"), value)).unchanged == 1


def test_a_document_retracted_there_is_out_of_sight_here(here, there, carry):
    with there.writing("test") as tx:
        uid = documents.save(tx, documents.Document("one\ntwo\n")).uid
    carry(there, here)
    with there.writing("test") as tx:
        documents.retract(tx, uid)
    carry(there, here)

    assert bodies(here, "passage") == []


def test_a_field_and_a_goal_that_were_removed_go_elsewhere_and_do_not_come_back(here, there, carry, clock):
    with here.writing("told") as tx:
        profile.set_field(tx, "name", "Ann")
        profile.set_goal(tx, 0, "ship")
    carry(here, there)
    with here.writing("removed") as tx:
        assert profile.delete_field(tx, "name")
        assert profile.clear_goal(tx, 0)

    carry(there, here)
    carry(here, there)

    for db in (here, there):
        with db.reading() as snapshot:
            assert (profile.fields(snapshot), profile.goal(snapshot, 0)) == ({}, None)


def test_the_later_profile_and_goal_stand(here, there, carry, clock):
    for db in (there, here):
        with db.writing("test") as tx:
            profile.set_field(tx, "language", "German" if db is there else "English")
            profile.set_goal(tx, 0, "ship" if db is there else "rest")
        clock.advance(seconds=1)
    carry(there, here)
    carry(here, there)

    for db in (here, there):
        with db.reading() as snapshot:
            assert profile.fields(snapshot) == {"language": "English"}
            assert profile.goal(snapshot, 0).text == "rest"


def test_a_clock_that_ran_ahead_there_does_not_poison_ours(here, there, carry, clock):
    clock.advance(days=4_000)
    uid = learn(there, "we use tabs")
    # Used for so long, it is not mended there by itself.
    clock.advance(days=500)
    with there.writing("test") as tx:
        facts.correct(tx, uid, body="we use spaces")
    clock.advance(days=-4_501)
    report = carry(there, here)

    assert (bodies(here, "learning"), report.added) == (["we use spaces"], 2)
    with here.writing("test") as tx:
        assert tx.now < clock.now() + DAY
    assert "recorded in the future" in report.problems[0]
    assert carry(there, here).unchanged == 2


@pytest.mark.parametrize("texts", [["we use spaces"], ["we use spaces", "we use tabs"], [None]])
@pytest.mark.parametrize("days", [0, 4_000], ids=["learnt before", "learnt then"])
def test_what_was_done_there_under_a_clock_that_is_ahead_is_done_here(here, there, stores, clock, texts, days):
    clock.advance(days=days)
    uid = learn(there, "we use tabs")
    export_file(there, first := stores.path("first.jsonl"))
    clock.advance(days=4_000 - days)
    for text in texts:
        clock.advance(days=1)
        with there.writing("test") as tx:
            facts.retract(tx, uid) if text is None else facts.correct(tx, uid, body=text)
    export_file(there, path := stores.path("out.jsonl"))
    clock.advance(days=-3_999)
    imported(here, first)
    for _ in range(2):
        clock.advance(seconds=1)
        imported(here, path)
        with here.reading() as snapshot:
            assert [one.body for one in versions.believed(snapshot, uid)] == [text for text in texts[-1:] if text]


def test_invariants_hold_after_a_merge_of_everything(here, there, carry):
    for db in (here, there):
        ann = name(db, "Ann", aliases=("Annie",))
        observe(db, ann, "lives in Berlin")
        learn(db, "we use tabs")
    carry(there, here)

    with here.reading() as snapshot:
        assert invariants.check(snapshot) == []
