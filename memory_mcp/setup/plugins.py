"""This memory as a client's plugin: find where a person has installed it, and what it brings.

The folders and files are those of the programs themselves: Claude Code 2.1, Codex 0.169 and Gemini CLI 0.61.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from memory_mcp.setup import block_text, json_text
from memory_mcp.setup.places import Places
from memory_mcp.setup.reading import hooks_in, server_in
from memory_mcp.setup.targets import JsonServer

NAME: Final = "memory@memory-mcp-sqlite"
"""As Claude Code and Codex call it: the plugin and its marketplace."""
_FOLDER: Final = Path("memory-mcp-sqlite", "memory")
_EXTENSION: Final = "memory"
_SERVERS: Final = JsonServer(("mcpServers",), {})


@dataclass(frozen=True, slots=True)
class Plugin:
    """A plugin of ours in a client: the entry of its server, the command of each hook, and what takes it out."""

    folder: Path
    entry: dict[str, Any]
    hooks: dict[str, str]
    removal: str

    @property
    def hooks_file(self) -> Path:
        """Where its hooks stand."""
        return self.folder / "hooks" / "hooks.json"


def installed(client: str, places: Places) -> Plugin | None:
    """Return our plugin in a client, None where there is none that is switched on.

    Raises InvalidInputError and OSError for files that cannot be read.
    """
    match client:
        case "claude":
            return _plugin(_of_claude(places), ".mcp.json", f"claude plugin uninstall {NAME}")
        case "codex":
            return _plugin(_of_codex(places), ".mcp.json", f"codex plugin remove {NAME}")
        case "gemini":
            folders = [places.gemini / "extensions" / _EXTENSION]
            return _plugin(iter(folders), "gemini-extension.json", f"gemini extensions uninstall {_EXTENSION}")
        case _:
            return None


def _plugin(folders: Iterator[Path], servers: str, removal: str) -> Plugin | None:
    for folder in folders:
        text = _text(folder / servers)
        if text is not None and (entry := server_in(_SERVERS, text)) is not None:
            hooks = _text(folder / "hooks" / "hooks.json")
            return Plugin(folder, entry, {} if hooks is None else hooks_in(hooks), removal)
    return None


def _of_claude(places: Places) -> Iterator[Path]:
    if not _member(_json(places.claude / "settings.json"), "enabledPlugins", NAME):
        return
    listed = _member(_json(places.claude / "plugins" / "installed_plugins.json"), "plugins", NAME)
    for one in listed if isinstance(listed, list) else []:
        if path := _member(one, "installPath"):
            yield Path(str(path))


def _of_codex(places: Places) -> Iterator[Path]:
    text = _text(places.codex / "config.toml")
    if text is None or _member(block_text.toml_values(text), "plugins", NAME, "enabled") is not True:
        return
    versions = places.codex / "plugins" / "cache" / _FOLDER
    if versions.is_dir():
        yield from sorted(versions.iterdir(), key=lambda one: one.stat().st_mtime, reverse=True)


def _member(value: Any, *path: str) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _json(path: Path) -> Any:
    text = _text(path)
    return None if text is None or json_text.is_blank(text) else json_text.parsed(text, ()).value


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None
