"""Tell which format a file is in by what its first record says, never by its name alone."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal, NoReturn, TypeAlias

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.long_numbers import read_json
from memory_mcp.language.typed_commands import typed
from memory_mcp.store.file.foreign_database import is_database, is_memory
from memory_mcp.transfer.formats import native_records
from memory_mcp.transfer.model.input import Input, lines

Format: TypeAlias = Literal["native", "studiomeyer", "reference", "turns", "markdown"]
STUDIOMEYER: Final = "studiomeyer-memory-export"
_LINES_LOOKED_AT: Final = 10
_CHARACTERS_LOOKED_AT: Final = 100_000
_SECTIONS: Final = frozenset({*native_records.SECTIONS, *native_records.ASIDES, "profile"})


def detect(source: Input) -> tuple[Format, bool]:
    """Return the format of a file and whether it is one JSON value (False: lines).

    Raises InvalidInputError when it is none of the known formats.
    """
    if source.path is not None and (source.path.is_dir() or source.path.suffix.lower() in {".md", ".markdown"}):
        return "markdown", False
    start = [line for line, _, _ in islice(lines(source), _LINES_LOOKED_AT)]
    if not start:
        raise InvalidInputError(f"{source.name} is empty", hint="Give a file that was exported.", field=source.field)
    values = [_value(line) for line in start]
    if values[0] is None:
        # Printed over several lines, or damaged.
        with source.open() as file:
            text = file.read(_CHARACTERS_LOOKED_AT)
        if STUDIOMEYER in text:
            return "studiomeyer", True
        if native_records.FORMAT in text:
            return "native", True
    found = next((value for value in values if value is not None), None)
    return _by_record(source, found) if found is not None else _unknown(source)


def _by_record(source: Input, value: dict[str, Any]) -> tuple[Format, bool]:
    head = value["data"] if "success" in value and isinstance(value.get("data"), dict) else value
    match head:
        case {"format": native_records.FORMAT}:
            return "native", bool(_SECTIONS & head.keys()) or head is not value
        case {"format": str()}:
            return ("studiomeyer" if head["format"] == STUDIOMEYER else _unknown_format(source, head)), True
        case {"type": "entity", "name": _, "observations": _} | {"type": "relation", "from": _}:
            return "reference", False
        case {"type": _, "id": _}:
            return "native", False
        case {"text": _}:
            return "turns", False
        case _:
            return _unknown(source)


def _value(line: str) -> dict[str, Any] | None:
    try:
        value = read_json(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _is_encrypted(path: Path) -> bool:
    """Whether a file may be an encrypted memory, which is no text."""
    if not path.is_file() or is_database(path):
        return False
    with path.open("rb") as file:
        return b"\0" in file.read(_CHARACTERS_LOOKED_AT)


def _unknown_format(source: Input, head: dict[str, Any]) -> NoReturn:
    raise InvalidInputError(
        f"{source.name} says it is {str(head['format'])[:60]!r}, which is not known here",
        hint=f"Known are {native_records.FORMAT} and {STUDIOMEYER}.", field=source.field,
    )  # fmt: skip


def _unknown(source: Input) -> NoReturn:
    path = source.path
    joins = "" if path is None else typed("merge", str(path))
    if path is not None and is_database(path) and is_memory(path):
        raise InvalidInputError(
            f"{source.name} is a memory itself, no export of one",
            hint=f"A person joins it with this one: {joins}", field=source.field,
        )  # fmt: skip
    if_encrypted = f" A person joins an encrypted memory: {joins}" if path is not None and _is_encrypted(path) else ""
    raise InvalidInputError(
        f"{source.name} is in no format that is known here",
        hint="Known are exports of this memory and of others (ChatGPT, Claude.ai, mem0, MIF, Letta ...), JSON lines of "
        "the reference memory server or of turns, and folders of markdown: memory-mcp docs file-format."
        f"{if_encrypted}",
        field=source.field,
    )  # fmt: skip
