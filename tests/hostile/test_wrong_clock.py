"""The real program under a clock that faketime moves: what is written in 2100 stays the only trace of that year."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from calling import Client, learn, server
from click.testing import CliRunner

from memory_mcp.cli.main import cli
from memory_mcp.temporal import SystemClock, parse_time
from memory_mcp.tools.documents import memory_read
from memory_mcp.tools.health import memory_health
from memory_mcp.tools.search import memory_search

DAY = 86_400_000_000
pytestmark = [
    pytest.mark.external,
    pytest.mark.skipif(shutil.which("faketime") is None, reason="faketime is not installed"),
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A memory with one fact of today and, behind it, one that a real process stored in 2100; and that one's id."""
    tmp_path = tmp_path_factory.mktemp("made")
    with server(tmp_path, SystemClock()) as runtime:
        learn(Client(runtime, tmp_path), "The harbour opens at seven.")
    fact = json.dumps({"category": "fact", "content": "The lighthouse has red and white stripes."})
    done = subprocess.run(
        ["faketime", "2100-01-01 12:00:00", sys.executable, "-m", "memory_mcp", "--db", str(tmp_path / "memory.db"),
         "call", "memory_learn", fact, "--json"],
        env={**os.environ, "MEMORY_EMBED_DISABLED": "1"}, cwd=tmp_path, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return tmp_path / "memory.db", json.loads(done.stdout)["id"]


@pytest.fixture
def wrong(made: tuple[Path, str], tmp_path: Path) -> str:
    """The id of the fact of 2100, in a memory of this test's own."""
    shutil.copy(made[0], tmp_path)
    return made[1]


def test_one_write_in_2100_dates_no_other_row_and_is_seen_tomorrow(tmp_path, wrong):
    now = SystemClock().now()
    with server(tmp_path, SystemClock()) as runtime:
        client = Client(runtime, tmp_path)
        later = learn(client, "Ferries leave from the northern quay on Sundays.")

        hits = client.call(memory_search, query="lighthouse", asOf="tomorrow", knownAt="tomorrow")["hits"]
        (moved,) = client.call(memory_read, id=wrong, history=True)["versions"]
        (version,) = client.call(memory_read, id=later, history=True)["versions"]
        health = client.call(memory_health)

    assert [hit["id"] for hit in hits][:1] == [wrong]
    assert moved["clockSaid"].startswith("2100-01-01")
    assert abs(parse_time(version["recordedAt"], now=now, field="recordedAt") - now) < DAY
    assert "clockSaid" not in version
    assert "wrong by up to 7" in health["clock"]


def test_repair_says_what_it_moves_before_it_does(tmp_path, wrong):
    def repaired(*options: str) -> list[int]:
        done = CliRunner().invoke(cli, ["--db", str(tmp_path / "memory.db"), "repair", "--clock", "--json", *options])
        assert done.exit_code == 0
        return [one["transactions"] for one in json.loads(done.stdout)["moved"]]

    assert repaired("--dry-run") == [1]
    assert repaired() == [1]
    assert repaired() == []
