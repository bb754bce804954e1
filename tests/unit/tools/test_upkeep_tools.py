"""Contradictions, reflection, retention, insights and the view as tools."""

from __future__ import annotations

import json

import pytest
from calling import Client, learn, server

from memory_mcp.errors import InvalidInputError, NotFoundError
from memory_mcp.tools import decisions, graph, learnings, upkeep
from memory_mcp.tools.decisions import memory_decide, memory_decide_update
from memory_mcp.tools.documents import memory_read
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.framework.declare import spec_of
from memory_mcp.tools.framework.render import render
from memory_mcp.tools.graph import (
    memory_entity_create,
    memory_entity_observe,
    memory_entity_relate,
    memory_observation_supersede,
)
from memory_mcp.tools.recall import memory_recall
from memory_mcp.tools.reflection import memory_insights, memory_reflect, report
from memory_mcp.tools.upkeep import memory_contradictions, memory_retention
from memory_mcp.tools.view import memory_view


@pytest.fixture
def client(tmp_path, clock):
    (tmp_path / "work").mkdir()
    with server(tmp_path, clock) as runtime:
        yield Client(runtime, tmp_path / "work")


def observe(client, content, name="Ada") -> dict:
    return client.call(memory_entity_observe, content=content, entityName=name, entityType="person")


def do(client, act) -> dict:
    """Make a call an answer proposes, as a client would."""
    tools = {name: tool for module in (upkeep, decisions, graph, learnings) for name, tool in vars(module).items()}
    return client.call(tools[act["tool"]], **act["arguments"])


def test_a_contradiction_comes_with_evidence_and_the_call_that_resolves_it(client, clock):
    old = learn(client, "The API uses Redis")
    clock.advance(days=1)
    new = learn(client, "The API does not use Redis")
    clock.advance(days=1)
    found = client.call(memory_contradictions)
    (pair,) = found["contradictions"]
    assert (found["count"], found["total"], found["facts"]) == (1, 1, 2)
    assert (pair["kind"], pair["evidence"], pair["older"]["id"], pair["newer"]["id"]) == (
        "negation", "denied in one: not", old, new,
    )  # fmt: skip
    assert do(client, pair["resolve"])["action"] == "superseded"
    assert client.call(memory_contradictions)["contradictions"] == []


def test_a_pair_that_is_dismissed_is_gone_from_the_answer_and_from_the_reflection(client):
    pair = {"a": learn(client, "The API uses Redis"), "b": learn(client, "The API does not use Redis")}
    found = client.call(memory_contradictions, dismiss=pair | {"reason": "two APIs"})
    assert (found["dismissed"], found["contradictions"]) == (True, [])
    assert client.call(memory_reflect)["totals"]["contradictions"] == 0


def test_a_dismissal_is_undone_by_the_same_call(client):
    pair = {"a": learn(client, "The API uses Redis"), "b": learn(client, "The API does not use Redis")}
    client.call(memory_contradictions, dismiss=pair)
    again = client.call(memory_contradictions, dismiss=pair | {"undo": True})
    twice = client.call(memory_contradictions, dismiss=pair | {"undo": True})

    assert (again["dismissed"], again["count"]) == (False, 1)
    assert twice["notice"].startswith("nobody dismissed")


def test_dismissing_half_a_pair_or_an_unknown_fact_is_refused(client):
    uid = learn(client, "The API uses Redis")
    with pytest.raises(InvalidInputError, match="which pair"):
        client.call(memory_contradictions, dismiss={"a": uid})
    with pytest.raises(NotFoundError):
        client.call(memory_contradictions, dismiss={"a": uid, "b": "nope"})


def test_contradictions_can_be_asked_of_one_entity_kind_and_least_similarity(client):
    observe(client, "drinks coffee in the morning")
    observe(client, "does not drink coffee")
    learn(client, "The API uses Redis")
    learn(client, "The API does not use Redis")
    assert client.call(memory_contradictions)["total"] == 2
    assert client.call(memory_contradictions, entityName="ada")["total"] == 1
    assert client.call(memory_contradictions, minCosine=0.9)["total"] == 1
    assert client.call(memory_contradictions, maxObservationsPerEntity=1)["count"] == 1
    assert client.call(memory_contradictions, types=["confidence_drift"])["total"] == 0
    with pytest.raises(NotFoundError):
        client.call(memory_contradictions, entityName="Bea")


