"""What claude-mem, mcp-memory-service and OpenCode keep: SQLite files, and OpenCode's older folder of JSON.

Sources: the tables that ``claude-mem`` 13.25 and ``mcp-memory-service`` 12.4 make, and OpenCode's own
(https://github.com/sst/opencode: tables session, message and part, before 1.2 a folder of files of the same names).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from memory_mcp.store.file import foreign_database
from memory_mcp.store.file.foreign_database import json_of
from memory_mcp.transfer.foreign.made import document, iso, lesson, listed, made_uid, mapping, nothing, utterance
from memory_mcp.transfer.foreign.memories import mcp_memory_service
from memory_mcp.transfer.model.entry import Record

_SUMMARY: Final = ("request", "investigated", "learned", "completed", "next_steps", "notes")
_MOST_OUTPUT: Final = 20_000


def claude_mem(path: Path) -> Iterator[Record]:
    """Yield what claude-mem observed as lessons, its summaries as documents, and the prompts as they were said."""
    for row in foreign_database.rows(path, "claude-mem observations"):
        where = f"observation {row['id']}"
        pieces = [row.get("title"), row.get("subtitle"), row.get("narrative") or row.get("text")]
        pieces += [f"- {fact}" for fact in listed(json_of(row.get("facts")))]
        text = "\n".join(str(piece) for piece in dict.fromkeys(pieces) if piece)
        if not text.strip():
            yield nothing(where, "no text")
            continue
        uid = made_uid("claude-mem", "observation", row["id"], row["created_at_epoch"])
        yield lesson(where, uid, text, kind=row.get("type"), at=row["created_at"], project=row.get("project"),
                     tags=listed(json_of(row.get("concepts"))), source="claude-mem")  # fmt: skip
    for row in foreign_database.rows(path, "claude-mem summaries"):
        where = f"summary {row['id']}"
        said = [f"{name.replace('_', ' ').capitalize()}: {row[name]}" for name in _SUMMARY if row.get(name)]
        uid = made_uid("claude-mem", "summary", row["id"], row["created_at_epoch"])
        title = str(row.get("request") or f"Session of {row['created_at'][:10]}")[:120]
        yield nothing(where, "no text") if not said else document(
            where, uid, title, "\n\n".join(said), at=row["created_at"], source="claude-mem", project=row.get("project")
        )  # fmt: skip
    for row in foreign_database.rows(path, "claude-mem prompts"):
        where, text = f"prompt {row['id']}", str(row.get("prompt_text") or "")
        yield utterance(
            where, key=f"claude-mem prompt {row['id']} {row['created_at_epoch']}", text=text, role="user",
            session=str(row["content_session_id"]), at=row["created_at"], project=row.get("project"),
        ) if text.strip() else nothing(where, "no text")  # fmt: skip


def memory_service(path: Path) -> Iterator[Record]:
    """Yield the memories of mcp-memory-service's database."""
    for number, row in enumerate(foreign_database.rows(path, "mcp-memory-service memories"), 1):
        yield mcp_memory_service(row, f"memory {row.get('id', number)}")


def opencode(path: Path) -> Iterator[Record]:
    """Yield what was said in OpenCode, out of its database or its older folder."""
    parts = _of_folder(path) if path.is_dir() else foreign_database.rows(path, "opencode parts")
    for row in parts:
        message, part = mapping(json_of(row["message_data"])), mapping(json_of(row["data"]))
        where = f"session {row['session_id']}, part {row['id'] or row['message_id']}"
        kind, role = str(part.get("type") or "empty"), str(message.get("role") or "user")
        text = str(part.get("text") or "")
        if kind == "tool":
            role, text = "tool", _tool_text(part)
        if kind not in ("text", "tool") or not text.strip() or part.get("synthetic"):
            yield nothing(where, f"no words that were said ({kind})")
            continue
        at = mapping(part.get("time")).get("start") or mapping(message.get("time")).get("created")
        yield utterance(
            where, key=str(row["id"]), session=str(row["session_id"]), text=text, role=role,
            at=at or row.get("time_created"), speaker=str(message.get("modelID") or "") if role == "assistant" else "",
            project=Path(row["directory"]).name if row.get("directory") else None,
        )  # fmt: skip


def _tool_text(part: Mapping[str, Any]) -> str:
    state = mapping(part.get("state"))
    called = f"{part.get('tool') or 'tool'} {json.dumps(state.get('input') or {}, ensure_ascii=False)}"
    return f"{called}\n{str(state.get('output') or state.get('error') or '')[:_MOST_OUTPUT]}".rstrip()


def _of_folder(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows that files are: session/PROJECT/ID.json, message/SESSION/ID.json, part/MESSAGE/ID.json."""
    for session_file in sorted((folder / "session").glob("*/*.json")):
        session = mapping(_json(session_file))
        for message_file in sorted((folder / "message" / session_file.stem).glob("*.json")):
            text = message_file.read_text("utf-8", "replace")
            parts = sorted((folder / "part" / message_file.stem).glob("*.json"))
            found: list[Path | None] = [*parts] or [None]
            for part in found:
                yield {
                    "id": None if part is None else part.stem, "message_id": message_file.stem, "message_data": text,
                    "data": None if part is None else part.read_text("utf-8", "replace"),
                    "session_id": session_file.stem, "directory": session.get("directory"),
                    "time_created": iso(mapping(session.get("time")).get("created")),
                }  # fmt: skip


def _json(path: Path) -> Any:
    return json_of(path.read_text("utf-8", "replace"))
