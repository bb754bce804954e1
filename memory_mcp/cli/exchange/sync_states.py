"""What is known of each target of a synchronisation: what waits, how far the machines are, what went wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from memory_mcp.cli.output import clock_of, shown
from memory_mcp.errors import MemoryMcpError
from memory_mcp.language.plurals import counted

if TYPE_CHECKING:
    from memory_mcp.store.file.database import Database
    from memory_mcp.store.sync.targets import Target

HUBS: Final = ("postgresql://", "postgres://")
"""How the address of a database begins."""


def kept_as(address: str) -> str:
    """Return a target's address as it is kept, a password in it left out."""
    from memory_mcp.hub.connection import shown_as_kept

    return shown_as_kept(address) if address.startswith(HUBS) else address


def folder_states(db: Database, path: Path | None, secrets: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return what is known of the folder at a path, or of every target."""
    from memory_mcp.store.sync import targets, touched
    from memory_mcp.sync.folder import peers
    from memory_mcp.temporal import format_instant

    with db.reading() as snapshot:
        found = [
            one for one in targets.targets(snapshot) if path is None or one.address == str(path.resolve())
        ]  # fmt: skip
        waiting = [touched.count(snapshot, one.pushed_through, target=one.id) for one in found]
    told: list[dict[str, Any]] = []
    for target, count in zip(found, waiting, strict=True):
        state: dict[str, Any] = {"target": kept_as(target.address), "waiting": count, "syncedAt": None, "machines": []}
        if target.synced_at is not None:
            state["syncedAt"] = format_instant(target.synced_at)
        if not target.address.startswith(HUBS):
            try:
                state["machines"] = [
                    {
                        "machine": one.machine,
                        "name": one.name,
                        "isThis": one.is_this,
                        "segments": one.there,
                        "taken": one.here,
                        "writtenAt": one.written_at or None,
                    }
                    for one in peers(db, target, secrets)
                ]
                state |= _troubles(db, target, secrets)
            except MemoryMcpError as exc:
                state["problems"] = [failure(exc)]
        told.append(state)
    return told


def _troubles(db: Database, target: Target, secrets: tuple[str, ...]) -> dict[str, Any]:
    """Return what the next synchronisation would tell of a folder's segments: those that wait, and failures."""
    from memory_mcp.sync import machine as machines
    from memory_mcp.sync.folder import Folder
    from memory_mcp.sync.pulling import look

    found = look(Folder(db, Path(target.address), target, machines.checked(db, is_noted=False), secrets))
    return {"held": found.waiting, "problems": [failure(one) for one in found.problems]}


def failure(exc: MemoryMcpError) -> dict[str, str]:
    """Return a failure as JSON has it."""
    return {"code": exc.code, "message": exc.message, "hint": exc.hint}


def hub_state(db: Database, url: str) -> dict[str, Any]:
    """Return what is known of a database: how far each machine has read it."""
    from memory_mcp.hub import synchronising
    from memory_mcp.hub.connection import shown as without_password

    found = synchronising.status(db, url)
    there = [
        {
            "machine": one.machine, "name": one.name, "person": one.person, "isThis": one.is_this,
            "behind": one.behind, "writtenAt": one.pushed_at, "syncedAt": one.synced_at,
        }
        for one in found.machines
    ]  # fmt: skip
    return {
        "target": without_password(url), "waiting": found.waiting, "syncedAt": found.synced_at, "machines": there,
    }  # fmt: skip


def lines_of(state: dict[str, Any]) -> list[str]:
    """Return the lines in which a target is shown."""
    synced = clock_of(state.get("syncedAt")) or "never"
    waiting = state.get("waiting", 0)
    wait = f"{counted(waiting, 'change')} {'waits' if waiting == 1 else 'wait'} to be written"
    lines = [f"{state.get('target')}: last {synced}, {wait}"]
    for one in state.get("machines", []):
        if "behind" in one:
            machine = f" {one['machine']}" if one["machine"] else ""
            this = " (this)" if one["isThis"] else ""
            behind = f"{counted(one['behind'], 'push')} behind, last heard of {clock_of(one['syncedAt'])}"
            lines.append(f"  {one['person']}{machine} {one['name']}{this}: {behind}")
            continue
        if not one["isThis"]:
            has = f"{one['taken']} of {counted(one['segments'], 'segment')} taken in"
        else:
            has = f"this machine, {counted(one['segments'], 'segment')} written"
        lines.append(f"  {one['machine']} {one['name']}: {has}, the last {clock_of(one['writtenAt']) or 'unknown'}")
    lines += [f"  waits: {one}" for one in state.get("held", [])]
    lines += [f"  {one['code']}: {one['message']}. {one['hint']}" for one in state.get("problems", [])]
    return [shown(line) for line in lines]
