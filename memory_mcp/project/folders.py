"""Folders: spell each in one way, find those around it, and tell which are too wide to be a project."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final, Literal, TypeAlias

_Identity: TypeAlias = tuple[int, int] | str
_FORMS: Final[tuple[Literal["NFC", "NFD"], ...]] = ("NFC", "NFD")


def here() -> Path:
    """Return the folder this process is in; of one that was deleted what the shell called it, or the root."""
    try:
        return Path(os.getcwd())  # noqa: PTH109 - the same call, without a Path's detour
    except FileNotFoundError:
        return Path(os.environ.get("PWD") or os.sep)


def upwards(folder: Path) -> list[Path]:
    """Return a folder and those around it, up to the first that is everybody's."""
    canonical, wide = canonical_path(folder), _wide()
    found: list[Path] = []
    for candidate in (canonical, *canonical.parents) if canonical else ():
        if candidate == candidate.parent or _identity(candidate) in wide:
            break
        found.append(candidate)
    return found


def walked(folder: Path, refuse: Callable[[OSError], None] | None = None) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield a folder and each below it with the names of its folders and files, as ``os.walk`` does from the top.

    ``os.walk`` calls itself for each level before Python 3.12, and fails for a thousand of them. ``refuse`` is told of
    a folder that cannot be read.
    """
    waiting = [os.fspath(folder)]
    while waiting:
        for place, folders, names in islice(os.walk(waiting.pop(), onerror=refuse), 1):
            yield place, folders, names
            below = (os.path.join(place, name) for name in reversed(folders))  # noqa: PTH118 - as os.walk spells them
            waiting += [path for path in below if not os.path.islink(path)]  # noqa: PTH114 - the same


def is_too_wide(folder: Path) -> bool:
    """Say whether a folder is too wide for a project: a drive's root, the home folder, the temporary folder."""
    return folder == folder.parent or _identity(folder) in _wide()


def _wide() -> set[_Identity]:
    wide = [os.path.expanduser("~"), "/tmp", "/var/tmp", *map(os.environ.get, ("TMPDIR", "TEMP", "TMP"))]  # noqa: PTH111, S108 - "~" stays when there is no home; compared, not written to
    return {_identity(other) for other in wide if other and other != "~"}


def _identity(folder: str | Path) -> _Identity:
    """Return what is the same of two names of one folder; of one that is not there its name."""
    try:
        found = os.stat(folder)  # noqa: PTH116 - the same call, without a Path's detour
    except (OSError, ValueError):
        return os.path.normcase(folder)
    return found.st_dev, found.st_ino


def canonical_path(folder: Path) -> Path | None:
    """Resolve links and, where capitals do not matter, spell each part as it is stored; None for what is no path."""
    try:
        path = Path(os.path.realpath(folder))
    except (OSError, ValueError):
        return None
    spelled = path.anchor
    for part in path.parts[1:]:
        spelled = os.path.join(spelled, _stored_spelling(spelled, part))  # noqa: PTH118 - a call of every tool waits
    return Path(spelled)


def _stored_spelling(parent: str, name: str) -> str:
    """Return how a name is stored where the system takes other capitals, or accents spelled otherwise, for the same."""
    others = (
        {name.swapcase()}
        if name.isascii()
        else {name.swapcase(), *(unicodedata.normalize(form, name) for form in _FORMS)}
    )
    here = os.path.join(parent, name)  # noqa: PTH118 - as above
    alike = [path for other in others - {name} if os.path.lexists(path := os.path.join(parent, other))]  # noqa: PTH118
    if not any(_is_same(here, path) for path in alike):
        return name
    try:
        entries = os.listdir(parent)  # noqa: PTH208 - names are all that is needed
    except OSError:
        return name
    folded = unicodedata.normalize("NFC", name).casefold()
    spellings = [entry for entry in entries if unicodedata.normalize("NFC", entry).casefold() == folded]
    return spellings[0] if len(spellings) == 1 else name


def _is_same(path: str, other: str) -> bool:
    try:
        return os.path.samefile(path, other)  # noqa: PTH121 - the same call, without a Path's detour
    except (OSError, ValueError):
        return os.path.normcase(path) == os.path.normcase(other)
