"""Look for erased text beside the file: in events that wait, and in the program's logs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from memory_mcp.config import Settings
from memory_mcp.store.capture_state import spool, spool_places
from memory_mcp.store.file.copies import erased_copies
from memory_mcp.store.file.database import Database


def erase_beside(settings: Settings, erased: Iterable[str], key: str | None) -> list[Path]:
    """Remove erased texts from waiting events and logs; return the files that cannot be looked into."""
    left: list[Path] = []
    texts = {text.strip() for text in erased if text.strip()}
    for folder in spool_places.places(settings.spool_dir, settings.db_path):
        left += spool.erase_from(folder, texts, key)
    for log in (settings.hook_log_path, settings.log_path):
        for path in (log, log.with_name(f"{log.name}.old"), log.with_name(f"{log.name}.1")):
            try:
                erased_copies.overwrite_in(path, texts)
            except OSError:
                left.append(path)
    return left


def erase_with_others(db: Database, settings: Settings, erased: list[str], key: str | None) -> list[Path]:
    """Remove what was erased because another memory did, from the file's log too; return as ``erase_beside``."""
    if not erased:
        return []
    db.checkpoint()
    return erase_beside(settings, erased, key)
