"""What a terminal gets that has no colours, or whose owner wants none."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest
from rich.cells import cell_len

from memory_mcp.cli.main import cli
from memory_mcp.cli.output import remark


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(tmp_path, *arguments: str) -> str:
    with redirect_stdout(Terminal()) as out, redirect_stderr(io.StringIO()):
        cli.main(["--db", str(tmp_path / "memory.db"), "--no-embed", *arguments], standalone_mode=False)
    return out.getvalue()


@pytest.mark.external
@pytest.mark.parametrize("plain", [{"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"}])
def test_no_colour_is_sent_where_none_is_wanted(tmp_path, monkeypatch, plain):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[32m" in shown(tmp_path, "doctor")
    for name, value in plain.items():
        monkeypatch.setenv(name, value)
    assert "\x1b[3" not in shown(tmp_path, "doctor")
    with redirect_stderr(Terminal()) as err:
        remark("no such row", label="error: ", colour="red")
    assert err.getvalue() == "error: no such row\n"


@pytest.mark.parametrize("width", [60, 120])
def test_a_terminal_without_colours_is_as_wide_as_it_says(tmp_path, monkeypatch, width):
    shown(tmp_path, "learn", "Staging is started by hand on Fridays, " + "after all tests have passed, " * 6)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", str(width))
    longest = max(map(cell_len, shown(tmp_path, "search", "staging").splitlines()))
    assert width - 10 < longest <= width
