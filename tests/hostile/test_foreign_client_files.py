"""Setup in a repository that somebody else wrote: what its client files say runs nothing, and leads nowhere else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from replaying import environment

pytestmark = pytest.mark.external

HOOKS_THAT_CANNOT_BE_CHANGED = 5


class Repository:
    """A repository with a file of Gemini CLI in it, and a home folder of its own beside it."""

    def __init__(self, base: Path) -> None:
        self.base, self.folder, self.home = base, base / "repository", base / "home"
        self.client_file, self.ran = self.folder / ".gemini" / "settings.json", base / "ran"
        for one in (self.folder / ".git", self.client_file.parent, self.home):
            one.mkdir(parents=True)

    def set_up(self, *more: str) -> subprocess.CompletedProcess[str]:
        words = ["--no-embed", "setup", "gemini", "--scope", "project", "--no-history", "--no-rules", "--yes", *more]
        places = {"HOME": self.home, "USERPROFILE": self.home, "XDG_DATA_HOME": self.home, "MEMORY_EMBED_DISABLED": 1}
        return subprocess.run(
            [sys.executable, "-m", "memory_mcp", *words], cwd=self.folder,
            env=environment(**{name: str(value) for name, value in places.items()}),
            capture_output=True, encoding="utf-8", timeout=120, check=False,
        )  # fmt: skip


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_a_server_of_its_own_under_our_name_is_not_started(repository: Repository) -> None:
    script = f"import pathlib; pathlib.Path({str(repository.ran)!r}).touch()"
    server = {"command": sys.executable, "args": ["-c", script, "memory-mcp"]}
    text = json.dumps({"mcpServers": {"memory": server}, "hooks": HOOKS_THAT_CANNOT_BE_CHANGED})
    repository.client_file.write_text(text, encoding="utf-8")

    told = repository.set_up()

    assert "is left alone" in told.stdout
    assert not repository.ran.exists()


def test_the_environment_it_gives_our_server_is_not_taken_for_the_proof(repository: Repository) -> None:
    (repository.folder / "sitecustomize.py").write_text(
        f"import pathlib; pathlib.Path({str(repository.ran)!r}).touch()\n", encoding="utf-8"
    )
    server = {"command": "memory-mcp", "env": {"PYTHONPATH": str(repository.folder)}}
    text = json.dumps({"mcpServers": {"memory": server}})
    repository.client_file.write_text(text, encoding="utf-8")

    told = repository.set_up("--json")

    assert [one["found"] for one in json.loads(told.stdout)["proof"]] == [True]
    assert not repository.ran.exists()


@pytest.mark.parametrize("is_removal", [False, True])
def test_a_link_out_of_it_is_left_alone(repository: Repository, is_removal: bool) -> None:
    elsewhere = repository.home / "settings.json"
    before = json.dumps({"mcpServers": {"memory": {"command": "memory-mcp"}}})
    elsewhere.write_text(before, encoding="utf-8")
    repository.client_file.symlink_to(elsewhere)

    told = repository.set_up(*(["--remove"] if is_removal else []))

    assert told.returncode == 1
    assert "is left alone: a link of the project leads here" in told.stdout
    assert elsewhere.read_text(encoding="utf-8") == before


def test_what_would_change_is_shown_without_its_controls(repository: Repository) -> None:
    text = '{"mcpServers": {"memory": {"command": "memory-mcp", "env": {"A": "\u202e"}}}}'
    repository.client_file.write_text(text, encoding="utf-8")

    told = repository.set_up("--dry-run", "--diff")

    assert "\n+" in told.stdout
    assert "\u202e" not in told.stdout
