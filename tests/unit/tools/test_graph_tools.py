"""The knowledge graph and decisions as tools."""

from __future__ import annotations

import pytest
from calling import Client, server

from memory_mcp.errors import ConflictError, InvalidInputError, NotFoundError, RefusedError
from memory_mcp.temporal import format_instant
from memory_mcp.tools.decisions import memory_decide, memory_decide_update
from memory_mcp.tools.documents import memory_read, memory_save
from memory_mcp.tools.entity_search import memory_entity_search
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.graph import (
    memory_entity_create,
    memory_entity_delete,
    memory_entity_observe,
    memory_entity_open,
    memory_entity_relate,
    memory_observation_supersede,
)
from memory_mcp.tools.learnings import memory_learn_archive, memory_learn_update
from memory_mcp.tools.reflection import memory_reflect
from memory_mcp.tools.search import memory_grep, memory_search
from memory_mcp.tools.sessions import memory_session_start
from memory_mcp.tools.timeline import memory_timeline


@pytest.fixture
def client(tmp_path, clock):
    folder = tmp_path / "work"
    folder.mkdir()
    with server(tmp_path, clock) as runtime:
        yield Client(runtime, folder)


def observe(client, content, name="Ada", entity_type="person", **more):
    return client.call(memory_entity_observe, content=content, entityName=name, entityType=entity_type, **more)


def facts_of(client, **arguments) -> list[str]:
    opened = client.call(memory_entity_open, **({"name": "Ada"} | arguments))
    return [fact["content"] for fact in opened["observations"]]


def test_observing_an_unknown_entity_creates_it_and_a_known_one_is_used(client):
    first = observe(client, "likes tea")
    second = observe(client, "likes coffee", name="ADA", entity_type="Person")
    third = client.call(memory_entity_observe, content="plays chess", entityName="ada")
    assert first["entityId"] == second["entityId"] == third["entityId"]
    assert (first["action"], first["similar"], first["possibleContradictions"]) == ("added", [], [])


def test_observing_an_unknown_name_without_a_type_is_refused_with_the_way_out(client):
    with pytest.raises(InvalidInputError, match="no entity called 'Ada' is known") as refused:
        client.call(memory_entity_observe, content="likes tea", entityName="Ada")
    assert refused.value.field == "entityType"
    with pytest.raises(InvalidInputError, match="which entity"):
        client.call(memory_entity_observe, content="likes tea")


def test_a_fact_that_denies_another_is_stored_and_named_as_a_possible_contradiction(client):
    old = observe(client, "drinks coffee in the morning")
    new = observe(client, "does not drink coffee in the morning")
    assert [(one["id"], one["kind"]) for one in new["possibleContradictions"]] == [(old["observationId"], "negation")]
    assert [one["id"] for one in new["similar"]] == [old["observationId"]]


def test_the_same_fact_again_is_the_one_that_is_there(client):
    first, again = observe(client, "likes tea"), observe(client, "Likes tea.")
    assert (again["action"], again["observationId"]) == ("existing", first["observationId"])


def test_a_secret_in_a_fact_is_masked_and_counted(client):
    noted = observe(client, "uses the key ghp_" + "A1b2C3d4E5f6G7h8I9j0" + "K1l2M3n4O5p6Q7r8")
    assert sum(noted["redacted"].values()) == 1
    assert "ghp_" not in facts_of(client)[0]


def test_a_fact_that_was_brought_back_names_no_successor(client, clock):
    old = observe(client, "lives in Berlin", validFrom="2026-01-01")["observationId"]
    stored = clock.now()
    clock.advance(days=1)
    new = observe(client, "lives in Hamburg", validFrom="2026-02-01")["observationId"]
    client.call(memory_observation_supersede, observationId=old, supersededById=new)
    clock.advance(days=1)
    client.call(memory_learn_update, learningId=old, restore=format_instant(stored))
    rows = client.call(memory_entity_open, name="Ada")["observations"]
    assert {row["id"]: row.get("supersededById") for row in rows} == {old: None, new: None}


