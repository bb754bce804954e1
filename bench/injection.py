"""What a prompt is told of a memory without being asked: how often, how rightly, and what the hook takes.

``python bench/injection.py [--data DIR] [--rounds 15]`` asks five small memories of coding and daily life (12 to 45
notes in English, German and Spanish; ``injection_prompts``) prompts they answer and ordinary ones that need nothing. By
``development`` the limits in the code were chosen; ``sealed`` was written before there was a rule and looked at once;
``indirect`` is by somebody else, whose prompts ask for work on which a note bears and hardly share a word with it.
DIR adds ``devbench.json`` and ``xquad-en-en``: each store is asked its own questions, those of the others, and the
ordinary prompts. It speaks rightly when a row that answers is among what is told. Words alone, without vectors, are
measured beside it. Then whole hooks run cold on the largest memory, told and not, in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from _report import report
from retrieval_data import load

from memory_mcp.capture.context.prompt import (
    ASKS,
    ENOUGH,
    LEAD,
    MOST,
    READ,
    SURE,
    WORDS,
    is_telling,
    says_enough,
    told_of,
)
from memory_mcp.config import Settings
from memory_mcp.embedding.one_question import question_vector
from memory_mcp.embedding.protocol import Embedder
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.reading.service import ReadingService
from memory_mcp.store.facts import versions
from memory_mcp.store.file.database import Database
from memory_mcp.store.search.prompt_evidence import Odds, evidence
from memory_mcp.store.text_index.prompt_matches import notes, relevant
from memory_mcp.store.vectors import index
from memory_mcp.temporal import Period, SystemClock

OWN = Path(__file__).with_name("injection_prompts")
SETS = ("devbench.json", "xquad-en-en")
QUESTIONS = 90
ELSEWHERE = 40
Of = Literal["answered", "answered elsewhere", "ordinary"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A prompt: what is expected of it, and whether it is told anything, and rightly, in three ways.

    A running server reads the notes that are near; a hook's process goes by meaning, and by words without vectors.
    """

    of: Of
    by_reading: tuple[bool, ...]
    by_meaning: tuple[bool, ...]
    by_words: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """Notes by id, prompts with the ids that answer, and prompts that need nothing."""

    notes: dict[str, str]
    prompts: list[tuple[str, frozenset[str]]]
    ordinary: list[str]


def own_memories(path: Path) -> dict[str, Memory]:
    """Read memories and their prompts from one of the files beside this one."""
    found: dict[str, Memory] = {}
    kind = name = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            _, kind, name = line.split()
            found.setdefault(name, Memory({}, [], []))
            continue
        key, text = line.split("|", 1)
        if kind == "memory":
            found[name].notes[key] = text
        elif kind == "prompts":
            found[name].prompts.append((text, frozenset({key})))
        else:
            found[name].ordinary.append(text)
    return found


def set_memories(data: Path, ordinary: list[str]) -> dict[str, Memory]:
    """Read data sets as memories of notes, with the ordinary prompts of the others."""
    chance, found = random.Random(11), {}
    for name in SETS:
        whole = load(data / name)
        some = chance.sample(whole.questions, min(QUESTIONS, len(whole.questions)))
        prompts = [(one.text, frozenset(one.gold)) for one in some]
        found[name.removesuffix(".json")] = Memory({row.id: row.text for row in whole.rows}, prompts, ordinary)
    return found


def filled(path: Path, memory: Memory, embedder: Embedder) -> Database:
    """Write a memory's notes as lessons and give them their vectors."""
    db = Database(path, SystemClock())
    with db.writing("bench") as tx:
        for key, text in memory.notes.items():
            versions.insert(tx, versions.Draft("learning", text, Period(tx.now), external_id=key))
    db.load_vectors()
    for _ in range(0, len(memory.notes), index.BATCH):
        index.catch_up(db, embedder)
    return db


def ask(db: Database, odds: Odds, of: Of, prompt: str, gold: frozenset[str] = frozenset()) -> Asked:
    """Ask a memory one prompt, as a server does, as a hook does, and by words alone."""
    if not says_enough(prompt):
        return Asked(of, (), (), ())
    vector = question_vector(prompt)
    with db.reading() as snapshot:
        ids = notes(snapshot, project=0, session=None)
        near = evidence(snapshot, prompt, vector, ids, most=MOST, looked_at=READ)
        worded = [one.item for one in relevant(snapshot, prompt, project=0) if is_telling(one)][:MOST]
    found = told_of(near, prompt, odds)[:MOST], told_of(near, prompt, None), worded
    return Asked(of, *(tuple(item.external_id in gold for item in items) for items in found))


