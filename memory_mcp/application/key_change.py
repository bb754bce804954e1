"""Change the key of a memory, of what lies beside it, and of the place where the key is kept."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from memory_mcp.capture.events.spooled import import_spool
from memory_mcp.config import Settings
from memory_mcp.errors import MemoryMcpError
from memory_mcp.keys import storage
from memory_mcp.keys.private_folders import is_planted
from memory_mcp.keys.storage import KeyPlace
from memory_mcp.store.capture_state import spool
from memory_mcp.store.capture_state.spool_places import places
from memory_mcp.store.file.copies import key_change
from memory_mcp.store.file.copies.erased_copies import copies_of, pages_of
from memory_mcp.store.file.copies.erased_elsewhere import memories_beside
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.encryption import SEALED, is_plain
from memory_mcp.sync.folder import in_the_clear
from memory_mcp.temporal import SystemClock
from memory_mcp.tools.framework.file_access import EXPORTS


@dataclass(frozen=True, slots=True)
class KeyChanged:
    """What became of the old file's bytes, and what is not encrypted (nothing is looked for without a key).

    That are copies, and folders that machines share where this one wrote in the clear.
    """

    is_overwritten: bool
    plain_copies: list[Path]
    plain_folders: list[Path]


def change_key(settings: Settings, place: KeyPlace | None, *, old: str | None, new: str | None) -> KeyChanged:
    """Give the memory another key (None: none), and keep it in ``place`` if there is one.

    Raises what ``store.file.copies.key_change`` raises, and RefusedError where the key cannot be kept; nothing is
    changed then. Of two changes at once the second begins when the first has its key in its place, and finds another
    file.
    """
    with key_change.only_change(settings.db_path):
        return _change_key(settings, place, old, new)


def _change_key(settings: Settings, place: KeyPlace | None, old: str | None, new: str | None) -> KeyChanged:
    if place is not None and new:
        # Before a file is made: one that is missing is not to be there in the clear where no key can be kept.
        storage.stage(place, new)
    try:
        _bring_in(settings, old)
        is_overwritten = key_change.change_key(
            settings.db_path, SystemClock(), old=old, new=new,
            switched=lambda: storage.settle(place) if place is not None else None,
        )  # fmt: skip
    except BaseException:
        with suppress(MemoryMcpError, OSError):
            _finish(settings, place)
        raise
    # What hooks put there while the file was locked.
    for folder in places(settings.spool_dir, settings.db_path):
        spool.seal_again(folder, old, new)
    if not new:
        return KeyChanged(is_overwritten, [], [])
    return KeyChanged(is_overwritten, _plain_copies(settings), _plain_folders(settings.db_path, new))


def _bring_in(settings: Settings, key: str | None) -> None:
    """Bring in the events that wait under the key of the file; make an empty file where there is none."""
    db = Database(settings.db_path, SystemClock(), key=key)
    try:
        import_spool(db, settings._replace(key=key, key_file=None, keychain=None))
    finally:
        db.close()


def _plain_folders(path: Path, key: str) -> list[Path]:
    # The key is changed: a file that is busy just now, or a closed folder, is no failure of that.
    with suppress(MemoryMcpError, OSError):
        db = Database(path, SystemClock(), key=key)
        try:
            return in_the_clear(db)
        finally:
            db.close()
    return []


def finish(settings: Settings, place: KeyPlace | None) -> None:
    """Bring a change that was killed to its end: a key that the file has goes in its place, another is forgotten.

    Raises BusyError while another process changes the key: what it staged is not to be forgotten.
    """
    with key_change.only_change(settings.db_path):
        _finish(settings, place)


def _finish(settings: Settings, place: KeyPlace | None) -> None:
    staged = None if place is None else storage.staged(place)
    if place is not None and staged is not None:
        is_of_file = settings.db_path.exists() and key_change.opens(settings.db_path, staged)
        storage.settle(place) if is_of_file else storage.discard(place)


def _plain_copies(settings: Settings) -> list[Path]:
    """Return the backups, other memories beside it, page, exports and set-aside events that anybody can read."""
    path = settings.db_path
    exports = [one for one in (path.parent / EXPORTS).rglob("*") if one.is_file() and one.suffix != SEALED]
    beside = [f"{path.stem}-{why}-*{path.suffix}" for why in ("before-restore", "damaged")]
    backups = () if is_planted(settings.backup_dir) else settings.backup_dir.glob("*.db")
    kept = [*backups, *(one for names in beside for one in path.parent.glob(names))]
    kept += memories_beside(path, {*kept, *copies_of(path, settings.backup_dir)})
    folders = places(settings.spool_dir, path)
    asides = [one for folder in folders for one in spool.unreadable(folder) if SEALED not in one.name]
    plain = sorted(one for one in kept if one.is_file() and is_plain(one))
    return plain + pages_of(path) + sorted(exports) + asides
