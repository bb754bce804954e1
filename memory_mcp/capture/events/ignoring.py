"""What a project's marker file keeps out of capture: whole folders, and what tools did to ignored files."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, TypeAlias

from memory_mcp.capture.clients.utterance import Said
from memory_mcp.project import MARKER, CaptureRules, working_tree

IsIgnored: TypeAlias = Callable[[Said], bool]

# Arguments that name where a tool looked, as a call's text has them: one a line, above what came of it.
_PLACES: Final = r"(?m)^(?:paths|include|glob|dir_path|directory|target_directories|uri|url): (.+)$"
_CALL: Final = 4_000
# A path may stand behind an option, a revision or a host.
_AROUND: Final = r"[\s\"'();,<>|&=:\[\]{}`]+"


def ignoring(rules: CaptureRules, folder: Path) -> IsIgnored:
    """Return what says of a turn whether the rules of this folder's marker file keep it out."""
    if not rules.ignore:
        return lambda _said: False
    root = _marker_folder(folder)

    def is_ignored(said: Said) -> bool:
        files = [*said.attributes.get("files", ()), *_words(str(said.attributes.get("command", "")))]
        if said.role == "tool":
            files += [word for place in re.findall(_PLACES, said.text[:_CALL]) for word in _words(place)]
        return any(matches(rules.ignore, root, folder, file) for file in dict.fromkeys(files))

    return is_ignored


def is_folder_ignored(rules: CaptureRules, folder: Path) -> bool:
    """Whether all that is said in a folder is kept out."""
    return bool(rules.ignore) and matches(rules.ignore, _marker_folder(folder), folder, str(folder))


def matches(patterns: tuple[str, ...], root: Path, folder: Path, file: str) -> bool:
    """Whether a file (absolute, or relative to ``folder``) matches a pattern relative to ``root``.

    ``private/`` and ``private/**`` are all that lies in a folder, ``*.env`` is a name anywhere.
    """
    path = os.path.normpath(os.path.join(folder, os.path.expanduser(file)))  # noqa: PTH111, PTH118 - the file need not exist
    relative = os.path.relpath(path, root).replace(os.sep, "/")
    if relative.startswith("../"):
        return False
    parents = [relative, *_parents(relative)]
    for pattern in patterns:
        wanted = pattern.removeprefix("./").removesuffix("/**").removesuffix("/")
        names = [
            part for parent in parents for part in (parent, parent.rsplit("/", 1)[-1] if "/" not in wanted else parent)
        ]
        if any(fnmatchcase(name, wanted) or fnmatchcase(name, pattern) for name in names):
            return True
    return False


def _parents(relative: str) -> list[str]:
    parts = relative.split("/")
    return ["/".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)]


def _words(command: str) -> list[str]:
    """Return what could be a file among the words of a command."""
    return [word for word in re.split(_AROUND, command) if word and not word.startswith("-")]


def _marker_folder(folder: Path) -> Path:
    """Return where a marker file's patterns begin; a linked working tree may go by a file that lies in the main one."""
    real = Path(os.path.realpath(folder))
    marked = next((one for one in (real, *real.parents) if (one / MARKER).is_file()), None)
    return marked or working_tree(real) or real
