"""Files as other programs write them, made for these tests: small, with the odd things that real ones have."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any


def chatgpt() -> list[dict[str, Any]]:
    """One conversation with a branch that was left, a picture, a thought and a hidden message."""

    def node(name: str, parent: str | None, message: dict[str, Any] | None) -> dict[str, Any]:
        return {"id": name, "parent": parent, "message": message, "children": []}

    def said(name: str, role: str, *parts: Any, at: float, kind: str = "text", **about: Any) -> dict[str, Any]:
        content = {"content_type": kind, "parts": list(parts)}
        return {"id": name, "author": {"role": role}, "content": content, "create_time": at, "metadata": about}

    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-1"}
    nodes = [
        node("root", None, None),
        node("m0", "root", said("m0", "system", "", at=1.0, is_visually_hidden_from_conversation=True)),
        node("m1", "m0", said("m1", "user", "Which harbour is the deepest?", at=1_700_000_000.5)),
        node("m2", "m1", said("m2", "assistant", "An answer nobody kept.", at=1_700_000_001.0)),
        node("m3", "m1", said("m3", "assistant", "Hm.", at=1_700_000_002.0, kind="thoughts")),
        node("m4", "m3", said("m4", "assistant", "The one at Sines.", at=1_700_000_003.0, model_slug="gpt-4o")),
        node("m5", "m4", said("m5", "user", picture, "And on this map?", at=1_700_000_004.0, kind="multimodal_text")),
        node("m6", "m5", said("m6", "user", picture, at=1_700_000_005.0, kind="multimodal_text")),
    ]
    return [{"id": "c1", "title": "Harbours", "create_time": 1_700_000_000.0, "current_node": "m6",
             "mapping": {one["id"]: one for one in nodes}}]  # fmt: skip


def claude_ai() -> list[dict[str, Any]]:
    """One conversation with an attachment that was read, and a message without words."""
    first = {
        "uuid": "a1", "sender": "human", "created_at": "2025-02-01T10:00:00.000000Z", "text": "Summarise it.",
        "content": [{"type": "text", "text": "Summarise it."}],
        "attachments": [{"file_name": "tides.txt", "extracted_content": "High water is at noon."}],
    }  # fmt: skip
    second = {
        "uuid": "a2", "sender": "assistant", "created_at": "2025-02-01T10:00:05.000000Z", "text": "",
        "content": [{"type": "thinking", "thinking": "..."}, {"type": "text", "text": "Noon is high water."}],
    }  # fmt: skip
    third = {"uuid": "a3", "sender": "human", "created_at": "2025-02-01T10:01:00Z", "content": [], "text": ""}
    return [{"uuid": "k1", "name": "Tides", "created_at": "2025-02-01T09:59:00Z",
             "chat_messages": [first, second, third]}]  # fmt: skip


def claude_ai_projects() -> list[dict[str, Any]]:
    """A project with texts and a document without content, an empty one, and one that Claude.ai came with."""
    at = {"created_at": "2025-01-10T08:00:00Z", "updated_at": "2025-01-20T08:00:00Z"}
    doc = {"uuid": "99999999-9999-4999-8999-999999999999", "filename": "quay.md", "created_at": "2025-01-12T08:00:00Z"}
    harbour = {"uuid": "p1", "name": "Harbour", "description": "All about the quay.", "is_starter_project": False}
    return [
        harbour | at | {"prompt_template": "Answer in metres.", "docs": [
            doc | {"content": "The quay is 90 metres long."}, {"uuid": "d2", "filename": "void.md", "content": ""}]},
        {"uuid": "p2", "name": "Empty", "description": "", "prompt_template": "", "docs": []} | at,
        {"uuid": "p3", "name": "How to use Claude", "is_starter_project": True, "docs": [doc | {"content": "Hi"}]} | at,
    ]  # fmt: skip


def claude_ai_memories() -> list[dict[str, Any]]:
    """What is remembered of a person and of two projects, one of which is not in the export."""
    person = "**Work**\n\nAda builds harbours.\n\n**Habits**\n- Drinks tea.\n- Writes at night,\n  by hand.\n"
    return [{"conversations_memory": person, "account_uuid": "u1",
             "project_memories": {"p1": "## Purpose\nMeasure the quay.", "p9": "Paint the boat."}}]  # fmt: skip


def mem0() -> dict[str, Any]:
    about = {"user_id": "ada", "created_at": "2025-03-01T08:00:00+00:00", "updated_at": "2025-03-02T08:00:00+00:00"}
    return {"results": [
        {"id": "11111111-1111-4111-8111-111111111111", "memory": "Prefers tea to coffee.", "hash": "x",
         "categories": ["preference"], "metadata": None} | about,
        {"id": "22222222-2222-4222-8222-222222222222", "memory": ""} | about,
    ]}  # fmt: skip


def mif() -> dict[str, Any]:
    at = {"created_at": "2025-04-01T08:00:00Z"}
    ada, shop = ("33333333-3333-4333-8333-33333333333" + end for end in "12")
    relation = {"id": "44444444-4444-4444-8444-444444444444", "source_entity_id": ada, "target_entity_id": shop}
    return {
        "mif_version": "2.0",
        "memories": [
            {"id": "55555555-5555-4555-8555-555555555555", "content": "The till opens at eight.",
             "memory_type": "observation", "tags": ["shop"]} | at,
            {"id": "66666666-6666-4666-8666-666666666666"} | at,
        ],
        "knowledge_graph": {
            "entities": [{"id": ada, "name": "Ada", "types": ["person"]} | at,
                         {"id": shop, "name": "Corner shop", "types": ["organization"]} | at],
            "relationships": [relation | {"relation_type": "works_at"} | at],
        },
    }  # fmt: skip


def memory_service() -> dict[str, Any]:
    made = {"created_at": 1_740_000_000.25, "updated_at": 1_740_000_000.25, "metadata": {}}
    return {
        "export_metadata": {"source_machine": "box", "total_memories": 2},
        "memories": [
            {"content": "Backups run at three.", "content_hash": "h1", "tags": ["ops"], "memory_type": "fact"} | made,
            {"content": "", "content_hash": "h2", "tags": []} | made,
        ],
    }


def letta() -> dict[str, Any]:
    said = {"created_at": "2025-05-01T08:00:00Z"}
    return {
        "agents": [{"id": "agent-0", "name": "Loop", "messages": [
            {"id": "message-0", "role": "system", "content": [{"type": "text", "text": "You are Loop."}]} | said,
            {"id": "message-1", "role": "user", "content": [{"type": "text", "text": "Water the ferns."}]} | said,
            {"id": "message-2", "role": "assistant", "content": [{"type": "text", "text": "I will."}]} | said,
        ]}],
        "blocks": [{"id": "block-0", "label": "human", "value": "The person grows ferns."}, {"label": "empty"}],
        "tools": [],
    }  # fmt: skip


def claude_mem(path: Path) -> Path:
    """Make a database as claude-mem does, with one row of each kind and one that says nothing."""
    with sqlite3.connect(path) as db:
        db.executescript("""
            CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, content_session_id TEXT, memory_session_id TEXT,
                project TEXT, platform_source TEXT, started_at TEXT, started_at_epoch INTEGER);
            CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, text TEXT,
                type TEXT, created_at TEXT, created_at_epoch INTEGER, title TEXT, subtitle TEXT, facts TEXT,
                narrative TEXT, concepts TEXT);
            CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, request TEXT,
                investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, notes TEXT, created_at TEXT,
                created_at_epoch INTEGER);
            CREATE TABLE user_prompts (id INTEGER PRIMARY KEY, content_session_id TEXT, prompt_number INTEGER,
                prompt_text TEXT, created_at TEXT, created_at_epoch INTEGER);
            INSERT INTO sdk_sessions VALUES (1, 's1', 'm1', 'shop', 'claude', '2025-06-01T08:00:00Z', 1748764800000);
            INSERT INTO observations VALUES
                (1, 'm1', 'shop', '', 'bugfix', '2025-06-01T08:01:00Z', 1748764860000, 'The till rounds up',
                 'Prices', '["Rounding is half to even"]', 'The till rounded every price up.', '["money"]'),
                (2, 'm1', 'shop', '', 'change', '2025-06-01T08:02:00Z', 1748764920000, NULL, NULL, NULL, NULL, NULL);
            INSERT INTO session_summaries VALUES (1, 'm1', 'shop', 'Fix the till', 'Prices', 'It rounds', 'Done', NULL,
                NULL, '2025-06-01T08:03:00Z', 1748764980000);
            INSERT INTO user_prompts VALUES
                (1, 's1', 1, 'Why is every price too high?', '2025-06-01T08:00:30Z', 1748764830000);
        """)
    db.close()
    return path


def opencode(folder: Path) -> Path:
    """Make OpenCode's older folder: a prompt, an answer with a tool, and a step that says nothing."""
    files: dict[str, Any] = {
        "session/p1/ses_1.json": {"id": "ses_1", "directory": "/home/ada/shop", "time": {"created": 1_750_000_000_000}},
        "message/ses_1/msg_1.json": {"role": "user", "time": {"created": 1_750_000_000_000}},
        "message/ses_1/msg_2.json": {"role": "assistant", "modelID": "m", "time": {"created": 1_750_000_001_000}},
        "part/msg_1/prt_1.json": {"type": "text", "text": "List the shelves."},
        "part/msg_2/prt_2.json": {"type": "step-start"},
        "part/msg_2/prt_3.json": {"type": "tool", "tool": "bash",
                                  "state": {"status": "completed", "input": {"command": "ls"}, "output": "a b"}},
        "part/msg_2/prt_4.json": {"type": "text", "text": "There are two shelves."},
    }  # fmt: skip
    for name, value in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(value), encoding="utf-8")
    return folder


def opencode_database(path: Path, folder: Path) -> Path:
    """Make OpenCode's newer database out of the folder."""
    with sqlite3.connect(path) as db:
        db.executescript("""
            CREATE TABLE session (id TEXT, directory TEXT, parent_id TEXT, time_created INTEGER);
            CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
            CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);
        """)
        db.execute("INSERT INTO session VALUES ('ses_1', '/home/ada/shop', NULL, 1750000000000)")
        for file in sorted(folder.glob("message/ses_1/*.json")):
            at = json.loads(file.read_text("utf-8"))["time"]["created"]
            db.execute("INSERT INTO message VALUES (?, 'ses_1', ?, ?)", (file.stem, at, file.read_text("utf-8")))
        for file in sorted(folder.glob("part/*/*.json")):
            db.execute(
                "INSERT INTO part VALUES (?, ?, 'ses_1', ?)", (file.stem, file.parent.name, file.read_text("utf-8"))
            )
    db.close()
    return path


def archive(path: Path, value: Any) -> Path:
    """Make the archive in which a chat's export comes."""
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("export/conversations.json", json.dumps(value))
        made.writestr("export/chat.html", "<html></html>")
    return path
