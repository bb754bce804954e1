"""The tree is clean by every tool: one command, ``pytest``, runs them all."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

pytestmark = pytest.mark.external

ROOT = Path(__file__).parents[3]
SCRIPTS = Path(sysconfig.get_path("scripts"))

TOOLS = {
    "ruff-check": [sys.executable, "-m", "ruff", "check"],
    "ruff-format": [sys.executable, "-m", "ruff", "format", "--check", "--diff"],
    "mypy": [sys.executable, "-m", "mypy"],
    "pyright": [sys.executable, "-m", "pyright", "--pythonpath", sys.executable],
    "import-linter": [str(SCRIPTS / "lint-imports")],
}


@pytest.mark.parametrize("command", TOOLS.values(), ids=TOOLS.keys())
def test_the_tree_is_clean_by(command):
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)

    assert found.returncode == 0, found.stdout + found.stderr
