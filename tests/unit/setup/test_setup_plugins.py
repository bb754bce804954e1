"""A client that has this memory as a plugin has it: setup puts nothing beside it, and the doctor looks at it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from plugged import plug, write

from memory_mcp.cli.main import cli
from memory_mcp.config import Settings
from memory_mcp.doctor import client_checks, client_files
from memory_mcp.doctor.finding import Finding
from memory_mcp.setup import plugins
from memory_mcp.setup.changes import additions, apply
from memory_mcp.setup.clients import CLIENTS
from memory_mcp.setup.codex_trust import hashes
from memory_mcp.setup.places import Places
from memory_mcp.setup.program import Program

NAMES = ["claude", "codex", "gemini"]
PROGRAM = Program(("memory-mcp",), Path("/memory.db"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.setenv("PATH", "")
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    return folder


def setup(home: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["--db", str(home / "memory.db"), "setup", *arguments], standalone_mode=False)


def findings(home: Path, client: str) -> dict[str, Finding]:
    places = Places(home, {"PATH": ""})
    looked = client_files.look(client, places, PROGRAM)
    found = [
        *client_checks.entry_findings(looked, Settings(db_path=PROGRAM.db)),
        *client_checks.twice_finding(looked, places, PROGRAM), *client_checks.trust_finding(looked, places),
    ]  # fmt: skip
    return {one.check: one for one in found}


@pytest.mark.parametrize("client", NAMES)
def test_a_plugin_is_found_with_its_server_and_its_hooks(client: str, home: Path) -> None:
    folder = plug(home, client)
    found = plugins.installed(client, Places(home, {}))
    assert found is not None
    assert (found.folder, found.entry["command"]) == (folder, "memory-mcp")
    assert "SessionStart" in found.hooks


@pytest.mark.parametrize("client", ["claude", "codex"])
def test_a_plugin_that_is_switched_off_is_none(client: str, home: Path) -> None:
    plug(home, client, is_enabled=False)
    assert plugins.installed(client, Places(home, {})) is None


def test_an_extension_of_somebody_else_with_the_name_is_none_of_ours(home: Path) -> None:
    folder = plug(home, "gemini")
    write(folder / "gemini-extension.json", {"name": "memory", "mcpServers": {"memory": {"command": "npx"}}})
    assert plugins.installed("gemini", Places(home, {})) is None


@pytest.mark.parametrize("client", NAMES)
def test_setup_leaves_the_files_of_a_client_with_a_plugin_as_they_are(client: str, home: Path) -> None:
    plug(home, client)
    told = json.loads(setup(home, "--dry-run", "--json").stdout)
    assert (told["clients"], told["changed"], told["plugins"]) == ([client], [], [client])
    assert "has it as a plugin; its files stay as they are" in setup(home, "--dry-run").stdout


def test_a_client_that_is_named_is_set_up_all_the_same_and_told_of_its_plugin(home: Path) -> None:
    plug(home, "codex")
    said = setup(home, "codex", "--dry-run").stdout
    assert ".codex/hooks.json" in said
    assert "one of both is enough: codex plugin remove memory@memory-mcp-sqlite" in said


def test_removal_says_what_takes_the_plugin_out(home: Path) -> None:
    plug(home, "claude")
    assert "claude plugin uninstall memory@memory-mcp-sqlite" in setup(home, "--remove", "--dry-run").stdout


@pytest.mark.parametrize("client", NAMES)
def test_the_doctor_looks_at_the_plugin(client: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plug(home, client)
    assert findings(home, client)["entry"].what == "its command is gone: memory-mcp"
    monkeypatch.setattr(shutil, "which", lambda name, **_: "/bin/it" if name == "memory-mcp" else None)
    found = findings(home, client)
    assert {found[check].level for check in ("entry", "hooks", "plugin")} == {"pass"}


def test_what_is_there_as_a_plugin_and_in_the_files_is_there_twice(home: Path) -> None:
    places = Places(home, {"PATH": ""})
    plug(home, "gemini")
    for change in additions([("gemini", one) for one in CLIENTS["gemini"].targets(places, PROGRAM, None)]):
        apply(change, home / "backups")
    found = findings(home, "gemini")["plugin"]
    assert (found.level, found.where) == ("warn", ", in ~/.gemini/settings.json")
    assert "gemini extensions uninstall memory" in found.mend


def test_the_hooks_of_a_plugin_are_trusted_by_the_plugin_s_name(home: Path) -> None:
    folder = plug(home, "codex")
    assert findings(home, "codex")["trust"].level == "fail"
    hooks = json.loads((folder / "hooks" / "hooks.json").read_text("utf-8"))["hooks"]
    with (home / ".codex" / "config.toml").open("a", encoding="utf-8") as file:
        for _event, key, digest in hashes(f"{plugins.NAME}:hooks/hooks.json", hooks):
            # As Codex 0.169 writes it: the second hash is of the plugin.
            file.write(f'\n[hooks.state."{key}"]\ntrusted_hash = "{digest}/sha256:{0:064}"\n')
    assert findings(home, "codex")["trust"].level == "pass"
