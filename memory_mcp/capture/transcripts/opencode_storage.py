"""Read OpenCode's stored sessions in the form and under the keys of its plugin, so that nothing comes in twice.

Source: https://github.com/sst/opencode: a database with the tables session, message and part; before 1.2, a folder of
files of the same names.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from memory_mcp.capture.clients import opencode
from memory_mcp.capture.clients.utterance import Json, TranscriptEntry, object_of
from memory_mcp.capture.events.passing_first import pass_over_before
from memory_mcp.capture.events.reading_on import BEHIND_AN_IMPORT_S, read_on
from memory_mcp.capture.events.storing import Source, prepared, store
from memory_mcp.capture.transcripts.history_import import tell_all
from memory_mcp.capture.transcripts.origins import source_in
from memory_mcp.config import Settings
from memory_mcp.project import ProjectRef
from memory_mcp.store.file import foreign_database
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.foreign_database import json_of

CLIENT = "opencode"
AMONG_AGENTS: Final = "a session among agents"
UNREADABLE: Final = "cannot be read"
_TABLES: Final = frozenset({"session", "message", "part"})


def is_storage(path: Path) -> bool:
    """Whether a file is OpenCode's database, or a folder its older storage. Raises RefusedError for a broken one."""
    if path.is_dir():
        return (path / "message").is_dir() and (path / "session").is_dir()
    return foreign_database.is_database(path) and foreign_database.tables(path) >= _TABLES


def sessions(
    path: Path, settings: Settings, project: ProjectRef | None = None
) -> Iterator[tuple[Source | str, list[TranscriptEntry]]]:
    """Yield each session with what was said in it, prepared; for one that is left out, the reason and nothing.

    One that was held in no project, or in a folder that is gone, goes to ``project``. What a fork copied is left to the
    session it was said in, if that is there. Raises RefusedError for a database that cannot be read.
    """
    rows = _of_folder(path) if path.is_dir() else _of_database(path)
    firsts = _Firsts(path)
    for session, parts in groupby(rows, key=itemgetter("session_id")):
        every = list(parts)
        if every[0].get("left_out") or every[0].get("parent_id"):
            yield every[0].get("left_out") or AMONG_AGENTS, []
            continue
        source = source_in(CLIENT, str(session), str(every[0]["directory"] or ""), settings, project)
        if isinstance(source, str):
            yield source, []
            continue
        messages = (_message(list(one)) for _id, one in groupby(every, key=itemgetter("message_id")))
        own = (message for message in messages if not firsts.tell(message))
        yield source, prepared(source, (said for message in own for said in opencode.read(message)))


