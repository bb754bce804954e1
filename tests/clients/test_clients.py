"""Clients other people wrote, against the real server."""

from __future__ import annotations

import json
import sys

import pytest
from plan import bad_calls, good_calls

SERVER = (sys.executable, "-m", "memory_mcp", "serve")
INSPECTOR = "@modelcontextprotocol/inspector/clients/launcher/build/index.js"


@pytest.fixture(scope="module", params=["sdk_v1.mjs", "client_v2.mjs"])
def converse(request, shared_node):
    """Return a function that makes a client carry out calls, and returns everything it saw."""

    def talk(calls):
        done = shared_node(request.path.parent / request.param, *SERVER, given=json.dumps(calls))
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return talk


@pytest.fixture(scope="module")
def seen(converse, tmp_path_factory):
    """What a client saw that called every tool once and read all that is listed."""
    return converse(good_calls(tmp_path_factory.mktemp("plan")))


def test_every_tool_answers_in_both_forms(seen):
    wrong = [c for c in seen["calls"] if "thrown" in c or c["result"].get("isError")]
    assert wrong == []
    assert all(c["result"]["structuredContent"] and c["result"]["content"][0]["text"] for c in seen["calls"])
    assert {c["name"] for c in seen["calls"]} == {tool["name"] for tool in seen["tools"]}


def test_an_argument_of_the_wrong_kind_is_refused_by_its_name(converse, seen):
    calls = list(bad_calls(seen["tools"]))
    answered = converse(calls)["calls"]

    texts = [c["result"]["content"][0]["text"] if c.get("result", {}).get("isError") else c for c in answered]
    assert len(calls) > len(seen["tools"])
    for made, text in zip(calls, texts, strict=True):
        assert str(text).startswith(f"invalid_input: {made['field']}"), made


def test_every_resource_and_prompt_can_be_read(seen):
    assert seen["read"]
    assert [entry for entry in seen["read"] if "thrown" in entry] == []


@pytest.mark.parametrize("converse", ["client_v2.mjs"], indirect=True)
def test_the_newer_client_speaks_the_newest_revision(seen):
    assert seen["protocol"] == "2026-07-28"


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_the_inspector_finds_no_schema_that_is_not_portable(node, era):
    listing = ["--method", "tools/list", "--strict", "--protocol-era", era, "--connect-timeout", "60000"]
    done = node(INSPECTOR, "--cli", *SERVER, *listing)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["tools"]
