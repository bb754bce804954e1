"""A server with a hub: its search, what a session's start waits for, and what it says when the hub is away."""

from __future__ import annotations

import pytest
from calling import Client, server
from transfers import bodies, learn, name, observe

from memory_mcp.errors import InvalidInputError, UnsupportedError
from memory_mcp.hub.following import Following
from memory_mcp.hub.synchronising import push, sync
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.projects import project_upkeep, projects
from memory_mcp.store.sessions import sessions
from memory_mcp.tools.health import memory_health
from memory_mcp.tools.learnings import memory_learn
from memory_mcp.tools.search import memory_search
from memory_mcp.tools.sessions import memory_session_start

pytestmark = pytest.mark.external

AWAY = "postgresql://postgres@localhost:1/x"


@pytest.fixture
def state(tmp_path, monkeypatch):
    """A folder of this user's own for what a machine knows of itself."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def at(tmp_path, clock, state):
    """Return a client of a server with a hub, or with none."""
    servers = []

    def opened(hub):
        (tmp_path / "work").mkdir(exist_ok=True)
        context = server(tmp_path, clock, hub=hub)
        runtime = context.__enter__()
        servers.append(context)
        if hub is not None:
            runtime.following = Following(runtime.settings, clock)
        return Client(runtime, tmp_path / "work", client_name="codex")

    yield opened
    for context in servers:
        context.__exit__(None, None, None)


def test_a_search_finds_what_only_another_machine_holds(at, here, hub):
    uid = learn(here, "the staging database listens on port 8080")
    push(here, hub)
    client = at(hub)
    assert client.call(memory_search, query="staging port", project="*")["hits"] == []

    answer = client.call(memory_search, query="staging port", project="*", scope="hub")

    assert ([hit["id"] for hit in answer["hits"]], answer["verdict"]) == ([uid], "answers")


@pytest.mark.parametrize(
    ("hub_set", "query", "error"), [(False, "staging port", UnsupportedError), (True, " ", InvalidInputError)]
)
def test_what_a_hub_cannot_be_asked_is_said(at, hub, hub_set, query, error):
    client = at(hub if hub_set else None)
    with pytest.raises(error):
        client.call(memory_search, query=query, scope="hub")


def test_a_search_is_narrowed_to_what_only_another_machine_knows(at, here, hub, clock):
    """Its session, its entity and its tags, none of which this machine has heard of, as of two times."""
    with here.writing("test") as tx:
        session, _ = sessions.start(tx, project_id=0, client="codex", client_session="one")
    uid = learn(here, "the staging port is 80", tags=("ports",), session_uid=session.uid)
    told = observe(here, name(here, "Harbour"), "has a staging port")
    clock.advance(days=2)
    with here.writing("test") as tx:
        facts.correct(tx, uid, body="the staging port is 81")
    push(here, hub)
    client = at(hub)

    def found(**more):
        hits = client.call(memory_search, query="staging port", project="*", scope="hub", **more)["hits"]
        return {(hit["id"], hit["snippet"]) for hit in hits}

    now = {(uid, "the staging port is 81")}
    assert found(tags=["ports"]) == found(session_id=session.uid) == now
    assert found(entity="harbour") == {(told, "has a staging port")}
    before = (uid, "the staging port is 80")
    assert before in found(known_at="1 day ago")
    assert before not in found()


def test_a_search_finds_what_the_hub_has_under_a_former_name_of_the_project(at, here, hub):
    with here.writing("test") as tx:
        project = projects.ensure(tx, projects.named("api"))
    uid = learn(here, "the staging port is 80", project_id=project)
    push(here, hub)
    client = at(hub)
    with client.runtime.db.writing("test") as tx:
        projects.ensure(tx, projects.named("api"))
        project_upkeep.rename(tx, "api", "web")
    (hit,) = client.call(memory_search, query="staging port", project="web", scope="hub")["hits"]
    assert (hit["id"], hit["project"]) == (uid, "web")


def test_the_start_of_a_session_takes_in_what_others_told_meanwhile(at, here, hub):
    learn(here, "we use tabs")
    push(here, hub)
    client = at(hub)
    client.call(memory_session_start)
    assert client.runtime.following.wait(60)
    assert bodies(client.runtime.db, "learning") == ["we use tabs"]


def test_what_a_server_stored_reaches_the_hub(at, here, hub):
    client = at(hub)
    client.call(memory_learn, category="fact", content="we use tabs")
    client.runtime.following.ask()
    assert client.runtime.following.wait(60)
    sync(here, hub)
    assert bodies(here, "learning") == ["we use tabs"]


def test_a_hub_that_is_away_keeps_nobody_from_working_and_is_told_of(at):
    client = at(AWAY)
    assert client.call(memory_session_start)["sessionId"]
    assert client.runtime.following.wait(60)
    client.call(memory_learn, category="fact", content="we use tabs")
    problems = client.call(memory_health)["problems"]
    assert [problem["what"] for problem in problems if "hub" in problem["what"]]


def test_a_defect_in_synchronising_is_told_of_and_the_next_one_is_tried(at, monkeypatch, caplog):
    client = at(AWAY)
    following = client.runtime.following
    failures = iter([KeyError("entityId")])

    def synchronise():
        for failure in failures:
            raise failure

    monkeypatch.setattr(following, "_synchronise", synchronise)
    monkeypatch.setattr("memory_mcp.hub.following._AFTER_FAILURE_S", 0)
    following.ask()
    assert following.wait(60)
    assert "synchronising with the hub failed" in caplog.text
    problems = client.call(memory_health)["problems"]
    assert [problem["what"] for problem in problems if "KeyError" in problem["what"]]
    following.ask()
    assert following.wait(60)
    assert following.failure == ""


def test_a_session_waits_no_longer_than_it_may_for_a_hub_that_does_not_answer(at, monkeypatch):
    client = at(AWAY)
    waited = []
    following = client.runtime.following
    monkeypatch.setattr(following, "_synchronise", lambda: None)
    monkeypatch.setattr(following._is_done, "wait", waited.append)
    client.call(memory_session_start)
    assert waited == [0.2]
