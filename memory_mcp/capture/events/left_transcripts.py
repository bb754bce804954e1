"""Find the transcripts of sessions that nobody ended, as where a client was killed: hooks read no more of them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from memory_mcp.capture.events.payload import Event
from memory_mcp.capture.events.storing import Source
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions import open_sessions

_LOOKED_AT: Final = 10
# A session starts behind it.
_MOST: Final = 3
# Gemini CLI names a file by its minute and by so many characters of the session.
_SHORT: Final = 8


def left_transcripts(snapshot: Snapshot, event: Event, source: Source) -> list[tuple[str, Path]]:
    """Return the client's open sessions of a project but the event's own, each with a transcript that says more by now.

    They are the latest first and at most three. They are looked for where the client keeps that of the event.
    """
    project = projects.find(snapshot, source.project)
    if event.transcript is None or project is None:
        return []
    found = []
    for name in open_sessions.of_client(snapshot, project, source.client, limit=_LOOKED_AT):
        path = None if name == source.session else _beside(event.transcript, event.client, name)
        if path is not None and _says_more(snapshot, path):
            found.append((name, path))
    return found[:_MOST]


def _beside(transcript: Path, client: str, session: str) -> Path | None:
    """Return the transcript of another session in the folder of one, None where there is none."""
    if client == "claude-code":
        path = transcript.with_name(f"{Path(session).name}.jsonl")
        return path if path.is_file() else None
    ending = f"-{session[:_SHORT] if client == 'gemini-cli' else session}"
    names = os.listdir(transcript.parent) if transcript.parent.is_dir() else []  # noqa: PTH208 - names are all it takes
    return next((transcript.with_name(name) for name in names if Path(name).stem.endswith(ending)), None)


def _says_more(snapshot: Snapshot, path: Path) -> bool:
    at = transcript_cursors.cursor(snapshot, os.path.realpath(path))
    return path.stat().st_size != (0 if at is None else at.offset)
