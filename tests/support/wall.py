"""A wall of days, painted: the model of two times that is too simple to be wrong.

Each fact has a row of days. A verb repaints days; after each verb a photograph of the wall is kept under the
transaction's time. What was believed at a time is the last photograph taken by then.
"""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memory_mcp.errors import MemoryMcpError
from memory_mcp.store.facts import erasure, facts, versions
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import FOREVER, AsOf, ManualClock, Period

DAYS = 14
DAY = 86_400_000_000
FIRST = 20_000 * DAY


def instant(day: int) -> int:
    """The start of a day; DAYS is the open end."""
    return FOREVER if day >= DAYS else FIRST + day * DAY


@dataclass
class Fact:
    """The painted days of one fact, how it was last retired, and what came instead."""

    days: list[str | None]
    retired_by: str | None = None
    successor: int | None = None


@dataclass
class Wall:
    """All facts now, and a photograph for every transaction."""

    now: int = 0
    facts: list[Fact] = field(default_factory=list)
    photographs: list[tuple[int, list[Fact]]] = field(default_factory=list)

    def apply(self, step: tuple[Any, ...]) -> None:
        """Do to the wall what the verb says; what cannot be done changes nothing."""
        verb, *arguments = step
        getattr(self, verb)(*arguments)
        self.photographs.append((self.now, [dataclasses.replace(f, days=list(f.days)) for f in self.facts]))

    def assert_(self, text: str, start: int, end: int) -> None:
        self.facts.append(Fact([text if start <= day < end else None for day in range(DAYS)]))

    def supersede(self, number: int, by: int | None, at: int | None) -> None:
        fact = self.facts[number]
        if by is not None and (by == number or not any(self.facts[by].days) or self._leads_to(by, number)):
            return
        # By none and at no time is told to the store as a time, the day of now.
        if not any(fact.days) or self._is_retired(fact, is_new=at is not None or by != fact.successor):
            return
        start = self._day_of_now() if by is None else next(d for d, text in enumerate(self.facts[by].days) if text)
        self._cut(fact, start if at is None else at)
        # What came instead once is not forgotten by an end.
        fact.retired_by, fact.successor = ("supersede", by) if by is not None else ("end", fact.successor)

    def retract(self, number: int) -> None:
        fact = self.facts[number]
        if any(fact.days):
            fact.days = [None] * DAYS
            fact.retired_by = "retract"

    def correct(self, number: int, text: str) -> None:
        fact = self.facts[number]
        fact.days = [text if old else None for old in fact.days]

    def restore(self, number: int, back: int) -> None:
        """As on the photograph taken so many verbs ago."""
        if back > len(self.photographs) or number >= len(self.photographs[-back][1]):
            return
        days = self.photographs[-back][1][number].days
        if any(days) and days != self.facts[number].days:
            self.facts[number] = Fact(list(days))

    def erase(self, number: int) -> None:
        """Gone from every photograph too."""
        for _time, wall in self.photographs:
            if number < len(wall):
                wall[number] = Fact([None] * DAYS)
        self.facts[number] = Fact([None] * DAYS, retired_by="erased")

    def believed(self, number: int, known_at: int) -> list[str | None]:
        """The days of a fact on the last photograph taken by then."""
        taken = [wall for time, wall in self.photographs if time <= known_at]
        return taken[-1][number].days if taken and number < len(taken[-1]) else [None] * DAYS

    def _cut(self, fact: Fact, at: int) -> None:
        fact.days = [text if day < at else None for day, text in enumerate(fact.days)]

    def _is_retired(self, fact: Fact, *, is_new: bool) -> bool:
        if fact.retired_by is None or fact.days[DAYS - 1] is not None:
            return False
        last = max(day for day, text in enumerate(fact.days) if text)
        return instant(last + 1) <= self.now or (fact.retired_by == "supersede" and not is_new)

    def _leads_to(self, start: int, number: int) -> bool:
        step: int | None = start
        for _ in self.facts:
            if step is None:
                return False
            step = self.facts[step].successor
            if step == number:
                return True
        return False

    def _day_of_now(self) -> int:
        # The script's clock stands at the start of a day or within it; a fact ends at that very instant, and the
        # wall has whole days only: see Store, which rounds "now" up to the next day for it.
        return -(-(self.now - FIRST) // DAY)


class Store:
    """The real thing, driven by the same scripts."""

    def __init__(self, path: Path) -> None:
        self.clock = ManualClock(FIRST)
        self.db = Database(path, self.clock)
        with self.db.connection() as connection:
            # Durability is not what is tested here, and a thousand files are made.
            connection.pragma("synchronous", "off")
        self.uids: list[str] = []
        self.times: list[int] = []

    def apply(self, step: tuple[Any, ...]) -> int:
        """Run one verb in a transaction of its own and return its time."""
        verb, *arguments = step
        with self.db.writing("model") as tx:
            now = tx.now
            # Also a verb that changes nothing takes its moment, so that every photograph has a time of its own.
            assert tx.id
            # What the store refuses must have changed nothing; the wall says so too.
            with suppress(MemoryMcpError):
                getattr(self, f"_{verb}")(tx, *arguments)
        self.times.append(now)
        return now

    def _assert_(self, tx: Any, text: str, start: int, end: int) -> None:
        draft = Draft(kind="observation", body=text, valid=Period(instant(start), instant(end)))
        self.uids.append(facts.assert_(tx, draft).uid)

    def _supersede(self, tx: Any, number: int, by: int | None, at: int | None) -> None:
        if at is None and by is None:
            at = -(-(tx.now - FIRST) // DAY)
        when = None if at is None else FIRST + at * DAY
        facts.supersede(tx, self.uids[number], by=None if by is None else self.uids[by], at=when)

    def _retract(self, tx: Any, number: int) -> None:
        facts.retract(tx, self.uids[number])

    def _correct(self, tx: Any, number: int, text: str) -> None:
        facts.correct(tx, self.uids[number], body=text)

    def _restore(self, tx: Any, number: int, back: int) -> None:
        if back <= len(self.times):
            facts.restore(tx, self.uids[number], self.times[-back])

    def _erase(self, tx: Any, number: int) -> None:
        erasure.erase(tx, self.uids[number])

    def believed(self, snapshot: Any, number: int, known_at: int) -> list[str | None]:
        """The days of a fact, painted from the versions the store returns."""
        days: list[str | None] = [None] * DAYS
        for item in versions.believed(snapshot, self.uids[number], known_at):
            for day in range(DAYS):
                if item.valid.contains(FIRST + day * DAY):
                    assert days[day] is None, "two versions believed for one day"
                    days[day] = item.body
        return days

    def held(self, snapshot: Any, number: int, day: int, known_at: int) -> str | None:
        """What the store holds of a fact for one day as known at a time."""
        item = versions.held(snapshot, self.uids[number], AsOf(FIRST + day * DAY, known_at))
        return None if item is None else item.body


def play(path: Path, script: list[tuple[int, tuple[Any, ...]]]) -> None:
    """Run a script of (clock day, verb ...) on both and compare them at every point in both times."""
    wall, store = Wall(), Store(path)
    try:
        for day, step in script:
            store.clock.set(FIRST + day * DAY)
            wall.now = store.apply(step)
            wall.apply(step)
        compare(wall, store)
    finally:
        store.db.close()


def compare(wall: Wall, store: Store) -> None:
    """Every fact, every day, as known just before, at and after every transaction."""
    times = [time for time, _wall in wall.photographs]
    assert times == sorted(set(times)), "transaction times must strictly increase"
    assert len(wall.facts) == len(store.uids)
    with store.db.reading() as snapshot:
        for number in range(len(store.uids)):
            for known_at in sorted({time + step for time in times for step in (-1, 0, 1)}):
                expected = wall.believed(number, known_at)
                assert store.believed(snapshot, number, known_at) == expected
            for day in range(DAYS):
                assert store.held(snapshot, number, day, times[-1]) == wall.believed(number, times[-1])[day]
