"""What a new session would be told, line by line, and why each line is there."""

from __future__ import annotations

from typing import Any

from memory_mcp.capture.context.block import context_block
from memory_mcp.capture.context.selection import select_context
from memory_mcp.store.file.database import Snapshot
from memory_mcp.tools.framework.call import Call, Scope


def today(call: Call, snapshot: Snapshot, scope: Scope) -> list[dict[str, Any]]:
    """Return the lines a new session of a scope starts with, in order."""
    request = call.context_request(snapshot, scope, call.client)
    text = context_block(select_context(snapshot, request)).text
    return [{"text": line} for line in text.splitlines()[1:-1]]
