"""Read the notes that clients keep for themselves as lessons: Claude Code's memory folders and Codex's memories.

The files stay the client's and are only read. A folder is read when the time or size of one of its files has changed. A
new line becomes a lesson with its source; when a line is gone, its lesson ends.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from memory_mcp.capture.clients.utterance import TranscriptEntry
from memory_mcp.capture.events.notes_owner import are_of
from memory_mcp.capture.events.storing import Source, prepared
from memory_mcp.language.digests import blake2b
from memory_mcp.language.fenced_code import without_fenced
from memory_mcp.project import NO_PROJECT, ProjectRef
from memory_mcp.store.facts import erasure, facts, versions
from memory_mcp.store.facts.memory_types import memory_type
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.temporal import Instant, Period

TAG: Final = "client-notes"
INDEX: Final = "MEMORY.md"
"""The file of a folder that its client reads itself at the start of a session."""

_MOST_FILES: Final = 20
_MOST_LINES: Final = 200
_LARGEST: Final = 100_000
_LONGEST: Final = 1_000
_SHORTEST: Final = 8
_GONE: Final = "the line is gone from its file"
_NAMES: Final = {"claude-code": "Claude Code", "codex": "Codex"}
# What Codex gathers before it writes its memories.
_RAW: Final = "raw_"
_HEAD: Final = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_BULLET: Final = re.compile(r"(?:[-*+]|\d+[.)])\s+")
# A line of an index names a file that is read itself.
_ENTRY_OF_INDEX: Final = re.compile(r"\[[^\]]*\]\([^)\s]*\.md\)")


class Notes(NamedTuple):
    """A folder of notes, whose they are, and the project they are about.

    ``about`` is the folder they are told of, which the transcripts beside them have to name; None needs no proof.
    """

    folder: Path
    client: str
    project: ProjectRef
    about: str | None = None


class _Line(NamedTuple):
    text: str
    file: str
    at: Instant


def claude_notes(transcripts: Path, about: Path | str, project: ProjectRef) -> Notes:
    """Return the notes beside the transcripts of the folder ``about``, which Claude Code keeps in a folder."""
    return Notes(transcripts / "memory", "claude-code", project, str(about))


def notes_of_folder(folder: Path, claude_home: Path, project: ProjectRef) -> Notes:
    """Return the notes Claude Code keeps of a folder: it names the place by the path, with hyphens for all signs.

    Several folders share such a name, so that the notes may be another's: the transcripts beside them tell.
    """
    return claude_notes(claude_home / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(folder)), folder, project)


def codex_notes(codex_home: Path) -> Notes:
    """Return the notes Codex keeps of all projects."""
    return Notes(codex_home / "memories", "codex", NO_PROJECT)


def read_notes(db: Database, notes: Notes, source: Source) -> int:
    """Read a folder of notes if it changed since it was last read; return how many lessons came or went.

    What ``source`` keeps out or redacts is as in turns. A folder that was read and is not there any more says nothing.
    Notes that may be of another folder than the one they are told of are not read.
    """
    found = _files(notes.folder)
    key = f"notes {notes.client} {os.path.realpath(notes.folder)}"
    with db.reading() as snapshot:
        known = json.loads(meta.get(snapshot, key) or "{}")
    if found == known.get("files", {}):
        return 0
    if found and notes.about is not None and not are_of(notes.folder.parent, notes.about):
        return 0
    lines = {_key(notes, line.text): line for line in _lines(notes, found, source)}
    with db.writing(f"notes of {notes.client}") as tx:
        known = json.loads(meta.get(tx, key) or "{}")
        before: dict[str, str] = known.get("lines", {})
        project = projects.ensure(tx, notes.project) if notes.project.name else 0
        now = {name: before.get(name) or _learn(tx, notes, name, line, project) for name, line in lines.items()}
        gone = [uid for name, uid in before.items() if name not in now]
        ended = sum(_end(tx, uid) for uid in gone)
        meta.put(tx, key, json.dumps({"files": found, "lines": {name: uid for name, uid in now.items() if uid}}))
        return ended + sum(name not in before and uid is not None for name, uid in now.items())


def _files(folder: Path) -> dict[str, list[int]]:
    """Return the files of a folder by name with their times and sizes; none where there is no folder."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: (entry.name != INDEX, entry.name))
        return {
            entry.name: [(told := entry.stat(follow_symlinks=False)).st_mtime_ns, told.st_size]
            for entry in entries
            if entry.name.endswith(".md") and entry.is_file(follow_symlinks=False)
            and not entry.name.startswith(_RAW)
        }  # fmt: skip
    except OSError:
        return {}


