"""What is told a second time is one row, which is in answers again and takes what the second telling adds."""

from __future__ import annotations

from typing import Any

import pytest
from calling import Client

from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.documents import memory_read, memory_save
from memory_mcp.tools.graph import (
    memory_entity_create,
    memory_entity_observe,
    memory_entity_open,
    memory_entity_relate,
    memory_observation_supersede,
)
from memory_mcp.tools.learnings import memory_learn, memory_learn_archive
from memory_mcp.tools.recall import memory_recall
from memory_mcp.tools.search import memory_grep, memory_search

CHOICE = {"title": "Queue", "decision": "Jobs wait in a quetzal table.", "reasoning": "one backup"}
MARA = {"entityName": "Mara", "entityType": "person", "content": "Feeds the quetzal."}
TOLD: list[tuple[Any, dict[str, Any], str]] = [
    (memory_decide, CHOICE, "id"),
    (memory_entity_observe, MARA, "observationId"),
    (memory_save, {"content": "The quetzal sings.\n" * 9}, "id"),
]


@pytest.mark.parametrize(("tool", "said", "key"), TOLD)
def test_an_archived_row_told_again_is_in_answers_again(client: Client, tool: Any, said: Any, key: str) -> None:
    uid = client.call(tool, **said)[key]
    client.call(memory_learn_archive, learningId=uid)
    assert client.call(memory_grep, pattern="quetzal")["count"] == 0

    assert client.call(tool, **said)[key] == uid

    assert uid in [hit["id"] for hit in client.call(memory_grep, pattern="quetzal")["hits"]]


def test_an_archived_relation_told_again_is_shown_again(client: Client) -> None:
    mara, acme = (
        client.call(memory_entity_create, name=name, entityType=kind)["id"]
        for name, kind in (("Mara", "person"), ("Acme", "company"))
    )
    related = {"fromEntityId": mara, "toEntityId": acme, "relationType": "works_at"}
    uid = client.call(memory_entity_relate, **related)["id"]
    client.call(memory_learn_archive, learningId=uid)
    assert client.call(memory_entity_open, id=mara)["relations"] == []

    client.call(memory_entity_relate, **related)

    assert [one["id"] for one in client.call(memory_entity_open, id=mara)["relations"]] == [uid]


LESSON = {"category": "fact", "content": "Works at Acme."}


@pytest.mark.parametrize(("tool", "said"), [(memory_learn, LESSON), (memory_decide, CHOICE)])
def test_what_is_told_again_of_an_earlier_time_holds_from_then_on(client: Client, tool: Any, said: Any) -> None:
    uid = client.call(tool, **said)["id"]

    assert client.call(tool, **said, validFrom="2020-01-01", tags=["told"])["id"] == uid

    then = client.call(memory_read, id=uid, asOf="2021-01-01")
    assert (then["validFrom"], then["tags"]) == ("2020-01-01T00:00:00.000000Z", ["told"])


@pytest.mark.parametrize(("tool", "said"), [(memory_learn, LESSON), (memory_decide, CHOICE)])
def test_what_had_ended_and_is_told_again_holds_again(client: Client, tool: Any, said: Any) -> None:
    ended = client.call(tool, **said, validFrom="2021-01-01")["id"]
    client.call(memory_observation_supersede, observationId=ended, validTo="2024-01-01")

    uid = client.call(tool, **said, validFrom="2020-01-01")["id"]

    assert uid != ended
    assert uid in [hit["id"] for hit in client.call(memory_grep, pattern=said.get("content", "quetzal"))["hits"]]
    assert client.call(tool, **said)["id"] == uid


HOLDING: list[tuple[Any, dict[str, Any], str]] = [
    (memory_learn, LESSON, "id"), (memory_decide, CHOICE, "id"), (memory_entity_observe, MARA, "observationId"),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "said", "key"), HOLDING)
def test_what_is_to_end_and_is_told_again_before_is_one_row_and_ends_still(
    client: Client, tool: Any, said: Any, key: str
) -> None:
    uid = client.call(tool, **said)[key]
    end = client.call(memory_observation_supersede, observationId=uid, validTo="2099-01-01")["validTo"]

    assert client.call(tool, **said)[key] == uid
    assert client.call(memory_read, id=uid)["validTo"] == end


@pytest.mark.parametrize(("tool", "said", "key"), HOLDING)
def test_what_is_to_end_and_is_told_of_a_later_time_without_end_goes_on_from_then(
    client: Client, tool: Any, said: Any, key: str
) -> None:
    uid = client.call(tool, **said)[key]
    client.call(memory_observation_supersede, observationId=uid, validTo="2099-01-01")

    again = client.call(tool, **said, validFrom="2098-07-01")[key]

    assert again != uid
    assert client.call(memory_read, id=again)["validTo"] is None
    assert client.call(tool, **said, validFrom="2098-07-01")[key] == again


def test_what_is_told_of_a_later_end_is_told_anew(client: Client) -> None:
    uid = client.call(memory_entity_observe, **MARA, validTo="2031-01-01")["observationId"]

    assert client.call(memory_entity_observe, **MARA, validTo="2041-01-01")["observationId"] != uid


def test_what_was_told_of_the_future_and_then_of_now_holds_now(client: Client) -> None:
    uid = client.call(memory_learn, **LESSON, validFrom="2099-01-01")["id"]
    assert client.call(memory_recall)["total"] == 0

    client.call(memory_learn, **LESSON)

    assert [hit["id"] for hit in client.call(memory_recall)["hits"]] == [uid]


def test_an_importance_that_is_told_later_is_kept(client: Client) -> None:
    uid = client.call(memory_learn, **LESSON)["id"]

    client.call(memory_learn, **LESSON, importance=0.9)

    assert client.call(memory_read, id=uid)["importance"] == 0.9


def test_a_text_saved_again_takes_what_is_said_of_it_now(client: Client) -> None:
    text = "The quetzal sings.\n" * 9
    first = client.call(memory_save, content=text, tags=["birds"], source="a walk")
    more = {"title": "Quetzals", "summary": "How they sing.", "tags": ["Birds", "song"]}
    again = client.call(memory_save, content=text, **more)
    assert (again["id"], again["action"], again["title"]) == (first["id"], "unchanged", "Quetzals")
    read = client.call(memory_read, id=first["id"], history=True)
    assert (read["title"], read["summary"], read["tags"], read["source"], read["body"]) == (
        "Quetzals", "How they sing.", ["birds", "song"], "a walk", text,
    )  # fmt: skip
    assert len(read["versions"]) == 2
    client.call(memory_save, content=text, **more)
    client.call(memory_save, content=text)
    assert client.call(memory_read, id=first["id"], history=True)["versions"] == read["versions"]


def test_a_text_is_found_by_the_tags_it_was_given_when_it_was_saved_again(client: Client) -> None:
    text = "# Birds\n\nThe quetzal sings.\n"
    uid = client.call(memory_save, content=text)["id"]
    client.call(memory_save, content=text, tags=["song"])
    for tag, found in (("song", [uid]), ("other", [])):
        assert [hit["id"] for hit in client.call(memory_search, query="quetzal sings", tags=[tag])["hits"]] == found


def test_a_lesson_told_again_takes_the_source_it_lacked(client: Client) -> None:
    uid = client.call(memory_learn, **LESSON)["id"]
    client.call(memory_learn, **LESSON, source="a letter")
    client.call(memory_learn, **LESSON, source="hearsay")
    assert client.call(memory_read, id=uid)["source"] == "a letter"
