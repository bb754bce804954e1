"""Find a command that still starts this program tomorrow: an installed one, not one in a temporary environment."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from memory_mcp.errors import RefusedError
from memory_mcp.language.typed_commands import joined
from memory_mcp.store.file.location import CLIENT_FILES
from memory_mcp.temporal import SystemClock, format_instant

DISTRIBUTION: Final = "memory-mcp-sqlite"
_NAME: Final = "memory-mcp"
_CACHES: Final = ("archive-v", "builds-v", "environments-v")
_INSTALL_LIMIT_S: Final = 900


def command() -> tuple[str, ...]:
    """Return how a client starts this program: the installed one, else this Python with the package.

    Where this one may be gone tomorrow it is the one that ``install`` puts there. Clients start it in a project's
    folder, whose modules Python must not load (``-P``).
    """
    if is_passing() and (tool := _tool()):
        return (str(tool),)
    here = Path(sys.executable).parent
    found = (shutil.which(_NAME, path=path) for path in (str(here), None))
    installed = next((one for one in found if one and _is_ours(Path(one))), None)
    return (installed,) if installed else (sys.executable, "-P", "-m", "memory_mcp")


def is_passing() -> bool:
    """Return whether this process runs from a place that may be gone tomorrow: uvx's cache or a temporary folder."""
    here = Path(sys.executable).parent
    if any(part.startswith(_CACHES) for part in here.parts):
        return True
    is_edited = bool(_direct_url().get("dir_info", {}).get("editable"))
    return not is_edited and here.resolve().is_relative_to(Path(tempfile.gettempdir()).resolve())


def is_on_path() -> bool:
    """Return whether a shell finds this program by its name; uvx puts what is thrown away before the rest of PATH."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    kept = [one for one in folders if one and not (is_passing() and Path(one) == Path(sys.executable).parent)]
    found = shutil.which(_NAME, path=os.pathsep.join(kept))
    return found is not None and _is_ours(Path(found))


def path_advice() -> str:
    """Return how a shell comes to find this program: uv knows its own folder, and no other."""
    folder = Path(command()[0]).parent
    return "uv tool update-shell" if is_installed() else f"uv tool update-shell, or put {folder} on the PATH"


def wanted_install() -> list[str]:
    """Return the command that installs this program for good from where it came; empty where that is not needed."""
    if not is_passing():
        return []
    uv, tool = shutil.which("uv"), _tool()
    return [uv, "tool", "install", source()] if uv and tool and not _is_ours(tool) else []


def is_installed() -> bool:
    """Return whether ``uv tool install`` has put this program in its place."""
    tool = _tool()
    return tool is not None and _is_ours(tool)


def source() -> str:
    """Return where this program was installed from: a folder, a file, an address, or its name and version."""
    url, vcs = str(_direct_url().get("url", "")), _direct_url().get("vcs_info", {})
    if vcs:
        return f"{DISTRIBUTION} @ {vcs.get('vcs')}+{url}@{vcs.get('commit_id')}"
    return f"{DISTRIBUTION} @ {url}" if url else f"{DISTRIBUTION}=={metadata.version(DISTRIBUTION)}"


def install(words: list[str]) -> None:
    """Install this program for good. Raises RefusedError where that fails."""
    ended = subprocess.run(words, capture_output=True, text=True, timeout=_INSTALL_LIMIT_S, check=False)  # noqa: S603 - our own words
    if ended.returncode:
        why = ended.stderr.strip().splitlines()
        raise RefusedError(
            f"this program cannot be installed: {why[-1] if why else ended.returncode}",
            hint=f"Nothing was changed. Mend it, run {joined(words)}, then setup again.",
        )


def _tool() -> Path | None:
    """Return where ``uv tool install`` puts this program; None without uv."""
    uv = shutil.which("uv")
    if uv is None:
        return None
    folder = _tool_folder(uv)
    return Path(folder, f"{_NAME}.exe" if sys.platform == "win32" else _NAME) if folder else None


@cache
def _tool_folder(uv: str) -> str:
    """Return the folder in which a uv puts programs, asked once: one setup wants to know it in several places."""
    asked = subprocess.run([uv, "tool", "dir", "--bin"], capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    return asked.stdout.strip()


def _is_ours(program: Path) -> bool:
    """Whether a program of our name is this one; of another package that has it, the longer name is not beside it."""
    return program.exists() and program.with_name(f"{DISTRIBUTION}{program.suffix}").exists()


def _direct_url() -> dict[str, Any]:
    try:
        text = metadata.distribution(DISTRIBUTION).read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return {}
    read: Any = json.loads(text) if text else {}
    return read if isinstance(read, dict) else {}


def backup_folder(db: Path) -> Path:
    """Return the folder that keeps clients' files as they are before this run changes them."""
    return db.parent / CLIENT_FILES / (format_instant(SystemClock().now()) or "")[:19].replace(":", "")
