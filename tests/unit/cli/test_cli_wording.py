"""What a person is told: the help, the way on from a slip, and accounts in words."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner, Result

from memory_mcp.cli.main import COMMANDS, cli
from memory_mcp.cli.output import waiting
from memory_mcp.cli.tools_as_commands import COMMANDS as TOOLS_COMMANDS
from memory_mcp.cli.tools_as_commands import as_commands
from memory_mcp.errors import CorruptError, InvalidInputError, NotFoundError, RefusedError
from memory_mcp.project import MARKER
from memory_mcp.store.facts.memory_types import Category
from memory_mcp.tools.catalogue import MODULES
from memory_mcp.tools.search import Type


def run(folder: Path, *arguments: str, **given: Any) -> Result:
    return CliRunner().invoke(cli, ["--db", str(folder / "memory.db"), *arguments], **given)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory_mcp.cli.output.is_terminal", lambda: True)


def test_the_help_begins_with_setup_and_has_every_command_once() -> None:
    lines = CliRunner().invoke(cli, ["--help"]).stdout.splitlines()
    commands = lines[lines.index("To begin:") :]
    assert commands[1].split()[0] == "setup"
    named = [line.split()[0] for line in commands if line.startswith("  ") and line[2] != " "]
    assert named == list(COMMANDS)


@pytest.mark.parametrize(("command", "names"), [("search", get_args(Type)), ("learn", get_args(Category))])
def test_the_help_of_a_choice_names_all_that_there_are(command: str, names: tuple[str, ...]) -> None:
    told = CliRunner().invoke(cli, [command, "--help"]).stdout
    assert names
    assert all(re.search(rf"\b{name}\b", told) for name in names)


def test_the_list_of_tools_says_what_its_mark_means() -> None:
    ended = CliRunner().invoke(cli, ["tools"])
    assert "memory_search *" in ended.stdout
    assert "MEMORY_TOOLS=core sees those marked *" in ended.stderr


@pytest.mark.parametrize(
    ("typed", "told"), [("serch", "Did you mean 'search'?"), ("xyzzy", "No such command 'xyzzy'.")]
)
def test_a_command_that_is_not_there_names_the_nearest(typed: str, told: str) -> None:
    ended = CliRunner().invoke(cli, [typed])
    assert (ended.exit_code, told in ended.stderr) == (2, True)
    assert ("mean" in ended.stderr) == ("mean" in told)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("log",), "Nothing is stored yet."), (("stats",), "Nothing is stored yet."),
        (("project", "list"), "No project yet"), (("contradictions",), "No contradiction among 0 facts."),
        (("retention",), "0 rows would be archived, 0 erased."), (("sessions",), "No session."),
        (("trust", "--list"), "No folder is known yet."),
    ],
)  # fmt: skip
def test_a_pipe_without_a_line_is_explained_beside_it(tmp_path: Path, command: tuple[str, ...], told: str) -> None:
    ended = run(tmp_path, "--no-embed", *command)
    assert (ended.exit_code, ended.stdout, told in ended.stderr) == (0, "", True)


@pytest.mark.parametrize("command", ["log", "stats"])
def test_an_empty_project_beside_others_does_not_say_that_nothing_is_stored(tmp_path: Path, command: str) -> None:
    run(tmp_path, "--no-embed", "--project", "shop", "learn", "Staging listens on port 6543.")
    told = run(tmp_path, "--no-embed", "--project", "bank", command).stderr
    assert ("Nothing here yet; --all shows every project." in told, "Nothing is stored yet" in told) == (True, False)


@pytest.mark.parametrize(("erase", "done"), [((), "forgotten"), (("--erase",), "erased")])
def test_a_look_at_what_would_be_forgotten_says_that_it_is_one(
    tmp_path: Path, erase: tuple[str, ...], done: str
) -> None:
    run(tmp_path, "--no-embed", "learn", "Staging listens on port 6543.")
    told = run(tmp_path, "--no-embed", "forget", "--query", "staging", "--dry-run", *erase)
    assert "Staging listens on port 6543." in told.stdout
    assert told.stderr == f"1 row would be {done}; nothing was changed.\n"
    assert "Staging" in run(tmp_path, "--no-embed", "log").stdout


@pytest.mark.parametrize(("name", "told"), [("", "--project is empty"), ("  ", "--project is empty"), ("*", "--all")])
def test_a_project_option_that_names_none_is_refused(tmp_path: Path, name: str, told: str) -> None:
    export = ("export", str(tmp_path / "all.jsonl"))
    for command in (("--project", name, *export), (*export, "--project", name), ("learn", "--project", name, "Tabs.")):
        refused = run(tmp_path, "--no-embed", *command).exception
        assert isinstance(refused, InvalidInputError)
        assert told in f"{refused.message} {refused.hint}"
    assert not (tmp_path / "all.jsonl").exists()


def test_a_page_that_nothing_is_like_lists_the_pages(tmp_path: Path) -> None:
    ended = run(tmp_path, "docs", "nope")
    assert isinstance(ended.exception, NotFoundError)
    assert ended.exception.hint.startswith("Pages: guide, ")


@pytest.mark.usefixtures("terminal")
def test_an_account_at_a_terminal_is_in_words_and_without_what_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(tmp_path, "--no-embed", "learn", "Staging listens on port 6543.")
    told = run(tmp_path, "--no-embed", "export", str(tmp_path / "all.jsonl")).stdout
    assert "\ncounts: learnings 1\n" in told
    told = run(tmp_path, "--no-embed", "import", str(tmp_path / "all.jsonl")).stdout
    assert told.splitlines()[-3:] == ["added: 0", "merged: 0", "unchanged: 1"]


def test_an_account_in_a_pipe_has_the_names_of_the_wire(tmp_path: Path) -> None:
    run(tmp_path, "--no-embed", "learn", "Staging listens on port 6543.")
    told = run(tmp_path, "--no-embed", "export", str(tmp_path / "all.jsonl")).stdout
    assert "relationValues: 0" in told


def test_a_fact_that_is_learned_is_looked_at_by_meaning_without_a_word_about_the_engine(tmp_path: Path) -> None:
    ended = run(tmp_path, "learn", "Staging listens on port 6543.")
    assert (ended.exit_code, ended.stderr) == (0, "")
    without = run(tmp_path, "--no-embed", "learn", "Production listens on port 6544.")
    assert "looked up by words only" in without.stderr


def test_a_search_without_a_hit_says_so_and_leaves_a_pipe_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(tmp_path, "--no-embed", "learn", "Staging listens on port 6543.")
    ended = run(tmp_path, "--no-embed", "search", "zebra")
    assert (ended.exit_code, ended.stdout) == (0, "")
    assert ended.stderr.startswith("Nothing found. Try fewer or other words;")
    found = run(tmp_path, "--no-embed", "search", "staging")
    assert ("6543" in found.stdout, "Nothing" in found.stderr) == (True, False)
    told = run(tmp_path, "--no-embed", "search", "zebra", "--json")
    assert (json.loads(told.stdout)["hits"], "Nothing" in told.stderr) == ([], False)


def test_an_editor_is_not_started_where_nobody_sees_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    uid = json.loads(run(tmp_path, "--no-embed", "learn", "Tabs.", "--json").stdout)["id"]
    ended = run(tmp_path, "--no-embed", "edit", uid)
    assert isinstance(ended.exception, RefusedError)
    assert "--text" in ended.exception.hint


def test_a_project_is_shown_that_is_this_folders_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run(tmp_path, "--no-embed", "project", "show")
    assert (ended.exit_code, "give a NAME" in ended.stderr) == (2, True)
    (tmp_path / MARKER).write_text("project = 'parcels'\n")
    run(tmp_path, "--no-embed", "--project", "parcels", "learn", "Tabs.")
    assert "project\tparcels" in run(tmp_path, "--no-embed", "--project", "parcels", "project", "show").stdout


def test_a_page_is_not_opened_where_there_is_no_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("webbrowser.open", lambda _address: False)
    ended = run(tmp_path, "--no-embed", "view", "--open", "--out", str(tmp_path / "page.html"))
    assert (ended.exit_code, "open the file yourself" in ended.stderr) == (0, True)


def test_what_takes_a_while_is_said_at_a_terminal_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    for stream, said in ((io.StringIO(), False), (Terminal(), True)):
        monkeypatch.setattr("sys.stderr", stream)
        with waiting("Exporting"):
            pass
        assert ("Exporting" in stream.getvalue()) == said


def test_a_folder_in_which_nothing_can_be_read_says_so(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    ended = run(tmp_path, "--no-embed", "import", str(tmp_path / "pictures"), standalone_mode=False)
    assert (ended.return_value, "Nothing there can be read" in ended.stderr) == (1, True)


def test_an_export_without_a_record_says_so(tmp_path: Path) -> None:
    run(tmp_path, "--no-embed", "export", str(tmp_path / "none.json"), standalone_mode=False)
    ended = run(tmp_path, "--no-embed", "import", str(tmp_path / "none.json"), standalone_mode=False)
    assert (ended.return_value, "There is no record in this export" in ended.stderr) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("read", "zzzzzzzz"), "Ids come from `memory-mcp search` and from what stored the row."),
        (("edit", "zzzzzzzz", "--text", "x"), "Ids come from `memory-mcp search` and from what stored the row."),
        (("search", "x", "--session", "zzzzzzzz"), "`memory-mcp sessions` returns the id."),
        (("search", "x", "--entity", "zzz"), "`memory-mcp search` finds entities by any word."),
        (("call", "memory_read", '{"id": "zzzzzzzz"}'), "Ids come from memory_search and from what stored the row."),
    ],
)
def test_a_hint_names_commands_where_a_command_was_typed(tmp_path: Path, arguments: tuple[str, ...], hint: str) -> None:
    refused = run(tmp_path, "--no-embed", *arguments).exception
    assert isinstance(refused, NotFoundError)
    assert refused.hint == hint


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("memory_read with history=true shows it", "`memory-mcp read --history` shows it"),
        ("memory_search with project='*' names them", "`memory-mcp search --all` names them"),
        ("memory_handoff with action=list shows", '`memory-mcp call memory_handoff \'{"action": "list"}\'` shows'),
        ("memory_search with project='shop'", '`memory-mcp call memory_search \'{"project": "shop"}\'`'),
        ("go on with lines='21-'", "go on with --lines 21-"),
        ("`memory-mcp restore /srv/memory_work.db`", "`memory-mcp restore /srv/memory_work.db`"),
        ("Write below memory_read/pages or memory_read.db", "Write below memory_read/pages or memory_read.db"),
        ("nothing in a project 'memory_lane'; memory_x", "nothing in a project 'memory_lane'; memory_x"),
        (
            "`memory-mcp call memory_goal` and python -m memory_mcp",
            "`memory-mcp call memory_goal` and python -m memory_mcp",
        ),
    ],
)
def test_what_is_said_of_a_tool_is_said_of_its_command(said: str, typed: str) -> None:
    assert as_commands(said) == typed


def test_a_path_in_a_hint_stays_as_it_is(tmp_path: Path) -> None:
    (db := tmp_path / "memory_work.db").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 32)
    refused = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "search", "x"]).exception
    assert isinstance(refused, CorruptError)
    assert f"no backup of it in {db}-backups:" in refused.hint


def test_the_commands_that_stand_for_tools_are_there() -> None:
    assert set(TOOLS_COMMANDS) <= set(MODULES)
    assert {command.split()[0] for command in TOOLS_COMMANDS.values()} <= set(COMMANDS)


def test_a_notice_names_commands(tmp_path: Path, terminal: None) -> None:
    run(tmp_path, "--no-embed", "learn", "Staging listens on port 6543.")
    [row] = json.loads(run(tmp_path, "--no-embed", "search", "staging", "--json").stdout)["hits"]
    told = run(tmp_path, "--no-embed", "search", row["id"])
    assert f"`memory-mcp read` {row['id']} opens it" in told.stderr
