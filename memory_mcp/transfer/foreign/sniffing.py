"""Tell by its content which other program a file is of, and read its records as a stream."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.facts.versions import Kind
from memory_mcp.store.file import foreign_database
from memory_mcp.transfer.foreign import chats, claude_archive, databases, memories
from memory_mcp.transfer.foreign.made import NAMED, RELATED, SAID, nothing
from memory_mcp.transfer.formats.native_records import fact_of
from memory_mcp.transfer.formats.reference import Stated, entity_fact, relation_fact
from memory_mcp.transfer.formats.turns import said_of
from memory_mcp.transfer.model import undecoded
from memory_mcp.transfer.model.elements import Place, elements, where
from memory_mcp.transfer.model.entry import Entry, Fact, Record, Source
from memory_mcp.transfer.model.input import Input
from memory_mcp.transfer.model.json_values import Broken
from memory_mcp.transfer.model.records import one_by_one
from memory_mcp.transfer.model.values import Reader

Foreign: TypeAlias = Literal["chatgpt", "claude-ai", "mem0", "mif", "claude-mem", "mcp-memory-service", "letta"]
_Read: TypeAlias = Callable[[Any, Place], Iterator[Record]]
FOREIGN: Final[tuple[Foreign, ...]] = get_args(Foreign)

# What an element of a list has, and what a whole object has.
_ELEMENTS: Final[tuple[tuple[Foreign, set[str]], ...]] = (
    ("chatgpt", {"mapping"}), ("claude-ai", {"chat_messages"}), ("mem0", {"memory"}),
    ("mcp-memory-service", {"content", "content_hash"}), ("claude-ai", {claude_archive.MEMORIES}),
    ("claude-ai", set(claude_archive.PROJECT)),
)  # fmt: skip
_OBJECTS: Final[tuple[tuple[Foreign, set[str]], ...]] = (
    ("mif", {"mif_version", "memories"}), ("mcp-memory-service", {"export_metadata", "memories"}),
    ("letta", {"agents", "blocks"}), ("mem0", {"results"}), ("chatgpt", {"mapping"}), ("claude-ai", {"chat_messages"}),
    ("claude-ai", {claude_archive.MEMORIES}), ("claude-ai", set(claude_archive.PROJECT)),
)  # fmt: skip
_TABLES: Final[tuple[tuple[Foreign, set[str]], ...]] = (
    ("claude-mem", {"sdk_sessions", "observations"}), ("mcp-memory-service", {"memories"}),
)  # fmt: skip
# What of a whole object is read an element at a time; 0 stands for any element of a list.
_OPENED: Final[dict[Foreign, frozenset[Place]]] = {
    "mem0": frozenset({(), ("results",), ("relations",)}),
    "mcp-memory-service": frozenset({(), ("memories",)}),
    "mif": frozenset({(), ("memories",), ("knowledge_graph",), *memories.GRAPH}),
    "letta": frozenset({(), ("blocks",), ("agents",), ("agents", 0), ("agents", 0, "messages")}),
}
_READERS: Final[dict[Foreign, _Read]] = {
    "chatgpt": lambda value, place: chats.chatgpt(value, where(place)),
    "mcp-memory-service": lambda value, place: iter([memories.mcp_memory_service(value, where(place))]),
    "mif": memories.mif,
}
_HEAD: Final = 65_536
# Characters of the first element, or of a member: one conversation, however long.
_MOST_SNIFFED: Final = 64_000_000
_HINT: Final = re.compile(
    r'"(mif_version|export_metadata|agents|results|mapping|chat_messages|conversations_memory|docs)"\s*:'
)


def sniff(source: Input) -> Foreign | None:
    """Return whose file or folder it is, None for one of ours or of nobody known.

    Raises InvalidInputError for an archive without conversations.
    """
    path = source.path
    if path is not None and path.is_dir() and not source.is_unpacked:
        return None
    if path is not None and foreign_database.is_database(path):
        return _first(_TABLES, foreign_database.tables(path))
    for member in source.members():
        with member.open() as file:
            head = file.read(_HEAD).lstrip()
        found = None
        if head.startswith("["):
            first = next((value for place, value in elements(member, {()}, _MOST_SNIFFED) if place), None)
            found = _first(_ELEMENTS, set(first)) if isinstance(first, dict) else None
        elif head.startswith("{") and _HINT.search(head):
            found = _of_object(member)
        if found:
            return found
    return None


def _of_object(source: Input) -> Foreign | None:
    """Return whose object it is, as soon as its members tell."""
    keys: set[str] = set()
    for place, _value in elements(source, frozenset[Place]().union(*_OPENED.values()), _MOST_SNIFFED):
        keys |= {str(step) for step in place[:1]}
        found = _first(_OBJECTS, keys)
        # Ours begin with it.
        if found or keys == {"format"}:
            return found
    return None


def _first(shapes: tuple[tuple[Foreign, set[str]], ...], keys: set[str]) -> Foreign | None:
    return next((name for name, needed in shapes if needed <= keys), None)


def open_foreign(source: Input, name: Foreign) -> Source:
    """Open what another program keeps or exports, as a stream of records.

    Raises InvalidInputError for a file that is not that program's, RefusedError for one that cannot be read.
    """
    path = source.path
    if name == "claude-mem" or (path is not None and foreign_database.is_database(path)):
        of_database: dict[str, Callable[..., Iterator[Record]]] = {
            "claude-mem": databases.claude_mem, "mcp-memory-service": databases.memory_service,
        }  # fmt: skip
        if path is None or name not in of_database:
            raise InvalidInputError(f"{source.name} is no file of {name}", hint="Leave --format out.", field="format")
        return Source(name, source.name, source.fingerprint(), of_database[name](path))
    others = (nothing(other, "a file without conversations") for other in source.others())
    members = source.members()
    projects = claude_archive.names_of(one for one in members if not one.holds_conversations and name == "claude-ai")
    records = chain(chain.from_iterable(_of_file(member, name, projects) for member in members), others)
    problems = tuple((one.name, problem) for one in members if (problem := undecoded.in_file(one)))
    return Source(name, source.name, source.fingerprint(), records, problems=problems)


def _of_file(source: Input, name: Foreign, projects: Mapping[str, str]) -> Iterator[Record]:
    with source.open() as file:
        is_list = file.read(_HEAD).lstrip().startswith("[")
    opened = {()} if is_list else _OPENED.get(name, frozenset[Place]())
    read = _reader(source, name, opened, projects)
    for place, value in elements(source, opened):
        if isinstance(value, Broken):
            yield nothing(where(place), value.fault)
        elif isinstance(place[-1], int) if place else value is not None:
            yield from read(value, place)


def _reader(source: Input, name: Foreign, opened: AbstractSet[Place], projects: Mapping[str, str]) -> _Read:
    match name:
        case "letta":
            return chats.Letta(elements(source, opened)).read
        case "claude-ai":
            file = "" if source.holds_conversations else source.name
            return claude_archive.ClaudeArchive(file, projects, source.made_at).read
        case "mem0":
            return memories.Mem0().read
        case _:
            return _READERS[name]


def entries(source: Source, reader: Reader, project: str | None) -> Iterator[tuple[Entry | None, int]]:
    """Yield what each record says; one that says nothing is accounted for here.

    What its program kept with a record and this memory does not is noted in the report of ``reader``.
    """

    def read(record: Record) -> Entry:
        if left_out := record.data.get("leftOut"):
            reader.report.note(record.where, f"left out: {', '.join(left_out)}")
        if record.kind == SAID:
            return said_of(reader, record.data, record.where, source=source.name, project=project)
        if record.kind in (NAMED, RELATED):
            return _by_name(reader, record, project)
        data = record.data if record.data.get("project") is not None else record.data | {"project": project}
        fact = fact_of(reader, cast("Kind", record.kind), [(data, record.where)], source.format)
        fact.by_text = bool(record.data.get("replaces"))
        return fact

    return one_by_one(source.records, reader, read)


def _by_name(reader: Reader, record: Record, project: str | None) -> Fact:
    """Read a person or thing, or a relation between two, that has no id where it comes from."""
    data = record.data
    if record.kind == NAMED:
        name, kind = reader.text(data, "name", required=True), reader.said(data, "type")
        return entity_fact(name, kind, Stated(record.where, project, reader.now))
    source, kind, target = (reader.text(data, key, required=True) for key in ("source", "relationship", "target"))
    since = reader.moment(data, "at", record.where)
    stated = Stated(record.where, project, reader.now if since is None else since)
    return relation_fact(source, kind, target, stated)
