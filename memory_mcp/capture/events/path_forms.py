"""The forms of a path as it was written: absolute, without what a shell replaces, and with links resolved."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

_LONGEST_PATH: Final = 4_096
MOST_PATHS: Final = 20_000
"""Paths of which a reading keeps what it looked up: an import may name millions."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class LookedUp(dict[Key, Value]):
    """What was looked up for a reading; before it holds more than ``MOST_PATHS``, all of it goes."""

    def __setitem__(self, key: Key, value: Value) -> None:
        """Keep what was looked up."""
        if len(self) >= MOST_PATHS:
            self.clear()
        super().__setitem__(key, value)


def absolute(path: str, folders: Sequence[str]) -> Iterator[str]:
    """Yield what a path may be below any of some folders; nothing for a text that no system takes for a path."""
    if not path or len(path) > _LONGEST_PATH or "\0" in path:
        return
    if not path.isascii():
        # Half a character of UTF-16 is no part of any name.
        path = path.encode("utf-8", "replace").decode()
    for spelled in _spellings(path):
        for folder in folders:
            yield os.path.join(folder, spelled)  # noqa: PTH118 - the path need not be one


class Place(NamedTuple):
    """What a path stands for: its ``forms``, and the innermost folders of the disk that it is or lies in."""

    forms: tuple[str, ...]
    folders: tuple[str, ...]


class Links:
    """Where links lead to; each path is asked once."""

    def __init__(self) -> None:
        self._real: LookedUp[str, str] = LookedUp()
        self._places: LookedUp[str, Place] = LookedUp()

    def place(self, path: str) -> Place:
        """Return what an absolute path stands for.

        Its forms are as it is written, with its folder's links resolved, and, if it is a link, where it leads.
        """
        found = self._places.get(path)
        if found is None:
            found = self._places[path] = self._look(path)
        return found

    def forget(self) -> None:
        """Let go of what was asked."""
        self._real.clear()
        self._places.clear()

    def resolved(self, path: str) -> str:
        """Return a path with all its links resolved."""
        found = self._real.get(path)
        if found is None:
            try:
                found = os.path.realpath(path)
            except (OSError, ValueError):
                # No system has such a name.
                found = os.path.normpath(path)
            self._real[path] = found
        return found

    def _look(self, path: str) -> Place:
        written = os.path.normpath(path)
        parent, name = os.path.split(path.rstrip("/"))
        if name in {"", ".", ".."}:
            both = tuple(dict.fromkeys((written, self.resolved(path))))
            return Place(both, both)
        around = self.resolved(parent)
        resolved = os.path.join(around, name)  # noqa: PTH118 - a text is all there is
        forms = [written] if resolved == written else [written, resolved]
        # As it is written it may lie below a link.
        folders = [os.path.dirname(form) for form in forms]  # noqa: PTH120 - as above
        try:
            mode = os.lstat(resolved).st_mode
        except (OSError, ValueError):
            mode = 0
        if stat.S_ISLNK(mode):
            forms.append(self.resolved(resolved))
            folders.append(forms[-1])
        elif stat.S_ISDIR(mode):
            folders[-1] = resolved
        return Place(tuple(forms), tuple(folders))


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
