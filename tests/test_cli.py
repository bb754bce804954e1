"""The command line as a process: what it is given, and what it says and leaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


def run(*arguments: str, given: bytes = b"", **environment: str) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MEMORY_")}
    ended = subprocess.run(
        [sys.executable, "-m", "memory_mcp", *arguments],
        input=given,
        capture_output=True,
        env=kept | environment,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr.decode()
    return ended.stdout.decode()


@pytest.mark.parametrize("is_piped", [False, True])
def test_arguments_are_utf_8_whatever_the_locale(*, is_piped: bool, tmp_path: Path) -> None:
    values = json.dumps({"category": "insight", "content": "Grüße aus Köln"}, ensure_ascii=False)
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    program = ("--db", str(tmp_path / "memory.db"), "--no-embed")
    words = ("-", values.encode()) if is_piped else (values, b"")
    run(*program, "call", "memory_learn", words[0], given=words[1], **plain)
    assert "Grüße aus Köln" in run(*program, "call", "memory_search", '{"query": "Köln"}', "--json")


def test_health_of_a_memory_that_is_not_there_says_so_and_makes_none(tmp_path: Path) -> None:
    db = tmp_path / "data" / "memory.db"
    assert "There is no file" in run("--db", str(db), "health")
    assert json.loads(run("--db", str(db), "health", "--json"))["exists"] is False
    assert list(tmp_path.iterdir()) == []
