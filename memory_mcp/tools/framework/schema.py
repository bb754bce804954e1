"""Turn types into JSON Schema, in the small dialect that every client understands.

The schema is flat: no titles, no ``$defs``, no combinators, and ``None`` is left out of inputs (null counts as absent).
All schemas are needed before the first answer, and building pydantic models for them would cost more than the whole
handshake. So this module walks the annotations itself, and a test compares it with what pydantic makes of them.
"""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Required,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Schema: TypeAlias = dict[str, Any]

_SCALARS: Final[Mapping[Any, str]] = {str: "string", int: "integer", float: "number", bool: "boolean"}


@dataclass(frozen=True, slots=True)
class Length:
    """How many characters a text, or items a list, may have; anything else is refused.

    Said in the description alone: in the schema it would cost every conversation some 1,500 characters more.
    """

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Range:
    """Where a number has to lie, both ends included; anything else is refused."""

    least: float
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Clamp:
    """Where a number is moved to when it lies outside; the answer's notice says so."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Lines:
    """Marks a text that may arrive as a list of texts: each of them is a line of it."""


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name under which a parameter is accepted."""

    name: str


@dataclass(frozen=True, slots=True)
class InWords:
    """Marks an object or a choice, or a list of them, whose members or values the description tells.

    They are checked, and not sent as a schema.
    """


@dataclass(frozen=True, slots=True)
class Bound:
    """How many characters a text may have at most that the tool itself cuts or reads in parts; said nowhere else."""

    most: int


@dataclass(frozen=True, slots=True)
class Unlisted:
    """A parameter every call accepts that is not in the schema: what it is for, the instructions and errors say.

    Tools that name rows by id take ``project`` so, for a row of another project: rare, and no conversation pays for it.
    """


def camel(name: str) -> str:
    """Return the name as it stands on the wire: ``as_of`` is ``asOf``."""
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def unwrap(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """Split ``Annotated[T, ...]`` into the type and its metadata."""
    if get_origin(annotation) is Annotated:
        base, *metadata = get_args(annotation)
        return base, tuple(metadata)
    return annotation, ()


def without_none(annotation: Any) -> tuple[Any, bool]:
    """Return the type without ``None``, and whether ``None`` was one of its members."""
    if get_origin(annotation) not in (Union, types.UnionType):
        return annotation, False
    members = tuple(member for member in get_args(annotation) if member is not types.NoneType)
    return (members[0] if len(members) == 1 else Union[members]), len(members) < len(get_args(annotation))  # noqa: UP007 - built at run time


def type_and_marks(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the type without metadata and ``None``, and the metadata, wherever in the annotation it stands."""
    base, outer = unwrap(annotation)
    base, inner = unwrap(without_none(base)[0])
    return base, (*inner, *outer)


def fields_of(typed_dict: Any) -> dict[str, tuple[Any, bool]]:
    """Return the annotation of each key of a TypedDict, metadata kept, and whether the key is required.

    Before Python 3.14 ``__required_keys__`` does not see a NotRequired inside a string annotation.
    """
    fields = {}
    for name, annotation in get_type_hints(typed_dict, include_extras=True).items():
        if get_origin(annotation) in (Required, NotRequired):
            fields[name] = (get_args(annotation)[0], get_origin(annotation) is Required)
        else:
            fields[name] = (annotation, name in typed_dict.__required_keys__)
    return fields


def input_schema(annotation: Any) -> Schema:
    """Return the schema of one parameter; its limits stand in the description, where every client shows them.

    Raises TypeError for a type that has no place in one.
    """
    base, marks = type_and_marks(annotation)
    schema = _shape(base, nested=_input_object, item=input_schema)
    # Of a list of choices everybody sees how many there may be.
    has_limit = "enum" not in schema.get("items", {})
    for mark in marks:
        if isinstance(mark, str):
            schema["description"] = mark
        if isinstance(mark, InWords):
            items: Schema = {"items": {"type": schema["items"]["type"]}} if "items" in schema else {}
            schema = {key: value for key, value in schema.items() if key in {"type", "description"}} | items
    if "description" in schema and has_limit:
        schema["description"] += "".join(_in_words(mark, schema) for mark in marks)
    return schema


def output_schema(annotation: Any, *, inside: tuple[Any, ...] = ()) -> Schema:
    """Return the schema of a result: nothing required, null allowed where the type says so.

    A type that contains itself is described once; the inner one is any object. Raises as ``input_schema`` does.
    """
    base, marks = type_and_marks(annotation)
    is_nullable = without_none(unwrap(annotation)[0])[1]
    if base in inside:
        return {"type": "object"}
    deeper = (*inside, base) if is_typeddict(base) else inside

    def nested(typed_dict: Any) -> Schema:
        members = fields_of(typed_dict).items()
        return {"type": "object", "properties": {name: output_schema(tp, inside=deeper) for name, (tp, _) in members}}

    schema = _shape(base, nested=nested, item=lambda tp: output_schema(tp, inside=deeper))
    if is_nullable and "type" in schema:
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        schema["type"] = [*kinds, "null"]
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]
    for mark in marks:
        if isinstance(mark, str):
            schema["description"] = mark
    return schema


def _input_object(typed_dict: Any) -> Schema:
    members = fields_of(typed_dict)
    schema: Schema = {
        "type": "object",
        "properties": {camel(name): input_schema(tp) for name, (tp, _) in members.items()},
    }
    required = [camel(name) for name, (_, is_required) in members.items() if is_required]
    return schema | ({"required": required} if required else {})


def _shape(base: Any, *, nested: Any, item: Any) -> Schema:  # noqa: PLR0911 - one return for each kind of type
    """Return the schema of a type without its constraints; a type outside the dialect is a defect of ours."""
    if base in _SCALARS:
        return {"type": _SCALARS[base]}
    if base is Any:
        return {}
    if is_typeddict(base):
        return dict(nested(base))
    origin, arguments = get_origin(base), get_args(base)
    if origin is Literal:
        return {"type": "string", "enum": list(arguments)}
    if origin is list:
        return {"type": "array", "items": item(arguments[0])}
    if origin is dict or base is dict:
        return {"type": "object"}
    if origin in (Union, types.UnionType):
        return {"type": [_shape(member, nested=nested, item=item)["type"] for member in arguments]}
    raise TypeError(f"{base!r} has no place in a tool's schema")


def _in_words(mark: Any, schema: Schema) -> str:
    """Say a limit that the description does not name: not every client shows the model the rest of a schema."""
    if not isinstance(mark, (Length, Range, Clamp)) or mark.most is None:
        return ""
    if re.search(rf"(?<!\d){mark.most:.10g}(?!\d)", schema["description"].replace(",", "")):
        return ""
    if isinstance(mark, Length):
        return f" Max {mark.most}."
    return f" {mark.least:.10g} to {mark.most:.10g}."
