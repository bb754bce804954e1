"""Tell by its command which entries in a client's configuration are ours."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from itertools import dropwhile, pairwise
from pathlib import Path, PurePath
from typing import Any, Final, TypeVar

from memory_mcp.errors import InvalidInputError
from memory_mcp.setup.program import GUARD
from memory_mcp.store.facts.client_names import EVENT_TOOL

_Key = TypeVar("_Key")

_HOOK: Final = re.compile(r"memory[-_]mcp(?:-sqlite)?(?:\.exe)?['\"]*\s+['\"]?hook['\"]?\s+['\"]?\w", re.IGNORECASE)
_PROGRAM: Final = re.compile(r"memory-mcp(?:-sqlite)?(?:\.exe)?", re.IGNORECASE)


def is_our_command(words: list[str]) -> bool:
    """Return whether a command line, a word each, starts this program: by its name, as a module, or through uvx."""
    names = [PurePath(word.replace("\\", "/")).name for word in words]
    return any(_PROGRAM.fullmatch(name) for name in names) or ["-m", "memory_mcp"] in (
        words[at : at + 2] for at in range(len(words))
    )


def command_of(entry: Any) -> list[str]:
    """Return the command line of a server's entry, whichever client wrote it; empty for what is none."""
    if not isinstance(entry, dict):
        return []
    command, arguments = entry.get("command"), entry.get("args") or []
    words = [command] if isinstance(command, str) else command
    if not isinstance(words, list) or not isinstance(arguments, list):
        return []
    return [word for word in [*words, *arguments] if isinstance(word, str)]


def memory_of(entry: Any) -> str:
    """Return the file that a server's entry names, on its command line or else in its environment; empty for none."""
    words = command_of(entry)
    named: list[Any] = [after for word, after in pairwise(words) if word == "--db"]
    named += [word.removeprefix("--db=") for word in words if word.startswith("--db=")]
    given = [entry.get(key) for key in ("env", "environment")] if isinstance(entry, dict) else []
    named += [said.get("MEMORY_DB_PATH") for said in given if isinstance(said, dict)]
    return next((one for one in named if isinstance(one, str) and one), "")


def is_same_file(named: str, memory: str | Path) -> bool:
    """Return whether a path as it stands in an entry leads to a memory; that of a user who is not here leads to none.

    A link leads to what it stands for.
    """
    return bool(named) and "\0" not in named and _real(named) == _real(memory)


def _real(path: str | Path) -> str:
    # That of Path raises for a user who is not here.
    return os.path.normcase(os.path.realpath(os.path.expanduser(path)))  # noqa: PTH111


def hook_words(command: str) -> list[str]:
    """Return the words of a hook's command line, whichever shell it was written for.

    Raises InvalidInputError for one that no shell could read.
    """
    # In cmd's quoting a backslash is a letter; the other shells have it between quotes.
    is_posix = "\\" not in command or "'" in command
    try:
        words = [word.strip("'\"") for word in shlex.split(command, posix=is_posix)]
    except ValueError as exc:
        raise InvalidInputError(
            f"a hook's command cannot be read ({exc}): {command}", hint="Run `memory-mcp setup` again: it mends it."
        ) from exc
    if tuple(words[: len(GUARD)]) == GUARD:
        return words[len(GUARD) + 1 :]
    return list(dropwhile(lambda word: word in {"try", "{", "&"}, words))


def told_event(command: str) -> str:
    """Return the event that a hook's command line names, empty where it names none. Raises as ``hook_words``."""
    words = hook_words(command)
    return next((event for word, event in pairwise(words) if word == "hook"), "")


def is_our_server(entry: Any) -> bool:
    """Return whether an entry of a list of servers starts this program."""
    return is_our_command(command_of(entry))


def our_server(servers: Mapping[str, Any], memory: str) -> str | None:
    """Return the name of our server among some: that of this memory's file, else the first; None where none is ours."""
    ours = [name for name, entry in servers.items() if is_our_server(entry)]
    return next((name for name in ours if is_same_file(memory_of(servers[name]), memory)), ours[0] if ours else None)


def servers_of(servers: Mapping[_Key, Any], memory: str) -> list[_Key]:
    """Return which of some servers are ours and use a memory's file: those that name it, or one without any, if alone.

    Where several of ours stand, somebody wrote the others: each is of the memory that it names.
    """
    ours = {key: memory_of(entry) for key, entry in servers.items() if is_our_server(entry)}
    return [key for key, named in ours.items() if (is_same_file(named, memory) if named else len(ours) == 1)]


def memories_of(entry: Any) -> set[str]:
    """Return the files that a hook of ours, or the hooks of a group, name on their command lines."""
    if not isinstance(entry, dict):
        return set()
    hooks, command = entry.get("hooks"), entry.get("command")
    found = {named for one in (hooks if isinstance(hooks, list) else []) for named in memories_of(one)}
    if isinstance(command, str):
        with suppress(InvalidInputError):
            found.add(memory_of({"command": hook_words(command)}))
    return found - {""}


def is_our_hook(entry: Any) -> bool:
    """Return whether a hook, or a group of hooks that holds nothing else, calls this program."""
    if not isinstance(entry, dict):
        return False
    hooks = entry.get("hooks")
    if isinstance(hooks, list):
        return bool(hooks) and all(map(is_our_hook, hooks))
    if entry.get("type") == "mcp_tool":
        return entry.get("tool") == EVENT_TOOL
    command = entry.get("command")
    return isinstance(command, str) and _HOOK.search(command) is not None
