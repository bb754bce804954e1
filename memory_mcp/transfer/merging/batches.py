"""What an import remembers: ``Run`` from one transaction to the next, and ``Batch`` within one."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from memory_mcp.project import clean_name
from memory_mcp.store.facts import erasure, known_ids, versions
from memory_mcp.store.facts.projects import project_meeting, projects
from memory_mcp.store.file.database import Transaction
from memory_mcp.store.sessions import captured_ids, sessions
from memory_mcp.temporal import Instant
from memory_mcp.transfer.merging.ids import Identities
from memory_mcp.transfer.model.entry import Fact
from memory_mcp.transfer.model.report import Report
from memory_mcp.transfer.model.values import Reader


@dataclass
class Run:
    """What an import remembers from one transaction to the next.

    ``ids`` (by kind and id) and ``sessions`` point ids of the file to those of the same thing here; ``deferred`` waits
    for what it refers to. ``within`` is the project in which a tool asked for it, None where a person did; it leaves
    the projects alone that are ``closed``.
    """

    reader: Reader
    origin: str = ""
    exported_at: Instant | None = None
    project: str | None = None
    # How projects of the file are called here, where somebody said so.
    projects: Mapping[str, str] = field(default_factory=dict)
    within: str | None = None
    closed: frozenset[int] = frozenset()
    ids: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    deferred: list[Any] = field(default_factory=list)
    # The identity of each project that the file tells; empty where it tells two under one name.
    identities: dict[str, str] = field(default_factory=dict)

    @property
    def report(self) -> Report:
        """The account of this import."""
        return self.reader.report

    def told(self, name: str, identity: str) -> None:
        """Note the identity of a project of the file."""
        self.identities[name] = identity if self.identities.get(name, identity) == identity else ""

    def called_here(self, tx: Transaction, name: str) -> str:
        """Return how a project of the file is called here."""
        return self.projects.get(name) or project_meeting.called_here(tx, name, self.identities.get(name, ""))

    def memory(self) -> dict[str, Any]:
        """Return a copy of what is remembered, to go back to when a transaction is undone."""
        remembered = {"report": vars(self.report), "ids": self.ids, "sessions": self.sessions}
        return copy.deepcopy(remembered) | {"deferred": list(self.deferred)}

    def recall(self, memory: dict[str, Any]) -> None:
        """Put back what ``memory`` returned, after a transaction was undone."""
        vars(self.report).update(copy.deepcopy(memory["report"]))
        self.ids, self.sessions = dict(memory["ids"]), dict(memory["sessions"])
        self.deferred = list(memory["deferred"])


class Batch:
    """One transaction of an import: what is known of its ids, asked once."""

    def __init__(self, tx: Transaction, run: Run, incoming: Iterable[Fact], *, is_last: bool = False) -> None:
        self.tx: Final = tx
        self.run: Final = run
        self.is_last: Final = is_last
        facts_ = list(incoming)
        self.ids: Final = Identities(tx, run.ids)
        self._name_marked([fact for fact in facts_ if fact.mark])
        uids = {self.ids.of(fact.kind, fact.uid) for fact in facts_}
        ends = {self.ids.of("entity", uid) for fact in facts_ for uid in ends_of(fact)}
        self.versions: Final = known_ids.versions(tx, uids)
        self.erased: Final = erasure.erased(tx, uids | ends)
        self.entities: Final = known_ids.entities(tx, ends)
        self.has_erased_keys: Final = known_ids.any_key_erased(tx)
        self._projects: dict[str, int] = {}
        self._known: dict[str, int | None] = {}
        # The lines of conversations among the entries are stored together.
        self.has_lines = False
        # Sessions of which turns came: whether their digests had read all, and nothing more was said.
        self.heard: Final[dict[str, bool]] = {}
        self._clients: dict[str, Mapping[str, str]] = {}
        self._homes: dict[str, int] = {}

    def _name_marked(self, marked: list[Fact]) -> None:
        """Point what is known by the end of its id to the one row of its kind here whose id ends so."""
        ends: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for kind, mark, uid in known_ids.ending(self.tx, {fact.mark for fact in marked}):
            ends[kind, mark].append(uid)
        for fact in marked:
            if len(here := ends[fact.kind, fact.mark]) == 1:
                self.ids.point(fact.kind, fact.uid, here[0])

    def settle(self, fact: Fact) -> str:
        """Return the id of a fact here; one that is not among those asked for is asked for now."""
        uid = self.ids.of(fact.kind, fact.uid)
        if uid in self.erased or any(version.kind != fact.kind for version in self.versions[uid]):
            uid = self.ids.settle(fact.kind, fact.uid)
        if uid != fact.uid and not self.versions[uid]:
            self.versions.update(known_ids.versions(self.tx, [uid]))
            self.erased.update(erasure.erased(self.tx, [uid]))
        return uid

    def forget(self, erased: Iterable[str]) -> None:
        """Know of rows that were erased meanwhile."""
        uids = list(erased)
        self.erased.update(erasure.erased(self.tx, uids))
        for uid in uids:
            self.versions[uid].clear()
            self.entities.pop(uid, None)

    @cached_property
    def captured(self) -> dict[str, str]:
        """The sessions here by the key under which whoever captured them knows them."""
        return {key: uid for uid, key in erasure.session_keys(self.tx).items()}

    def clients_of_captured(self, session: str | None) -> Mapping[str, str]:
        """Return what ``captured_ids.clients_of_captured`` does of one session, which is asked once."""
        if session is not None and session not in self._clients:
            self._clients[session] = captured_ids.clients_of_captured(self.tx, [session])
        return self._clients.get(session or "", {})

    def home_of(self, session: str | None) -> int:
        """Return the project of a session that is here; none where it is not."""
        if session is None:
            return projects.NO_PROJECT
        if session not in self._homes:
            found = sessions.find(self.tx, session)
            self._homes[session] = projects.NO_PROJECT if found is None else found.project_id
        return self._homes[session]

    def move(self, session: str, project_id: int) -> None:
        """Move a session to a project, with what was captured of it where that was of none."""
        if self.home_of(session) == projects.NO_PROJECT != project_id:
            versions.put_in_project(self.tx, session, project_id)
        self._homes[session] = project_id

    def forget_projects(self) -> None:
        """Ask for each project anew, and for the entities that say which one they are of: some are one now."""
        self._projects.clear()
        self._known.clear()
        self._homes.clear()
        self.entities.update(known_ids.entities(self.tx, list(self.entities)))

    def known_project(self, name: str) -> int | None:
        """Return the number of a project that is here, None where it is not."""
        if name not in self._known:
            here = self.run.called_here(self.tx, name)
            self._known[name] = projects.find(self.tx, projects.named(here))
        return self._known[name]

    def project_id(self, name: str | None) -> int:
        """Return the number of a project, made on first sight under its name as the tools write it.

        Raises InvalidInputError for a name that no project can have.
        """
        if not name or self.run.projects.get(name) == "":
            return projects.NO_PROJECT
        if name not in self._projects:
            here = self.run.called_here(self.tx, name)
            # The folder's own may be called anything that a folder can.
            if here != self.run.project and projects.by_name(self.tx, here) is None:
                here = clean_name(here, "project")
            self._projects[name] = projects.ensure(self.tx, projects.named(here))
        return self._projects[name]


def ends_of(fact: Fact) -> list[str]:
    """Return the entities an observation or relation speaks of."""
    if fact.kind not in ("observation", "relation"):
        return []
    draft = fact.versions[0].draft if fact.versions else None
    return [uid for uid in (draft.parent_uid, draft.target_uid) if uid is not None] if draft else []
