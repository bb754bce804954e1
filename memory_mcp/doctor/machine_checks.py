"""Check the machine: where this program is, in which versions, and which other copies and memories lie there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from memory_mcp import __version__
from memory_mcp.config import Settings
from memory_mcp.doctor.finding import Finding
from memory_mcp.language.typed_commands import joined, quoted
from memory_mcp.setup import launching
from memory_mcp.store.file.mending.integrity import sqlite_version

_PROGRAM: Final = "memory-mcp"
_LIMIT_S: Final = 30


def machine_findings(settings: Settings, search_path: str | None = None) -> Iterator[Finding]:
    """Yield what there is to say of the program and the machine; ``search_path`` stands for PATH."""
    given = os.environ.get("PATH", "") if search_path is None else search_path
    programs = _programs(given)
    if programs:
        yield Finding("PATH", "pass", f"{_PROGRAM} is {programs[0]}")
    else:
        mend = f"Clients find it without; to type it in a shell: {launching.path_advice()}"
        yield Finding("PATH", "warn", f"{_PROGRAM} is not on the PATH", mend)
    if launching.is_passing():
        mend = joined(["uv", "tool", "install", launching.source()])
        yield Finding("program", "warn", f"{sys.executable} may be gone tomorrow", mend)
    python = ".".join(map(str, sys.version_info[:3]))
    yield Finding("versions", "pass", f"{_PROGRAM} {__version__}, Python {python}, SQLite {sqlite_version()}")
    yield _other_programs(programs)
    yield _other_memories(settings)


def _programs(given: str) -> list[Path]:
    """Return the different programs of this name on a search path, the one that runs first."""
    found = (shutil.which(_PROGRAM, path=folder) for folder in given.split(os.pathsep) if folder)
    return list({os.path.realpath(path): Path(path) for path in reversed([one for one in found if one])}.values())[::-1]


def _other_programs(programs: list[Path]) -> Finding:
    versions = {path: _version_of(path) for path in programs}
    others = [f"{path} is {version}" for path, version in versions.items() if version != __version__]
    if others:
        mend = "Update or remove the others: one file is best used by one version."
        return Finding("other copies", "warn", f"this is {__version__}, but {'; '.join(others)}", mend)
    return Finding("other copies", "pass", "no other version of this program is on the PATH")


def _version_of(program: Path) -> str:
    try:
        ended = subprocess.run(  # noqa: S603 - a program of our name
            [str(program), "--version"], capture_output=True, text=True, timeout=_LIMIT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return "not starting"
    return ended.stdout.strip().rpartition(" ")[2] or "not starting"


def _other_memories(settings: Settings) -> Finding:
    default = Settings.load({}).db_path
    try:
        is_another = default != settings.db_path and default.exists()
    except PermissionError as exc:
        what = f"whether one lies at {default} cannot be looked at: {exc.strerror}"
        return Finding("other memories", "warn", what, "Make its folder yours again: a run with sudo makes it root's.")
    if is_another:
        out = f"memory-mcp --db {quoted(str(default))} export all.jsonl --all"
        mend = f"To have both in one: {out}, then memory-mcp import all.jsonl"
        return Finding("other memories", "warn", f"another memory lies at {default}", mend)
    return Finding("other memories", "pass", f"this is the only one: {settings.db_path}")
