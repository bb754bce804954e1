"""A session of Claude Code in this process: its transcript, and the payloads of its hooks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from memory_mcp.capture.events.passing_first import pass_over_now
from memory_mcp.capture.events.payload import event_of
from memory_mcp.capture.events.recording import record, source_of
from memory_mcp.config import Settings
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending.invariants import check
from memory_mcp.temporal import ManualClock

_TURNS = "SELECT body FROM item WHERE kind = 'turn' ORDER BY position, id"


def repository(folder: Path) -> Path:
    """Make a folder that is a repository of its own."""
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return folder


class Claude:
    """A session of Claude Code in this process: its transcript, and its hooks' payloads."""

    def __init__(self, db: Database, clock: ManualClock, folder: Path, session: str = "s1") -> None:
        self.db, self.clock, self.folder, self.session = db, clock, folder, session
        self.path = folder / f"{session}.jsonl"
        self.settings = Settings(db_path=db.path)
        self.count = 0

    def line(self, role: str, content: Any, **more: Any) -> bytes:
        self.count += 1
        entry = {
            "type": role, "uuid": f"{self.session}-{self.count}", "sessionId": self.session,
            "timestamp": "2026-02-01T10:00:00Z", "message": {"role": role, "content": content}, **more,
        }  # fmt: skip
        return json.dumps(entry, ensure_ascii=False).encode() + b"\n"

    def write(self, *lines: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(b"".join(lines))

    def fire(self, event: str, *, client: str = "claude", is_late: bool = False, **more: Any) -> None:
        payload = {"session_id": self.session, "cwd": str(self.folder), "transcript_path": str(self.path), **more}
        read = event_of(event, client, payload, {}, self.clock.now())
        source = source_of(read, self.settings)
        if source is None:
            pass_over_now(self.db, self.settings, read, lambda: False)
        else:
            record(self.db, read, source, is_late=is_late)

    def said(self) -> list[str]:
        with self.db.reading() as snapshot:
            assert check(snapshot) == []
            return [body for (body,) in snapshot.rows(_TURNS)]


def use(call_id: str, name: str = "Bash", **given: Any) -> list[Any]:
    return [{"type": "tool_use", "id": call_id, "name": name, "input": given}]


def result(call_id: str, text: str, **more: Any) -> list[Any]:
    return [{"type": "tool_result", "tool_use_id": call_id, "content": text, **more}]
