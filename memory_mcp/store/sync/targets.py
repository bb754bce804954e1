"""Keep the targets of this file, and positions: how much of each machine's log at a target is in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import Instant

_ADD: Final = """
    INSERT INTO sync_target (address, pushed_through, filled_through)
    SELECT :address, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'touched'), 0), 0
    WHERE NOT EXISTS (SELECT 1 FROM sync_target WHERE address = :address)
"""
_TARGETS: Final = """
    SELECT id, address, pushed_through, filled_through, synced_at
    FROM sync_target
    ORDER BY id
"""
_REMOVE: Final = """
    DELETE FROM sync_target
    WHERE id = :id
"""
_PUSHED: Final = """
    UPDATE sync_target
    SET pushed_through = :through
    WHERE id = :id AND pushed_through < :through
"""
_SYNCED: Final = """
    UPDATE sync_target
    SET synced_at = :now
    WHERE id = :id
"""
_START_OVER: Final = """
    UPDATE sync_target
    SET filled_through = 0
    WHERE id = :id
"""
_POSITIONS: Final = """
    SELECT machine, generation, number, digest
    FROM sync_position
    WHERE target_id = :id
"""
_REACH: Final = """
    INSERT INTO sync_position (target_id, machine, generation, number, digest)
    VALUES (:id, :machine, :generation, :number, :digest)
    ON CONFLICT (target_id, machine) DO UPDATE
    SET generation = :generation, number = :number, digest = :digest
"""


@dataclass(frozen=True, slots=True)
class Target:
    """A place this file is synchronised with: what was pushed, and whether what was there before it is being listed."""

    id: int
    address: str
    pushed_through: int
    filled_through: int | None
    synced_at: Instant | None


@dataclass(frozen=True, slots=True)
class Position:
    """How far a machine's log is read, or written: its generation, and the number and digest of the last part."""

    generation: int = 0
    number: int = 0
    digest: str = ""

    def is_before(self, other: Position) -> bool:
        """Whether it is at an earlier part of a log than another: a log that was begun anew goes on from there."""
        return (self.generation, self.number) < (other.generation, other.number)


def targets(snapshot: Snapshot) -> list[Target]:
    """Return all targets of this file, the oldest first."""
    return [Target(*row) for row in snapshot.rows(_TARGETS)]


def find(snapshot: Snapshot, address: str) -> Target | None:
    """Return the target of an address, None where this file was never synchronised with it."""
    return next((target for target in targets(snapshot) if target.address == address), None)


def ensure(tx: Transaction, address: str) -> Target:
    """Return the target of an address, made if it is new: all of the file is to be pushed there then."""
    tx.execute(_ADD, {"address": address})
    found = find(tx, address)
    assert found is not None
    return found


def remove(tx: Transaction, target: int) -> None:
    """Forget a target, with all positions."""
    tx.execute(_REMOVE, {"id": target})


def pushed(tx: Transaction, target: int, through: int) -> None:
    """Note that what was touched up to a number is at the target."""
    tx.execute(_PUSHED, {"id": target, "through": through})


def synced(tx: Transaction, target: int) -> None:
    """Note when a push and a pull came to their ends."""
    tx.execute(_SYNCED, {"id": target, "now": tx.now})


def start_over(tx: Transaction, target: int) -> None:
    """Let the next push send all of the file to a target once more."""
    tx.execute(_START_OVER, {"id": target})


def positions(snapshot: Snapshot, target: int) -> dict[str, Position]:
    """Return how far each machine's log at a target is in this file."""
    return {machine: Position(*rest) for machine, *rest in snapshot.rows(_POSITIONS, {"id": target})}


def position(snapshot: Snapshot, target: int, machine: str) -> Position:
    """Return how far one machine's log at a target is in this file: at its start where nothing was noted."""
    return positions(snapshot, target).get(machine, Position())


def reach(tx: Transaction, target: int, machine: str, at: Position) -> None:
    """Note how far a machine's log at a target is in this file."""
    told = {"generation": at.generation, "number": at.number, "digest": at.digest}
    tx.execute(_REACH, {"id": target, "machine": machine} | told)
