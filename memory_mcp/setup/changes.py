"""Plan the changes to clients' files, and write the new files in the place of the old ones."""

from __future__ import annotations

import difflib
import json
import os
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from memory_mcp.errors import ConflictError, MemoryMcpError
from memory_mcp.keys.private_folders import is_planted
from memory_mcp.language.plurals import counted
from memory_mcp.setup.clients import RULES, Target

# Beside the copies of clients' files: the number of a folder on the disk, or a word for a file, and its path, each
# ended by NUL.
_MADE: Final = "made-folders"
_FILE: Final = "file"
_DRAFT: Final = ".part"
_LONGEST_WRITING_S: Final = 60
_MOST_KEPT: Final = 10_000
_LED_OUT: Final = "a link of the project leads here"


@dataclass(slots=True)
class Change:
    """What a file says, and what it would say; None is no file. ``problem`` is why it is left alone."""

    path: Path
    before: str | None
    after: str | None
    what: list[str] = field(default_factory=list)
    clients: list[str] = field(default_factory=list)
    problem: str = ""

    @property
    def is_one(self) -> bool:
        """Whether anything would change."""
        return not self.problem and self.before != self.after

    def diff(self, shown: Callable[[Path], str] = str) -> Iterator[str]:
        """Yield the lines of a unified diff, without their ends."""
        name = shown(self.path)
        here, there = (name if text is not None else os.devnull for text in (self.before, self.after))
        old, new = ((text or "").splitlines() for text in (self.before, self.after))
        return difflib.unified_diff(old, new, here, there, lineterm="", n=2)

    @property
    def extent(self) -> str:
        """How much changes, in a few words: ``new file, 59 lines``."""
        if self.after is None:
            return "the file goes"
        if self.before is None:
            return f"new file, {counted(len(self.after.splitlines()), 'line')}"
        signs = [line[:1] for line in self.diff()][2:]
        new, gone = signs.count("+"), signs.count("-")
        return ", ".join(f"{counted(count, 'line')} {way}" for count, way in ((new, "in"), (gone, "out")) if count)


def additions(targets: Iterable[tuple[str, Target]], project: Path | None = None) -> list[Change]:
    """Return what each file would say with ours in it; of targets with the names of their clients.

    A link of a ``project`` that leads out of its folder is left alone: who wrote the project chose where it leads.
    """
    return _planned(targets, project, lambda target, text: target.part.put(text))


def removals(
    targets: Iterable[tuple[str, Target]], project: Path | None = None, backups: Path | None = None
) -> list[Change]:
    """Return what each file would say without anything of ours, the reverse of ``additions``.

    A file of JSON that ``apply`` made, with ``backups`` beside it, and that says nothing more, goes.

    What tells the model when to use a memory stays with a client that goes on with another one.
    """
    reverse = list(targets)[::-1]
    changes = _planned(reverse, project, lambda target, text: None if text is None else target.part.take(text))
    made = {path for word, path in _noted(backups) if word == _FILE}
    for one in changes:
        if str(one.path) in made and one.is_one and _says_nothing(one.after):
            one.after = None
    texts = {one.path: one.before for one in changes if not one.problem}
    at = [(client, target, Path(os.path.realpath(target.path))) for client, target in reverse]
    staying = {client for client, target, path in at if (text := texts.get(path)) and target.part.others(text)}
    kept = {path for client, target, path in at if target.what in RULES and client in staying}
    return [one for one in changes if one.path not in kept]


def _says_nothing(text: str | None) -> bool:
    with suppress(ValueError):
        return text is not None and json.loads(text) == {}
    return False


def _planned(
    targets: Iterable[tuple[str, Target]], project: Path | None, step: Callable[[Target, str | None], str | None]
) -> list[Change]:
    inside = None if project is None else os.path.realpath(project)
    changes: dict[str, Change] = {}
    for client, target in targets:
        # A link stays a link: what it leads to is changed.
        path = Path(os.path.realpath(target.path))
        if str(path) not in changes:
            is_led_out = inside is not None and not path.is_relative_to(inside)
            changes[str(path)] = Change(path, None, None, problem=_LED_OUT) if is_led_out else _as_it_is(path)
        change = changes[str(path)]
        change.what += [target.what] if target.what not in change.what else []
        change.clients += [client] if client not in change.clients else []
        if change.problem:
            continue
        try:
            change.after = step(target, change.after)
            (change.after or "").encode()
        except MemoryMcpError as exc:
            change.problem, change.after = exc.message, change.before
        except UnicodeEncodeError:
            change.problem, change.after = "it would name a path that is no UTF-8", change.before
    return list(changes.values())


def _as_it_is(path: Path) -> Change:
    if path.exists() and not path.is_file():
        # Reading a pipe would wait for ever.
        return Change(path, None, None, problem="it is no file")
    try:
        text = path.read_bytes().decode("utf-8") if path.exists() else None
    except UnicodeDecodeError as exc:
        return Change(path, None, None, problem=f"byte {exc.start} is no UTF-8")
    except OSError as exc:
        return Change(path, None, None, problem=f"it cannot be read: {exc.strerror or exc}")
    return Change(path, text, text)


