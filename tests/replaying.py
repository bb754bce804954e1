"""A client that runs its hooks: a conversation replayed turn by turn through the real command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import apsw
from capture_corpus import Conversation, Turn, Writer, lines_of

_EVENTS = {
    "claude": ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"),
    "codex": ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"),
    "gemini": ("SessionStart", "BeforeAgent", "AfterAgent", "SessionEnd"),
    "cursor": ("sessionStart", "beforeSubmitPrompt", "stop", "sessionEnd"),
    "opencode": ("session.created", "chat.message", "session.idle", "session.deleted"),
}


def hook_command(event: str, client: str, db: Path) -> list[str]:
    return [sys.executable, "-m", "memory_mcp", "hook", event, "--client", client, "--db", str(db)]


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MEMORY_", "CLAUDE"))}
    return kept | more


def fire(db: Path, event: str, client: str, payload: Any, **more: str) -> str:
    """Run one hook as a client does and return what it printed; it must end with 0."""
    given = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    ended = subprocess.run(
        hook_command(event, client, db),
        input=given,
        capture_output=True,
        env=environment(**more),
        check=True,
        timeout=60,
    )
    assert ended.stderr == b""
    return ended.stdout.decode()


class Client:
    """One client in one folder with one session."""

    def __init__(self, name: str, conversation: Conversation, folder: Path, db: Path) -> None:
        self.name, self.db, self.folder = name, db, folder
        self.conversation = conversation
        self.transcript = folder / f"{conversation.session}.jsonl"
        self.writer = Writer(name, conversation.session, str(folder))
        self.messages: list[Any] = []
        self.turns_begun = 0

    def payload(self, event: str, **more: Any) -> dict[str, Any]:
        session, common = self.conversation.session, {"hook_event_name": event}
        match self.name:
            case "opencode":
                return {"sessionID": session, "cwd": str(self.folder), **more}
            case "cursor":
                common |= {"conversation_id": session, "generation_id": f"g{self.turns_begun}", "cursor_version": "3.7"}
                return common | {"workspace_roots": [str(self.folder)], "transcript_path": str(self.transcript)} | more
            case "gemini":
                common["timestamp"] = f"2026-02-01T10:00:00.{self.turns_begun:03d}Z"
            case "codex":
                common["turn_id"] = f"t{self.turns_begun}"
        return common | {"session_id": session, "cwd": str(self.folder), "transcript_path": str(self.transcript)} | more

    def fire(self, which: int, **more: Any) -> str:
        event = _EVENTS[self.name][which]
        return fire(self.db, event, self.name, self.payload(event, **more))

    def write(self, entries: list[Any]) -> None:
        self.messages += entries
        if self.name != "opencode":
            with self.transcript.open("ab") as file:
                file.write(lines_of(entries))

    def start(self) -> None:
        self.fire(0, source="startup")
        self.write(self.writer.head())

    def play(self, turn: Turn) -> None:
        self.turns_begun += 1
        entries = self.writer.turn(turn)
        more = {"messageID": entries[0]["info"]["id"]} if self.name == "opencode" else {}
        self.fire(1, prompt=turn.prompt, **more)
        self.write(entries)
        self.end_turn(turn)

    def end_turn(self, turn: Turn) -> None:
        answer = next(step for step in reversed(turn.steps) if isinstance(step, str))
        match self.name:
            case "opencode":
                self.fire(2, messages=self.messages[-40:])
            case "gemini":
                self.fire(2, prompt=turn.prompt, prompt_response="\n".join(s for s in turn.steps if isinstance(s, str)))
            case "cursor":
                self.fire(2, status="completed")
            case _:
                self.fire(2, last_assistant_message=answer, stop_hook_active=False)

    def end(self) -> None:
        self.fire(3, reason="exit")


def captured(db: Path) -> Counter[tuple[str, str]]:
    """Return (role, text) of every turn that is held."""
    with apsw.Connection(str(db), flags=apsw.SQLITE_OPEN_READONLY) as connection:
        rows = connection.execute("SELECT attributes ->> 'role', body FROM item WHERE kind = 'turn'")
        return Counter((role, body) for role, body in rows)
