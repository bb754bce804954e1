"""A decision says which one of its title it may replace."""

from __future__ import annotations

import pytest
from calling import Client

from memory_mcp.errors import InvalidInputError
from memory_mcp.tools.decisions import memory_decide, memory_decide_update
from memory_mcp.tools.graph import memory_observation_supersede


def decide(client: Client, decision: str, title: str = "Queue", **more: str) -> dict[str, str]:
    answer: dict[str, str] = client.call(memory_decide, title=title, decision=decision, reasoning="less to run", **more)
    return answer


def test_one_of_the_same_title_is_told_with_the_call_that_replaces_it(client: Client) -> None:
    older = decide(client, "Jobs wait in RabbitMQ.")["id"]

    newer = decide(client, "A table holds what is to be done.", title="queue")

    call = f"memory_observation_supersede observationId={older} supersededById={newer['id']}"
    assert call in newer["notice"]
    client.call(memory_observation_supersede, observationId=older, supersededById=newer["id"])
    assert "same title" not in decide(client, "Redis streams.", supersedesId=newer["id"])["notice"]


def test_one_that_was_taken_back_or_is_of_another_title_is_not_told(client: Client) -> None:
    taken_back = decide(client, "Jobs wait in RabbitMQ.")["id"]
    client.call(memory_decide_update, decisionId=taken_back, retract=True)
    decide(client, "Cron starts them.", title="Scheduler")

    assert "same title" not in decide(client, "A table holds what is to be done.")["notice"]


@pytest.mark.parametrize("field", ["title", "reasoning"])
@pytest.mark.parametrize("blank", [" \n", "\u200b", "\u3164"])
def test_one_without_a_title_or_reasoning_that_is_seen_is_refused(client: Client, field: str, blank: str) -> None:
    said = {"title": "Queue", "decision": "Jobs wait in RabbitMQ.", "reasoning": "less to run"}
    with pytest.raises(InvalidInputError, match=f"{field} is empty"):
        client.call(memory_decide, **said | {field: blank})
