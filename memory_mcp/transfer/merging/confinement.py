"""What an import that a tool asked for leaves alone: the projects besides the one it was asked in.

Such a file may come with a cloned repository. What it says of other projects, of their rows and of what projects are
called is for a person to bring in: ``memory-mcp import`` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from memory_mcp.store.facts import projects
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions import imported as imported_sessions
from memory_mcp.transfer.merging import naming
from memory_mcp.transfer.merging.batches import Batch
from memory_mcp.transfer.model.entry import Aside, Entry, Fact, Said

REFUSED: Final = "it is of another project: a person may run memory-mcp import"
RENAMED: Final = "projects are renamed and joined by a person: memory-mcp project, memory-mcp import"

_NAMING: Final = frozenset({"project", "rename"})


def others(snapshot: Snapshot, within: str) -> frozenset[int]:
    """Return the projects that hold anything, without the one called ``within``."""
    own = projects.by_name(snapshot, within)
    known = (number for number in projects.names(snapshot) if number != own)
    return frozenset(number for number in known if projects.has_rows(snapshot, number))


def refusal(batch: Batch, entry: Entry) -> str | None:
    """Return why an entry is left out, None where it may come in."""
    if not batch.run.closed:
        return RENAMED if _names_projects(entry) and batch.run.is_confined else None
    if _names_projects(entry):
        return RENAMED
    if any(batch.run.closed.intersection({batch.known_project(name)}) for name in naming.of_rows(entry)):
        return REFUSED
    ids = [uid for uid in _ids(batch, entry) if uid]
    return REFUSED if batch.run.closed & projects.of_ids(batch.tx, ids) else None


def _names_projects(entry: Entry) -> bool:
    return isinstance(entry, Aside) and entry.kind in _NAMING


def _ids(batch: Batch, entry: Entry) -> Iterator[str | None]:
    """Yield the ids of an entry, of what it belongs to and of what it speaks of, as they are here."""
    match entry:
        case Fact():
            yield batch.settle(entry)
            for version in entry.versions:
                for end in (version.draft.parent_uid, version.draft.target_uid):
                    yield end
                    yield batch.ids.of("entity", end) if end else None
                for session in (version.draft.session_uid, version.session):
                    yield session
                    yield batch.run.sessions.get(session or "")
        case Aside():
            values = entry.values
            uid = values.get("uid")
            yield from (uid, values.get("session_uid"), values.get("from_session"), values.get("a"), values.get("b"))
            yield batch.ids.of(values["kind"], uid) if entry.kind == "erasure" and uid else None
            yield batch.captured.get(values.get("captured_key") or "")
            if entry.kind == "session":
                # A client's session is the same one under any id.
                found = imported_sessions.find(batch.tx, values["uid"], values["client"], values["client_session"])
                yield found and found[0]
        case Said():
            return
