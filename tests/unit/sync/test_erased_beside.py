"""What another machine erased leaves this one's waiting events and logs too."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from memory_mcp.cli.main import cli

SAID = "The vault behind the oven holds the marigold ledger."


def run(home: Path, *arguments: str) -> str:
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(io.StringIO()):
        cli.main(["--db", str(home / "memory.db"), "--no-embed", *arguments], standalone_mode=False)
    return said.getvalue()


def test_what_another_machine_erased_leaves_the_logs_here_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    homes = [tmp_path / "a", tmp_path / "b"]
    box = str(tmp_path / "box")
    for home in homes:
        home.mkdir()
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "share"))
    run(homes[0], "learn", SAID)
    run(homes[0], "sync", "init", box)
    for home in homes:
        run(home, "sync", box)
    log = homes[1] / "memory.db-hooks.log"
    log.write_text(f"noted: {SAID}\n", encoding="utf-8")
    run(homes[0], "forget", "--query", "marigold ledger", "--erase", "--yes")
    for home in homes:
        run(home, "sync", box)
    assert SAID not in log.read_text(encoding="utf-8", errors="replace")
    assert SAID.encode() not in (homes[1] / "memory.db").read_bytes()