def import_sessions(
    db: Database, path: Path, settings: Settings, progress: Callable[[int], None] = lambda _sessions: None,
    *, project: ProjectRef | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Store what is not known yet, a session a transaction; return the account. Raises RefusedError as ``sessions``.

    The account counts sessions and turns that were read, turns that are new, and sessions left out by reason.
    ``progress`` is told how many sessions are done.
    """
    pass_over_before(db, settings)
    added, turns, read = 0, 0, 0
    left_out: Counter[str] = Counter()
    for done, (source, said) in enumerate(sessions(path, settings, project), start=1):
        if isinstance(source, str):
            left_out[source] += 1
        else:
            read, turns = read + 1, turns + len(said)
            with db.writing("import opencode") as tx:
                added += store(tx, source, said)
        progress(done)
    tell_all(db)
    read_on(db, settings, BEHIND_AN_IMPORT_S)
    return {"sessions": read, "turns": turns, "addedTurns": added, "skippedSessions": dict(left_out)}


class _Firsts:
    """Which messages of a storage were said there first, read once a copy is met."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: set[tuple[str, Any]] | None = None

    def tell(self, message: Json) -> bool:
        """Return whether a message is a copy of one that is there, or that was told before."""
        if not opencode.is_copied(message):
            return False
        if self._known is None:
            every = _messages_of_folder(self._path) if self._path.is_dir() else _messages_of_database(self._path)
            self._known = {_said_at(one) for one in every if not opencode.is_copied(one)}
        said = _said_at(message)
        is_known = said in self._known
        self._known.add(said)
        return is_known


def _said_at(message: Json) -> tuple[str, Any]:
    info = message["info"]
    return str(info.get("role")), object_of(info.get("time")).get("created")


def _messages_of_database(path: Path) -> Iterator[Json]:
    with foreign_database.opened(path) as database:
        for session in database.rows("opencode sessions"):
            for one in database.rows("opencode messages", session=session["id"]):
                yield {"info": {**object_of(json_of(one["data"])), "id": one["id"]}}


def _messages_of_folder(folder: Path) -> Iterator[Json]:
    for file in (folder / "message").glob("*/*.json"):
        with suppress(OSError):
            yield {"info": {**object_of(json_of(_text(file))), "id": file.stem}}


def _message(rows: list[Json]) -> Json:
    info = {**object_of(json_of(rows[0]["message_data"])), "id": rows[0]["message_id"]}
    return {"info": info, "parts": [{**object_of(json_of(row["data"])), "id": row["id"]} for row in rows if row["id"]]}


def _of_database(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the parts of each message of each session, in their order; a message without any once, with none."""
    with foreign_database.opened(path) as database:
        for session in sorted(database.rows("opencode sessions"), key=_in_order):
            for message in sorted(database.rows("opencode messages", session=session["id"]), key=_in_order):
                parts = sorted(database.rows("opencode parts", message=message["id"]), key=_in_order)
                for part in parts or [{"id": None, "data": None}]:
                    yield {
                        **part, "message_id": message["id"], "message_data": message["data"],
                        "session_id": session["id"], "directory": session["directory"],
                        "parent_id": session["parent_id"],
                    }  # fmt: skip


def _in_order(row: dict[str, Any]) -> tuple[float, str]:
    at = row.get("time_created")
    return at if isinstance(at, (int, float)) else 0, str(row["id"])


def _of_folder(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of each session; of one of which a file or folder cannot be read a single one, which says so."""
    for project in sorted((folder / "session").glob("*")):
        try:
            session_files = _files_in(project)
        except OSError:
            yield {"session_id": project.name, "left_out": UNREADABLE}
            continue
        for session_file in session_files:
            try:
                yield from list(_of_session(folder, session_file))
            except OSError:
                yield {"session_id": session_file.stem, "left_out": UNREADABLE}


def _of_session(folder: Path, session_file: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows that files are: session/PROJECT/ID.json, message/SESSION/ID.json, part/MESSAGE/ID.json."""
    session = object_of(json_of(_text(session_file)))
    for message_file in _files_in(folder / "message" / session_file.stem):
        parts: list[Path | None] = [*_files_in(folder / "part" / message_file.stem)] or [None]
        for part in parts:
            yield {
                "id": None if part is None else part.stem, "data": None if part is None else _text(part),
                "message_id": message_file.stem, "message_data": _text(message_file),
                "session_id": session_file.stem, "directory": session.get("directory"),
                "parent_id": session.get("parentID"),
            }  # fmt: skip


def _files_in(folder: Path) -> list[Path]:
    """Return the files of a folder by their names, none where there is none. Raises OSError for a closed one."""
    try:
        names = os.listdir(folder)  # noqa: PTH208 - ``glob`` takes a closed folder for an empty one
    except (FileNotFoundError, NotADirectoryError):
        return []
    return [folder / name for name in sorted(names) if name.endswith(".json")]


def _text(path: Path) -> str:
    """Return what a file says. Raises OSError for one that cannot be read, and for what is no file."""
    if not path.is_file():
        # A pipe or a device would never end.
        raise FileNotFoundError(path)
    return path.read_text("utf-8", "replace")
