"""An empty text for a parameter that may be left out counts as left out, where it could mean nothing else."""

from __future__ import annotations

import pytest
from calling import Client, learn

from memory_mcp.errors import InvalidInputError
from memory_mcp.tools.graph import memory_entity_observe, memory_entity_open, memory_observation_supersede
from memory_mcp.tools.learnings import memory_learn
from memory_mcp.tools.recall import memory_recall
from memory_mcp.tools.search import memory_search
from memory_mcp.tools.timeline import memory_timeline
from memory_mcp.tools.upkeep import memory_retention

TIMES = {"since": "", "until": " ", "asOf": "", "knownAt": ""}


def test_a_client_that_fills_in_every_parameter_finds_what_is_there(client: Client) -> None:
    uid = learn(client, "The quetzal sings.")

    found = client.call(memory_search, query="quetzal", entity="", sessionId="", scope="", mode="", **TIMES)
    listed = client.call(memory_recall, query="", category="", cursor="")
    told = client.call(memory_timeline, since="", until="", sessionId="", cursor="")

    assert [hit["id"] for hit in found["hits"]] == [hit["id"] for hit in listed["hits"]] == [uid]
    assert told["count"] == 1


def test_an_empty_id_beside_a_name_is_no_id(client: Client) -> None:
    said = {"entityId": "", "entityName": "Mara", "entityType": "person", "validFrom": "", "validTo": ""}
    fact = client.call(memory_entity_observe, content="Feeds the quetzal.", **said)

    assert client.call(memory_entity_open, id="", name="Mara", entityType="")["count"] == 1
    retired = client.call(
        memory_observation_supersede, observationId=fact["observationId"], supersededById="", validTo=""
    )
    assert retired["action"] == "superseded"


def test_an_empty_text_that_says_something_or_is_needed_is_not_left_out(client: Client) -> None:
    learn(client, "The quetzal sings.", project="birds")
    assert client.call(memory_recall, project="")["count"] == 0

    with pytest.raises(InvalidInputError):
        client.call(memory_learn, category="", content="The quetzal sings.")


def test_an_empty_preview_is_not_left_out_where_it_would_be_run(client: Client) -> None:
    asked = {"previewId": "", "cursor": "", "olderThanDays": 1}
    assert client.call(memory_retention, action="preview", **asked)["total"] == 0

    with pytest.raises(InvalidInputError) as refused:
        client.call(memory_retention, action="run", **asked)
    assert refused.value.field == "previewId"
