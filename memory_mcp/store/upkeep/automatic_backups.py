"""Make backups on their own: at most one a day for a file, whoever uses it, and keep as many as the settings say.

One process takes the right to make the backup, for an hour; what it does not finish, another does later. A backup gets
its name only after it was read back whole, and only then an older one is deleted.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from typing import Final

from memory_mcp.errors import RefusedError
from memory_mcp.store.file import meta
from memory_mcp.store.file.copies.backup import backup
from memory_mcp.store.file.copies.checking import Backup
from memory_mcp.store.file.copies.kept_backups import (
    KeptBackup,
    backup_path,
    kept_backups,
    remove_interrupted,
    superfluous,
)
from memory_mcp.store.file.copies.pages import Pause
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.file.mending.integrity import file_facts
from memory_mcp.temporal import DAY_US, HOUR_US, describe_gap

WARNED_AFTER_US: Final = 14 * DAY_US
_CLAIM: Final = "backup_claimed_at"
# The copy, and as much again for what the memory writes meanwhile.
_ROOM: Final = 2

_BEGUN: Final = """
    SELECT min(at)
    FROM txn
"""


def newest(db: Database) -> KeptBackup | None:
    """Return the newest backup of the memory, asked for or not; what is dated ahead was named under a wrong clock."""
    until = db.clock.now() + DAY_US
    return next((one for one in kept_backups(db.backup_dir, db.path.stem) if one.at <= until), None)


def is_due(db: Database, snapshot: Snapshot) -> bool:
    """Whether a backup is to be made now: the newest is a day old, or there is none of a memory an hour old."""
    claimed = meta.get(snapshot, _CLAIM) or 0
    if 0 <= snapshot.now - claimed < HOUR_US:
        return False
    last = newest(db)
    if last is not None:
        return snapshot.now - last.at >= DAY_US
    begun = snapshot.value(_BEGUN)
    return begun is not None and snapshot.now - begun >= HOUR_US


def claim(db: Database, tx: Transaction) -> bool:
    """Take the right to make the backup that is due, for an hour; False when another process was first."""
    if not is_due(db, tx):
        return False
    meta.put(tx, _CLAIM, tx.now)
    return True


def make(db: Database, number: int, *, key: str | None, pause: Pause) -> Backup:
    """Make a backup, and remove those that are more than ``number``.

    ``pause`` is called between short steps. Raises RefusedError where there is no room, CorruptError when the memory is
    damaged: nothing is left then, and no older backup goes.
    """
    folder, stem, now = db.backup_dir, db.path.stem, db.clock.now()
    remove_interrupted(folder, stem)
    if room := lacking_room(db):
        raise RefusedError(room, hint="Make room, or set MEMORY_BACKUP_DIR to a folder on another disk.")
    made = backup(db, backup_path(folder, stem, now, is_automatic=True), key=key, pause=pause)
    for old in superfluous(kept_backups(folder, stem), number):
        with suppress(OSError):
            old.path.unlink()
    return made


def lacking_room(db: Database) -> str:
    """Return what is wrong when the backup folder's disk has no room for another backup; empty if it has."""
    facts = file_facts(db.path)
    needed = _ROOM * (facts.size + facts.wal_size)
    folder = next(place for place in (db.backup_dir, *db.backup_dir.parents) if place.exists())
    free = shutil.disk_usage(folder).free
    if free >= needed:
        return ""
    return f"no backup can be made in {db.backup_dir}: {free >> 20} MB are free, {(needed >> 20) + 1} MB are needed"


def overdue(db: Database, snapshot: Snapshot) -> str:
    """Return what is wrong when a memory of two weeks has had no backup for two weeks; empty if it has."""
    begun = snapshot.value(_BEGUN)
    last = newest(db)
    since = last.at if last is not None else begun
    if since is None or snapshot.now - since < WARNED_AFTER_US:
        return ""
    if last is None:
        return f"there is no backup of this memory in {db.backup_dir}"
    return f"the newest backup is {describe_gap(snapshot.now - last.at)} old: {last.path}"
