"""An entry that starts something else is told in a line, without what a library says of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.external

PROOF = """
import sys, tempfile
from pathlib import Path
from memory_mcp.setup.proof import prove

entry = {"command": sys.executable, "args": ["-c", "print('good morning')"]}
with tempfile.TemporaryDirectory() as folder:
    (one,) = prove({"cursor": entry}, Path(folder))
print(one.problem)
"""


def test_a_program_that_is_no_server_is_told_without_a_traceback() -> None:
    ended = subprocess.run([sys.executable, "-c", PROOF], capture_output=True, text=True, check=True)
    assert ended.stdout.strip()
    assert ended.stderr == ""
