"""What one project told is not shown to another by default: by no tool, resource, prompt or hook."""

from __future__ import annotations

import json
import shutil
from typing import Any, Final

import pytest
from calling import Client, server
from moments import START
from replaying import fire
from two_projects import FOR_ALL, folder_of, planted

from memory_mcp.application.resources import MemoryLibrary
from memory_mcp.errors import MemoryMcpError, RefusedError
from memory_mcp.temporal import ManualClock
from memory_mcp.tools import registry
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.graph import memory_entity_create, memory_entity_delete, memory_entity_open
from memory_mcp.tools.reflection import memory_insights
from memory_mcp.tools.search import memory_search

FOREIGN: Final = "quetzal"
OWN: Final = "kingfisher"

Calls = list[dict[str, Any]]


def calls_of(its: dict[str, str], own: dict[str, str]) -> dict[str, Calls]:
    """Return calls of every tool that name no project: with ids of another project, and with words both share."""
    ids = list(its.values())
    named = {"name": "edge"}
    return {
        "memory_session_start": [{}, {"budgetTokens": 20_000}],
        "memory_session_end": [{"sessionId": its["session"], "summary": "taken over"}, {}],
        "memory_handoff": [
            {"action": "list"},
            {"action": "cancel", "handoffId": its["handoff"]},
            {"action": "accept", "handoffId": its["handoff"]},
            {"action": "accept"},
            {"action": "begin", "summary": "deploy"},
        ],
        "memory_timeline": [{"limit": 100}, {"sessionId": its["session"]}, {"types": ["relation", "entity"]}],
        "memory_learn": [{"category": "fact", "content": "always deploy on port 6543"}],
        "memory_learn_bulk": [{"items": [{"category": "fact", "content": "deploy on Mondays takes 31 minutes"}]}],
        "memory_learn_update": [
            {"learningId": its["learning"], "content": "taken over"},
            {"learningId": its["edited"], "restore": "now"},
            {"learningId": its["deploy"], "pinned": True},
        ],
        "memory_learn_archive": [{"learningId": its["learning"]}, {"learningId": its["learning"], "restore": True}],
        "memory_recall": [{}, {"query": "deploy port"}, {"limit": 100}],
        "memory_search": [
            {"query": "deploy port", "limit": 100, "full": True},
            {"query": "Gateway", "explain": True},
            {"query": "deploy", "entity": its["entity"]},
            {"query": "deploy", "entity": "edge"},
            {"query": "deploy", "sessionId": its["session"]},
            {"query": "deploy", "includeArchived": True},
        ],
        "memory_read": [{"id": uid, "history": True, "around": 5} for uid in [*ids, *own.values()]],
        "memory_grep": [{"pattern": "deploy|port|staging", "limit": 100}, {"pattern": "deploy", "fuzzy": True}],
        "memory_save": [{"content": "deploy port"}],
        "memory_forget": [{"ids": [uid], "erase": erase} for uid in ids for erase in (False, True)],
        "memory_decide": [
            {"title": "deploy", "decision": "deploy by hand", "reasoning": "port"},
            {"title": "deploy", "decision": "by train", "reasoning": "x", "supersedesId": its["deploy"]},
        ],
        "memory_decide_update": [{"decisionId": its["deploy"], "verified": True}],
        "memory_entity_create": [
            {"name": "edge", "entityType": "service", "summary": "ours"},
            {"name": "Ada", "entityType": "person"},
        ],
        "memory_entity_observe": [
            {"content": "listens on port 1", "entityId": its["entity"]},
            {"content": "deploys on port 6544", **FOR_ALL},
            {"content": "listens on port 9", "entityName": "edge"},
        ],
        "memory_entity_search": [{"query": "deploy port", "limit": 100}, {"query": "Gateway edge Host"}],
        "memory_entity_open": [{"id": its["entity"]}, named, FOR_ALL | {"depth": 3}, {"name": "Ada", "depth": 3}],
        "memory_entity_relate": [
            {"fromEntityId": its["entity"], "toEntityId": its["host"], "relationType": "uses"},
            {"fromEntityId": own["entity"], "toEntityId": its["host"], "relationType": "uses"},
            {"fromEntityId": own["entity"], "toEntityId": own["host"], "relationType": "uses"},
        ],
        "memory_entity_delete": [{"id": its["entity"]}, {"id": its["entity"], "erase": True}],
        "memory_observation_supersede": [
            {"observationId": its["fact"]},
            {"observationId": own["fact"], "supersededById": its["newer"]},
            {"observationId": its["learning"]},
        ],
        "memory_contradictions": [
            {"limit": 100},
            {"entityId": its["entity"]},
            {"entityName": "Ada"},
            {"dismiss": {"a": its["learning"], "b": its["other"]}},
        ],
        "memory_reflect": [{"limit": 50}, {"limit": 50, "staleThresholdDays": 1}],
        "memory_retention": [
            {"action": "preview", "olderThanDays": 1, "turnDays": 1},
            {"action": "preview", "ids": ids},
            {"action": "run", "ids": ids},
            {"action": "restore", "ids": ids},
        ],
        "memory_insights": [{}],
        "memory_profile": [{"action": "get"}],
        "memory_goal": [{"action": "get"}, {"action": "clear"}],
        "memory_guide": [{}],
        "memory_export": [{}, {"format": "studiomeyer"}, {"knownAt": "now"}],
        "memory_import": [{"data": json.dumps({"type": "entity", "name": "edge", "entityType": "service"})}],
        "memory_view": [{}, {"focus": its["entity"]}, {"focus": "edge"}],
        "memory_health": [{}],
    }


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A memory two projects told of, closed; the folder it and they lie in, and the ids of both."""
    home, clock = tmp_path_factory.mktemp("home"), ManualClock(START)
    with server(home, clock) as runtime:
        Client(runtime, home).call(memory_entity_create, name="Ada", entityType="person")
        its = planted(runtime, folder_of(home, "payroll"), FOREIGN)
        clock.advance(days=40)
        own = planted(runtime, folder_of(home, "website"), OWN)
    return home, own, its, clock.now()


@pytest.fixture
def two(tmp_path, written):
    """A client of the one project, its ids, and those of the other."""
    home, own, its, now = written
    shutil.copy(home / "memory.db", tmp_path)
    with server(tmp_path, ManualClock(now)) as runtime:
        yield Client(runtime, home / "website", client_name="claude-code", session_hint=f"s-{OWN}"), own, its


def heard(client: Client, name: str, arguments: dict[str, Any]) -> str:
    """Return all that a caller is told, a refusal too, in both forms."""
    spec = registry()[name]
    try:
        answer = client.call(spec.function, **arguments)
    except MemoryMcpError as exc:
        return str(exc)
    return json.dumps(answer, ensure_ascii=False) + spec.text(answer)


def told_of(client: Client) -> list[tuple[Any, ...]]:
    """Return all rows of the other project with their state, as they stand in the file."""
    with client.runtime.db.reading() as snapshot:
        return snapshot.rows(
            "SELECT item.uid, item.body, item.superseded_at, item_state.archived_at, item_state.verified "
            "FROM item LEFT JOIN item_state ON item_state.uid = item.uid "
            "WHERE item.project_id = (SELECT id FROM project WHERE name = 'payroll') ORDER BY item.id"
        )


def test_no_tool_shows_or_changes_what_another_project_told(two):
    client, own, its = two
    calls = calls_of(its, own)
    assert set(calls) == set(registry())
    before = told_of(client)
    assert len(before) > len(its)
    shown = [
        (name, arguments)
        for name, all_arguments in calls.items()
        for arguments in all_arguments
        if FOREIGN in heard(client, name, arguments).casefold()
    ]
    assert shown == []
    assert told_of(client) == before


def test_a_refused_id_says_how_it_is_reached_and_nothing_of_the_row(two):
    client, _, its = two
    for uid in its.values():
        with pytest.raises(RefusedError, match="of another project") as refused:
            client.call(registry()["memory_read"].function, id=uid)
        assert FOREIGN not in str(refused.value)
        assert "project='*'" in refused.value.hint


@pytest.mark.parametrize("project", ["*", "payroll"])
def test_a_row_of_another_project_is_read_and_forgotten_where_that_is_asked_for(two, project):
    client, _, its = two
    read, forget = registry()["memory_read"].function, registry()["memory_forget"].function
    assert FOREIGN in client.call(read, id=its["learning"], project=project)["body"]
    assert client.call(forget, ids=[its["learning"]], project=project)["count"] == 1


def test_what_is_for_all_is_seen_from_every_project_and_takes_nothing_of_others_along(two):
    client, own, _ = two
    opened = client.call(memory_entity_open, name="Ada")
    assert [fact["id"] for fact in opened["observations"]] == [own["of_all"]]
    with pytest.raises(RefusedError, match="other projects know something"):
        client.call(memory_entity_delete, id=opened["entity"]["id"])
    assert client.call(memory_entity_delete, id=opened["entity"]["id"], project="*")["observations"] == 2


def test_what_another_project_learned_is_new_here(two):
    client, _, _ = two
    told = client.call(
        registry()["memory_learn"].function, category="fact", content=f"{FOREIGN} always deploy on port 6543"
    )
    assert told["action"] == "added"
    assert FOREIGN not in json.dumps(told)


def test_the_same_name_in_two_projects_is_two_things(two):
    client, own, its = two
    assert client.call(memory_entity_open, name="edge")["entity"]["id"] == own["entity"]
    assert client.call(memory_entity_open, name="edge", project="payroll")["entity"]["id"] == its["entity"]


def test_counts_are_of_the_project_and_of_what_is_for_all(two):
    client, _, _ = two
    here, everywhere = (client.call(memory_insights, **more) for more in ({}, {"project": "*"}))
    assert set(here["projects"]) == {"(none)", "website"}
    assert here["kinds"]["entity"]["current"] == 3
    assert everywhere["kinds"]["entity"]["current"] == 5


def test_an_empty_project_is_what_is_for_all(two):
    client, _, _ = two
    made = client.call(memory_entity_create, name="Staging", entityType="place", project="")
    assert made["project"] is None
    found = client.call(memory_search, query="Staging Gateway", project="", types=["entity"])
    assert [hit["id"] for hit in found["hits"]] == [made["id"]]


def test_no_resource_and_no_prompt_shows_what_another_project_told(two):
    client, own, its = two
    library = MemoryLibrary()
    addresses = {
        "memory://context/current": ["memory://context/current"],
        "memory://context/{project}": ["memory://context/website", "memory://context/none"],
        "memory://item/{id}": [f"memory://item/{uid}" for uid in [*its.values(), *own.values()]],
        "memory://session/{id}": [f"memory://session/{uid}" for uid in (its["session"], own["session"])],
        "ui://memory/explorer": ["ui://memory/explorer"],
        "memory://explorer/{project}": [f"memory://explorer/{name}" for name in ("current", "website", "none")],
        "memory://entity/{id}": [f"memory://entity/{uid}" for uid in (its["entity"], own["entity"])],
        "skill://memory/SKILL.md": ["skill://memory/SKILL.md"],
    }
    assert set(addresses) == {entry.uri for entry in (*library.resources, *library.templates)}
    texts = []
    for uri in (uri for several in addresses.values() for uri in several):
        try:
            texts.append(library.read(Call(client.runtime, client.facts), uri))
        except MemoryMcpError as exc:
            texts.append(str(exc))
    for prompt in library.prompts:
        texts += [message.text for message in library.prompt(Call(client.runtime, client.facts), prompt.name, {})]
    assert OWN in "".join(texts)
    assert [text for text in texts if FOREIGN in text] == []


def test_a_refused_address_says_what_an_address_cannot(two):
    client, _, its = two
    for kind, uid in (("session", its["session"]), ("entity", its["entity"]), ("item", its["entity"])):
        with pytest.raises(RefusedError, match="of another project") as refused:
            MemoryLibrary().read(Call(client.runtime, client.facts), f"memory://{kind}/{uid}")
        assert "memory_read with this id and project='*'" in refused.value.hint


@pytest.mark.external
def test_no_hook_shows_what_another_project_told(two, tmp_path):
    client, _, _ = two
    client.runtime.close()
    payload = {"session_id": "new", "cwd": str(client.folder), "hook_event_name": "SessionStart"}
    started = fire(tmp_path / "memory.db", "SessionStart", "claude", payload | {"source": "startup"})
    asked = payload | {"hook_event_name": "UserPromptSubmit", "prompt": "which port does staging listen on, deploy?"}
    told = fire(tmp_path / "memory.db", "UserPromptSubmit", "claude", asked, MEMORY_INJECT="on")
    assert OWN in started
    assert FOREIGN not in started + told
