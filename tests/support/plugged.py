"""Home folders in which clients have this memory as a plugin, as Claude Code, Codex and Gemini CLI leave them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from memory_mcp.setup import plugins

FOLDER = Path(__file__).parents[2] / "plugins"


def plug(home: Path, client: str, *, is_enabled: bool = True) -> Path:
    """Put the plugin of a client where the program puts it; return its folder."""
    if client == "claude":
        folder = home / ".claude" / "plugins" / "cache" / "memory-mcp-sqlite" / "memory" / "0.1.0"
        shutil.copytree(FOLDER / "claude-code", folder)
        installed = {plugins.NAME: [{"scope": "user", "installPath": str(folder), "version": "0.1.0"}]}
        write(home / ".claude" / "plugins" / "installed_plugins.json", {"version": 2, "plugins": installed})
        write(home / ".claude" / "settings.json", {"enabledPlugins": {plugins.NAME: is_enabled}})
    elif client == "codex":
        folder = home / ".codex" / "plugins" / "cache" / "memory-mcp-sqlite" / "memory" / "0.1.0"
        shutil.copytree(FOLDER / "codex", folder)
        enabled = json.dumps(is_enabled)
        (home / ".codex" / "config.toml").write_text(f'[plugins."{plugins.NAME}"]\nenabled = {enabled}\n', "utf-8")
    else:
        folder = home / ".gemini" / "extensions" / "memory"
        shutil.copytree(FOLDER / "gemini", folder)
        write(home / ".gemini" / "settings.json", {})
    return folder


def write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
