"""The plugin's commands in the real Claude Code: typed by a person, spelled out to the model, answered by our tools.

uv run pytest -n0 --slow -rP tests/clients/test_slash_commands.py      and show what was typed, asked and answered
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from calling import Client, server
from hosts import HOSTS, SCRATCH, configure_claude, install, node_environment, shown_text, version_of
from scripted_model import ScriptedModel, Step, results_in

from memory_mcp.temporal import SystemClock
from memory_mcp.tools.learnings import memory_learn

pytestmark = [pytest.mark.external, pytest.mark.slow]

PLUGIN = Path(__file__).parents[2] / "plugins" / "claude-code"
FACT = "Billing runs on Postgres since Friday because MySQL lost rows."
TOOL = "mcp__plugin_memory_memory__"


@pytest.fixture(scope="module")
def claude() -> Path:
    return install(HOSTS["claude"], SCRATCH / "clients" / "claude")


def typed(claude: Path, home: Path, command: str, *calls: tuple[str, dict[str, object]]) -> tuple[str, list[str]]:
    """Type a command in Claude Code's print mode; return what its model was asked, and what each call told it."""
    steps = [
        step
        for tool, arguments in calls
        for step in (Step("ToolSearch", {"query": f"select:{TOOL}{tool}"}), Step(f"{TOOL}{tool}", arguments))
    ]
    with ScriptedModel(steps) as model:
        launch = configure_claude(home, None, model.url)
        here = f"{Path(sys.executable).parent}{os.pathsep}{node_environment({})['PATH']}"
        ended = subprocess.run(
            [str(claude), "--plugin-dir", str(PLUGIN), "--allowedTools", TOOL[:-2], "ToolSearch", "-p", command],
            cwd=home,
            env={"HOME": str(home), "PATH": here, "MEMORY_DB_PATH": str(home / "memory.db"), **launch.environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        asked = model.requests[-1]
    said = "\n".join(part["text"] for part in asked["messages"][0]["content"] if part["type"] == "text")
    told = [shown_text(result) for result in results_in(asked)][1::2]
    print(f"{version_of(claude)}: typed {command}", said, *told, sep="\n---\n")
    return said, told


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with server(tmp_path, SystemClock()) as runtime:
        Client(runtime, tmp_path).call(memory_learn, category="fact", content=FACT)
    return tmp_path


def test_today_tells_where_the_project_stands(claude, home):
    said, (told,) = typed(claude, home, "/memory:today", ("memory_session_start", {}))
    assert "/memory:today" in said
    assert "Call memory_session_start" in said
    assert FACT in told


def test_why_asks_the_memory_about_what_was_typed(claude, home):
    said, (told,) = typed(
        claude, home, "/memory:why do we use Postgres", ("memory_search", {"query": "why do we use Postgres"})
    )
    assert "Find out why: do we use Postgres" in said
    assert FACT in told


def test_forget_names_what_was_typed_and_forgets_after_the_answer(claude, home):
    with server(home, SystemClock()) as runtime:
        uid = Client(runtime, home).call(memory_learn, category="fact", content=FACT)["id"]
    said, (found, gone) = typed(
        claude, home, "/memory:forget the billing database",
        ("memory_search", {"query": "billing database"}), ("memory_forget", {"ids": [uid], "erase": True}),
    )  # fmt: skip
    assert "wants this forgotten: the billing database" in said
    assert "Call memory_forget only after the answer" in said
    assert uid[-8:] in found
    assert uid in gone
    kept = b"".join(path.read_bytes() for path in home.glob("memory.db*") if path.is_file())
    assert FACT.encode() not in kept
    assert b"the billing database" not in kept
