"""A machine that writes and synchronises with a hub until its time is up, and notes what was acknowledged.

python hub_writer.py FILE HUB SECONDS SEED LEDGER
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Any

from memory_mcp.errors import MemoryMcpError
from memory_mcp.hub import synchronising
from memory_mcp.store.facts import erasure, facts, lifecycle
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.temporal import Period, SystemClock


def step(tx: Transaction, source: random.Random) -> tuple[str, str]:
    """Do one thing and return what was done to which fact."""
    believed = "SELECT uid FROM item WHERE kind = 'learning' AND superseded_at = 9223372036854775807"
    known = [uid for (uid,) in tx.rows(believed)]
    verb = source.choice(["learn", "learn", "correct", "archive", "pin", "erase"]) if len(known) > 5 else "learn"
    if verb == "learn":
        return verb, facts.assert_(tx, Draft("learning", f"lesson {source.getrandbits(60):x}", Period(tx.now))).uid
    # The same few on every machine, so that they meet.
    uid = sorted(known)[source.randrange(min(len(known), 8))] if verb != "erase" else source.choice(known)
    acts: dict[str, Any] = {
        "correct": lambda: facts.correct(tx, uid, body=f"lesson {source.getrandbits(60):x}"),
        "archive": lambda: lifecycle.archive(tx, uid, reason="old"),
        "pin": lambda: lifecycle.pin(tx, uid, pinned=source.random() < 0.5),
        "erase": lambda: erasure.erase(tx, uid) if source.random() < 0.2 else None,
    }
    acts[verb]()
    return verb, uid


def main() -> None:
    """Write for so many seconds."""
    file, hub, seconds, seed, ledger = sys.argv[1:]
    db, source, ends_at = Database(Path(file), SystemClock()), random.Random(seed), time.monotonic() + float(seconds)
    with Path(ledger).open("a", encoding="utf-8") as told:
        while time.monotonic() < ends_at:
            for _ in range(source.randint(1, 20)):
                with db.writing("test") as tx:
                    done = step(tx, source)
                told.write(" ".join(done) + "\n")
                told.flush()
            try:
                synchronising.sync(db, hub)
            except MemoryMcpError as exc:
                # The hub is away: this machine goes on.
                sys.stderr.write(f"{exc.code}\n")
    db.close()


if __name__ == "__main__":
    main()
