"""What of ours stands in a client's file now: its server's entry, and the events that call a hook."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import yaml

from memory_mcp.setup import block_text, json_text
from memory_mcp.setup.signature import is_our_hook, is_our_server
from memory_mcp.setup.targets import JsonServer, OwnFile, Part, TomlServer


def server_in(part: Part, text: str) -> dict[str, Any] | None:
    """Return the entry of our server, None where there is none. Raises InvalidInputError for what cannot be read."""
    match part:
        case JsonServer():
            servers: Any = json_text.parsed(text).value
            part = replace(part, at=part.place(servers))
        case TomlServer():
            servers = block_text.toml_values(text)
        case OwnFile():
            listed: Any = yaml.safe_load(text) if part.mark in text and "mcpServers:" in text else {}
            return next(filter(is_our_server, listed.get("mcpServers", [])), None)
        case _:
            return None
    for name in part.at:
        servers = servers.get(name, {}) if isinstance(servers, dict) else {}
    return next(filter(is_our_server, servers.values() if isinstance(servers, dict) else ()), None)


def hooks_in(text: str) -> dict[str, str]:
    """Return the command of our hook by event, empty for one that calls the server.

    Raises InvalidInputError for what cannot be read.
    """
    value = json_text.parsed(text).value
    hooks = value.get("hooks") if isinstance(value, dict) else None
    found: dict[str, str] = {}
    for event, entries in (hooks if isinstance(hooks, dict) else {}).items():
        for entry in filter(is_our_hook, entries if isinstance(entries, list) else []):
            first = entry if "command" in entry or "tool" in entry else entry["hooks"][0]
            found[event] = first.get("command", "")
    return found
