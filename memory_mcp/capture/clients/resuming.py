"""How a client goes on with a conversation of its own."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final

# As each program's own help says it.
_COMMANDS: Final = {
    "claude-code": "claude --resume {}",
    "codex": "codex resume {}",
    "gemini-cli": "gemini --resume {}",
    "opencode": "opencode --session {}",
}


def resume_command(client: str, client_session: str | None, folders: Sequence[str]) -> str:
    """Return what to type to go on with a session, empty where its client has no such command.

    Claude Code finds a session in the folder where it was held alone: the first folder of the project that is there
    goes before it, unless it is this one.
    """
    if client not in _COMMANDS or not client_session:
        return ""
    command = _COMMANDS[client].format(shlex.quote(client_session))
    folder = next((one for one in map(Path, folders) if one.is_dir()), Path.cwd())
    return command if folder == Path.cwd() else f"cd {shlex.quote(str(folder))} && {command}"
