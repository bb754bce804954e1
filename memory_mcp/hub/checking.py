"""Check what a row of the hub may change here: only what its writer may change on the hub, too.

Row-level security goes by a row's columns, while a memory goes by what the record in the row says. So a record counts
only where both agree: it is of its row's project, and what it is about is of that project, or of one in which everybody
may write who can write the row. What is about a person, or about a person's own projects, counts only where nobody else
can have written it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, LiteralString, NamedTuple

from memory_mcp.errors import InvalidInputError
from memory_mcp.hub.connection import Hub
from memory_mcp.privacy.redaction import RedactMode, lenient
from memory_mcp.store.facts import erasure, known_ids
from memory_mcp.store.facts.projects import project_identity, project_meeting, projects
from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.sessions import imported as imported_sessions
from memory_mcp.transfer.formats.native_records import ASIDES, SECTIONS
from memory_mcp.transfer.model.report import Report
from memory_mcp.transfer.model.values import Reader, instant

OTHER_PROJECT: Final = "its record is of another project than its row on the hub"
OTHER_PERSON: Final = "it is about a person or about projects, and that person's own word alone counts"
NOT_THEIRS: Final = "it is about what whoever can write its row may not change"
BROKEN: Final = "it is no record that a memory tells a hub"

# Of a person, or of the projects as a person has them: no row of a shared project tells it.
_PERSONAL: Final = frozenset({"profile", "rename", "project", "relationValue", "dismissal"})
_KINDS: Final = frozenset(SECTIONS.values())
ASIDE: Final = frozenset({*ASIDES.values(), "profile"})
"""The kinds of rows that are no part of a fact."""
# Their records name no project of their own: they are about a fact, or were one.
_OF_A_FACT: Final = frozenset({"state", "change", "erasure"})
_WITH_ID: Final = frozenset({*_KINDS, "erasure", "session", "handoff"})

# Also of a role that row-level security does not hold: an owner synchronises as a person.
MINE: Final[LiteralString] = """(
    person = session_user OR (project, person) IN (SELECT r.project, r.person FROM memory.readable() AS r)
)"""
_ME: Final[LiteralString] = """
    SELECT session_user::text
"""
_SHARED: Final[LiteralString] = """
    SELECT project, person
    FROM memory.readable()
"""
# Others write there, and which others is not for this person to know.
_CLOSED: Final[LiteralString] = """
    SELECT project
    FROM memory.closed()
"""
_HOMES: Final[LiteralString] = f"""
    SELECT uid, project
    FROM memory.item
    WHERE uid = ANY (%(uids)s) AND {MINE}
    UNION
    SELECT key, project
    FROM memory.register
    WHERE kind IN ('session', 'handoff') AND key = ANY (%(uids)s) AND {MINE}
