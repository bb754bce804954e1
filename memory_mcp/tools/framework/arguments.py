"""Arguments as clients send them, made into what a tool takes, or refused in words a model can act on.

Clients differ: one sends null for absent, one a list as a JSON string, one adds parameters of its own, and a model
guesses at names. What has one meaning is accepted; what was moved, replaced or ignored is named in a notice; the
rest is refused with the field and what is wrong with it. pydantic-core checks the values; its texts stay here.
"""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, is_typeddict

from pydantic_core import ErrorDetails, SchemaValidator, ValidationError, core_schema

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.plurals import counted
from memory_mcp.tools.framework.schema import (
    Alias,
    Bound,
    Clamp,
    Length,
    Lines,
    Range,
    Schema,
    Unlisted,
    camel,
    fields_of,
    input_schema,
    unwrap,
    without_none,
)
from memory_mcp.tools.framework.wire_text import clean

MALFORMED: Final = "\0malformed"
"""The key under which the server hands over arguments that were no JSON object at all."""

LONGEST_TEXT: Final = 5_000
MOST_ITEMS: Final = 100
"""The most items of a list, as ``LONGEST_TEXT`` characters of a text, where a declaration says nothing."""

_LONGEST_ECHO: Final = 60
_ERRORS_NAMED: Final = 3
# Finding the nearest name takes a while, and nobody reads a hundred of them.
_STRANGERS_NAMED: Final = 10


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
        base, _ = unwrap(self.annotation)
        base, _ = without_none(base)
        return unwrap(base)[0]

    @cached_property
    def marks(self) -> tuple[Any, ...]:
        """The metadata."""
        base, metadata = unwrap(self.annotation)
        base, _ = without_none(base)
        return (*unwrap(base)[1], *metadata)

    @property
    def names_rows(self) -> bool:
        """Whether its value is an id, or a list of them; a preview is no row."""
        return self.name in ("id", "ids") or (self.name.endswith("_id") and self.name != "preview_id")

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


def names_of(parameters: Iterable[Parameter]) -> dict[str, Parameter]:
    """Return what is accepted, folded: ``asOf``, ``as_of``, ``as-of`` and ``AsOf`` are one name; and the aliases."""
    accepted: dict[str, Parameter] = {}
    for parameter in parameters:
        spellings = [parameter.wire, *(mark.name for mark in parameter.marks if isinstance(mark, Alias))]
        accepted |= dict.fromkeys(map(_without_separators, spellings), parameter)
    return accepted


def _without_separators(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()


@cache
def members_of(typed_dict: Any) -> tuple[Parameter, ...]:
    """Return the keys of a TypedDict as parameters."""
    return tuple(Parameter(name, tp, is_required) for name, (tp, is_required) in fields_of(typed_dict).items())


def checked_shape(parameters: Iterable[Parameter]) -> core_schema.TypedDictSchema:
    """Return what checks the values of these parameters, given under their wire names, as a pydantic-core schema."""
    return core_schema.typed_dict_schema(
        {p.wire: core_schema.typed_dict_field(_checked(p.annotation), required=p.is_required) for p in parameters}
    )


def _checked(annotation: Any) -> core_schema.CoreSchema:  # noqa: PLR0911 - one return for each kind of type
    base, metadata = unwrap(annotation)
    base, _ = without_none(base)
    base, inner = unwrap(base)
    marks = (*inner, *metadata)
    length = next((m for m in marks if isinstance(m, Length)), Length(0, 0))
    bound = next((m.most for m in marks if isinstance(m, Bound)), LONGEST_TEXT)
    bounds = next((m for m in marks if isinstance(m, Range)), None)
    least, most = length.least or None, length.most or None
    low, high = (bounds.least, bounds.most) if bounds else (None, None)
    origin = get_origin(base)
    if base is str:
        return core_schema.str_schema(min_length=least, max_length=most or bound, coerce_numbers_to_str=True)
    if base is int:
        return core_schema.int_schema(ge=_whole(low), le=_whole(high))
    if base is float:
        return core_schema.float_schema(ge=low, le=high, allow_inf_nan=False)
    if base is bool:
        return core_schema.bool_schema()
    if origin is Literal:
        return core_schema.literal_schema(list(get_args(base)))
    if origin is list:
        return core_schema.list_schema(_checked(get_args(base)[0]), min_length=least, max_length=most or MOST_ITEMS)
    if is_typeddict(base):
        return checked_shape(members_of(base))
    if origin is dict or base is dict:
        return core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema())
    if origin in (Union, UnionType):
        kinds = " or ".join(_KINDS.get(get_origin(member) or member, "a value") for member in get_args(base))
        return core_schema.union_schema(
            [_checked(Annotated[member, *marks]) for member in get_args(base)],
            custom_error_type="kind",
            custom_error_message=f"must be {kinds}",
        )
    return core_schema.any_schema()