def test_superseding_names_what_became_of_the_fact_and_keeps_it_as_of_before(client, clock):
    old = observe(client, "lives in Berlin", validFrom="2026-01-01")["observationId"]
    clock.advance(days=1)
    new = observe(client, "lives in Hamburg", validFrom="2026-02-01")["observationId"]
    done = client.call(memory_observation_supersede, observationId=old, supersededById=new, reason="moved")
    assert done == {
        "observationId": old, "action": "superseded", "validTo": "2026-02-01T00:00:00.000000Z", "supersededById": new,
    }  # fmt: skip
    again = client.call(memory_observation_supersede, observationId=old, supersededById=new)
    assert (again["action"], again["supersededById"]) == ("already_superseded", new)
    clock.advance(hours=1)
    assert (facts_of(client), facts_of(client, asOf="2026-01-15")) == (["lives in Hamburg"], ["lives in Berlin"])
    assert facts_of(client, asOf="2026-02-15", knownAt="2026-03-01T12:00Z") == ["lives in Berlin"]


def test_a_fact_with_nothing_left_of_its_period_is_retracted(client, clock):
    old = observe(client, "lives in Berlin", validFrom="2026-02-01")["observationId"]
    clock.advance(days=1)
    done = client.call(memory_observation_supersede, observationId=old, validTo="2026-01-01T00:00Z")
    assert (done["action"], done["validTo"]) == ("retracted", None)


def test_opening_shows_facts_relations_and_neighbours_and_echoes_the_point_in_time(client):
    ada = observe(client, "likes tea")["entityId"]
    initech = client.call(memory_entity_create, name="Initech", entityType="company", aliases=["INI"])["id"]
    related = client.call(memory_entity_relate, fromEntityId=ada, toEntityId=initech, relationType="works_at")
    opened = client.call(memory_entity_open, name="ada", knownAt="tomorrow")
    assert (opened["entity"]["name"], opened["count"], opened["total"]) == ("Ada", 1, 1)
    assert opened["knownAt"] == "2026-03-02T00:00:00.000000Z"
    (relation,) = opened["relations"]
    assert (relation["id"], relation["fromName"], relation["toName"]) == (related["id"], "Ada", "Initech")
    assert [(one["name"], one["depth"]) for one in opened["neighbours"]] == [("Initech", 1)]
    assert client.call(memory_entity_open, name="ini")["entity"]["id"] == initech
    assert "neighbours: none" in client.text(memory_entity_open, id=ada, depth=0)


def test_of_two_periods_of_a_relation_the_one_that_holds_then_ends(client):
    ada = observe(client, "likes tea")["entityId"]
    graz = client.call(memory_entity_create, name="Graz", entityType="city")["id"]
    lives = {"fromEntityId": ada, "toEntityId": graz, "relationType": "lives in"}
    first = client.call(memory_entity_relate, **lives, validFrom="2020", validTo="2022")["id"]
    second = client.call(memory_entity_relate, **lives, validFrom="2024")["id"]

    for _ in range(2):
        ended = client.call(memory_entity_relate, **lives, end=True, validTo="2021-05-31")
        assert (ended["id"], ended["validTo"]) == (first, "2021-06-01T00:00:00.000000Z")

    assert client.call(memory_entity_open, id=ada, asOf="2022")["relations"] == []
    assert [one["id"] for one in client.call(memory_entity_open, id=ada)["relations"]] == [second]


def test_a_relation_that_does_not_hold_then_is_not_ended_and_no_later_period_goes(client):
    ada = observe(client, "likes tea")["entityId"]
    graz = client.call(memory_entity_create, name="Graz", entityType="city")["id"]
    lives = {"fromEntityId": ada, "toEntityId": graz, "relationType": "lives in"}
    later = client.call(memory_entity_relate, **lives, validFrom="2024")["id"]

    with pytest.raises(InvalidInputError, match="begins only at 2024-01-01T00:00:00") as refused:
        client.call(memory_entity_relate, **lives, end=True, validTo="2021")
    assert later in refused.value.hint

    first = client.call(memory_entity_relate, **lives, validFrom="2020", validTo="2022")
    ended = client.call(memory_entity_relate, **lives, end=True, validTo="2023")
    assert (ended["id"], ended["validTo"]) == (first["id"], first["validTo"])
    assert [one["id"] for one in client.call(memory_entity_open, id=ada)["relations"]] == [later]


