"""The clients: how each is found on a machine, and which of our entries go into which of its files."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from memory_mcp.docs.skill import SKILL_MARK, WORDS, skill
from memory_mcp.setup import claude_hooks
from memory_mcp.setup.places import Places, one_of
from memory_mcp.setup.program import PLUGIN_MARK, Program, plugin_words
from memory_mcp.setup.reading import listed_memory
from memory_mcp.setup.signature import memory_of
from memory_mcp.setup.targets import SERVER, JsonHooks, JsonServer, MarkedWords, OwnFile, Part, TomlServer

_WORDS: Final = "rules"
_SKILL: Final = "skill"
RULES: Final = frozenset({_WORDS, _SKILL})
"""What tells the model when to use this memory, and can be left out."""

# Seconds an event may take: a machine that has just started reads the program from a cold disk, and the end of a turn
# reads a transcript, which may be long the first time.
_COLD: Final = 30
# Without a transcript Codex tells what tools did to PostToolUse alone; Cursor's transcripts lack it.
CODEX_EVENTS: Final = {
    "SessionStart": _COLD, "UserPromptSubmit": _COLD, "PostToolUse": 10, "PreCompact": 30, "Stop": 60, "SessionEnd": 3
}  # fmt: skip
GEMINI_EVENTS: Final = {
    "SessionStart": _COLD,
    "BeforeAgent": _COLD,
    "PreCompress": 30,
    "AfterAgent": 60,
    "SessionEnd": 10,
}
_CURSOR: Final = {
    "sessionStart": _COLD, "beforeSubmitPrompt": _COLD, "postToolUse": 10, "postToolUseFailure": 10, "preCompact": 30,
    "stop": 60, "sessionEnd": 10,
}  # fmt: skip


class Target(NamedTuple):
    """A part of ours and the file it goes into; ``what`` says it to people."""

    path: Path
    what: str
    part: Part


@dataclass(frozen=True, slots=True)
class Client:
    """A client: its name on the command line, and the programs and files that show it is here."""

    name: str
    title: str
    programs: tuple[str, ...]
    marks: Callable[[Places], list[Path]]
    targets: Callable[[Places, Program, Path | None], Iterator[Target]]
    """Yields what goes where; in the files of a project, where its folder is given."""

    def is_here(self, places: Places) -> bool:
        """Return whether the client is on this machine."""
        path = places.environment.get("PATH")
        return any(mark.exists() for mark in self.marks(places)) or any(
            shutil.which(program, path=path) for program in self.programs
        )


def _claude(places: Places, program: Program, project: Path | None) -> Iterator[Target]:
    settings = project / ".claude" / "settings.local.json" if project else places.claude / "settings.json"
    hooks = claude_hooks.hooks(places, program, in_project=project is not None)
    yield Target(settings, "hooks", JsonHooks(hooks))
    entry = {"type": "stdio", **program.server_entry(), "env": {}}
    server = project / ".mcp.json" if project else places.claude_json
    yield Target(server, "server", JsonServer(("mcpServers",), entry))
    folder = project / ".claude" if project else places.claude
    yield Target(project / "CLAUDE.md" if project else folder / "CLAUDE.md", _WORDS, MarkedWords(WORDS))
    yield Target(folder / "skills" / "memory" / "SKILL.md", _SKILL, OwnFile(skill(), SKILL_MARK))


def _desktop(places: Places, program: Program, project: Path | None) -> Iterator[Target]:
    if project is None:
        path = places.application("Claude") / "claude_desktop_config.json"
        yield Target(path, "server", JsonServer(("mcpServers",), program.server_entry()))


def _codex(places: Places, program: Program, project: Path | None) -> Iterator[Target]:
    folder = project / ".codex" if project else places.codex
    hooks = {event: {"hooks": [_command(program, event, "codex", limit)]} for event, limit in CODEX_EVENTS.items()}
    yield Target(folder / "hooks.json", "hooks; Codex asks once whether to trust them", JsonHooks(hooks))
    entry = {**program.server_entry(), "startup_timeout_sec": 30}
    yield Target(folder / "config.toml", "server", TomlServer(("mcp_servers",), entry))
    yield Target((project or folder) / "AGENTS.md", _WORDS, MarkedWords(WORDS))


def _gemini(places: Places, program: Program, project: Path | None) -> Iterator[Target]:
    folder = project / ".gemini" if project else places.gemini
    hooks = {
        event: {"hooks": [{"name": "memory", **_command(program, event, "gemini", limit * 1_000)}]}
        for event, limit in GEMINI_EVENTS.items()
    }
    yield Target(folder / "settings.json", "hooks", JsonHooks(hooks))
    yield Target(folder / "settings.json", "server", JsonServer(("mcpServers",), program.server_entry()))
    yield Target((project or folder) / "GEMINI.md", _WORDS, MarkedWords(WORDS))


def _cursor(places: Places, program: Program, project: Path | None) -> Iterator[Target]:
    folder = (project or places.home) / ".cursor"
    hooks = {event: {"command": program.hook(event, "cursor"), "timeout": limit} for event, limit in _CURSOR.items()}
    yield Target(folder / "hooks.json", "hooks", JsonHooks(hooks, version=1))
    yield Target(folder / "mcp.json", "server", JsonServer(("mcpServers",), program.server_entry()))


def _opencode(places: Places, program: Program, project: Path | None) -> Iterator[Target]:
    base = project or places.opencode
    plugins = project / ".opencode" if project else places.opencode
    plugin = OwnFile(program.plugin(), PLUGIN_MARK, lambda text: memory_of({"command": plugin_words(text)}))
    yield Target(plugins / "plugins" / "memory-mcp.js", "plugin: events to the hooks", plugin)
    # The list of tools has to be there within the limit.
    entry = {"type": "local", "command": program.server(), "enabled": True, "timeout": 30_000}
    path = one_of(base / "opencode.json", base / "opencode.jsonc")
    # The documents of its version 2, which no registry has yet, name the other place.
    yield Target(path, "server", JsonServer(("mcp",), entry, newer=("mcp", "servers")))
    yield Target(base / "AGENTS.md", _WORDS, MarkedWords(WORDS))


def _vscode(places: Places, program: Program, project: Path | None) -> Iterator[Target]:
    folder = project / ".vscode" if project else places.application("Code") / "User"
    entry = {"type": "stdio", **program.server_entry()}
    yield Target(folder / "mcp.json", "server", JsonServer(("servers",), entry))


def _windsurf(places: Places, program: Program, project: Path | None) -> Iterator[Target]:
    if project is None:
        path = places.home / ".codeium" / "windsurf" / "mcp_config.json"
        yield Target(path, "server", JsonServer(("mcpServers",), program.server_entry()))


def _zed(places: Places, program: Program, project: Path | None) -> Iterator[Target]:
    folder = project / ".zed" if project else places.zed
    entry = {"source": "custom", **program.server_entry(), "env": {}}
    yield Target(folder / "settings.json", "server", JsonServer(("context_servers",), entry))


def _antigravity(places: Places, program: Program, project: Path | None) -> Iterator[Target]:
    folder = project / ".agents" if project else places.gemini / "config"
    yield Target(folder / "mcp_config.json", "server", JsonServer(("mcpServers",), program.server_entry()))


def _continue(places: Places, program: Program, project: Path | None) -> Iterator[Target]:
    entry = {"name": SERVER, "type": "stdio", **program.server_entry()}
    block = {"name": "memory-mcp", "version": "0.0.1", "schema": "v1", "mcpServers": [entry]}
    text = yaml.safe_dump(block, sort_keys=False, allow_unicode=True)
    path = (project or places.home) / ".continue" / "mcpServers" / "memory-mcp.yaml"
    yield Target(path, "server, in a file of its own", OwnFile(text, "name: memory-mcp\n", listed_memory))


def _gemini_marks(places: Places) -> list[Path]:
    """Return what shows Gemini CLI: its settings, and the folder alone where nothing of Antigravity is in it."""
    is_shared = (places.gemini / "config").exists() or any(places.gemini.glob("antigravity*"))
    return [places.gemini / "settings.json", *([] if is_shared else [places.gemini])]


def _command(program: Program, event: str, client: str, limit: int) -> dict[str, Any]:
    return {"type": "command", "command": program.hook(event, client), "timeout": limit}


CLIENTS: Final[dict[str, Client]] = {
    one.name: one
    for one in (
        Client("claude", "Claude Code", ("claude",), lambda at: [at.claude, at.claude_json], _claude),
        Client("claude-desktop", "Claude Desktop", (), lambda at: [at.application("Claude")], _desktop),
        Client("codex", "Codex", ("codex",), lambda at: [at.codex], _codex),
        Client("cursor", "Cursor", ("cursor",), lambda at: [at.home / ".cursor"], _cursor),
        Client("vscode", "VS Code", ("code",), lambda at: [at.application("Code") / "User"], _vscode),
        Client("gemini", "Gemini CLI", ("gemini",), _gemini_marks, _gemini),
        Client(
            "opencode", "OpenCode", ("opencode",),
            lambda at: [at.opencode, at.moved("XDG_DATA_HOME", ".local/share") / "opencode"], _opencode,
        ),
        Client("windsurf", "Windsurf", ("windsurf",), lambda at: [at.home / ".codeium" / "windsurf"], _windsurf),
        Client("zed", "Zed", ("zed",), lambda at: [at.zed], _zed),
        Client(
            "antigravity", "Antigravity", ("antigravity",),
            lambda at: [at.gemini / "config", at.gemini / "antigravity"], _antigravity,
        ),
        # Its extensions read this folder, its command line does not.
        Client("continue", "Continue", (), lambda at: [at.home / ".continue"], _continue),
    )
}  # fmt: skip
"""Every client by its name on the command line."""


def absent(places: Places) -> list[Client]:
    """Return the clients that were looked for on this machine and not found."""
    return [one for one in CLIENTS.values() if not one.is_here(places)]
