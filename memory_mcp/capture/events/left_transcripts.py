"""Find the transcripts of sessions that nobody ended, as where a client was killed: hooks read no more of them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

from memory_mcp.capture.clients.tool_calls import has_unfinished
from memory_mcp.capture.events.closing import IDLE_US
from memory_mcp.capture.events.payload import Event
from memory_mcp.capture.events.storing import Source
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions import open_sessions
from memory_mcp.temporal import Instant

_LOOKED_AT: Final = 10
# A session starts behind it.
_MOST: Final = 3
# Gemini CLI names a file by its minute and by so many characters of the session.
_SHORT: Final = 8


class Left(NamedTuple):
    """A session's name, its transcript, and whether so long nothing was written there that nobody goes on with it."""

    session: str
    path: Path
    is_over: bool


def left_transcripts(snapshot: Snapshot, event: Event, source: Source) -> list[Left]:
    """Return the client's open sessions of a project but the event's own, each with a transcript that says more by now.

    One that is over says more where it calls a tool that never answered. They are the latest first and at most three.
    They are looked for where the client keeps its own, as the event tells.
    """
    project = projects.find(snapshot, source.project)
    if event.transcript is None or project is None:
        return []
    found = []
    for name, began in open_sessions.of_client(snapshot, project, source.client, limit=_LOOKED_AT):
        path = None if name == source.session else _beside(event.transcript, event.client, name, began)
        if path is not None:
            one = Left(name, path, event.at - path.stat().st_mtime_ns // 1_000 >= IDLE_US)
            found += [one] if _says_more(snapshot, one) else []
    return found[:_MOST]


def _beside(transcript: Path, client: str, session: str, began: Instant) -> Path | None:
    """Return the transcript of another session of a client, which keeps that of one session here; None for none."""
    name = f"{Path(session).name}.jsonl"
    match client:
        case "claude-code":
            path = transcript.with_name(name)
        case "cursor":
            path = transcript.parent.with_name(Path(name).stem) / name
        case "codex":
            from memory_mcp.capture.clients.codex_forks import rollout_of  # noqa: PLC0415 - a hook serves one client

            return rollout_of(transcript, session, began)
        case _:
            return _ending_with(transcript.parent, f"-{session[:_SHORT] if client == 'gemini-cli' else session}")
    return path if path.is_file() else None


def _ending_with(folder: Path, ending: str) -> Path | None:
    names = os.listdir(folder) if folder.is_dir() else []  # noqa: PTH208 - names are all it takes
    return next((folder / name for name in names if Path(name).stem.endswith(ending)), None)


def _says_more(snapshot: Snapshot, left: Left) -> bool:
    at = transcript_cursors.cursor(snapshot, os.path.realpath(left.path))
    is_behind = left.path.stat().st_size != (0 if at is None else at.offset)
    return is_behind or (at is not None and left.is_over and has_unfinished(at.pending))
