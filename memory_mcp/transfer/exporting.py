"""Run an export from end to end: to a new file or folder, whole or not at all, or inline while it is small."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final, Literal, TextIO, TypeAlias

from memory_mcp.errors import InvalidInputError, RefusedError
from memory_mcp.store.facts import selection
from memory_mcp.store.facts.selection import Selection
from memory_mcp.store.file.atomic_files import new_file, new_folder
from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.file.encryption import SEALED
from memory_mcp.store.file.mending.damage import damage_error, refuse_damaged, rows_by_scan
from memory_mcp.store.file.progress import Progress
from memory_mcp.transfer.formats import (
    local_memory_mcp_write,
    markdown_edits,
    markdown_parts,
    markdown_write,
    native_write,
)
from memory_mcp.transfer.formats.markdown_read import PAGES
from memory_mcp.transfer.formats.native_records import SECTIONS
from memory_mcp.transfer.merging.project_names import identify
from memory_mcp.transfer.model.sealed import Sealer, Secret

ExportFormat: TypeAlias = Literal["native", "studiomeyer", "markdown"]

# Characters: what a client takes inline without losing the rest of its context.
MOST_INLINE: Final = 50_000
_MOST_ROWS_INLINE: Final = 500


@dataclass(frozen=True, slots=True)
class Export:
    """What was written: where, how large (bytes), how many records of each section, what the format cannot hold."""

    path: Path
    format: ExportFormat
    size: int
    counts: dict[str, int]
    left_out: dict[str, int] = field(default_factory=dict)


def export_file(
    db: Database,
    path: Path,
    *,
    format: ExportFormat = "native",  # noqa: A002 - the word of the command line
    chosen: Selection | None = None,
    progress: Progress | None = None,
    secret: tuple[str, Secret] | None = None,
) -> Export:
    """Write an export to ``path``, which must not exist: ``.jsonl`` is written a record a line, ``.gz`` compressed.

    ``.sealed`` is lines, compressed and encrypted under the ``secret``, which is the memory's key or a pass phrase.
    Markdown is a folder. All is one snapshot. Raises ConflictError when something is there, RefusedError when it
    cannot be written, InvalidInputError for times that make no sense and for JSON under the name of a Markdown page,
    and CorruptError when an index of the memory does not hold what its table does: nothing is written then.
    """
    chosen = chosen or Selection()
    if path.suffix == SEALED:
        _refuse_unsealable(format, secret)
    if format == "native":
        identify(db)
    if format == "markdown":
        with new_folder(path) as folder, db.reading() as snapshot:
            refuse_damaged(db, snapshot)
            counts, left_out = _write_pages(snapshot, chosen, folder)
        return Export(path, format, _size_of(path), counts, left_out)
    _refuse_page(path)
    with new_file(path) as draft, db.reading() as snapshot, opened(draft, path.suffix, secret) as file:
        refuse_damaged(db, snapshot)
        if format == "native":
            as_lines = ".jsonl" in path.suffixes or path.suffix == SEALED
            counts = native_write.write(snapshot, db.origin, chosen, file, as_lines=as_lines, progress=progress)
            _refuse_short(db, snapshot, chosen, counts)
            left_out = {}
        else:
            written = local_memory_mcp_write.write(snapshot, chosen, file)
            counts, left_out = written.counts, written.left_out
    return Export(path, format, path.stat().st_size, counts, left_out)


def _size_of(folder: Path) -> int:
    return sum(page.stat().st_size for page in folder.rglob("*") if page.is_file())


def _write_pages(snapshot: Snapshot, chosen: Selection, folder: Path) -> tuple[dict[str, int], dict[str, int]]:
    """Write the pages, and what they say, by which edits are known.

    Returns how many records of each kind there are, and how many of what they have no place for.
    """
    counts, left_out = markdown_write.write(snapshot, chosen, folder)
    now = markdown_write.moment(snapshot, chosen)
    items = (exported.item for exported in selection.believed(snapshot, "relation", chosen))
    # One that is over would lend its id to the one that holds between the same two.
    relations = {
        markdown_parts.relation(one.parent_uid, one.title, one.target_uid): one.uid
        for one in items
        if one.valid.contains(now)
    }
    markdown_parts.note(folder, markdown_edits.by_mark(markdown_edits.written(folder)), relations)
    return counts, left_out


def _refuse_page(path: Path) -> None:
    if path.suffix.lower() in PAGES:
        raise InvalidInputError(
            f"{path.name} would hold JSON, not Markdown",
            hint="Markdown is a folder of pages: give the format markdown and a new folder. An export that holds all "
            "ends in .json or .jsonl.", field="path",
        )  # fmt: skip


def export_text(db: Database, *, format: ExportFormat = "native", chosen: Selection | None = None) -> str:  # noqa: A002 - as above
    """Return an export as a text.

    Raises InvalidInputError when it is too large for that, for times that make no sense, and for a format that is a
    folder, and CorruptError as ``export_file`` does.
    """
    chosen = chosen or Selection()
    if format == "markdown":
        raise InvalidInputError("markdown is a folder of pages", hint="Give a path for it.", field="path")
    with db.reading() as snapshot:
        rows = sum(selection.count(snapshot, kind, chosen) for kind in SECTIONS.values())
        if rows > _MOST_ROWS_INLINE:
            raise _too_large(f"{rows} records")
        refuse_damaged(db, snapshot)
        text = io.StringIO()
        if format == "native":
            native_write.write(snapshot, db.origin, chosen, text, as_lines=False, progress=None)
        else:
            local_memory_mcp_write.write(snapshot, chosen, text)
    if len(text.getvalue()) > MOST_INLINE:
        raise _too_large(f"{len(text.getvalue())} characters")
    return text.getvalue()


def _refuse_short(db: Database, snapshot: Snapshot, chosen: Selection, written: dict[str, int]) -> None:
    """Raise CorruptError when an export of everything has not as many versions as the table itself."""
    if chosen != Selection(project_name=chosen.project_name):
        return
    stored = rows_by_scan(snapshot)
    differing = [
        f"{written[section]} of {stored.get(kind, 0)} {section} could be exported"
        for section, kind in SECTIONS.items()
        if written[section] != stored.get(kind, 0)
    ]
    if differing:
        raise damage_error(db, differing)


def _too_large(size: str) -> InvalidInputError:
    return InvalidInputError(
        f"the export has {size}, too much for an answer", hint="Give a path and it is written to a file.", field="path"
    )


def _refuse_unsealable(format_: ExportFormat, secret: tuple[str, Secret] | None) -> None:
    if format_ != "native":
        raise InvalidInputError("only the native format can be sealed", hint="Leave the format out.", field="format")
    if secret is None:
        raise RefusedError(
            "there is no key to seal the export with: this memory is not encrypted",
            hint="A person may run: memory-mcp export --phrase", field="path",
        )  # fmt: skip


@contextmanager
def opened(draft: Path, suffix: str, secret: tuple[str, Secret] | None) -> Iterator[TextIO]:
    """Open a file to write text: compressed and sealed, compressed or plain, as the ``suffix`` of its name says."""
    with ExitStack() as stack:
        packed: BinaryIO | None = None
        if suffix == SEALED and secret is not None:
            packed = stack.enter_context(io.BufferedWriter(Sealer(draft, *secret)))
        elif suffix == ".gz":
            packed = stack.enter_context(draft.open("wb"))
        if packed is None:
            yield stack.enter_context(draft.open("w", encoding="utf-8", newline="\n"))
        else:
            inflated = stack.enter_context(gzip.GzipFile("", "wb", fileobj=packed, mtime=0))
            yield stack.enter_context(io.TextIOWrapper(inflated, encoding="utf-8", newline="\n"))
