"""Find what the marker files at and above any folder exclude; each folder is looked at once.

A session reads files of other projects too, and a folder below its own may have a marker file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from memory_mcp.capture.events.path_forms import MOST_PATHS, Links, LookedUp, absolute
from memory_mcp.errors import InvalidInputError
from memory_mcp.project import MARKER, CaptureRules, capture_of, is_too_wide, working_tree

if TYPE_CHECKING:
    from memory_mcp.capture.events.ignored_paths import IgnoredPaths


class KeptOut(NamedTuple):
    """What is kept out: all (``is_all``), what patterns name, or, where these cannot be read, nobody knows what."""

    is_all: bool = False
    paths: IgnoredPaths | None = None
    problem: str = ""


_NOTHING: Final = KeptOut()


class MarkedFolders:
    """The marker files around folders. It is made for one reading: what changes on the disk meanwhile is not seen."""

    def __init__(self) -> None:
        self._links = Links()
        self._settled: dict[str, KeptOut] = {}
        self._folders: LookedUp[str, KeptOut] = LookedUp()
        self._around: LookedUp[str, tuple[KeptOut, ...]] = LookedUp()
        # Words around which nothing is kept out, by the folders they may begin at.
        self._unmarked: LookedUp[tuple[str, ...], set[str]] = LookedUp()
        self._made: LookedUp[tuple[CaptureRules, tuple[Path, ...]], KeptOut] = LookedUp()

    def settle(self, rules: CaptureRules, folder: Path) -> KeptOut:
        """Return what rules that were read for a folder keep out of it; it is not looked at again."""
        real = self._links.resolved(str(folder))
        kept = self._settled[real] = self._folders[real] = self._kept(rules, folder)
        return kept

    def forget(self) -> None:
        """Let go of what was looked at; it is looked at again where it is asked for."""
        self._links.forget()
        for known in (self._settled, self._folders, self._around, self._unmarked, self._made):
            known.clear()

    def around(self, path: str, folders: Sequence[str]) -> Iterator[tuple[str, KeptOut]]:
        """Yield what is kept out at or above a path that begins at any of some folders, each with the whole path."""
        for full in absolute(path, folders):
            found = self._around.get(full)
            if found is None:
                # To ask another machine takes its time.
                is_far = os.name == "nt" and full.replace("\\", "/").startswith("//")
                inner = () if is_far else self._links.place(full).folders
                found = self._around[full] = tuple(kept for one in inner if (kept := self._at(one)) is not _NOTHING)
            for kept in found:
                yield full, kept

    def are_any(self, words: Iterable[str], folders: Sequence[str]) -> bool:
        """Say whether anything is kept out around any of some words that may be paths."""
        begun = tuple(folders)
        known = self._unmarked.get(begun)
        if known is None:
            known = self._unmarked[begun] = set()
        if len(known) >= MOST_PATHS:
            known.clear()
        for word in words:
            if word not in known:
                if any(True for _found in self.around(word, folders)):
                    return True
                known.add(word)
        return False

    def _at(self, folder: str) -> KeptOut:
        missing = []
        found = _NOTHING
        while folder not in self._folders:
            missing.append(folder)
            parent = os.path.dirname(folder)  # noqa: PTH120 - a text is all there is
            if parent == folder:
                break
            folder = parent
        else:
            found = self._folders[folder]
        for one in reversed(missing):
            found = self._folders[one] = self._look(one, found)
        return found

    def _look(self, folder: str, above: KeptOut) -> KeptOut:
        """Return what is kept out of a folder: as above it, unless it has a marker file or may have that of another."""
        if (settled := self._settled.get(folder)) is not None:
            return settled
        if not os.path.isdir(folder):  # noqa: PTH112 - as above
            return above
        # Of a working tree the main one's holds, too.
        has_own = any(os.path.isfile(os.path.join(folder, name)) for name in (MARKER, ".git"))  # noqa: PTH113, PTH118 - as above
        if has_own or (above is not _NOTHING and is_too_wide(Path(folder))):
            return self._kept(capture_of(Path(folder)), Path(folder))
        return above

    def _kept(self, rules: CaptureRules, folder: Path) -> KeptOut:
        if rules.problem or not (rules.ignore or rules.outer):
            return (
                KeptOut(not rules.is_enabled, None, rules.problem)
                if rules.problem or not rules.is_enabled
                else _NOTHING
            )
        known = (rules, tuple(_roots(rules, folder)))
        found = self._made.get(known)
        if found is None:
            found = self._made[known] = _read(rules, folder, self._links)
        return found


def _read(rules: CaptureRules, folder: Path, links: Links) -> KeptOut:
    from memory_mcp.capture.events.ignored_paths import IgnoredPaths  # noqa: PLC0415 - it loads what reads patterns

    paths = None
    at: CaptureRules | None = rules
    while at is not None:
        try:
            paths = IgnoredPaths(at.ignore, _roots(at, folder), paths, links) if at.ignore else paths
        except InvalidInputError as exc:
            return KeptOut(not rules.is_enabled, None, f"{MARKER} in {at.root}: {exc}")
        at = at.outer
    return KeptOut(not rules.is_enabled, paths)


def _roots(rules: CaptureRules, folder: Path) -> list[Path]:
    """Return the folders the patterns begin at: the marker file's, and the root of a working tree it holds for too."""
    roots = [rules.root] if rules.root is not None else []
    real = Path(os.path.realpath(folder))
    if rules.root is None or not real.is_relative_to(os.path.realpath(rules.root)):
        roots.append(working_tree(real) or real)
    return roots
