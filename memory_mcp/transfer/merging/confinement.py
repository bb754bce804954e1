"""Keep an import that a tool asked for within its project: it leaves all other projects alone.

Such a file may come with a cloned repository. What it says of other projects, of their rows, and of what projects are
called, only a person can bring in, by ``memory-mcp import``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from memory_mcp.store.contradictions import declarations
from memory_mcp.store.facts import erasure, profile, versions
from memory_mcp.store.facts.erasure import KEY_OF_SESSION
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import KINDS
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.graph import entities
from memory_mcp.store.sessions import imported as imported_sessions
from memory_mcp.temporal import FOREVER
from memory_mcp.transfer.merging import naming
from memory_mcp.transfer.merging.batches import Batch
from memory_mcp.transfer.model.entry import Aside, Entry, Fact, TurnLine

REFUSED: Final = "it is of another project: a person may run memory-mcp import"
FOR_ALL: Final = "it is for all projects: a person may run memory-mcp import"
# Whose it is nobody can tell, and on another machine it may be there.
NOT_HERE: Final = "it erases what is not here: a person may run memory-mcp import"
RENAMED: Final = "projects are renamed and joined by a person: memory-mcp project, memory-mcp import"

_NAMING: Final = frozenset({"project", "rename"})


def others(snapshot: Snapshot, within: str) -> frozenset[int]:
    """Return the projects that hold anything, without the one called ``within``."""
    own = projects.by_name(snapshot, within)
    known = (number for number in projects.names(snapshot) if number != own)
    return frozenset(number for number in known if projects.has_rows(snapshot, number))


def refusal(batch: Batch, entry: Entry) -> str | None:
    """Return why an entry is left out, None where it may come in."""
    if _names_projects(entry) and batch.run.within is not None:
        return RENAMED
    if not batch.run.closed:
        return None
    if _is_of_another(batch, entry):
        return REFUSED
    match entry:
        case Fact():
            return _of_row_for_all(batch, entry)
        case Aside():
            return _of_setting(batch, entry) or _of_erasure(batch, entry)
        case TurnLine():
            return None


def _is_of_another(batch: Batch, entry: Entry) -> bool:
    """Whether an entry is of a closed project, or names a row, session or handoff that is."""
    if any(batch.run.closed.intersection({batch.known_project(name)}) for name in naming.of_rows(entry)):
        return True
    ids = [uid for uid in _ids(batch, entry) if uid]
    return _takes_a_name(entry) or bool(batch.run.closed & projects.of_ids(batch.tx, ids))


def _of_row_for_all(batch: Batch, fact: Fact) -> str | None:
    """Return why an entity is not taken back that is for all, and of which another project knows something."""
    is_taken_back = fact.kind == "entity" and all(version.superseded_at != FOREVER for version in fact.versions)
    return FOR_ALL if is_taken_back and batch.run.closed & entities.known_in(batch.tx, batch.settle(fact)) else None


def _of_setting(batch: Batch, aside: Aside) -> str | None:
    """Return why what is told or counts in every project stays as it is."""
    values = aside.values
    match aside.kind:
        case "profile":
            ours, theirs = profile.dated_field(batch.tx, values["field"]), values["value"]
        case "relationValue":
            ours, theirs = declarations.declaration(batch.tx, values["relation"]), values["cardinality"]
        case _:
            return None
    return FOR_ALL if ours is None or ours[0] != theirs else None


def _of_erasure(batch: Batch, aside: Aside) -> str | None:
    """Return why nothing is erased that is not here, nor what others know of something that is for all."""
    if aside.kind != "erasure":
        return None
    uid = _erased(batch, aside)
    if not projects.of_ids(batch.tx, [uid]) and not erasure.is_erased(batch.tx, uid):
        return NOT_HERE
    return FOR_ALL if batch.run.closed & entities.known_in(batch.tx, uid) else None


def _erased(batch: Batch, aside: Aside) -> str:
    """Return the id here of what an erasure names; a session or a handoff has the one it names."""
    kind, uid = aside.values["kind"], str(aside.values["uid"])
    return batch.ids.of(kind, uid) if kind in KINDS else uid


def _takes_a_name(entry: Entry) -> bool:
    """Whether a session has the name under which a conversation of another project would come in from a file."""
    if not isinstance(entry, Aside) or entry.kind != "session" or entry.values["client"] != imported_sessions.CLIENT:
        return False
    return imported_sessions.project_in(entry.values["client_session"]) not in (None, entry.project or "")


def _names_projects(entry: Entry) -> bool:
    return isinstance(entry, Aside) and entry.kind in _NAMING


def _ids(batch: Batch, entry: Entry) -> Iterator[str | None]:
    """Yield the ids of an entry, of what it belongs to and of what it speaks of, as they are here."""
    match entry:
        case Fact():
            yield from _ids_of_fact(batch, entry)
        case Aside():
            yield from _ids_of_aside(batch, entry)
        case TurnLine():
            # A line may name a session by its id here, or one that came in under the same name.
            yield entry.session
            yield from imported_sessions.by_name(
                batch.tx, [imported_sessions.name_of(entry.project, entry.session)]
            ).values()


def _ids_of_fact(batch: Batch, fact: Fact) -> Iterator[str | None]:
    yield batch.settle(fact)
    for old in fact.replaces:
        yield batch.ids.of(fact.kind, old)
    for version in fact.versions:
        for end in (version.draft.parent_uid, version.draft.target_uid):
            yield end
            yield batch.ids.of("entity", end or "")
            yield batch.ids.of("turn", end or "")
        for session in (version.draft.session_uid, version.session):
            yield session
            yield batch.run.sessions.get(session or "")
    for change in fact.changes:
        yield change.superseded_by
        yield batch.ids.of(fact.kind, change.superseded_by or "")


def _ids_of_aside(batch: Batch, aside: Aside) -> Iterator[str | None]:
    values = aside.values
    yield from (values.get(key) for key in ("uid", "session_uid", "from_session", "claimed_by"))
    if aside.kind == "dismissal":
        yield from (batch.ids.of_any(values["a"]), batch.ids.of_any(values["b"]))
    if aside.kind == "erasure":
        erased = versions.newest(batch.tx, _erased(batch, aside))
        yield _erased(batch, aside)
        # What was told of its session goes with a turn.
        yield erased and erased.session_uid
        yield batch.captured.get((values["captured_key"] or "")[:KEY_OF_SESSION])
    if aside.kind == "session":
        # A client's session is the same one under any id.
        found = imported_sessions.find(batch.tx, values["uid"], values["client"], values["client_session"])
        yield found and found[0]
