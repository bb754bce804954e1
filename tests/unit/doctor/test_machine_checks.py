"""Each check of the machine notices the thing it is for, once that is broken."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from memory_mcp import __version__
from memory_mcp.config import Settings
from memory_mcp.doctor.finding import Finding
from memory_mcp.doctor.machine_checks import machine_findings
from memory_mcp.setup import launching


def findings(settings: Settings, search_path: str) -> dict[str, Finding]:
    return {one.check: one for one in machine_findings(settings, search_path)}


def program(folder: Path, version: str) -> str:
    folder.mkdir()
    path = folder / "memory-mcp"
    path.write_text(f"#!/bin/sh\necho memory-mcp, version {version}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(folder)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    # Otherwise uv is asked where it puts programs.
    monkeypatch.setattr(launching, "is_installed", lambda: False)
    monkeypatch.setattr(launching, "command", lambda: ("/opt/programs/memory-mcp",))
    return Settings(db_path=tmp_path / "memory.db")


def test_a_program_that_is_not_on_the_path_is_noticed(settings: Settings) -> None:
    found = findings(settings, "")["PATH"]
    assert (found.level, "uv tool update-shell" in found.mend) == ("warn", True)
    # It is uv's folder alone that uv puts there.
    assert found.mend.endswith(f"put {Path('/opt/programs')} on the PATH")


@pytest.mark.external
@pytest.mark.skipif(os.name == "nt", reason="the programs here are shell scripts")
def test_another_version_on_the_path_is_noticed(settings: Settings, tmp_path: Path) -> None:
    ours, other = program(tmp_path / "ours", __version__), program(tmp_path / "other", "9.9.9")
    assert findings(settings, ours)["other copies"].level == "pass"
    found = findings(settings, os.pathsep.join([ours, other]))["other copies"]
    assert (found.level, f"{other}/memory-mcp is 9.9.9" in found.what) == ("warn", True)


@pytest.mark.skipif(sys.platform != "linux", reason="the data folder is moved by a variable of Linux")
def test_another_memory_in_the_default_place_is_noticed(settings: Settings, tmp_path: Path) -> None:
    assert findings(settings, "")["other memories"].level == "pass"
    other = tmp_path / "data" / "memory-mcp" / "memory.db"
    other.parent.mkdir(parents=True)
    other.touch()
    assert str(other) in findings(settings, "")["other memories"].what


def test_a_place_that_may_be_gone_tomorrow_is_noticed(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "program" not in findings(settings, "")
    monkeypatch.setattr(sys, "executable", "/home/ada/.cache/uv/archive-v0/x/bin/python")
    found = findings(settings, "")["program"]
    assert (found.level, "uv tool install" in found.mend) == ("warn", True)
    assert launching.is_passing()


def test_the_versions_are_told(settings: Settings) -> None:
    assert f"memory-mcp {__version__}, Python " in findings(settings, "")["versions"].what
