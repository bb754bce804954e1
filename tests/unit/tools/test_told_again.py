"""What is told a second time is one row, which is in answers again and takes what the second telling adds."""

from __future__ import annotations

from typing import Any

import pytest
from calling import Client

from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.documents import memory_save
from memory_mcp.tools.graph import memory_entity_create, memory_entity_observe, memory_entity_open, memory_entity_relate
from memory_mcp.tools.learnings import memory_learn_archive
from memory_mcp.tools.search import memory_grep

CHOICE = {"title": "Queue", "decision": "Jobs wait in a quetzal table.", "reasoning": "one backup"}
TOLD: list[tuple[Any, dict[str, Any], str]] = [
    (memory_decide, CHOICE, "id"),
    (
        memory_entity_observe,
        {"entityName": "Mara", "entityType": "person", "content": "Feeds the quetzal."},
        "observationId",
    ),
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
