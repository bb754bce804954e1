"""Write facts through the store without pause and print each once it is committed: something to kill."""

from __future__ import annotations

import sys
from pathlib import Path

from memory_mcp.errors import BusyError
from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import Period, SystemClock


def main(path: str, name: str) -> None:
    """Assert, correct, supersede and archive, and acknowledge each transaction after it is committed."""
    db = Database(Path(path), SystemClock())
    number, last = 0, ""
    while True:
        number += 1
        text = f"writer {name} fact {number}"
        try:
            with db.writing("writer") as tx:
                old = facts.assert_(tx, Draft(kind="learning", body=text, valid=Period(tx.now), tags=("crash", name)))
                if number % 3 == 0:
                    facts.correct(tx, old.uid, body=f"{text} corrected")
                if number % 5 == 0 and last:
                    facts.supersede(tx, last, by=old.uid)
                if number % 7 == 0:
                    lifecycle.archive(tx, old.uid)
        except BusyError:
            continue
        last = old.uid
        sys.stdout.write(f"{old.uid}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
