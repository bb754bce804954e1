"""Setup where a client's file holds nothing that can be read as it stands: blanks, or a list that broke off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from memory_mcp.cli.main import cli
from memory_mcp.setup.reading import hooks_in

BLANK = ["", "\n", "   \r\n", "\ufeff"]


def invoke(home: Path, *given: str) -> Result:
    env = {"HOME": str(home), "USERPROFILE": str(home), "PATH": "", "GEMINI_CLI_HOME": ""}
    return CliRunner().invoke(cli, ["--db", str(home.parent / "m.db"), "setup", *given], env=env)


@pytest.mark.parametrize("text", BLANK)
def test_a_blank_file_of_a_client_is_filled(tmp_path: Path, text: str) -> None:
    path = tmp_path / "home" / ".gemini" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(text.encode())

    told = json.loads(invoke(tmp_path / "home", "gemini", "--dry-run", "--json").stdout)

    assert {"path": str(path), "clients": ["gemini"], "what": ["hooks", "server"]} in told["changed"]


@pytest.mark.parametrize("text", BLANK)
def test_a_blank_file_has_no_hook(text: str) -> None:
    assert hooks_in(text) == {}


def test_a_list_of_ours_that_broke_off_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "home" / ".continue" / "mcpServers" / "memory-mcp.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("name: memory-mcp\nmcpServers: [\n", encoding="utf-8")

    told = json.loads(invoke(tmp_path / "home", "continue", "--dry-run", "--json").stdout)

    assert [one["path"] for one in told["changed"]] == [str(path)]