def _lines(notes: Notes, files: dict[str, list[int]], source: Source) -> Iterator[_Line]:
    """Yield what the files say, a paragraph or an entry of a list each, as it may be kept."""
    count = 0
    for name, (mtime, size) in list(files.items())[:_MOST_FILES]:
        if size > _LARGEST:
            continue
        try:
            text = (notes.folder / name).read_text(encoding="utf-8-sig", errors="replace")
        except OSError:
            continue
        at = mtime // 1_000
        for said in prepared(source, [TranscriptEntry("", "assistant", one, at) for one in lessons_in(text)]):
            if count == _MOST_LINES:
                return
            count += 1
            yield _Line(said.text, name, at)


def lessons_in(text: str) -> list[str]:
    """Return the entries of lists and the paragraphs of a Markdown text, each on one line; no headings and no code."""
    blocks: list[list[str]] = [[]]
    for raw in without_fenced(_HEAD.sub("", text.replace("\r\n", "\n"))).split("\n"):
        line = raw.strip()
        is_entry = _BULLET.match(line) is not None
        if not line or line.startswith(("#", "<!--")) or is_entry:
            blocks.append([])
        if line and not line.startswith(("#", "<!--")):
            blocks[-1].append(_BULLET.sub("", line, count=1) if is_entry else line)
    whole = (" ".join(block)[:_LONGEST] for block in blocks)
    return [one for one in dict.fromkeys(whole) if len(one) >= _SHORTEST and not _ENTRY_OF_INDEX.search(one)]


def _key(notes: Notes, text: str) -> str:
    place = f"{os.path.realpath(notes.folder)}\n{text}".encode("utf-8", "surrogatepass")
    return f"notes:{notes.client}:{blake2b(place, digest_size=12).hexdigest()}"


def _learn(tx: Transaction, notes: Notes, name: str, line: _Line, project: int) -> str | None:
    """Store a line as a lesson, or one that had gone again; None for what somebody forgot here."""
    if erasure.is_key_erased(tx, project, name):
        return None
    before = versions.by_external_id(tx, project, name)
    if before is not None:
        last = facts.last_change(tx, before.uid)
        if last is not None and last.reason != _GONE:
            return None
        if last is not None:
            facts.restore(tx, before.uid, last.at - 1, reason="the line is back in its file")
        return before.uid
    whose = _NAMES.get(notes.client, notes.client)
    attributes: dict[str, Any] = {
        "category": "insight", "memoryType": memory_type("insight", line.text), "source": f"{line.file} of {whose}",
        "client": notes.client, "file": line.file,
    }  # fmt: skip
    draft = Draft(
        "learning", line.text, Period(min(line.at, tx.now)), project_id=project, external_id=name, tags=(TAG,),
        attributes=attributes, confidence=0.7,
    )  # fmt: skip
    return facts.assert_(tx, draft).uid


def _end(tx: Transaction, uid: str) -> bool:
    """End the lesson of a line that went, unless it was forgotten meanwhile."""
    if not versions.believed(tx, uid):
        return False
    return facts.supersede(tx, uid, by=None, reason=_GONE).action == "superseded"
