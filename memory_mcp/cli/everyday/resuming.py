"""How a client goes on with a conversation of its own."""

from __future__ import annotations

import shlex
from typing import Final

# As each program's own help says it.
_COMMANDS: Final = {
    "claude-code": "claude --resume {}",
    "codex": "codex resume {}",
    "gemini-cli": "gemini --resume {}",
    "opencode": "opencode --session {}",
}


def resume_command(client: str, client_session: str | None) -> str:
    """Return what to type to go on with a session, empty where its client has no such command."""
    return _COMMANDS[client].format(shlex.quote(client_session)) if client in _COMMANDS and client_session else ""
