"""Make new files that appear whole or not at all, are readable by their owner alone, and never replace another."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from memory_mcp.errors import ConflictError, RefusedError
from memory_mcp.keys.private_folders import make_private


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Hand out an empty private file to write; when the block ends it is on the disk under ``path``.

    Raises ConflictError when something is there already, RefusedError when the folder cannot be written.
    """
    draft = _begun(path, lambda draft: os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)))
    try:
        with _failing_as_refused(path):
            yield draft
            _flush(draft)
            _publish(draft, path)
    finally:
        # Where there is no room SQLite leaves a journal behind.
        for one in (draft, draft.with_name(f"{draft.name}-journal")):
            with suppress(FileNotFoundError):
                one.unlink()


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Hand out an empty private folder to fill; when the block ends it is on the disk under ``path``.

    Raises ConflictError when something is there already, RefusedError when the folder cannot be written. Nothing is
    left of a block that raises.
    """
    draft = _begun(path, lambda draft: draft.mkdir(mode=0o700))
    try:
        with _failing_as_refused(path):
            yield draft
            for written in draft.rglob("*"):
                # Its owner may move what is in it out of the folder that closes it.
                if written.is_dir():
                    written.chmod(0o700)
                else:
                    written.chmod(0o600)
                    _flush(written)
            refuse_existing(path)
            draft.rename(path)
    except BaseException:
        _remove(draft)
        raise
    flush_folder(path.parent)


def is_writable(path: Path) -> bool:
    """Whether this process may write the file."""
    return is_allowed(path, os.W_OK)


def is_allowed(path: Path, mode: int) -> bool:
    """Whether this process may do this with a file; asked without opening it, which would drop SQLite's locks on it.

    ``mode``: what, as ``os.access`` takes it.
    """
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


def _begun(path: Path, make: Callable[[Path], None]) -> Path:
    """Make what is to stand at ``path`` under a name of its own beside it."""
    refuse_existing(path)
    draft = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
    try:
        make_private(path.parent)
        make(draft)
    except OSError as exc:
        raise RefusedError(
            f"{path} cannot be written: {exc.strerror}", hint="Give a path in a folder that can be written."
        ) from exc
    return draft


@contextmanager
def _failing_as_refused(path: Path) -> Iterator[None]:
    """Name the file that could not be written where a disk is full or gone."""
    try:
        yield
    except OSError as exc:
        raise RefusedError(
            f"{path} cannot be written: {exc.strerror or exc}",
            hint="Make room there or give a path elsewhere; nothing was left behind.",
        ) from exc


def refuse_existing(path: Path) -> None:
    """Raise ConflictError when something stands at ``path``; a broken link is something too."""
    if path.is_symlink() or path.exists():
        raise ConflictError(
            f"{path} exists already", hint="Give a new path; nothing is ever overwritten.", field="path"
        )


def _publish(draft: Path, path: Path) -> None:
    """Give the file its name, unless the name was taken meanwhile."""
    try:
        os.link(draft, path)
    except FileExistsError:
        refuse_existing(path)
        raise
    except OSError:
        # A file system without hard links.
        refuse_existing(path)
        draft.rename(path)
    flush_folder(path.parent)


def _flush(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def flush_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk."""
    # Windows cannot open a folder, and needs not.
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _remove(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()
