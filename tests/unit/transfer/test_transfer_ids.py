"""An id of a file that names another row here: the record keeps its references under an id of its own."""

from __future__ import annotations

import pytest
from transfers import bodies, imported, learn, name, written

from memory_mcp.store.facts import erasure, facts

HEAD = {"format": "memory-mcp-export", "version": 1}
LESSONS = [{"id": "1", "content": "lesson one", "category": "fact"}, {"id": "2", "content": "two", "category": "fact"}]
COUNTED = {
    "learnings": LESSONS[:1],
    "decisions": [{"id": "1", "title": "dec", "decision": "do", "reasoning": "why"}],
    "entities": [{"id": "1", "name": "Ann", "entityType": "person"}],
    "observations": [{"id": "1", "entityId": "1", "content": "Ann likes tea"}],
    "relations": [{"id": "1", "fromEntityId": "1", "toEntityId": "1", "relationType": "self"}],
    "sessions": [{"id": "1", "startedAt": "2026-01-01 00:00:00"}],
}


def test_an_id_that_is_another_kind_of_row_here_comes_in_under_one_of_its_own(here, there, carry):
    learn(here, "we use tabs", uid="x")
    name(there, "Ann", uid="x")
    first, again = carry(there, here), carry(there, here)

    assert (first.added, first.skipped, again.added, again.unchanged) == (1, {}, 0, 1)
    assert (bodies(here, "learning"), bodies(here, "entity")) == (["we use tabs"], ["Ann"])
    with here.reading() as snapshot:
        uid = snapshot.value("SELECT uid FROM item WHERE kind = 'entity'")
    assert first.problems == [f"line 2: its id x is that of another row here; this entity has the id {uid}"]
    assert again.problems == []


def test_a_uuid_of_an_entity_brings_no_lesson_into_its_place(here, there, carry):
    uid = "01a226d6-4f62-7bb8-8c32-de2d5eafa309"
    name(here, "Ann", uid=uid)
    learn(there, "we use tabs", uid=uid)
    first, again = carry(there, here), carry(there, here)

    assert (first.added, again.added, again.unchanged) == (1, 0, 1)
    assert (bodies(here, "learning"), bodies(here, "entity")) == (["we use tabs"], ["Ann"])


def test_a_relation_to_a_lesson_s_uuid_makes_its_end_apart_from_the_lesson(here, stores):
    uid, other = "01a226d6-4f62-7bb8-8c32-de2d5eafa309", "01a226d6-4f62-7bb8-8c32-de2d5eafa310"
    told = {
        "learnings": [{"id": uid, "content": "we use tabs", "category": "fact"}],
        "relations": [{"id": other, "fromEntityId": uid, "toEntityId": uid, "relationType": "self"}],
    }
    path = written(stores.path("in.json"), HEAD | told)
    first, again = imported(here, path), imported(here, path)

    assert (first.added, again.added, again.unchanged) == (2, 0, 2)
    assert bodies(here, "learning") == ["we use tabs"]


@pytest.mark.parametrize("format_", ["memory-mcp-export", "studiomeyer-memory-export"])
def test_ids_that_count_from_one_in_every_kind_keep_all_records_and_their_references(here, stores, format_):
    path = written(stores.path("in.json"), {"format": format_, "version": 1} | COUNTED)
    first, again = imported(here, path), imported(here, path)

    assert (first.added, first.skipped) == (6, {})
    assert (again.added, again.merged, again.unchanged) == (0, 0, 6)
    with here.reading() as snapshot:
        rows = snapshot.rows("SELECT kind, uid, parent_uid, target_uid FROM item ORDER BY id")
    ann = next(uid for kind, uid, *_ in rows if kind == "entity")
    assert [row[2:] for row in rows if row[0] in ("observation", "relation")] == [(ann, None), (ann, ann)]
    assert len({row[1] for row in rows}) == 5


def test_what_replaced_a_decision_is_a_decision_whatever_else_has_its_id(here, stores):
    decisions = [
        {"id": "1", "title": "a", "decision": "use a", "recordedAt": "2026-01-01", "supersededById": "2"},
        {"id": "2", "title": "b", "decision": "use b", "recordedAt": "2026-01-02"},
    ]
    imported(here, written(stores.path("in.json"), HEAD | {"learnings": LESSONS, "decisions": decisions}))

    with here.reading() as snapshot:
        uids = dict(snapshot.rows("SELECT title, uid FROM item WHERE kind = 'decision'"))
        assert facts.superseded_by(snapshot, uids["a"], snapshot.now) == uids["b"]


def test_a_fact_of_an_entity_that_is_in_no_file_leaves_the_id_of_another_kind_alone(here, stores):
    orphan = {"id": "o", "entityId": "1", "content": "lives in Berlin"}
    path = written(stores.path("in.json"), HEAD | {"learnings": LESSONS, "observations": [orphan]})
    first, again = imported(here, path), imported(here, path)
    ann = {"id": "1", "name": "Ann", "entityType": "person"}
    imported(here, written(stores.path("ann.json"), HEAD | {"entities": [ann]}))

    assert (first.added, again.added, bodies(here, "entity")) == (3, 0, ["Ann"])


def test_an_erased_row_keeps_its_kind_away_and_no_other(here, stores):
    path = written(stores.path("in.json"), HEAD | COUNTED)
    imported(here, path)
    with here.writing("test") as tx:
        uid = tx.value("SELECT uid FROM item WHERE kind = 'learning'")
        erasure.erase(tx, uid)
    again = imported(here, path)

    assert (again.added, again.unchanged, again.skipped) == (0, 5, {"erased here": 1})


@pytest.mark.parametrize("between", [[], [{"id": "y", "content": "we use vim", "category": "fact"}]])
def test_another_text_under_an_id_of_the_same_file_is_reported(here, stores, between):
    lessons = [{"id": "x", "content": text, "category": "fact"} for text in ("we use tabs", "we use spaces")]
    value = HEAD | {"learnings": [lessons[0], *between, lessons[1]]}
    report = imported(here, written(stores.path("in.json"), value))

    assert (report.added, report.unchanged, sum(report.skipped.values())) == (1 + len(between), 0, 1)
    assert "we use tabs" in bodies(here, "learning")
