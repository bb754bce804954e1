"""A memory with something for every view of the page: four months of a small project, told through the tools."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from calling import Client, learn, server
from two_projects import folder_of, observe, say

from memory_mcp.store.contradictions import pairs
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.decisions import memory_decide, memory_decide_update
from memory_mcp.tools.graph import (
    memory_entity_create,
    memory_entity_observe,
    memory_entity_relate,
    memory_observation_supersede,
)
from memory_mcp.tools.learnings import memory_learn_update
from memory_mcp.tools.profile import memory_goal
from memory_mcp.tools.sessions import memory_session_end, memory_session_start

_TALKS = (
    ("Which port does staging listen on?", "Staging listens on 5432, as the compose file says."),
    ("Please always use pnpm here, never npm.", "Understood: pnpm from now on."),
    (
        "The queue keeps losing jobs when the worker restarts.",
        "The visibility timeout was too short.",
    ),
    ("Let's keep the queue in Postgres, one system less to run.", "Agreed, SKIP LOCKED serves this load well."),
)

CHECKS = [
    {"check": check, "level": level, "what": what} | more
    for check, level, what, more in (
        ("backups", "pass", "as they should be", {}),
        ("disk", "pass", "41.2 GB free", {}),
        ("entry", "pass", "/usr/bin/memory-mcp", {"client": "claude", "title": "Claude Code"}),
        ("hooks", "pass", "there, /usr/bin/memory-mcp", {"client": "claude", "title": "Claude Code"}),
        ("coverage", "pass", "100 % of 24 turns of the last 14 days", {"client": "claude", "title": "Claude Code"}),
        ("entry", "pass", "/usr/bin/memory-mcp", {"client": "codex", "title": "Codex"}),
        ("hooks", "fail", "no hook for Stop",
         {"client": "codex", "title": "Codex", "mend": "memory-mcp setup codex"}),
        ("coverage", "warn", "83 % of 12 turns of the last 14 days; 2 are missing",
         {"client": "codex", "title": "Codex", "mend": "memory-mcp doctor"}),
    )
]  # fmt: skip
"""What the doctor might say of this memory and two clients."""


@contextmanager
def shown_memory(path: Path, clock: ManualClock) -> Iterator[Client]:
    """Yield a client of a memory in ``path`` with sessions, people, changed facts, decisions and contradictions."""
    with server(path, clock) as runtime:
        client = Client(runtime, folder_of(path, "harbour"), client_name="claude-code", session_hint="s-1")
        _sessions(client, clock)
        _people(client, clock)
        _two_times(client, clock)
        pairs.catch_up(runtime.db)
        yield client


def _sessions(client: Client, clock: ManualClock) -> None:
    client.call(memory_goal, action="set", goal="Ship the harbour scheduler to the two pilot ports")
    for number, (asked, answered) in enumerate(_TALKS * 3):
        talker = Client(client.runtime, client.folder, client_name="claude-code", session_hint=f"s-{number}")
        session = talker.call(memory_session_start)["sessionId"]
        say(talker, session, asked)
        say(talker, session, answered)
        talker.call(memory_session_end, sessionId=session, summary=f"{asked} {answered}", nextSteps=["write the test"])
        clock.advance(days=5)


def _people(client: Client, clock: ManualClock) -> None:
    made = {
        name: client.call(memory_entity_create, name=name, entityType=kind, summary=summary)["id"]
        for name, kind, summary in (
            ("Mara", "person", "Keeps the checkout service alive."),
            ("Jonas", "person", "Writes the scheduler."),
            ("checkout", "service", "Takes payments."),
            ("scheduler", "service", "Gives every ship a berth."),
            ("staging", "environment", "Where the pilots look."),
        )
    }
    for source, relation, target in (
        ("Mara", "maintains", "checkout"), ("Jonas", "maintains", "scheduler"),
        ("scheduler", "runs on", "staging"), ("checkout", "runs on", "staging"), ("Jonas", "reports to", "Mara"),
    ):  # fmt: skip
        client.call(memory_entity_relate, fromEntityId=made[source], toEntityId=made[target], relationType=relation)
    old = observe(client, "Mara lives in Porto", entityId=made["Mara"], validFrom="2026-01-01")
    clock.advance(days=10)
    new = observe(client, "Mara lives in Lisbon", entityId=made["Mara"])
    client.call(memory_observation_supersede, observationId=old, supersededById=new, reason="she moved")
    client.call(memory_entity_observe, entityId=made["Jonas"], content="Jonas prefers reviews before noon")


def _two_times(client: Client, clock: ManualClock) -> None:
    port = learn(client, "Staging listens on port 5432.", validFrom="2026-01-15", pinned=True)
    clock.advance(days=20)
    client.call(memory_learn_update, learningId=port, content="Staging listens on port 6543.", reason="read again")
    learn(client, "Deploys happen on Tuesdays.")
    learn(client, "Deploys happen on Thursdays.")
    learn(client, "Always use pnpm, never npm.", tags=["tooling"])
    first: dict[str, Any] = client.call(
        memory_decide, title="Queue", decision="Keep the queue in Redis", reasoning="It was there already."
    )
    clock.advance(days=15)
    client.call(
        memory_decide, title="Queue", decision="Keep the queue in Postgres", reasoning="One system less to run.",
        supersedesId=first["id"],
    )  # fmt: skip
    client.call(memory_decide_update, decisionId=first["id"], outcome="Jobs were lost at restarts.")
    clock.advance(days=3)
