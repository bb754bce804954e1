"""What nobody sees in a path, an order to the terminal or a turn of direction, is spelled out, and whole in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from memory_mcp.cli.main import cli
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import SystemClock
from memory_mcp.tools.framework.render import render

HIDDEN = "shop\x1b[2J\u202e"
SEEN = r"shop\x1b[2J\u202e"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / HIDDEN / "memory.db"
    Database(path, SystemClock()).close()
    return path


def run(db: Path, *arguments: str) -> Result:
    ended = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", *arguments], env={"HOME": str(db.parent)})
    assert ended.exit_code == 0, ended.exception
    return ended


@pytest.mark.parametrize(
    "command",
    [
        ("backup",), ("health",), ("key", "test"), ("repair",), ("sync", "init", "FOLDER"),
        ("export", "FOLDER/all.json"), ("path",), ("key", "init", "--key-file", "FOLDER/key"),
        pytest.param(("view",), marks=pytest.mark.external),
    ],
)  # fmt: skip
def test_a_path_is_shown_with_all_that_is_in_it(
    db: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory_mcp.cli.output.is_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "300")
    said = run(db, *(one.replace("FOLDER", str(db.parent)) for one in command)).output
    assert (SEEN in said, "\x1b[2J" in said, "\u202e" in said) == (True, False, False)


@pytest.mark.parametrize("command", ["backup", "health", "path", pytest.param("view", marks=pytest.mark.external)])
def test_json_has_the_path_as_it_is_and_nothing_unseen(db: Path, command: str) -> None:
    said = run(db, command, "--json").stdout
    assert Path(json.loads(said)["path"]).is_relative_to(db.parent)
    assert said.strip().isprintable()


@pytest.mark.parametrize("command", ["path", pytest.param("view", marks=pytest.mark.external)])
def test_a_pipe_gets_the_path_that_it_can_open(db: Path, command: str) -> None:
    assert Path(run(db, command).stdout.rstrip("\n")).exists()


def test_a_notice_hides_nothing() -> None:
    assert render({"notice": f"{HIDDEN} is new"}) == f"notice: {SEEN} is new"