def test_an_archived_relation_leads_to_no_neighbour(client):
    ada = observe(client, "likes tea")["entityId"]
    initech = client.call(memory_entity_create, name="Initech", entityType="company")["id"]
    related = client.call(memory_entity_relate, fromEntityId=ada, toEntityId=initech, relationType="works_at")["id"]
    client.call(memory_learn_archive, learningId=related)

    opened = client.call(memory_entity_open, id=ada, depth=3)

    assert (opened["relations"], opened["neighbours"]) == ([], [])


def test_a_name_of_several_types_is_a_conflict_that_lists_them(client):
    for entity_type in ("planet", "service"):
        client.call(memory_entity_create, name="Mercury", entityType=entity_type)
    with pytest.raises(ConflictError, match="2 entities match"):
        client.call(memory_entity_open, name="Mercury")
    assert client.call(memory_entity_open, name="Mercury", entityType="planet")["entity"]["entityType"] == "planet"


def test_many_facts_come_page_by_page_each_within_the_room_of_an_answer(client, clock):
    texts = {f"fact number {number} " + "of many words " * 20 for number in range(45)}
    for text in sorted(texts):
        observe(client, text)
    seen, cursor, pages = [], None, 0
    while True:
        opened = client.call(memory_entity_open, name="Ada", cursor=cursor, limit=40)
        assert len(client.text(memory_entity_open, name="Ada", cursor=cursor, limit=40)) < 6_000
        seen += [fact["content"] for fact in opened["observations"]]
        cursor, pages = opened.get("nextCursor"), pages + 1
        if cursor is None:
            break
    assert (sorted(seen), opened["total"]) == (sorted(text.strip() for text in texts), 45)
    assert pages > 2


@pytest.mark.parametrize("cursor", ["nonsense", "bnVsbA", "WzEsMiwzXQ", "WzEsIngiXQ", "é", "W1tb" * 1_000])
def test_a_cursor_that_is_none_of_ours_is_refused(client, cursor):
    observe(client, "likes tea")
    with pytest.raises(InvalidInputError) as refused:
        client.call(memory_entity_open, name="Ada", cursor=cursor)
    assert refused.value.field == "cursor"


def test_a_relation_is_added_kept_ended_and_seen_as_of_before(client, clock):
    ends = {
        "fromEntityId": client.call(memory_entity_create, name="a", entityType="x")["id"],
        "toEntityId": client.call(memory_entity_create, name="b", entityType="x")["id"],
    }
    first = client.call(memory_entity_relate, **ends, relationType="uses", validFrom="2026-01-01")
    again = client.call(memory_entity_relate, **ends, relationType="Uses")
    ended = client.call(memory_entity_relate, **ends, relationType="uses", validTo="2026-02-01T00:00Z", end=True)
    assert [one["action"] for one in (first, again, ended)] == ["added", "existing", "ended"]
    assert {one["id"] for one in (first, again, ended)} == {first["id"]}
    assert ended["validTo"] == "2026-02-01T00:00:00.000000Z"
    clock.advance(hours=1)
    assert client.call(memory_entity_open, id=ends["fromEntityId"])["relations"] == []
    assert len(client.call(memory_entity_open, id=ends["fromEntityId"], asOf="2026-01-15")["relations"]) == 1


def test_a_deleted_entity_cannot_be_opened_now_and_can_as_known_before(client, clock):
    ada = observe(client, "likes tea")["entityId"]
    clock.advance(days=1)
    assert client.call(memory_entity_delete, id=ada) == {
        "id": ada, "action": "retracted", "observations": 1, "relations": 0,
    }  # fmt: skip
    with pytest.raises(NotFoundError):
        client.call(memory_entity_open, id=ada)
    assert facts_of(client, knownAt="2026-03-01T12:00Z", asOf="2026-03-01T12:00Z") == ["likes tea"]
    assert client.call(memory_entity_delete, id=ada, erase=True)["action"] == "erased"
    with pytest.raises(NotFoundError):
        facts_of(client, knownAt="2026-03-01T12:00Z")


