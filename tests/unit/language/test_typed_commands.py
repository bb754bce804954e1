"""Commands that hints give, as a shell takes them: a name or a path may be anything."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from memory_mcp.cli.main import cli
from memory_mcp.errors import ConflictError, NotFoundError, RefusedError
from memory_mcp.keys.lookup import read_key_file
from memory_mcp.language.typed_commands import quoted, typed
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.projects import project_upkeep, projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.copies.kept_backups import advice, free_backup_path
from memory_mcp.store.file.database import Database
from memory_mcp.sync.folder import open_folder
from memory_mcp.temporal import Period, SystemClock

ODD = "my files; rm *"


@pytest.mark.parametrize("given", ["a b", "$(reboot)", "-x", "--all", "O'Hara; ls", "`id`", ""])
def test_what_is_given_to_a_command_is_one_word_and_no_option(given: str) -> None:
    words = shlex.split(typed("entity", given))
    assert words[:2] == ["memory-mcp", "entity"]
    parsed = cli.get_command(None, "entity").make_context("entity", words[2:], resilient_parsing=True)
    assert parsed.params["name"] == (given,)
    assert parsed.params["as_of"] is None


def test_a_hint_quotes_the_path_of_a_backup(tmp_path: Path) -> None:
    now = SystemClock().now()
    path = free_backup_path(tmp_path / ODD, "memory", now)
    path.parent.mkdir()
    path.write_bytes(b"x")
    assert f"`memory-mcp restore {shlex.quote(str(path))}`" in advice(path.parent, "memory", now)


def test_a_hint_quotes_the_folder_to_synchronise(tmp_path: Path) -> None:
    database = Database(tmp_path / "memory.db", SystemClock())
    with pytest.raises(NotFoundError) as refused:
        open_folder(database, tmp_path / ODD)
    database.close()
    assert f"`memory-mcp sync init {shlex.quote(str(tmp_path / ODD))}`" in refused.value.hint


def test_a_hint_quotes_the_names_of_projects(tmp_path: Path) -> None:
    database = Database(tmp_path / "memory.db", SystemClock())
    with database.writing("test") as tx:
        for name, folder in ((ODD, tmp_path), ("-x", None)):
            project_id = projects.ensure(tx, projects.named(name, folder))
            facts.assert_(tx, Draft("learning", f"of {name}", Period(tx.now), project_id=project_id))
        projects.bind_root(tx, projects.by_name(tx, ODD) or 0, tmp_path)
        with pytest.raises(ConflictError) as refused:
            project_upkeep.move(tx, "-x", tmp_path)
    database.close()
    assert f"`memory-mcp project merge -- {shlex.quote(ODD)} -x`" in refused.value.hint


@pytest.mark.skipif(os.name == "nt", reason="Windows allows no such names")
@pytest.mark.parametrize("name", [ODD, "it's", "mine\\", "a\\'b"])
def test_a_hint_quotes_the_file_of_a_key(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("x" * 40)
    path.chmod(0o644)
    with pytest.raises(RefusedError) as refused:
        read_key_file(path)
    assert refused.value.hint.startswith(f"Run: chmod 600 {quoted(str(path))}.")
