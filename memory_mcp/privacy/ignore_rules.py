"""Tell which paths a project keeps to itself: gitignore's patterns, asked with a path below the folder they begin at.

The syntax and its meaning are those of gitignore(5): the last pattern that fits decides, ``!`` takes a path back in,
and nothing comes back from a folder that is ignored. A pattern that could never fit is an error here: git ignores it in
silence, and what it was written for would be captured.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import repeat
from typing import Final, NamedTuple

from memory_mcp.errors import InvalidInputError
from memory_mcp.privacy.ignore_pattern import Pattern, pattern_of, runs_backwards, unclosed

_HINT: Final = 'The syntax is that of .gitignore: "*.env", "/secrets", "config/**/keys.json", "private/", "!a.env".'
_NO_PARTS: Final = frozenset({".", "..", "~", ""})
# As long as the longest path; what is longer is written to keep a machine busy.
_LONGEST: Final = 4_096
_LONGEST_SHOWN: Final = 100


class _Place(NamedTuple):
    """Whether a folder is ignored, and how far each pattern came with its names; none of what is in an ignored one."""

    is_ignored: bool
    states: tuple[int, ...] = ()


class IgnoreRules:
    """The patterns of one folder. Raises InvalidInputError for one that could never fit anything.

    ``literals`` are paths that patterns without wildcards, but for leading or middle ``**/``, speak of.
    """

    def __init__(self, patterns: Iterable[str], *, folds_case: bool = False) -> None:
        """``folds_case``: capitals make no difference, as on the file systems of Windows and macOS."""
        lines = [line for pattern in patterns for line in pattern.splitlines() or [""]]
        for line in lines:
            if reason := _fault(line):
                shown = line if len(line) <= _LONGEST_SHOWN else f"{line[:_LONGEST_SHOWN]}..."
                raise InvalidInputError(f"no pattern that could ignore anything: {shown!r} {reason}", hint=_HINT)
        self.folds_case = folds_case
        self.patterns = tuple(line for line in lines if line.strip() and not line.startswith("#"))
        self.literals = tuple(filter(None, map(_literal, self.patterns)))
        self._read: tuple[Pattern, ...] = ()
        self._folders: dict[str, _Place] = {}

    def ignores(self, path: str, *, is_folder: bool) -> bool:
        """Say whether a path is ignored: relative to the patterns' folder, with ``/``, without ``.`` and ``..``."""
        path = path.lower().strip("/") if self.folds_case else path.strip("/")
        if not path:
            return False
        if is_folder:
            return self._folder(path).is_ignored
        above, name = self._folder(path.rpartition("/")[0]), path.rpartition("/")[2]
        if above.is_ignored:
            return True
        for pattern, state in zip(reversed(self._read), reversed(above.states), strict=True):
            if not pattern.is_for_folders and pattern.fits(pattern.advanced(state, name)):
                return not pattern.is_negated
        return False

    def _folder(self, path: str) -> _Place:
        missing = []
        while (found := self._folders.get(path)) is None:
            if not path:
                # Many hooks tell of no path.
                self._read = tuple(pattern_of(line, folds_case=self.folds_case) for line in self.patterns)
                found = self._folders[""] = _Place(is_ignored=False, states=tuple(one.begun() for one in self._read))
                break
            missing.append(path)
            path = path.rpartition("/")[0]
        for one in reversed(missing):
            found = self._folders[one] = self._below(found, one.rpartition("/")[2])
        return found

    def _below(self, above: _Place, name: str) -> _Place:
        if above.is_ignored:
            return above
        states = tuple(map(Pattern.advanced, self._read, above.states, repeat(name)))
        fitting = (one for one, state in zip(reversed(self._read), reversed(states), strict=True) if one.fits(state))
        last = next(fitting, None)
        return _Place(is_ignored=last is not None and not last.is_negated, states=states)


def is_pattern(line: str) -> bool:
    """Say whether a line could ignore something, or is a comment or empty."""
    return not _fault(line)


def _literal(pattern: str) -> str:
    path = pattern.rstrip().replace("**/", "").strip("/").removesuffix("/**")
    return "" if pattern.startswith("!") or re.search(r"[*?\[\\]", path) else path


def _fault(line: str) -> str:
    """Return why a pattern fits nothing anybody could mean; empty for one that may, a comment, and an empty line."""
    if not line.strip() or line.startswith("#"):
        return ""
    if len(line) > _LONGEST:
        return f"is longer than {_LONGEST:,} characters"
    body = line.removeprefix("!").rstrip()
    escaping = body.removesuffix("/")
    faults = (
        ("holds a NUL", "\0" in body),
        ("names nothing", not body.strip("/")),
        ("ends in a backslash that escapes nothing", (len(escaping) - len(escaping.rstrip("\\"))) % 2),
        ("separates folders by a backslash, or names a drive; patterns are relative, with /", _foreign(body)),
        ("holds a class such as [:alpha:], which is not known here; write [a-z]", "[:" in body),
        ("opens a [ that nothing closes", unclosed(body)),
        ("holds a range that ends before it starts", runs_backwards(body)),
        ("holds a part that no path below the folder has", bool(_NO_PARTS & {*body.strip("/").split("/")})),
    )
    return next((reason for reason, is_so in faults if is_so), "")


def _foreign(body: str) -> bool:
    return re.search(r"\\[A-Za-z0-9_.]", body) is not None or re.match(r"[A-Za-z]:[\\/]", body) is not None
