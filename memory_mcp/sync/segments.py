"""Segments: what one machine adds to a folder at a time; each is a file that never changes and counts its records.

A segment is an export of lines in the native format, compressed, and sealed where there is a key. Its head says of
which machine's log it is, which segment came before it, and how far its writer had read the other logs, so that a
reader takes nothing in before what it depends on. Its name ends in a checksum of its bytes. Whatever lies in a folder
may be hostile, so a segment is checked whole before anything in it is believed.
"""

from __future__ import annotations

import json
import os
import re
import stat
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from memory_mcp.errors import CorruptError, MemoryMcpError, RefusedError, UnsupportedError
from memory_mcp.language.digests import blake2b
from memory_mcp.language.plurals import counted
from memory_mcp.store.file.atomic_files import flush_folder, new_file
from memory_mcp.store.file.encryption import SEALED
from memory_mcp.store.file.migrate import schema_version
from memory_mcp.store.sync.targets import Position
from memory_mcp.transfer.exporting import opened
from memory_mcp.transfer.formats import native_records
from memory_mcp.transfer.model.input import Input, lines
from memory_mcp.transfer.model.sealed import Secret, opened_seal, sealed_with

# Characters of its records. A writer stops at half of it; a segment that has more was written by somebody else.
MOST_TEXT: Final = 256_000_000
_MOST_BYTES: Final = 1 << 30
_MACHINE: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NAME: Final = re.compile(rf"([0-9]{{4}})-([0-9]{{8}})-([0-9a-f]{{32}})\.jsonl\.gz({re.escape(SEALED)})?")
_DRAFT: Final = ".draft"
_LONGEST_WRITING_S: Final = 3_600
_ANEW: Final = "On that machine run `memory-mcp sync FOLDER --anew`: it writes everything once more."


@dataclass(frozen=True, slots=True, order=True)
class Segment:
    """A file of a machine's log, told by its name alone."""

    generation: int
    number: int
    digest: str
    machine: str
    path: Path

    @property
    def position(self) -> Position:
        """How far the log is read once this segment is."""
        return Position(self.generation, self.number, self.digest)

    def __str__(self) -> str:
        return f"{self.machine}/{self.path.name}"


@dataclass(frozen=True, slots=True)
class Head:
    """What a segment says of itself: what came before it, and what its writer had read of other machines' logs.

    ``place`` tells a file from a copy of it, ``name`` is what a person calls the machine, ``records`` how many follow.
    A log that was begun anew first tells all that its writer holds: ``fill`` is "more" in a segment of that, "last" in
    the last of them, and "" in all others.
    """

    machine: str
    generation: int
    number: int
    previous: str
    place: str
    name: str
    records: int
    after: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    exported_at: str = ""
    fill: str = ""


def listed(folder: Path, unreadable: dict[str, MemoryMcpError] | None = None) -> dict[str, list[Segment]]:
    """Return the segments of each machine, in order. What has another name, or is no file, is passed over.

    ``unreadable`` takes the failure of each machine whose folder cannot be read; its log is told as empty. Raises
    RefusedError where the folder of all cannot be read, and without ``unreadable`` also where a machine's cannot.
    """
    with _readable(folder), os.scandir(folder) as entries:
        machines = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    found: dict[str, list[Segment]] = {}
    for machine in sorted(filter(_MACHINE.fullmatch, machines)):
        try:
            found[machine] = log_of(folder, machine)
        except RefusedError as exc:
            if unreadable is None:
                raise
            found[machine], unreadable[machine] = [], exc
    return found


