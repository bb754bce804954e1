"""Erase from the file, including vectors and the write-ahead log; the answer names every place that has the text."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from memory_mcp.keys.lookup import find_key
from memory_mcp.keys.storage import known_keys
from memory_mcp.store.file.copies import erased_copies, erased_elsewhere
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.sync import targets
from memory_mcp.store.upkeep.erased_beside import erase_beside
from memory_mcp.store.vectors import index
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.file_access import EXPORTS

_MOST_NAMED: Final = 20


def be_able_to_erase(call: Call) -> None:
    """Make the connection able to remove vectors, before the transaction that erases."""
    if why := index.reach(call.runtime.db):
        call.notices.append(f"vectors of what is erased stay until a process that can removes them: {why}")


def leave_no_trace(call: Call, tx: Snapshot) -> dict[str, int]:
    """Remove what ``tx`` erased from the write-ahead log, waiting events and logs too, and name copies that hold it.

    Returns how many files of each kind that was looked through hold it or cannot be looked into; nothing where nothing
    was erased.
    """
    if not call.runtime.db.checkpoint():
        call.notices.append("another process reads an older state: until it ends, what was erased is in the -wal file")
    if not isinstance(tx, Transaction) or not tx.erased_uids:
        return {}
    settings = call.runtime.settings
    left = erase_beside(settings, tx.erased_texts, find_key(settings))
    copies = erased_copies.copies_of(settings.db_path, settings.backup_dir)
    others = erased_elsewhere.memories_beside(settings.db_path, copies)
    keys = known_keys(settings) if copies or others else []
    held, closed = erased_copies.holding(copies, tx.erased_uids, keys)
    memories, unknown = erased_copies.holding(others, tx.erased_uids, keys)
    exports, sealed = erased_elsewhere.exports_holding(
        settings.db_path.absolute().parent / EXPORTS, tx.erased_uids, tx.erased_texts
    )
    if held:
        call.notices.append(
            f"copies still hold what was erased: {_listed(held)}; `memory-mcp backup --prune` makes a new one and "
            "removes them. Exports and copies elsewhere are yours to delete"
        )
    if memories:
        call.notices.append(f"other memories beside it hold it too, delete them or erase it there: {_listed(memories)}")
    if exports:
        call.notices.append(f"exports still hold it, delete them: {_listed(exports)}")
    pages = erased_copies.naming(erased_copies.pages_of(settings.db_path), tx.erased_uids)
    if pages:
        call.notices.append(f"a page still shows it, delete it or write it anew (`memory-mcp view`): {_listed(pages)}")
    _name_folders_written(call)
    if unread := left + closed + unknown + sealed:
        call.notices.append(f"these cannot be looked into and may hold what was erased, delete them: {_listed(unread)}")
    return {
        "waiting events and logs": len(left), "backups": len(held) + len(closed),
        "other memories": len(memories) + len(unknown), "exports": len(exports) + len(sealed), "page": len(pages),
    }  # fmt: skip


def _name_folders_written(call: Call) -> None:
    if folders := _folders_written(call):
        call.notices.append(
            f"files that this machine wrote for others may still hold it: {_listed(folders)}; `memory-mcp sync FOLDER "
            "--anew` writes them without it and tells the other machines, on each of which the same is to be done"
        )


def _folders_written(call: Call) -> list[Path]:
    """Return the folders between machines in which this machine's log has a segment."""
    with call.reading() as snapshot:
        reached = {one.address: targets.positions(snapshot, one.id) for one in targets.targets(snapshot)}
    own = call.runtime.db.origin
    # The address of a database is no path, and it keeps nothing of what it is told is erased.
    return [Path(to) for to, at in reached.items() if own in at and at[own].number and Path(to).is_absolute()]


def _listed(paths: list[Path]) -> str:
    shown = ", ".join(str(path) for path in paths[:_MOST_NAMED])
    return f"{shown} and {len(paths) - _MOST_NAMED} more" if len(paths) > _MOST_NAMED else shown
