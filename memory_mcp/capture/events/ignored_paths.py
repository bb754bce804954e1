"""Compare paths as tools write them with a project's ignore rules: relative, through links, or of another system.

A path is ignored when any of its spellings is: as it was written, with the links of its folder resolved, and with all
links resolved. Each spelling is taken relative to every root of the rules; a root may itself be reached by a link.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from memory_mcp.capture.events.path_forms import Links, LookedUp, absolute
from memory_mcp.privacy.ignore_rules import IgnoreRules

# A name may be a folder's or a file's where nothing of that name lies on the disk any more.
_FOLDS_CASE: Final = sys.platform in {"win32", "darwin"}


class IgnoredPaths:
    """The ignore rules of a project at its roots on the disk, and ``others`` that hold besides.

    Raises InvalidInputError for a pattern that is none.
    """

    def __init__(
        self, patterns: Sequence[str], roots: Sequence[Path], others: IgnoredPaths | None = None,
        links: Links | None = None,
    ) -> None:  # fmt: skip
        self.rules = IgnoreRules(patterns, folds_case=_FOLDS_CASE)
        self.literals: tuple[str, ...] = self.rules.literals + (others.literals if others else ())
        self._others = others
        self._roots = {self._key(os.path.realpath(root)) for root in roots}
        self._links = Links() if links is None else links
        self._below: LookedUp[str, frozenset[str]] = LookedUp()

    def forget(self) -> None:
        """Let go of what was looked up; it is looked up again where it is asked for."""
        self._links.forget()
        self._below.clear()
        if self._others is not None:
            self._others.forget()

    def holds(self, path: str, folders: Sequence[str]) -> bool:
        """Say whether a path is ignored, absolute or relative to any of some folders."""
        return any(map(self.ignores, absolute(path, folders)))

    def ignores(self, path: str) -> bool:
        """Say whether an absolute path is ignored."""
        if self._others is not None and self._others.ignores(path):
            return True
        ends_as_folder = path.endswith("/")
        for spelled in self._links.place(path).forms:
            parent, name = os.path.split(spelled)
            for below in self._relative(parent):
                relative = f"{below}/{name}" if below else name
                if self.rules.ignores(relative, is_folder=ends_as_folder):
                    return True
                if self.rules.ignores(relative, is_folder=True) and not os.path.isfile(spelled):  # noqa: PTH113 - a text is all there is
                    return True
        return False

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
            if self._key(self._links.resolved(one)) in self._roots:
                above |= {""}
            self._below[one] = above
        return above

    def _key(self, path: str) -> str:
        return path.lower() if _FOLDS_CASE else path
