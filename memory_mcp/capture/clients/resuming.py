"""How a client goes on with a conversation of its own."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final

# As each program's own help says it.
_COMMANDS: Final = {
    "claude-code": ("claude", "--resume"),
    "codex": ("codex", "resume"),
    "gemini-cli": ("gemini", "--resume"),
    "opencode": ("opencode", "--session"),
}


def resume_words(client: str, client_session: str | None) -> tuple[str, ...]:
    """Return the words of the command that goes on with a session, none where its client has no such command."""
    return (*_COMMANDS[client], client_session) if client in _COMMANDS and client_session else ()


def home(folders: Sequence[str]) -> Path | None:
    """Return the first folder of a project that is there: Claude Code finds a session in its folder alone."""
    return next((one for one in map(Path, folders) if one.is_dir()), None)


def resume_command(client: str, client_session: str | None, folders: Sequence[str]) -> str:
    """Return what to type to go on with a session, empty where its client has no such command.

    The folder of the project goes before it, unless it is this one.
    """
    if not (words := resume_words(client, client_session)):
        return ""
    folder = home(folders) or Path.cwd()
    return shlex.join(words) if folder == Path.cwd() else f"cd {shlex.quote(str(folder))} && {shlex.join(words)}"