def apply(change: Change, backups: Path) -> Path | None:
    """Put a change into its file's place at once; return where the file as it was is kept, if there was one.

    The folders it makes are written down beside ``backups``, for ``remove_folders``.

    Raises ConflictError if the file says something else by now or is another user's, or a link of somebody else stands
    in the place of ``backups``' folder, OSError where it cannot be written.
    """
    path = change.path
    if is_planted(backups.parent):
        hint = f"Remove it, and let nobody else write into {backups.parent.parent}."
        raise ConflictError(f"{backups.parent} is a link that somebody else made", hint=hint)
    now = _unchanged(change)
    kept = None if now is None else _kept(path, now, backups)
    if change.after is None:
        _unchanged(change)
        path.unlink()
        return kept
    _make(path.parent, backups.parent / _MADE)
    _remove_drafts(path)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}{_DRAFT}")
    was = path.stat() if now is not None else None
    try:
        _write(draft, change.after.encode(), 0o600 if was is None else was.st_mode & 0o777)
        if was is not None:
            _keep_owner(draft, was)
        # A client may have written the file while the copy and the draft went to the disk.
        _unchanged(change)
        draft.replace(path)
        if was is None:
            _make_private(backups.parent, backups.parent / _MADE)
            _note([(_FILE, str(path))], backups.parent / _MADE)
    finally:
        draft.unlink(missing_ok=True)
    return kept


def _unchanged(change: Change) -> bytes | None:
    """Return what the file says, None where there is none. Raises ConflictError if that is not what was looked at."""
    now = change.path.read_bytes() if change.path.exists() else None
    if now != (None if change.before is None else change.before.encode()):
        raise ConflictError(f"{change.path} was changed meanwhile", hint="Run setup again.")
    return now


def _remove_drafts(path: Path) -> None:
    """Remove what setups that were killed left beside a file; what is younger may still be written."""
    name = re.compile(rf"\.{re.escape(path.name)}\.[0-9a-f]{{8}}{re.escape(_DRAFT)}")
    oldest = time.time() - _LONGEST_WRITING_S
    for one in path.parent.iterdir():
        with suppress(OSError):
            if name.fullmatch(one.name) and one.lstat().st_mtime < oldest:
                one.unlink()


def _kept(path: Path, content: bytes, backups: Path) -> Path:
    _make_private(backups, backups.parent / _MADE)
    name = "_".join(path.parts[1:])
    # Another file may have that name there, or this one as it was before a setup of the same second.
    names = (name, *(f"{name}.{number}" for number in range(2, _MOST_KEPT)))
    kept = next(one for one in (backups / name for name in names) if not one.exists())
    _write(kept, content, 0o600)
    return kept


def _write(path: Path, content: bytes, mode: int) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    # The mode of a new file is narrowed by the process's mask.
    with suppress(OSError):
        path.chmod(mode)


def _keep_owner(draft: Path, was: os.stat_result) -> None:
    """Give what stands in for a file the owner and the group of that. Raises ConflictError where it cannot be given."""
    now = draft.stat()
    if sys.platform == "win32" or (now.st_uid, now.st_gid) == (was.st_uid, was.st_gid):
        return
    try:
        os.chown(draft, was.st_uid, was.st_gid)
    except OSError as exc:
        if now.st_uid != was.st_uid:
            raise ConflictError("it belongs to somebody else", hint="Run setup as its owner.") from exc


def _make(folder: Path, record: Path) -> None:
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        # What is in it steers the model, so nobody else may write it, whatever the process's mask lets through.
        one.mkdir(mode=0o755, exist_ok=True)
    if missing:
        _make_private(record.parent, record)
        _note_made(missing, record)


def _make_private(folder: Path, record: Path) -> None:
    """Make a folder with those above it that are missing, for the owner alone: the memory's own may be one of them.

    Those above the record's own are written down there.
    """
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(mode=0o700, exist_ok=True)
    _note_made([one for one in missing if one in record.parent.parents], record)


def _note_made(folders: list[Path], record: Path) -> None:
    if folders:
        _note([(str(one.stat().st_ino), str(one)) for one in folders], record)


def _note(made: Iterable[tuple[str, str]], record: Path, mode: str = "a") -> None:
    record.touch(0o600)
    with record.open(mode, encoding="utf-8", errors="surrogateescape") as file:
        file.writelines(f"{word} {path}\0" for word, path in made)


def _noted(backups: Path | None) -> list[tuple[str, str]]:
    """Return what ``apply`` wrote down of what it made; what a killed setup wrote half names nothing."""
    if backups is None or is_planted(backups.parent) or not (record := backups.parent / _MADE).exists():
        return []
    lines = record.read_bytes().decode("utf-8", "surrogateescape").split("\0")
    return [(word, path) for word, blank, path in (line.partition(" ") for line in lines) if blank]


def remove_folders(backups: Path) -> list[tuple[str, str]]:
    """Remove the folders that ``apply`` made and that are empty by now; one that somebody made again stays.

    Return those in which something is yet, each with its number, for ``remove_made``.
    """
    noted = _noted(backups)
    if not noted:
        return []
    files = [(word, path) for word, path in noted if word == _FILE and Path(path).exists()]
    kept = remove_made([one for one in noted if one[0] != _FILE])
    if kept or files:
        _note([*kept, *files], backups.parent / _MADE, "w")
    else:
        (backups.parent / _MADE).unlink()
    return kept


def remove_made(made: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Remove those of some folders, each given with its number on the disk, that are empty; return the others."""
    kept = []
    # The deepest come first.
    for number, path in sorted(made, key=lambda one: len(one[1]), reverse=True):
        with suppress(OSError):
            if str(Path(path).stat().st_ino) == number:
                try:
                    Path(path).rmdir()
                except OSError:
                    kept.append((number, path))
    return kept