def test_an_entity_given_a_project_is_seen_there_only(client):
    created = client.call(memory_entity_create, name="Gateway", entityType="service", project="api")
    assert (created["action"], created["project"]) == ("created", "api")
    with pytest.raises(NotFoundError):
        client.call(memory_entity_open, name="Gateway")
    client.call(memory_entity_observe, content="listens on 8080", entityId=created["id"], project="api")
    assert client.call(memory_entity_open, id=created["id"], project="*")["entity"]["project"] == "api"


def test_an_entity_of_another_project_opened_by_id_is_seen_among_its_own(client):
    ends = [client.call(memory_entity_create, name=name, entityType="x", project="api")["id"] for name in "ab"]
    client.call(memory_entity_relate, fromEntityId=ends[0], toEntityId=ends[1], relationType="uses", project="api")
    assert [one["name"] for one in client.call(memory_entity_open, id=ends[0], project="*")["neighbours"]] == ["b"]


def test_a_control_character_or_blank_is_no_name(client):
    with pytest.raises(InvalidInputError, match="name is empty"):
        client.call(memory_entity_create, name="  ", entityType="person")


def test_a_decision_is_recorded_with_its_reasons_and_replaces_another(client, clock):
    old = client.call(memory_decide, title="Cache", decision="We use Memcached", reasoning="simple", tags=["infra"])
    clock.advance(days=1)
    new = client.call(
        memory_decide, title="Cache", decision="We use Redis", reasoning="streams", alternatives="Memcached",
        supersedesId=old["id"],
    )  # fmt: skip
    assert (old["action"], new["supersededId"]) == ("added", old["id"])
    again = client.call(
        memory_decide, title="Cache", decision="We use Redis", reasoning="streams", alternatives="Memcached"
    )
    assert (again["action"], again["id"]) == ("existing", new["id"])


def test_what_became_of_a_decision_is_kept_and_what_is_not_given_stays(client):
    uid = client.call(memory_decide, title="Cache", decision="We use Redis", reasoning="streams")["id"]
    client.call(memory_decide_update, decisionId=uid, verified=True, outcome="twice as fast")
    known = client.call(memory_decide_update, decisionId=uid, confidence=0.9, tags=["infra"])
    assert (known["verified"], known["outcome"], known["confidence"], known["tags"]) == (
        True,
        "twice as fast",
        0.9,
        ["infra"],
    )
    assert client.call(memory_decide_update, decisionId=uid, retract=True)["action"] == "retracted"
    assert client.call(memory_decide_update, decisionId=uid, retract=True)["action"] == "already_retracted"


def test_updating_nothing_and_what_is_no_decision_is_refused(client):
    uid = observe(client, "likes tea")["observationId"]
    with pytest.raises(InvalidInputError, match="nothing to change"):
        client.call(memory_decide_update, decisionId=uid)
    with pytest.raises(NotFoundError, match="no decision with id"):
        client.call(memory_decide_update, decisionId=uid, verified=True)


def search(client, query, **more) -> list[str]:
    return [hit["title"] for hit in client.call(memory_entity_search, query=query, **more)["hits"]]


def test_an_entity_is_found_by_name_alias_summary_and_by_a_fact_about_it(client):
    client.call(
        memory_entity_create, name="Gateway", entityType="service", aliases=["edge"], summary="routes every request"
    )
    observe(client, "collects stamps")
    for query in ("gateway", "edge", "which one routes requests"):
        assert search(client, query) == ["Gateway"]
    found = client.call(memory_entity_search, query="who collects stamps?")
    (hit,) = found["hits"]
    assert (hit["title"], hit["snippet"], "factId" in hit) == ("Ada", "collects stamps", True)
    assert (found["mode"], found["requestedMode"]) == ("fts", "hybrid")
    assert "by words only" in found["notice"]


