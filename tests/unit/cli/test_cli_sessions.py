"""Sessions at the command line: listed, and shown word for word as hooks captured them."""

from __future__ import annotations

import io
import json
import re
from contextlib import redirect_stderr, redirect_stdout

import pytest
from talks import TURNS, Captured, folder_of

from memory_mcp.capture.clients.resuming import resume_command
from memory_mcp.cli.main import cli
from memory_mcp.store.sessions.sessions import Session

pytestmark = pytest.mark.external


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    parent = tmp_path_factory.mktemp("sessions")
    shop = Captured(parent / "memory.db", folder_of(parent, "shop"), "talk-1").replay()
    Captured(shop.db, folder_of(parent, "bank"), "talk-2", [TURNS[1]], client="codex").replay()
    return shop


@pytest.fixture(scope="module")
def uid(shop):
    return json.loads(shop.run("sessions", "--json"))["sessions"][0]["id"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def at_a_terminal(shop, monkeypatch, *arguments):
    monkeypatch.chdir(shop.folder)
    monkeypatch.setenv("COLUMNS", "160")
    shown = Terminal()
    with redirect_stdout(shown), redirect_stderr(shown):
        cli.main(["--db", str(shop.db), "--no-embed", *arguments], standalone_mode=False)
    return shown.getvalue()


def test_sessions_are_listed_with_what_was_asked_first(shop):
    answer = json.loads(shop.run("sessions", "--json"))
    (row,) = answer["sessions"]

    assert (row["client"], row["clientSession"], row["project"]) == ("claude-code", "talk-1", "shop")
    assert row["turns"] == 9
    assert row["prompt"] == "why does the checkout fail on Fridays?"
    assert row["startedAt"] <= row["lastActiveAt"]
    assert row["endedAt"] is not None


def test_a_pipe_gets_a_line_a_session(shop, uid):
    header, line = shop.run("sessions").splitlines()
    assert header.split("\t")[0] == "id"
    first, client, project, _started, _active, turns, said = line.split("\t")

    assert (first, client, project) == (uid, "claude-code", "shop")
    assert (turns, said) == ("9", "why does the checkout fail on Fridays?")


def test_a_pipe_says_how_one_of_its_ids_is_read(shop, uid):
    ended = shop.ran("sessions")

    assert ended.stderr.startswith("memory-mcp show ID prints one")
    assert "why does the checkout fail on Fridays?" in shop.run("show", ended.stdout.splitlines()[1].split("\t")[0])


def test_an_empty_list_says_where_sessions_come_from(shop, monkeypatch):
    said = "No session. `memory-mcp setup` has your clients record theirs"

    ended = shop.ran("sessions", "--client", "cursor")
    assert (ended.stdout, said in ended.stderr) == ("", True)
    assert said in at_a_terminal(shop, monkeypatch, "sessions", "--client", "cursor")


def test_a_client_nobody_knows_is_said_to_be_unknown_with_those_that_are_there(shop, monkeypatch):
    said = "No session: no client named foo is known. There are sessions of: claude-code, codex."

    assert said in shop.ran("sessions", "--client", "foo").stderr
    assert said in at_a_terminal(shop, monkeypatch, "sessions", "--client", "foo")


def test_nobody_is_told_to_set_up_what_has_sessions_elsewhere(shop):
    said = shop.ran("sessions", "--client", "codex").stderr

    assert "No session.\n" in said
    assert "1 more outside project shop" in said
    assert "setup" not in said


def test_sessions_elsewhere_are_counted_not_listed(shop):
    ended = shop.ran("sessions")

    assert "1 more outside project shop; --all shows them" in ended.stderr


def test_all_lists_the_sessions_of_every_project_the_last_active_first(shop):
    rows = json.loads(shop.run("sessions", "--all", "--json"))["sessions"]

    assert {row["project"] for row in rows} == {"shop", "bank"}
    assert [row["lastActiveAt"] for row in rows] == sorted((row["lastActiveAt"] for row in rows), reverse=True)


@pytest.mark.parametrize(("given", "sessions"), [("claude", ["talk-1"]), ("codex", ["talk-2"]), ("cursor", [])])
def test_a_client_goes_by_its_short_name(shop, given, sessions):
    rows = json.loads(shop.run("sessions", "--all", "--json", "--client", given))["sessions"]

    assert [row["clientSession"] for row in rows] == sessions


def test_a_project_is_named(shop):
    (row,) = json.loads(shop.run("sessions", "--json", "--project", "bank"))["sessions"]

    assert row["clientSession"] == "talk-2"


def test_a_limit_says_that_there_are_more(shop):
    ended = shop.ran("sessions", "--all", "-n", "1")

    assert [line.split("\t")[1] for line in ended.stdout.splitlines()] == ["client", "codex"]
    assert "1 of 2; -n shows more" in ended.stderr


def test_a_session_is_shown_word_for_word(shop, uid):
    turns = json.loads(shop.run("show", uid, "--json"))["turns"]

    assert [(turn["number"], turn["role"], turn["text"]) for turn in turns[:4]] == [
        (1, "user", "why does the checkout fail on Fridays?"),
        (2, "assistant", "I look at the schedule first."),
        (3, "tool", "$ pytest -q tests/test_checkout.py\n[exit 1]\nFAILED test_friday\nAssertionError: 5 != 6\nend"),
        (4, "assistant", "The job that renews the tokens runs at noon and locks the table."),
    ]
    assert (turns[2]["command"], turns[2]["exit"]) == ("pytest -q tests/test_checkout.py", 1)


@pytest.mark.parametrize("length", [36, 20])
def test_the_beginning_of_an_id_is_enough(shop, uid, length):
    assert json.loads(shop.run("show", uid[:length], "--json"))["session"]["id"] == uid


@pytest.mark.parametrize("given", ["talk-1", " talk-1 "])
def test_the_client_s_own_id_of_a_session_is_known(shop, uid, given):
    assert json.loads(shop.run("show", given, "--json"))["session"]["id"] == uid


def test_the_beginning_of_several_ids_is_refused_with_all_of_them(shop, uid):
    ended = shop.ran("show", "talk-")

    assert ended.returncode == 2
    assert "'talk-' is the beginning of several sessions' ids" in ended.stderr
    assert uid in ended.stderr


@pytest.mark.parametrize("given", ["nothing", " ", "%"])
def test_an_unknown_session_is_not_found(shop, given):
    ended = shop.ran("show", given)

    assert ended.returncode == 3
    assert "`memory-mcp sessions` lists them" in ended.stderr


def test_tools_are_folded_to_a_line(shop):
    shown = shop.run("show", "talk-1")

    assert re.search(
        r"^\[3\] Bash  [\d-]{10} [\d:]{5}  \$ pytest -q tests/test_checkout.py  \[exit 1\]  \(\d+ characters\)$",
        shown, re.MULTILINE,
    )  # fmt: skip
    assert "FAILED test_friday" not in shown


def test_full_shows_what_tools_said(shop):
    assert "    FAILED test_friday\n    AssertionError: 5 != 6\n" in shop.run("show", "talk-1", "--full")


def test_a_session_is_headed_by_what_it_did(shop):
    lines = shop.run("show", "talk-1").splitlines()

    assert any(
        "pytest -q tests/test_checkout.py" in line and line.startswith("    \N{BULLET} failed") for line in lines[1:10]
    )
    assert not any(
        line.startswith("    \N{BULLET} failed")
        for line in shop.run("show", "talk-1", "--page", "2", "-n", "4").splitlines()
    )


def test_a_page_says_where_it_goes_on(shop):
    ended = shop.ran("show", "talk-1", "--page", "2", "-n", "4")

    assert re.findall(r"^\[(\d+)\]", ended.stdout, re.MULTILINE) == ["5", "6", "7", "8"]
    assert "turns 5-8 of 9; --page 3 goes on" in ended.stderr


def test_a_page_behind_the_last_is_not_found(shop):
    ended = shop.ran("show", "talk-1", "--page", "4", "-n", "4")

    assert ended.returncode == 3
    assert "It has 9 turns, 3 pages." in ended.stderr


@pytest.mark.parametrize("command", [("show", "talk-1"), ("sessions",), ("log",)])
def test_what_was_said_cannot_drive_a_terminal(shop, monkeypatch, command):
    piped, shown = shop.run(*command), at_a_terminal(shop, monkeypatch, *command)

    assert "\x1b[31m" not in piped
    assert "\x1b[31mred" not in shown
    assert "\r" not in piped + shown


def test_what_was_said_stands_indented_below_its_heading(shop):
    lines = shop.run("show", "talk-1").splitlines()

    said = lines.index("    It means")
    assert lines[said + 1] == "    that it failed."
    assert r"    and what does \x1b[31mred\x1b[0m mean?" in lines
    assert all(line.startswith(("[", "    ", "session ")) for line in lines)


def test_a_terminal_shows_each_session_with_the_command_that_goes_on_with_it(shop, monkeypatch):
    shown = at_a_terminal(shop, monkeypatch, "sessions")

    assert "why does the checkout fail on Fridays?" in shown
    assert "claude --resume talk-1" in shown
    assert "claude --resume talk-1" in shop.run("show", "talk-1")


def test_a_terminal_shows_the_ends_of_ids_and_a_pipe_whole_ones(shop, uid, monkeypatch):
    seen, piped = at_a_terminal(shop, monkeypatch, "show", uid[-8:]), shop.run("show", uid)
    assert (f"session {uid[-8:]}  " in seen, uid in seen) == (True, False)
    assert f"session {uid}  " in piped


def held_in(path):
    return Session("u", 1, "claude-code", "s1", 0, None, "", (), (), (), 0, path)


def test_the_command_that_goes_on_with_a_session_goes_to_its_folder_first(tmp_path, monkeypatch):
    folders = [str(tmp_path / "gone"), str(tmp_path)]
    assert resume_command(held_in(""), folders) == f"cd {tmp_path} && claude --resume s1"
    monkeypatch.chdir(tmp_path)
    assert resume_command(held_in(""), folders) == "claude --resume s1"
    assert resume_command(held_in(""), folders[:1]) == "claude --resume s1"
    assert resume_command(held_in("gone"), folders) == "claude --resume s1"


def test_a_session_held_in_a_folder_of_the_project_goes_on_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "app" / "web"
    folder.mkdir(parents=True)
    there = f"cd {folder} && claude --resume s1"
    assert resume_command(held_in("app/web"), [str(tmp_path / "gone"), str(tmp_path)]) == there
    assert resume_command(held_in(str(folder)), []) == there
    monkeypatch.chdir(folder)
    assert resume_command(held_in("app/web"), [str(tmp_path)]) == "claude --resume s1"


def test_a_hit_opens_its_session_where_it_was_said(shop, uid):
    turn = json.loads(shop.run("show", uid, "--json"))["turns"][3]
    ended = shop.ran("open", turn["id"][-8:])

    assert f"session {uid}" in ended.stdout
    assert "It was said in turn 4." in ended.stderr
