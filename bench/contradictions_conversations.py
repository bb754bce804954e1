"""How many pairs of sentences of real conversations are told to contradict each other: hardly any does.

What people say to each other holds few claims that can be contradicted at all, and many that look like one. Each pair
that is told is printed, so that whoever runs this judges it.
"""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any, Final

from contradictions_scale import learn

from memory_mcp.embedding.choose import choose_embedder
from memory_mcp.embedding.protocol import Embedder
from memory_mcp.reading.pair_reader import PairReader
from memory_mcp.reading.readers import readers_of
from memory_mcp.store.contradictions import reading_scan
from memory_mcp.store.contradictions.pairs import catch_up, kept
from memory_mcp.store.file.database import Database
from memory_mcp.store.vectors import index
from memory_mcp.temporal import SystemClock

_END: Final = re.compile(r"(?<=[.!?])\s+|\n+")
_ALL: Final = 100_000


def told_in_conversations(folder: Path, limit: int | None = None, *, read: bool = False) -> dict[str, Any]:
    """Learn each distinct sentence of a corpus in one project, compare all, and return how many pairs were told.

    With ``read`` each has its vector and is read beside those near it, too.
    """
    sentences = spoken_in(folder)[:limit]
    with tempfile.TemporaryDirectory() as name:
        db = Database(Path(name) / "talk.db", SystemClock())
        learn(db, sentences)
        catch_up(db)
        if read:
            embedder, reader = loaded()
            with db.writing("bench") as tx:
                # Those that stand for vectors where only time is measured give way to real ones.
                index.start_over(tx, embedder.model_tag, embedder.dim)
            while index.catch_up(db, embedder, limit=256).waiting:
                pass
            catch_up(db)
            reading_scan.catch_up(db, reader)
        with db.reading() as snapshot:
            found = kept(snapshot, project=-1, limit=_ALL)
        db.close()
    for pair in found.pairs:
        why = pair.contradiction
        print(f"told: {pair.older.text} | {pair.newer.text} | {why and (why.kind, why.evidence)}")
    return {
        "sentences": len(sentences),
        "pairs told": found.total,
        "pairs told in 1,000 sentences": 1_000 * found.total / len(sentences),
    }


def loaded() -> tuple[Embedder, PairReader]:
    """Return the bundled engine and what reads pairs beside it; ends where there is none."""
    embedder = choose_embedder(None, None, disabled=False, cache=Path()).load()
    readers = readers_of(embedder)
    if readers is None:
        raise SystemExit("There is nothing that reads pairs on this machine.")
    return embedder, readers.pairs


def spoken_in(folder: Path) -> list[str]:
    """Return the distinct sentences of a corpus in the order in which they were said."""
    with (folder / "corpus.jsonl").open(encoding="utf-8") as file:
        texts = [json.loads(line)["text"] for line in file]
    sentences = (sentence.strip() for text in texts for sentence in _END.split(text))
    return list(dict.fromkeys(sentence for sentence in sentences if sentence))
