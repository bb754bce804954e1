"""A folder that came with its repository, as from an archive, runs nothing, opens nothing and holds nobody up.

A clone brings no configuration along; an archive and a shared folder do.
"""

from __future__ import annotations

import ast
import os
import subprocess
from pathlib import Path

import pytest

import memory_mcp
from memory_mcp.project import NO_PROJECT, survey
from memory_mcp.transfer.merging.project_names import first_commit


def git(folder: Path, *arguments: str) -> str:
    named = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    return subprocess.run(
        ["git", "-C", str(folder), *named, *arguments], check=True, capture_output=True, text=True
    ).stdout.strip()


def test_no_command_of_a_repository_runs_where_an_object_is_missing(tmp_path: Path) -> None:
    folder, ran = tmp_path / "evil", tmp_path / "ran"
    folder.mkdir()
    git(folder, "init", "-q")
    for message in ("a", "b"):
        git(folder, "commit", "-q", "--allow-empty", "-m", message)
    missing = git(folder, "rev-parse", "HEAD~1")
    (folder / ".git" / "objects" / missing[:2] / missing[2:]).unlink()
    (folder / ".git" / "config").write_text(
        "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = o\n"
        f'[remote "o"]\n\turl = .\n\tpromisor = true\n\tuploadpack = "touch {ran}; false "\n'
    )

    assert first_commit(folder) is None
    assert not ran.exists()


def test_one_module_alone_runs_git() -> None:
    package = Path(memory_mcp.__file__).parent
    running = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value == "git" and "subprocess" in path.read_text(encoding="utf-8")
    }
    assert running == {os.path.join("project", "git_command.py")}  # noqa: PTH118 - a name


@pytest.mark.parametrize("is_absolute", [False, True])
def test_a_repository_that_calls_another_folder_its_working_tree_is_not_that_folders(
    tmp_path: Path, *, is_absolute: bool
) -> None:
    payroll, folder = tmp_path / "payroll", tmp_path / "hostile"
    (payroll / ".git").mkdir(parents=True)
    (payroll / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / "gd").mkdir(parents=True)
    known = folder / "common" / "worktrees" / "w"
    known.mkdir(parents=True)
    (folder / ".git").write_text("gitdir: gd\n")
    (folder / "gd" / "commondir").write_text("../common\n")
    (known / "gitdir").write_text("../../../.git\n")
    named = payroll if is_absolute else "../../payroll"
    (folder / "common" / "config").write_text(f"[core]\n\tworktree = {named}\n")

    assert survey(payroll, environment=None).project.name == "payroll"
    assert survey(folder, environment=None).project.root != payroll


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
@pytest.mark.parametrize("where", ["gd/commondir", "common/worktrees/w/gitdir", "common/config"])
def test_a_pipe_among_a_repositorys_files_holds_nobody_up(tmp_path: Path, where: str) -> None:
    for path, said in (
        (".git", "gitdir: gd"), ("gd/commondir", "../common"), ("common/worktrees/w/gitdir", "../../../.git"),
        ("common/config", "[core]"),
    ):  # fmt: skip
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(tmp_path / path) if path == where else (tmp_path / path).write_text(said)

    assert survey(tmp_path, environment=None).project.name


def test_a_path_that_no_system_takes_belongs_to_no_project(tmp_path: Path) -> None:
    assert survey(tmp_path / ("x" * 5_000), environment=None).project == NO_PROJECT
