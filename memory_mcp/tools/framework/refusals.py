"""Explain why arguments are refused: the fields, what is wrong with each, and what to send instead."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic_core import ErrorDetails, ValidationError

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.plurals import counted
from memory_mcp.language.shortening import echoed
from memory_mcp.tools.framework.parameters import Parameter, nearest_name

_ERRORS_NAMED: Final = 3


def refusal(exc: ValidationError, parameters: tuple[Parameter, ...], strangers: Sequence[str]) -> InvalidInputError:
    """Return the error for what a check found; its field is the first that is wrong.

    ``strangers`` are given names that nobody knows: one of them may be the name of what is missing.
    """
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


def _advice(error: ErrorDetails, parameters: tuple[Parameter, ...], strangers: Sequence[str]) -> str:
    """Say what to send instead."""
    if error["type"] == "missing" and len(error["loc"]) == 1:
        mistaken = nearest_name(str(error["loc"][0]), strangers)
        named = ", ".join(p.wire + (" (required)" if p.is_required else "") for p in parameters)
        return (f"did you mean it by {mistaken!r}? " if mistaken else "") + f"parameters: {named}"
    if error["type"] == "literal_error" and isinstance(error["input"], str):
        nearest = nearest_name(error["input"], _options(error).split(", "))
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
            return f"must be at least {context['ge']:.10g}, is {echo(value)}"
        case "less_than_equal":
            return f"must be at most {context['le']:.10g}, is {echo(value)}"
        case "literal_error":
            return f"must be one of {_options(error)}; {echo(value)} is none of them"
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


def _options(error: ErrorDetails) -> str:
    """Return the values that a choice has, with commas between them; pydantic-core says them as 'a', 'b' or 'c'."""
    return str(error.get("ctx", {}).get("expected", "")).replace("'", "").replace(" or ", ", ")


def echo(value: Any) -> str:
    """Return a given value as JSON, cut where it is long."""
    return echoed(json.dumps(value, ensure_ascii=False, default=str))
