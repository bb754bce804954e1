"""Read which of our entries are in a client's file now: the server, and the events that call a hook."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import yaml

from memory_mcp.errors import InvalidInputError
from memory_mcp.setup import block_text, json_text
from memory_mcp.setup.signature import command_of, is_our_hook, is_our_server, memory_of, our_server
from memory_mcp.setup.targets import JsonServer, OwnFile, Part, TomlServer


def server_in(part: Part, text: str) -> dict[str, Any] | None:
    """Return the entry of our server, None where there is none. Raises InvalidInputError for what cannot be read."""
    match part:
        case JsonServer():
            servers: Any = _json(text)
            part = replace(part, at=part.place(servers))
        case TomlServer():
            servers = block_text.toml_values(text)
        case OwnFile():
            return next(filter(is_our_server, _listed(text) if part.mark in text else []), None)
        case _:
            return None
    for name in part.at:
        servers = servers.get(name, {}) if isinstance(servers, dict) else {}
    ours = our_server(servers, memory_of(part.entry)) if isinstance(servers, dict) else None
    entry: dict[str, Any] | None = None if ours is None else servers[ours]
    return entry


def server_to_start(part: Part, text: str, *, is_mine: bool) -> dict[str, Any] | None:
    """Return the entry of our server that may be started to prove it, None where there is none.

    Of a file that is not the person's own (``is_mine`` False) what setup would write counts, where the command there
    is that: whoever wrote the rest would choose what runs here. Raises InvalidInputError as ``server_in``.
    """
    entry = server_in(part, text)
    if is_mine or entry is None:
        return entry
    ours = server_in(part, part.put(None))
    return ours if command_of(entry) == command_of(ours) else None


def hooks_in(text: str) -> dict[str, str]:
    """Return the command of our hook by event, empty for one that calls the server.

    Raises InvalidInputError for what cannot be read.
    """
    value = _json(text)
    hooks = value.get("hooks") if isinstance(value, dict) else None
    found: dict[str, str] = {}
    for event, entries in (hooks if isinstance(hooks, dict) else {}).items():
        for entry in filter(is_our_hook, entries if isinstance(entries, list) else []):
            first = entry if "command" in entry or "tool" in entry else entry["hooks"][0]
            found[event] = first.get("command", "")
    return found


def _json(text: str) -> Any:
    return {} if json_text.is_blank(text) else json_text.parsed(text, ()).value


def listed_memory(text: str) -> str:
    """Return the memory's file that our server in a list of YAML names; empty for none, and for what is no YAML."""
    with suppress(InvalidInputError):
        return memory_of(next(filter(is_our_server, _listed(text)), None))
    return ""


def _listed(text: str) -> list[Any]:
    """Return the servers that a file of YAML lists. Raises InvalidInputError for what cannot be read."""
    try:
        value: Any = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as exc:
        why = str(getattr(exc, "problem", "") or "it is no YAML")
        raise InvalidInputError(why, hint="Mend the file, or run setup again, which writes it anew.") from exc
    servers = value.get("mcpServers") if isinstance(value, dict) else None
    return servers if isinstance(servers, list) else []
