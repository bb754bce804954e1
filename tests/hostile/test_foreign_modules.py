"""A project's folder that holds modules of its own: what a client starts there loads none of them."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest
from replaying import environment

from memory_mcp.capture.events.read_on_apart import read_on_apart
from memory_mcp.config import Settings
from memory_mcp.setup import launching
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import SystemClock

pytestmark = pytest.mark.external


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a project, which is the current one; whatever loads its modules leaves a file there."""
    folder = tmp_path / "project"
    for name in ("memory_mcp", "json", "apsw"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(f"open({str(folder / 'loaded')!r}, 'w').close()\n")
    monkeypatch.chdir(folder)
    return folder


def test_what_goes_on_apart_loads_no_module_of_the_project(project: Path, tmp_path: Path) -> None:
    db = Database(tmp_path / "memory.db", SystemClock())
    db.close()
    started = read_on_apart(Settings(db_path=db.path))
    assert started is not None
    assert started.wait(60) == 0
    assert not (project / "loaded").exists()


def test_what_setup_has_clients_start_loads_no_module_of_the_project(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launching.shutil, "which", lambda *_args, **_more: None)
    monkeypatch.setattr(launching, "is_passing", lambda: False)
    command = launching.command()
    assert command[0] == sys.executable
    ended = subprocess.run(
        [*command, "--db", str(tmp_path / "memory.db"), "path"], capture_output=True, env=environment(), check=False
    )
    assert (ended.returncode, (project / "loaded").exists()) == (0, False)


def test_what_a_bundle_has_clients_start_loads_no_module_of_the_project(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path(__file__).parents[2]
    monkeypatch.syspath_prepend(root / "mcpb")
    start = importlib.import_module("self_contained").own_manifest()["server"]["mcp_config"]
    assert start["command"] == "python3"
    # What the bundle has in its folder lib is the package with its libraries.
    told = environment(PYTHONPATH=str(root), MEMORY_DB_PATH=str(tmp_path / "memory.db"))
    done = subprocess.run([sys.executable, *start["args"]], stdin=subprocess.DEVNULL, env=told, check=False)
    assert (done.returncode, (project / "loaded").exists()) == (0, False)
