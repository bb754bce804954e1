"""The exact entries for each client: the command of the server, and the events that call a hook.

Every command names the memory file, so that a hook has nothing to look up. No command names a version, so that an
update changes no line: some clients trust a hook by its text and would ask the user again.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

Client: TypeAlias = Literal["claude", "codex", "gemini", "cursor", "opencode"]
CLIENTS: Final[tuple[Client, ...]] = get_args(Client)

# Event of the client: seconds it may take. Ends of turns read a transcript, which may be long the first time.
_CLAUDE: Final = {"SessionStart": 10, "UserPromptSubmit": 10, "PreCompact": 30, "Stop": 60, "SessionEnd": 10}
# Without a transcript Codex tells what tools did to PostToolUse alone; Cursor's transcripts lack it.
_CODEX: Final = {
    "SessionStart": 10, "UserPromptSubmit": 10, "PostToolUse": 10, "PreCompact": 30, "Stop": 60, "SessionEnd": 3
}  # fmt: skip
_GEMINI: Final = {"SessionStart": 10, "BeforeAgent": 10, "PreCompress": 30, "AfterAgent": 60, "SessionEnd": 10}
_CURSOR: Final = {
    "sessionStart": 10, "beforeSubmitPrompt": 10, "postToolUse": 10, "postToolUseFailure": 10, "preCompact": 30,
    "stop": 60, "sessionEnd": 10,
}  # fmt: skip
PLUGIN: Final = "opencode_plugin.js"


@dataclass(frozen=True, slots=True)
class Entry:
    """What to put where. ``text`` is the whole of a new file, or a part to merge into an existing one."""

    path: str
    text: str
    what: str


@dataclass(frozen=True, slots=True)
class Program:
    """The command that starts this program, the memory file it uses, and the options that say where its key is."""

    command: tuple[str, ...]
    db: Path
    key: tuple[str, ...] = ()

    def server(self) -> list[str]:
        """Return the command line of the server, a word each."""
        return [*self.command, "--db", str(self.db), *self.key, "serve"]

    def hook(self, event: str, client: Client) -> str:
        """Return the command line of a hook, quoted for the shell of this system."""
        words = [*self.command, "hook", event, "--client", client, "--db", str(self.db), *self.key]
        return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def entries(client: Client, program: Program) -> list[Entry]:
    """Return the entries of a client: the hooks first, then the server."""
    match client:
        case "claude":
            hooks = {event: [{"hooks": [_command(program, event, client, limit)]}] for event, limit in _CLAUDE.items()}
            server = {"mcpServers": {"memory": {"type": "stdio", **_server(program), "env": {}}}}
            return [
                Entry("~/.claude/settings.json", _json({"hooks": hooks}), "hooks"),
                Entry("~/.claude.json", _json(server), "server"),
            ]
        case "codex":
            hooks = {event: [{"hooks": [_command(program, event, client, limit)]}] for event, limit in _CODEX.items()}
            return [
                Entry("~/.codex/hooks.json", _json({"hooks": hooks}), "hooks; Codex asks once whether to trust them"),
                Entry("~/.codex/config.toml", _toml(program), "server"),
            ]
        case "gemini":
            hooks = {
                event: [{"hooks": [{"name": "memory", **_command(program, event, client, limit * 1_000)}]}]
                for event, limit in _GEMINI.items()
            }
            settings = {"hooks": hooks, "mcpServers": {"memory": _server(program)}}
            return [Entry("~/.gemini/settings.json", _json(settings), "hooks and server")]
        case "cursor":
            flat = {
                event: [{"command": program.hook(event, client), "timeout": limit}] for event, limit in _CURSOR.items()
            }
            return [
                Entry("~/.cursor/hooks.json", _json({"version": 1, "hooks": flat}), "hooks"),
                Entry("~/.cursor/mcp.json", _json({"mcpServers": {"memory": _server(program)}}), "server"),
            ]
        case "opencode":
            server = {"mcp": {"memory": {"type": "local", "command": program.server(), "enabled": True}}}
            return [
                Entry("~/.config/opencode/plugins/memory-mcp.js", plugin(program), "plugin: events to the hooks"),
                Entry("~/.config/opencode/opencode.json", _json(server), "server"),
            ]


def plugin(program: Program) -> str:
    """Return the source of OpenCode's plugin, with the command that it calls filled in."""
    text = (resources.files("memory_mcp.setup") / PLUGIN).read_text(encoding="utf-8")
    command = json.dumps([*program.command, "hook"])
    options = json.dumps(["--client", "opencode", "--db", str(program.db), *program.key])
    return text.replace('["memory-mcp", "hook"]', command).replace('["--client", "opencode"]', options)


def _command(program: Program, event: str, client: Client, limit: int) -> dict[str, Any]:
    return {"type": "command", "command": program.hook(event, client), "timeout": limit}


def _server(program: Program) -> dict[str, Any]:
    command, *arguments = program.server()
    return {"command": command, "args": arguments}


def _toml(program: Program) -> str:
    command, *arguments = program.server()
    # A JSON text or list of texts is one of TOML, too.
    return "\n".join(
        [
            "[mcp_servers.memory]",
            f"command = {json.dumps(command)}",
            f"args = {json.dumps(arguments)}",
            "startup_timeout_sec = 10",
            "",
        ]
    )


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