def test_an_entity_many_facts_speak_of_is_one_hit_and_leaves_room_for_others(client):
    for number in range(30):
        observe(client, f"likes tea of kind {number}", name="Ada")
    observe(client, "likes tea too", name="Bea")
    assert sorted(search(client, "tea", limit=2)) == ["Ada", "Bea"]


def test_a_type_is_looked_for_among_all_hits_not_among_the_best(client):
    for number in range(40):
        observe(client, "likes tea, likes tea", name=f"person {number}")
    observe(client, "a shop that among very many other things also sells some tea", name="Shop", entity_type="place")
    assert search(client, "tea", entityType="Place", limit=1) == ["Shop"]


def test_entities_are_found_as_of_a_point_in_both_times(client, clock):
    old = observe(client, "lives in Berlin", validFrom="2026-01-01")["observationId"]
    clock.advance(days=1)
    client.call(memory_observation_supersede, observationId=old, validTo="2026-02-01T00:00Z")
    clock.advance(days=1)
    assert search(client, "Berlin") == []
    assert search(client, "Berlin", asOf="2026-01-15") == ["Ada"]
    assert search(client, "Berlin", knownAt="2026-03-01T12:00Z", asOf="2026-03-01T12:00Z") == ["Ada"]


def test_an_entity_is_found_as_of_a_time_before_it_was_stored_and_not_before_it_was_known(client, clock):
    before = clock.now()
    clock.advance(days=1)
    client.call(memory_entity_create, name="Gateway", entityType="service", summary="routes every request")
    observe(client, "likes tea")
    clock.advance(days=1)
    for query in ("gateway", "what routes requests"):
        assert search(client, query, asOf="2026-01-15") == ["Gateway"]
        assert search(client, query, asOf="2026-01-15", entityType="person") == []
        assert search(client, query, knownAt=format_instant(before)) == []
    assert search(client, "tea", asOf="2026-01-15") == []


def test_a_relation_is_told_in_all_its_words_wherever_it_stands_alone(client):
    ends = [client.call(memory_entity_create, name=name, entityType="person")["id"] for name in ("Ada", "Ben")]
    related = {"fromEntityId": ends[0], "toEntityId": ends[1], "relationType": "looks_after"}
    uid = client.call(memory_entity_relate, **related)["id"]
    client.call(memory_read, id=uid)
    said = "Ada looks after Ben"
    assert said in client.text(memory_search, query="", types=["relation"])
    assert said in client.text(memory_search, query="who looks after Ben")
    assert client.text(memory_search, query="who looks after Ben").count(said) == 1
    assert said in client.text(memory_grep, pattern="looks")
    assert said in client.text(memory_reflect)
    assert said in client.text(memory_timeline, types=["relation"])
    client.call(memory_entity_relate, **related, weight=3)
    (corrected, _) = client.call(memory_timeline, types=["relation"])["sessions"][0]["events"]
    assert (corrected["change"], corrected["became"]) == ("corrected", said)
    client.call(memory_forget, ids=[uid])
    (change, _) = client.call(memory_timeline, types=["relation"])["sessions"][0]["events"]
    assert (change["change"], change["snippet"]) == ("retracted", said)


def test_a_change_says_whose_fact_it_was_and_what_it_became_as_events_do(client):
    about = {"entityName": "gateway", "entityType": "service"}
    uid = client.call(memory_entity_observe, **about, content="Runs on Node 20.")["observationId"]
    client.call(memory_forget, ids=[uid])
    made = client.call(memory_decide, title="Queue", decision="Postgres.", reasoning="One backup.")["id"]
    client.call(memory_learn_update, learningId=made, content="NATS.")
    told = client.call(memory_timeline, types=["observation", "decision"])["sessions"][0]["events"]
    changed = {one["change"]: one for one in told if "change" in one}
    assert changed["retracted"]["snippet"] == "gateway: Runs on Node 20."
    assert (changed["corrected"]["snippet"], changed["corrected"]["became"]) == ("Queue: Postgres.", "Queue: NATS.")


