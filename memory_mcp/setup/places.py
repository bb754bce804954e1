"""Find where clients keep their configuration on each system."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Places:
    """A home folder, the environment that moves parts of it, and the system."""

    home: Path
    environment: Mapping[str, str]
    platform: str = sys.platform

    @classmethod
    def here(cls) -> Places:
        """Return those of this process."""
        return cls(Path.home(), os.environ)

    def moved(self, variable: str, default: str) -> Path:
        """Return the folder a variable names, else a path in the home folder."""
        return Path(self.environment.get(variable) or self.home / default)

    @property
    def claude(self) -> Path:
        """Claude Code's folder."""
        return self.moved("CLAUDE_CONFIG_DIR", ".claude")

    @property
    def claude_json(self) -> Path:
        """Claude Code's file of servers."""
        folder = self.environment.get("CLAUDE_CONFIG_DIR")
        return (Path(folder) if folder else self.home) / ".claude.json"

    @property
    def codex(self) -> Path:
        """Codex's folder."""
        return self.moved("CODEX_HOME", ".codex")

    @property
    def gemini(self) -> Path:
        """Gemini CLI's folder."""
        return self.moved("GEMINI_CLI_HOME", "") / ".gemini"

    @property
    def opencode(self) -> Path:
        """OpenCode's folder."""
        return self.moved("XDG_CONFIG_HOME", ".config") / "opencode"

    def application(self, name: str) -> Path:
        """Return the folder a desktop application keeps its settings in."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support" / name
        if self.platform == "win32":
            return self.moved("APPDATA", "AppData/Roaming") / name
        return self.moved("XDG_CONFIG_HOME", ".config") / name

    @property
    def zed(self) -> Path:
        """Zed's folder."""
        return self.application("Zed") if self.platform == "win32" else self.home / ".config" / "zed"

    def shown(self, path: Path) -> str:
        """Return a path as people write it, with ~ for the home folder."""
        return f"~/{path.relative_to(self.home).as_posix()}" if path.is_relative_to(self.home) else str(path)


def one_of(*paths: Path) -> Path:
    """Return the first path that exists, else the first."""
    return next((path for path in paths if path.exists()), paths[0])
