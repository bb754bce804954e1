"""What a hook costs a client: the whole process, cold, against the cheapest Python that can write to SQLite.

``python bench/hook.py`` measures prompt, end of turn (50 new lines) and session start on a large file, each beside
``python -c "import apsw"`` in the same minute, and a prompt that a client tells its running server instead; then
twelve hooks at once on one file, then the import of old transcripts against bare inserts of the same rows. The bytecode
is compiled first, as an installer does.
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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch
from uuid import UUID

import apsw

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from _report import report
from capture_corpus import Conversation, Tool, Turn, Writer, conversation, lines_of
from wire import Wire

from memory_mcp.capture.transcripts import history_import
from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.config import Settings
from memory_mcp.store.endings import by_words
from memory_mcp.store.facts import versions
from memory_mcp.store.facts.client_names import EVENT_TOOL
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import sessions, turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.store.text_index.deferred_indexing import indexed_together
from memory_mcp.temporal import Period, SystemClock

# What an installer writes as the program memory-mcp.
PROGRAM = (sys.executable, "-c", "import sys; from memory_mcp.__main__ import main; sys.exit(main())")
YARDSTICK = "import apsw"
BESIDE = "import apsw, beside the server"
TOLD_A_SERVER = "prompt, told the running server"
READ = "prompt, told a running server that reads notes beside it"
NOTES = Path(__file__).with_name("verdict_facts.json")
LOADED_S = 3
BARS = {"prompt": 6.0, "turn end": 8.0, "session start": 10.0}
WORDS = (
    "parser",
    "symbol",
    "lexer",
    "windows",
    "path",
    "cache",
    "index",
    "query",
    "retry",
    "socket",
    "schema",
    "merge",
)


def environment(folder: Path) -> dict[str, str]:
    """Return an environment in which bytecode is compiled once, as an installer does."""
    kept = {
        k: v
        for k, v in os.environ.items()
        if k != "PYTHONDONTWRITEBYTECODE" and not k.startswith(("MEMORY_", "CLAUDE"))
    }
    return kept | {"PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


class Took(NamedTuple):
    """Milliseconds until it ended, and those of a processor where it was a process of its own."""

    wall: float
    processor: float | None = None


def run(command: list[str], given: bytes, env: dict[str, str]) -> Took:
    """Run a process to its end and return how long it took."""
    begun, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=given, env=env, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Took((time.perf_counter() - begun) * 1_000, processor * 1_000)


def hook(event: str, db: Path) -> list[str]:
    """Return the command line of a hook."""
    return [*PROGRAM, "hook", event, "--client", "claude", "--db", str(db)]


def payload(folder: Path, event: str, session: str, **more: Any) -> bytes:
    """Return what a client gives a hook on standard input."""
    common = {"session_id": session, "cwd": str(folder), "hook_event_name": event}
    return json.dumps({**common, "transcript_path": str(folder / f"{session}.jsonl"), **more}).encode()


def telling(number: int) -> str:
    """Return words that one row only holds."""
    return f"zebra{number} quagga{number} okapi{number}"


def fill(db: Path, folder: Path, rows: int) -> None:
    """Put a project's past into the file, read as an import leaves it: turns of many sessions, lessons, decisions."""
    database = Database(db, SystemClock())
    with database.writing("bench") as tx:
        project = projects.ensure(tx, projects.named("work", folder))
    for batch in range(0, rows, 1_000):
        with database.writing("bench") as tx, indexed_together(tx):
            session, _ = sessions.start(tx, project_id=project, client="claude-code", client_session=f"old-{batch}")
            sessions.end(tx, session.uid, summary=f"worked on {WORDS[batch // 1_000 % 12]} {batch}")
            said = [f"{WORDS[n % 12]} {WORDS[n // 12 % 12]} number {batch + n}" for n in range(960)]
            turns.add_many(
                tx,
                [Utterance(text, project, session.uid, external_id=f"old:{batch}:{n}") for n, text in enumerate(said)],
            )
            for n in range(40):
                kind = "decision" if n % 4 == 0 else "learning"
                versions.insert(
                    tx, versions.Draft(kind, f"{WORDS[n % 12]} rule {batch + n}", Period(tx.now), project_id=project)
                )
    with database.writing("bench") as tx:
        for number in range(1_000):
            text = f"{telling(number)} listens on port {number}"
            versions.insert(tx, versions.Draft("learning", text, Period(tx.now), project_id=project))
    while by_words.step(database):
        pass
    database.close()


def fifty_lines(writer: Writer, number: int) -> bytes:
    """Return what a turn adds to a transcript: fifty lines of prompts, answers, tools and their outcomes."""
    made: list[Any] = []
    for turn in conversation(f"turn{number}", 40, seed=number).turns:
        made += [line for line in writer.turn(Turn(turn.prompt, turn.steps)) if not line.get("isSidechain")]
    return lines_of(made[:50])


