"""A declaration and everything derived from it: schema, validation, notices, refusals."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_args, get_origin

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema
from toy_server import ToyCall, toy_bulk, toy_facts, toy_learn

from memory_mcp.errors import InvalidInputError
from memory_mcp.tools import registry
from memory_mcp.tools.framework.arguments import MALFORMED
from memory_mcp.tools.framework.declare import (
    Clamp,
    InWords,
    Length,
    Range,
    RequestFacts,
    ToolSpec,
    collect,
    spec_of,
    tool,
)
from memory_mcp.tools.framework.parameters import Parameter
from memory_mcp.tools.framework.schema import input_schema
from memory_mcp.tools.framework.value_checks import checked_shape

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


# A busy machine is slow, and that says nothing about the code.


class Weights(TypedDict):
    fusion: Annotated[Literal["weighted", "rrf"], "How to join."]
    half_life_days: NotRequired[Annotated[float, Range(1), "Days, at least 1."]]


class Answer(TypedDict, total=False):
    valid_to: str | None
    kind: Literal["a", "b"] | None
    hits: list[Hit]


class Hit(TypedDict, total=False):
    id: str
    inner: list[Hit]


@tool(title="Every type", core=True, read_only=True, idempotent=True)
def every_type(
    call: ToyCall,
    text: Annotated[str, Length(1, 5), "Text, 1 to 5 characters."],
    words: Annotated[list[Annotated[str, Length(1, 3)]] | None, Length(1, 2), "Words, 1 or 2."] = None,
    weights: Annotated[Weights | None, "Weights."] = None,
    several: Annotated[list[Weights] | None, "More weights."] = None,
    data: Annotated[dict[str, Any] | str | None, "An object or text."] = None,
    flag: Annotated[bool, "A switch."] = False,
    count: Annotated[int | None, Range(0, 3), "How many, 0 to 3."] = None,
    share: Annotated[float, Range(0, 1), "A part, 0 to 1."] = 0.5,
) -> Answer:
    """Take one of each

    and fold
    this.

    Raises ValueError
    for nothing.
    """
    return {"valid_to": json.dumps([text, words, weights, several, data, flag, count, share])}


TOYS = [spec_of(function) for function in (every_type, toy_learn, toy_bulk, toy_facts)]
SPECS = [*TOYS, *registry().values()]

# Limits stand in the descriptions, where every client shows them.
LIMITS = {"minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum"}
LEFT_OUT = {"title", "description", "default", "additionalProperties", *LIMITS}


def bare(schema: Any) -> Any:
    """Take from a schema what our dialect leaves out or says elsewhere, for comparison."""
    if isinstance(schema, list):
        return [bare(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {
        key: {name: bare(member) for name, member in value.items()} if key == "properties" else bare(value)
        for key, value in schema.items()
        if key == "properties" or key not in LEFT_OUT
    }
    if "const" in kept:
        kept["enum"] = [kept.pop("const")]
    if "anyOf" in kept:
        kinds = kept.pop("anyOf")
        return kept | {"type": [kind["type"] for kind in kinds]}
    return kept


def keywords(schema: Any) -> set[str]:
    """Return the words of JSON Schema that are used, which names of properties are not."""
    if isinstance(schema, list):
        return set().union(*map(keywords, schema))
    if not isinstance(schema, dict):
        return set()
    inside = [list(value.values()) if key == "properties" else value for key, value in schema.items()]
    return set(schema) | keywords(inside)


def said(spec: ToolSpec, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    values, notices = spec.validate(arguments)
    return values, "; ".join(notices)


def refused(spec: ToolSpec, arguments: dict[str, Any]) -> InvalidInputError:
    with pytest.raises(InvalidInputError) as caught:
        spec.validate(arguments)
    assert "pydantic" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_the_schema_sent_is_the_schema_that_is_checked(spec):
    made = bare(GenerateJsonSchema().generate(checked_shape([p for p in spec.parameters if p.is_listed])))
    for parameter in spec.parameters:
        if InWords() in parameter.marks and parameter.is_listed:
            whole = made["properties"][parameter.wire]
            made["properties"][parameter.wire] = {"type": whole["type"]} | (
                {"items": {"type": whole["items"]["type"]}} if whole["type"] == "array" else {}
            )

    assert bare(spec.input_schema) == made


@pytest.mark.parametrize(("only_core", "most"), [(False, 22_000), (True, 8_500)], ids=["all", "core"])
def test_the_tools_leave_the_model_room(only_core, most):
    specs = [spec for spec in registry().values() if spec.core or not only_core]
    schemas = [json.dumps(spec.input_schema) for spec in specs]

    assert len(specs) == (11 if only_core else 34)
    assert sum(len(s.name) + len(s.description) for s in specs) + sum(map(len, schemas)) <= most


def values_of(parameter: Parameter) -> tuple[str, ...]:
    """Return the values that a choice, or each item of a list of them, may have."""
    choice = get_args(parameter.base)[0] if get_origin(parameter.base) is list else parameter.base
    return get_args(choice) if get_origin(choice) is Literal else ()


LISTED = {
    f"{spec.name}-{parameter.wire}": parameter
    for spec in registry().values()
    for parameter in spec.parameters
    if parameter.is_listed
}
CHOICES_IN_WORDS = {name: one for name, one in LISTED.items() if InWords() in one.marks and values_of(one)}


@pytest.mark.parametrize("parameter", LISTED.values(), ids=LISTED)
def test_a_parameter_is_described_in_a_phrase_that_is_understood_alone(parameter):
    told = parameter.schema["description"]

    assert told.endswith(".")
    assert len(told.split()) > 2


@pytest.mark.parametrize("parameter", CHOICES_IN_WORDS.values(), ids=CHOICES_IN_WORDS)
def test_the_values_of_a_choice_are_told_where_its_schema_has_none(parameter):
    told = parameter.schema["description"]
    for other in re.findall(r"memory_\w+", told):
        told += json.dumps(registry()[other].input_schema["properties"][parameter.wire])

    assert [value for value in values_of(parameter) if not re.search(rf"\b{value}\b", told)] == []


@pytest.mark.parametrize("name", ["session_start", "learn", "search", "read", "decide"])
def test_the_tools_used_most_show_a_call_that_is_taken(name):
    spec = registry()[f"memory_{name}"]
    example = json.loads(spec.description.partition("\nExample: ")[2])

    assert said(spec, example)[1] == ""


def test_a_drifted_schema_would_be_noticed():
    made = GenerateJsonSchema().generate(core_schema.list_schema(core_schema.float_schema()))

    assert bare({"type": "array", "items": {"type": "integer"}}) != bare(made)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_schemas_are_valid_and_flat(spec):
    for schema in (spec.input_schema, spec.output_schema):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert not {"$ref", "$defs", "anyOf", "oneOf", "allOf", "title"} & keywords(schema)


def test_every_parameter_is_described_under_its_wire_name():
    properties = spec_of(toy_learn).input_schema["properties"]

    assert list(properties) == ["content", "category", "tags", "confidence", "limit", "asOf"]
    assert all(schema["description"] for schema in properties.values())


def test_defaults_are_shown_and_only_the_rest_is_required():
    schema = spec_of(toy_learn).input_schema

    assert schema["required"] == ["content"]
    assert {name: p["default"] for name, p in schema["properties"].items() if "default" in p} == {
        "category": "fact",
        "confidence": 0.7,
        "limit": 20,
    }


@pytest.mark.parametrize(
    ("annotation", "description"),
    [
        (Annotated[str, Length(1, 500), "Why."], "Why. Max 500."),
        (Annotated[str, Length(1, 10_000), "Why, up to 10,000 characters."], "Why, up to 10,000 characters."),
        (Annotated[list[str] | None, Length(0, 50), "Tags; 500 are too many."], "Tags; 500 are too many. Max 50."),
        (Annotated[list[Literal["a", "b"]], Length(1, 2), "Kinds."], "Kinds."),
        (Annotated[list[Literal["a", "b"]], Length(1, 2), InWords(), "a or b."], "a or b."),
        (Annotated[int, Clamp(1, 3650), "Days."], "Days. 1 to 3650."),
        (Annotated[float, Range(0, 1), "Share, 0 to 1."], "Share, 0 to 1."),
    ],
    ids=range(7),
)
def test_a_limit_that_the_description_does_not_name_is_added(annotation, description):
    assert input_schema(annotation)["description"] == description


def test_what_is_clamped_is_not_stated_as_a_limit():
    assert "maximum" not in spec_of(toy_learn).input_schema["properties"]["limit"]


def test_an_output_schema_requires_nothing_and_may_contain_itself():
    schema = spec_of(every_type).output_schema

    assert "required" not in json.dumps(schema)
    assert schema["properties"]["valid_to"] == {"type": ["string", "null"]}
    assert schema["properties"]["kind"] == {"type": ["string", "null"], "enum": ["a", "b", None]}
    assert schema["properties"]["hits"]["items"]["properties"]["inner"]["items"] == {"type": "object"}
    assert schema["properties"]["notice"] == {"type": "string"}


def test_a_docstring_is_unfolded_to_one_line_for_each_paragraph():
    assert spec_of(every_type).description == "Take one of each\nand fold this."


def test_what_a_tool_raises_is_for_readers_of_the_code():
    assert "Raises" in str(every_type.__doc__)
    assert not [spec.name for spec in SPECS if "Raises" in spec.description]


def test_annotations_say_what_was_declared():
    assert spec_of(every_type).annotations == {
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }


def test_collected_tools_keep_the_order_given():
    assert list(collect([toy_learn, every_type])) == ["toy_learn", "every_type"]


@pytest.mark.parametrize("name", ["asOf", "as_of", "AsOf", "as-of", "ASOF"])
def test_a_name_is_known_in_every_spelling(name):
    assert said(spec_of(toy_learn), {"content": "x", name: "now"}) == ({"content": "x", "as_of": "now"}, "")


def test_an_alias_is_accepted():
    assert said(spec_of(toy_learn), {"content": "x", "maxRows": 3})[0]["limit"] == 3


def test_the_wire_name_wins_over_another_spelling():
    assert said(spec_of(toy_learn), {"content": "x", "asOf": "a", "as_of": "b"})[0]["as_of"] == "a"


def test_null_counts_as_absent():
    assert said(spec_of(toy_learn), {"content": "x", "tags": None, "limit": None}) == ({"content": "x"}, "")


def test_an_unknown_parameter_is_ignored_and_named_with_the_nearest_known_one():
    values, notice = said(spec_of(toy_learn), {"content": "x", "confidense": 0.1, "wait_for_previous": True})

    assert values == {"content": "x"}
    assert notice == (
        "unknown parameter 'confidense' was ignored; did you mean 'confidence'?; "
        "unknown parameter 'wait_for_previous' was ignored"
    )


@pytest.mark.parametrize(
    ("sent", "used"), [(500, 100), (-3, 1), ("1000", 100), (1e400, 100), (10**400, 100)], ids=range(5)
)
def test_a_clamped_number_is_moved_and_noted(sent, used):
    values, notice = said(spec_of(toy_learn), {"content": "x", "limit": sent})

    assert values["limit"] == used
    assert f"is outside 1 to 100; {used} was used" in notice


@pytest.mark.parametrize(("sent", "taken"), [("20", 20), (20.0, 20), (1, 1), (100, 100)])
def test_a_number_is_read_where_it_has_one_meaning(sent, taken):
    assert said(spec_of(toy_learn), {"content": "x", "limit": sent}) == ({"content": "x", "limit": taken}, "")


@pytest.mark.parametrize(
    ("sent", "taken"),
    [
        ('["a", "b"]', ["a", "b"]),
        ("a", ["a"]),
        ("a, b", ["a, b"]),
        ("[not json", ["[not json"]),
        ([1, "b"], ["1", "b"]),
    ],
)
def test_a_list_is_read_however_it_was_sent(sent, taken):
    assert said(spec_of(toy_learn), {"content": "x", "tags": sent})[0]["tags"] == taken


def test_nested_objects_are_read_like_the_outer_one():
    sent = {"text": "x", "weights": '{"fusion": "RRF", "halfLifeDays": "3", "zzz": 1}', "several": {"fusion": "rrf"}}

    values, notice = said(spec_of(every_type), sent)

    assert values["weights"] == {"fusion": "rrf", "half_life_days": 3.0}
    assert values["several"] == [{"fusion": "rrf"}]
    assert notice == "unknown parameter 'weights.zzz' was ignored"


@pytest.mark.parametrize("data", ["text", {"a": [1, None]}])
def test_a_parameter_of_two_kinds_takes_either(data):
    assert said(spec_of(every_type), {"text": "x", "data": data})[0]["data"] == data


@pytest.mark.parametrize(
    ("sent", "kept", "replaced"),
    [("a\0b", "a�b", 1), ("cut \ud83d", "cut �", 1), ("joined \ud83d\ude00", "joined 😀", 0), ("�", "�", 0)],
)
def test_what_is_not_text_is_replaced_and_noted(sent, kept, replaced):
    values, notice = said(spec_of(toy_learn), {"content": sent})

    assert values["content"] == kept
    assert notice == ("content: replaced by U+FFFD, as not text: 1 character" if replaced else "")


@pytest.mark.parametrize(
    ("sent", "field", "message"),
    [
        ({}, "text", "text: is required"),
        ({"text": ""}, "text", "text: must not be empty"),
        ({"text": "longer"}, "text", "text: may have 5 characters, has 6"),
        ({"text": ["x"]}, "text", "text: must be text"),
        ({"text": True}, "text", "text: must be text"),
        ({"text": "x", "words": []}, "words", "words: needs at least 1 item"),
        ({"text": "x", "words": ["a", "b", "c"]}, "words", "words: may have 2 items, has 3"),
        ({"text": "x", "words": ["a", "long"]}, "words[1]", "words[1]: may have 3 characters, has 4"),
        ({"text": "x", "words": 3}, "words", "words: must be a list"),
        ({"text": "x", "weights": 3}, "weights", "weights: must be an object"),
        ({"text": "x", "weights": {}}, "weights.fusion", "weights.fusion: is required"),
        (
            {"text": "x", "weights": {"fusion": "sum"}},
            "weights.fusion",
            'weights.fusion: must be one of weighted, rrf; "sum" is none of them',
        ),
        (
            {"text": "x", "weights": {"fusion": "rrf", "half_life_days": 0}},
            "weights.halfLifeDays",
            "weights.halfLifeDays: must be at least 1, is 0",
        ),
        ({"text": "x", "data": [3]}, "data", "data: must be an object or text"),
        ({"text": "x", "flag": "perhaps"}, "flag", "flag: must be true or false"),
        ({"text": "x", "count": 1.5}, "count", "count: must be a whole number"),
        ({"text": "x", "count": "many"}, "count", "count: must be a whole number"),
        ({"text": "x", "count": True}, "count", "count: must be a whole number"),
        ({"text": "x", "count": 4}, "count", "count: must be at most 3, is 4"),
        ({"text": "x", "share": "NaN"}, "share", "share: must be a finite number"),
        ({"text": "x", "share": -1}, "share", "share: must be at least 0, is -1"),
        ({"text": "x", "share": 10**400}, "share", "share: must be a number"),
        ({"text": "x", "count": 10**400}, "count", "count: must be at most 3, is 1" + "0" * 58 + "…"),
        ({MALFORMED: "a list"}, "arguments", "arguments: must be an object, not a list"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 40 else "sent",
)
def test_a_refusal_names_the_field_and_what_is_wrong(sent, field, message):
    refusal = refused(spec_of(every_type), sent)

    assert (refusal.field, refusal.message) == (field, message)
    assert len(str(refusal).splitlines()) == 2, "what is wrong, and what to do"


def test_several_faults_are_named_at_once():
    refusal = refused(spec_of(every_type), {"share": 7, "count": 9})

    assert refusal.message == "text: is required; count: must be at most 3, is 9; share: must be at most 1, is 7"


def test_a_missing_parameter_that_was_misspelt_is_recognised():
    refusal = refused(spec_of(toy_learn), {"contents": "x"})

    assert refusal.hint.startswith("did you mean it by 'contents'? parameters: content (required), category")


def test_a_wrong_choice_is_answered_with_the_nearest_one():
    assert refused(spec_of(toy_learn), {"content": "x", "category": "patern"}).hint == "did you mean 'pattern'?"


def test_a_value_is_echoed_short():
    assert len(refused(spec_of(toy_learn), {"content": "x", "category": "y" * 10_000}).message) < 200


@given(st.dictionaries(st.sampled_from([*spec_of(every_type).input_schema["properties"], "other"]), JSON))
def test_any_json_is_taken_or_refused_with_a_field(arguments):
    try:
        values, _ = spec_of(every_type).validate(arguments)
        json.dumps(values, ensure_ascii=False).encode()
    except InvalidInputError as exc:
        if not exc.field:
            raise AssertionError(str(exc)) from exc


@given(st.dictionaries(st.sampled_from([*spec_of(every_type).input_schema["properties"], "other"]), JSON))
def test_what_the_schema_allows_is_taken(arguments):
    is_finite = "NaN" not in json.dumps(arguments)
    if is_finite and jsonschema.Draft202012Validator(spec_of(every_type).input_schema).is_valid(arguments):
        try:
            spec_of(every_type).validate(arguments)
        except InvalidInputError as exc:  # lengths are the one thing the schema leaves to the description
            if not re.search(r"may have|needs|must not be empty", exc.message):
                raise


def test_invoke_runs_nothing_when_an_argument_is_refused(monkeypatch):
    stored: list[str] = []
    monkeypatch.setattr("toy_server.STORED", stored)

    with pytest.raises(InvalidInputError):
        spec_of(toy_learn).invoke(ToyCall(RequestFacts()), {"content": "x", "confidence": 2})

    assert stored == []


def test_notices_of_caller_and_call_come_with_the_result():
    call = ToyCall(RequestFacts(), ["from the call"])

    result = spec_of(every_type).invoke(call, {"text": "x", "textt": "y"})

    assert result["notice"] == "unknown parameter 'textt' was ignored; did you mean 'text'?; from the call"


def test_a_type_outside_the_dialect_is_a_defect():
    @tool(title="Bad")
    def bad(call: ToyCall, when: Annotated[set[str], "No."]) -> Answer:
        """Bad."""
        return {}

    with pytest.raises(TypeError, match="no place in a tool's schema"):
        _ = spec_of(bad).input_schema
