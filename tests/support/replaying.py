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
from capture_corpus import Conversation, Tool, Turn, Writer, lines_of

# When a session starts, a prompt is submitted, a turn is over, a session is over, and before a compaction.
_EVENTS = {
    "claude": ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd", "PreCompact"),
    "codex": ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd", "PreCompact"),
    "gemini": ("SessionStart", "BeforeAgent", "AfterAgent", "SessionEnd", "PreCompress"),
    "cursor": ("sessionStart", "beforeSubmitPrompt", "stop", "sessionEnd", "preCompact"),
    "opencode": ("session.created", "chat.message", "session.idle", "session.deleted", ""),
}


def hook_command(event: str, client: str, db: Path) -> list[str]:
    return [sys.executable, "-m", "memory_mcp", "hook", event, "--client", client, "--db", str(db)]


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MEMORY_", "CLAUDE"))}
    # What Codex noted on this machine is not a test's; and no process goes on reading when a test is over.
    return kept | {"CODEX_HOME": os.devnull, "MEMORY_EMBED_DISABLED": "1"} | more


def unmeasured() -> dict[str, str]:
    """Return the same for a program that tells what it imports: coverage would be among it."""
    return {name: value for name, value in environment().items() if not name.startswith("COVERAGE_")}


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
        self.use_tools(turn)
        self.end_turn(turn)
        self.compact(turn)

    def use_tools(self, turn: Turn) -> None:
        """Tell of tools where the transcript has no outcomes."""
        for step in turn.steps:
            if isinstance(step, Tool) and self.name == "cursor":
                output = json.dumps({"exitCode": step.exit, "stdout": step.output}, ensure_ascii=False)
                given = {"tool_name": "Shell", "tool_input": {"command": step.command}, "tool_use_id": step.id}
                fire(self.db, "postToolUse", "cursor", self.payload("postToolUse", **given, tool_output=output))

    def compact(self, turn: Turn) -> None:
        if turn.compacted and _EVENTS[self.name][4]:
            self.fire(4, trigger="auto")

    def side(self) -> None:
        """Let a sub-agent say something in a transcript, or a session, of its own, and tell of it."""
        if self.name == "opencode":
            told = {"sessionID": "side", "parentID": self.conversation.session, "cwd": str(self.folder)}
            fire(self.db, "session.idle", self.name, told | {"messages": self.writer.side()})
        elif self.name in {"codex", "gemini"}:
            path = self.folder / "side.jsonl"
            path.write_bytes(lines_of(self.writer.side()))
            event = _EVENTS[self.name][2]
            told = self.payload(event) | {"session_id": "side", "transcript_path": str(path)}
            fire(self.db, event, self.name, told)

    def go_on_in_a_new_file(self) -> None:
        """Resume as clients do that copy what was said into a new transcript and go on there."""
        moved = self.folder / f"{self.transcript.stem}+.jsonl"
        moved.write_bytes(self.transcript.read_bytes())
        self.transcript = moved

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
