"""A decision and a fact about somebody are corrected, pinned, archived and brought back like a lesson."""

from __future__ import annotations

import pytest
from calling import Client
from two_projects import observe

from memory_mcp.errors import ConflictError, InvalidInputError, NotFoundError
from memory_mcp.store.facts import lifecycle, versions
from memory_mcp.store.graph import entities
from memory_mcp.store.sessions import digests
from memory_mcp.temporal import format_instant
from memory_mcp.tools.decisions import memory_decide, memory_decide_update
from memory_mcp.tools.documents import memory_read
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.graph import memory_entity_create, memory_entity_relate
from memory_mcp.tools.learnings import memory_learn_archive, memory_learn_update
from memory_mcp.tools.rows.told_lines import lines_told
from memory_mcp.tools.sessions import memory_session_end, memory_session_start


@pytest.fixture(params=["decision", "observation"])
def uid(request: pytest.FixtureRequest, client: Client) -> str:
    if request.param == "decision":
        made = client.call(memory_decide, title="Berth", decision="Gate four opens at noon", reasoning="less wind")
        return str(made["id"])
    mara = client.call(memory_entity_create, name="Mara", entityType="person")["id"]
    # What is about somebody stands in an opening once it replaces something or is pinned.
    return observe(client, "Mara keeps gate four at noon", entityId=mara)


def told(client: Client) -> dict[str, str]:
    """The headings a new session finds the words under, with its lines."""
    call = Call(client.runtime, client.facts)
    with call.reading() as snapshot:
        lines = lines_told(call, snapshot, call.scope(snapshot, None))
    return {line.heading: line.text for line in lines if "gate four" in line.text.lower()}


def test_it_is_pinned_and_let_go(client: Client, uid: str) -> None:
    before = told(client)
    client.call(memory_learn_update, learningId=uid, pinned=True)
    assert list(told(client)) == ["Pinned"]
    client.call(memory_learn_update, learningId=uid, pinned=False)
    assert told(client) == before


def test_an_archived_one_is_not_told_again_until_it_is_brought_back(client: Client, uid: str) -> None:
    client.call(memory_learn_update, learningId=uid, pinned=True)
    client.call(memory_learn_archive, learningId=uid)
    assert told(client) == {}
    client.call(memory_learn_archive, learningId=uid, restore=True)
    assert list(told(client)) == ["Pinned"]


def test_it_is_corrected_and_what_was_forgotten_comes_back(client: Client, clock, uid: str) -> None:
    client.call(memory_learn_update, learningId=uid, content="Mara keeps gate five")
    clock.advance(hours=1)
    with client.runtime.db.reading() as snapshot:
        corrected = versions.require(snapshot, uid)
    client.call(memory_forget, ids=[uid])
    client.call(memory_learn_update, learningId=uid, restore=format_instant(corrected.recorded_at))
    with client.runtime.db.reading() as snapshot:
        assert [item.body for item in versions.believed(snapshot, uid)] == ["Mara keeps gate five"]


def test_a_relation_and_a_digest_that_were_forgotten_come_back(client: Client, clock) -> None:
    ids = [client.call(memory_entity_create, name=name, entityType="thing")["id"] for name in ("Gate four", "Quay")]
    edge = client.call(memory_entity_relate, fromEntityId=ids[0], toEntityId=ids[1], relationType="stands on")["id"]
    client.call(memory_session_start)
    session = client.call(memory_session_end, summary="Gate four was painted")["sessionId"]
    with client.runtime.db.reading() as snapshot:
        digest, now = digests.of_session(snapshot, session).uid, format_instant(snapshot.now)
    clock.advance(hours=1)
    client.call(memory_forget, ids=[edge, digest])
    for uid in (edge, digest):
        client.call(memory_learn_update, learningId=uid, restore=now)
    with client.runtime.db.reading() as snapshot:
        assert digests.of_session(snapshot, session).body.startswith("Gate four was painted")
        assert versions.require(snapshot, edge).is_believed


