"""How fast the memory looks at itself: the sections of a reflection, the counts, and the plan of retention.

    python bench/reflection.py [--rows 100000] [--rounds 7]

Bar: ``memory_reflect`` and ``memory_insights`` over 100,000 rows within 300 ms each, as called (median of the rounds).
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from _report import report

from memory_mcp.config import Settings
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.store.contradictions import pairs
from memory_mcp.store.facts import decisions, facts, lifecycle
from memory_mcp.store.facts.versions import Draft, insert
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.store.graph import entities
from memory_mcp.store.upkeep import retention, stale_premises
from memory_mcp.temporal import ManualClock, Period
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import spec_of
from memory_mcp.tools.framework.runtime import Runtime
from memory_mcp.tools.reflection import memory_insights, memory_reflect
from memory_mcp.tools.upkeep import memory_retention

_TEXT = (
    "the service listens on port and writes its log to disk when a deploy fails because somebody changed cache retry "
    "limit database index query plan staging release branch review test flaky timeout token budget parser schema "
    "migration rollback queue worker memory leak profile vector search latency customer invoice payment region "
    "replica backup restore alert dashboard metric trace request handler client session project decision reason"
)
_WORDS = _TEXT.split()
_BAR_MS = 300.0
_DAYS = 200
_CATEGORIES = ("pattern", "mistake", "insight", "fact", "workflow")
_CONTRADICTION = """
    INSERT OR IGNORE INTO contradiction (older_id, newer_id, kind, evidence, similarity)
    VALUES (:older, :newer, :kind, 'a / b', :similarity)
"""
_COMPARED = """
    UPDATE meta
    SET value = (SELECT max(id) FROM item)
    WHERE key = 'compared_through'
"""


def words(source: random.Random, count: int) -> str:
    """Return a sentence-like text of so many words; every one is different."""
    return " ".join(source.choices(_WORDS, k=count)) + f" {source.getrandbits(40):x}"


class Filling:
    """Fills a file as half a year of work would: turns, facts of entities, lessons, decisions, relations."""

    def __init__(self, source: random.Random, rows: int) -> None:
        self.source = source
        self.rows = rows
        self.entities: list[str] = []
        self.learned: list[str] = []
        self.ids: list[int] = []

    def day(self, tx: Transaction, number: int) -> None:
        """Write one day's share of everything."""
        share = self.rows // _DAYS
        if number == 0:
            self.entities = [
                entities.create(tx, name=f"thing {each} {words(self.source, 1)}", entity_type="thing").entity.uid
                for each in range(self.rows // 50)
            ]
        for uid in self.source.sample(self.learned, min(len(self.learned), 10)):
            lifecycle.note_use(tx, uid)
        for uid in self.source.sample(self.learned, min(len(self.learned), 2)):
            facts.retract(tx, uid)
        for each in range(share * 100 // 102):
            self.one(tx, each)

    def one(self, tx: Transaction, number: int) -> None:
        """Write a row of a kind that the number gives."""
        source, period = self.source, Period(tx.now)
        if number % 20 < 12:
            insert(tx, Draft(kind="turn", body=words(source, 25), valid=period, attributes={"role": "user"}))
        elif number % 20 < 16:
            draft = Draft(
                kind="observation", body=words(source, 8), valid=period, parent_uid=source.choice(self.entities)
            )
            self.ids.append(insert(tx, draft)[0])
        elif number % 20 < 19:
            attributes = {"category": source.choice(_CATEGORIES), "memoryType": "semantic"}
            tags = tuple(source.sample(_WORDS, 2))
            draft = Draft(kind="learning", body=words(source, 15), valid=period, attributes=attributes, tags=tags)
            row_id, uid = insert(tx, draft)
            self.ids.append(row_id)
            self.learned.append(uid)
        elif number % 40 < 20:
            a, b = source.sample(self.entities, 2)
            insert(tx, Draft(kind="relation", title="uses", body="", valid=period, parent_uid=a, target_uid=b))
        else:
            draft = decisions.decision_draft(
                title=words(source, 4), decision=words(source, 10), reasoning=words(source, 20), valid=period
            )
            insert(tx, draft)


def fill(db: Database, clock: ManualClock, rows: int) -> int:
    """Fill the file, and keep pairs as a comparison would have found them; return how many rows there are."""
    filling = Filling(random.Random(1), rows)
    for number in range(_DAYS):
        with db.writing("bench") as tx:
            filling.day(tx, number)
        clock.advance(days=1)
    with db.writing("bench") as tx:
        for _ in range(rows // 50):
            older, newer = sorted(filling.source.sample(filling.ids, 2))
            kind = filling.source.choice(["negation", "value", "antonym", "same_text"])
            tx.execute(
                _CONTRADICTION, {"older": older, "newer": newer, "kind": kind, "similarity": filling.source.random()}
            )
        # With nothing to compare yet, this notes the rules; then all counts as compared.
        pairs.pending(tx)
        tx.execute(_COMPARED)
    stale_premises.catch_up(db)
    with db.reading() as snapshot:
        return int(snapshot.value("SELECT count(*) FROM item"))


def median_ms(rounds: int, function: Callable[[], Any]) -> float:
    """Return the median time of a call in milliseconds, after one to warm up."""
    function()
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        function()
        times.append((time.perf_counter() - started) * 1_000)
    return statistics.median(times)


def main() -> None:
    """Fill a file, time the tools on it, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        clock = ManualClock(1_772_355_600_000_000)
        settings = Settings(db_path=Path(name) / "memory.db", embed_disabled=True)
        runtime = Runtime(settings, EmbeddingService.of(settings), clock)
        rows = fill(runtime.db, clock, arguments.rows)

        def timed(tool: Callable[..., Any], **more: Any) -> float:
            return median_ms(arguments.rounds, lambda: spec_of(tool).invoke(Call(runtime), {"project": "*", **more}))

        def slice_ms() -> float:
            policy = retention.Policy(-1, turn_days=90, is_unasked=True)

            def plan() -> retention.Plan:
                with runtime.db.reading() as snapshot:
                    return retention.plan(snapshot, policy)

            return median_ms(arguments.rounds, plan)

        results = {
            "rows": rows,
            "reflect_ms": timed(memory_reflect),
            "insights_ms": timed(memory_insights),
            "retention_preview_ms": timed(memory_retention, action="preview"),
            "retention_plan_with_turns_ms": slice_ms(),
        }
        reflected = spec_of(memory_reflect).invoke(Call(runtime), {"project": "*"})
        results["totals"] = reflected["totals"]
        runtime.close()
    bars = {f"{what} within {_BAR_MS:.0f} ms": results[f"{what}_ms"] <= _BAR_MS for what in ("reflect", "insights")}
    report("reflection", results, bars)


if __name__ == "__main__":
    main()
