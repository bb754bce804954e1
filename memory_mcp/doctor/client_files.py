"""Read what stands of this memory in a client's files, and in those of a project."""

from __future__ import annotations

import os
import shlex
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from memory_mcp.doctor.finding import Finding
from memory_mcp.errors import MemoryMcpError
from memory_mcp.setup import plugins
from memory_mcp.setup.clients import CLIENTS, Target
from memory_mcp.setup.places import Places
from memory_mcp.setup.plugins import Plugin
from memory_mcp.setup.program import Program, plugin_words
from memory_mcp.setup.reading import hooks_in, server_in, server_to_start
from memory_mcp.setup.targets import JsonHooks, OwnFile

UNREADABLE: Final = (MemoryMcpError, OSError, UnicodeDecodeError)
"""What a file that a client or a person wrote may raise where it is read."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What there is of a client: its entry, its hooks, and what could not be read.

    ``hooks`` are commands by event, empty for one that calls the server. ``plugin`` is ours, where the client has it as
    one; what stands in its files besides is there twice. ``astray`` are events of our hooks that setup puts none at, as
    one whose name is misspelt. Of a file that cannot be read nothing is ``expected``. ``project`` is the folder whose
    files have some of it. ``is_foreign``: the entry is a project's and starts what setup would not write; whoever
    wrote the project chose that.
    """

    client: str
    entry: dict[str, Any] | None
    hooks: dict[str, str]
    expected: set[str]
    problems: list[Finding]
    plugin: Plugin | None = None
    astray: tuple[str, ...] = ()
    project: Path | None = None
    is_foreign: bool = False


def look(client: str, places: Places, program: Program, project: Path | None = None) -> Looked:
    """Read what stands in a client's files, and in those of a project, where it has what the client's own lack."""
    targets = list(CLIENTS[client].targets(places, program, None))
    looked = _looked(client, targets, places)
    there = targets_of_project(client, places, program, project) if project else []
    if not there or not (looked.entry is None or looked.expected - looked.hooks.keys()):
        return looked
    of_project = _looked(client, there, places, is_mine=False)
    if of_project.entry is None and not of_project.hooks:
        return looked
    return replace(
        looked, entry=looked.entry or of_project.entry, hooks=of_project.hooks | looked.hooks,
        problems=looked.problems + of_project.problems, project=project,
        is_foreign=looked.entry is None and of_project.is_foreign,
    )  # fmt: skip


def _looked(client: str, targets: list[Target], places: Places, *, is_mine: bool = True) -> Looked:
    entry, hooks, expected, problems = None, dict[str, str](), set[str](), list[Finding]()
    is_foreign = False
    for target in targets:
        try:
            text = target.path.read_text(encoding="utf-8") if target.path.is_file() else None
            if target.what.startswith("server"):
                entry = None if text is None else server_in(target.part, text)
                mine = None if text is None else server_to_start(target.part, text, is_mine=is_mine)
                is_foreign = entry is not None and mine is None
            elif _is_of_hooks(target):
                hooks |= {} if text is None else _hooks_in(target, text)
                expected |= set(target.part.events) if isinstance(target.part, JsonHooks) else {"plugin"}
        except UNREADABLE as exc:
            problems.append(unread(client, places, target, exc))
    astray = tuple(sorted(set(hooks) - expected))
    with suppress(*UNREADABLE):
        if plugin := plugins.installed(client, places):
            return Looked(client, entry or plugin.entry, plugin.hooks | hooks, expected, problems, plugin, astray)
    return Looked(client, entry, hooks, expected, problems, astray=astray, is_foreign=is_foreign)


def unread(client: str, places: Places, target: Target, exc: Exception) -> Finding:
    """Return what is to be said of a file that cannot be read."""
    why = exc.message if isinstance(exc, MemoryMcpError) else str(exc)
    what = f"{places.shown(target.path)} cannot be read: {why}"
    return Finding("entry", "fail", what, "Mend the file; nothing changes it till then.", client)


def hooks_at(target: Target) -> set[str]:
    """Return at which events our hooks stand in a target's file; none where it is not there, or holds no hooks."""
    if not _is_of_hooks(target) or not target.path.is_file():
        return set()
    return set(_hooks_in(target, target.path.read_text(encoding="utf-8")))


def targets_of_project(client: str, places: Places, program: Program, project: Path) -> list[Target]:
    """Return what setup puts into files of a project, but for those that are the client's own: in the home folder."""
    # The home folder may be a link, and the folder a process is in never is.
    own = {os.path.realpath(target.path) for target in CLIENTS[client].targets(places, program, None)}
    return [one for one in CLIENTS[client].targets(places, program, project) if os.path.realpath(one.path) not in own]


def _is_of_hooks(target: Target) -> bool:
    return isinstance(target.part, JsonHooks) or target.what.startswith("plugin")


def _hooks_in(target: Target, text: str) -> dict[str, str]:
    """Return our hooks in the text of a target's file: commands by event."""
    if isinstance(target.part, JsonHooks):
        return hooks_in(text)
    assert isinstance(target.part, OwnFile)
    words = plugin_words(text) if target.part.mark in text else []
    return {"plugin": shlex.join(words)} if words else {}
