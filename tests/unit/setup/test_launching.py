"""From a place that may be gone tomorrow the program that clients start is the one that is installed for good."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from memory_mcp.errors import RefusedError
from memory_mcp.setup import launching

pytestmark = [
    pytest.mark.external,
    pytest.mark.skipif(os.name == "nt", reason="the programs here are shell scripts"),
]


@pytest.fixture
def passing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run from uvx's cache, beside a uv that keeps its programs in ``bin`` and installs by touching one."""
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    uv = tmp_path / "uv"
    uv.write_text(
        f"#!/bin/sh\necho $2 >> {tmp_path}/asked\n"
        f"case $2 in dir) echo {bin_folder};; install) case $3 in *broken*) echo no such thing >&2; exit 2;;"
        f" *) : > {bin_folder}/memory-mcp; : > {bin_folder}/memory-mcp-sqlite;; esac;; esac\n",
        encoding="utf-8",
    )
    uv.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setattr(sys, "executable", "/home/ada/.cache/uv/archive-v0/x/bin/python")
    return bin_folder


def test_the_command_is_absolute_and_there_once_it_is_installed(passing: Path) -> None:
    words = launching.wanted_install()
    assert words[1:] == ["tool", "install", launching.source()]
    assert launching.command() == (str(passing / "memory-mcp"),)
    launching.install(words)
    assert (passing / "memory-mcp").exists()
    assert launching.wanted_install() == []


def test_uv_is_asked_once_where_it_puts_programs(passing: Path) -> None:
    launching.wanted_install()
    launching.command()
    launching.is_installed()
    launching.path_advice()
    assert (passing.parent / "asked").read_text(encoding="utf-8").split() == ["dir"]


def test_an_installed_program_asks_uv_for_no_installation(passing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/opt/python/bin/python")
    assert launching.wanted_install() == []
    assert not (passing.parent / "asked").exists()


def test_a_program_of_somebody_else_that_has_the_name_is_none_of_ours(
    passing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = passing / "memory-mcp"
    other.write_text("#!/bin/sh\n", encoding="utf-8")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(passing), os.environ["PATH"]]))
    assert launching.wanted_install() != []
    assert not launching.is_installed()
    assert not launching.is_on_path()
    monkeypatch.setattr(sys, "executable", "/opt/python/bin/python")
    assert launching.command() == ("/opt/python/bin/python", "-P", "-m", "memory_mcp")


def test_a_failed_installation_says_why_and_how_to_go_on(passing: Path) -> None:
    words = [*launching.wanted_install()[:3], "broken"]
    with pytest.raises(RefusedError, match="no such thing") as told:
        launching.install(words)
    assert "Nothing was changed" in told.value.hint


def test_an_installed_program_wants_no_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not launching.is_passing()
    assert launching.wanted_install() == []


def test_what_uvx_throws_away_is_not_on_the_path(passing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = passing.parent / "archive-v0" / "bin"
    cache.mkdir(parents=True)
    for folder in (cache, passing):
        for name in ("memory-mcp", "memory-mcp-sqlite"):
            (folder / name).write_text("#!/bin/sh\n", encoding="utf-8")
            (folder / name).chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(cache / "python"))
    monkeypatch.setenv("PATH", str(cache))
    assert not launching.is_on_path()
    monkeypatch.setenv("PATH", f"{cache}{os.pathsep}{passing}")
    assert launching.is_on_path()
