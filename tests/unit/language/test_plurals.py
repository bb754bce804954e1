"""Sentences with numbers in them are English for one as for many."""

from __future__ import annotations

import pytest
from calling import Client, server

from memory_mcp.language.plurals import counted, listed, spaced
from memory_mcp.tools.framework.paging import cut_notice
from memory_mcp.tools.graph import memory_entity_observe
from memory_mcp.tools.learnings import memory_learn
from memory_mcp.tools.reflection import memory_reflect
from memory_mcp.tools.search import memory_search
from memory_mcp.tools.timeline import memory_timeline
from memory_mcp.tools.transfer import memory_export


@pytest.fixture
def client(tmp_path, clock):
    with server(tmp_path, clock) as runtime:
        yield Client(runtime, tmp_path)


@pytest.mark.parametrize(
    ("count", "noun", "said"),
    [
        (1, "row", "1 row"),
        (1, "row that came since", "1 row that came since"),
        (2, "row that came since", "2 rows that came since"),
        (2, "line of the last session", "2 lines of the last session"),
        (2, "field about the person", "2 fields about the person"),
        (0, "row", "0 rows"),
        (2, "entity", "2 entities"),
        (3, "day", "3 days"),
        (2, "digest", "2 digests"),
        (2, "new fact", "2 new facts"),
        (2, "address", "2 addresses"),
    ],
)
def test_a_number_agrees_with_its_noun(count, noun, said):
    assert counted(count, noun) == said


def test_what_there_is_none_of_is_not_listed():
    assert listed({"entity": 2, "turn": 0, "learning": 1}) == "2 entities, 1 learning"


def test_a_name_of_the_wire_is_read_as_words():
    assert spaced("openDecisions") == "open decisions"


def test_what_was_left_out_for_length_is_named_with_its_number():
    said = cut_notice({"hits": 1, "sinceLast.openDecisions": 3}, "ask for fewer")
    assert said == "left out for length: hits (1), open decisions (3); ask for fewer"


def test_a_look_back_over_one_of_each_speaks_of_one(client):
    uid = client.call(memory_learn, category="fact", content="we use tabs")["id"]
    client.call(memory_learn, category="fact", content="we use tabs")
    client.call(memory_search, query="tabs")
    found = client.call(memory_reflect, lookbackDays=1)
    assert found["summary"].splitlines()[0] == "**Last day:** 1 learning recorded."
    assert [(row["id"], row["why"]) for row in found["mostUsed"]] == [
        (uid, "opened 0 times, cited 1 time, shown 1 time")
    ]


def test_the_timeline_says_of_whom_a_fact_is(client):
    client.call(memory_entity_observe, content="likes tea", entityName="Ada", entityType="person")
    (session,) = client.call(memory_timeline, types=["observation"])["sessions"]
    assert [event["snippet"] for event in session["events"]] == ["Ada: likes tea"]


def test_an_export_of_no_project_says_what_it_holds(client):
    client.call(memory_learn, category="fact", content="we use tabs", project="")
    said = client.call(memory_export, project="")["notice"]
    assert said == "only what has no project; project='*' exports all"
