"""Turn the arguments that clients send into what a tool takes, or refuse them in words a model can act on.

Clients differ: one sends null or an empty text for an absent value, one a list as a JSON string, one adds parameters of
its own, and models guess at names. What has one meaning is accepted; what was moved, replaced or ignored is named in a
notice; the rest is refused, with the field and what is wrong with it. pydantic-core checks the values
(``value_checks``); ``refusals`` says what it found.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final, Literal, get_args, get_origin, is_typeddict

from pydantic_core import SchemaValidator, ValidationError

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.plurals import counted
from memory_mcp.language.shortening import echoed
from memory_mcp.tools.framework.parameters import Parameter, members_of, names_of, nearest_name, without_separators
from memory_mcp.tools.framework.refusals import echo, refusal
from memory_mcp.tools.framework.schema import Clamp, Length, Lines, type_and_marks, unwrap
from memory_mcp.tools.framework.value_checks import MOST_ITEMS
from memory_mcp.tools.framework.wire_text import clean

MALFORMED: Final = "\0malformed"
"""The key under which the server hands over arguments that were no JSON object at all."""

# Finding the nearest name takes a while, and nobody reads a hundred of them.
_STRANGERS_NAMED: Final = 10


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
        raise refusal(exc, parameters, strangers) from None
    return {p.name: _inside(p.annotation, checked[p.wire]) for p in parameters if p.wire in checked}, notices


def _read(
    parameters: tuple[Parameter, ...], given: Mapping[str, Any], path: str, notices: list[str]
) -> tuple[dict[str, Any], list[str]]:
    """Collect the given values under their wire names; return them and the names nobody knows."""
    accepted = names_of(parameters)
    wire: dict[str, Any] = {}
    strangers: list[str] = []
    for name, value in given.items():
        parameter = accepted.get(without_separators(name))
        if parameter is None:
            strangers.append(name)
            if len(strangers) <= _STRANGERS_NAMED:
                notices.append(_unknown(f"{path}{name}", name, [p.wire for p in parameters]))
        elif not _is_absent(parameter, value) and (parameter.wire not in wire or name == parameter.wire):
            field = f"{path}{parameter.wire}"
            value, replaced = clean(value)  # noqa: PLW2901 - the value goes on only in its clean form
            if replaced:
                notices.append(f"{field}: replaced by U+FFFD, as not text: {counted(replaced, 'character')}")
            wire[parameter.wire] = _lenient(parameter.base, parameter.marks, value, field, notices)
    if len(strangers) > _STRANGERS_NAMED:
        notices.append(f"{counted(len(strangers) - _STRANGERS_NAMED, 'further unknown parameter')} ignored")
    return wire, strangers


def _is_absent(parameter: Parameter, value: Any) -> bool:
    """Whether a value is none: null, or an empty text where that says nothing. Some clients fill in every parameter."""
    return value is None or (parameter.is_blank_absent and isinstance(value, str) and not value.strip())


def _unknown(field: str, name: str, known: list[str]) -> str:
    nearest = nearest_name(name, known)
    return f"unknown parameter {echoed(field)!r} was ignored" + (f"; did you mean {nearest!r}?" if nearest else "")


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
    notices.append(f"{field}: {echo(value)} is outside {clamp.least} to {clamp.most}; {nearest} was used")
    return nearest


def _inside(annotation: Any, value: Any) -> Any:
    """Give the keys of nested objects the names they were declared with."""
    base, _ = type_and_marks(annotation)
    if is_typeddict(base) and isinstance(value, dict):
        return {p.name: _inside(p.annotation, value[p.wire]) for p in members_of(base) if p.wire in value}
    if get_origin(base) is list and isinstance(value, list):
        return [_inside(get_args(base)[0], item) for item in value]
    return value
