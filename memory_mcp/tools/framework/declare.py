"""A tool is declared once, as a typed function; everything else about it is derived from that.

Schema, validation, the entry in ``tools/list``, the CLI's ``call``, the table of tools and the contract tests all read
the same declaration: the docstring is what the model is told, each parameter carries its description and its limits
in its annotation, and the returned TypedDict is the result's shape.

    @tool(core=True, title="Recall lessons", read_only=True)
    def memory_recall(
        call: Call,
        query: Annotated[str, Length(1, 10_000), "What to look for, in plain words; 1 to 10000 characters."],
        limit: Annotated[int, Clamp(1, 100), "How many to return, 1 to 100."] = 20,
    ) -> RecallResult:
        "Find lessons learned before."
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple, Protocol, TypeVar, get_type_hints

from pydantic_core import SchemaValidator

from memory_mcp.tools.framework.arguments import validate
from memory_mcp.tools.framework.parameters import Parameter
from memory_mcp.tools.framework.render import render
from memory_mcp.tools.framework.schema import (
    Alias,
    Bound,
    Clamp,
    InWords,
    Length,
    Lines,
    Range,
    Schema,
    Unlisted,
    output_schema,
)
from memory_mcp.tools.framework.value_checks import checked_shape

__all__ = [
    "Alias", "Bound", "Clamp", "InWords", "Length", "Lines", "Range", "RequestFacts", "ToolSpec", "Unlisted", "collect",
    "spec_of", "tool",
]  # fmt: skip

# What asks for all there is to say of a row.
_WHOLE: Final = ("explain", "full")
_Tool = TypeVar("_Tool", bound=Callable[..., Any])


class Noticing(Protocol):
    """What a declaration needs of the first argument: a place for what is told, whole ids, a look at what is stored."""

    notices: list[str]

    def whole_ids(self, given: list[str], field: str) -> list[str]:
        """Return the ids that are meant by these ids or ends of ids."""
        ...

    def look_through(self, values: object) -> None:
        """Read the texts among these values for secrets, before anything is stored."""
        ...

    def before_reading(self) -> None:
        """Have done what the answer of something that reads is told by."""
        ...


def _unheard(_done: float, _total: float | None) -> None:
    """Report progress to nobody."""


class RequestFacts(NamedTuple):
    """What a request says about who asks, and from where; a Call is built from it.

    ``session_hint`` is the client's own id of the conversation and ``session_client`` the name its hooks give the
    client, ``workspaces`` are the folders it names, and ``project_dir`` the one it set for the server.
    ``is_person``: somebody typed it at a command line, so paths are taken as given. ``allows_plain``: they said that
    an encrypted memory may be written in the clear; ``phrase`` is the pass phrase they typed to seal or open a file.
    ``progress(done, total)`` may be called from any thread and does nothing when the client did not ask for progress.
    """

    client_name: str = ""
    session_hint: str = ""
    session_client: str = ""
    workspaces: tuple[str, ...] = ()
    project_dir: str = ""
    is_person: bool = False
    allows_plain: bool = False
    phrase: str = ""
    progress: Callable[[float, float | None], None] = _unheard


@dataclass(frozen=True)
class ToolSpec:
    """A declared tool. What is costly to derive is derived when it is first asked for."""

    name: str
    title: str
    description: str
    function: Callable[..., Any]
    core: bool
    read_only: bool
    destructive: bool
    idempotent: bool
    text: Callable[[Mapping[str, Any]], str] = render
    """Writes the result for clients that show a model text."""
    page: str = ""
    """The address of the page a client that shows apps opens beside the answer; empty for none."""
    lean: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None
    """Leaves out of a result what a model has no use for, unless the call asks for ``explain`` or ``full``."""

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self.function, include_extras=True)

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters in declared order, without the Call."""
        declared = list(inspect.signature(self.function).parameters.values())[1:]
        return tuple(
            Parameter(p.name, self._hints[p.name], p.default is p.empty, None if p.default is p.empty else p.default)
            for p in declared
        )

    @cached_property
    def input_schema(self) -> Schema:
        """The JSON Schema of the arguments: flat, camelCase, every property described."""
        schema: Schema = {"type": "object", "properties": {p.wire: p.schema for p in self.parameters if p.is_listed}}
        required = [p.wire for p in self.parameters if p.is_required]
        return schema | ({"required": required} if required else {})

    @cached_property
    def output_schema(self) -> Schema:
        """The JSON Schema of the result: inline, nothing required, always with room for a notice."""
        schema = output_schema(self._hints["return"])
        schema["properties"].setdefault("notice", {"type": "string"})
        return schema

    @property
    def annotations(self) -> dict[str, bool]:
        """What a client may assume before it asks its user."""
        return {
            "readOnlyHint": self.read_only,
            "destructiveHint": self.destructive,
            "idempotentHint": self.idempotent,
            "openWorldHint": False,
        }

    @cached_property
    def _checker(self) -> SchemaValidator:
        return SchemaValidator(checked_shape(self.parameters))

    def validate(self, arguments: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """Return keyword arguments and notices; InvalidInputError names the field that is wrong."""
        return validate(self.parameters, self._checker, arguments)

    def invoke(self, call: Noticing, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Validate, run, and return the result, with everything that was noticed in its ``notice``.

        The end of an id is taken for the id. Raises InvalidInputError before anything runs, and whatever the tool
        raises.
        """
        values, notices = self.validate(arguments)
        for parameter in self.parameters:
            if parameter.names_rows and (given := values.get(parameter.name)):
                meant = call.whole_ids([given] if isinstance(given, str) else given, parameter.wire)
                values[parameter.name] = meant[0] if isinstance(given, str) else meant
        if self.read_only:
            call.before_reading()
        else:
            call.look_through(values)
        result = dict(self.function(call, **values))
        said = [*notices, *call.notices, *([result["notice"]] if result.get("notice") else [])]
        return result | ({"notice": "; ".join(dict.fromkeys(said))} if said else {})

    def shown(self, result: dict[str, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return a result as a client shows it to a model."""
        is_whole = any(arguments.get(name) not in (None, False, "false") for name in _WHOLE)
        return result if self.lean is None or is_whole else self.lean(result)


_SPECS: Final[dict[Callable[..., Any], ToolSpec]] = {}


def tool(
    *,
    title: str,
    core: bool = False,
    read_only: bool = False,
    destructive: bool = False,
    idempotent: bool = False,
    text: Callable[[Mapping[str, Any]], str] = render,
    page: str = "",
    lean: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None,
) -> Callable[[_Tool], _Tool]:
    """Declare the function a tool under its own name; the function itself stays as it is."""

    def declare(function: _Tool) -> _Tool:
        _SPECS[function] = ToolSpec(
            name=function.__name__,
            title=title,
            description=_unfolded(function.__doc__ or ""),
            function=function,
            core=core,
            read_only=read_only,
            destructive=destructive,
            idempotent=idempotent,
            text=text,
            page=page,
            lean=lean,
        )
        return function

    return declare


def spec_of(function: Callable[..., Any]) -> ToolSpec:
    """Return the declaration of a tool."""
    return _SPECS[function]


def collect(functions: Iterable[Callable[..., Any]]) -> dict[str, ToolSpec]:
    """Return declarations by name, in the order given."""
    return {spec.name: spec for spec in map(spec_of, functions)}


def _unfolded(docstring: str) -> str:
    """Undo the folding of the source: one line for each paragraph.

    The paragraph that begins with "Raises" is for who reads the code: a caller is told by the error itself.
    """
    paragraphs = (" ".join(part.split()) for part in inspect.cleandoc(docstring).split("\n\n"))
    return "\n".join(part for part in paragraphs if not part.startswith("Raises "))
