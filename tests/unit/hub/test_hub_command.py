"""The command ``sync`` with a hub: the words and the JSON that it has for a folder."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from memory_mcp.cli.main import cli

pytestmark = pytest.mark.external


@pytest.fixture
def on(tmp_path, monkeypatch):
    """Run a command on a machine and return what it printed."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    # No repository, so no project.
    monkeypatch.chdir(tmp_path)

    def run(machine, *words):
        path = tmp_path / machine / "memory.db"
        result = CliRunner().invoke(cli, ["--db", str(path), "--no-embed", *words], standalone_mode=False)
        if result.exception is not None:
            raise result.exception
        return result.output

    return run


def test_a_hub_is_made_used_and_asked_by_the_command_of_a_folder(on, server, monkeypatch):
    address = server.new()
    assert "memory-mcp sync" in on("desk", "sync", "init", address)
    on("desk", "learn", "we use tabs in the harbour")
    told = json.loads(on("desk", "sync", address, "--json"))
    assert told["written"] == {"records": 1, "refused": 0}
    assert "1 record taken in (1 of them new here), 0 written" in on("lap", "sync", address)

    monkeypatch.setenv("MEMORY_HUB", address)
    asked = ("search", "--hub", "tabs", "--json", "--since", "yesterday", "--type", "learning")
    (hit,) = json.loads(on("new", *asked))["hits"]
    assert hit["snippet"] == "we use tabs in the harbour"
    assert json.loads(on("new", *asked, "--tag", "nobody's"))["hits"] == []
    monkeypatch.delenv("MEMORY_HUB")

    (state,) = json.loads(on("lap", "sync", "status", address, "--json"))["targets"]
    assert (state["waiting"], sorted(one["isThis"] for one in state["machines"])) == (0, [False, True])
    assert "0 changes wait" in on("lap", "sync", "status", address)
    assert address in [one["target"] for one in json.loads(on("lap", "sync", "status", "--json"))["targets"]]
    on("lap", "sync", "forget", address)
    assert "synchronised with nothing" in on("lap", "sync", "status")


def test_the_status_names_the_people_and_machines_of_a_team(on, server, hub):
    ann, ben = server.let_in(hub, "ann", "ben")
    for person in ("ann", "ben"):
        server.run(hub, "SELECT memory.share('api', %s)", (person,))
    for machine, address in (("desk", ann), ("lap", ben)):
        on(machine, "learn", "we use tabs")
        on(machine, "sync", address)
    _, mine, theirs = on("desk", "sync", "status", ann).splitlines()
    assert ("ann" in mine, "(this)" in mine, "1 push behind" in mine) == (True, True, True)
    assert ("ben" in theirs, "0 pushes behind" in theirs, "unknown" in theirs) == (True, True, False)
    (state,) = json.loads(on("desk", "sync", "status", ann, "--json"))["targets"]
    assert [(one["person"], one["machine"] is None) for one in state["machines"]] == [("ann", False), ("ben", True)]
