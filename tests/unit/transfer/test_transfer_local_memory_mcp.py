"""Exports of local-memory-mcp: as it writes them, as they are found in the wild, and written for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from transfers import bodies, imported, written

from memory_mcp import transfer
from memory_mcp.errors import InvalidInputError
from memory_mcp.store.facts import facts, profile, versions
from memory_mcp.store.facts import lifecycle as state
from memory_mcp.store.facts.versions import Draft
from memory_mcp.temporal import AsOf, Period, parse_time
from memory_mcp.transfer.exporting import export_file

SCHEMA = json.loads(
    (Path(transfer.__file__).parent / "formats" / "schemas" / "studiomeyer-memory-export.json").read_text()
)
KEYS = {
    "": "format version exportedAt source schemaVersion counts profile goal learnings decisions entities observations "
    "relations sessions",
    "counts": "learnings decisions entities observations relations sessions",
    "learnings": "id date category content project tags usageCount lastUsed confidence source verified verifiedAt "
    "archived archivedAt importance lifecycleState memoryType",
    "decisions": "id date title decision alternatives reasoning project tags confidence source verified verifiedAt",
    "entities": "id name entityType createdAt updatedAt summary confidence",
    "observations": "id entityId content source sessionId validFrom validTo confidence createdAt",
    "relations": "id fromEntityId toEntityId relationType weight createdAt",
    "sessions": "id startedAt endedAt project summary tasks",
}
THEN = "2026-01-10 08:30:00"
LATER = "2026-02-01 10:00:00"


def envelope(**sections: Any) -> dict[str, Any]:
    """An export with one record of each kind, as that program writes it; sections replace or add."""
    base: dict[str, Any] = {
        "format": "studiomeyer-memory-export", "version": 1, "exportedAt": LATER, "source": "local-memory-mcp",
        "schemaVersion": "2", "counts": {}, "profile": {"name": "Ann"}, "goal": "ship",
        "learnings": [learning()],
        "decisions": [{
            "id": "d1", "date": THEN, "title": "store", "decision": "SQLite", "alternatives": None,
            "reasoning": "one file", "project": None, "tags": ["db"], "confidence": 0.7, "source": None, "verified": 1,
            "verifiedAt": LATER,
        }],
        "entities": [entity()],
        "observations": [observation()],
        "relations": [{
            "id": "r1", "fromEntityId": "e1", "toEntityId": "e1", "relationType": "knows", "weight": 1,
            "createdAt": THEN,
        }],
        "sessions": [{
            "id": "s1", "startedAt": THEN, "endedAt": LATER, "project": "api", "summary": "set up", "tasks": ["ci"],
        }],
    }  # fmt: skip
    base |= sections
    base["counts"] = {name: len(base[name]) for name in KEYS["counts"].split()}
    return base


def learning(**values: Any) -> dict[str, Any]:
    return {
        "id": "l1", "date": THEN, "category": "pattern", "content": "we use tabs", "project": "api", "tags": ["style"],
        "usageCount": 3, "lastUsed": LATER, "confidence": 0.8, "source": "review", "verified": 0, "verifiedAt": None,
        "archived": 0, "archivedAt": None, "importance": None, "lifecycleState": "active", "memoryType": "semantic",
    } | values  # fmt: skip


def entity(**values: Any) -> dict[str, Any]:
    return {
        "id": "e1", "name": "Ann", "entityType": "person", "createdAt": THEN, "updatedAt": LATER, "summary": "a friend",
        "confidence": 0.7,
    } | values  # fmt: skip


def observation(**values: Any) -> dict[str, Any]:
    return {
        "id": "o1", "entityId": "e1", "content": "lives in Berlin", "source": None, "sessionId": None,
        "validFrom": THEN, "validTo": None, "confidence": 0.7, "createdAt": THEN,
    } | values  # fmt: skip


@pytest.fixture
def bring(here, stores):
    def brought(value: Any, **options: Any):
        return imported(here, written(stores.path("in.json"), value), **options)

    return brought


def test_everything_in_an_export_is_kept(here, bring):
    report = bring(envelope())

    assert (report.read, report.added, report.problems) == (8, 8, [])
    with here.reading() as snapshot:
        lesson = versions.require(snapshot, "l1")
        assert (lesson.body, lesson.tags, lesson.confidence) == ("we use tabs", ("style",), 0.8)
        assert lesson.attributes == {"category": "pattern", "source": "review", "memoryType": "semantic"}
        assert state.state(snapshot, "l1").use_count == 3
        assert state.state(snapshot, "d1").verified is True
        assert profile.fields(snapshot) == {"name": "Ann"}
        assert profile.goal(snapshot, 0).text == "ship"


def test_a_second_import_changes_nothing(bring):
    bring(envelope())
    report = bring(envelope())

    assert (report.unchanged, report.read) == (8, 8)


def test_a_record_holds_since_its_own_date_and_is_known_since_the_import(here, bring, clock):
    bring(envelope())

    with here.reading() as snapshot:
        lesson = versions.require(snapshot, "l1")
    assert lesson.valid == Period(parse_time("2026-01-10T08:30:00Z", now=0, field=""))
    assert lesson.recorded_at == clock.now()


def test_an_export_written_after_an_import_is_the_same_but_for_its_head(here, bring, stores):
    bring(envelope())
    export_file(here, path := stores.path("out.json"), format="studiomeyer")
    found, expected = json.loads(path.read_text()), envelope()
    for head in ("exportedAt", "source"):
        del found[head], expected[head]

    assert found == expected


def test_keys_stand_in_the_order_that_program_writes_them(here, bring, stores):
    bring(envelope())
    export_file(here, path := stores.path("out.json"), format="studiomeyer")
    found = json.loads(path.read_text())

    assert {section: " ".join(found[section][0] if isinstance(found[section], list) else found[section])
            for section in KEYS if section} | {"": " ".join(found)} == KEYS  # fmt: skip


def test_an_export_is_as_its_schema_says(here, bring, stores):
    bring(envelope())
    with here.writing("test") as tx:
        facts.assert_(tx, Draft("learning", "born here", Period(tx.now)))
    export_file(here, path := stores.path("out.json"), format="studiomeyer")

    jsonschema.validate(json.loads(path.read_text()), SCHEMA)


def test_the_answer_an_export_came_in_is_read_too(bring):
    assert bring({"success": True, "data": envelope(), "message": "ok"}).added == 8


@pytest.mark.parametrize("version", [2, "1", True, 1.0, None])
def test_another_version_is_refused(bring, version):
    with pytest.raises(InvalidInputError, match="version"):
        bring(envelope(version=version))


@pytest.mark.parametrize(
    ("archived", "lifecycle", "reason"),
    [(1, "archived:wrong", "wrong"), (True, "active", ""), ("1", "archived", ""), (0, "archived:old", "old")],
)
def test_an_archived_lesson_stays_archived_with_its_reason(here, bring, archived, lifecycle, reason):
    bring(envelope(learnings=[learning(archived=archived, lifecycleState=lifecycle, archivedAt=LATER)]))

    with here.reading() as snapshot:
        found = state.state(snapshot, "l1")
    assert (found.archived_at, found.archive_reason) == (parse_time("2026-02-01T10:00Z", now=0, field=""), reason)


@pytest.mark.parametrize("archived", [0, False, "0", None, "no"])
def test_a_lesson_that_is_not_archived_is_live(here, bring, archived):
    bring(envelope(learnings=[learning(archived=archived)]))

    with here.reading() as snapshot:
        assert state.state(snapshot, "l1").archived_at is None


def test_an_entity_under_two_ids_becomes_one_and_keeps_all_facts(here, bring):
    twins = [entity(), entity(id="e2", name="ANN", summary=None)]
    told = [observation(), observation(id="o2", entityId="e2", content="likes tea")]
    report = bring(envelope(entities=twins, observations=told))

    assert (bodies(here, "observation"), report.unchanged) == (["likes tea", "lives in Berlin"], 1)
    with here.reading() as snapshot:
        assert {row[0] for row in snapshot.rows("SELECT parent_uid FROM item WHERE kind = 'observation'")} == {"e1"}


def test_null_among_the_records_is_counted_and_the_rest_is_kept(bring):
    report = bring(envelope(learnings=[None, learning(), 7, "x", []]))

    assert (report.added, report.skipped) == (8, {"not an object": 4})
    assert report.problems[0] == "learnings[0]: skipped: not an object"


def test_a_list_that_is_none_is_counted(bring):
    assert bring(envelope() | {"learnings": {"a": 1}}).skipped == {"not a list of records": 1}


def test_a_fact_of_an_entity_that_is_not_in_the_file_is_kept(here, bring):
    report = bring(envelope(entities=[], relations=[]))

    assert bodies(here, "observation") == ["lives in Berlin"]
    assert report.problems == ["observations[0]: its entity e1 is not in the file; one was made up for it"]


def test_a_fact_of_a_session_that_is_not_in_the_file_is_kept(here, bring):
    bring(envelope(observations=[observation(sessionId="gone")]))

    assert bodies(here, "observation") == ["lives in Berlin"]


def test_a_fact_of_an_empty_period_is_history_and_not_shown_as_true(here, bring):
    bring(envelope(observations=[observation(validTo=THEN), observation(id="o2", content="lives in Hamburg")]))
    then = parse_time("2026-01-10T08:30:00Z", now=0, field="")

    assert bodies(here, "observation") == ["lives in Hamburg"]
    with here.reading() as snapshot:
        assert versions.held(snapshot, "o1", AsOf(then, snapshot.now)).body == "lives in Berlin"


def test_a_fact_that_ended_before_it_began_is_history_and_reported(here, bring):
    report = bring(envelope(observations=[observation(validTo="2025-01-01 00:00:00")]))

    assert bodies(here, "observation") == []
    assert report.problems == ["observations[0]: it ended before it began and is kept as history"]


@pytest.mark.parametrize("end", ["until further notice", "yesterday", "31.31.2026", 17, True, "in 2000 days"])
def test_an_end_nobody_can_read_is_an_open_end_and_reported(here, bring, end):
    report = bring(envelope(observations=[observation(validTo=end)]))

    assert bodies(here, "observation") == ["lives in Berlin"]
    assert report.problems[0].startswith("observations[0]: validTo is no time")


@pytest.mark.parametrize("end", ["2026-02-01", "1 February 2026", "2026-02-01T00:00:00+00:00"])
def test_an_end_somebody_typed_is_read(here, bring, end):
    bring(envelope(observations=[observation(validTo=end)]))

    with here.reading() as snapshot:
        assert versions.require(snapshot, "o1").valid.end == parse_time("2026-02-01T00:00Z", now=0, field="")


def test_a_date_in_the_future_is_a_clock_that_was_wrong(here, bring):
    report = bring(envelope(learnings=[learning(date="2031-01-01 00:00:00")]))

    assert bodies(here, "learning") == ["we use tabs"]
    assert report.problems == ["learnings[0]: date lies in the future and was set to now"]


def test_numbers_out_of_range_are_moved_into_it(here, bring):
    report = bring(envelope(learnings=[learning(confidence=7, importance="-1", usageCount=-3)]))

    with here.reading() as snapshot:
        lesson = versions.require(snapshot, "l1")
    assert (lesson.confidence, lesson.importance, report.problem_count) == (1.0, 0.0, 2)


@pytest.mark.parametrize(
    "record", [{"id": "x"}, {"id": "x", "content": "  "}, {"content": "no id"}, {"id": [], "content": "x"}]
)
def test_a_record_without_what_it_needs_is_skipped_and_named(bring, record):
    report = bring(envelope(learnings=[record]))

    assert sum(report.skipped.values()) == 1
    assert report.problems[0].startswith("learnings[0]: skipped: no ")


@pytest.mark.parametrize("blank", [" \n", "\u200b", "\ufeff \u3164"])
def test_a_field_of_which_nothing_is_seen_is_one_that_is_not_given(here, bring, blank):
    choice = {"id": "d2", "date": THEN, "title": blank, "decision": "SQLite", "reasoning": blank, "alternatives": blank}
    bring(envelope(decisions=[choice], entities=[entity(entityType=blank)], observations=[], relations=[]))
    with here.reading() as snapshot:
        decision, one = versions.require(snapshot, "d2"), versions.require(snapshot, "e1")
    assert (decision.title, decision.context, decision.attributes) == ("SQLite", "", {})
    assert one.attributes["entityType"] == "unknown"


def test_a_fact_that_has_ended_there_since_ends_here(here, bring):
    bring(envelope())
    report = bring(envelope(observations=[observation(validTo=LATER)]))

    assert (bodies(here, "observation"), report.merged) == ([], 1)
    with here.reading() as snapshot:
        assert versions.require(snapshot, "o1").valid.end == parse_time("2026-02-01T10:00Z", now=0, field="")


def test_a_text_that_was_changed_there_since_is_changed_here_and_stays_in_history(here, bring, clock):
    bring(envelope())
    clock.advance(days=10)
    report = bring(envelope(exportedAt="2026-03-05 00:00:00", learnings=[learning(content="we use spaces")]))

    assert (bodies(here, "learning"), report.merged) == (["we use spaces"], 1)
    with here.reading() as snapshot:
        assert [version.body for version in versions.versions(snapshot, "l1")] == ["we use tabs", "we use spaces"]


def test_a_text_that_was_changed_here_since_is_not_reverted(here, bring, clock):
    bring(envelope())
    clock.advance(days=10)
    with here.writing("test") as tx:
        facts.correct(tx, "l1", body="we use spaces")
    report = bring(envelope())

    assert (bodies(here, "learning"), report.skipped) == (["we use spaces"], {"changed here since": 1})


def test_what_has_ended_here_goes_out_as_archived(here, bring, stores, clock):
    bring(envelope())
    clock.advance(days=1)
    with here.writing("test") as tx:
        facts.supersede(tx, "l1", by=None)
    export_file(here, path := stores.path("out.json"), format="studiomeyer")

    [lesson] = json.loads(path.read_text())["learnings"]
    assert (lesson["archived"], lesson["lifecycleState"]) == (1, "archived:superseded")


def test_a_file_that_breaks_off_gives_what_stands_before(here, stores):
    text = json.dumps(envelope(learnings=[learning(id=f"l{n}", content=f"lesson {n}") for n in range(50)]))
    path = stores.path("in.json")
    path.write_text(text[: text.index("lesson 30")])
    report = imported(here, path)

    assert len(bodies(here, "learning")) == 30
    assert report.skipped == {"the file is damaged here": 1}
