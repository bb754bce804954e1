"""The identity of the client: its name, its conversation, its folders, read from a request and the environment."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from typing import Any

from mcp.server.context import ServerRequestContext

from memory_mcp.store.facts.client_names import KNOWN, client_name
from memory_mcp.tools.framework.declare import RequestFacts

_CODEX_TURN = "x-codex-turn-metadata"


def facts_of(
    ctx: ServerRequestContext[Any], notify: Callable[[str, dict[str, Any]], None], roots: tuple[str, ...]
) -> RequestFacts:
    """Return the facts of a request. ``notify`` sends its progress; ``roots`` are the folders the client has open."""
    raw = (ctx.params or {}).get("_meta")
    meta: Mapping[str, Any] = raw if isinstance(raw, dict) else {}
    client = ctx.session.client_params.client_info if ctx.session.client_params else None
    session_client, session = _conversation(client.name if client else "", meta)
    return RequestFacts(
        client_name=client.name if client else "",
        session_hint=session,
        session_client=session_client,
        workspaces=_workspaces(meta) or roots,
        project_dir=os.environ.get("CLAUDE_PROJECT_DIR", ""),
        progress=_progress(meta.get("progressToken"), notify),
    )


def _conversation(client: str, meta: Mapping[str, Any]) -> tuple[str, str]:
    """Return whose conversation this is, as that client's hooks name it, and its id there; empty where none is told.

    Variables are inherited: a client that was started from another's terminal has that one's.
    """
    name = client_name(client)
    for whose, session in (
        ("codex", _text(meta.get("threadId"))),
        ("claude-code", os.environ.get("CLAUDE_CODE_SESSION_ID", "")),
    ):
        if session and (name == whose or name not in KNOWN):
            return whose, session
    return "", ""


def _progress(token: Any, notify: Callable[[str, dict[str, Any]], None]) -> Callable[[float, float | None], None]:
    def report(done: float, total: float | None = None) -> None:
        known = {} if total is None else {"total": total}
        notify("notifications/progress", {"progressToken": token, "progress": done, **known})

    is_asked_for = isinstance(token, (int, str)) and not isinstance(token, bool)
    return report if is_asked_for else RequestFacts().progress


def _workspaces(meta: Mapping[str, Any]) -> tuple[str, ...]:
    """Find the folders Codex names: the keys, or the members, of ``workspaces``, at the top or in its turn's data."""
    for place in (meta, _object(meta.get(_CODEX_TURN))):
        named = place.get("workspaces")
        if isinstance(named, (dict, list)):
            return tuple(folder for folder in named if isinstance(folder, str))
    return ()


def _object(value: Any) -> Mapping[str, Any]:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
