"""Write facts as a server does, with the key in a key file, and print each once it is committed: until it is killed."""

from __future__ import annotations

import sys
from pathlib import Path

from memory_mcp.config import Settings
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.errors import BusyError, RefusedError
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.temporal import Period
from memory_mcp.tools.framework.runtime import Runtime


def main(path: str, key_file: str) -> None:
    """Acknowledge each transaction after it is committed; what is refused or busy is tried again."""
    settings = Settings(db_path=Path(path), key_file=Path(key_file) if key_file else None, embed_disabled=True)
    runtime = Runtime(settings, EmbeddingService.of(settings))
    while True:
        try:
            with runtime.db.writing("writer") as tx:
                made = facts.assert_(tx, Draft(kind="learning", body=f"at {tx.now}", valid=Period(tx.now)))
        except (BusyError, RefusedError):
            sys.stdout.write("refused\n")
        else:
            sys.stdout.write(f"{made.uid}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
