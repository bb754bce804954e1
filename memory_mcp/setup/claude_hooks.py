"""Claude Code's hooks: each event starts a process or, where possible, calls the server that already runs.

Since 2.1.118 a hook may be of the type ``mcp_tool``; strings in ``input`` take values of the hook's input by name. It
works at a prompt and at the end of a turn, but not when a session starts or ends: no server is connected then. A call
of the server takes a tenth of the time of a process (``bench/hook.py``). A call that finds no server loses nothing, for
the transcript is read when a session ends and when the next one starts.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import Any, Final

from memory_mcp.errors import MemoryMcpError
from memory_mcp.setup.places import Places
from memory_mcp.setup.program import Program
from memory_mcp.setup.targets import server_name
from memory_mcp.store.facts.client_names import EVENT_TOOL

# Seconds an event may take: a machine that has just started reads the program from a cold disk, and the end of a turn
# reads a transcript, which may be long the first time.
EVENTS: Final = {"SessionStart": 30, "UserPromptSubmit": 30, "PreCompact": 30, "Stop": 60, "SessionEnd": 10}
_CALLED: Final = {
    "UserPromptSubmit": ("prompt",),
    "Stop": ("last_assistant_message", "stop_hook_active"),
}
_ALWAYS: Final = ("hook_event_name", "session_id", "transcript_path", "cwd")
_CALLS_SINCE: Final = (2, 1, 118)
_PATIENCE_S: Final = 10


def hooks(places: Places, program: Program, *, in_project: bool) -> dict[str, Any]:
    """Return the hook of each event. Those of a project are processes: its server may not have been allowed yet."""
    server = None if in_project or not _calls_servers(places) else _name(places, program)
    made = {}
    for event, limit in EVENTS.items():
        if server is not None and event in _CALLED:
            made[event] = {"hooks": [_call(server, event, limit)]}
        else:
            made[event] = {"hooks": [{"type": "command", "command": program.hook(event, "claude"), "timeout": limit}]}
    return made


def _call(server: str, event: str, limit: int) -> dict[str, Any]:
    given = {name: f"${{{name}}}" for name in (*_ALWAYS, *_CALLED[event])}
    return {"type": "mcp_tool", "server": server, "tool": EVENT_TOOL, "input": given, "timeout": limit}


def _name(places: Places, program: Program) -> str | None:
    """Return the name our server has, or is to have, in the file of servers; None where that cannot be read."""
    try:
        text = places.claude_json.read_text(encoding="utf-8") if places.claude_json.exists() else ""
        return server_name(text, ("mcpServers",), str(program.db))
    except (MemoryMcpError, OSError, UnicodeDecodeError):
        return None


def _calls_servers(places: Places) -> bool:
    """Whether the Claude Code of this machine knows hooks that call a server's tool."""
    program = shutil.which("claude", path=places.environment.get("PATH") or "")
    if program is None:
        return False
    try:
        said = subprocess.run(  # noqa: S603 - the client that is set up
            [program, "--version"], capture_output=True, text=True, timeout=_PATIENCE_S, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return False
    found = re.match(r"(\d+)\.(\d+)\.(\d+)", said.stdout.strip())
    return found is not None and tuple(map(int, found.groups())) >= _CALLS_SINCE
