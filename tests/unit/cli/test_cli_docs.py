"""The documentation at a terminal and in a pipe."""

from __future__ import annotations

import io
import json
import re
from contextlib import redirect_stdout

import pytest
from click.testing import CliRunner

from memory_mcp.cli.main import cli
from memory_mcp.docs.pages import PAGES
from memory_mcp.errors import NotFoundError


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def at_a_terminal(*arguments: str) -> str:
    with redirect_stdout(Terminal()) as screen:
        cli.main(["docs", *arguments], standalone_mode=False)
    return re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue())  # without colours


def in_a_pipe(*arguments: str) -> str:
    return CliRunner().invoke(cli, ["docs", *arguments]).stdout


def test_the_list_names_every_page_and_what_it_is_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    for shown in (in_a_pipe(), at_a_terminal()):
        assert [name for name in PAGES if name not in shown] == []
        assert "Where each client is configured." in shown


def test_a_page_in_a_pipe_is_its_markdown() -> None:
    assert in_a_pipe("troubleshooting").startswith("# Troubleshooting\n\n")


def test_a_page_at_a_terminal_is_laid_out_and_its_links_are_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    shown = at_a_terminal("troubleshooting")
    assert "## " not in shown
    assert "Clients (memory-mcp docs clients) lists them" in shown


def test_pages_are_json_for_who_asked_for_json() -> None:
    assert [page["name"] for page in json.loads(in_a_pipe("--json"))] == list(PAGES)
    page = json.loads(in_a_pipe("time.md", "--json"))
    assert (page["name"], page["title"]) == ("time", "Time")


def test_a_page_that_is_not_there_is_not_found_and_names_the_nearest() -> None:
    result = CliRunner().invoke(cli, ["docs", "captur"])
    assert isinstance(result.exception, NotFoundError)
    assert (result.exception.exit_code, result.exception.hint) == (3, "Did you mean capture?")


def test_a_name_like_none_lists_the_pages_there_are() -> None:
    result = CliRunner().invoke(cli, ["docs", "xyzzy"])
    assert isinstance(result.exception, NotFoundError)
    assert result.exception.hint.startswith("Pages: guide, ")