def test_an_id_of_another_type_is_not_said_to_be_unknown(client):
    made = observe(client, "likes tea")
    for tool, given, kind in (
        (memory_learn_update, {"learningId": made["entityId"], "content": "x"}, "entity"),
        (memory_entity_open, {"id": made["observationId"]}, "observation"),
    ):
        with pytest.raises(NotFoundError, match=r"no .* with id") as refused:
            client.call(tool, **given)
        assert f"another type: {kind}" in refused.value.hint
    with pytest.raises(NotFoundError) as refused:
        client.call(memory_entity_open, id="00000000-0000-7000-8000-000000000000")
    assert "Ids come from" in refused.value.hint


def test_an_id_of_what_is_no_row_or_was_erased_is_not_said_to_be_unknown(client):
    session = client.call(memory_session_start)["sessionId"]
    erased = observe(client, "likes tea")["observationId"]
    client.call(memory_forget, ids=[erased], erase=True)
    for uid, told in ((session, "another type: session"), (erased, "observation that had this id was erased")):
        with pytest.raises(NotFoundError) as refused:
            client.call(memory_learn_update, learningId=uid, content="x y")
        assert told in refused.value.hint


def test_what_was_not_held_then_says_how_to_see_all_of_it(client):
    uid = observe(client, "likes tea", validFrom="2026-03-01")["observationId"]
    with pytest.raises(NotFoundError, match="was not held") as refused:
        client.call(memory_read, id=uid, asOf="2026-02-01", history=True)
    assert "history=true without asOf and knownAt" in refused.value.hint
    assert len(client.call(memory_read, id=uid, history=True)["versions"]) == 1


def test_an_opened_entity_says_which_fact_a_newer_one_contradicts(client):
    old, new = (observe(client, f"Listens on port {port}.", "gateway", "service") for port in (8443, 9443))
    facts = client.call(memory_entity_open, name="gateway")["observations"]
    assert {fact["id"]: fact.get("contradictedBy") for fact in facts} == {
        old["observationId"]: new["observationId"], new["observationId"]: None,
    }  # fmt: skip


def test_what_the_limit_cuts_of_relations_is_not_said_to_be_too_deep(client):
    centre = observe(client, "likes tea")["entityId"]
    for name in ("Ben", "Eve"):
        other = client.call(memory_entity_create, name=name, entityType="person")["id"]
        client.call(memory_entity_relate, fromEntityId=centre, toEntityId=other, relationType="knows")
    notice = client.call(memory_entity_open, name="Ada", limit=1)["notice"]
    assert notice == "left out for length: neighbours (1), relations (1); ask for a higher limit"
    assert "notice" not in client.call(memory_entity_open, name="Ada", limit=2)


def test_an_entity_or_a_document_is_no_fact_that_another_supersedes(client):
    entity = client.call(memory_entity_create, name="gateway", entityType="service")["id"]
    document = client.call(memory_save, title="Ports", content="The gateway listens on 8443.")["id"]
    fact = client.call(memory_entity_observe, entityId=entity, content="Listens on 9443.")["observationId"]
    for old, new in ((entity, fact), (document, fact), (fact, entity), (entity, None)):
        with pytest.raises(InvalidInputError, match="not a fact"):
            client.call(memory_observation_supersede, observationId=old, supersededById=new)

    assert client.call(memory_entity_search, query="gateway")["count"] == 1


@pytest.mark.parametrize("field", ["fromEntityId", "toEntityId"])
def test_of_two_entities_to_relate_the_one_of_another_project_is_named(client, field):
    here, there = (
        client.call(memory_entity_create, name=name, entityType="person", project=project)["id"]
        for name, project in (("Ada", None), ("Bob", "other"))
    )
    ends = {"fromEntityId": here, "toEntityId": here} | {field: there}

    with pytest.raises(RefusedError, match=f"{there}: of another project") as refused:
        client.call(memory_entity_relate, **ends, relationType="knows")
    assert refused.value.field == field
