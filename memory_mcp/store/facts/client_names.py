"""Give a client one name in this memory, whether its hook, its server connection or a person names it."""

from __future__ import annotations

from typing import Final

KNOWN: Final = ("claude-code", "codex", "gemini-cli", "cursor", "opencode")
"""The clients whose conversations hooks capture, by the name those use."""
EVENT_CLIENT: Final = "claude-code"
"""The client whose hooks call a tool; to any other it is unknown, for its model would see it."""
EVENT_TOOL: Final = "memory_event"
"""The tool they call."""


def client_name(said: str) -> str:
    """Return the one name of a client: ``Claude Code`` is ``claude-code``, and ``codex-mcp-client`` is ``codex``."""
    folded = "-".join(said.casefold().replace("_", " ").replace("-", " ").split())
    return next((name for name in KNOWN if folded == name or folded.startswith(f"{name}-")), folded)