def asked_of(memories: dict[str, Memory], folder: Path, embedder: Embedder, odds: Odds) -> Iterator[Asked]:
    """Ask each memory its prompts, the ordinary ones and some of the others'."""
    chance = random.Random(12)
    for name, memory in memories.items():
        db = filled(folder / f"{name}.db", memory, embedder)
        yield from (ask(db, odds, "answered", text, gold) for text, gold in memory.prompts)
        yield from (ask(db, odds, "ordinary", text) for text in memory.ordinary)
        for other, away in memories.items():
            if other != name:
                some = chance.sample(away.prompts, min(ELSEWHERE, len(away.prompts)))
                yield from (ask(db, odds, "answered elsewhere", text) for text, _ in some)
        db.close()


def measured(asked: list[Asked], how: Literal["by_reading", "by_meaning", "by_words"]) -> dict[str, Any]:
    """Return how often it speaks to each kind of prompt, and which share of what it says is right."""
    told = {of: [getattr(one, how) for one in asked if one.of == of] for of in ("answered", "ordinary")}
    elsewhere = [getattr(one, how) for one in asked if one.of == "answered elsewhere"]
    speaks = sum(map(bool, told["answered"])) + sum(map(bool, told["ordinary"]))
    return {
        "answered": len(told["answered"]),
        "speaks to": sum(map(bool, told["answered"])) / max(1, len(told["answered"])),
        "precision": sum(map(any, told["answered"])) / max(1, speaks),
        "ordinary": len(told["ordinary"]),
        "ordinary spoken to": sum(map(bool, told["ordinary"])),
        "answered by another memory": len(elsewhere),
        "of these spoken to": sum(map(bool, elsewhere)),
    }


def hooks(db: Path, folder: Path, rounds: int) -> dict[str, Any]:
    """Run whole hooks in turn, telling by meaning, by words and nothing; return milliseconds at p50."""
    settings = {"by meaning": {}, "by words": {"MEMORY_EMBED_DISABLED": "1"}, "nothing": {"MEMORY_INJECT": "off"}}
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in settings}
    command = [sys.executable, "-m", "memory_mcp", "hook", "UserPromptSubmit", "--client", "claude", "--db", str(db)]
    for number in range(rounds):
        for name, more in settings.items():
            payload = {
                "session_id": f"{name} {number}", "cwd": str(folder), "hook_event_name": "UserPromptSubmit",
                "prompt": "when does Paula have her cello lesson, and where?",
            }  # fmt: skip
            before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            subprocess.run(
                command, input=json.dumps(payload).encode(), env=os.environ | more, check=True, capture_output=True
            )
            wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            times[name].append((wall * 1_000, used * 1_000))
    return {
        name: {"wall ms": statistics.median(t[0] for t in all_), "processor ms": statistics.median(t[1] for t in all_)}
        for name, all_ in times.items()
    }


def main() -> int:
    """Ask everything, run the hooks, judge."""
    parser = argparse.ArgumentParser(description="Measure what a prompt is told.")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    service = EmbeddingService.of(Settings(db_path=Path("unused")))
    if not service.wait():
        raise SystemExit(f"no engine: {service.failure}")
    reader = ReadingService(service).load_answers()
    assert reader is not None
    groups = {name: own_memories(OWN / f"{name}.txt") for name in ("development", "sealed", "indirect")}
    if options.data:
        ordinary = [text for memory in groups["development"].values() for text in memory.ordinary]
        groups["data sets"] = set_memories(options.data, ordinary)
    results: dict[str, Any] = {"limits": {"lead": LEAD, "words": WORDS, "asks": ASKS, "enough": ENOUGH, "sure": SURE}}
    with tempfile.TemporaryDirectory(prefix="bench-injection-") as name:
        for group, memories in groups.items():
            asked = list(asked_of(memories, Path(name), service.embedder, reader.odds))
            results[group] = measured(asked, "by_reading")
            results[f"{group}, by meaning"] = measured(asked, "by_meaning")
            results[f"{group}, by words alone"] = measured(asked, "by_words")
        results["a hook"] = hooks(Path(name) / "life.db", Path(name), options.rounds)
    sealed = results["sealed"]
    bars = {
        "sealed: precision >= .90": sealed["precision"] >= 0.9,
        "sealed: speaks to >= .60 of what it holds": sealed["speaks to"] >= 0.6,
        "sealed: speaks to <= .01 of ordinary prompts": sealed["ordinary spoken to"] <= 0.01 * sealed["ordinary"],
        "a hook that tells by meaning <= 150 ms": results["a hook"]["by meaning"]["wall ms"] <= 150,
    }
    report("injection", results, bars)
    return 0 if all(bars.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
