"""Read the SQLite files of claude-mem and mcp-memory-service.

Sources: the tables that ``claude-mem`` 13.25 and ``mcp-memory-service`` 12.4 make, and what earlier ones of claude-mem
called the columns: a session was ``claude_session_id``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from memory_mcp.errors import RefusedError
from memory_mcp.store.file import foreign_database
from memory_mcp.store.file.foreign_database import Table, json_of
from memory_mcp.transfer.foreign.made import document, lesson, listed, nothing, utterance
from memory_mcp.transfer.foreign.memories import mcp_memory_service
from memory_mcp.transfer.model.entry import Record
from memory_mcp.transfer.model.made_ids import made_uid

# By these a row is known again.
_KEYS: Final = frozenset({"id", "created_at", "created_at_epoch"})
_SUMMARY: Final = ("request", "investigated", "learned", "completed", "next_steps", "notes")


def claude_mem(path: Path) -> Iterator[Record]:
    """Yield what claude-mem observed as lessons, its summaries as documents, and the prompts as they were said."""
    for row in _rows(path, "claude-mem observations"):
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
    for row in _rows(path, "claude-mem summaries"):
        where = f"summary {row['id']}"
        said = [f"{name.replace('_', ' ').capitalize()}: {row[name]}" for name in _SUMMARY if row.get(name)]
        uid = made_uid("claude-mem", "summary", row["id"], row["created_at_epoch"])
        title = str(row.get("request") or f"Session of {str(row['created_at'])[:10]}")[:120]
        yield nothing(where, "no text") if not said else document(
            where, uid, title, "\n\n".join(said), at=row["created_at"], source="claude-mem", project=row.get("project")
        )  # fmt: skip
    if "user_prompts" not in foreign_database.tables(path):
        return
    projects = {_session(row): row.get("project") for row in foreign_database.rows(path, "claude-mem sessions")}
    for row in _rows(path, "claude-mem prompts"):
        where, text, session = f"prompt {row['id']}", str(row.get("prompt_text") or ""), _session(row)
        yield utterance(
            where, key=f"claude-mem prompt {row['id']} {row['created_at_epoch']}", text=text, role="user",
            session=session, at=row["created_at"], project=projects.get(session),
        ) if text.strip() else nothing(where, "no text")  # fmt: skip


def _rows(path: Path, table: Table) -> Iterator[dict[str, Any]]:
    for row in foreign_database.rows(path, table):
        if missing := sorted(_KEYS - row.keys()):
            raise RefusedError(
                f"{path} cannot be read: its {table.removeprefix('claude-mem ')} have no {missing[0]}",
                hint="Another version of its program made it, with other tables than are known here.", field="path",
            )  # fmt: skip
        yield row


def _session(row: Mapping[str, Any]) -> str:
    return str(row.get("content_session_id") or row.get("claude_session_id"))


def memory_service(path: Path) -> Iterator[Record]:
    """Yield the memories of mcp-memory-service's database."""
    for number, row in enumerate(foreign_database.rows(path, "mcp-memory-service memories"), 1):
        yield mcp_memory_service(row, f"memory {row.get('id', number)}")
