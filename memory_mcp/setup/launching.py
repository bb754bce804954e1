"""The command that starts this program tomorrow, too: the installed one, not an environment that is thrown away."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from typing import Any, Final

DISTRIBUTION: Final = "memory-mcp-sqlite"
_CACHES: Final = ("archive-v", "builds-v", "environments-v")
_INSTALL_LIMIT_S: Final = 900


def command() -> tuple[str, ...]:
    """Return how a client starts this program: the installed one, else this Python with the package."""
    if is_passing():
        installed = _tool()
        uvx = shutil.which("uvx")
        return (installed,) if installed else (uvx or "uvx", *_uvx_source(), DISTRIBUTION)
    here = Path(sys.executable).parent
    installed = shutil.which("memory-mcp", path=str(here)) or shutil.which("memory-mcp")
    return (installed,) if installed else (sys.executable, "-m", "memory_mcp")


def is_passing() -> bool:
    """Return whether this process runs from a place that may be gone tomorrow: uvx's cache or a temporary folder."""
    here = Path(sys.executable).parent
    if any(part.startswith(_CACHES) for part in here.parts):
        return True
    is_edited = bool(_direct_url().get("dir_info", {}).get("editable"))
    return not is_edited and here.resolve().is_relative_to(Path(tempfile.gettempdir()).resolve())


def install_command() -> list[str]:
    """Return the command that installs this program from where this one came; empty without uv."""
    uv = shutil.which("uv")
    return [uv, "tool", "install", source()] if uv else []


def source() -> str:
    """Return where this program was installed from: a folder, a file, an address, or its name and version."""
    url, vcs = str(_direct_url().get("url", "")), _direct_url().get("vcs_info", {})
    if vcs:
        return f"{DISTRIBUTION} @ {vcs.get('vcs')}+{url}@{vcs.get('commit_id')}"
    return f"{DISTRIBUTION} @ {url}" if url else f"{DISTRIBUTION}=={metadata.version(DISTRIBUTION)}"


def install() -> str:
    """Install this program for good; return what went wrong, empty for nothing."""
    words = install_command()
    if not words:
        return "uv is not on the PATH"
    ended = subprocess.run(words, capture_output=True, text=True, timeout=_INSTALL_LIMIT_S, check=False)  # noqa: S603 - our own words
    return "" if ended.returncode == 0 else ended.stderr.strip().splitlines()[-1]


def _tool() -> str | None:
    """Return the program that ``uv tool install`` made, if there is one."""
    uv = shutil.which("uv")
    if uv is None:
        return None
    asked = subprocess.run([uv, "tool", "dir", "--bin"], capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    return shutil.which("memory-mcp", path=asked.stdout.strip() or os.devnull)


def _uvx_source() -> tuple[str, ...]:
    return ("--from", source()) if _direct_url().get("url") else ()


def _direct_url() -> dict[str, Any]:
    try:
        text = metadata.distribution(DISTRIBUTION).read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return {}
    read: Any = json.loads(text) if text else {}
    return read if isinstance(read, dict) else {}
