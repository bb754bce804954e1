"""Choose the files that describe a folder: rules for assistants, readmes, documents and module headers.

Files are left out that are ignored, lie outside the folder, hold no text or are too large. Of each that would have been
chosen by its name, it is told why it is left out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from memory_mcp.capture.bootstrap import git
from memory_mcp.capture.bootstrap.source_headers import SUFFIXES, header_of
from memory_mcp.capture.events.ignoring import Ignoring
from memory_mcp.language.folding import storable
from memory_mcp.privacy.ignore_rules import IgnoreRules, is_pattern
from memory_mcp.project import walked
from memory_mcp.project.git_command import TIME_LIMIT_S

LARGEST: Final = 1_000_000
"""Bytes of a file that is read."""

MOST_FILES: Final = 2_000
MOST_TEXT: Final = 20_000_000
"""Files, and characters of all of them, of one run."""

COMMITS: Final = 200
HISTORY: Final = "git log"
"""The place the recent history stands at among the files."""

_RULES: Final = frozenset({
    "claude.md", "agents.md", "agent.md", "gemini.md", "qwen.md", "warp.md", "crush.md", "conventions.md", ".rules",
    ".cursorrules", ".windsurfrules", ".clinerules", ".goosehints", "copilot-instructions.md",
})  # fmt: skip
_RULE_FOLDERS: Final = (".cursor/rules/", ".windsurf/rules/", ".clinerules/", ".claude/rules/", ".github/instructions/")
_DOCUMENT_FOLDERS: Final = frozenset({"doc", "docs", "documentation", "adr", "adrs", "rfcs", "design", "wiki"})
_TEXTS: Final = frozenset({".md", ".mdx", ".mdc", ".markdown", ".rst", ".txt", ".adoc", ".asciidoc", ".org"})
_PROSE: Final = _TEXTS - {".txt"}
# Without git nobody says what is not the project's own.
_FOREIGN: Final = frozenset({
    ".git", ".hg", ".svn", "node_modules", "vendor", "third_party", "venv", ".venv", "env", "site-packages", "dist",
    "build", "target", "__pycache__", ".tox", ".nox", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".idea", ".vscode",
    ".next", "bower_components", "Pods", ".terraform", ".gradle", ".cache",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """What a place says: a file by its path (relative, with /), or the history; which commit wrote it, and when."""

    path: str
    text: str
    commit: str = ""
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that would have told something, and why it was left out; ``is_unknown``: it could not be looked at."""

    path: str
    reason: str
    is_unknown: bool = False


def told_by(
    folder: Path, base: Path, rules: Ignoring,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Iterator[Told | LeftOut]:  # fmt: skip
    """Yield what the files below ``folder`` say, the most telling first; paths are relative to ``base`` around it."""
    known = git.known_of(folder)
    prefix = "" if folder == base else folder.relative_to(base).as_posix() + "/"
    files = known.files if known else tuple(_walked(folder))
    ranked = sorted((rank, path) for path in files if (rank := _rank(prefix + path)) is not None)
    telling = [path for _, path in ranked]
    size = count = 0
    for done, path in enumerate(telling):
        progress(done, len(telling))
        if count == MOST_FILES or size >= MOST_TEXT:
            rest = len(telling) - done - 1
            limits = f"beyond {MOST_FILES:,} files or {MOST_TEXT:,} characters"
            yield LeftOut(storable(prefix + path), f"{limits}, with {rest:,} more" if rest else limits)
            break
        why = _kept_out(folder, path, rules)
        read = LeftOut(path, why) if why else _read(folder, base, path)
        if isinstance(read, LeftOut):
            yield LeftOut(storable(prefix + path), read.reason, read.is_unknown)
        elif read.strip():
            commit = known.commit_of(path) if known else git.Commit()
            yield Told(prefix + path, read, commit.name, commit.seconds)
            size, count = size + len(read), count + 1
    progress(len(telling), len(telling))
    if known is not None and known.head.name and not prefix:
        history = git.recent_history(folder, COMMITS)
        if history is None:
            yield LeftOut(HISTORY, f"git did not answer within {TIME_LIMIT_S:.0f} s", is_unknown=True)
        else:
            yield Told(HISTORY, history, known.head.name, known.head.seconds)


def _rank(path: str) -> int | None:
    """Return how telling a file is by its place and name, the most telling first; None for one that is not."""
    place = PurePosixPath(path)
    name, suffix = place.name.lower(), place.suffix.lower()
    if name in _RULES or any(folder in f"/{path}" for folder in (f"/{one}" for one in _RULE_FOLDERS)):
        return 0
    if name.split(".")[0] == "readme" and (suffix in _TEXTS or not suffix):
        return 1
    folders = {part.lower() for part in place.parts[:-1]}
    if (suffix in _TEXTS and folders & _DOCUMENT_FOLDERS) or (suffix in _PROSE and not folders):
        return 2
    return 3 if suffix in SUFFIXES and not _FOREIGN.intersection(place.parts) else None


def _kept_out(folder: Path, path: str, rules: Ignoring) -> str:
    """Return why a file is not even looked at; nothing where it is."""
    if rules.holds(path, (str(folder),)):
        return "kept out by the marker file"
    # Such a name could not be written down.
    return "" if storable(path) == path else "its name is not UTF-8"


def _read(folder: Path, base: Path, path: str) -> str | LeftOut:
    """Return what a file says, empty where it says nothing."""
    file = folder / path
    try:
        if not Path(os.path.realpath(file)).is_relative_to(os.path.realpath(base)):
            return LeftOut(path, "a link that leads out of the folder")
        if not file.is_file():
            return ""
        if (size := file.stat().st_size) > LARGEST:
            return LeftOut(path, f"{size:,} bytes, more than {LARGEST:,}")
        content = file.read_bytes()
    except OSError as exc:
        return LeftOut(path, f"cannot be read: {exc.strerror}", is_unknown=True)
    return _text(path, content)


def _text(path: str, content: bytes) -> str | LeftOut:
    if b"\0" in content:
        return LeftOut(path, "no text: it holds NUL")
    suffix = PurePosixPath(path).suffix.lower()
    try:
        text = content.decode("utf-8-sig")
        return header_of(suffix, text) if suffix in SUFFIXES else text
    except UnicodeDecodeError:
        return LeftOut(path, "not UTF-8")
    except SyntaxError:
        return LeftOut(path, "cannot be read as Python")


def _walked(folder: Path) -> Iterator[str]:
    """Yield the files below a folder that are its own, where git cannot say; links are not followed."""
    rules = _ignore_file(folder)
    for place, folders, names in walked(folder):
        inside = os.path.relpath(place, folder).replace(os.sep, "/")
        before = "" if inside == "." else f"{inside}/"
        folders[:] = sorted(
            name for name in folders if name not in _FOREIGN and not rules.ignores(before + name, is_folder=True)
        )
        yield from (before + name for name in sorted(names) if not rules.ignores(before + name, is_folder=False))


def _ignore_file(folder: Path) -> IgnoreRules:
    """Return the rules of a folder's ``.gitignore``; a pattern that fits nothing is passed over, as git does."""
    try:
        lines = (folder / ".gitignore").read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError:
        lines = []
    return IgnoreRules(line for line in lines if is_pattern(line))