def log_of(folder: Path, machine: str) -> list[Segment]:
    """Return the segments of one machine, in order; none where it has no folder.

    Raises RefusedError where that cannot be read.
    """
    path = folder / machine
    with _readable(path):
        if path.is_symlink() or not path.exists():
            return []
        with os.scandir(path) as entries:
            names = [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
    matches = [match for name in names if (match := _NAME.fullmatch(name))]
    return sorted(Segment(int(match[1]), int(match[2]), match[3], machine, path / match[0]) for match in matches)


def are_sealed(logs: Mapping[str, list[Segment]]) -> bool:
    """Whether any machine seals what it writes."""
    return any(one.path.suffix == SEALED for log in logs.values() for one in log)


def lines_of(records: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return records as lines of a segment."""
    return [json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n" for record in records]


def written(folder: Path, head: Mapping[str, Any], records: Iterable[str], secret: str | None) -> Path:
    """Write a segment under a name that no reader looks at, and return it; it is on the disk then.

    Raises RefusedError where the folder cannot be written.
    """
    machine: str = head["segment"]["machine"]
    draft = folder / machine / f".{token_hex(8)}{_DRAFT}"
    seal: tuple[str, Secret] | None = (secret, "memory") if secret else None
    suffix = SEALED if secret else ".gz"
    with new_file(draft) as path, opened(path, suffix, seal) as file:
        file.writelines((*lines_of([head]), *records))
    return draft


def published(draft: Path, generation: int, number: int, *, is_sealed: bool) -> Segment:
    """Give a written segment its name, at once and for good."""
    digest = _digest(draft)
    name = f"{generation:04}-{number:08}-{digest}.jsonl.gz{SEALED if is_sealed else ''}"
    path = draft.with_name(name)
    draft.replace(path)
    flush_folder(path.parent)
    return Segment(generation, number, digest, path.parent.name, path)


def remove_drafts(folder: Path) -> None:
    """Remove what killed processes of this machine left in its own folder; what is younger may still be written.

    Raises RefusedError where the folder cannot be read.
    """
    oldest = time.time() - _LONGEST_WRITING_S
    with _readable(folder):
        for path in folder.iterdir():
            # Another process of this machine may give it its name meanwhile.
            with suppress(FileNotFoundError):
                if path.name.startswith(".") and _DRAFT in path.name and path.stat().st_mtime < oldest:
                    path.unlink(missing_ok=True)


def read(segment: Segment, secrets: Sequence[str]) -> tuple[Head, list[dict[str, Any]]]:
    """Return the head of a segment and its records, once all of it is found to be as it was written.

    Raises CorruptError for changed or missing bytes, RefusedError where it cannot be read or none of the ``secrets``
    opens it, and UnsupportedError for one of a newer program.
    """
    with _readable(segment.path):
        status = segment.path.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            raise CorruptError(f"the segment {segment} is no file that was written here", hint="Delete it.")
        if _digest(segment.path) != segment.digest:
            raise CorruptError(
                f"the segment {segment} is not whole, or was changed: its bytes are not those its name tells",
                hint=f"Let the folder finish synchronising, or bring the file back from another copy. {_ANEW}",
            )
    found = lines(_unsealed(segment, secrets))
    head = _head(segment, _value(next(found, ("", "", ""))))
    records: list[dict[str, Any]] = []
    size = 0
    for line in found:
        size += len(line[0])
        value = _value(line)
        if value is None or len(records) >= head.records or size > MOST_TEXT:
            raise _not_ours(segment, f"its {line[1]} is no record, or one too many")
        records.append(value)
    if len(records) != head.records:
        raise _not_ours(segment, f"it lacks {counted(head.records - len(records), 'record')}")
    return head, records


def head_of(segment: Segment, secrets: Sequence[str]) -> Head:
    """Return what a segment says of itself, looked at no further; raises as ``read`` does."""
    with _readable(segment.path):
        return _head(segment, _value(next(lines(_unsealed(segment, secrets)), ("", "", ""))))


def _value(line: tuple[str, str, str]) -> dict[str, Any] | None:
    """Return what a line holds; None for one that breaks off or is no record."""
    text, _, fault = line
    try:
        value = None if fault else json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _unsealed(segment: Segment, secrets: Sequence[str]) -> Input:
    if sealed_with(segment.path) is None:
        return Input(segment.path.name, path=segment.path)
    for secret in secrets:
        with suppress(RefusedError):
            return Input(segment.path.name, path=segment.path, seal=opened_seal(segment.path, secret))
    raise RefusedError(
        f"the segment {segment} is sealed with a key that is not known here",
        hint="Give all machines one key for the folder: MEMORY_SYNC_KEY_FILE names the file that holds it.",
    )


def _head(segment: Segment, data: Any) -> Head:
    """Check what a segment says of itself against its name, and return it."""
    try:
        told = data["segment"]
        versions = (data["version"], data["schemaVersion"])
        after = {machine: (int(at[0]), int(at[1])) for machine, at in told["after"].items()}
        head = Head(
            told["machine"], told["generation"], told["number"], told["previous"], str(told["place"]),
            " ".join(str(told["name"]).split())[:100], told["records"], after, str(data["exportedAt"])[:40],
            str(told.get("fill", "")),
        )  # fmt: skip
        is_right = data["format"] == native_records.FORMAT and all(type(number) is int for number in versions)
    except (TypeError, LookupError, ValueError, OverflowError, AttributeError) as exc:
        raise _not_ours(segment, "its head cannot be read") from exc
    is_right = is_right and all(map(_MACHINE.fullmatch, after))
    if not is_right or type(head.records) is not int or not isinstance(head.previous, str):
        raise _not_ours(segment, "its head cannot be right")
    if versions[0] != native_records.VERSION or versions[1] > schema_version():
        raise UnsupportedError(
            f"the segment {segment} was written by a newer program (format {versions[0]}, schema {versions[1]}; known "
            f"here are {native_records.VERSION} and {schema_version()})",
            hint="Update memory-mcp-sqlite on this machine; nothing of it was taken in.",
        )
    if (head.machine, head.generation, head.number) != (segment.machine, segment.generation, segment.number):
        raise _not_ours(segment, "its head names another segment")
    return head


def _not_ours(segment: Segment, why: str) -> CorruptError:
    return CorruptError(f"the segment {segment} cannot be taken in: {why}", hint=_ANEW)


def _digest(path: Path) -> str:
    digest = blake2b(digest_size=16)
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Raise a clear error for a folder or file that cannot be read."""
    try:
        yield
    except OSError as exc:
        raise RefusedError(
            f"{path} cannot be read: {exc.strerror or exc}", hint="Check the folder and its permissions."
        ) from exc
