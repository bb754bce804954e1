"""Check the names of projects in a file: a name counts only if the tools would take it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from memory_mcp.errors import InvalidInputError
from memory_mcp.project import clean_name
from memory_mcp.store.facts.projects import projects
from memory_mcp.transfer.merging.batches import Batch
from memory_mcp.transfer.model.entry import Aside, Entry, Fact, TurnLine

NO_NAME: Final = "it names a project as none can be called"

# The records that say what projects are called, and where.
_CALLS: Final = {"project": ("name",), "rename": ("old", "new")}


def refusal(batch: Batch, entry: Entry) -> str | None:
    """Return why an entry is left out, None where each project it names can be called so, or is here already."""
    # A folder's own name may be any, and what somebody maps has another name here.
    known = {batch.run.project, *batch.run.projects}
    odd = [name for name in (*of_rows(entry), *_called(entry)) if name not in known and not _is_name(name)]
    return NO_NAME if any(projects.by_name(batch.tx, name) is None for name in odd) else None


def of_rows(entry: Entry) -> Iterator[str]:
    """Yield the names of the projects that an entry puts something into."""
    match entry:
        case Fact():
            yield from (version.project for version in entry.versions if version.project)
        case Aside() | TurnLine():
            if entry.project:
                yield entry.project


def _called(entry: Entry) -> Iterator[str]:
    if isinstance(entry, Aside):
        yield from (entry.values[key] for key in _CALLS.get(entry.kind, ()))


def _is_name(name: str) -> bool:
    try:
        clean_name(name, "project")
    except InvalidInputError:
        return False
    return True
