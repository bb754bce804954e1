"""An import from end to end: rehearsed, interrupted, in any order, with records the store refuses."""

from __future__ import annotations

import json

import pytest
from transfers import bodies, exported, imported, learn, name, observe, written

from memory_mcp.errors import BusyError
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.graph import entities
from memory_mcp.transfer import importing
from memory_mcp.transfer.exporting import export_file


def test_a_dry_run_reports_the_same_and_writes_nothing(here, there, carry, stores):
    ann = name(there, "Ann")
    observe(there, ann, "lives in Berlin")
    learn(there, "we use tabs")
    name(here, "Ann")
    before = exported(here, stores.path("before.json"))
    dry = carry(there, here, dry_run=True)
    assert exported(here, stores.path("after.json")) == before

    wet = carry(there, here)
    assert dry.as_dict() | {"dryRun": False} == wet.as_dict()


def test_a_dry_run_of_many_records_sees_what_came_before(here, stores):
    head = {"format": "memory-mcp-export", "version": 1}
    lines = [{"type": "entity", "id": "ann", "name": "Ann", "entityType": "person"}]
    lines += [{"type": "observation", "id": f"o{n}", "entityId": "ann", "content": f"fact {n}"} for n in range(2_500)]
    path = written(stores.path("in.jsonl"), [head, *lines])

    assert imported(here, path, dry_run=True).added == 2_501
    assert bodies(here, "observation") == []


def test_facts_that_come_before_their_entity_wait_for_it(here, stores):
    head = {"format": "memory-mcp-export", "version": 1}
    fact = {"type": "observation", "id": "o", "entityId": "ann", "content": "lives in Berlin"}
    entity = {"type": "entity", "id": "ann", "name": "Ann", "entityType": "person"}
    report = imported(here, written(stores.path("in.jsonl"), [head, fact, entity]))

    assert (report.added, report.problems, bodies(here, "entity")) == (2, [], ["Ann"])


def test_a_fact_whose_entity_is_in_no_file_is_kept_under_one_made_up(here, stores):
    head = {"format": "memory-mcp-export", "version": 1}
    fact = {"type": "observation", "id": "o", "entityId": "ann-1234-5678", "content": "lives in Berlin"}
    report = imported(here, written(stores.path("in.jsonl"), [head, fact]))

    assert (report.added, bodies(here, "entity"), len(report.problems)) == (1, ["unknown ann-1234"], 1)


def test_an_entity_that_was_made_up_becomes_the_real_one_when_it_comes(here, stores):
    head = {"format": "memory-mcp-export", "version": 1}
    fact = {"type": "observation", "id": "o", "entityId": "ann", "content": "lives in Berlin"}
    imported(here, written(stores.path("in.jsonl"), [head, fact]))
    entity = {"type": "entity", "id": "ann", "name": "Ann", "entityType": "person"}
    report = imported(here, written(stores.path("in.jsonl"), [head, entity, fact]))

    assert (report.merged, report.unchanged, bodies(here, "entity")) == (1, 1, ["Ann"])
    with here.reading() as snapshot:
        assert entities.find(snapshot, "Ann", "person", project=-1)[0].uid == "ann"


def test_an_interrupted_import_goes_on_where_it_was(here, stores, monkeypatch):
    head = {"format": "memory-mcp-export", "version": 1}
    lines = [{"type": "learning", "id": f"l{n}", "content": f"lesson {n}"} for n in range(2_500)]
    path = written(stores.path("in.jsonl"), [head, *lines])
    done = []

    def stop(done_now, _total):
        done.append(done_now)
        if done_now == 2_000:
            raise BusyError("the machine goes down here")

    with pytest.raises(BusyError):
        importing.import_file(here, path, importing.ImportOptions(progress=stop))
    assert len(bodies(here, "learning")) == 2_000
    done.clear()
    report = imported(here, path, progress=lambda now, _total: done.append(now))

    assert (report.read, report.added, done) == (2_500, 2_500, [2_500])
    assert imported(here, path).unchanged == 2_500


def test_what_an_interrupted_import_of_a_tool_left_out_comes_in_by_a_persons(here, stores):
    with here.writing("test") as tx:
        other = projects.ensure(tx, projects.named("other"))
    learn(here, "it has a row already", project_id=other)
    head = {"format": "memory-mcp-export", "version": 1}
    lines = [{"type": "learning", "id": f"l{n}", "content": f"lesson {n}", "project": "other"} for n in range(1_500)]
    path = written(stores.path("in.jsonl"), [head, *lines])

    def stop(_done, _total):
        raise BusyError("the machine goes down here")

    with pytest.raises(BusyError):
        importing.import_file(here, path, importing.ImportOptions(progress=stop, within="mine"))
    assert imported(here, path).added == 1_500


def test_every_thousand_records_are_one_transaction(here, stores):
    head = {"format": "memory-mcp-export", "version": 1}
    lines = [{"type": "learning", "id": f"l{n}", "content": f"lesson {n}"} for n in range(2_500)]
    imported(here, written(stores.path("in.jsonl"), [head, *lines]))

    with here.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM txn") == 3


def test_a_record_the_store_refuses_does_not_hinder_the_others(here, stores, monkeypatch):
    def refusing(*_args, **_more):
        raise OverflowError("too large for the file")

    head = {"format": "memory-mcp-export", "version": 1}
    lines = [
        {"type": "learning", "id": "a", "content": "one"},
        {"type": "decision", "id": "b", "title": "t", "decision": "d", "tags": ["x"]},
        {"type": "learning", "id": "c", "content": "two"},
    ]
    with here.connection() as connection:
        connection.execute(
            "CREATE TRIGGER refuse BEFORE INSERT ON item WHEN new.kind = 'decision'"
            " BEGIN SELECT raise(ABORT, 'refused'); END"
        )
    report = imported(here, written(stores.path("in.jsonl"), [head, *lines]))

    assert (report.added, report.skipped) == (2, {"the store refused it": 1})
    assert report.problems == ["line 3: skipped: the store refused it (refused)"]


def test_a_file_in_any_order_of_lines_gives_the_same_memory(here, there, stores, clock):
    ann = name(there, "Ann")
    observe(there, ann, "lives in Berlin")
    learn(there, "we use tabs")
    export_file(there, path := stores.path("out.jsonl"))
    clock.advance(seconds=1)
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([head, *reversed(lines)]), encoding="utf-8")
    imported(here, path)

    assert exported(here, stores.path("a.json")) == exported(there, stores.path("b.json"))


def test_secrets_of_a_file_are_masked_and_counted(here, stores):
    token = "ghp_" + "a1B2" * 9
    head = {"format": "memory-mcp-export", "version": 1}
    lesson = {"type": "learning", "id": "a", "content": f"the token is {token}", "tags": ["x"]}
    report = imported(here, written(stores.path("in.jsonl"), [head, lesson]))

    assert token not in json.dumps(bodies(here, "learning"))
    assert sum(report.redacted.values()) == 1


def test_a_record_with_a_secret_is_skipped_where_secrets_are_refused(here, stores):
    head = {"format": "memory-mcp-export", "version": 1}
    lesson = {"type": "learning", "id": "a", "content": "the token is ghp_" + "a1B2" * 9}
    report = imported(here, written(stores.path("in.jsonl"), [head, lesson]), redact="refuse")

    assert report.skipped == {"holds a secret": 1}
