"""Hooks and server of every client arrive at one project, however the client spells the folder it works in."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from calling import server

from memory_mcp.capture.events.payload import event_of
from memory_mcp.capture.events.recording import source_of
from memory_mcp.config import Settings
from memory_mcp.project import NO_PROJECT, ProjectRef
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import RequestFacts

CLIENTS = ("claude", "codex", "gemini", "cursor", "opencode")
SPELLINGS = ("root", "below", "dotted", "slash", "link", "working tree", "gone")


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder with a home of its own, a repository, a working tree of it, and a link into it."""
    base = tmp_path.resolve()
    (base / "home").mkdir()
    monkeypatch.setenv("HOME", str(base / "home"))
    monkeypatch.setenv("USERPROFILE", str(base / "home"))
    root = base / "проект café"
    (root / "src").mkdir(parents=True)
    for command in (
        ["init", "-q"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "first"],
        ["worktree", "add", "-q", str(base / "fix")],
    ):
        subprocess.run(["git", *command], cwd=root, check=True, capture_output=True)
    (base / "link").symlink_to(root / "src", target_is_directory=True)
    return base


def spelled(base: Path, spelling: str) -> str:
    root = base / "проект café"
    return {
        "root": str(root), "below": str(root / "src"), "dotted": f"{root}/src/../src",
        "slash": f"{root}{os.sep}", "link": str(base / "link"), "working tree": str(base / "fix"),
        "gone": str(root / "deleted" / "folder"),
    }[spelling]  # fmt: skip


def hooks_project(client: str, folder: str, elsewhere: Path) -> ProjectRef:
    """Return where a client's hook puts what is said."""
    payload: dict[str, Any] = {"session_id": "s1", "cwd": folder}
    environment: dict[str, str] = {}
    match client:
        case "claude":
            # Its shell went elsewhere meanwhile.
            payload["cwd"], environment["CLAUDE_PROJECT_DIR"] = str(elsewhere), folder
        case "cursor":
            payload = {"conversation_id": "s1", "cursor_version": "3.7", "workspace_roots": [folder]}
    source = source_of(event_of("Stop", client, payload, environment, 1), Settings(db_path=elsewhere / "m.db"))
    assert source is not None
    return source.project


def servers_project(client: str, folder: str, tmp_path: Path, clock: ManualClock) -> ProjectRef:
    """Return where a client's calls of the server write: by environment, request, open folders or working directory."""
    with server(tmp_path, clock) as runtime:
        facts = RequestFacts()
        match client:
            case "claude":
                facts = RequestFacts(project_dir=folder)
            case "codex" | "cursor":
                facts = RequestFacts(workspaces=(folder,))
            case _:
                os.chdir(folder if Path(folder).is_dir() else Path(folder).parents[1])
        return Call(runtime, facts).project(None)


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_hook_and_server_are_in_one_project_however_its_folder_is_spelled(
    client: str, spelling: str, base: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(base)
    folder = spelled(base, spelling)
    expected = ProjectRef("проект café", base / "проект café", "repository")
    assert hooks_project(client, folder, base) == expected
    assert servers_project(client, folder, base, clock) == expected


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("folder", ["home", "home/notes", "/"])
def test_in_the_home_folder_and_at_the_root_neither_has_a_project(
    client: str, folder: str, base: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(base)
    (base / "home" / ".git").mkdir()
    (base / "home" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (base / "home" / "notes").mkdir()
    where = str(base / folder) if folder != "/" else base.anchor
    assert hooks_project(client, where, base) == servers_project(client, where, base, clock) == NO_PROJECT