_KINDS: Final[Mapping[Any, str]] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def validate(
    parameters: tuple[Parameter, ...], check: SchemaValidator, given: Mapping[str, Any]
) -> tuple[dict[str, Any], list[str]]:
    """Return the keyword arguments for the tool and what the caller should be told about them.

    Raises InvalidInputError that names the first field that is wrong.
    """
    if MALFORMED in given:
        raise InvalidInputError(
            f"arguments: must be an object, not {given[MALFORMED]}",
            hint="send the parameters by name, for example "
            + json.dumps({parameters[0].wire: "..."} if parameters else {}),
            field="arguments",
        )
    notices: list[str] = []
    wire, strangers = _read(parameters, given, "", notices)
    try:
        checked: dict[str, Any] = check.validate_python(wire)
    except ValidationError as exc:
        raise _refusal(exc, parameters, strangers) from None
    return {p.name: _inside(p.annotation, checked[p.wire]) for p in parameters if p.wire in checked}, notices


def _read(
    parameters: tuple[Parameter, ...], given: Mapping[str, Any], path: str, notices: list[str]
) -> tuple[dict[str, Any], list[str]]:
    """Collect the given values under their wire names; return them and the names nobody knows."""
    accepted = names_of(parameters)
    wire: dict[str, Any] = {}
    strangers: list[str] = []
    for name, value in given.items():
        parameter = accepted.get(_without_separators(name))
        if parameter is None:
            strangers.append(name)
            if len(strangers) <= _STRANGERS_NAMED:
                notices.append(_unknown(f"{path}{name}", name, [p.wire for p in parameters]))
        elif value is not None and (parameter.wire not in wire or name == parameter.wire):
            field = f"{path}{parameter.wire}"
            value, replaced = clean(value)  # noqa: PLW2901 - the value goes on only in its clean form
            if replaced:
                notices.append(f"{field}: replaced by U+FFFD, as not text: {counted(replaced, 'character')}")
            wire[parameter.wire] = _lenient(parameter.base, parameter.marks, value, field, notices)
    if len(strangers) > _STRANGERS_NAMED:
        notices.append(f"{counted(len(strangers) - _STRANGERS_NAMED, 'further unknown parameter')} ignored")
    return wire, strangers


