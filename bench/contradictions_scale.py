"""Facts as many as a long-used memory holds, and how long comparing them takes.

Each has a vector, a dimension for each word, so nearly every fact has near ones: more to compare than a model gives.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from typing import Any

from hashing import HashingEmbedder

from memory_mcp.store.contradictions.pairs import catch_up, kept
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.vectors import index
from memory_mcp.temporal import Period, SystemClock


def scaled(count: int, new: int) -> dict[str, Any]:
    """Time a comparison of all facts, then of some new ones, on a file."""
    with tempfile.TemporaryDirectory() as name:
        db = Database(Path(name) / "scale.db", SystemClock())
        sentences = sentences_of(count + new)
        learn(db, sentences[:count])
        started = time.perf_counter()
        catch_up(db)
        full = time.perf_counter() - started
        learn(db, sentences[count:])
        started = time.perf_counter()
        catch_up(db)
        again = time.perf_counter() - started
        with db.reading() as snapshot:
            started = time.perf_counter()
            found = kept(snapshot, project=-1)
            reading = time.perf_counter() - started
        db.close()
    return {
        "facts": count,
        "full scan s": full,
        "new facts": new,
        "rescan s": again,
        "contradictions kept": found.total,
        "reading them ms": reading * 1_000,
    }


def sentences_of(count: int) -> list[str]:
    """Return sentences about so many services that their words are as common as in a real memory: few are very."""
    source = random.Random(7)
    names = [f"{first}-{second}" for first in _FIRST for second in _SECOND]
    found = []
    for number in range(count):
        thing = source.choices(names, weights=[1 / (rank + 1) for rank in range(len(names))])[0]
        pattern = source.choice(_PATTERNS)
        found.append(
            pattern.format(
                thing=thing, part=source.choice(_PARTS), number=source.randrange(9_999), word=source.choice(_SECOND),
                reason=source.choice(_REASONS), case=number,
            )
        )  # fmt: skip
    return found


def learn(db: Database, sentences: list[str]) -> None:
    """Learn sentences, each a learning of no project, and give each a vector."""
    for first in range(0, len(sentences), 500):
        with db.writing("bench") as tx:
            for text in sentences[first : first + 500]:
                facts.assert_(tx, Draft(kind="learning", body=text, valid=Period(tx.now), confidence=0.7))
    engine = HashingEmbedder(dim=384)
    while isinstance(index.catch_up(db, engine, 500), index.CaughtUp):
        with db.reading() as snapshot:
            if not index.waiting(snapshot):
                break


def _listed(text: str) -> list[str]:
    return text.split("," if "," in text else None)


_FIRST = _listed(
    "billing search export invoice parcel image report session payment login mail audit quota tenant webhook archive "
    "catalog pricing checkout refund shipping ledger profile metrics"
)
_SECOND = _listed(
    "api worker cache queue gateway importer indexer scheduler database dashboard proxy adapter parser exporter "
    "renderer monitor mirror backup runner store"
)
_PARTS = _listed(
    "the nightly run,the retry loop,the connection pool,the health check,the schema migration,the rate limit,"
    "the feature flag,the log rotation,the token refresh,the batch import"
)
_REASONS = _listed(
    "a lock was held too long,the disk was full,nobody had set a limit,the certificate had expired,"
    "two versions ran side by side,the index was missing,the clock was wrong,a proxy cut the connection"
)
_PATTERNS = (
    "{thing} listens on port {number}.",
    "In {thing} {part} failed because {reason} (incident {case}).",
    "{part} of {thing} takes {number} ms.",
    "We moved {part} from {thing} to the {word} in change {case}.",
    "{thing} does not support {part} yet, see note {case}.",
    "{thing} writes {number} rows an hour into the {word}.",
    "Ask before touching {part} of {thing}: {reason} in case {case}.",
    "The owner of {thing} prefers short pull requests about {part}, as said in review {case}.",
)
