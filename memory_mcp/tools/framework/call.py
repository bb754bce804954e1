"""A call: everything that a tool may use while it answers one request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from memory_mcp.capture.events.private_echo import PrivateEcho
from memory_mcp.errors import InvalidInputError
from memory_mcp.language.shortening import echoed
from memory_mcp.project import MARKER, ProjectRef, here, resolve
from memory_mcp.store.capture_state import private_marks
from memory_mcp.store.facts import short_ids
from memory_mcp.store.facts.client_names import client_name
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.tools.framework.client_session import conversation_of, current, place
from memory_mcp.tools.framework.comparing import compare_few
from memory_mcp.tools.framework.declare import RequestFacts
from memory_mcp.tools.framework.masking import Masking
from memory_mcp.tools.framework.runtime import Deferred, Runtime

if TYPE_CHECKING:
    from memory_mcp.capture.context.selection import ContextRequest

EVERYWHERE: Final = "*"


class Scope(NamedTuple):
    """Which project a call reads or writes: ``id`` for the store, ``name`` for the answer (None = none, * = all)."""

    id: int
    name: str | None


@dataclass
class Call:
    """One request: who asks, from where, and what they should be told besides the result."""

    runtime: Runtime
    facts: RequestFacts = field(default_factory=RequestFacts)
    actor: str = "call"
    notices: list[str] = field(default_factory=list)
    is_session_new: bool = False
    _conversation: str | None = None
    # Whether facts that wait are compared before the first look at the file.
    _compares: bool = False
    masking: Masking = field(init=False)

    def __post_init__(self) -> None:
        """Have what is masked told beside the call's other notices."""
        self.masking = Masking(self.runtime.settings, self.notices, self._echoes_heard)

    @contextmanager
    def reading(self) -> Iterator[Snapshot]:
        """Hand out one consistent snapshot of the file."""
        if self._compares:
            self._compares = False
            compare_few(self.runtime)
        with self.runtime.db.reading() as snapshot:
            yield snapshot

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Hand out this call's one transaction; committed when the block ends.

        It belongs to the client's conversation, which is opened here unless its hooks were first.
        """
        with self.runtime.db.writing(self.actor, self.session_uid) as tx:
            told = self.facts.session_hint
            if name := current(tx, self.client, told, self.folder, self.runtime.settings):
                self.facts = self.facts._replace(session_hint=name)
                conversation = conversation_of(tx, self.client, name, self.folder, self.runtime.settings)
                tx.session_uid, self.is_session_new = conversation
                self._conversation = tx.session_uid
            yield tx

    def after_reply(self, step: Deferred) -> None:
        """Write something once the answer is out: that a row was shown or opened."""
        self.runtime.defer(step)

    def before_reading(self) -> None:
        """Have the few facts that wait compared before the first look: what is asked now tells what they contradict."""
        self._compares = True

    @property
    def session_uid(self) -> str | None:
        """The session what is written belongs to: the client's conversation, else the newest opened here and not ended.

        The client's conversation is known once ``writing`` was entered.
        """
        if self.facts.session_hint:
            return self._conversation
        return self.runtime.sessions[-1] if self.runtime.sessions else None

    @property
    def client(self) -> str:
        """The client's name in this memory."""
        return self.facts.session_client or client_name(self.facts.client_name)

    @property
    def folder(self) -> Path:
        """The folder the client works in."""
        folders = [self.facts.project_dir, *self.facts.workspaces]
        return next((Path(entry) for entry in folders if entry), None) or here()

    def whole_ids(self, given: list[str], field: str = "id") -> list[str]:
        """Return the ids that are meant by these ids or ends of ids. Raises InvalidInputError where one means several.

        ``field`` is the parameter that holds them.
        """
        with self.reading() as snapshot:
            return [short_ids.whole(snapshot, one, field=field) for one in given]

    def project(self, name: str | None) -> ProjectRef:
        """Return the project a call means: the argument, else what setting and working directory say."""
        found = resolve(self.folder, argument=name, environment=self.runtime.settings.project)
        return projects.cleaned(found, self.runtime.settings.redact)

    def _meant(self, snapshot: Snapshot, project: str | None) -> ProjectRef:
        """Return the project a call means; one that is not known yet has no name that echoes a private part."""
        ref = projects.settled(snapshot, self.project(project))
        if ref.source != "argument" or projects.find(snapshot, ref) is not None:
            return ref
        return ref._replace(name=self.masking.without_echo(ref.name))

    def unconfirmed(self) -> ProjectRef | None:
        """Return the project that the folder's marker file names without a person having confirmed it; None else."""
        named = self.project(None)
        with self.reading() as snapshot:
            return None if projects.settled(snapshot, named) is named else named

    def confirm(self, ref: ProjectRef) -> None:
        """Bind the folder of a marker file to the project it names, on a person's word."""
        with self.runtime.db.writing("confirmed by a person") as tx:
            projects.bind(tx, ref)

    def scope(self, snapshot: Snapshot, project: str | None) -> Scope:
        """Return what a read sees: the project and rows without one; ``*`` is everything."""
        if project == EVERYWHERE:
            return Scope(projects.ALL_PROJECTS, EVERYWHERE)
        ref = self._meant(snapshot, project)
        found = projects.find(snapshot, ref)
        if found is None:
            if ref.source == "argument":
                self.notices.append(f"nothing is stored in a project {echoed(ref.name)!r} yet")
            self._tell_of_moves(snapshot, ref)
            return Scope(projects.UNKNOWN_PROJECT, ref.name)
        return Scope(found, projects.name_of(snapshot, found))

    def home(self, tx: Transaction, project: str | None) -> Scope:
        """Return where a write goes, creating the project on first sight; ``*`` cannot be written to.

        Raises InvalidInputError for ``*`` and for a name that no project can have.
        """
        if project == EVERYWHERE:
            raise InvalidInputError(
                "'*' is every project and cannot be written to",
                hint="Name one project, or leave it out.",
                field="project",
            )
        ref = self._meant(tx, project)
        if ref.source == "repository" and projects.find(tx, ref) is None:
            self._tell_of_moves(tx, ref)
        found = projects.ensure(tx, ref)
        return Scope(found, projects.name_of(tx, found))

    def context_request(self, snapshot: Snapshot, scope: Scope, client: str, session: str = "") -> ContextRequest:
        """Return the question where a project stands, as a session of this client or one that only reads asks it."""
        # What chooses among memories takes 12 ms to load.
        from memory_mcp.capture.context.selection import TOKENS, ContextRequest  # noqa: PLC0415

        settings = self.runtime.settings
        return ContextRequest(
            scope.id, scope.name or "", client, place(snapshot, scope.id, self.folder, settings), session,
            hands_over=settings.handoff == "on", tokens=settings.context_tokens or TOKENS,
        )  # fmt: skip

    def _tell_of_moves(self, snapshot: Snapshot, ref: ProjectRef) -> None:
        """Say that a repository nothing is known of may be a known one that was moved."""
        if ref.source != "repository" or not (gone := projects.homeless(snapshot)):
            return
        names = ", ".join(repr(name) for name in gone[:3])
        notice = (
            f"{ref.root} is new to this memory, and the folders of {names} are gone: if it was moved here, keep its "
            f"name with MEMORY_PROJECT, or with a file {MARKER} that says project = {gone[0]!r} and memory-mcp trust"
        )
        if notice not in self.notices:
            self.notices.append(notice)

    def home_name(self) -> str:
        """Return the name a write here goes under, empty for none: a second root of one name has its own."""
        with self.reading() as snapshot:
            return projects.home_name(snapshot, self.project(None))

    def look_through(self, values: object) -> None:
        """Read the texts among these values for secrets that no rule finds, where the embedding engine is loaded."""
        self.masking.look_through(values, self.runtime.reading.load)

    def _echoes_heard(self) -> list[PrivateEcho]:
        """Return what the person told as private in the conversation this call belongs to, as its hooks heard it."""
        with self.reading() as snapshot:
            told = self.facts.session_hint
            name = current(snapshot, self.client, told, self.folder, self.runtime.settings)
            return [PrivateEcho(marks) for marks in private_marks.in_force(snapshot, self.client, name)]
