"""Tell whose transcript a file is, and where its turns go."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final, Literal, NamedTuple, TypeAlias

from memory_mcp.capture.clients.incremental import TOO_LONG, is_too_long
from memory_mcp.capture.clients.utterance import Json, object_of, text_of
from memory_mcp.capture.events.ignoring import ignoring
from memory_mcp.capture.events.storing import Source
from memory_mcp.capture.transcripts.batch import Origin
from memory_mcp.capture.transcripts.folder_names import chat_held_in, held_in
from memory_mcp.config import Settings
from memory_mcp.errors import NotFoundError
from memory_mcp.language.long_numbers import read_json
from memory_mcp.project import NO_PROJECT, ProjectRef, survey, walked

TranscriptFormat: TypeAlias = Literal[
    "claude-transcripts", "codex-transcripts", "gemini-transcripts", "cursor-transcripts"
]

_CLIENT_OF: Final[dict[str, str]] = {
    "claude-transcripts": "claude-code", "codex-transcripts": "codex", "gemini-transcripts": "gemini-cli",
    "cursor-transcripts": "cursor",
}  # fmt: skip
_SUFFIXES: Final = (".jsonl", ".json")
# Lines looked at to tell whose transcript a file is, and of how many bytes.
_LOOKED_AT: Final = 40
_FILES_LOOKED_AT: Final = 20
_LONGEST_LOOK: Final = 4_000


def is_transcript(path: Path) -> bool:
    """Whether a file, or the first files of a folder, are transcripts of a known client."""
    if path.is_dir():
        return any(_is_of_known_client(file) for file, _size in islice(transcripts_in(path), _FILES_LOOKED_AT))
    return path.suffix in _SUFFIXES and path.is_file() and (_is_long_chat(path) or look_at(path)[0] is not None)


def transcripts_in(path: Path) -> Iterator[tuple[Path, int]]:
    """Yield the files that may be transcripts with their sizes, in order of their names, and at last closed folders.

    Sizes are in bytes; ``origin_of`` says of a folder that it cannot be read. Raises NotFoundError where there is no
    such file or folder.
    """
    if not path.exists():
        raise NotFoundError(f"no file or folder {path}", hint="Transcripts lie for example in ~/.claude/projects.")
    if path.is_file():
        yield path, path.stat().st_size
        return
    closed: list[OSError] = []
    for folder, subfolders, names in walked(path, closed.append):
        subfolders.sort()
        for name in sorted(names):
            file = Path(folder, name)
            # Opening a pipe would wait for whoever writes to it.
            if name.endswith(_SUFFIXES) and file.is_file():
                yield file, file.stat().st_size
    yield from ((Path(error.filename), 0) for error in closed)


def _is_of_known_client(file: Path) -> bool:
    try:
        return look_at(file)[0] is not None
    except OSError:
        return False


def look_at(path: Path) -> tuple[str | None, Json]:
    """Return whose transcript a file is, None if of no known client, with the session and folder its head names."""
    client = None
    session, cwd = "", ""
    for line in _head(path):
        client = client or _client_of(line)
        payload = object_of(line.get("payload"))
        directories = line.get("directories")
        first = text_of(directories[0]) if isinstance(directories, list) and directories else ""
        cwd = cwd or text_of(line.get("cwd")) or text_of(payload.get("cwd")) or first
        own = text_of(payload.get("id")) if line.get("type") == "session_meta" else text_of(line.get("sessionId"))
        session = session or own
        if client and cwd:
            break
    return client, {"session": session or path.stem, "cwd": cwd}


def _client_of(line: Json) -> str | None:
    if "sessionId" in line and ("projectHash" in line or "startTime" in line):
        return "gemini-cli"
    if "payload" in line and "type" in line:
        return "codex"
    if ("uuid" in line and "sessionId" in line) or (line.get("type") == "summary" and "leafUuid" in line):
        return "claude-code"
    if str(line.get("type")) in {"file-history-snapshot", "queue-operation"}:
        return "claude-code"
    if str(line.get("role")) in {"user", "assistant"} and isinstance(line.get("message"), dict):
        return "cursor"
    return None


def _is_long_chat(path: Path) -> bool:
    if not is_too_long(path):
        return False
    with path.open("rb") as file:
        return _is_chat(file)


def _head(path: Path) -> Iterator[Json]:
    with path.open("rb") as file:
        lines = [file.read()] if path.suffix == ".json" and _is_chat(file) else file
        for _, raw in zip(range(_LOOKED_AT), lines, strict=False):
            try:
                line = read_json(raw.decode("utf-8", "replace").removeprefix("\ufeff"))
            except (ValueError, RecursionError):
                continue
            if isinstance(line, dict):
                yield line


def _is_chat(file: BinaryIO) -> bool:
    """Whether a JSON file begins as an old chat of Gemini CLI: any other may be too long to be read for nothing."""
    head = file.read(_LONGEST_LOOK)
    file.seek(0)
    return b'"sessionId"' in head


class Wanted(NamedTuple):
    """What an import was told: whose transcripts alone, and where those go whose folder is in no project, or gone."""

    settings: Settings
    format: TranscriptFormat | None = None
    project: ProjectRef | None = None


def origin_of(file: Path, wanted: Wanted) -> Origin | str:
    """Return where a file's turns go, or the reason why it is left out."""
    try:
        if _is_long_chat(file):
            return TOO_LONG
        client, facts = look_at(file)
    except OSError:
        return "cannot be read"
    if client is None:
        return "no transcript of a known client"
    if wanted.format is not None and client != _CLIENT_OF[wanted.format]:
        return f"not of {wanted.format}"
    folder = _folder_of(file, client, facts["cwd"])
    source = source_in(client, facts["session"], folder, wanted.settings, wanted.project)
    return source if isinstance(source, str) else Origin(file, os.path.realpath(file), source)


def _folder_of(file: Path, client: str, named: str) -> str:
    """Return the folder a conversation was held in; of Gemini CLI's its lines name only those that were added."""
    match client:
        case "cursor":
            return named or held_in(file)
        case "gemini-cli":
            return chat_held_in(file, _head(file)) or named
        case _:
            return named


def source_in(client: str, session: str, cwd: str, settings: Settings, project: ProjectRef | None) -> Source | str:
    """Return where a conversation that was held in a folder goes, or the reason why it is left out."""
    # A path of another system begins nowhere here.
    folder = Path(cwd if os.path.isabs(cwd) else os.devnull)  # noqa: PTH117 - as the transcript spells it
    around = survey(folder, environment=settings.project)
    rules = ignoring(around.capture, folder)
    if not around.capture.is_enabled or rules.holds_folder():
        return "kept out by its project"
    if rules.problem:
        # What is passed over now is not looked at again.
        return f"what its project keeps out cannot be read: {rules.problem}"
    ref = around.project if folder.is_dir() and around.project.name else project or NO_PROJECT
    return Source(client, session, ref, settings.redact, rules, is_over=True)
