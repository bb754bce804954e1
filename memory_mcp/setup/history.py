"""Find the transcripts that clients keep on this machine, newest first."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from memory_mcp.capture.transcripts.origins import transcripts_in
from memory_mcp.setup.places import Places


def folders(client: str, places: Places) -> list[Path]:
    """Return the folders in which a client keeps what was said, as far as they are there."""
    match client:
        case "claude":
            found: Iterable[Path] = [places.claude / "projects"]
        case "codex":
            found = [places.codex / "sessions", places.codex / "archived_sessions"]
        case "gemini":
            found = sorted((places.gemini / "tmp").glob("*/chats"))
        case "cursor":
            found = sorted((places.home / ".cursor" / "projects").glob("*/agent-transcripts"))
        case _:
            found = []
    return [folder for folder in found if folder.is_dir()]


def opencode_database(places: Places) -> Path | None:
    """Return OpenCode's own database, None where there is none."""
    path = places.moved("XDG_DATA_HOME", ".local/share") / "opencode" / "opencode.db"
    return path if path.is_file() else None


def transcripts(clients: Iterable[str], places: Places) -> list[tuple[Path, int]]:
    """Return the transcripts of clients with their sizes in bytes, the newest first."""
    every = chain.from_iterable(folders(client, places) for client in clients)
    files = [one for folder in every for one in transcripts_in(folder)]
    return sorted(files, key=lambda one: _changed(one[0]), reverse=True)


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        # It went away meanwhile.
        return 0.0