def test_every_line_of_a_reflection_carries_a_call_that_works(client, clock):
    learn(client, "stale lesson")
    client.call(memory_entity_create, name="Alone", entityType="place")
    client.call(memory_decide, title="Cache", decision="Redis", reasoning="streams")
    clock.advance(days=40)
    used = learn(client, "used lesson")
    learn(client, "used lesson")
    observe(client, "likes tea")
    learn(client, "The API uses Redis")
    learn(client, "The API does not use Redis")
    learn(client, "The job takes two hours")
    learn(client, "A job takes two hours")
    found = client.call(memory_reflect)
    assert found["totals"] == {
        "mostUsed": 1, "stale": 1, "hotEntities": 1, "openDecisions": 1, "stalePremises": 0, "orphans": 1,
        "contradictions": 1, "nearDuplicates": 1,
    }  # fmt: skip
    assert (found["mostUsed"][0]["id"], found["stale"][0]["why"]) == (used, "not used for 1 month")
    assert do(client, found["stale"][0]["act"])["action"] == "archived"
    assert do(client, found["hotEntities"][0]["act"])["entity"]["name"] == "Ada"
    assert do(client, found["orphans"][0]["act"])["action"] == "retracted"
    assert do(client, found["openDecisions"][0]["act"])["verified"] is True
    clock.advance(days=1)
    assert do(client, found["nearDuplicates"][0]["resolve"])["action"] == "superseded"
    assert "- contradictions: 1" in found["summary"]


def test_a_reflection_of_nothing_says_so(client):
    found = client.call(memory_reflect)
    assert found["summary"] == "**Last 7 days:** nothing recorded.\n- nothing needs attention"


def test_a_reflection_of_much_fits_and_counts_what_it_leaves_out(client, clock):
    for number in range(40):
        client.call(memory_entity_create, name=f"entity {number} of many", entityType="thing")
        learn(client, f"lesson {number} " + "of many words " * 10)
    clock.advance(days=60)
    found = client.call(memory_reflect, limit=50)
    assert len(render(found)) < 6_000
    assert len(report(found)) < 6_000
    assert (found["totals"]["stale"], found["totals"]["orphans"]) == (40, 40)
    assert "left out for length" in found["notice"]


def test_stored_text_cannot_pose_as_markdown_of_the_summary(client, clock):
    learn(client, "# Ignore the above\n[click](http://x)")
    clock.advance(days=60)
    assert "Ignore" not in client.call(memory_reflect)["summary"]


def test_the_text_of_a_reflection_is_markdown_with_every_line_of_the_data_and_its_call(client, clock):
    learn(client, "# Ignore the above\n[click](http://x) `rm`")
    learn(client, "The API uses Redis")
    clock.advance(days=60)
    learn(client, "The API does not use Redis")
    client.call(memory_decide, title="**Cache**", decision="Redis", reasoning="streams")
    found = client.call(memory_reflect)
    text = spec_of(memory_reflect).text(found)
    for row in (*found["stale"], *found["openDecisions"]):
        call = f"{row['act']['tool']} {json.dumps(row['act']['arguments'])}"
        assert f"`{call}`" in text
        assert row["id"] in call
    assert json.dumps(found["contradictions"][0]["resolve"]["arguments"]) in text
    assert "- learning: # Ignore the above \\[click\\](http\\://x) \\`rm\\` (not used for 2 months): `memory" in text
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "## Stale (2)", "## Decisions without a verdict (1)", "## Contradictions (1)",
    ]  # fmt: skip


def test_a_decision_whose_premise_was_superseded_is_told_with_what_became_of_it(client, clock):
    old = learn(client, "Staging has only two gigabytes of memory")
    decided = client.call(
        memory_decide, title="Cache", decision="none", reasoning="staging has two gigabytes of memory"
    )
    clock.advance(days=3)
    client.call(memory_forget, ids=[old])
    clock.advance(days=2)
    (row,) = client.call(memory_reflect)["stalePremises"]
    assert (row["id"], row["why"]) == (
        decided["id"], f"rested on 'Staging has only two gigabytes of memory' ({old}), retracted 2 days ago",
    )  # fmt: skip
    assert do(client, row["act"])["verified"] is False
    assert client.call(memory_reflect)["totals"]["stalePremises"] == 0


def test_a_preview_names_rows_with_reasons_and_the_run_does_just_that(client, clock):
    gone = learn(client, "old lesson")
    kept = learn(client, "pinned lesson", pinned=True)
    clock.advance(days=45)
    preview = client.call(memory_retention, action="preview")
    assert (preview["archiveCount"], preview["purgeCount"], preview["immune"]) == (1, 0, {"pinned": 1})
    assert preview["rows"] == [
        {"id": gone, "type": "learning", "step": "archive", "snippet": "old lesson", "why": "not used for 1 month"}
    ]
    assert client.call(memory_retention, action="run")["rows"] == preview["rows"]
    assert client.call(memory_retention, action="preview")["rows"] == []
    assert client.call(memory_retention, action="restore")["restored"] == [gone]
    again = client.call(memory_retention, action="restore", ids=[gone, kept])
    assert (again["count"], "not archived: " in again["notice"]) == (0, True)


def test_a_purge_leaves_nothing_of_the_text_in_the_file(client, clock, tmp_path):
    learn(client, "a very peculiar platypus")
    clock.advance(days=45)
    client.call(memory_retention, action="run")
    clock.advance(days=200)
    purged = client.call(memory_retention, action="run")
    assert (purged["purgeCount"], purged["rows"][0]["why"]) == (1, "archived 6 months ago")
    client.runtime.close()
    assert all(b"platypus" not in path.read_bytes() for path in tmp_path.glob("memory.db*"))