def tell(server: Wire, given: bytes) -> float:
    """Tell a running server of an event and return how many milliseconds it took."""
    begun = time.perf_counter()
    result = server.call_tool(EVENT_TOOL, json.loads(given))
    taken = (time.perf_counter() - begun) * 1_000
    assert not result.get("isError"), result
    return taken


def latency(folder: Path, rounds: int, rows: int) -> dict[str, dict[str, float]]:
    """Measure each event between two runs of the yardstick, so that a busy minute weighs on both.

    The processes first, then the server: it has its chores in so many rows, on the processor that they run on.
    """
    env, db, work = environment(folder), folder / "memory.db", folder / "work"
    (work / ".git").mkdir(parents=True)
    (work / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    fill(db, work, rows)
    taken: dict[str, list[Took]] = {}
    steps = (*processes(env, db, work, rounds), *told(env, db, work, rounds), *read_beside(env, work, rounds))
    for measured in steps:
        for name, took in measured.items():
            taken.setdefault(name, []).append(took)
    return {name: summary(values) for name, values in taken.items()}


def processes(env: dict[str, str], db: Path, work: Path, rounds: int) -> Iterator[dict[str, Took]]:
    """Yield what each hook took, round by round."""
    writer = Writer("claude", "new", str(work))
    for number in range(rounds + 2):
        with (work / "new.jsonl").open("ab") as file:
            file.write(fifty_lines(writer, number))
        measured = {
            YARDSTICK: run([sys.executable, "-c", YARDSTICK], b"", env),
            "prompt": run(
                hook("UserPromptSubmit", db),
                payload(work, "UserPromptSubmit", "new", prompt=f"look at case {number}"),
                env,
            ),
            "prompt, told what has to do with it": run(
                hook("UserPromptSubmit", db),
                payload(work, "UserPromptSubmit", "new", prompt=f"what do we know of {telling(number)}?"),
                env | {"MEMORY_INJECT": "on"},
            ),
            "turn end": run(hook("Stop", db), payload(work, "Stop", "new"), env),
            "session start": run(
                hook("SessionStart", db), payload(work, "SessionStart", str(UUID(int=number)), source="startup"), env
            ),
        }
        if number >= 2:
            yield measured


def told(env: dict[str, str], db: Path, work: Path, rounds: int) -> Iterator[dict[str, Took]]:
    """Yield what a prompt took that a client tells its running server, round by round."""
    server = Wire([*PROGRAM, "--db", str(db), "serve"], env, work)
    server.initialize(client="claude-code")
    for number in range(rounds + 2):
        asked = f"and what is known of {telling(number + 500)}?"
        measured = {
            BESIDE: run([sys.executable, "-c", YARDSTICK], b"", env),
            TOLD_A_SERVER: Took(tell(server, payload(work, "UserPromptSubmit", "new", prompt=asked))),
        }
        if number >= 2:
            yield measured
    server.close()


def read_beside(env: dict[str, str], work: Path, rounds: int) -> Iterator[dict[str, Took]]:
    """Yield what a prompt took about a memory of a few notes, which a server reads beside it; the model is loaded."""
    notes = json.loads(NOTES.read_text(encoding="utf-8"))[0]
    server = Wire([*PROGRAM, "--db", str(work / "notes.db"), "serve"], env, work)
    server.initialize(client="claude-code")
    server.call_tool(
        "memory_learn_bulk", {"items": [{"category": "fact", "content": one["text"]} for one in notes["facts"]]}
    )
    server.call_tool("memory_search", {"query": notes["questions"][0]["text"]})
    for number in range(rounds + 2):
        asked = notes["questions"][number % len(notes["questions"])]["text"]
        took = Took(tell(server, payload(work, "UserPromptSubmit", f"n{number}", prompt=asked)))
        if number >= 2:
            yield {READ: took}
        else:
            time.sleep(LOADED_S)
    server.close()


def summary(taken: list[Took]) -> dict[str, float]:
    """Return median and 95th percentile, and the median of the processor's time where it is known."""
    walls = sorted(took.wall for took in taken)
    times = {"p50_ms": statistics.median(walls), "p95_ms": walls[int(len(walls) * 0.95)]}
    processor = [took.processor for took in taken if took.processor is not None]
    return times | ({"processor_p50_ms": statistics.median(processor)} if processor else {})


def crowd(folder: Path, rounds: int) -> dict[str, int]:
    """Let twelve hooks begin at once, again and again, and count what is lost and what is doubled."""
    env, db = environment(folder), folder / "crowd.db"
    Database(db, SystemClock()).close()

    def one(number: int) -> None:
        given = payload(folder, "UserPromptSubmit", f"s{number % 12}", prompt=f"prompt {number}")
        run(hook("UserPromptSubmit", db), given, env)

    for first in range(0, rounds * 12, 12):
        with ThreadPoolExecutor(12) as pool:
            list(pool.map(one, range(first, first + 12)))
    spooled = len(list((folder / "crowd.db-spool").glob("*.json"))) if (folder / "crowd.db-spool").exists() else 0
    run(hook("UserPromptSubmit", db), payload(folder, "UserPromptSubmit", "last", prompt="the last"), env)
    with apsw.Connection(str(db)) as connection:
        found = [body for (body,) in connection.execute("SELECT body FROM item WHERE body LIKE 'prompt %'")]
    return {
        "events": rounds * 12, "lost": rounds * 12 - len(set(found)), "doubled": len(found) - len(set(found)),
        "waited in the spool": spooled,
    }  # fmt: skip


def lifelike(talk: Conversation, seed: int) -> Conversation:
    """Return a conversation with texts of a usual length: answers of a paragraph, outputs of one to four kilobytes."""
    chance = random.Random(seed)

    def prose(words: int) -> str:
        return " ".join(chance.choices(WORDS, k=words)) + f" {chance.getrandbits(30):x}"

    def step(one: str | Tool) -> str | Tool:
        if isinstance(one, str):
            return f"{one} {prose(80)}"
        return Tool(one.id, one.command, "\n".join(prose(10) for _ in range(chance.randint(15, 60))), one.exit)

    turns = [Turn(f"{turn.prompt} {prose(25)}", tuple(map(step, turn.steps)), turn.compacted) for turn in talk.turns]
    return Conversation(talk.session, turns)


def brought_in(path: Path, old: Path) -> tuple[history_import.HistoryReport, list[dict[str, Any]], float, float]:
    """Import transcripts into a new file: the account, the rows, and seconds on the clock and of the processor."""
    database = Database(path, SystemClock())
    begun, begun_cpu = time.perf_counter(), time.process_time()
    account = import_transcripts(database, old, Settings(db_path=path))
    imported, imported_cpu = time.perf_counter() - begun, time.process_time() - begun_cpu
    with database.reading() as snapshot:
        stored = snapshot.dicts("SELECT * FROM item ORDER BY id")
    database.close()
    return account, stored, imported, imported_cpu


def bulk(folder: Path, count: int) -> dict[str, float]:
    """Import transcripts, the same without reading them for digests and statements, and insert the rows bare."""
    old = folder / "old"
    old.mkdir()
    for number in range(count):
        writer = Writer("claude", f"b{number}", str(old))
        talk = lifelike(conversation(f"b{number}", 150, seed=number), number)
        (old / f"b{number}.jsonl").write_bytes(lines_of([line for turn in talk.turns for line in writer.turn(turn)]))
    account, stored, imported, imported_cpu = brought_in(folder / "bulk.db", old)
    with patch.object(history_import, "tell_all"):
        _account, _rows, _wall, without = brought_in(folder / "without.db", old)
    bare = Database(folder / "bare.db", SystemClock())
    with bare.writing("bench") as tx:
        ready: list[Any] = [{**row, "project_id": 0, "txn_id": tx.id} for row in stored]
    begun, begun_cpu = time.perf_counter(), time.process_time()
    for first in range(0, len(ready), 1_000):
        with bare.writing("bench") as tx:
            tx.many(versions.INSERT, ready[first : first + 1_000])
    inserted, inserted_cpu = time.perf_counter() - begun, time.process_time() - begun_cpu
    bare.close()
    return {
        "turns": account.added, "lines": account.lines, "import_turns_per_s": account.added / imported,
        "megabytes": sum(file.stat().st_size for file in old.iterdir()) / 1e6,
        "share of the speed without digests and statements": without / imported_cpu,
        "bare_inserts_per_s": len(ready) / inserted, "share": inserted / imported,
        # What a busy machine says of the same: without the waiting for a core and for the disk.
        "share_of_cpu": inserted_cpu / imported_cpu,
    }  # fmt: skip


def main() -> int:
    """Run everything and print it; fail when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--files", type=int, default=10, help="transcripts to import")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-hook-") as name:
        folder = Path(name)
        times = latency(folder, asked.rounds, asked.rows)
        yardstick, beside = times.pop(YARDSTICK), times.pop(BESIDE)
        ratios = {
            event: taken["p50_ms"] / (beside if event == TOLD_A_SERVER else yardstick)["p50_ms"]
            for event, taken in times.items()
        }
        # What a busy machine says of the same.
        of_processor = {
            event: taken["processor_p50_ms"] / yardstick["processor_p50_ms"]
            for event, taken in times.items()
            if "processor_p50_ms" in taken
        }
        together = crowd(folder, 3)
        brought = bulk(folder, asked.files)
    bars = {f"{event}: at most {bar:g} x import apsw": ratios[event] <= bar for event, bar in BARS.items()}
    bars["12 at once: 0 lost, 0 doubled"] = together["lost"] == together["doubled"] == 0
    share = brought["share of the speed without digests and statements"]
    bars["import: at least half the speed of one without digests and statements"] = share >= 0.5
    found = {
        "ms": {YARDSTICK: yardstick, BESIDE: beside, **times},
        "ratio": ratios,
        "ratio of processor time": of_processor,
    }
    report("hook", {**found, "12 at once": together, "import": brought}, bars)
    return 0 if all(bars.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
