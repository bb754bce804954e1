"""What OpenCode keeps of its sessions in a database of its own, read as its plugin hands it over: by the same keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from memory_mcp.capture.clients import opencode
from memory_mcp.capture.clients.utterance import Json, Said, object_of
from memory_mcp.capture.events.storing import Source, prepared, store
from memory_mcp.capture.transcripts.history_import import source_in, tell_all
from memory_mcp.config import Settings
from memory_mcp.store.file import foreign_database
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.foreign_database import json_of

CLIENT = "opencode"


def conversations(path: Path, settings: Settings) -> Iterator[tuple[Source, list[Said]]]:
    """Yield each session with what was said in it, prepared; none of agents among themselves, or kept out.

    Raises RefusedError for a database that cannot be read.
    """
    sides = {row["id"] for row in foreign_database.rows(path, "opencode side sessions")}
    rows = foreign_database.rows(path, "opencode parts")
    for session, parts in groupby(rows, key=itemgetter("session_id")):
        every = list(parts)
        source = source_in(CLIENT, str(session), str(every[0]["directory"] or ""), settings, None)
        if session in sides or isinstance(source, str):
            continue
        messages = (_message(list(one)) for _id, one in groupby(every, key=itemgetter("message_id")))
        yield source, prepared(source, (said for message in messages for said in opencode.read(message)))


def _message(rows: list[Json]) -> Json:
    info = {**object_of(json_of(rows[0]["message_data"])), "id": rows[0]["message_id"]}
    return {"info": info, "parts": [{**object_of(json_of(row["data"])), "id": row["id"]} for row in rows if row["id"]]}


def import_sessions(
    db: Database, path: Path, settings: Settings, progress: Callable[[int], None] = lambda _sessions: None
) -> int:
    """Store what is not known yet, a session a transaction; return how many turns that were. Raises RefusedError.

    ``progress`` is told how many sessions are done.
    """
    added = 0
    for done, (source, said) in enumerate(conversations(path, settings), start=1):
        with db.writing("import opencode") as tx:
            added += store(tx, source, said)
        progress(done)
    tell_all(db)
    return added
