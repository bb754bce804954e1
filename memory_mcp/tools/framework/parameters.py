"""A parameter of a tool as it is declared: its type, its marks, and the names under which it is accepted."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, Literal, get_origin

from memory_mcp.tools.framework.schema import (
    Alias,
    Length,
    Schema,
    Unlisted,
    camel,
    fields_of,
    input_schema,
    type_and_marks,
)

# An empty one is a mistake that is told, or the project of what belongs to none. Without a preview all would be run.
_MEANT_EMPTY: Final = frozenset({"project", "lines", "content", "preview_id"})
# The nearest name is looked for with so many characters of a name: a comparison of long ones takes a while.
_LONGEST_COMPARED: Final = 60


@dataclass(frozen=True)
class Parameter:
    """One parameter of a tool, or one key of an object given to it: ``name`` inside, ``wire`` outside."""

    name: str
    annotation: Any
    is_required: bool
    default: Any = None

    @cached_property
    def wire(self) -> str:
        """The name on the wire."""
        return camel(self.name)

    @cached_property
    def base(self) -> Any:
        """The type, without metadata and None."""
        return type_and_marks(self.annotation)[0]

    @cached_property
    def marks(self) -> tuple[Any, ...]:
        """The metadata."""
        return type_and_marks(self.annotation)[1]

    @property
    def names_rows(self) -> bool:
        """Whether its value is an id, or a list of them; a preview is no row."""
        return self.name in ("id", "ids") or (self.name.endswith("_id") and self.name != "preview_id")

    @cached_property
    def is_blank_absent(self) -> bool:
        """Whether an empty text is no value of it: it is a time, an id, a choice.

        The empty project is one, and an empty range, new text or preview is refused.
        """
        if self.is_required or self.name in _MEANT_EMPTY:
            return False
        if get_origin(self.base) is Literal:
            return True
        may_be_empty = any(isinstance(m, Length) and not m.least for m in self.marks)
        return self.base is str and self.default is None and not may_be_empty

    @property
    def is_listed(self) -> bool:
        """Whether the schema names it."""
        return Unlisted() not in self.marks

    @cached_property
    def schema(self) -> Schema:
        """The JSON Schema, with the default where there is one to show."""
        schema = input_schema(self.annotation)
        # A switch is off unless it is said to be on: false needs no telling.
        if not self.is_required and self.default not in (None, (), "", False, []):
            schema["default"] = self.default
        return schema


@cache
def members_of(typed_dict: Any) -> tuple[Parameter, ...]:
    """Return the keys of a TypedDict as parameters."""
    return tuple(Parameter(name, tp, is_required) for name, (tp, is_required) in fields_of(typed_dict).items())


def names_of(parameters: Iterable[Parameter]) -> dict[str, Parameter]:
    """Return each accepted name, aliases too, without separators, and its parameter."""
    accepted: dict[str, Parameter] = {}
    for parameter in parameters:
        spellings = [parameter.wire, *(mark.name for mark in parameter.marks if isinstance(mark, Alias))]
        accepted |= dict.fromkeys(map(without_separators, spellings), parameter)
    return accepted


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like this one, if any is."""
    folded = {without_separators(candidate): candidate for candidate in known}
    close = difflib.get_close_matches(without_separators(name[:_LONGEST_COMPARED]), folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else None


def without_separators(name: str) -> str:
    """Return a name as it is compared: ``asOf``, ``as_of``, ``as-of`` and ``AsOf`` are ``asof``."""
    return name.replace("_", "").replace("-", "").casefold()
