"""Store what was read of many files in one transaction of a thousand turns, not in one for each file.

A file's cursor moves together with its turns. Where another process read a file on meanwhile, what was read of that
file here is dropped and the file is read again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from memory_mcp.capture.clients.utterance import TranscriptEntry
from memory_mcp.capture.events.storing import Source, store
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.capture_state.transcript_cursors import Cursor
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.store.text_index.deferred_indexing import indexed_together

_TURNS_A_TRANSACTION: Final = 1_000
_LETTERS_A_TRANSACTION: Final = 4_000_000


@dataclass(frozen=True, slots=True)
class Origin:
    """A transcript to be read: the file, under which name its cursor is kept, and where its turns go."""

    path: Path
    name: str
    source: Source


@dataclass(frozen=True, slots=True)
class Part:
    """What was read of a file between two cursors, ready to be stored."""

    origin: Origin
    since: Cursor | None
    reached: Cursor
    said: list[TranscriptEntry]


@dataclass(slots=True)
class Basket:
    """Parts that wait to be stored, in the order they were read."""

    db: Database
    actor: str
    parts: list[Part] = field(default_factory=list)
    turns: int = 0
    letters: int = 0

    def put(self, part: Part) -> bool:
        """Take a part in; whether it is time to store what is held."""
        self.parts.append(part)
        self.turns += len(part.said)
        self.letters += sum(len(one.text) for one in part.said)
        return self.turns >= _TURNS_A_TRANSACTION or self.letters >= _LETTERS_A_TRANSACTION

    def empty(self) -> tuple[int, list[Origin]]:
        """Store what is held in one transaction; return how many turns were new, and the files to be read again."""
        parts, self.parts, self.turns, self.letters = self.parts, [], 0, 0
        if not parts:
            return 0, []
        added, moved = 0, {}
        with self.db.writing(self.actor) as tx:
            moved = _moved(tx, parts)
            with indexed_together(tx):
                for part in parts:
                    if part.origin.name not in moved:
                        added += store(tx, part.origin.source, part.said)
                        transcript_cursors.advance(tx, part.origin.name, part.reached)
        for origin in moved.values():
            origin.source.homes.clear()
        return added, list(moved.values())


def _moved(tx: Transaction, parts: list[Part]) -> dict[str, Origin]:
    """Return the files of which the cursor is not where reading began, by name."""
    began: dict[str, Part] = {}
    for part in parts:
        began.setdefault(part.origin.name, part)
    return {name: part.origin for name, part in began.items() if transcript_cursors.cursor(tx, name) != part.since}
