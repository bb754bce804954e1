"""Write a hint or notice that names a tool as the command that does the same, for a person who types commands."""

from __future__ import annotations

import json
import re
from typing import Final

COMMANDS: Final = {
    "memory_search": "search", "memory_recall": "search", "memory_grep": "search", "memory_entity_search": "search",
    "memory_read": "read", "memory_entity_open": "entity", "memory_session_start": "sessions",
    "memory_timeline": "log", "memory_learn": "learn", "memory_learn_update": "edit", "memory_save": "import",
    "memory_forget": "forget", "memory_contradictions": "contradictions", "memory_reflect": "reflect",
    "memory_retention": "retention", "memory_insights": "project list", "memory_export": "export",
    "memory_import": "import", "memory_view": "view", "memory_health": "health",
}  # fmt: skip
"""Tool: the command that does the same. Any other tool can be called by its name."""
_OPTIONS: Final = {"history=true": " --history", "project='*'": " --all"}
# A part of a path, a file's name and a name in quotes are what somebody called something.
_TOOL: Final = re.compile(
    r"(?<!call )(?<![\w/\\.'-])(?P<tool>memory_[a-z_]+)(?![\w/\\'-]|\.\w)"
    r"(?: with (?P<given>(?P<key>\w+)=(?P<value>'[^']*'|\w+)))?"
)
_LINES: Final = re.compile(r"\blines='([^']*)'")


def as_commands(text: str) -> str:
    """Return a text in which each tool, and an argument named with it, is written as a command of this program."""
    return _LINES.sub(r"--lines \1", _TOOL.sub(_command, text))


def _command(mention: re.Match[str]) -> str:
    from memory_mcp.tools.catalogue import MODULES

    tool, given = mention["tool"], mention["given"]
    if tool not in MODULES:
        return mention[0]
    command = COMMANDS.get(tool)
    if command is not None and (given is None or given in _OPTIONS):
        return f"`memory-mcp {command}{_OPTIONS.get(given or '', '')}`"
    if given is None:
        return f"`memory-mcp call {tool}`"
    arguments = json.dumps({mention["key"]: mention["value"].strip("'")})
    return f"`memory-mcp call {tool} '{arguments}'`"
