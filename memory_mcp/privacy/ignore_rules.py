"""Which paths a project keeps to itself: gitignore's patterns, asked with a path below the folder they begin at.

The syntax and its meaning are those of gitignore(5): the last pattern that fits decides, ``!`` takes a path back in,
and nothing comes back from a folder that is ignored. A pattern that could never fit is an error here: git passes over
it without a word, and what it was written for would be captured.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from memory_mcp.errors import InvalidInputError

_HINT: Final = 'The syntax is that of .gitignore: "*.env", "/secrets", "config/**/keys.json", "private/", "!a.env".'
_NO_PARTS: Final = frozenset({".", "..", "~", ""})
_CLASS: Final = re.compile(r"\\.|\[(?:[!^])?\]?(?:\\.|[^\]\\])*\]")


class IgnoreRules:
    """The patterns of one folder. Raises InvalidInputError for one that could never fit anything.

    ``literals`` are paths that patterns without wildcards, but for leading or middle ``**/``, speak of.
    """

    def __init__(self, patterns: Iterable[str], *, folds_case: bool = False) -> None:
        """``folds_case``: capitals make no difference, as on the file systems of Windows and macOS."""
        lines = [line for pattern in patterns for line in pattern.splitlines() or [""]]
        for line in lines:
            if reason := _fault(line):
                raise InvalidInputError(f"no pattern that could ignore anything: {line!r} {reason}", hint=_HINT)
        self.folds_case = folds_case
        self.patterns = tuple(line for line in lines if line.strip() and not line.startswith("#"))
        self.literals = tuple(filter(None, map(_literal, self.patterns)))
        self._matches: Callable[[str], bool] | None = None
        self._folders: dict[str, bool] = {"": False}

    def ignores(self, path: str, *, is_folder: bool) -> bool:
        """Say whether a path is ignored: relative to the patterns' folder, with ``/``, without ``.`` and ``..``."""
        path = self._folded(path.strip("/"))
        if not path:
            return False
        if is_folder:
            return self._is_folder_ignored(path)
        parent = path.rpartition("/")[0]
        return self._is_folder_ignored(parent) or self._fits(path)

    def _is_folder_ignored(self, path: str) -> bool:
        found = self._folders.get(path)
        if found is None:
            parent = path.rpartition("/")[0]
            found = self._is_folder_ignored(parent) or self._fits(f"{path}/")
            self._folders[path] = found
        return found

    def _fits(self, path: str) -> bool:
        if self._matches is None:
            self._matches = self._compiled()
        return self._matches(path)

    def _compiled(self) -> Callable[[str], bool]:
        # It takes a third of the time a hook has, and many hooks tell of no path.
        from pathspec import GitIgnoreSpec  # noqa: PLC0415 - as above

        try:
            spec = GitIgnoreSpec.from_lines(self._folded(line) for line in self.patterns)
        except (ValueError, LookupError, re.error):
            # What was checked above and is not understood all the same must not ignore nothing.
            return lambda _path: True
        return lambda path: bool(spec.match_file(path))

    def _folded(self, text: str) -> str:
        return text.lower() if self.folds_case else text


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
    body = line.removeprefix("!").rstrip()
    faults = (
        ("holds a NUL", "\0" in body),
        ("names nothing", not body.strip("/")),
        ("ends in a backslash that escapes nothing", (len(body) - len(body.rstrip("\\"))) % 2 == 1),
        ("separates folders by a backslash, or names a drive; patterns are relative, with /", _foreign(body)),
        ("holds a class such as [:alpha:], which is not known here; write [a-z]", "[:" in body),
        ("opens a [ that nothing closes", "[" in _CLASS.sub("", body)),
        ("holds a part that no path below the folder has", bool(_NO_PARTS & {*body.strip("/").split("/")})),
    )
    return next((reason for reason, is_so in faults if is_so), "")


def _foreign(body: str) -> bool:
    return re.search(r"\\[A-Za-z0-9_.]", body) is not None or re.match(r"[A-Za-z]:[\\/]", body) is not None
