"""The skill over MCP: listed, got, and read, with the digest of what is read; a plain resource for older clients."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from wire import Wire, WireError, spawn

from memory_mcp.docs import skill
from memory_mcp.setup.clients import CLIENTS
from memory_mcp.setup.places import Places
from memory_mcp.setup.program import Program


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with spawn(tmp_path_factory.mktemp("skill") / "memory.db") as wire:
        yield wire


def test_the_extension_is_declared_and_older_clients_find_the_skill_among_the_resources(server: Wire) -> None:
    assert server.discover()["capabilities"]["extensions"][skill.EXTENSION] == {}
    assert skill.URI in [one["uri"] for one in server.request("resources/list")["resources"]]


def test_the_skill_is_listed_with_the_digest_of_what_is_read(server: Wire) -> None:
    server.discover()
    listed = server.request("skills/list")
    (entry,) = listed["skills"]
    (contents,) = server.request("resources/read", {"uri": entry["uri"]})["contents"]
    text = contents["text"].encode()
    assert entry["resources"] == [
        {"uri": entry["uri"], "digest": "sha256:" + hashlib.sha256(text).hexdigest(), "size": len(text)}
    ]
    assert entry["frontmatter"] == yaml.safe_load(contents["text"].split("---\n")[1])
    assert (listed["resultType"], listed["cacheScope"]) == ("complete", "public")
    assert server.request("skills/get", {"uri": entry["uri"]})["skill"] == entry


def test_a_skill_that_is_not_there_is_an_invalid_parameter(server: Wire) -> None:
    server.discover()
    with pytest.raises(WireError, match="-32602"):
        server.request("skills/get", {"uri": "skill://other/SKILL.md"})


def test_the_file_that_setup_writes_is_the_skill() -> None:
    targets = CLIENTS["claude"].targets(Places(Path("/home"), {}), Program(("memory-mcp",), Path("m.db")), None)
    assert next(one.part.put(None) for one in targets if one.what == "skill") == skill.skill()
