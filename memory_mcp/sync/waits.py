"""Keep since when segments have waited for others they depend on; the first synchronisation that sees them notes it."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final

from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import Instant

_WAITS: Final = "sync_waits"


def since(db: Database, target: int, segments: Collection[str], *, is_noted: bool = True) -> dict[str, Instant]:
    """Return and note since when segments wait at a target; segments that wait no more are forgotten.

    ``is_noted`` False writes nothing: then those that no synchronisation met yet are left out. The file is written only
    where there is something new to note.
    """
    with db.reading() as snapshot:
        noted: dict[str, Instant] = json.loads(meta.get(snapshot, _WAITS) or "{}")
    here = {one: noted[f"{target}/{one}"] for one in segments if f"{target}/{one}" in noted}
    others = {key: at for key, at in noted.items() if not key.startswith(f"{target}/")}
    if not is_noted or (len(here) == len(segments) and len(here) + len(others) == len(noted)):
        return here
    with db.writing("sync") as tx:
        here |= {one: tx.now for one in segments if one not in here}
        if known := others | {f"{target}/{one}": at for one, at in here.items()}:
            meta.put(tx, _WAITS, json.dumps(known))
        else:
            meta.remove(tx, _WAITS)
    return here