def _unknown(field: str, name: str, known: list[str]) -> str:
    shown = field if len(field) <= _LONGEST_ECHO else field[:_LONGEST_ECHO] + "..."
    nearest = nearest_name(name, known)
    return f"unknown parameter {shown!r} was ignored" + (f"; did you mean {nearest!r}?" if nearest else "")


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like this one, if any is."""
    folded = {_without_separators(candidate): candidate for candidate in known}
    close = difflib.get_close_matches(_without_separators(name[:_LONGEST_ECHO]), folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else None


def _lenient(base: Any, marks: tuple[Any, ...], value: Any, field: str, notices: list[str]) -> Any:
    """Accept the spellings with one meaning; leave everything else for the check to refuse."""
    origin = get_origin(base)
    if origin is list:
        return _lenient_list(get_args(base)[0], marks, value, field, notices)
    if is_typeddict(base):
        value = _parsed(value, dict)
        return _read(members_of(base), value, f"{field}.", notices)[0] if isinstance(value, dict) else value
    if origin is dict or base is dict:
        return _parsed(value, dict)
    if origin is Literal and isinstance(value, str):
        return next((option for option in get_args(base) if option == value.strip().casefold()), value)
    if base in (int, float):
        return _lenient_number(marks, value, field, notices)
    return _lenient_lines(value) if Lines() in marks else value


def _lenient_lines(value: Any) -> Any:
    entries = _parsed(value, list)
    is_of_texts = isinstance(entries, list) and all(isinstance(entry, str) for entry in entries)
    return "\n".join(entries) if is_of_texts else value


def _lenient_list(item: Any, marks: tuple[Any, ...], value: Any, field: str, notices: list[str]) -> Any:
    item_base, item_marks = unwrap(item)
    value = _parsed(value, list)
    if isinstance(value, (str, dict)) and (item_base is dict or is_typeddict(item_base) or isinstance(value, str)):
        value = [value]
    most = next((mark.most for mark in marks if isinstance(mark, Length)), MOST_ITEMS)
    if not isinstance(value, list) or len(value) > most:
        # A list that is too long is refused for its length, whatever is in it.
        return value
    return [_lenient(item_base, item_marks, one, f"{field}[{at}]", notices) for at, one in enumerate(value)]


def _parsed(value: Any, kind: type) -> Any:
    """Read a list or object that arrived as a JSON string."""
    if isinstance(value, str) and value.lstrip()[:1] == ("[" if kind is list else "{"):
        try:
            parsed = json.loads(value)
        except (ValueError, RecursionError):
            return value
        return parsed if isinstance(parsed, kind) else value
    return value


def _lenient_number(marks: tuple[Any, ...], value: Any, field: str, notices: list[str]) -> Any:
    if isinstance(value, bool):
        return [value]  # pydantic would take true for 1; a list it refuses
    clamp = next((m for m in marks if isinstance(m, Clamp)), None)
    if clamp is None:
        return value
    try:
        number = value if isinstance(value, int) else float(value)
    except (TypeError, ValueError):
        return value
    if (isinstance(number, float) and math.isnan(number)) or clamp.least <= number <= clamp.most:
        return value
    nearest = clamp.least if number < clamp.least else clamp.most
    notices.append(f"{field}: {_echo(value)} is outside {clamp.least} to {clamp.most}; {nearest} was used")
    return nearest


def _inside(annotation: Any, value: Any) -> Any:
    """Give the keys of nested objects the names they were declared with."""
    base, _ = unwrap(annotation)
    base, _ = without_none(base)
    base, _ = unwrap(base)
    if is_typeddict(base) and isinstance(value, dict):
        return {p.name: _inside(p.annotation, value[p.wire]) for p in members_of(base) if p.wire in value}
    if get_origin(base) is list and isinstance(value, list):
        return [_inside(get_args(base)[0], item) for item in value]
    return value


def _refusal(exc: ValidationError, parameters: tuple[Parameter, ...], strangers: list[str]) -> InvalidInputError:
    errors = exc.errors(include_url=False)
    said = [f"{_path(error['loc'])}: {_complaint(error)}" for error in errors[:_ERRORS_NAMED]]
    if len(errors) > _ERRORS_NAMED:
        said.append(f"and {len(errors) - _ERRORS_NAMED} more")
    return InvalidInputError(
        "; ".join(said), hint=_advice(errors[0], parameters, strangers), field=_path(errors[0]["loc"])
    )


def _path(loc: tuple[int | str, ...]) -> str:
    path = ""
    for part in loc:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    return path


def _advice(error: ErrorDetails, parameters: tuple[Parameter, ...], strangers: list[str]) -> str:
    """Say what to send instead."""
    if error["type"] == "missing" and len(error["loc"]) == 1:
        mistaken = nearest_name(str(error["loc"][0]), strangers)
        named = ", ".join(p.wire + (" (required)" if p.is_required else "") for p in parameters)
        return (f"did you mean it by {mistaken!r}? " if mistaken else "") + f"parameters: {named}"
    if error["type"] == "literal_error" and isinstance(error["input"], str):
        options = str(error.get("ctx", {}).get("expected", "")).replace(" or ", ", ").replace("'", "").split(", ")
        nearest = nearest_name(error["input"], options)
        return f"did you mean {nearest!r}?" if nearest else "send one of these, as it is written"
    return _ADVICE.get(error["type"], "send a value of this kind, or leave it out if it is optional")


_ADVICE: Final[Mapping[str, str]] = {
    "missing": "every such object needs this key; send it too",
    "string_too_short": "give it, or leave the parameter out if it is optional",
    "string_too_long": "shorten it, or split it over several calls",
    "too_short": "give more of them, or leave the parameter out if it is optional",
    "too_long": "split them over several calls",
    "greater_than_equal": "send a number within the bounds, or leave it out for the default",
    "less_than_equal": "send a number within the bounds, or leave it out for the default",
    "literal_error": "send one of these, as it is written",
}


def _echo(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False, default=str)
    return shown if len(shown) <= _LONGEST_ECHO else shown[:_LONGEST_ECHO] + "..."


def _complaint(error: ErrorDetails) -> str:  # noqa: PLR0911 - one return for each kind of complaint
    context, value = error.get("ctx", {}), error["input"]
    match error["type"]:
        case "missing":
            return "is required"
        case "string_too_short":
            return "must not be empty" if context["min_length"] == 1 else f"needs {context['min_length']} characters"
        case "string_too_long":
            return f"may have {counted(context['max_length'], 'character')}, has {len(str(value))}"
        case "too_short":
            return f"needs at least {counted(context['min_length'], 'item')}"
        case "too_long":
            return f"may have {context['max_length']} items, has {context['actual_length']}"
        case "greater_than_equal":
            return f"must be at least {context['ge']:.10g}, is {_echo(value)}"
        case "less_than_equal":
            return f"must be at most {context['le']:.10g}, is {_echo(value)}"
        case "literal_error":
            options = str(context["expected"]).replace("'", "").replace(" or ", ", ")
            return f"must be one of {options}; {_echo(value)} is none of them"
        case "kind":
            return str(error["msg"])
        case kind:
            return f"must be {_EXPECTED.get(kind.removesuffix('_type').removesuffix('_parsing'), 'something else')}"


_EXPECTED: Final[Mapping[str, str]] = {
    "string": "text",
    "string_unicode": "text",
    "int": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a smaller whole number",
    "float": "a number",
    "finite_number": "a finite number",
    "bool": "true or false",
    "list": "a list",
    "dict": "an object",
}
