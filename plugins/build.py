"""The plugins of Claude Code, Codex and Gemini CLI and the registry's entry, derived from setup and pyproject.toml.

    uv run python plugins/build.py            write them into this folder

Each names the program ``memory-mcp``, which has to be on the path: uv tool install memory-mcp-sqlite.
"""

from __future__ import annotations

import json
import tomllib
from base64 import b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from memory_mcp.docs.skill import WORDS, skill
from memory_mcp.setup.claude_hooks import EVENTS as CLAUDE_EVENTS
from memory_mcp.setup.clients import CODEX_EVENTS, GEMINI_EVENTS

HERE: Final = Path(__file__).parent
PROJECT: Final = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REPOSITORY: Final = PROJECT["urls"]["Repository"]
AUTHOR: Final = {"name": "The memory-mcp-sqlite authors"}
NAME: Final = "memory"
# Where Claude Code's directory looks for one; the bundle's is of the size that it asks for.
ICON: Final = "claude-code/.claude-plugin/icon.png"
DRAWN: Final = HERE.parent / "mcpb" / "icon.png"
SERVER: Final = {"command": "memory-mcp", "args": ["serve"]}
# The registry's limit is 100 characters.
SHORT: Final = "Long-term memory for AI assistants: one SQLite file, no daemon, no account, no API key."

# What a person types after the plugin's name: (what it is for, what it asks, what it is told).
COMMANDS: Final[dict[str, tuple[str, str, str]]] = {
    "today": (
        "Where this project stands",
        "",
        (
            "Call memory_session_start, then say in a few lines where this project stands: what was done last, what is "
            "open, what was decided. Name dates. Call nothing else."
        ),
    ),
    "why": (
        "Why something is as it is",
        "[what]",
        (
            "Find out why: {asked}\n\nSearch with memory_search, open the best hits with memory_read and history=true, "
            "and answer with the decision or fact, since when it holds, who said it and in which session. Quote it. If "
            "the memory does not hold it, say so."
        ),
    ),
    "forget": (
        "Forget something",
        "[what]",
        (
            "The user wants this forgotten: {asked}\n\nSearch with memory_search and list each row that is meant with "
            "its id and text. Ask which of them, and whether for good (erase) or out of answers only. Call "
            "memory_forget only after the answer, with these ids and no others."
        ),
    ),
}


def files() -> Iterator[tuple[str, str]]:
    """Yield every file, its path below this folder and its text."""
    plugin = {"name": NAME, "version": PROJECT["version"], "description": SHORT, "author": AUTHOR,
              "homepage": REPOSITORY, "repository": REPOSITORY, "license": PROJECT["license"],
              "keywords": PROJECT["keywords"]}  # fmt: skip
    yield ".claude-plugin/marketplace.json", _json({
        "name": PROJECT["name"], "owner": AUTHOR, "metadata": {"description": SHORT, "version": PROJECT["version"]},
        "plugins": [{"name": NAME, "source": "./claude-code", "description": SHORT}],
    })  # fmt: skip
    yield "claude-code/.claude-plugin/plugin.json", _json(plugin)
    yield "claude-code/.mcp.json", _json({"mcpServers": {NAME: SERVER}})
    yield "claude-code/hooks/hooks.json", _json(_hooks(CLAUDE_EVENTS, "claude"))
    yield "claude-code/skills/memory/SKILL.md", skill()
    for name, (title, hint, text) in COMMANDS.items():
        head = f"description: {title}\n" + (f"argument-hint: '{hint}'\n" if hint else "")
        yield f"claude-code/commands/{name}.md", f"---\n{head}---\n\n{text.format(asked='$ARGUMENTS')}\n"
    yield ".agents/plugins/marketplace.json", _json({
        "name": PROJECT["name"], "interface": {"displayName": "Memory"},
        "plugins": [{
            "name": NAME, "source": {"source": "local", "path": "./codex"}, "category": "Productivity",
            "policy": {"installation": "AVAILABLE", "authentication": "ON_INSTALL"},
        }],
    })  # fmt: skip
    yield "codex/.codex-plugin/plugin.json", _json(plugin | {
        "skills": "./skills/", "mcpServers": "./.mcp.json", "hooks": "./hooks/hooks.json",
        "interface": {"displayName": "Memory", "shortDescription": SHORT, "developerName": AUTHOR["name"],
                      "category": "Productivity"},
    })  # fmt: skip
    yield "codex/.mcp.json", _json({"mcpServers": {NAME: SERVER | {"startup_timeout_sec": 30}}})
    yield "codex/hooks/hooks.json", _json(_hooks(CODEX_EVENTS, "codex"))
    yield "codex/skills/memory/SKILL.md", skill()
    yield "gemini/gemini-extension.json", _json({
        "name": NAME, "version": PROJECT["version"], "description": SHORT, "mcpServers": {NAME: SERVER},
        "contextFileName": "GEMINI.md",
    })  # fmt: skip
    yield "gemini/GEMINI.md", WORDS
    yield "gemini/hooks/hooks.json", _json(_hooks(GEMINI_EVENTS, "gemini", 1_000))
    for name, (title, _hint, text) in COMMANDS.items():
        # Valid JSON text is valid TOML text.
        told = json.dumps(text.format(asked="{{args}}"))
        yield f"gemini/commands/memory/{name}.toml", f"description = {json.dumps(title)}\nprompt = {told}\n"
    yield "server.json", _json(registry_entry())
    yield "LINKS.md", _links()


