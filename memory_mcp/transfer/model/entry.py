"""What a file says, in our words, before it is compared with what is known here: the one shape of all formats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from memory_mcp.store.facts.facts import Verb
from memory_mcp.store.facts.lifecycle import State
from memory_mcp.store.facts.versions import Draft, Kind
from memory_mcp.store.sessions.turns import Role
from memory_mcp.temporal import FOREVER, Instant


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a file as it was parsed. ``where`` is a line or a place in it; ``fault`` says why it is none."""

    kind: str
    data: Any
    where: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A file being read: what its head says, how many records it holds (None: not known), and the records.

    ``origin`` is the memory that wrote it, ``exported_at`` when; ``fingerprint`` is the same for the same content.
    ``promised`` is how many records the head says there are, where it does. ``problems`` are (where, what) of the file
    itself, whatever its records say.
    """

    format: str
    name: str
    fingerprint: str
    records: Iterator[Record]
    total: int | None = None
    origin: str = ""
    exported_at: Instant | None = None
    promised: int | None = None
    problems: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a fact. ``recorded_at`` is None where the file knows no transaction time: then it is now."""

    draft: Draft
    where: str
    project: str | None = None
    recorded_at: Instant | None = None
    superseded_at: Instant = FOREVER
    actor: str = "import"
    origin: str = ""
    session: str | None = None
    # The file's clock was ahead of ours: the times are not what it says.
    is_moved: bool = False
    # Until when it may get another id where it comes from, that of the line of a transcript that says it.
    waits_until: Instant | None = None
    # All that the file says where it strikes out what the fact said: the draft takes its place from now on.
    line: str = ""
    # What the fact said when the file was written, of a file that somebody may have edited since; empty: not known.
    was: str = ""
    # The digests of what parts of its page said then, by their names.
    parts_were: Mapping[str, str] = field(default_factory=dict)
    # What its author knew of the fact: all that was recorded up to a time, by memory; of its own memory everything.
    seen: Mapping[str, Instant] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FactChange:
    """One verb that was applied to a fact where it comes from."""

    at: Instant
    verb: Verb
    superseded_by: str | None
    reason: str
    actor: str
    origin: str
    is_moved: bool = False
    verified: bool | None = None
    outcome: str | None = None


@dataclass(slots=True)
class Fact:
    """All a file says about one id: versions in order, state, and why it changed.

    ``text`` is a document's. ``labels`` are names for entities the file refers to but may not hold. ``by_text``: the
    file has no ids of its own, so the same words about the same entity are the same fact. ``mark`` is the end of an id
    that it has nevertheless. ``replaces`` are ids of facts in whose place it came there.
    """

    uid: str
    kind: Kind
    versions: list[Version]
    state: State | None = None
    changes: tuple[FactChange, ...] = ()
    text: str | None = None
    labels: dict[str, str] = field(default_factory=dict)
    by_text: bool = False
    mark: str = ""
    replaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One line of a turns file. ``session`` is the file's own name for the conversation; no project is empty.

    ``title`` is what the conversation is called, where the line says it.
    """

    where: str
    project: str
    session: str
    key: str
    text: str
    role: Role
    speaker: str
    caption: str
    at: Instant | None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Aside:
    """A record that is no fact: a session, goal, profile field, handoff ..., as columns of its table."""

    kind: str
    values: dict[str, Any]
    where: str
    project: str | None = None


Entry: TypeAlias = Fact | TurnLine | Aside