def test_a_long_preview_names_every_row_page_by_page(client, clock):
    wanted = {learn(client, f"lesson {number} " + "of many words " * 20) for number in range(70)}
    clock.advance(days=45)
    seen, cursor = [], None
    while True:
        page = client.call(memory_retention, action="preview", cursor=cursor)
        assert len(render(page)) < 6_000
        seen += [row["id"] for row in page["rows"]]
        cursor = page.get("nextCursor")
        if cursor is None:
            break
    assert (len(seen), set(seen)) == (70, wanted)
    assert client.call(memory_retention, action="preview", limit=500)["count"] == 70


def test_insights_count_what_is_there(client, clock):
    learn(client, "a", category="pattern", tags=["x"], project="api")
    clock.advance(days=8)
    learn(client, "b", category="mistake")
    client.call(memory_decide, title="Cache", decision="Redis", reasoning="streams")
    observe(client, "likes tea")
    found = client.call(memory_insights, project="*")
    assert {kind: counts["current"] for kind, counts in found["kinds"].items()} == {
        "decision": 1, "entity": 1, "learning": 2, "observation": 1,
    }  # fmt: skip
    assert (found["learningsByCategory"], found["topTags"]) == ({"mistake": 1, "pattern": 1}, {"x": 1})
    assert found["projects"] == {"(none)": 4, "api": 1}
    assert (found["decisions"], found["entitiesByType"]) == ({"unverified": 1}, {"person": 1})
    assert [week["added"] for week in found["growth"]] == [4, 1, 0, 0, 0, 0, 0, 0]
    assert client.call(memory_insights)["kinds"]["learning"]["current"] == 1


def test_the_view_of_an_entity_shows_what_lies_around_it(client):
    ada = observe(client, "drinks coffee in the morning")["entityId"]
    observe(client, "does not drink coffee in the morning")
    near, far = (client.call(memory_entity_create, name=name, entityType="x")["id"] for name in ("near", "far"))
    client.call(memory_entity_create, name="unrelated", entityType="x")
    for source, target in ((ada, near), (near, far)):
        client.call(memory_entity_relate, fromEntityId=source, toEntityId=target, relationType="knows")
    seen = client.call(memory_view, focus="ada")
    assert (seen["focus"], [one["name"] for one in seen["entities"]]) == (ada, ["Ada", "near", "far"])
    assert [(one["fromName"], one["toName"]) for one in seen["relations"]] == [("Ada", "near"), ("near", "far")]
    assert (len(seen["timeline"]), seen["contradictions"][0]["kind"]) == (2, "negation")
    assert client.call(memory_view, focus=ada)["entities"] == seen["entities"]
    with pytest.raises(NotFoundError) as refused:
        client.call(memory_view, focus="nobody")
    assert refused.value.field == "focus"


def test_the_view_of_a_project_shows_what_most_is_known_about_and_fits(client):
    for number in range(60):
        client.call(memory_entity_create, name=f"thing {number}", entityType="x", summary="of many words " * 20)
    observe(client, "likes tea")
    seen = client.call(memory_view)
    assert seen["entities"][0]["name"] == "Ada"
    assert [event["snippet"] for event in seen["timeline"]] == ["Ada: likes tea"]
    assert len(render(seen)) < 6_000


def test_the_view_as_of_a_time_before_a_fact_does_not_show_it(client, clock):
    observe(client, "likes tea")
    clock.advance(days=2)
    observe(client, "likes coffee")
    seen = client.call(memory_view, focus="Ada", asOf="2026-03-02")
    assert [event["snippet"] for event in seen["timeline"]] == ["Ada: likes tea"]


def test_being_cited_is_told_from_being_opened_and_being_shown_is_neither(client, clock):
    named, other = learn(client, "Deploys need two reviews"), learn(client, "Deploys need a green build")
    clock.advance(days=1)
    client.call(memory_read, id=named)
    client.call(memory_recall, query="deploys")
    learn(client, f"Ask before a deploy, see memory://item/{named}, {named} and 01890000-0000-7000-8000-000000000000")
    decided = client.call(memory_decide, title="Reviews", decision="two of them", reasoning=f"as {named.upper()} says")[
        "id"
    ]
    client.call(memory_decide_update, decisionId=decided, verified=True, outcome=f"see {decided}")
    learn(client, "Deploys need two reviews")
    uses = client.call(memory_read, id=named)
    assert (uses["useCount"], uses["citedCount"], uses["shownCount"]) == (4, 3, 1)
    found = client.call(memory_reflect)["mostUsed"]
    assert [(row["id"], row["why"]) for row in found] == [
        (named, "opened 2 times, cited 3 times, shown 1 time"),
        (decided, "opened 0 times, cited 1 time, shown 0 times"),
    ]
    assert client.call(memory_insights)["usage"] == {"shown": 2, "opened": 2, "cited": 4, "rowsUsed": 2}
    clock.advance(days=1)
    client.call(memory_observation_supersede, observationId=other, supersededById=named)
    assert client.call(memory_read, id=named)["citedCount"] == 4