def _links() -> str:
    """Return the links that have Cursor and VS Code ask whether to add the server."""
    compact = json.dumps(SERVER, separators=(",", ":"))
    cursor = f"cursor://anysphere.cursor-deeplink/mcp/install?name={NAME}&config={quote(b64encode(compact.encode()))}"
    code = f"vscode:mcp/install?{quote(json.dumps({'name': NAME, **SERVER}, separators=(',', ':')))}"
    return (
        "# Links that add the server\n\n"
        "They want `memory-mcp` on the path, and the program asks before it adds anything.\n\n"
        f"- [Add to Cursor]({cursor})\n- [Add to VS Code]({code})\n"
    )


def registry_entry() -> dict[str, Any]:
    """Return the entry of the MCP registry, by its schema of 2025-12-11."""
    owner, name = REPOSITORY.removeprefix("https://github.com/").split("/")
    package = {"registryType": "pypi", "identifier": PROJECT["name"], "version": PROJECT["version"],
               "runtimeHint": "uvx", "transport": {"type": "stdio"}}  # fmt: skip
    options = [
        {"name": "MEMORY_DB_PATH", "description": "The file; default: the data folder.", "format": "filepath"},
        {"name": "MEMORY_PROJECT", "description": "The project; default: that of the working directory."},
        {"name": "MEMORY_DB_KEY", "description": "Encrypts the file.", "isSecret": True},
    ]
    return {
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": f"io.github.{owner}/{name}", "title": "Memory", "description": SHORT, "version": PROJECT["version"],
        "repository": {"url": REPOSITORY, "source": "github"}, "websiteUrl": REPOSITORY,
        "packages": [package | {"environmentVariables": options}],
    }  # fmt: skip


def _hooks(events: Mapping[str, int], client: str, unit: int = 1) -> dict[str, Any]:
    """Return the hooks of a client; a program that is not there makes none fail. ``unit``: what a second is there."""
    return {
        "hooks": {
            event: [{"hooks": [{
                "type": "command", "timeout": seconds * unit,
                "command": f"memory-mcp hook {event} --client {client} 2>/dev/null || :",
            }]}]
            for event, seconds in events.items()
        }
    }  # fmt: skip


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the files."""
    for name, text in files():
        path = HERE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    (HERE / ICON).write_bytes(DRAWN.read_bytes())


if __name__ == "__main__":
    main()
