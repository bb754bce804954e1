"""Requests made to be too much: each is answered, under its own id, and what is refused is refused for its size."""

from __future__ import annotations

import json

import pytest
from calling import Client
from wire import WireError, spawn

from memory_mcp.errors import InvalidInputError
from memory_mcp.serving.json_rpc_lines import decode
from memory_mcp.tools.framework import arguments
from memory_mcp.tools.learnings import memory_learn_bulk


def nested(depth: int, request_id: str) -> str:
    deep = "[" * depth + "]" * depth
    return (
        f'{{"jsonrpc": "2.0", "method": "tools/call", "params": {{"name": "memory_learn", "id": 7, '
        f'"arguments": {{"content": {deep}, "text": "}}"}}}}, "id": {request_id}}}'
    )


@pytest.mark.parametrize("depth", [250, 5_000, 200_000])
@pytest.mark.parametrize("request_id", ["41", '"a \\" b"'])
def test_a_request_that_is_nested_too_deeply_is_answered_under_its_id(depth, request_id):
    answer = decode(nested(depth, request_id))

    assert (answer.id, answer.error.message.partition(":")[0]) == (json.loads(request_id), "nested too deeply")


@pytest.mark.parametrize("request_id", ["41", '"\\ud800"'])
@pytest.mark.parametrize("place", ["params", "arguments"])
def test_what_is_nested_too_deeply_behind_half_a_character_is_answered(place, request_id):
    deep = '["\\ud800", ' + "[" * 700 + "]" * 701
    params = f'{{"name": "memory_learn", "{place}": {{"content": {deep}}}}}'
    answer = decode(f'{{"jsonrpc": "2.0", "id": {request_id}, "method": "tools/call", "params": {params}}}')

    assert answer.error.message.partition(":")[0] == "nested too deeply"
    assert json.loads(answer.model_dump_json())["id"] == (41 if request_id == "41" else "\ufffd")


def test_arguments_in_a_text_that_are_nested_too_deeply_are_none():
    text = json.dumps({"content": "x", "tags": 0}).replace("0", "[" * 700 + "]" * 700)
    params = {"name": "memory_learn", "arguments": text}
    request = decode(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}))

    assert request.params["arguments"] == {arguments.MALFORMED: "text"}


@pytest.mark.parametrize("request_id", ["1.0", "1e400", "NaN", "true", "null", "[]"])
def test_a_request_whose_id_is_none_is_answered_and_not_taken_for_a_notification(request_id):
    answer = decode(f'{{"jsonrpc": "2.0", "id": {request_id}, "method": "ping"}}')

    assert (answer.id, answer.error.message.partition(" must")[0]) == (None, "the id")


@pytest.mark.parametrize(
    ("request_id", "told"), [("41", 41), ('"\\ud800"', "\ufffd"), ("9" * 5_000, None), ("true", None)]
)
@pytest.mark.parametrize("sign", ["", "-"])
def test_a_request_with_a_number_that_is_too_long_is_answered_under_its_id(request_id, told, sign):
    params = f'{{"name": "memory_learn", "id": 7, "arguments": {{"content": {sign}{"9" * 4_301}, "id": 8}}}}'
    answer = decode(f'{{"jsonrpc": "2.0", "method": "tools/call", "params": {params}, "id": {request_id}}}')

    assert (answer.id, answer.error.message.partition(" digits")[0]) == (told, "a number of more than 4300")


def test_an_answer_with_a_number_that_is_too_long_is_not_answered_under_an_id_of_the_clients():
    assert decode(f'{{"jsonrpc": "2.0", "id": 1, "result": {{"roots": {"9" * 4_301}}}}}').id is None


@pytest.mark.external
def test_a_server_goes_on_after_what_is_nested_too_deeply(tmp_path):
    with spawn(tmp_path / "memory.db") as wire:
        wire.initialize()
        for depth in (200, 1_000, 100_000):
            wire.process.stdin.write(nested(depth, str(depth)).encode() + b"\n")
            wire.process.stdin.flush()
            with pytest.raises(WireError, match="nested too deeply"):
                wire.answer(depth)
        assert wire.call_tool("memory_health", {})["structuredContent"]["ok"]


@pytest.mark.parametrize("item", [{"category": "fact", "content": "x"}, {"unknown": 1}, "text"])
def test_a_list_that_is_too_long_is_refused_before_anything_in_it_is_read(client: Client, monkeypatch, item):
    read = []
    monkeypatch.setattr(arguments, "_read", lambda *given, plain=arguments._read: read.append(1) or plain(*given))
    with pytest.raises(InvalidInputError, match="may have 500 items, has 100000"):
        client.call(memory_learn_bulk, items=[item] * 100_000)

    assert len(read) == 1


def test_of_many_unknown_parameters_the_first_are_named_and_the_rest_counted(client: Client):
    given = {f"unknown{number}": 1 for number in range(5_000)}
    notice = client.call(memory_learn_bulk, items=[{"category": "fact", "content": "x"}], **given)["notice"]

    assert notice.count("unknown parameter 'unknown") == 10
    assert "4990 further unknown parameters ignored" in notice
