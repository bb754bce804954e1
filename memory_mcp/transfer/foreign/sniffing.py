"""Which other program a file is of, told by what is in it, and its records as a stream."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.facts.versions import Kind
from memory_mcp.store.file import foreign_database
from memory_mcp.transfer.foreign import chats, databases, memories
from memory_mcp.transfer.foreign.made import SAID, listed, nothing
from memory_mcp.transfer.formats.native_records import fact_of
from memory_mcp.transfer.formats.turns import said_of
from memory_mcp.transfer.model.elements import elements
from memory_mcp.transfer.model.entry import Entry, Record, Source
from memory_mcp.transfer.model.input import Input, whole_json
from memory_mcp.transfer.model.records import one_by_one
from memory_mcp.transfer.model.values import Reader

Foreign: TypeAlias = Literal["chatgpt", "claude-ai", "mem0", "mif", "claude-mem", "mcp-memory-service", "letta"]
FOREIGN: Final[tuple[Foreign, ...]] = get_args(Foreign)

# What an element of a list has, and what a whole object has.
_ELEMENTS: Final[tuple[tuple[Foreign, set[str]], ...]] = (
    ("chatgpt", {"mapping"}), ("claude-ai", {"chat_messages"}), ("mem0", {"memory"}),
    ("mcp-memory-service", {"content", "content_hash"}),
)  # fmt: skip
_OBJECTS: Final[tuple[tuple[Foreign, set[str]], ...]] = (
    ("mif", {"mif_version", "memories"}), ("mcp-memory-service", {"export_metadata", "memories"}),
    ("letta", {"agents", "blocks"}), ("mem0", {"results"}), ("chatgpt", {"mapping"}), ("claude-ai", {"chat_messages"}),
)  # fmt: skip
_TABLES: Final[tuple[tuple[Foreign, set[str]], ...]] = (
    ("claude-mem", {"sdk_sessions", "observations"}), ("mcp-memory-service", {"memories"}),
)  # fmt: skip
_HEAD: Final = 65_536
_HINT: Final = re.compile(r'"(mif_version|export_metadata|agents|results|mapping|chat_messages)"\s*:')


def sniff(source: Input) -> Foreign | None:
    """Return whose file or folder it is, None for one of ours or of nobody known.

    Raises InvalidInputError for an archive without conversations.
    """
    path = source.path
    if path is not None and path.is_dir():
        return None
    if path is not None and foreign_database.is_database(path):
        return _first(_TABLES, foreign_database.tables(path))
    for member in source.members():
        with member.open() as file:
            head = file.read(_HEAD).lstrip()
        if head.startswith("["):
            first = next(elements(member), (None, ""))[0]
            found = _first(_ELEMENTS, set(first)) if isinstance(first, dict) else None
        elif head.startswith("{") and _HINT.search(head):
            found = _of_object(head, member)
        else:
            found = None
        if found:
            return found
    return None


def _of_object(head: str, source: Input) -> Foreign | None:
    try:
        value = json.loads(head)
    except ValueError:
        if '"format"' in head[:200]:
            return None
        value = whole_json(source)
    return _first(_OBJECTS, set(value)) if isinstance(value, dict) else None


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
    records = chain.from_iterable(_of_file(member, name) for member in source.members())
    return Source(name, source.name, source.fingerprint(), records)


def _of_file(source: Input, name: Foreign) -> Iterator[Record]:
    with source.open() as file:
        is_list = file.read(_HEAD).lstrip().startswith("[")
    if not is_list:
        value = whole_json(source)
        match name:
            case "mif":
                yield from memories.mif(value)
                return
            case "letta":
                yield from chats.letta(value)
                return
        keys = {"mem0": "results", "mcp-memory-service": "memories"}
        values = listed(value.get(keys[name])) if name in keys else [value]
        each: Iterator[tuple[Any, str]] = ((one, f"{name}[{number}]") for number, one in enumerate(values, 1))
    else:
        each = elements(source)
    for element, where in each:
        if element is None:
            yield nothing(where, "the file is damaged here")
            continue
        match name:
            case "chatgpt":
                yield from chats.chatgpt(element, where)
            case "claude-ai":
                yield from chats.claude_ai(element, where)
            case "mem0":
                yield memories.mem0(element, where)
            case _:
                yield memories.mcp_memory_service(element, where)


def entries(source: Source, reader: Reader, project: str | None) -> Iterator[tuple[Entry | None, int]]:
    """Yield what each record says; one that says nothing is accounted for here.

    What its program kept with a record and this memory does not is noted in the report of ``reader``.
    """

    def read(record: Record) -> Entry:
        if left_out := record.data.get("leftOut"):
            reader.report.note(record.where, f"left out: {', '.join(left_out)}")
        if record.kind == SAID:
            return said_of(reader, record.data, record.where, source=source.name, project=project)
        data = record.data if record.data.get("project") is not None else record.data | {"project": project}
        return fact_of(reader, cast("Kind", record.kind), [(data, record.where)], source.format)

    return one_by_one(source.records, reader, read)
