"""What goes out comes in: exactly, into an empty store, and without a trace, into the same one."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import jsonschema
import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from lives import DAY, Life
from referencing import Registry, Resource
from transfers import Stores, exported, imported

from memory_mcp import transfer
from memory_mcp.store.contradictions import declarations, pairs, scan
from memory_mcp.store.documents import documents
from memory_mcp.store.facts import facts, lifecycle, profile, versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.graph import entities, observations, relations
from memory_mcp.store.handoffs import handoffs
from memory_mcp.store.sessions import sessions, turns
from memory_mcp.temporal import ManualClock, Period
from memory_mcp.transfer.exporting import export_file

START = 1_772_355_600_000_000
SCHEMAS = {
    path.name: json.loads(path.read_text())
    for path in (Path(transfer.__file__).parent / "formats" / "schemas").iterdir()
}
REGISTRY = Registry().with_resources((name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items())


@given(st.data())
@examples(10)
def test_an_export_into_an_empty_store_exports_the_same_again(data):
    with tempfile.TemporaryDirectory() as folder:
        clock = ManualClock(START)
        stores = Stores(Path(folder), clock)
        source, target = stores.new(), stores.new()
        life = Life(source, data.draw)
        for _ in range(data.draw(st.integers(1, 14))):
            with source.writing("memory_learn", session_uid=life.some(life.sessions)) as tx:
                life.live(tx)
            clock.advance(days=data.draw(st.integers(-1, 2)))
        # A file from a clock that runs ahead is another test's.
        clock.advance(days=100)
        first = exported(source, stores.path("out.json"))
        out = stores.path("out.jsonl")
        export_file(source, out)

        brought = imported(target, out)
        assert brought.added == brought.read == sum(first["counts"].values()) + len(first["profile"]), brought
        assert exported(target, stores.path("again.json")) == first
        for store in (source, target):
            again = imported(store, out)
            assert again.unchanged == again.read == brought.read, again
            assert exported(store, stores.path("unchanged.json")) == first
        stores.close()


@pytest.fixture
def lived(stores, clock) -> Database:
    """A memory with some of everything."""
    db = stores.new()
    with db.writing("memory_session_start") as tx:
        api = projects.ensure(tx, projects.named("api"))
        sessions.start(tx, project_id=api, client="codex", client_session="c1", uid="s")
        profile.set_field(tx, "name", "Ann")
        profile.set_goal(tx, api, "ship 1.0")
    with db.writing("memory_learn", "s") as tx:
        for text in ("we use tabs", "never deploy on Fridays"):
            draft = Draft(
                "learning", text, Period(tx.now), project_id=api, tags=("style",), attributes={"category": "fact"}
            )
            facts.assert_(tx, draft, uid=text)
        lifecycle.archive(tx, "we use tabs", reason="old")
        choice = Draft("decision", "SQLite", Period(tx.now), title="store", attributes={"reasoning": "one file"})
        facts.assert_(tx, choice, uid="choice")
        ann = entities.create(tx, name="Ann", entity_type="person", aliases=("Annie",), uid="ann").entity
        berlin = observations.observe(tx, ann, "lives in Berlin", valid=Period(tx.now)).observation
        relations.relate(tx, ann, ann, "knows", valid=Period(tx.now))
        documents.save(tx, documents.Document("one\ntwo\n" * 500, title="long"))
        turns.add(tx, turns.Utterance("hello", project_id=api, session_uid="s", external_id="t1", caption="a cat"))
        handoffs.begin(tx, handoffs.HandoffDraft("go on"), project_id=api)
        pairs.dismiss(tx, "we use tabs", "choice", reason="no")
        declarations.declare(tx, "uses", "one")
    clock.advance(days=10)
    with db.writing("memory_entity_observe") as tx:
        hamburg = observations.observe(tx, ann, "lives in Hamburg", valid=Period(tx.now)).observation
        facts.supersede(tx, berlin.uid, by=hamburg.uid, reason="moved")
    return db


def test_an_export_is_as_its_schema_says(lived, stores):
    export_file(lived, path := stores.path("out.json"))

    jsonschema.Draft202012Validator(SCHEMAS["memory-mcp-export.json"], registry=REGISTRY).validate(
        json.loads(path.read_text())
    )


def test_every_line_of_an_export_is_as_its_schema_says(lived, stores):
    export_file(lived, path := stores.path("out.jsonl"))
    validator = jsonschema.Draft202012Validator(SCHEMAS["memory-mcp-export-line.json"], registry=REGISTRY)

    lines = path.read_text(encoding="utf-8").splitlines()
    for line in lines:
        validator.validate(json.loads(line))
    assert {json.loads(line).get("type") for line in lines} == {
        None, "profile", "goal", "session", "entity", "observation", "relation", "learning", "decision", "document",
        "turn", "handoff", "dismissal", "relationValue",
    }  # fmt: skip


@pytest.mark.parametrize("suffix", [".json", ".jsonl", ".json.gz", ".jsonl.gz"])
def test_every_way_of_writing_holds_the_same(lived, stores, suffix):
    expected = exported(lived, stores.path("expected.json"))
    target = stores.new()
    export_file(lived, path := stores.path(f"out{suffix}"))
    imported(target, path)

    assert exported(target, stores.path("again.json")) == expected


def test_how_many_values_a_relation_has_was_said_last_by_who_said_it_last(stores, clock):
    here, there = stores.new(), stores.new()
    with here.writing("test") as tx:
        declarations.declare(tx, "uses", "one")
        declarations.declare(tx, "speaks", "one")
    clock.advance(days=1)
    with there.writing("test") as tx:
        declarations.declare(tx, "uses", "many")
        declarations.declare(tx, "lives_in", "many")
    for source, target in ((here, there), (there, here)):
        export_file(source, path := stores.path("out.json"))
        imported(target, path)
    for db in (here, there):
        with db.reading() as snapshot:
            assert declarations.declared(snapshot) == {"uses": "many", "speaks": "one", "lives_in": "many"}


def test_that_a_declaration_of_a_relation_was_taken_back_is_told_to_who_heard_of_it(stores, clock):
    here, there = stores.new(), stores.new()
    with here.writing("test") as tx:
        declarations.declare(tx, "uses", "one")
        declarations.declare(tx, "speaks", "default")
    export_file(here, early := stores.path("early.json"))
    imported(there, early)
    clock.advance(days=1)
    with here.writing("test") as tx:
        declarations.declare(tx, "uses", "default")
    export_file(here, late := stores.path("late.json"))
    assert [row["values"] for row in json.loads(late.read_text("utf-8"))["relationValues"]] == ["default"]
    for path in (late, early):
        imported(there, path)
        with there.reading() as snapshot:
            assert declarations.declared(snapshot) == {}


def test_after_a_relation_was_declared_by_a_file_all_is_compared_anew(stores):
    here, there = stores.new(), stores.new()
    with here.writing("test") as tx:
        declarations.declare(tx, "uses", "one")
    with there.writing("test") as tx:
        facts.assert_(tx, Draft("learning", "tabs", Period(tx.now)))
    scan.catch_up(there)
    export_file(here, path := stores.path("out.json"))
    imported(there, path)
    with there.reading() as snapshot:
        assert scan.pending(snapshot) == 1


def test_what_is_exported_has_its_embeddings_still_to_come(lived, stores):
    export_file(lived, path := stores.path("out.json"))
    target = stores.new()
    imported(target, path)

    with target.reading() as snapshot:
        waiting = "SELECT count(*) FROM embedding_queue"
        searchable = "SELECT count(*) FROM item WHERE kind <> 'document'"
        assert snapshot.value(waiting) == snapshot.value(searchable) > 0


def test_an_imported_entity_is_found_by_alias(lived, stores):
    export_file(lived, path := stores.path("out.json"))
    target = stores.new()
    imported(target, path)

    with target.reading() as snapshot:
        assert [entity.uid for entity in entities.find(snapshot, "annie", None, project=-1)] == ["ann"]


def test_an_imported_relation_is_found_by_its_words(lived, stores):
    export_file(lived, path := stores.path("out.json"))
    target = stores.new()
    imported(target, path)

    with target.reading() as snapshot:
        assert snapshot.value("SELECT context FROM item WHERE kind = 'relation'") == "Ann knows Ann"


def test_a_document_comes_back_to_the_character(lived, stores):
    export_file(lived, path := stores.path("out.json"))
    target = stores.new()
    imported(target, path)

    with target.reading() as snapshot:
        uid = snapshot.value("SELECT uid FROM item WHERE kind = 'document'")
        assert documents.whole_text(snapshot, uid) == "one\ntwo\n" * 500


@pytest.mark.parametrize("text", ["\u200b", "\ua7cb"])
def test_reasons_come_back_to_the_character(stores, text):
    source, target = stores.new(), stores.new()
    with source.writing("test") as tx:
        facts.assert_(tx, Draft("decision", "iron", Period(tx.now), title="Latch", attributes={"reasoning": text}))
    export_file(source, out := stores.path("out.jsonl"))
    imported(target, out)
    [decision] = exported(target, stores.path("again.json"))["decisions"]
    assert decision["reasoning"] == text


def test_who_wrote_what_and_why_comes_along(lived, stores):
    export_file(lived, path := stores.path("out.json"))
    target = stores.new()
    imported(target, path)

    with target.reading() as snapshot:
        uid = snapshot.value("SELECT uid FROM item WHERE body = 'lives in Berlin'")
        [change] = facts.changes(snapshot, uid)
    assert (change.verb, change.reason, change.actor, change.origin) == (
        "supersede", "moved", "memory_entity_observe", lived.origin,
    )  # fmt: skip


def test_an_export_of_a_project_holds_it_and_what_belongs_to_none(lived, stores):
    with lived.writing("test") as tx:
        web = projects.ensure(tx, projects.named("web"))
        facts.assert_(tx, Draft("learning", "elsewhere", Period(tx.now), project_id=web))
        api = projects.by_name(tx, "api")
    found = exported(lived, stores.path("api.json"), project=api, project_name="api")

    assert {record["content"] for record in found["learnings"]} == {"we use tabs", "never deploy on Fridays"}
    assert (found["project"], len(found["entities"])) == ("api", 1)


def test_a_relation_goes_with_both_its_ends_or_not_at_all(lived, stores):
    with lived.writing("test") as tx:
        web = projects.ensure(tx, projects.named("web"))
        api = projects.by_name(tx, "api")
        bob = entities.create(tx, name="Bob", entity_type="person", project=web).entity
        relations.relate(tx, versions.require(tx, "ann"), bob, "knows", valid=Period(tx.now))
    found = exported(lived, stores.path("api.json"), project=api)

    assert [(record["fromEntityId"], record["toEntityId"]) for record in found["relations"]] == [("ann", "ann")]


def test_an_export_without_history_holds_what_is_true_now(lived, stores):
    found = exported(lived, stores.path("now.json"), include_history=False)

    assert [record["content"] for record in found["observations"]] == ["lives in Hamburg"]
    assert "changes" not in found["observations"][0]


def test_an_export_as_of_a_day_holds_what_was_true_that_day(lived, stores):
    found = exported(lived, stores.path("then.json"), as_of=START + DAY)

    assert [(record["content"], record["validTo"] is None) for record in found["observations"]] == [
        ("lives in Berlin", False)
    ]


def test_an_export_as_of_a_day_has_no_session_and_no_handoff_of_later(lived, stores):
    with lived.writing("memory_session_start") as tx:
        sessions.start(tx, project_id=0, client="codex", client_session="c2", uid="later")
        handoffs.begin(tx, handoffs.HandoffDraft("go on later"), project_id=0)
    found = exported(lived, stores.path("then.json"), as_of=START + DAY)

    assert [record["id"] for record in found["sessions"]] == ["s"]
    assert [record["summary"] for record in found["handoffs"]] == ["go on"]


def test_an_export_as_known_a_day_ago_knows_nothing_later(lived, stores):
    found = exported(lived, stores.path("then.json"), known_at=START + DAY)

    assert [
        (record["content"], record["supersededAt"], record["supersededById"]) for record in found["observations"]
    ] == [("lives in Berlin", None, None)]


def test_an_export_as_of_then_and_as_known_then_can_be_brought_in(lived, stores):
    export_file(lived, path := stores.path("then.json"))
    exported(lived, small := stores.path("small.json"), known_at=START + DAY, as_of=START + DAY)
    target = stores.new()
    imported(target, small)
    later = imported(target, path)

    assert later.merged + later.added > 0
    assert (
        exported(target, stores.path("a.json"))["observations"]
        == exported(lived, stores.path("b.json"))["observations"]
    )


def test_archived_rows_can_be_left_out(lived, stores):
    found = exported(lived, stores.path("live.json"), include_archived=False)

    assert [record["content"] for record in found["learnings"]] == ["never deploy on Fridays"]


def test_sessions_can_be_left_out_and_turns_still_come_in(lived, stores):
    found = exported(lived, path := stores.path("facts.json"), include_sessions=False)
    target = stores.new()
    imported(target, path)

    assert (found["sessions"], found["handoffs"], len(found["turns"])) == ([], [], 1)
    assert exported(target, stores.path("again.json"), include_sessions=False) == found


def test_progress_is_told_out_and_in(lived, stores):
    told: list[tuple[int, int | None]] = []
    path = stores.path("out.jsonl")
    export_file(lived, path, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (15, 15)
    told.clear()
    imported(stores.new(), path, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (16, 16)
