"""The end of an id stands for the id, in tools, in resources and at a command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from calling import Client, learn, server

from memory_mcp.application.resources import MemoryLibrary
from memory_mcp.errors import InvalidInputError, NotFoundError, RefusedError
from memory_mcp.store.facts import short_ids
from memory_mcp.store.sessions import transcript
from memory_mcp.temporal import ManualClock
from memory_mcp.tools import registry
from memory_mcp.tools.documents import memory_read
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.graph import memory_entity_observe, memory_entity_relate
from memory_mcp.tools.learnings import memory_learn_update
from memory_mcp.tools.search import memory_search
from memory_mcp.tools.sessions import memory_session_end, memory_session_start
from memory_mcp.tools.upkeep import memory_contradictions
from memory_mcp.tools.view import memory_view


@pytest.fixture
def client(tmp_path: Path, clock: ManualClock) -> Iterator[Client]:
    with server(tmp_path, clock) as runtime:
        yield Client(runtime, tmp_path)


def alike(client: Client, monkeypatch: pytest.MonkeyPatch, *, project: str = "") -> list[str]:
    """Return two ids with one end."""
    made = iter(f"0198{n:04x}-0000-7000-8000-0000deadbeef" for n in range(1, 9))
    monkeypatch.setattr("memory_mcp.store.facts.versions.new_uid", lambda _now: next(made))
    return [learn(client, f"Tower {n} has a bell.", **({"project": project} if project else {})) for n in (1, 2)]


def test_the_end_of_an_id_reads_the_row(client):
    uid = learn(client, "Staging listens on port 6543.")
    assert client.call(memory_read, id=uid[-8:])["id"] == uid
    assert client.call(memory_read, id=f" {uid[-12:].upper()} ")["id"] == uid


def test_several_ends_forget_several_rows(client):
    uids = [learn(client, f"Gate {n} is closed on Mondays.") for n in range(3)]
    answer = client.call(memory_forget, ids=[uid[-8:] for uid in uids])
    assert [row["id"] for row in answer["results"]] == uids


def test_the_end_of_an_entity_of_a_session_and_of_both_sides_of_a_pair_is_enough(client):
    left = client.call(memory_entity_observe, entityName="Harbour", entityType="place", content="Two cranes.")[
        "entityId"
    ]
    right = client.call(memory_entity_observe, entityName="Crane", entityType="tool", content="Is yellow.")["entityId"]
    ends = {"fromEntityId": left[-8:], "toEntityId": right[-8:]}
    relation = client.call(memory_read, id=client.call(memory_entity_relate, **ends, relationType="has_part")["id"])
    assert (relation["fromEntityId"], relation["toEntityId"]) == (left, right)
    session = client.call(memory_session_start)["sessionId"]
    assert client.call(memory_session_end, sessionId=session[-8:], summary="Done.")["sessionId"] == session
    with client.runtime.db.reading() as snapshot:
        assert transcript.named(snapshot, session[-8:]).uid == session
    a, b = learn(client, "The bell is loud."), learn(client, "The bell is quiet.")
    assert client.call(memory_contradictions, dismiss={"a": a[-8:], "b": b[-8:]})["dismissed"]


def test_where_a_name_or_an_id_is_taken_the_end_of_an_id_is_taken_too(client):
    made = client.call(memory_entity_observe, entityName="Harbour", entityType="place", content="Two cranes.")
    end = made["entityId"][-8:]
    (hit,) = client.call(memory_search, query="cranes", entity=end)["hits"]
    assert hit["id"] == made["observationId"]
    assert client.call(memory_view, focus=end)["focus"] == made["entityId"]
    with pytest.raises(NotFoundError, match=hit["id"]) as refused:
        client.call(memory_search, query="cranes", entity=hit["id"][-8:])
    assert refused.value.field == "entity"


def test_the_end_of_an_id_leads_to_no_entity_of_another_project(client):
    about = {"entityName": "Harbour", "entityType": "place", "project": "sea"}
    end = client.call(memory_entity_observe, content="Two cranes.", **about)["entityId"][-8:]
    for tool, given in ((memory_search, {"query": "cranes", "entity": end}), (memory_view, {"focus": end})):
        with pytest.raises(RefusedError):
            client.call(tool, **given)
        client.call(tool, **given, project="sea")


def test_an_end_that_several_ids_have_names_them_and_changes_nothing(client, monkeypatch):
    uids = alike(client, monkeypatch)
    with pytest.raises(InvalidInputError) as refused:
        client.call(memory_forget, ids=["deadbeef"])
    assert all(f"{uid} (learning)" in refused.value.hint for uid in uids)
    assert refused.value.field == "ids"
    assert all(client.call(memory_read, id=uid)["current"] for uid in uids)


def test_an_id_that_is_whole_wins_over_the_ends_of_others(client, monkeypatch):
    monkeypatch.setattr("memory_mcp.store.facts.versions.new_uid", lambda _now: "imported-7")
    whole = learn(client, "Whole.")
    monkeypatch.setattr("memory_mcp.store.facts.versions.new_uid", lambda _now: "another-imported-7")
    learn(client, "Longer.")
    assert client.call(memory_read, id="imported-7")["id"] == whole


def test_less_than_eight_characters_and_an_unknown_end_are_no_id(client):
    uid = learn(client, "Staging listens on port 6543.")
    for given in (uid[-7:], "00000000"):
        with pytest.raises(NotFoundError, match=given):
            client.call(memory_read, id=given)


def test_a_short_id_that_is_too_short_says_how_long_it_has_to_be(client):
    uid = learn(client, "Staging listens on port 6543.")
    told = f"Give the last 8 characters of an id, or more of it: {uid[-7:]!r} has 7."
    asked = [
        (memory_read, {"id": uid[-7:]}),
        (memory_learn_update, {"learningId": uid[-7:], "pinned": True}),
        (memory_forget, {"ids": [uid, uid[-7:]]}),
    ]
    for tool, given in asked:
        with pytest.raises(NotFoundError) as refused:
            client.call(tool, **given)
        assert told in refused.value.hint
    with pytest.raises(NotFoundError) as refused:
        client.call(memory_read, id="00000000")
    assert "characters" not in refused.value.hint


def test_an_end_tells_nothing_of_a_row_of_another_project(client):
    uid = learn(client, "The rent is 900.", project="house")
    with pytest.raises(RefusedError):
        client.call(memory_read, id=uid[-8:])
    assert client.call(memory_read, id=uid[-8:], project="*")["id"] == uid


def test_what_was_erased_is_named_by_its_end_too(client):
    uid = learn(client, "Staging listens on port 6543.")
    client.call(memory_forget, ids=[uid], erase=True)
    with pytest.raises(NotFoundError, match="was erased"):
        client.call(memory_read, id=uid[-8:])


def test_a_resource_is_found_by_the_end_of_its_id(client):
    uid = learn(client, "Staging listens on port 6543.")
    text = MemoryLibrary().read(Call(client.runtime, client.facts), f"memory://item/{short_ids.short(uid)}")
    assert "port 6543" in text


def test_every_parameter_that_is_an_id_is_known_as_one():
    named = {
        parameter.wire
        for spec in registry().values()
        for parameter in spec.parameters
        if parameter.wire.lower().endswith(("id", "ids")) and not parameter.names_rows
    }
    assert named == {"previewId"}