"""


@dataclass(frozen=True, slots=True)
class HubRecord:
    """A record with the columns of its row. ``kind`` is that of a fact, 'change', 'state', 'erasure' or a register's.

    ``is_signed`` says that nobody but its person can have written it: what is no version may be rewritten by whoever
    writes in its project.
    """

    kind: str
    key: str
    record: Any
    person: str
    project: str
    is_signed: bool = False
    superseded_at: str | None = None


class _Home(NamedTuple):
    """Where something is: a project by its name on the hub, by its number here, or both, and who writes there."""

    called: str | None
    project_id: int | None
    writers: frozenset[str]

    def is_of(self, project: str, number: int | None) -> bool:
        """Whether it is of a project of the hub, which has this number here."""
        return self.called == project or (number is not None and self.project_id == number)


class Gate:
    """Lets through what a pull may take in, and accounts in ``report`` for what it leaves out."""

    def __init__(self, hub: Hub, db: Database, redact: RedactMode = "mask") -> None:
        self.report: Final = Report(format="native")
        # Names and ids are compared as they would be stored; a secret in one is no reason to leave a record out.
        self._reader: Final = Reader(0, Report(format="native"), lenient(redact))
        # A fact that is on two pages comes whole with each.
        self._out: Final[set[str]] = set()
        self._hub: Final = hub
        self._db: Final = db
        self._me: Final = str(hub.value(_ME))
        self._own: Final = frozenset({self._me})
        writers: defaultdict[str, set[str]] = defaultdict(set)
        for project, person in hub.rows(_SHARED):
            writers[project].add(person)
        self._writers: Final = {project: frozenset(people) for project, people in writers.items()}
        self._closed: Final = {project for (project,) in hub.rows(_CLOSED)}

    def passed(self, rows: Iterable[HubRecord]) -> list[HubRecord]:
        """Return the rows that may be taken in, as this file and the hub are now; the others are left out."""
        whole = [row for row in rows if self._is_in_order(row)]
        # A person's own word counts wherever it is about: most hubs hold nothing else.
        asked = [row for row in whole if self._who(row) != self._own]
        if not asked:
            return whole
        with self._db.reading() as snapshot:
            look = _Look(self._hub, snapshot, self._reader, self._writing, asked)
            out = {id(row) for row in asked if not self._is_theirs(look, row)}
        for row in asked:
            if id(row) in out:
                self._leave_out(row, NOT_THEIRS)
        return [row for row in whole if id(row) not in out]

    def _is_in_order(self, row: HubRecord) -> bool:
        """Whether a record is what its row says it is, whatever it is about."""
        if not _is_whole(self._reader, row):
            reason = BROKEN
        elif row.kind not in _OF_A_FACT and _named(self._reader, row.record.get("project")) != _named(
            self._reader, row.project
        ):
            reason = OTHER_PROJECT
        elif row.kind in _PERSONAL and self._who(row) != self._own:
            reason = OTHER_PERSON
        else:
            return True
        self._leave_out(row, reason)
        return False

    def _leave_out(self, row: HubRecord, reason: str) -> None:
        if repr(row) in self._out:
            return
        self._out.add(repr(row))
        where = f"{row.kind} of {row.person} in {row.project[:60] or 'no project'}"
        self.report.skip(reason, where, repr(row.key[:60]))

    def _who(self, row: HubRecord) -> frozenset[str] | None:
        """Return who can have written a row; None where that is not known."""
        if row.is_signed or (row.project not in self._writers and row.project not in self._closed):
            return frozenset({row.person})
        return self._writers.get(row.project)

    def _writing(self, names: Iterable[str]) -> frozenset[str]:
        """Return who writes in a project of these names: the others know it by any of them."""
        return self._own.union(*(self._writers.get(called, frozenset()) for called in names))

    def _is_theirs(self, look: _Look, row: HubRecord) -> bool:
        """Whether all that a row is about is of its project, or of one where everybody writes who can write the row."""
        here, who = look.number(row.project), self._who(row)
        return all(
            home.is_of(row.project, here) or (who is not None and who <= home.writers)
            for uid in look.about[id(row)]
            for home in look.homes(uid)
            # What is said of an entity of no project is of the project where it is said.
            if row.kind != "observation" or uid == row.key or home.project_id != projects.NO_PROJECT
        )


class _Look:
    """Where what some rows are about is, in this file and on the hub."""

    def __init__(
        self, hub: Hub, snapshot: Snapshot, reader: Reader, writing: Callable[[Iterable[str]], frozenset[str]],
        rows: list[HubRecord],
    ) -> None:  # fmt: skip
        self._snapshot: Final = snapshot
        self._reader: Final = reader
        self._numbers: Final[dict[str, int | None]] = {}
        keys = erasure.session_keys(snapshot) if any(row.kind == "erasure" for row in rows) else {}
        captured = {key: uid for uid, key in keys.items()}
        self.about: Final = {id(row): _about(reader, row) | _met(snapshot, reader, captured, row) for row in rows}
        uids = sorted(set().union(*self.about.values()))
        self._homes: Final[defaultdict[str, list[_Home]]] = defaultdict(list)
        there: dict[str, _Home] = {}
        for uid, project in hub.rows(_HOMES, {"uids": uids}):
            if project not in there:
                there[project] = _Home(project, self.number(project), writing([project]))
            self._homes[uid].append(there[project])
        here: dict[int, _Home] = {}
        for uid, number in known_ids.homes(snapshot, uids):
            if number not in here:
                here[number] = _Home(None, number, writing(project_identity.names_of(snapshot, number)))
            self._homes[uid].append(here[number])

    def number(self, project: str) -> int | None:
        """Return the number here of a project of the hub, None where there is none yet."""
        if project not in self._numbers:
            called = _named(self._reader, project)
            here = project_meeting.called_here(self._snapshot, called) if called else ""
            self._numbers[project] = projects.by_name(self._snapshot, here) if called else projects.NO_PROJECT
        return self._numbers[project]

    def homes(self, uid: str) -> list[_Home]:
        """Return where something is; of what nobody told yet it is nowhere."""
        return self._homes[uid]


def _about(reader: Reader, row: HubRecord) -> set[str]:
    """Return the ids of what taking in a row may change; what it only names is none of it.

    Raises InvalidInputError where the record does not say it.
    """
    data = row.record
    # Under the id that the hub has, and under that which it is stored by.
    own = {row.key, reader.joining(row.key, "id")}
    match row.kind:
        case "observation":
            # It goes where its entity is.
            return own | {reader.identifier(data, "entityId")}
        case "statement":
            return own | {reader.identifier(data, "turnId")}
        case "turn" | "digest" | "erasure":
            # What is told of a session is read from these.
            session = reader.reference(data, "sessionId")
            return own if session is None else own | {session}
        case "goal":
            return set()
        case _:
            return own


def _met(snapshot: Snapshot, reader: Reader, captured: Mapping[str, str], row: HubRecord) -> set[str]:
    """Return the session here that a record is about under the name that a client gave it."""
    data = row.record
    if row.kind == "session":
        called = reader.name(data, "client") or "", reader.key(data, "clientSession") or ""
        found = imported_sessions.find(snapshot, row.key, *called)
        return set() if found is None else {found[0]}
    if row.kind == "erasure":
        key = (reader.key(data, "capturedKey") or "")[: erasure.KEY_OF_SESSION]
        return {captured[key]} if key in captured else set()
    return set()


def _is_whole(reader: Reader, row: HubRecord) -> bool:
    """Whether a record has what is read of it before anything else is: its form, and what it is about."""
    data = row.record
    if not isinstance(data, dict):
        return False
    if row.kind == "change":
        return "verb" in data and "supersededById" in data
    if row.kind == "state":
        return True
    try:
        _about(reader, row)
        is_of_row = row.kind not in _WITH_ID or reader.identifier(data) == reader.joining(row.key, "id")
    except InvalidInputError:
        return False
    # What says when it was recorded is joined by its id alone, with nothing that is alike.
    is_dated = row.kind not in _KINDS or instant(data.get("recordedAt")) is not None
    return data.get("type") == row.kind and is_of_row and is_dated


def _named(reader: Reader, project: Any) -> str:
    """Return a project's name as it is read from a record, empty for none."""
    return reader.name({"project": project}, "project") or ""


def left_out(report: Report) -> int:
    """Return how many records a gate left out, of all that a pull accounts for."""
    return sum(report.skipped[reason] for reason in (BROKEN, OTHER_PROJECT, OTHER_PERSON, NOT_THEIRS))
