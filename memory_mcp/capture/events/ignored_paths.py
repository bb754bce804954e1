"""Paths as tools spell them, held against a project's ignore rules: relative, through links, in another system's way.

A path is ignored when any of its spellings is: as it was written, with the links to its folder resolved, and with all
links resolved; each relative to every root the rules begin at, which may be reached through a link itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from memory_mcp.privacy.ignore_rules import IgnoreRules

_LONGEST_PATH: Final = 4_096
# A name may be a folder's or a file's where nothing of that name lies on the disk any more.
_FOLDS_CASE: Final = sys.platform in {"win32", "darwin"}


class IgnoredPaths:
    """The ignore rules of a project at its roots on the disk, and ``others`` that hold besides.

    Raises InvalidInputError for a pattern that is none.
    """

    def __init__(self, patterns: Sequence[str], roots: Sequence[Path], others: IgnoredPaths | None = None) -> None:
        self.rules = IgnoreRules(patterns, folds_case=_FOLDS_CASE)
        self.literals: tuple[str, ...] = self.rules.literals + (others.literals if others else ())
        self._others = others
        self._roots = {self._key(os.path.realpath(root)) for root in roots}
        self._real: dict[str, str] = {}
        self._below: dict[str, frozenset[str]] = {}

    def holds(self, path: str, folders: Sequence[str]) -> bool:
        """Say whether a path is ignored, absolute or relative to any of some folders."""
        if not path or len(path) > _LONGEST_PATH or "\0" in path:
            return False
        if not path.isascii():
            # Half a character of UTF-16 is no part of any name.
            path = path.encode("utf-8", "replace").decode()
        if self._others is not None and self._others.holds(path, folders):
            return True
        return any(
            self._is_ignored(os.path.join(folder, spelled))  # noqa: PTH118 - the path need not be one
            for spelled in _spellings(path)
            for folder in folders
        )

    def _is_ignored(self, path: str) -> bool:
        ends_as_folder = path.endswith("/")
        for spelled in self._forms(path):
            parent, name = os.path.split(spelled)
            for below in self._relative(parent):
                relative = f"{below}/{name}" if below else name
                if self.rules.ignores(relative, is_folder=ends_as_folder):
                    return True
                if self.rules.ignores(relative, is_folder=True) and not os.path.isfile(spelled):  # noqa: PTH113 - a text is all there is
                    return True
        return False

    def _forms(self, path: str) -> Iterator[str]:
        """Yield an absolute path as written, with its folder's links resolved, and, if it is a link, where it leads."""
        written = os.path.normpath(path)
        yield written
        parent, name = os.path.split(path.rstrip("/"))
        if name in {"", ".", ".."}:
            yield self._resolved(path)
            return
        resolved = os.path.join(self._resolved(parent), name)  # noqa: PTH118 - as above
        if resolved != written:
            yield resolved
        if os.path.islink(resolved):  # noqa: PTH114 - as above
            yield self._resolved(resolved)

    def _relative(self, folder: str) -> frozenset[str]:
        """Return what a folder is called below each of its ancestors that is a root, links resolved."""
        missing = []
        above: frozenset[str] = frozenset()
        while folder not in self._below:
            missing.append(folder)
            parent, name = os.path.split(folder)
            if not name or parent == folder:
                break
            folder = parent
        else:
            above = self._below[folder]
        for one in reversed(missing):
            name = os.path.basename(one)  # noqa: PTH119 - a text is all there is
            above = frozenset(f"{place}/{name}" if place else name for place in above)
            if self._key(self._resolved(one)) in self._roots:
                above |= {""}
            self._below[one] = above
        return above

    def _resolved(self, path: str) -> str:
        found = self._real.get(path)
        if found is None:
            try:
                found = os.path.realpath(path)
            except (OSError, ValueError):
                # No system has such a name.
                found = os.path.normpath(path)
            self._real[path] = found
        return found

    def _key(self, path: str) -> str:
        return path.lower() if _FOLDS_CASE else path


def _spellings(path: str) -> Iterator[str]:
    """Yield a path without what a shell replaces, and as another system would spell it."""
    is_short = path[0] == "~" or "$" in path
    expanded = os.path.expandvars(os.path.expanduser(path)) if is_short else path  # noqa: PTH111 - "~x" need not exist
    yield expanded
    if "\\" in expanded and os.sep != "\\":
        yield expanded.replace("\\", "/")
    if "%" in expanded:
        from urllib.parse import unquote  # noqa: PLC0415 - few paths are parts of an address, and a hook has no time

        yield unquote(expanded)
