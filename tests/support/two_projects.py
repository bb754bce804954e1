"""Two projects in one memory, each with everything a project can hold, told by the tools' own defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from calling import Client

from memory_mcp.store.sessions import turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.documents import memory_save
from memory_mcp.tools.framework.runtime import Runtime
from memory_mcp.tools.graph import memory_entity_create, memory_entity_observe, memory_entity_relate
from memory_mcp.tools.handoffs import memory_handoff
from memory_mcp.tools.learnings import memory_learn, memory_learn_update
from memory_mcp.tools.profile import memory_goal
from memory_mcp.tools.search import memory_search
from memory_mcp.tools.sessions import memory_session_end, memory_session_start

FOR_ALL = {"entityName": "Ada", "entityType": "person"}


def folder_of(tmp_path: Path, name: str) -> Path:
    """Return the folder of a repository of that name, made if it is not there."""
    folder = tmp_path / name
    (folder / ".git").mkdir(parents=True, exist_ok=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return folder


def planted(runtime: Runtime, folder: Path, word: str) -> dict[str, str]:
    """Tell one of each thing from a folder, ``word`` in every text; return the ids by what they are."""
    client = Client(runtime, folder, client_name="claude-code", session_hint=f"s-{word}")
    ids: dict[str, str] = {"session": client.call(memory_session_start)["sessionId"]}
    say(client, ids["session"], f"{word}: which port does the staging database listen on?")

    def learn(text: str, **more: Any) -> str:
        return str(client.call(memory_learn, category="fact", content=f"{word} {text}", **more)["id"])

    ids["pinned"] = learn("always deploy on port 6543", pinned=True, tags=[word], source=word)
    ids["learning"] = learn("deploy on Mondays takes 30 minutes", tags=[word])
    ids["other"] = learn("deploy on Mondays takes 45 minutes")
    ids["edited"] = learn("staging listens on port 1")
    client.call(memory_learn_update, learningId=ids["edited"], content=f"{word} staging listens on port 2", reason=word)
    for title in ("old deploy", "deploy"):
        texts = {"title": f"{word} {title}", "decision": f"{word} deploy {title} by hand", "reasoning": f"{word} port"}
        ids[title] = client.call(memory_decide, **texts, alternatives=word, tags=[word])["id"]
    entity = {"name": f"Gateway {word}", "entityType": "service", "aliases": ["edge"], "summary": f"{word} deploy"}
    ids["entity"] = client.call(memory_entity_create, **entity)["id"]
    ids["host"] = client.call(memory_entity_create, name=f"Host {word}", entityType="service")["id"]
    ids["fact"] = observe(client, f"{word} listens on port 6543", entityId=ids["entity"])
    ids["newer"] = observe(client, f"{word} listens on port 8080", entityId=ids["entity"])
    ids["of_all"] = observe(client, f"{word} deploys on port 6543", **FOR_ALL)
    ends = {"fromEntityId": ids["entity"], "toEntityId": ids["host"]}
    ids["relation"] = client.call(memory_entity_relate, **ends, relationType=f"runs on {word}")["id"]
    ids["document"] = client.call(memory_save, content=f"{word}\ndeploy port", title=word, summary=word)["id"]
    client.call(memory_goal, action="set", goal=f"{word} deploy")
    ids["handoff"] = client.call(memory_handoff, action="begin", summary=f"{word} deploy")["handoff"]["id"]
    client.call(memory_search, query="deploy port")
    client.call(memory_session_end, sessionId=ids["session"], summary=f"{word} deploy", openQuestions=[f"{word}?"])
    return ids


def observe(client: Client, text: str, **more: Any) -> str:
    """Return the id of a fact about an entity."""
    return str(client.call(memory_entity_observe, content=text, **more)["observationId"])


def say(client: Client, session: str, text: str) -> None:
    """Have something said in a session, as its hooks capture it."""
    with client.runtime.db.writing("test") as tx:
        project = tx.value("SELECT project_id FROM session WHERE uid = :uid", {"uid": session})
        turns.add_many(tx, [Utterance(text, project, session, role="user")])
