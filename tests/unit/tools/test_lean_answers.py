"""An answer is text first: how much of what a client is sent of ten hits is not text, and what the rest keeps."""

from __future__ import annotations

import json
from typing import Any

import pytest
from calling import Client, assert_known_keys, learn

from memory_mcp.tools.framework.declare import spec_of
from memory_mcp.tools.recall import memory_recall
from memory_mcp.tools.search import memory_grep, memory_search
from memory_mcp.tools.sessions import memory_session_end, memory_session_start

MOST_NOT_TEXT = 0.30
# About as long as what people keep: a sentence or two.
LESSONS = [
    f"Whoever restarts the {service} service tells the people on call first, drains its pool of database connections, "
    f"waits until the last worker is idle, and then takes one instance of {service} after the other."
    for service in ["billing", "search", "gateway", "mail", "report", "login", "import", "export", "cache", "queue"]
]


@pytest.fixture
def full(client: Client) -> Client:
    for text in LESSONS:
        learn(client, text)
    return client


def sent(client: Client, tool: Any, **arguments: Any) -> tuple[dict[str, Any], str]:
    """Return both forms of an answer as a client is sent them."""
    spec = spec_of(tool)
    shown = spec.shown(client.call(tool, **arguments), arguments)
    assert_known_keys(shown, spec.output_schema)
    return shown, spec.text(shown)


def share_not_text(whole: str, texts: list[str]) -> float:
    return 1 - sum(map(len, texts)) / len(whole)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [(memory_search, {"query": "pool of database connections", "mode": "fts"}), (memory_recall, {"limit": 10}),
     (memory_grep, {"pattern": "connections", "limit": 10})],
)  # fmt: skip
def test_of_ten_hits_at_most_three_tenths_is_not_text(full: Client, tool: Any, arguments: dict[str, Any]) -> None:
    shown, text = sent(full, tool, **arguments)
    texts = [hit.get("snippet") or hit["line"] for hit in shown["hits"]]
    assert len(texts) == 10
    structured = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    shares = {"structured": share_not_text(structured, texts), "text": share_not_text(text, texts)}
    print(f"not text of {tool.__name__}: {shares['structured']:.0%} structured, {shares['text']:.0%} text")  # noqa: T201 - the figure itself
    assert max(shares.values()) <= MOST_NOT_TEXT


def test_a_hit_is_a_day_a_kind_the_end_of_an_id_and_a_text(full: Client) -> None:
    shown, text = sent(full, memory_search, query="billing pool", limit=1)
    (hit,) = shown["hits"]
    assert hit == {"id": hit["id"], "type": "learning", "validFrom": "2026-03-01", "snippet": hit["snippet"]}
    assert len(hit["id"]) == 8
    assert f"1. [learning] 2026-03-01 {hit['id']}\n   | Whoever restarts the billing service" in text


def test_a_hit_of_another_project_says_so_and_one_that_ended_when(client: Client) -> None:
    learn(client, "the gateway restarts at night", project="ops", validFrom="2026-01-01")
    shown, _ = sent(client, memory_search, query="gateway restarts", project="*")
    assert shown["hits"][0]["project"] == "ops"
    shown, _ = sent(client, memory_search, query="gateway restarts", project="ops")
    assert "project" not in shown["hits"][0]


@pytest.mark.parametrize("whole", ["explain", "full"])
def test_who_asks_for_all_gets_whole_ids_and_times(full: Client, whole: str) -> None:
    shown, _ = sent(full, memory_search, query="billing pool", limit=1, **{whole: True})
    hit = shown["hits"][0]
    assert (len(hit["id"]), len(hit["validFrom"])) == (36, 27)
    assert "score" in hit


def test_a_session_starts_with_short_ids_and_days_and_its_own_id_whole(full: Client) -> None:
    session = full.call(memory_session_start)["sessionId"]
    full.call(memory_session_end, sessionId=session, summary="raised the pools")
    shown, _ = sent(full, memory_session_start)
    assert len(shown["sessionId"]) == 36
    assert {len(row["id"]) for row in shown["recentLearnings"]} == {8}
    (past,) = shown["previousSessions"]
    assert past == {
        "sessionId": session[-8:], "client": past["client"], "lastActiveAt": "2026-03-01", "summary": "raised the pools"
    }  # fmt: skip
