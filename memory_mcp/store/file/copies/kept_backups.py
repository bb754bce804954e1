"""The backups in a folder: which there are, which is the newest, which have to go, and how each is described.

A backup gets its name only after it was read back whole, so every file with such a name is good. The name says when it
was made.
"""

from __future__ import annotations

import calendar
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from memory_mcp.keys.private_folders import is_planted
from memory_mcp.language.typed_commands import typed
from memory_mcp.temporal import HOUR_US, WEEK_US, Instant, describe_gap, format_instant

_MOST_WEEKLY: Final = 4
_FEWEST_DAILY: Final = 7
_STAMP: Final = "%Y%m%dT%H%M%S"


class KeptBackup(NamedTuple):
    """A backup, when it was made (UTC), and whether nobody asked for it."""

    at: Instant
    path: Path
    is_automatic: bool


def backup_path(folder: Path, stem: str, now: Instant, *, is_automatic: bool) -> Path:
    """Return the path of a backup made now of the memory whose file is named ``stem``."""
    stamp = (format_instant(now) or "")[:19].replace(":", "").replace("-", "")
    return folder / f"{stem}{'-auto' * is_automatic}-{stamp}.db"


def free_backup_path(folder: Path, stem: str, now: Instant) -> Path:
    """Return the path of a backup that somebody asks for now; of a second one in a second it names the next."""
    path = backup_path(folder, stem, now, is_automatic=False)
    return free_backup_path(folder, stem, now + 1_000_000) if path.exists() else path


def kept_backups(folder: Path, stem: str) -> list[KeptBackup]:
    """Return the backups of a memory in a folder, the newest first; none where it cannot be read or is planted."""
    if is_planted(folder):
        return []
    pattern = re.compile(rf"{re.escape(stem)}(-auto)?-(\d{{8}}T\d{{6}})\.db")
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            named = pattern.fullmatch(path.name)
            if named is not None:
                with suppress(ValueError):
                    at = calendar.timegm(time.strptime(named[2], _STAMP)) * 1_000_000
                    found.append(KeptBackup(at, path, named[1] is not None))
    return sorted(found, reverse=True)


def is_backup_name(name: str, stem: str) -> bool:
    """Whether a file is named as a backup of the memory whose file is named ``stem``, or as one before a migration."""
    return re.fullmatch(rf"{re.escape(stem)}(?:(?:-auto)?-\d{{8}}T\d{{6}}|-schema-\d+(?:-\d+)?)\.db", name) is not None


def superfluous(kept: list[KeptBackup], number: int) -> list[KeptBackup]:
    """Return which automatic backups go where ``number`` may stay: up to four of them the last of a week each.

    The last seven, or fewer, are the last seven days'; what is older stays by the week.
    """
    automatic = [backup for backup in kept if backup.is_automatic]
    weekly = min(_MOST_WEEKLY, max(0, number - _FEWEST_DAILY))
    by_week: dict[int, KeptBackup] = {}
    for backup in automatic[number - weekly :]:
        by_week.setdefault(backup.at // WEEK_US, backup)
    staying = {*automatic[: number - weekly], *list(by_week.values())[:weekly]}
    return [backup for backup in automatic if backup not in staying]


def remove_interrupted(folder: Path, stem: str) -> None:
    """Remove what is left of automatic backups whose process was killed: copies nobody has written to for an hour."""
    for draft in () if is_planted(folder) else folder.glob(f".{stem}-auto-*.part*"):
        with suppress(OSError):
            if time.time() - draft.stat().st_mtime > HOUR_US / 1_000_000:
                draft.unlink()


def advice(folder: Path, stem: str, now: Instant) -> str:
    """Return what to do about a damaged memory: repair it, or bring back the newest good backup, with its age."""
    newest = next(iter(kept_backups(folder, stem)), None)
    if newest is None:
        back = f"there is no backup of it in {folder}: `memory-mcp restore PATH` brings one from elsewhere back"
    else:
        old = describe_gap(now - newest.at)
        back = f"`{typed('restore', str(newest.path))}` brings back the newest good backup, {old} old"
    return f"`memory-mcp repair` saves what can be read; {back}. The damaged file is kept."
