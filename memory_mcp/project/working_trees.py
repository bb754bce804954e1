"""Working trees: which repository a folder is in, read from git's own files.

No program is started, and nothing is written.
"""

from __future__ import annotations

import os
import re
import unicodedata
from contextlib import suppress
from pathlib import Path

from memory_mcp.project.folders import canonical_path, is_too_wide, upwards
from memory_mcp.project.names import LONGEST_NAME, NO_PROJECT, ProjectRef


def working_tree(folder: Path) -> Path | None:
    """Return the root of the repository's working tree a folder is in, a linked one too; None outside any."""
    return next((around for around in upwards(folder) if os.path.lexists(around / ".git")), None)


def repository_of(around: list[Path]) -> ProjectRef:
    """Find the repository of a folder, given with those around it; all working trees of one are one project."""
    for candidate in around:
        git = candidate / ".git"
        if git.is_dir() and (git / "HEAD").exists():
            return project_at(candidate)
        if git.is_file():
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
    if configured:
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


def _first_line(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="surrogateescape") as file:
            return file.readline(4096).strip()
    except (OSError, ValueError):
        return ""


def _configured_worktree(common: Path) -> str:
    """Read ``core.worktree``, which a submodule's repository and one kept apart from its files have."""
    try:
        content = (common / "config").read_text(encoding="utf-8", errors="surrogateescape")
    except (OSError, ValueError):
        return ""
    found = re.search(r"^[ \t]*worktree[ \t]*=[ \t]*(.+?)[ \t]*$", content, re.MULTILINE | re.IGNORECASE)
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
