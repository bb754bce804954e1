"""Folders: their one spelling, those around them, and which are too wide for a project."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from typing import Final, Literal

_FORMS: Final[tuple[Literal["NFC", "NFD"], ...]] = ("NFC", "NFD")


def upwards(folder: Path) -> list[Path]:
    """Return a folder and those around it, up to the first that is everybody's."""
    canonical = canonical_path(folder)
    found: list[Path] = []
    for candidate in (canonical, *canonical.parents) if canonical else ():
        if is_too_wide(candidate):
            break
        found.append(candidate)
    return found


def is_too_wide(folder: Path) -> bool:
    """Say whether a folder is too wide for a project: a drive's root, the home folder, the temporary folder."""
    if folder == folder.parent:
        return True
    wide = [os.path.expanduser("~"), "/tmp", "/var/tmp", *map(os.environ.get, ("TMPDIR", "TEMP", "TMP"))]  # noqa: PTH111, S108 - "~" stays when there is no home; compared, not written to
    return any(_is_same(folder, Path(other)) for other in wide if other and other != "~")


def _is_same(folder: Path, other: Path) -> bool:
    try:
        return os.path.samefile(folder, other)  # noqa: PTH121 - the same call, without a Path's detour
    except (OSError, ValueError):
        return os.path.normcase(folder) == os.path.normcase(other)


def canonical_path(folder: Path) -> Path | None:
    """Resolve links and, where capitals do not matter, spell each part as it is stored; None for what is no path."""
    try:
        path = Path(os.path.realpath(folder))
    except (OSError, ValueError):
        return None
    spelled = Path(path.anchor)
    for part in path.parts[1:]:
        spelled /= _stored_spelling(spelled, part)
    return spelled


def _stored_spelling(parent: Path, name: str) -> str:
    """Return how a name is stored where the system takes other capitals, or accents spelled otherwise, for the same."""
    others = (
        {name.swapcase()}
        if name.isascii()
        else {name.swapcase(), *(unicodedata.normalize(form, name) for form in _FORMS)}
    )
    alike = [other for other in others - {name} if os.path.lexists(parent / other)]
    if not any(_is_same(parent / name, parent / other) for other in alike):
        return name
    try:
        entries = os.listdir(parent)  # noqa: PTH208 - names are all that is needed
    except OSError:
        return name
    folded = unicodedata.normalize("NFC", name).casefold()
    alike = [entry for entry in entries if unicodedata.normalize("NFC", entry).casefold() == folded]
    return alike[0] if len(alike) == 1 else name
