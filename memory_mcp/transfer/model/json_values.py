"""Read the JSON of a file, a line or a whole at a time; of a damaged file, what can be read before the damage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.long_numbers import decode_json, read_json
from memory_mcp.transfer.model.entry import Record
from memory_mcp.transfer.model.input import Input, breaks_off, lines

# Characters. A larger file has to come as lines.
MOST_OF_A_FILE: Final = 256_000_000
_MEMBER: Final = re.compile(r'(?<!\\)"([A-Za-z]{2,40})"\s*:\s*')
_BETWEEN: Final = re.compile(r"[\s,]*")


def json_lines(source: Input) -> Iterator[Record]:
    """Yield the JSON value of every line; ``kind`` is left empty."""
    for line, where, fault in lines(source):
        if fault:
            yield Record("", None, where, fault)
            continue
        try:
            yield Record("", read_json(line), where)
        except (ValueError, RecursionError):
            yield Record("", None, where, "not JSON")


def whole_json(source: Input) -> Any:
    """Return the JSON value of a whole file; of a damaged one, what can be read of its lists of records.

    Raises InvalidInputError for a file that is too large or holds nothing to read.
    """
    with source.open() as file:
        text = file.read(MOST_OF_A_FILE + 1)
        is_broken = breaks_off(file)
    if len(text) > MOST_OF_A_FILE:
        raise InvalidInputError(
            f"{source.name} is larger than {MOST_OF_A_FILE // 1_000_000} MB and would have to be read at once",
            hint="Export it as .jsonl, which is read as a stream.", field=source.field,
        )  # fmt: skip
    try:
        value = read_json(text)
    except (ValueError, RecursionError) as exc:
        salvaged = salvage(text)
        if not salvaged:
            raise InvalidInputError(
                f"{source.name} is not JSON ({str(exc)[:100]}) and nothing in it could be read",
                hint="memory-mcp docs file-format names what can be read.", field=source.field,
            ) from exc  # fmt: skip
        return salvaged
    lists = [entry for entry in value.values() if isinstance(entry, list)] if isinstance(value, dict) else []
    if is_broken and lists:
        # All is there, but its check sum is not, or says that something was altered.
        lists[-1].append(Broken("the compressed file is damaged"))
    return value


@dataclass(frozen=True, slots=True)
class Broken:
    """Where a list of records could not be read any further."""

    fault: str = "the file is damaged here"


def salvage(text: str) -> dict[str, Any]:
    """Read what can be read of a damaged file: its head, and of every list of records the part before the damage."""
    found: dict[str, Any] = {}
    position = 0
    while member := _MEMBER.search(text, position):
        position = member.end()
        try:
            value, position = decode_json(text, position)
        except (ValueError, RecursionError):
            if text[position : position + 1] != "[":
                continue
            value, position = _salvage_list(text, position + 1)
        found.setdefault(member[1], value)
    return found if any(isinstance(value, list) and value for value in found.values()) else {}


def _salvage_list(text: str, position: int) -> tuple[list[Any], int]:
    values: list[Any] = []
    while True:
        between = _BETWEEN.match(text, position)
        position = between.end() if between else position
        try:
            value, position = decode_json(text, position)
        except (ValueError, RecursionError):
            if text[position : position + 1] != "]":
                values.append(Broken())
            return values, position
        values.append(value)
