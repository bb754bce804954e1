"""A network that takes sentences for the end of statements with a word, and what is said and held around it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memory_mcp.statements.sentences import SaidSentence
from memory_mcp.statements.weighing import CLASSES
from memory_mcp.store.endings import by_words
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import statements, turns
from memory_mcp.store.sessions.statements import Statement
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import ManualClock

CHATTER = "Thank you, the page loads again."
SURE, LIKELY, NEVER = 8.0, -2.0, -12.0


class Reader:
    """Takes a sentence for the end of statements with a word, with the odds it is told; chatter says nothing."""

    def __init__(self, ends: dict[str, tuple[str, float]]) -> None:
        self.ends, self.read = ends, list[tuple[str, SaidSentence]]()

    def shares(self, said: Sequence[SaidSentence]) -> list[dict[str, float]]:
        says = [0.0 if one.text == CHATTER else 0.8 for one in said]
        return [dict.fromkeys(CLASSES, 0.0) | {"none": 1 - share, "decision": share} for share in says]

    def vectors(self, texts: Sequence[str]) -> list[bytes]:
        return [np.array([1, 0], "<f4").tobytes() for _ in texts]

    def endings(self, pairs: Sequence[tuple[str, SaidSentence]]) -> list[float]:
        self.read += pairs
        found = []
        for statement, later in pairs:
            word, odds = self.ends.get(later.text, ("", NEVER))
            found.append(odds if word and word in statement else NEVER)
        return found


def say(db: Database, clock: ManualClock, *texts: str, role: str = "user", project: int = 0) -> None:
    """Say one text a minute, and have rules settle what they can."""
    for text in texts:
        clock.advance(seconds=60)
        with db.writing("hook") as tx:
            turns.add(tx, Utterance(text, project, role=role))
    clock.advance(seconds=60)
    while by_words.step(db):
        pass


def held(db: Database) -> list[Statement]:
    with db.reading() as snapshot:
        return statements.current_statements(snapshot, [0], ("standing", "open"), limit=20, at=snapshot.now)
