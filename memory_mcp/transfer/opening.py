"""Open what is to be imported with the reader of the format it is in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from memory_mcp.transfer.foreign import sniffing
from memory_mcp.transfer.foreign.sniffing import Foreign
from memory_mcp.transfer.formats import (
    detect,
    local_memory_mcp_read,
    markdown_facts,
    markdown_read,
    native_read,
    reference,
)
from memory_mcp.transfer.formats import turns as turn_lines
from memory_mcp.transfer.formats.detect import Format
from memory_mcp.transfer.merging.batches import Run
from memory_mcp.transfer.model import undecoded
from memory_mcp.transfer.model.entry import Entry, Source
from memory_mcp.transfer.model.input import Input


def open_source(given: Input, format_: Format | Foreign | None) -> Source:
    """Open something to import in the format it is in.

    Raises InvalidInputError for a format that is not known or not the one given, UnsupportedError for a version that
    cannot be read, RefusedError for a file that cannot be opened.
    """
    name = sniffing.sniff(given) if format_ is None else format_
    if name in sniffing.FOREIGN:
        return sniffing.open_foreign(given, name)
    found, is_whole = detect.detect(given) if name is None else (name, None)
    if found == "markdown":
        return markdown_read.open_pages(given)
    if found == "native" and is_whole is None:
        is_whole = detect.detect(given) == ("native", True)
    source = _open_file(given, found, is_whole=bool(is_whole))
    problem = undecoded.in_file(given)
    return replace(source, problems=((given.name, problem),)) if problem else source


def _open_file(given: Input, format_: str, *, is_whole: bool) -> Source:
    match format_:
        case "native":
            return native_read.open_whole(given) if is_whole else native_read.open_lines(given)
        case "studiomeyer":
            return local_memory_mcp_read.open_export(given)
        case "reference":
            return reference.open_lines(given)
        case _:
            return turn_lines.open_lines(given)


def entries_of(source: Source, run: Run) -> Iterator[tuple[Entry | None, int]]:
    """Yield the entries of an opened source, each with how many records were read for it."""
    if source.format in sniffing.FOREIGN:
        return sniffing.entries(source, run.reader, run.project)
    match source.format:
        case "studiomeyer":
            return local_memory_mcp_read.entries(source, run.reader)
        case "reference":
            return reference.entries(source, run.reader, run.project)
        case "turns":
            return turn_lines.entries(source, run.reader, run.project)
        case "markdown":
            return markdown_facts.entries(source, run.reader, run.project)
        case _:
            return native_read.entries(source, run.reader)
