"""Find the repository of a folder from git's own files; no program is started, and nothing is written."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import Final

from memory_mcp.project.folders import canonical_path, is_too_wide, upwards
from memory_mcp.project.names import LONGEST_NAME, NO_PROJECT, ProjectRef

_LONGEST_LINE: Final = 4_096
_LONGEST_CONFIG: Final = 1_000_000


def working_tree(folder: Path) -> Path | None:
    """Return the root of the repository's working tree a folder is in, a linked one too; None outside any."""
    return next((around for around in upwards(folder) if os.path.lexists(around / ".git")), None)


def repository_of(around: list[Path]) -> ProjectRef:
    """Find the repository of a folder, given with those around it; all working trees of one are one project."""
    for candidate in around:
        git = candidate / ".git"
        if os.path.isdir(git) and os.path.exists(git / "HEAD"):  # noqa: PTH110, PTH112 - pathlib raises at a path too long
            return project_at(candidate)
        if os.path.isfile(git):  # noqa: PTH113 - as above
            return project_at(_main_worktree(candidate, git))
    return NO_PROJECT


def _main_worktree(worktree: Path, git_file: Path) -> Path:
    """Follow ``.git`` files: a linked working tree leads to its main one, a submodule is itself."""
    pointer = _first_line(git_file)
    if not pointer.startswith("gitdir:"):
        return worktree
    git_dir = worktree / pointer.removeprefix("gitdir:").strip()
    shared = _first_line(git_dir / "commondir")
    if not shared:
        return worktree
    common = Path(os.path.realpath(git_dir / shared))
    if not _points_back(common, git_file):
        return worktree
    configured = _configured_worktree(common)
    if configured and _is_worktree_of(common / configured, common):
        return common / configured
    # A bare repository has no main working tree: it stands for itself, or (proj/.bare) its folder does.
    return common.parent if common.name.startswith(".") else common


def _points_back(common: Path, git_file: Path) -> bool:
    """Whether a repository knows a working tree as its own: anybody can write a file that names a repository."""
    with suppress(OSError):
        for known in (common / "worktrees").iterdir():
            named = _first_line(known / "gitdir")
            if named and os.path.realpath(known / named) == os.path.realpath(git_file):
                return True
    return False


def _is_worktree_of(worktree: Path, common: Path) -> bool:
    """Whether a folder says itself that it is the working tree of a repository: anybody may name a folder."""
    git = worktree / ".git"
    pointer = _first_line(git)
    named = worktree / pointer.removeprefix("gitdir:").strip() if pointer.startswith("gitdir:") else git
    return os.path.realpath(named) == os.path.realpath(common)


def _first_line(path: Path) -> str:
    return _content(path, _LONGEST_LINE).partition("\n")[0].strip()


def _content(path: Path, most: int) -> str:
    """Return the beginning of a regular file; empty for anything else, which may never answer: a pipe."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        return ""
    try:
        is_regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
        return os.read(descriptor, most).decode("utf-8", "surrogateescape") if is_regular else ""
    except OSError:
        return ""
    finally:
        os.close(descriptor)


def _configured_worktree(common: Path) -> str:
    """Read ``core.worktree``, which a submodule's repository and one kept apart from its files have."""
    content = _content(common / "config", _LONGEST_CONFIG)
    found = re.search(r"^[ \t]*worktree[ \t]*=[ \t]*(.+?)[ \t\r]*$", content, re.MULTILINE | re.IGNORECASE)
    return found[1].strip('"') if found else ""


def project_at(root: Path) -> ProjectRef:
    """Return the project a folder is by its own name."""
    canonical = canonical_path(root)
    if canonical is None or is_too_wide(canonical):
        return NO_PROJECT
    name = unicodedata.normalize("NFC", canonical.name.removesuffix(".git") or canonical.name)
    if not name.isprintable():
        name = "".join(c if c.isprintable() else "?" for c in name)
    return ProjectRef(name[:LONGEST_NAME], canonical, "repository")
