"""Make the pydantic-core schema that checks the values of parameters, from the types and marks of a declaration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, is_typeddict

from pydantic_core import core_schema

from memory_mcp.tools.framework.parameters import Parameter, members_of
from memory_mcp.tools.framework.schema import Bound, Length, Range, type_and_marks

LONGEST_TEXT: Final = 5_000
MOST_ITEMS: Final = 100
"""The most items of a list, as ``LONGEST_TEXT`` characters of a text, where a declaration says nothing."""


def checked_shape(parameters: Iterable[Parameter]) -> core_schema.TypedDictSchema:
    """Return what checks the values of these parameters, given under their wire names, as a pydantic-core schema."""
    return core_schema.typed_dict_schema(
        {p.wire: core_schema.typed_dict_field(_checked(p.annotation), required=p.is_required) for p in parameters}
    )


def _checked(annotation: Any) -> core_schema.CoreSchema:  # noqa: PLR0911 - one return for each kind of type
    base, marks = type_and_marks(annotation)
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
