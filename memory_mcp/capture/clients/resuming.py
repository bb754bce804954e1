"""Tell how each client resumes one of its own conversations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from memory_mcp.language.typed_commands import joined, quoted
from memory_mcp.project import here

if TYPE_CHECKING:
    from memory_mcp.store.sessions.sessions import Session

# As each program's own help says it.
_COMMANDS: Final = {
    "claude-code": ("claude", "--resume"),
    "codex": ("codex", "resume"),
    "gemini-cli": ("gemini", "--resume"),
    "opencode": ("opencode", "--session"),
}


def resume_words(client: str, client_session: str | None) -> tuple[str, ...]:
    """Return the words of the command that goes on with a session, none where its client has no such command.

    An id that an import brought may be anything: one that the client would take for an option is no id.
    """
    if client not in _COMMANDS or not client_session or client_session.startswith("-"):
        return ()
    return (*_COMMANDS[client], client_session)


def home(roots: Sequence[str], path: str = "") -> Path | None:
    """Return the folder a session was held in, ``path`` below the first root of its project that has it.

    Where it is gone: the first root that is there, None without any.
    """
    # A path that is whole stands for itself.
    held = [Path(root, path) for root in roots or ([path] if path else [])]
    return next((one for one in (*held, *map(Path, roots)) if one.is_dir()), None)


def resume_command(session: Session, roots: Sequence[str]) -> str:
    """Return what to type to go on with a session, empty where its client has no such command.

    The folder it was held in goes before it, unless it is this one.
    """
    if not (words := resume_words(session.client, session.client_session)):
        return ""
    ours = here()
    folder = (home(roots, session.path) or ours).resolve()
    return joined(words) if folder == ours else f"cd {quoted(str(folder))} && {joined(words)}"
