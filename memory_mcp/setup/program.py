"""The commands by which a client starts this program, as its server and at each of its events.

Every command names the memory file, so that a hook has nothing to look up. No command names a version, so that an
update changes no line: some clients trust a hook by its text and would ask the user again.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from importlib import resources
from pathlib import Path, PureWindowsPath
from typing import Any, Final

PLUGIN: Final = "opencode_plugin.js"
GUARD: Final = ("cmd", "/d", "/c", "if", "exist")
"""What stands before the path of the program and its command line where nothing is to happen without it."""
PLUGIN_MARK: Final = "// Tells this memory what is said in OpenCode."


def plugin_words(text: str) -> list[str]:
    """Return the command line that the source of OpenCode's plugin calls, a word each; empty for what has none."""
    parts = [re.search(rf"^const {name} = (\[.*\])$", text, re.MULTILINE) for name in ("COMMAND", "OPTIONS")]
    with suppress(ValueError):
        return [str(word) for part in parts if all(parts) and part for word in json.loads(part[1])]
    return []


@dataclass(frozen=True, slots=True)
class Program:
    """The command that starts this program, the memory file it uses, and the options that say where its key is."""

    command: tuple[str, ...]
    db: Path
    key: tuple[str, ...] = ()
    platform: str = sys.platform

    def server(self) -> list[str]:
        """Return the command line of the server, a word each."""
        return [*self.command, "--db", str(self.db), *self.key, "serve"]

    def server_entry(self) -> dict[str, Any]:
        """Return the command line of the server as most clients take it."""
        command, *arguments = self.server()
        return {"command": command, "args": arguments}

    def hook(self, event: str, client: str) -> str:
        """Return the command line of a hook for the shell its client uses; without the program it says nothing.

        On Windows Gemini CLI runs it in PowerShell, Codex in cmd, Claude Code in the bash of git. Cursor names no
        shell: its line means the same in PowerShell and in cmd.
        """
        words = [*self.command, "hook", event, "--client", client, "--db", str(self.db), *self.key]
        if self.platform != "win32" or client == "claude":
            return f"{shlex.join(words)} 2>/dev/null || :"
        if client == "gemini":
            quoted = " ".join("'{}'".format(word.replace("'", "''")) for word in words)
            return f"try {{ & {quoted} }} catch {{ }}; exit 0"
        line = subprocess.list2cmdline(words)
        if client == "codex":
            return f"{line} 2>NUL || exit /b 0"
        is_a_path = PureWindowsPath(words[0]).is_absolute()
        return f"{' '.join(GUARD)} {subprocess.list2cmdline(words[:1])} {line}" if is_a_path else line

    def plugin(self) -> str:
        """Return the source of OpenCode's plugin, with the command that it calls filled in."""
        text = (resources.files("memory_mcp.setup") / PLUGIN).read_text(encoding="utf-8")
        command = json.dumps([*self.command, "hook"])
        options = json.dumps(["--client", "opencode", "--db", str(self.db), *self.key])
        return text.replace('["memory-mcp", "hook"]', command).replace('["--client", "opencode"]', options)