def test_somebody_who_was_forgotten_comes_back_with_all_that_was_known_of_them(client: Client, clock) -> None:
    mara, quay, gone = (
        client.call(memory_entity_create, name=name, entityType="thing")["id"] for name in ("Mara", "Quay", "Tug")
    )
    fact, old = (observe(client, text, entityId=mara) for text in ("keeps gate four", "has a dog"))
    edges = [
        client.call(memory_entity_relate, fromEntityId=mara, toEntityId=other, relationType="knows")["id"]
        for other in (quay, gone)
    ]
    client.call(memory_forget, ids=[old])
    clock.advance(hours=1)
    with client.runtime.db.reading() as snapshot:
        now = format_instant(snapshot.now)
    clock.advance(hours=1)
    client.call(memory_forget, ids=[mara])
    client.call(memory_forget, ids=[gone])
    client.call(memory_learn_update, learningId=mara, restore=now)
    with client.runtime.db.reading() as snapshot:
        held = {uid for uid in (mara, fact, old, gone, *edges) if versions.believed(snapshot, uid)}
        assert held == {mara, fact, edges[0]}
        assert entities.resolve(snapshot, "Mara", None, project=-1).uid == mara


def test_what_was_told_of_somebody_later_comes_back_with_them_and_what_was_forgotten_before_does_not(
    client: Client, clock
) -> None:
    mara, quay = (client.call(memory_entity_create, name=name, entityType="thing")["id"] for name in ("Mara", "Quay"))
    old = observe(client, "has a dog", entityId=mara)
    clock.advance(hours=1)
    fact = observe(client, "keeps gate four", entityId=mara)
    edge = client.call(memory_entity_relate, fromEntityId=mara, toEntityId=quay, relationType="knows")["id"]
    client.call(memory_forget, ids=[old])
    clock.advance(hours=1)
    client.call(memory_forget, ids=[mara])
    restore = client.call(memory_read, id=mara, history=True)["versions"][0]["restore"]
    client.call(memory_learn_update, **restore["arguments"])
    with client.runtime.db.reading() as snapshot:
        held = {uid for uid in (mara, fact, old, edge) if versions.believed(snapshot, uid)}
    assert held == {mara, fact, edge}


def test_an_earlier_name_of_somebody_brings_back_nothing_that_was_forgotten(client: Client, clock) -> None:
    mara = client.call(memory_entity_create, name="Mara", entityType="person")["id"]
    old = observe(client, "has a dog", entityId=mara)
    with client.runtime.db.reading() as snapshot:
        then = format_instant(snapshot.now)
    clock.advance(hours=1)
    client.call(memory_entity_create, name="Mara", entityType="person", aliases=["M."])
    client.call(memory_forget, ids=[old])
    client.call(memory_learn_update, learningId=mara, restore=then)
    with client.runtime.db.reading() as snapshot:
        assert versions.believed(snapshot, old) == []


@pytest.mark.parametrize("text", [" ", "\n", "…"])
def test_a_text_that_says_nothing_does_not_take_its_place(client: Client, uid: str, text: str) -> None:
    with pytest.raises(InvalidInputError, match="this says nothing"):
        client.call(memory_learn_update, learningId=uid, content=text)
    assert "noon" in client.call(memory_read, id=uid)["body"]


def test_it_has_no_category(client: Client, uid: str) -> None:
    with pytest.raises(InvalidInputError, match="has no category"):
        client.call(memory_learn_update, learningId=uid, category="insight")


def test_a_relation_is_pinned_and_not_rewritten(client: Client) -> None:
    ids = [client.call(memory_entity_create, name=name, entityType="thing")["id"] for name in ("Gate four", "Quay")]
    uid = client.call(memory_entity_relate, fromEntityId=ids[0], toEntityId=ids[1], relationType="stands on")["id"]
    client.call(memory_learn_update, learningId=uid, pinned=True)
    with pytest.raises(NotFoundError):
        client.call(memory_learn_update, learningId=uid, content="somewhere else")
    with client.runtime.db.reading() as snapshot:
        assert lifecycle.state(snapshot, uid).pinned


def test_a_row_that_was_forgotten_is_neither_archived_nor_pinned_nor_judged(client: Client) -> None:
    made = client.call(memory_decide, title="Queue", decision="Postgres.", reasoning="One backup.")["id"]
    client.call(memory_forget, ids=[made])
    for tool, given in (
        (memory_learn_archive, {"learningId": made}),
        (memory_learn_archive, {"learningId": made, "restore": True}),
        (memory_learn_update, {"learningId": made, "pinned": True}),
        (memory_decide_update, {"decisionId": made, "verified": True}),
    ):
        with pytest.raises(ConflictError, match="was retracted") as refused:
            client.call(tool, **given)
        assert "history=true" in refused.value.hint
    versions = client.call(memory_read, id=made, history=True)["versions"]
    client.call(memory_learn_update, **versions[-1]["restore"]["arguments"], pinned=True)
    assert client.call(memory_read, id=made)["pinned"]
