"""`memory-mcp setup` in a home folder of its own: history, proof, the closing screen, and out again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from capture_corpus import Writer, conversation, lines_of
from click.testing import CliRunner
from replaying import environment

from memory_mcp.cli.main import cli
from memory_mcp.setup.proof import FACT


def files_in(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


class Done(NamedTuple):
    home: Path
    before: dict[str, bytes]
    told: dict[str, Any]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return used_home(tmp_path)


def used_home(base: Path) -> Path:
    """Make a home folder in which Claude Code is configured and was used."""
    folder = base / "home"
    projects = folder / ".claude" / "projects" / "-code-parser"
    projects.mkdir(parents=True)
    (folder / ".claude" / "settings.json").write_text('{"theme": "dark" /* mine */}\n', encoding="utf-8")
    for number in range(2):
        told = conversation(f"s{number}", 3, seed=number)
        writer = Writer("claude", told.session, str(folder))
        entries = [*writer.head(), *(entry for turn in told.turns for entry in writer.turn(turn))]
        (projects / f"s{number}.jsonl").write_bytes(lines_of(entries))
    return folder


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Done:
    """A home folder in which setup was run once, as it is at a terminal."""
    folder = used_home(tmp_path_factory.mktemp("once"))
    before = files_in(folder)
    command = [sys.executable, "-m", "memory_mcp", "--db", str(folder.parent / "m.db"), "setup", "--yes", "--json"]
    given = environment(HOME=str(folder), PATH="/usr/bin:/bin")
    ended = subprocess.run(command, capture_output=True, text=True, check=True, env=given, cwd=folder)
    return Done(folder, before, json.loads(ended.stdout))


@pytest.mark.external
def test_setup_brings_in_the_history_proves_the_client_and_shows_the_past(done: Done) -> None:
    assert [one["found"] for one in done.told["proof"]] == [True]
    assert done.told["history"]["files"] == 2
    assert (done.told["past"]["sessions"], done.told["past"]["turns"]) == (2, done.told["history"]["addedTurns"])
    assert "You last worked" in "\n".join(done.told["past"]["lines"])


@pytest.mark.external
def test_the_proof_leaves_nothing_in_the_file(done: Done) -> None:
    shown = CliRunner().invoke(cli, ["--db", str(done.home.parent / "m.db"), "--no-embed", "search", "--all", FACT])
    assert FACT not in shown.output


@pytest.mark.external
def test_after_setup_nothing_is_left_to_change(done: Done) -> None:
    assert json.loads(invoke(done.home, "--dry-run", "--json").stdout)["changed"] == []


@pytest.mark.external
def test_remove_leaves_every_file_as_it_was_and_purge_deletes_the_memory(done: Done) -> None:
    told = json.loads(invoke(done.home, "--remove", "--purge", "--yes", "--json").stdout)
    assert str(done.home.parent / "m.db") in told["purged"]
    assert files_in(done.home) == done.before
    assert [path.name for path in done.home.parent.iterdir()] == ["home"]


def invoke(home: Path, *arguments: str) -> Any:
    given = {"HOME": str(home), "USERPROFILE": str(home), "PATH": "", "CODEX_HOME": "", "CLAUDE_CONFIG_DIR": ""}
    return CliRunner().invoke(cli, ["--db", str(home.parent / "m.db"), "setup", *arguments], env=given)


def test_a_dry_run_changes_no_byte_and_makes_no_memory(home: Path) -> None:
    before = files_in(home)
    assert len(json.loads(invoke(home, "--dry-run", "--json").stdout)["changed"]) == 4
    assert files_in(home) == before
    assert not (home.parent / "m.db").exists()


def test_nothing_is_changed_where_nobody_can_agree(home: Path) -> None:
    before = files_in(home)
    assert "nobody is there to agree" in str(invoke(home).exception)
    assert files_in(home) == before


def test_without_a_client_the_names_are_told(tmp_path: Path) -> None:
    told = invoke(tmp_path / "empty", "--yes").exception
    assert "no client is on this machine" in str(told)
    assert "claude, claude-desktop, codex" in str(told)


def test_the_entry_that_is_printed_is_all_of_standard_output(home: Path) -> None:
    entry = json.loads(invoke(home, "claude", "--print").stdout)
    assert entry["mcpServers"]["memory"]["type"] == "stdio"


def test_a_project_gets_files_of_its_own(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    told = json.loads(invoke(home, "claude", "vscode", "--scope", "project", "--dry-run", "--json").stdout)
    names = {Path(one["path"]).relative_to(project).as_posix() for one in told["changed"]}
    assert names >= {".mcp.json", ".claude/settings.local.json", "CLAUDE.md", ".vscode/mcp.json"}
