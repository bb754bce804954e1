"""The doctor names the project that a repository was before it was moved and renamed, and gives nobody its rows."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from calling import Client, learn, server
from moments import START

from memory_mcp.doctor.moved_projects import moved_findings
from memory_mcp.project import survey
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.call import Call
from memory_mcp.transfer.merging.project_names import identify

pytestmark = pytest.mark.external


def repository(folder: Path) -> Path:
    folder.mkdir()
    by = ("-c", "user.name=Ann", "-c", "user.email=ann@example.com")
    for words in (("init", "-q"), (*by, "commit", "-q", "--allow-empty", "-m", folder.name)):
        subprocess.run(["git", "-C", str(folder), *words], check=True)
    return folder


@pytest.fixture
def client(tmp_path):
    """A memory that knows something of the repository ``api``, which was identified."""
    old = repository(tmp_path / "api")
    with server(tmp_path / "memory", ManualClock(START)) as runtime:
        learn(Client(runtime, old), "the api listens on port 8010")
        identify(runtime.db)
        yield Client(runtime, tmp_path)


def found(client: Client, folder: Path) -> list[tuple[str, str]]:
    call = Call(client.runtime, client.facts, actor="doctor")
    return [(one.level, one.mend) for one in moved_findings(call, survey(folder).project)]


def test_a_repository_that_was_moved_and_renamed_is_told_the_project_it_was(client, tmp_path):
    moved = (tmp_path / "api").rename(tmp_path / "backend")
    assert found(client, moved) == [("warn", "If it was moved here: memory-mcp project move api .")]
    learn(Client(client.runtime, moved), "the backend is written in Go")
    assert found(client, moved) == [("warn", "If it was moved here: memory-mcp project merge api backend")]


def test_a_clone_and_another_repository_are_told_nothing(client, tmp_path):
    subprocess.run(["git", "clone", "-q", str(tmp_path / "api"), str(tmp_path / "copy")], check=True)
    assert found(client, tmp_path / "api") == found(client, tmp_path / "copy") == []
    (tmp_path / "api").rename(tmp_path / "gone")
    assert found(client, repository(tmp_path / "other")) == found(client, tmp_path) == []
